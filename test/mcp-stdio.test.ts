// `npm run mcp` with the client of the official SDK: files by their paths, the service that it starts, and the one that runs already.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import t, { type Test } from 'tap'
import { serverProgram } from './helpers/bundle.ts'
import { freePort } from './helpers/free-port.ts'
import { photographPath } from './helpers/playground.ts'
import { startService } from './helpers/service.ts'

const program = serverProgram.replace(/server\.js$/, 'mcp.js')
const texts = { headline: 'Ship', sub_headline: 'From one picture.', cta_button_text: 'Start' }

async function connect(t: Test, environment: Readonly<Record<string, string>>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program],
    env: { PATH: process.env.PATH ?? '', RENDER: 'off', LOG_LEVEL: 'warn', ...environment },
  })
  const client = new Client({ name: 'test', version: '1' })
  t.teardown(() => client.close())
  await client.connect(transport)
  const call = async (name: string, sent: object) => {
    const { isError = false, content } = Object(await client.callTool({ name, arguments: { ...sent } }))
    return { isError, ...JSON.parse(content[0].text) }
  }
  return { client, call }
}

t.test('starts the service, and takes files by their paths', async t => {
  const port = await freePort()
  const { client, call } = await connect(t, { PORT: String(port), DATA_DIR: t.testdir() })
  const { tools } = await client.listTools()
  const [analyze, build] = ['analyze_style', 'build_page'].map(name => tools.find(tool => tool.name === name))
  t.match(analyze?.inputSchema.properties, { path: { type: 'string' }, source_url: Object })
  t.match(build?.description, /absolute path of a file/)
  t.notOk(
    tools.some(({ name }) => name === 'create_upload'),
    'files have paths here',
  )

  const style = await call('analyze_style', { path: photographPath('food-coffee') })
  t.match(style, { isError: false, analysis: { id: /^ana_/ }, picture: { id: /^pic_/ } })
  t.equal(style.colors?.length, 6)
  const page = await call('build_page', {
    ...texts,
    analysis_id: style.analysis.id,
    sections: [
      { heading: 'Beach', text: 'Sand.', image: { src: photographPath('landscape-beach-city'), alt: 'Beach' } },
    ],
  })
  t.match(page, { isError: false, page: { url: RegExp(`^http://127.0.0.1:${port}/api/v1/pages/page_`) } })
  const html = await (await fetch(page.page.url)).text()
  t.match(html, 'alt="Beach"')

  await client.close()
  const isAnswered = () =>
    fetch(page.page.url).then(
      () => true,
      () => false,
    )
  while (await isAnswered()) await new Promise(resolve => setTimeout(resolve, 100))
})

t.test('starts the service at HOST, and on a free port where PORT is 0', async t => {
  const { call } = await connect(t, { HOST: '::1', PORT: '0', DATA_DIR: t.testdir() })
  const style = await call('analyze_style', { path: photographPath('food-coffee') })
  t.match(style.analysis?.url, /^http:\/\/\[::1\]:[1-9]\d*\/api\/v1\/analyses\/ana_/)
})

t.test('uses the service that runs, with its key, and says what is wrong with a file', async t => {
  const service = await startService(t, { API_KEYS: 'agent:key-of-an-agent-123', RENDER: 'off' })
  const { port } = new URL(await service.listen())
  const folder = join(t.testdirName, 'files')
  mkdirSync(join(folder, 'folder'), { recursive: true })
  writeFileSync(join(folder, 'text.png'), 'no picture')
  const { call } = await connect(t, { PORT: port, API_KEY: 'key-of-an-agent-123' })
  for (const [path, detail] of [
    ['picture.png', /is not an absolute path/],
    [join(folder, 'folder'), /is not a file/],
    [join(folder, 'missing.png'), /is not a file/],
    [join(folder, 'text.png'), /text\.png: This is a text, not an image/],
  ] as const)
    t.match(await call('analyze_style', { path }), { isError: true, detail })
  const style = await call('analyze_style', { path: photographPath('food-coffee') })
  t.match(style, { isError: false, analysis: { id: /^ana_/ } })
  const stranger = connect(t, { PORT: port })
  await t.rejects(stranger, /key/)
})
