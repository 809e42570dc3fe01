// The program of `npm run capture` and of the image `capture`: resolves a request as the service does, and runs the script of these sources.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createValidator } from '../plugins/shared/input/validation.ts'
import { CaptureRequest, captureMedia } from '../schemas/capture.ts'
import type { FieldError } from '../schemas/problem-document.ts'
import { findInapplicableOptions, requestOf, resolveCaptureConfig } from '../src/capture/config.ts'
import { renderScript } from '../src/capture/script.ts'
import { variablesOf } from '../src/capture/steps.ts'
import { Problem } from '../src/errors.ts'
import { findSystemBrowser, isBrowserInstalled } from '../src/renders/find-browser.ts'
import { resolveAlias } from '../src/values/aliased-enum.ts'
import { isObject } from '../src/values/narrowing.ts'
import { describeFlags, flagOf, readCommandLine } from './capture-flags.ts'

/** As those of the script. */
const exitCodes = { setting: 2, tool: 3, navigation: 4 } as const

class CommandError extends Error {
  readonly kind: keyof typeof exitCodes
  constructor(kind: keyof typeof exitCodes, message: string) {
    super(message)
    this.kind = kind
  }
}

const usage = `Takes a screenshot or video of a page.

  npm run capture -- URL [options]
  docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/out" automation-service:capture URL [options]

URL is the address of a page, or of a stored capture (…/api/v1/captures/cap_…), whose configuration is used. Options override it.

  --output FILE
      The output file. Default: a name made from the host and the size.
  --env NAME (may be repeated)
      An environment variable that the steps of a stored capture may type. Those of --steps need no permission.
${describeFlags()}

The last words of an option's name are enough: --width, --duration.

Environment variables:
  {"env": "NAME"}       in the text of a step: NAME contains the text to type, for example a password
  CAPTURE_API_KEY       key of the service, for the address of a stored capture
  CAPTURE_COOKIES       cookies for the page's own site, as JSON: {"session": "…"}
  CAPTURE_HEADERS       headers for the page's own site, as JSON: {"authorization": "Bearer …"}
  CAPTURE_CHANNEL       an installed browser: chrome, msedge or another channel of Playwright
  CHROMIUM_PATH         path of another Chromium or Chrome
  CAPTURE_PROXY         a proxy for all requests: http://user:password@host:3128, socks5://host:1080
  CAPTURE_NO_SANDBOX    0: start Chromium with its sandbox, 1: without; default: with it if the system allows it
  FFMPEG_PATH           path of another ffmpeg

The program prints one line of JSON about the result to standard output. Exit codes: 0 success, 1 any other error, 2 invalid option,
3 missing tool, 4 the page or capture did not open, 5 encoding failed, 130 interrupted.
`

async function main(): Promise<number> {
  const { address, output, isHelp, allowedVariables, members } = readArguments()
  if (isHelp) {
    process.stdout.write(usage)
    return 0
  }
  if (address === undefined)
    throw new CommandError('setting', 'Give the address of a page. --help explains all options.')
  const stored = await readRequest(address)
  const script = renderRequested({ ...stored, ...members }, members.steps ? undefined : allowedVariables)
  return runScript(script, output === undefined ? [] : [output], await findBrowser())
}

function readArguments(): ReturnType<typeof readCommandLine> {
  try {
    return readCommandLine(process.argv.slice(2))
  } catch (error) {
    // Node.js explains the syntax after the first sentence.
    const [message = ''] = String(Object(error).message).split(/\. (?=To )|\n/)
    throw new CommandError('setting', message)
  }
}

/** A page, or what a stored capture asks for: no code, and no name of a file to write. */
async function readRequest(address: string): Promise<Readonly<Record<string, unknown>>> {
  if (!/^https?:\/\/[^?#]*\/api\/v1\/captures\/cap_[0-9a-f]{32}$/i.test(address)) return { target_url: address }
  const { capture_config } = Object(await fetchCapture(address))
  return { ...requestOf({ ...Object(capture_config) }) }
}

/** Longest wait for the service, ms. */
const fetchTimeoutMs = 30_000

async function fetchCapture(address: string): Promise<unknown> {
  const { CAPTURE_API_KEY: key } = process.env
  const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  try {
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(fetchTimeoutMs) })
    const answer: unknown = await response.json()
    if (response.ok && isObject(answer)) return answer
    const hint = response.status === 401 ? ' Set CAPTURE_API_KEY.' : ''
    throw new Error(`the service answered ${response.status}: ${Object(answer).detail}${hint}`)
  } catch (error) {
    const { message, cause } = Object(error)
    throw new CommandError('navigation', `${address} did not open: ${cause?.message ?? message}`)
  }
}

