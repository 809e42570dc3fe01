// Configuration: typed values, all errors at once, secrets from files, --help from the same schema.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig, settingRows } from '../src/config/config.ts'
import { help, misspeltSettings } from '../src/config/help.ts'

t.test('an empty environment gives the documented defaults', async t => {
  const config = readConfig({})
  t.match(config, {
    PORT: 3000,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    DATA_DIR: './data',
    ADMIN_TOKEN: '',
    DRAIN_MS: 5000,
    STORAGE_MAX_MB: 1024,
    METRICS: true,
    PLAYGROUND: true,
    MCP: true,
    ANALYSIS_CACHE: true,
    FFMPEG_PATH: 'ffmpeg',
  })
  t.equal(config.VISION_DEFAULT_PROVIDER, undefined)
  t.equal(readConfig({ VISION_DEFAULT_PROVIDER: 'gemini' }).VISION_DEFAULT_PROVIDER, 'gemini')
  t.same(config.FETCH_ALLOW_CIDRS, [])
  t.ok(Object.isFrozen(config))
})

t.test('lists are read with commas or spaces', async t => {
  const { TRUST_PROXY, CORS_ORIGINS } = readConfig({
    TRUST_PROXY: 'uniquelocal, 203.0.113.7 2001:db8::/32',
    CORS_ORIGINS: 'https://app.example,http://localhost:5173',
  })
  t.strictSame(TRUST_PROXY, ['uniquelocal', '203.0.113.7', '2001:db8::/32'])
  t.strictSame(CORS_ORIGINS, ['https://app.example', 'http://localhost:5173'])
  t.strictSame(readConfig({ CORS_ORIGINS: '*' }).CORS_ORIGINS, ['*'])
})

t.test('PUBLIC_URL is an absolute http or https URL', async t => {
  t.equal(readConfig({}).PUBLIC_URL, undefined)
  t.equal(readConfig({ PUBLIC_URL: 'https://Studio.example/tools' }).PUBLIC_URL, 'https://studio.example/tools')
  for (const PUBLIC_URL of [
    'studio.example',
    '/tools',
    'ftp://studio.example',
    'https://a:b@studio.example',
    'https://',
    '*',
  ])
    t.throws(() => readConfig({ PUBLIC_URL }), { message: /PUBLIC_URL must be an http or https URL/ }, PUBLIC_URL)
})

t.test('an empty value counts as absent', async t => {
  t.equal(readConfig({ PORT: '' }).PORT, 3000)
})

t.test('booleans are 1, true, 0 or false in any case', async t => {
  for (const name of ['METRICS', 'PLAYGROUND', 'MCP', 'ANALYSIS_CACHE'] as const) {
    for (const text of ['1', 'true', 'TRUE', 'True']) t.equal(readConfig({ [name]: text })[name], true, text)
    for (const text of ['0', 'false', 'FALSE', 'False']) t.equal(readConfig({ [name]: text })[name], false, text)
    for (const text of ['on', 'no', '2', '01', 'truely', ' 1'])
      t.throws(() => readConfig({ [name]: text }), { message: `${name} must be 1, true, 0 or false (got "${text}")` })
  }
})

t.test('reports every invalid setting at once, with what is allowed and what it got', async t => {
  const bad = {
    PORT: '70000',
    LOG_LEVEL: 'loud',
    DATA_DIR: ' ',
    FETCH_ALLOW_CIDRS: '10.0.0.0/8,nonsense',
    DRAIN_MS: '-1',
    DATABASE_URL: 'mysql://root:sesame@localhost/records',
    RETENTION_DAYS: '-1',
    STORAGE_MAX_MB: '1.5',
    MAX_PIXELS: '1e9',
    VISION_DEFAULT_PROVIDER: 'unknown',
    OPENAI_BASE_URL: 'ftp://example.com',
    GEMINI_BASE_URL: 'https://user:word@example.com',
    OPENROUTER_BASE_URL: 'nowhere',
    TRUST_PROXY: 'loopback, everyone',
    ALLOWED_HOSTS: 'shop.example:80',
    PUBLIC_URL: 'public.example',
    CORS_ORIGINS: 'https://app.example/page',
    RATE_LIMIT: 'few',
  }
  t.throws(() => readConfig(bad), {
    message:
      /PORT must be an integer from 0 to 65535[\s\S]*LOG_LEVEL must be one of[\s\S]*DATA_DIR must be a folder[\s\S]*DATABASE_URL must be postgres:[\s\S]*RETENTION_DAYS must be an integer[\s\S]*STORAGE_MAX_MB must be an integer[\s\S]*FETCH_ALLOW_CIDRS .*nonsense[\s\S]*MAX_PIXELS[\s\S]*VISION_DEFAULT_PROVIDER must be one of openai, [\s\S]*OPENAI_BASE_URL must be an http[\s\S]*GEMINI_BASE_URL must[\s\S]*TRUST_PROXY .*everyone[\s\S]*ALLOWED_HOSTS must be host names[\s\S]*CORS_ORIGINS must be origins[\s\S]*RATE_LIMIT must[\s\S]*DRAIN_MS/,
  })
  const message = errorOf(() => readConfig(bad))
  // The others contain credentials.
  const { DATABASE_URL, GEMINI_BASE_URL, ...shown } = bad
  for (const [name, text] of Object.entries(shown))
    t.match(message, RegExp(`${name} .*\\(got "${text}"\\)(?:\n|$)`), name)
})

