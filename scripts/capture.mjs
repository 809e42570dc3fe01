// `npm run capture -- URL`: takes the screenshot or video itself. Installs the packages of this folder first where Playwright is missing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'

if (!isInstalled('playwright-core') || !isInstalled('tsx')) await install()
const { register } = await import('tsx/esm/api')
register()
await import('./capture-page.ts')

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`)
    return true
  } catch {
    return false
  }
}

/** Adds what is missing; a service that runs from this folder keeps its files. */
async function install() {
  process.stderr.write('Installing the packages of this folder (npm install)\n')
  const cwd = join(import.meta.dirname, '..')
  // Standard output is for the result.
  const child = spawn('npm', ['install', '--include=dev', '--no-save'], {
    cwd,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  })
  const [code] = await once(child, 'close')
  if (code === 0) return
  process.stderr.write(`error: Playwright is missing. Run in ${cwd}: npm ci\n`)
  process.exit(3)
}