/**
 * @param allowedVariables that the steps may type; by default all
 * @throws CommandError with all mistakes of the request, as the service finds them
 */
function renderRequested(sent: unknown, allowedVariables?: readonly string[]): string {
  if (!isRequest(sent)) throw invalid(validate(sent))
  const refused = variablesOf(sent.steps ?? []).find(name => allowedVariables?.includes(name) === false)
  if (refused !== undefined) {
    const message = `The stored capture types the environment variable ${refused} into ${sent.target_url}.`
    throw new CommandError('setting', `${message} Add --env ${refused} to allow it.`)
  }
  const warnings = [...findUnknownValues(sent), ...findInapplicableOptions(sent)].map(describe)
  try {
    return renderScript(resolveCaptureConfig(sent, warnings))
  } catch (error) {
    throw error instanceof Problem ? invalid(error.fieldErrors) : error
  }
}

const validate = createValidator(CaptureRequest, 'body')

function isRequest(sent: unknown): sent is CaptureRequest {
  return validate(sent).length === 0
}

type Mistake = Pick<FieldError, 'pointer' | 'message'>

function findUnknownValues(request: CaptureRequest): readonly Mistake[] {
  const sent: Readonly<Record<string, unknown>> = request
  return Object.entries(captureMedia.aliasedEnums ?? {}).flatMap(([pointer, known]) => {
    const value = sent[pointer.slice(1)]
    if (typeof value !== 'string' || resolveAlias(known, value).known) return []
    return [{ pointer, message: `Unknown value ${value}. Send one of ${known.allowed.join(', ')}.` }]
  })
}

function invalid(mistakes: readonly Mistake[]): CommandError {
  return new CommandError('setting', mistakes.map(describe).join('\nerror: '))
}

function describe({ pointer, message }: Mistake): string {
  return `${flagOf(pointer)}: ${message}`
}

const playwrightFolder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))

/** @returns the variables that name a browser; none where Playwright finds its own, which is installed if there is no other */
async function findBrowser(): Promise<Readonly<Record<string, string>>> {
  const { CHROMIUM_PATH, CAPTURE_CHANNEL } = process.env
  if (CHROMIUM_PATH || CAPTURE_CHANNEL) return {}
  const { chromium } = await import('playwright-core')
  if (isBrowserInstalled(chromium.executablePath())) return {}
  const installed = findSystemBrowser()
  if (installed !== undefined) return { CHROMIUM_PATH: installed }
  const args = [join(playwrightFolder, 'cli.js'), 'install', '--only-shell', 'chromium']
  process.stderr.write('Installing Chromium (playwright install chromium)\n')
  // Standard output is for the result.
  const child = spawn(process.execPath, args, { stdio: ['ignore', process.stderr, process.stderr] })
  const [code] = await once(child, 'close')
  if (code === 0) return {}
  const hint = 'Install Chromium, Chrome or Edge, and set CHROMIUM_PATH if it is in an unusual place.'
  throw new CommandError('tool', `Chromium is missing and could not be downloaded. ${hint}`)
}

/** Runs the script in the folder of the user. @returns its exit code */
async function runScript(script: string, args: readonly string[], browser: NodeJS.ProcessEnv): Promise<number> {
  const { npm_lifecycle_event: npmScript, INIT_CWD = process.cwd() } = process.env
  const folder = await mkdtemp(join(tmpdir(), 'capture-'))
  try {
    const file = join(folder, 'capture.mjs')
    await writeFile(file, script)
    const child = spawn(process.execPath, [file, ...args], {
      // npm changes to the folder of the package.
      cwd: npmScript === 'capture' ? INIT_CWD : process.cwd(),
      env: { ...process.env, ...browser, NODE_PATH: dirname(playwrightFolder) },
      stdio: 'inherit',
    })
    // The script cleans up and chooses the exit code.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
    const [code, signal] = await once(child, 'close')
    return code ?? 128 + (Object(constants.signals)[signal] ?? 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  process.stderr.write(`error: ${error.message}\n`)
  process.exitCode = exitCodes[error.kind]
}