t.test('messages hide what may be a secret in a URL, and cut long values', async t => {
  const received = (OPENAI_BASE_URL: string) => /got (.*)\)$/.exec(errorOf(() => readConfig({ OPENAI_BASE_URL })))?.[1]
  t.equal(received('https://user:sesame@example.com/v1'), '"…@example.com/v1"')
  t.equal(received('user:open/sesame@example.com'), '"…@example.com"')
  t.equal(received('https://example.com/v1?key=sesame'), '"https://example.com/v1?…"')
  t.equal(received('https://example.com/v1#sesame\nsesame'), '"https://example.com/v1?…"')
  t.equal(received('x"\n'), '"x\\"\\n"')
  t.equal(received('x'.repeat(200)), `"${'x'.repeat(200)}"`)
  t.equal(received('x'.repeat(201)), `"${'x'.repeat(200)}…"`)
})

/** A program that ends with an exit code, as a file. */
function writeProgram(t: Test, code: number): string {
  const file = join(t.testdir(), 'ffmpeg')
  writeFileSync(file, `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
  return file
}

t.test('an ffmpeg that is set must run; the default may be missing', async t => {
  const message = (FFMPEG_PATH: string) => errorOf(() => readConfig({ FFMPEG_PATH, PORT: 'x' }))
  t.match(
    message('/nowhere/ffmpeg'),
    /PORT .*\n.*FFMPEG_PATH must be the path of an ffmpeg that runs on this machine: .*\/nowhere\/ffmpeg ENOENT/,
  )
  const program = writeProgram(t, 1)
  t.match(
    message(program),
    `FFMPEG_PATH must be the path of an ffmpeg that runs on this machine: ${program} -version fails`,
  )
  t.match(message(t.testdirName), 'EACCES')
  t.match(message(' '), /FFMPEG_PATH must.* ENOENT/)
  writeProgram(t, 0)
  t.equal(readConfig({ FFMPEG_PATH: program }).FFMPEG_PATH, program)
  const { PATH } = process.env
  t.teardown(() => Object.assign(process.env, { PATH }))
  process.env.PATH = t.testdirName
  t.equal(readConfig({ FFMPEG_PATH: 'ffmpeg' }).FFMPEG_PATH, 'ffmpeg', 'a name is looked up in PATH')
  process.env.PATH = '/nowhere'
  t.match(message('ffmpeg'), 'ENOENT')
  t.equal(readConfig({}).FFMPEG_PATH, 'ffmpeg')
})

t.test('finds variables that are probably misspelt settings', async t => {
  const misspelt = {
    METRIC: 'METRICS',
    FFMPEG_PAHT: 'FFMPEG_PATH',
    ADMIN_TOKENS: 'ADMIN_TOKEN',
    RATE_LIMITS: 'RATE_LIMIT',
    LOGLEVEL: 'LOG_LEVEL',
    DATADIR: 'DATA_DIR',
    API_KEY: 'API_KEYS',
    CORS_ORIGIN: 'CORS_ORIGINS',
    port: 'PORT',
    ALLOWED_HOST: 'ALLOWED_HOSTS',
    DATABASE_URI: 'DATABASE_URL',
    TRUSTED_PROXY: 'TRUST_PROXY',
    FETCH_TIMEOUT: 'FETCH_TIMEOUT_MS',
    ADMIN_TOKEN_FIEL: 'ADMIN_TOKEN_FILE',
    Metrics: 'METRICS',
  }
  t.same(
    misspeltSettings(misspelt),
    Object.entries(misspelt).map(([name, setting]) => ({ name, setting })),
  )
  const settings = settingRows().flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name]))
  const usual =
    'HOSTNAME HOSTS PATH HOME PORTAL POST PORTS PWD OLDPWD USER LOGNAME SHELL SHLVL TERM LANG LC_ALL TZ TMPDIR EDITOR DISPLAY MAIL ' +
    'LS_COLORS XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR SSH_AUTH_SOCK INVOCATION_ID JOURNAL_STREAM CI DEBUG NODE_ENV NODE_PATH ' +
    'NODE_OPTIONS NODE_VERSION npm_config_cache npm_package_name npm_lifecycle_event INIT_CWD PYTHONPATH JAVA_HOME GOPATH ' +
    'HTTP_PROXY https_proxy no_proxy ALL_PROXY SSL_CERT_FILE KUBERNETES_PORT KUBERNETES_SERVICE_HOST AUTOMATION_SERVICE_PORT ' +
    'POSTGRES_PORT_5432_TCP REDIS_HOST REDIS_PORT DATABASE_USER DATABASE_HOST DB_HOST PGHOST PGPORT APP_KEY API_TOKEN ' +
    'OPENAI_API_KEY ANTHROPIC_API_KEY GEMINI_API_KEY OPENROUTER_API_KEY GITHUB_TOKEN CHROMIUM_PATH FFPROBE_PATH UV_THREADPOOL_SIZE'
  t.same(misspeltSettings(Object.fromEntries([...settings, ...usual.split(' ')].map(name => [name, 'x']))), [])
})

t.test('reads a secret from the environment or from a file; a missing file is an error', async t => {
  const folder = t.testdir({ token: 'read-from-a-file\n' })
  t.equal(readConfig({ ADMIN_TOKEN: 'given-by-operators' }).ADMIN_TOKEN, 'given-by-operators')
  t.equal(readConfig({ ADMIN_TOKEN_FILE: join(folder, 'token') }).ADMIN_TOKEN, 'read-from-a-file')
  t.throws(() => readConfig({ ADMIN_TOKEN_FILE: join(folder, 'missing') }), { message: /ADMIN_TOKEN .*ENOENT/ })
})

t.test('API keys are name:secret, separated by commas or line breaks', async t => {
  const keys = (API_KEYS: string) => readConfig({ API_KEYS }).API_KEYS
  t.same(readConfig({}).API_KEYS, [])
  t.same(keys(''), [])
  t.same(keys('ci:one-of-16-letter'), [{ name: 'ci', secret: 'one-of-16-letter' }])
  const longest = 'n'.repeat(64)
  const [marks, quotes] = ['!'.repeat(16), `"'`.repeat(8)]
  t.same(keys(` a.b_c-1:x:y:zebra-crossing , ${longest}:${marks} ,\n__proto__:${quotes}`), [
    { name: 'a.b_c-1', secret: 'x:y:zebra-crossing' },
    { name: longest, secret: marks },
    { name: '__proto__', secret: quotes },
  ])
  const folder = t.testdir({ keys: '\uFEFFci:first-of-two-keys\r\nweb:second-of-two-keys\n\n', empty: '\n' })
  const fromFile = (name: string) => readConfig({ API_KEYS_FILE: join(folder, name) }).API_KEYS
  t.same(fromFile('keys'), [
    { name: 'ci', secret: 'first-of-two-keys' },
    { name: 'web', secret: 'second-of-two-keys' },
  ])
  t.throws(() => fromFile('empty'), { message: /API_KEYS is empty in the file named by API_KEYS_FILE/ })
})

