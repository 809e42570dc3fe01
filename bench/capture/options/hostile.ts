// Hostile values in the options of a capture: no code runs, nothing else is read or written, errors are one line.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { CaptureConfig } from '../../../schemas/capture-config.ts'
import { resolveCaptureConfig } from '../../../src/capture/config.ts'
import { renderScript } from '../../../src/capture/script.ts'
import { runScript } from './trial.ts'

type Options = Partial<CaptureConfig['options']>

interface Attack {
  readonly name: string
  readonly options: Options
  /** Exit codes that are right. */
  readonly codes: readonly number[]
}

export interface AttackResult {
  readonly name: string
  readonly code: number
  readonly errors: string
  readonly fault: string
}

const right = [0]
const refused = [2]

/** Texts that would run where they were taken as code, and tell the server of the trial. */
const texts = (origin: string): readonly string[] => [
  `'); fetch('${origin}/ran'); ('`,
  `"+fetch("${origin}/ran")+"`,
  `\${fetch('${origin}/ran')}`,
  `\`+fetch('${origin}/ran')+\``,
  `</script><script>fetch('${origin}/ran')</script>`,
  `*/ fetch('${origin}/ran') /*`,
  `\\'; process.exit(9); //`,
  `p\u2028fetch('${origin}/ran')`,
  `p\nfetch('${origin}/ran')`,
  `__proto__`,
  `constructor`,
]

/** Lists that close the rule and add others. */
const rules = (origin: string): readonly string[] => [
  `p {} body { background: url(${origin}/ran) } q`,
  `p } * { background: url(${origin}/ran) } q {`,
  `p, /* `,
  `p; @import url(${origin}/ran)`,
  `:is(`,
  `p::before { content: url(${origin}/ran) }`,
  `[a="`,
  `\\`,
  `>>> p`,
  `text=Hello`,
  `xpath=//p`,
  `p >> q`,
  ':scope > p',
  `${'p '.repeat(400)}`,
]

function attacks(origin: string, folder: string): Attack[] {
  const selectors = [...texts(origin), ...rules(origin)]
  const handled = [0, 2, 4]
  return [
    ...selectors.map((text): Attack => ({ name: `selector ${text}`, options: { selector: text }, codes: handled })),
    ...selectors.map(
      (text): Attack => ({ name: `hide_selectors ${text}`, options: { hide_selectors: [text] }, codes: handled }),
    ),
    ...selectors.map(
      (text): Attack => ({ name: `wait_for_selector ${text}`, options: { wait_for_selector: text }, codes: handled }),
    ),
    { name: 'hide_selectors html', options: { hide_selectors: ['html'] }, codes: right },
    { name: 'hide_selectors *', options: { hide_selectors: ['*', 'html, body'] }, codes: right },
    { name: 'selector html', options: { selector: 'html' }, codes: right },
    { name: 'selector head', options: { selector: 'head' }, codes: [4] },
    { name: 'selector none', options: { selector: '#none' }, codes: [4] },
    { name: 'wait_for_selector none', options: { wait_for_selector: '#none' }, codes: [4] },
    ...texts(origin).map(
      (text): Attack => ({ name: `storage_state ${text}`, options: { storage_state: text }, codes: refused }),
    ),
    ...[
      '../../../../../../etc/passwd',
      '/etc/passwd',
      '/dev/zero',
      '.',
      '/',
      'fifo',
      'huge.json',
      'loop',
      'deep.json',
      'odd.json',
      'proto.json',
      'wrong.json',
      'NUL',
      'nul\u0000byte',
      '//host/share/state.json',
    ].map(
      (file): Attack => ({
        name: `storage_state ${file}`,
        options: { storage_state: file.includes('/') || file === 'NUL' || file === '.' ? file : join(folder, file) },
        codes: file === 'proto.json' ? [0, 2] : refused,
      }),
    ),
  ]
}

/** Files that a name of a state may lead to. */
function prepareFiles(folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mkfifo', [join(folder, 'fifo')])
  writeFileSync(join(folder, 'huge.json'), '[')
  truncateSync(join(folder, 'huge.json'), 100_000_000)
  symlinkSync('loop', join(folder, 'loop'))
  writeFileSync(join(folder, 'deep.json'), '['.repeat(1_000_000))
  writeFileSync(join(folder, 'odd.json'), JSON.stringify({ cookies: [{ name: 1 }], origins: [null] }))
  writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ cookies: [{ name: 'a', value: 'b' }], origins: [] }))
  writeFileSync(
    join(folder, 'proto.json'),
    '{"__proto__":{"x":1},"cookies":[],"origins":[{"origin":"javascript:alert(1)","localStorage":[]}]}',
  )
}

/** @param only part of a name */
export async function tryHostileValues(folder: string, only: string): Promise<AttackResult[]> {
  prepareFiles(folder)
  let ran = ''
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/ran')) ran = request.url
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A</title><p>Hello</p><p>World</p>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const base = resolveCaptureConfig({ target_url: `${origin}/`, viewport: { width: 300, height: 200 } }, [])
  const results: AttackResult[] = []
  for (const [index, { name, options, codes }] of attacks(origin, folder).entries()) {
    if (!name.includes(only)) continue
    const before = readdirSync(folder)
    // The configuration as it was not validated; a page that lacks the element is waited for only briefly.
    const config = {
      ...base,
      timeouts: { ...base.timeouts, navigation_ms: 2000 },
      options: { ...base.options, ...options },
    }
    const script = join(folder, `${index}.mjs`)
    writeFileSync(script, renderScript(config))
    const output = join(folder, `${index}.png`)
    const { code, errors, seconds } = await runScript(script, output, {})
    const faults = [
      ran && `code ran: ${ran}`,
      !codes.includes(code) && `exit code ${code}`,
      code !== 0 && !/^error: [^\n]+$/.test(errors) && 'not one line',
      errors.length > 1500 && 'a long line',
      seconds > 30 && `${seconds.toFixed(0)} s`,
      (code === 0) !== existsSync(output) && 'output',
      ...readdirSync(folder).filter(file => !before.includes(file) && !file.startsWith(`${index}.`)),
    ]
    ran = ''
    const fault = faults.filter(Boolean).join('; ')
    results.push({ name, code, errors, fault })
    console.error(`${JSON.stringify(name).slice(0, 90)}: ${code} ${errors.slice(0, 160)} ${fault && `FAULT ${fault}`}`)
  }
  server.close()
  return results
}
