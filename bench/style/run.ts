// The benchmark of the style analysis: accuracy, time and memory beside the libraries that people use.
// `npm run bench:style -- prepare --checkouts DIR` reads the real pictures out of git checkouts, `npm run bench:style` measures on them.
// docs/benchmarks.md lists the other options.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeReport } from '../report.ts'
import { reportCost } from './cost.ts'
import { reportDesigners } from './designers.ts'
import { reportFiles } from './files.ts'
import { reportFocal } from './focal.ts'
import { defaultFolder, isHeldOut, preparePictures, readPrepared } from './pictures.ts'
import { reportReal } from './real.ts'

const usage = `Usage: npm run bench:style -- [prepare] [options]
  prepare --checkouts DIR [--out DIR]   read the real pictures out of git checkouts
  --held-out                            measure on the third of the real pictures that is set aside
  --part designers --met DIR --vangogh DIR   measure on palettes that people picked, in checkouts of MetBrewer and vangogh
  --part focal                          measure on focal points that a person marked
  --part cost                           measure time and memory
  --part files --suites DIR [--references DIR]   compare files of public suites, a folder each, with their own viewers
  --pictures DIR                        where the prepared pictures are
  --write                               put the tables into docs/benchmarks.md, too`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'real' },
    'held-out': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    checkouts: { type: 'string' },
    suites: { type: 'string' },
    references: { type: 'string', default: join(tmpdir(), 'suite-references') },
    met: { type: 'string' },
    vangogh: { type: 'string' },
    out: { type: 'string', default: defaultFolder },
    pictures: { type: 'string', default: defaultFolder },
  },
})

/** Exit status for wrong usage, and for pictures that are not prepared. */
const usageStatus = 2

if (positionals.length === 0) await measure()
else if (positionals[0] === 'prepare' && options.checkouts !== undefined) await prepare(options.checkouts)
else fail(usage)

async function prepare(checkouts: string): Promise<void> {
  const missing = await preparePictures(checkouts, options.out)
  const { pictures } = await readPrepared(options.out)
  console.log(`${pictures.length} pictures are in ${options.out}.`)
  if (missing.length === 0) return
  console.error(`Missing below ${checkouts}:\n${missing.join('\n')}`)
  process.exitCode = 1
}

async function measure(): Promise<void> {
  const report = await reportPart()
  if (report === undefined) return
  console.log(report)
  const name = options.part === 'real' && options['held-out'] ? 'held-out' : options.part
  if (options.write) await writeReport(`bench:style ${name}`, report)
}

/** @returns undefined when something is missing. */
async function reportPart(): Promise<string | undefined> {
  if (options.part === 'real') return reportPrepared()
  if (options.part === 'designers' && options.met !== undefined && options.vangogh !== undefined)
    return reportDesigners(options.met, options.vangogh)
  if (options.part === 'focal') return reportFocal((await readPrepared(options.pictures)).pictures)
  if (options.part === 'files' && options.suites !== undefined)
    return reportFiles({ ...options, suites: options.suites, isHeldOut: options['held-out'] })
  if (options.part === 'cost') return reportCost(options.pictures)
  return fail(usage)
}

async function reportPrepared(): Promise<string | undefined> {
  const { pictures, missing } = await readPrepared(options.pictures)
  if (pictures.length === 0) {
    return fail(
      `There are no pictures in ${options.pictures}. Prepare them from checkouts of the repositories in bench/style/pictures.json:\n  npm run bench:style -- prepare --checkouts DIR\nDIR/<owner>+<name>, DIR/<owner>/<name> or DIR/<name> is a checkout, bare or with a work tree.`,
    )
  }
  if (missing > 0) console.error(`${missing} of the pictures in bench/style/pictures.json are not prepared.`)
  return reportReal(pictures.filter(picture => isHeldOut(picture) === options['held-out']))
}

function fail(message: string): undefined {
  console.error(message)
  process.exitCode = usageStatus
}