t.test('the admin token and each API key have at least 16 characters', async t => {
  const [short, long] = ['s'.repeat(15), 's'.repeat(16)]
  t.equal(readConfig({ ADMIN_TOKEN: long }).ADMIN_TOKEN, long)
  t.equal(readConfig({ API_KEYS: `ci:${long}` }).API_KEYS[0]?.secret, long)
  const file = join(t.testdir({ token: short }), 'token')
  for (const environment of [
    { ADMIN_TOKEN: short, API_KEYS: `ci:${short},web:${long},x:x`, PORT: 'x' },
    { ADMIN_TOKEN_FILE: file, API_KEYS: `ci:${short},web:${long},x:x`, PORT: 'x' },
  ]) {
    const error = errorOf(() => readConfig(environment))
    t.match(error, 'ADMIN_TOKEN must be a token of at least 16 characters without white space\n')
    t.match(error, ': the secret of ci is shorter than 16 characters; the secret of x is shorter than 16 characters')
    t.match(error, 'PORT must be')
    t.notMatch(error, short)
  }
})

t.test('rejects invalid API keys without repeating their secret', async t => {
  const bad: readonly (readonly [text: string, message: RegExp])[] = [
    ['sesame', /entry 1 does not begin with a name/],
    ['ci:one-of-the-two-keys,:sesame', /entry 2 does not begin with a name/],
    ['ci:', /the secret of ci is empty or contains white space/],
    ['ci: sesame', /the secret of ci is empty or contains white space/],
    ['ci:open sesame', /the secret of ci is empty or contains white space/],
    ['se same:x', /entry 1 does not begin/],
    ['sesamé:x', /entry 1 does not begin/],
    [`${'sesame'.repeat(11)}:x`, /entry 1 does not begin/],
    ['ci:open-sesame-for-us-1,ci:open-sesame-for-us-2', /the name ci occurs twice/],
    ['ci:open-sesame-for-us,web:open-sesame-for-us', /ci and web have the same secret/],
    ['ci:open-sesame-for-us,ci:open-sesame-for-us', /the name ci occurs twice/],
    ['ci:sesame', /the secret of ci is shorter than 16 characters/],
    [',', /is empty/],
    [' ', /is empty/],
    ['sesame,ci:,x:ok', /entry 1 does not .*; the secret of ci/],
  ]
  for (const [API_KEYS, message] of bad) {
    const error = errorOf(() => readConfig({ API_KEYS }))
    t.match(error, message, API_KEYS)
    t.match(error, 'API_KEYS must be a list of name:secret')
    t.notMatch(error, /sesam/)
  }
  t.throws(() => readConfig({ ADMIN_TOKEN: 'open sesame' }), {
    message: /^(?=[\s\S]*ADMIN_TOKEN must)(?![\s\S]*sesame)/,
  })
})

