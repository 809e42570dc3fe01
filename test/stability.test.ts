// The same picture gives the same style: again, in another process, in another file.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import t, { type Test } from 'tap'
import { type Depth, depths } from '../schemas/provenance.ts'
import type { StyleMetadata } from '../schemas/style.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { deltaE00 } from '../src/color/color-sample.ts'
import { undoUpscaling } from '../src/image/raster.ts'
import {
  artwork,
  bands,
  drawing,
  gradient,
  icon,
  logo,
  photograph,
  png,
  random,
  toneOf,
} from './fixtures/media/pictures.ts'
import { ownProcess } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const task = { platform: 'web_16_9', mediaType: undefined, maxPixels: 50e6, ffmpegPath: '' } as const

const styleOf = (bytes: Uint8Array, depth: Depth): Promise<StyleMetadata> => analyze({ ...task, bytes, depth })

/** A page of text with a bar, cards, a button and a badge. */
const screenshot = (seed: number): Promise<Buffer> => {
  const next = random(seed)
  const words = 'The quick brown fox jumps over the lazy dog and naps in the warm afternoon sun'.split(' ')
  const line = (x: number, y: number, count: number) => {
    const text = Array.from({ length: count }, () => words[Math.floor(next() * words.length)])
    return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="17" fill="#0F172A">${text.join(' ')}</text>`
  }
  const cards = [40, 360, 680].map(x => {
    const lines = Array.from({ length: 6 }, (_, row) => line(x + 20, 200 + 32 * row, 3))
    return `<rect x="${x}" y="150" width="280" height="250" rx="12" fill="#E2E8F0"/>${lines.join('')}`
  })
  const bar = '<rect width="1000" height="90" fill="#2563EB"/>'
  const button = '<rect x="40" y="480" width="220" height="70" rx="10" fill="#2563EB"/>'
  const badge = '<circle cx="920" cy="510" r="40" fill="#F97316"/>'
  const page = '<rect width="1000" height="620" fill="#FFFFFF"/>'
  return png(drawing(1000, 620, page + bar + cards.join('') + button + badge))
}

const moving = async (): Promise<Buffer> => {
  const frames = await Promise.all([bands('first', ['#C83232', '#1E64C8', '#F0C814']), bands('next', ['#FF00FF'])])
  return sharp(
    frames.map(({ bytes }) => bytes),
    { join: { animated: true } },
  )
    .gif()
    .toBuffer()
}

const bytesOf = async (picture: Promise<{ readonly bytes: Buffer }>): Promise<Buffer> => (await picture).bytes

/** Pictures of every kind, each in the format that such pictures have. */
const originals = {
  artwork: await bytesOf(artwork(4)),
  'photograph.jpeg': await bytesOf(photograph(2)),
  logo: await bytesOf(logo(2)),
  icon: await bytesOf(icon(1)),
  gradient: await bytesOf(gradient('#0B1026', '#F5A97F')),
  screenshot: await screenshot(3),
  'moving.gif': await moving(),
} as const

/** Analyses each file of a folder so many times at each depth, and prints the distinct answers. */
const again = `
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { analyze } from '${new URL('../src/analysis/analyze.ts', import.meta.url).href}'
const [, , folder, times] = process.argv
const found = {}
for (const name of await readdir(folder)) {
  for (const depth of ${JSON.stringify(depths)}) {
    const answers = new Set()
    for (let count = 0; count < times; count++)
      answers.add(JSON.stringify(await analyze({ ...${JSON.stringify(task)}, depth, bytes: await readFile(join(folder, name)) })))
    found[name + ' ' + depth] = [...answers]
  }
}
process.stdout.write(JSON.stringify(found))
`

/** The service in a process of its own. */
const serve = async (t: Test, dataDir: string): Promise<string> => {
  const server = join(import.meta.dirname, '..', 'src', 'server.ts')
  const child = spawn(ownProcess.command, [...ownProcess.words, server], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ANALYSIS_CACHE: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  while (!/listens on http:\S+;/.test(output)) output += (await once(child.stdout, 'data')).join('')
  child.stdout.resume()
  return /listens on (http:\S+);/.exec(output)?.[1] ?? ''
}

t.test('repeated analyses in two processes and those of the service give the same bytes', async t => {
  const times = whole ? '50' : '5'
  const folder = t.testdir({ 'again.ts': again, pictures: { ...originals } })
  const run = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
    const words = [...ownProcess.words, join(folder, 'again.ts'), join(folder, 'pictures'), times]
    const { stdout } = await promisify(execFile)(ownProcess.command, words, { maxBuffer: 1e8 })
    return JSON.parse(stdout)
  }
  const [one, other] = await Promise.all([run(), run()])
  t.same(Object.keys(one).length, Object.keys(originals).length * depths.length)
  const base = await serve(t, join(folder, 'data'))
  for (const [name, answers] of Object.entries(one)) {
    const [answer = ''] = answers
    t.equal(answers.length, 1, name)
    t.same(other[name], answers, name)
    const [file = '', depth] = name.split(' ')
    const bytes = await readFile(join(folder, 'pictures', file))
    const response = await fetch(`${base}/api/v1/analyze-vibe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source_url: `data:;base64,${bytes.toString('base64')}`, analysis_depth: depth }),
    })
    t.ok((await response.text()).includes(answer), `${name} over HTTP`)
  }
  t.comment(`cases: ${Object.keys(one).length} analyses, each ${times} times in 2 processes and once over HTTP`)
})

