// Who visits the page and what is accepted of it, by the unmodified script with a real browser: locale, time zone, statuses, certificates.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { join } from 'node:path'
import t from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { needs, opensslPath, shellPath } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

t.setTimeout(300_000)
t.jobs = 2

const chromium = needs('chromium')
const filmNeeds = needs('chromium', 'headless_shell', 'ffmpeg')
const shell = { CHROMIUM_PATH: shellPath ?? '' }
/** The headless shell starts with less than half of the CPU time; Playwright uses it too if both are installed. */
const env = whole || shellPath === undefined ? {} : shell

/** It tells the server what it sees; a worker does, too. */
const page = `<!doctype html><p>Page</p><script>
  const facts = '[navigator.language, (1234.5).toLocaleString(), new Date(0).toLocaleString(), new Date(0).getHours()]'
  const report = (who, facts) => fetch('/report' + location.search, { method: 'POST', body: JSON.stringify([who, ...facts]) })
  report('page', eval(facts))
  const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(' + facts + ')'])))
  worker.onmessage = ({ data }) => report('worker', data)
  </script>`

const reports = new Map<string, unknown[]>()
const languages = new Map<string, string | undefined>()
const answer: RequestListener = async (request, response) => {
  const { pathname, search } = new URL(request.url ?? '', 'http://localhost')
  if (pathname === '/report') {
    reports.set(search, [...(reports.get(search) ?? []), JSON.parse((await request.toArray()).join(''))])
    return response.end()
  }
  languages.set(search, request.headers['accept-language'])
  const [status = 200] = /\d+/.exec(pathname) ?? []
  response.writeHead(Number(status), { 'content-type': 'text/html' }).end(page)
}
const { url: origin } = await listen(t, createServer(answer))
const small = { viewport: { width: 64, height: 64, deviceScaleFactor: 1 }, delay: '0.5s' } as const

const jobs = [
  ['png', {}, env, chromium],
  ['mp4', { output_format: 'mp4', record_duration: '0.1s' }, shell, filmNeeds],
] as const
for (const [name, members, env, tools] of jobs) {
  t.test(`${name}: page and worker have the locale and the time zone`, { ...tools }, async t => {
    const request: CaptureRequest = {
      ...small,
      ...members,
      target_url: `${origin}/?${name}`,
      locale: 'de-de',
      timezone: 'Asia/Kolkata',
    }
    const { code, stderr } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    const facts = ['de-DE', '1.234,5', '1.1.1970, 05:30:00', 5]
    const found = reports.get(`?${name}`) ?? []
    t.strictSame(found.toSorted(), [
      ['page', ...facts],
      ['worker', ...facts],
    ])
    t.match(languages.get(`?${name}`), /^de-DE/)
  })
}

t.test('only the accepted statuses are no error', { ...chromium }, async t => {
  const rows = [
    ['/404', [404], 0],
    ['/403', [401, 403], 0],
    ['/410', [404], 4],
    ['/404', [], 4],
    ['/500', [404], 4],
  ] as const
  for (const [path, accept_status, exitCode] of rows) {
    const request = { ...small, target_url: origin + path, accept_status: [...accept_status] }
    const { code, stderr, left, config } = await runCapture(t, request, { env })
    t.strictSame([code, left], exitCode === 0 ? [0, [config.output_file]] : [4, []], stderr)
    if (exitCode > 0) t.match(stderr, `The page answered ${path.slice(1)}`)
  }
})

t.test('a certificate of its own is accepted on request', needs('chromium', 'openssl'), async t => {
  const folder = t.testdir()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=other.example']
  execFileSync(opensslPath ?? '', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer)
  const { url } = await listen(t, secure)
  const target_url = url.replace('http:', 'https:')
  const accepted = await runCapture(t, { ...small, target_url, ignore_https_errors: true }, { env })
  t.strictSame([accepted.code, accepted.left], [0, [accepted.config.output_file]], accepted.stderr)
  const refused = await runCapture(t, { ...small, target_url, ignore_https_errors: false }, { env })
  t.strictSame([refused.code, refused.left], [4, []])
  t.match(refused.stderr, /Cannot open the page .*ERR_CERT_/)
})