t.test('help lists every setting', async t => {
  const text = help()
  for (const { name, meaning } of settingRows()) {
    t.match(text, name)
    t.match(text, meaning)
  }
})

t.test('requires a complete database URL and never prints it', async t => {
  for (const url of ['postgres://localhost/records', 'postgresql://me:a%20b@db.example:5433/records?sslmode=require'])
    t.equal(readConfig({ DATABASE_URL: url }).DATABASE_URL, url)
  for (const url of [
    'mysql://me:sesame@localhost/records',
    'postgres://me:sesame@localhost',
    'postgres://me:sesame@/x',
    'sesame',
  ])
    t.throws(
      () => readConfig({ DATABASE_URL: url }),
      { message: /^(?=[\s\S]*DATABASE_URL must)(?![\s\S]*sesame)/ },
      url,
    )
  t.notMatch(help(), /undefined|sesame/)
})

t.test('REDIS_URL names a host, and is never printed', async t => {
  for (const url of ['redis://localhost', 'rediss://me:a%20b@cache.example:6380/3', 'redis://[::1]:6379/'])
    t.equal(readConfig({ REDIS_URL: url }).REDIS_URL, url)
  for (const url of ['http://me:sesame@localhost', 'redis://', 'redis://sesame@localhost/name', 'sesame'])
    t.throws(() => readConfig({ REDIS_URL: url }), { message: /^(?=[\s\S]*REDIS_URL must)(?![\s\S]*sesame)/ }, url)
})

t.test('MEMORY_BUDGET_MB is a number of megabytes, by default derived from the machine', async t => {
  t.equal(readConfig({ MEMORY_BUDGET_MB: '64' }).MEMORY_BUDGET_MB, 64)
  t.equal(readConfig({}).MEMORY_BUDGET_MB, undefined)
  t.throws(() => readConfig({ MEMORY_BUDGET_MB: '1' }), { message: /MEMORY_BUDGET_MB must be an integer/ })
})

function errorOf(action: () => unknown): string {
  try {
    action()
    return 'no error'
  } catch (error) {
    return String(error)
  }
}