/** The measured members, without the facts of the file. */
const measured = ({ media: _, analysis: __, platform: ___, ...style }: StyleMetadata) => style

interface Tolerance {
  /** ΔE00 of a colour. */
  readonly color: number
  /** Part of the picture. */
  readonly share: number
}

const defaultTolerance: Tolerance = { color: 1, share: 0.01 }

/** The palette without the colours that only cover a little antialiasing: which greys they are depends on every pixel of an edge. */
const paletteOf = ({ palette, colors }: StyleMetadata): StyleMetadata['palette'] =>
  palette.filter(({ hex, share }) => share >= 0.01 || colors.includes(hex))

/** The visible differences of two styles. */
const unlike = (one: StyleMetadata, other: StyleMetadata, { color, share }: Tolerance): readonly string[] => {
  const [own, others] = [paletteOf(one), paletteOf(other)]
  const palettes = [own, others].map(palette => palette.map(({ hex, share }) => `${hex} ${share}`).join(', '))
  const missing = own.filter(entry =>
    others.every(
      candidate =>
        deltaE00(toneOf(entry.hex), toneOf(candidate.hex)) > color || Math.abs(entry.share - candidate.share) > share,
    ),
  )
  const numbers = [
    ['brightness', one.brightness - other.brightness, 0.015],
    ['contrast', one.contrast - other.contrast, 0.015],
    ['temperature', one.temperature.value - other.temperature.value, 0.08],
    ['saturation', (one.saturation ?? 0) - (other.saturation ?? 0), 0.015],
    ['entropy', (one.complexity?.entropy ?? 0) - (other.complexity?.entropy ?? 0), 0.5],
    ['x', (one.focal_point?.x ?? 0) - (other.focal_point?.x ?? 0), 0.05],
    ['y', (one.focal_point?.y ?? 0) - (other.focal_point?.y ?? 0), 0.05],
    ['transparency', (one.transparency ?? 0) - (other.transparency ?? 0), 0.01],
  ] as const
  return [
    ...(own.length === others.length && missing.length === 0 ? [] : palettes),
    ...(one.colors.length === other.colors.length ? [] : [`${one.colors} and ${other.colors}`]),
    ...(one.scheme === other.scheme ? [] : [`${one.scheme} and ${other.scheme}`]),
    ...numbers.flatMap(([name, away, most]) => (Math.abs(away) <= most ? [] : [`${name} by ${away}`])),
  ]
}

/** A picture as a camera stores it that is held in some way: EXIF orientation 1 to 8 (Exif 2.32, tag 274). */
const held = async (picture: Buffer, orientation: number): Promise<Sharp> => {
  const turns: readonly ((source: Sharp) => Sharp)[] = [
    source => source,
    source => source.flop(),
    source => source.rotate(180),
    source => source.flip(),
    source => source.rotate(270).flop(),
    source => source.rotate(270),
    source => source.rotate(90).flop(),
    source => source.rotate(90),
  ]
  const turned = await turns[orientation - 1]?.(sharp(picture)).png().toBuffer()
  return sharp(turned).withMetadata({ orientation })
}

const enlarged = async (picture: Buffer, kernel: 'nearest' | 'lanczos3'): Promise<Buffer> => {
  const { width, height } = await sharp(picture).metadata()
  return sharp(picture)
    .resize(2 * width, 2 * height, { kernel })
    .png()
    .toBuffer()
}

/** Every colour of it is in a flat area, but for edges. */
const exact = { quality: 92, chromaSubsampling: '4:4:4' } as const

type Variant = readonly [name: string, make: (picture: Buffer) => Promise<Buffer>]

/** The same pixels in another file. */
const copies: readonly Variant[] = [
  ['as lossless WebP', picture => sharp(picture).webp({ lossless: true, exact: true }).toBuffer()],
  ['interlaced', picture => sharp(picture).png({ progressive: true }).toBuffer()],
]

/** Files that are turned by a tag, of pixels that are kept. */
const turned: readonly Variant[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (orientation): Variant => [
      `as PNG of orientation ${orientation}`,
      async picture => (await held(picture, orientation)).png().toBuffer(),
    ],
  ),
  ['as WebP of orientation 6', async picture => (await held(picture, 6)).webp({ lossless: true }).toBuffer()],
]

