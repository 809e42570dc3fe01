// No acknowledged record is lost when the service is killed while it writes.
import t from 'tap'
import { openStore } from '../src/store/open-store.ts'
import { kinds } from './helpers/databases.ts'
import { start } from './helpers/process.ts'
import { whole } from './helpers/whole.ts'

const rounds = whole ? 20 : 1
const clients = 16

/** One client: sends one request after the other until the service is gone. */
const send = async (base: string, name: string, acknowledge: (id: string) => void): Promise<void> => {
  for (let i = 0; ; i++) {
    const [url, header, body] =
      i % 2 === 0
        ? ['capture-media', 'x-capture-id', { target_url: `https://example.com/${name}/${i}` }]
        : [
            'build-sparkpage',
            'x-page-id',
            {
              style_metadata: { colors: ['#6D28D9'], notes: 'x'.repeat(2000) },
              content: { headline: `${name} ${i}`, sub_headline: '', cta_button_text: '' },
            },
          ]
    const answer = await fetch(`${base}/api/v1/${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    if (!answer) return
    // The response headers are sent after the commit: the record is acknowledged.
    if (answer.status !== 200) throw new Error(`Status ${answer.status}.`)
    acknowledge(String(answer.headers.get(header)))
    await answer.arrayBuffer().catch(() => undefined)
  }
}

const isCompleteJson = (text: unknown): boolean => typeof JSON.parse(String(text)) === 'object'

for (const { name, kind, skip, start: startDatabase } of kinds.slice(0, 2))
  t.test(`${name}: killed ${rounds} times with requests in flight`, { skip }, async t => {
    const { options, query } = await (await startDatabase(t))(t)
    const environment = {
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: options.dataDir,
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    }
    const acknowledged: string[] = []
    for (let round = 0; round < rounds; round++) {
      const service = start(t, [], environment)
      const base = await service.listening()
      const enough = acknowledged.length + 60 + 37 * round
      const acknowledge = (id: string): void => {
        acknowledged.push(id)
        if (acknowledged.length === enough) service.child.kill('SIGKILL')
      }
      await Promise.all(Array.from({ length: clients }, (_, i) => send(base, `${round}-${i}`, acknowledge)))
      t.match(await service.ended, { code: null, err: '' }, 'restarts without errors')
      t.ok(acknowledged.length >= enough)
    }
    const records = acknowledged.length.toLocaleString('en')
    t.comment(`cases: ${name}: ${rounds} kills with ${clients} requests in flight, ${records} records acknowledged`)
    await (await openStore(options)).close()
    const captures = await query('select id, config from captures')
    const pages = await query('select pages.id, inputs from pages join projects on projects.id = project_id')
    const saved = new Set([...captures, ...pages].map(row => row.id))
    t.strictSame(
      acknowledged.filter(id => !saved.has(id)),
      [],
      `0 of ${acknowledged.length} lost`,
    )
    t.ok(
      [...captures.map(row => row.config), ...pages.map(row => row.inputs)].every(isCompleteJson),
      'no record is partially written',
    )
    if (kind === 'sqlite') t.match(await query('pragma integrity_check'), [{ integrity_check: 'ok' }])
  })
