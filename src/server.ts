// The program of the service: its arguments and its configuration.
import { readConfig } from './config/config.ts'
import { help, misspeltSettings } from './config/help.ts'
import { processLog } from './process/log.ts'
import { runMain, serve } from './process/service-process.ts'
import { version } from './version.ts'

runMain(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return print(help())
  if (args.includes('--version')) return print(version)
  for (const { name, setting } of misspeltSettings(process.env))
    processLog.warn(`${name} is not a setting. Did you mean ${setting}?`)
  await serve(readConfig(process.env), { listens: true })
})

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