/** Files that look the same. */
const lookalikes: readonly Variant[] = [
  ['tagged Display P3', picture => sharp(picture).withIccProfile('p3').png().toBuffer()],
  ['tagged Display P3, as WebP', picture => sharp(picture).withIccProfile('p3').webp({ lossless: true }).toBuffer()],
  ['at twice the size', picture => enlarged(picture, 'lanczos3')],
  ['with every pixel doubled', picture => enlarged(picture, 'nearest')],
  ...[1, 3, 6, 8].map(
    (orientation): Variant => [
      `as JPEG of orientation ${orientation}`,
      async picture => (await held(picture, orientation)).flatten({ background: '#FFFFFF' }).jpeg(exact).toBuffer(),
    ],
  ),
]

/** Even ones: artwork is drawn from the start, not read from JPEG. */
const seeds = [10, 12, 14]
const asPng = async (picture: Promise<{ readonly bytes: Buffer }>): Promise<Buffer> =>
  sharp(await bytesOf(picture))
    .png()
    .toBuffer()

interface Family {
  readonly name: string
  readonly pictures: readonly Promise<Buffer>[]
  /** What changes the picture itself, for pictures of this kind. */
  readonly but?: RegExp
}

const families: readonly Family[] = [
  { name: 'flat artwork', pictures: seeds.map(seed => asPng(artwork(seed))) },
  // Grain has no colours of its own: which ones represent it depends on the last bit.
  { name: 'photographs', pictures: seeds.map(seed => asPng(photograph(seed))), but: /JPEG|P3|size|doubled/ },
  { name: 'logos on nothing', pictures: seeds.map(seed => asPng(logo(seed))), but: /JPEG/ },
  // Twice as large, smoothed edges are a quarter of an icon.
  { name: 'icons of 24 px', pictures: seeds.map(seed => asPng(icon(seed))), but: /JPEG|twice/ },
  // Text is mostly edges: libjpeg blends it with the background when it shrinks, and so does smooth enlarging.
  { name: 'screenshots', pictures: seeds.map(screenshot), but: /JPEG|size/ },
  { name: 'monochromes', pictures: [asPng(bands('greys', ['#111827', '#374151', '#9CA3AF', '#F3F4F6']))] },
]

for (const [index, { name, pictures, but = /^$/ }] of families.entries()) {
  for (const depth of whole ? depths : depths.slice(index % 3, (index % 3) + 1)) {
    t.test(`${name} give the same style in every file at depth ${depth}`, async t => {
      for (const picture of await Promise.all(pictures)) {
        const wanted = await styleOf(picture, depth)
        for (const [variant, make] of copies)
          t.same(measured(await styleOf(await make(picture), depth)), measured(wanted), `${name} ${variant}`)
        for (const [variant, make] of [...turned, ...lookalikes].filter(([variant]) => !but.test(variant)))
          t.same(unlike(wanted, await styleOf(await make(picture), depth), defaultTolerance), [], `${name} ${variant}`)
      }
    })
  }
}

t.test('a gradient gives the same style in every file that keeps its pixels', async t => {
  const { bytes } = await gradient('#0B1026', '#F5A97F')
  for (const depth of depths) {
    const wanted = measured(await styleOf(bytes, depth))
    for (const [variant, make] of [...copies, ...turned])
      t.same(measured(await styleOf(await make(bytes), depth)), wanted, `${depth} ${variant}`)
  }
})

t.test('the enlargement of small pictures by whole factors is undone', async t => {
  const next = random(3)
  const one = Uint8Array.from({ length: 24 * 18 * 4 }, () => next() * 256)
  const grown = (times: number) => {
    const [width, height] = [24 * times, 18 * times]
    const source = (at: number) => Math.floor(at / width / times) * 24 + Math.floor((at % width) / times)
    return {
      ...{ width, height },
      pixels: Uint8Array.from(
        { length: width * height * 4 },
        (_, byte) => one[source(byte >> 2) * 4 + (byte & 3)] ?? 0,
      ),
    }
  }
  const small = grown(1)
  t.equal(undoUpscaling(small, small), small)
  for (const times of [2, 4]) t.same(undoUpscaling(grown(times), grown(times)), small)
  const large = grown(8)
  t.equal(undoUpscaling(large, large), large)
  const plain = { width: 64, height: 32, pixels: new Uint8Array(64 * 32 * 4).fill(200) }
  t.equal(undoUpscaling(plain, plain), plain)
  const odd = { width: 3, height: 18, pixels: one.subarray(0, 3 * 18 * 4) }
  t.equal(undoUpscaling(odd, odd), odd)
  const sample = grown(2)
  t.equal(undoUpscaling(sample, { width: 4800, height: 3600 }), sample)
})
