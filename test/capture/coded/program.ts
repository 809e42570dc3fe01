// The page of clocks for other programs, the benchmark of recorders above all. `program.ts serve <seconds of video>` prints the address and
// serves until its input ends; `program.ts measure <film> <frames a second>` prints how every clock runs in a film, as JSON.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ffmpegPath, filmTools } from '../../tools.ts'
import { clocks } from './clocks.ts'
import { measureFilm } from './measure.ts'
import { makeMedia } from './media.ts'
import { serveClocks } from './serve.ts'

const [command, argument = '', fps] = process.argv.slice(2)
if (command === 'serve') await serve(Number(argument))
else if (command === 'measure') {
  const measured = await measureFilm(filmTools, argument, clocks, Number(fps))
  const ticks = Object.fromEntries(clocks.map(({ name, tick }) => [name, tick]))
  process.stdout.write(JSON.stringify({ ...measured, ticks }))
} else throw new Error('program.ts serve <seconds> | measure <film> <frames a second>')

async function serve(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'clocks-'))
  await makeMedia(ffmpegPath ?? 'ffmpeg', folder, seconds)
  const host = await serveClocks(folder)
  console.log(host.address())
  process.stdin.resume().on('end', () => {
    host.close()
    rmSync(folder, { recursive: true })
  })
}
