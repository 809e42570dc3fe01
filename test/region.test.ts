// A region of a picture, the number of colours and the average: what clients choose and measure beside the whole style.
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generate, parse, walk } from 'css-tree'
import sharp from 'sharp'
import t from 'tap'
import type { Region } from '../schemas/types.ts'
import { analyze } from '../src/analysis/analyze.ts'
import type { StyleTask } from '../src/analysis/task.ts'
import { deltaE00, sampleHex } from '../src/color/color-sample.ts'
import { formatHex } from '../src/color/srgb.ts'
import { createThumbnail } from '../src/image/encode-picture.ts'
import { startService } from './helpers/service.ts'
import { ffmpegPath, needs } from './helpers/tools.ts'
import { sample } from './helpers/whole.ts'

const quadrants = ['#C83232', '#1E64C8', '#F0C814', '#14A03C'] as const
const regions: readonly Region[] = [
  { x: 0, y: 0, width: 0.5, height: 0.5 },
  { x: 0.5, y: 0, width: 0.5, height: 0.5 },
  { x: 0, y: 0.5, width: 0.5, height: 0.5 },
  { x: 0.5, y: 0.5, width: 0.5, height: 0.5 },
]

function styleOf(bytes: Uint8Array, options: Partial<StyleTask> = {}) {
  const defaults = { depth: 'medium', platform: 'web_16_9', mediaType: undefined, maxPixels: 5e7 } as const
  return analyze({ ...defaults, ffmpegPath: ffmpegPath ?? 'ffmpeg', bytes, ...options })
}

/** Four areas of one colour: upper left, upper right, lower left, lower right. */
function drawQuadrants(width: number, height: number) {
  const parts = quadrants.map((background, index) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3, background } as const },
    left: (index % 2) * (width / 2),
    top: Math.floor(index / 2) * (height / 2),
  }))
  return sharp({ create: { width, height, channels: 3, background: '#000' } }).composite(parts)
}

async function photographs() {
  const folder = new URL('fixtures/pictures/', import.meta.url)
  const names = (await readdir(folder)).filter(name => name.endsWith('.jpg'))
  return Promise.all(sample(names, 6).map(async name => ({ name, bytes: await readFile(new URL(name, folder)) })))
}

t.test('a region has the colours of that part, in every format, size and orientation', async t => {
  for (const size of [40, 200, 1800, 3200]) {
    const picture = await drawQuadrants(size, size / 2)
      .png()
      .toBuffer()
    const files = [picture, await sharp(picture).webp({ lossless: true }).toBuffer()]
    for (const bytes of files)
      for (const [index, region] of regions.entries())
        t.same((await styleOf(bytes, { region })).colors, [quadrants[index]], `${size} ${index}`)
  }
  // Where each quadrant of the file is shown, by EXIF orientation.
  const shown: Readonly<Record<number, readonly number[]>> = {
    1: [0, 1, 2, 3],
    2: [1, 0, 3, 2],
    3: [3, 2, 1, 0],
    4: [2, 3, 0, 1],
    5: [0, 2, 1, 3],
    6: [2, 0, 3, 1],
    7: [3, 1, 2, 0],
    8: [1, 3, 0, 2],
  }
  for (const [orientation, order] of Object.entries(shown))
    for (const size of [400, 2400]) {
      const bytes = await drawQuadrants(size, size / 2)
        .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
        .withMetadata({ orientation: Number(orientation) })
        .toBuffer()
      for (const [index, region] of regions.entries()) {
        const [first = ''] = (await styleOf(bytes, { region: { ...region, width: 0.49, height: 0.49 } })).colors
        const expected = quadrants[order[index] ?? 0] ?? ''
        t.ok(deltaE00(sampleHex(first), sampleHex(expected)) < 2, `orientation ${orientation}: ${first} ${expected}`)
      }
    }
})

t.test('places stay those of the whole picture; the answer names the region', async t => {
  const dot = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><path fill="#fff" d="M0 0h800v400H0z"/>'
  const bytes = Buffer.from(`${dot}<circle cx="600" cy="200" r="50" fill="#c00"/></svg>`)
  const region = { x: 0.5, y: 0, width: 0.5, height: 1 }
  const whole = await styleOf(bytes)
  const part = await styleOf(bytes, { region })
  t.ok(Math.abs((part.focal_point?.x ?? 0) - 0.75) < 0.02, `${part.focal_point?.x}`)
  t.same(part.platform, whole.platform)
  t.same(part.media, whole.media)
  t.same(part.analysis.region, region)
  t.not(part.analysis.id, whole.analysis.id)
  t.equal(whole.analysis.region, undefined)
  const narrow = await styleOf(bytes, { region: { x: 0.999, y: 0.999, width: 0.001, height: 0.001 } })
  t.same(narrow.colors, ['#FFFFFF'])
})

/** A disc in the upper left quarter of a noisy ground, so that every row takes about as many bytes. */
async function discOnNoise() {
  const noise = { type: 'gaussian', mean: 200, sigma: 6 } as const
  const ground = sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff', noise } })
  const disc = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">'
  return ground.composite([{ input: Buffer.from(`${disc}<circle cx="200" cy="150" r="70" fill="#c00"/></svg>`) }])
}

t.test('places of a picture that ends early are those of the whole picture', async t => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const bytes = await (await discOnNoise()).jpeg().withMetadata({ orientation }).toBuffer()
    const cut = bytes.subarray(0, bytes.length * 0.6)
    const platform = orientation < 5 ? 'web_16_9' : 'instagram_reels'
    for (const region of [undefined, { x: 0.05, y: 0.05, width: 0.9, height: 0.9 }]) {
      const [whole, part] = [await styleOf(bytes, { platform, region }), await styleOf(cut, { platform, region })]
      const name = `orientation ${orientation}${region ? ', region' : ''}`
      t.match(part.analysis.warnings, [/is incomplete/], name)
      for (const side of ['x', 'y'] as const) {
        const [focus = 0, cutFocus = 9] = [whole.focal_point?.[side], part.focal_point?.[side]]
        t.ok(Math.abs(focus - cutFocus) < 0.03, `${name}: ${side} is ${cutFocus}, not ${focus}`)
        const [start, cutStart] = [whole.platform.crop[side], part.platform.crop[side]]
        t.ok(Math.abs(start - cutStart) < 16, `${name}: the crop begins at ${side} ${cutStart}, not ${start}`)
      }
    }
  }
})

t.test('the thumbnail for a provider shows the region only', async t => {
  const bytes = await drawQuadrants(800, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const options = { bytes, maxPixels: 5e7, ffmpegPath: '' }
  const { dominant } = await sharp(await createThumbnail({ ...options, region: regions[0] })).stats()
  t.ok(deltaE00(sampleHex(formatHex(dominant.r, dominant.g, dominant.b)), sampleHex(quadrants[2])) < 12)
  const { width, height } = await sharp(await createThumbnail({ ...options, region: regions[3] })).metadata()
  t.same([width, height], [200, 400])
})

t.test('a region of a video is that part of every frame', needs('ffmpeg'), async t => {
  const file = join(t.testdir(), 'film.mp4')
  const sources = ['#C83232', '#1E64C8'].flatMap(color => ['-f', 'lavfi', '-i', `color=${color}:s=160x90:r=5:d=2`])
  const filter = ['-filter_complex', '[0][1]hstack', '-pix_fmt', 'yuv420p', '-g', '2']
  await promisify(execFile)(ffmpegPath ?? '', ['-v', 'error', '-y', ...sources, ...filter, file])
  const bytes = await readFile(file)
  for (const [x, color] of [
    [0, '#C83232'],
    [0.5, '#1E64C8'],
  ] as const) {
    const { colors, video } = await styleOf(bytes, { region: { x, y: 0.1, width: 0.45, height: 0.5 } })
    t.equal(colors.length, 1)
    t.ok(deltaE00(sampleHex(colors[0] ?? ''), sampleHex(color)) < 4, `${colors}`)
    t.ok((video?.frames ?? 0) > 1)
  }
})

t.test('palette_size limits the palette to the most important colours, the largest among them', async t => {
  for (const { name, bytes } of await photographs()) {
    const whole = await styleOf(bytes)
    const largest = whole.palette.reduce((one, other) => (other.share > one.share ? other : one))
    for (const paletteSize of [1, 2, 5, 9, 15]) {
      const { palette, colors, roles, tokens, analysis } = await styleOf(bytes, { paletteSize })
      t.equal(palette.length, Math.min(paletteSize, whole.palette.length), name)
      t.equal(colors.length, Math.min(paletteSize, whole.colors.length), name)
      t.same(
        colors,
        palette.slice(0, colors.length).map(({ hex }) => hex),
      )
      t.ok(palette.some(({ hex }) => hex === largest.hex))
      t.ok(palette.every(({ hex }) => whole.palette.some(color => color.hex === hex)))
      t.ok(Math.abs(palette.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-6)
      t.same(roles, whole.roles)
      t.equal(Object.keys(tokens?.color.palette ?? {}).length, palette.length)
      t.equal(analysis.palette_size, paletteSize)
    }
    t.equal((await styleOf(bytes, { paletteSize: 1 })).palette[0]?.share, 1)
  }
})

t.test('the average is the mean in linear light', async t => {
  const half = await drawQuadrants(100, 100).png().toBuffer()
  // Mean of the four colours, channel by channel, in linear light (IEC 61966-2-1).
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  const encoded = (light: number) => 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
  const channels = [1, 3, 5].map(at => quadrants.map(hex => linear(Number.parseInt(hex.slice(at, at + 2), 16))))
  const [red = 0, green = 0, blue = 0] = channels.map(values =>
    Math.round(encoded(values.reduce((sum, value) => sum + value) / 4)),
  )
  t.equal((await styleOf(half)).average, formatHex(red, green, blue))
  for (const { name, bytes } of await photographs()) {
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const sums = [0, 0, 0]
    for (let at = 0; at < data.length; at++)
      sums[at % info.channels] = (sums[at % info.channels] ?? 0) + linear(data[at] ?? 0)
    const [r = 0, g = 0, b = 0] = sums.map(sum => Math.round(encoded((sum * info.channels) / data.length)))
    const { average } = await styleOf(bytes)
    t.ok(deltaE00(sampleHex(average), sampleHex(formatHex(r, g, b))) < 2.5, `${name}: ${average} ${formatHex(r, g, b)}`)
  }
})

t.test('the palette is a file for other programs, from the analysis and by its id', async t => {
  const service = await startService(t)
  const source_url = `data:image/png;base64,${(await drawQuadrants(80, 80).png().toBuffer()).toString('base64')}`
  const url = '/api/v1/analyze-vibe'
  for (const analysis_depth of ['low', 'medium']) {
    const json = await service.post(url, { source_url, analysis_depth })
    const { palette, roles, tokens } = json.json().style_metadata
    const address = String(json.headers['content-location'])
    const read = async (accept: string) => {
      const answer = await service.post(url, { source_url, analysis_depth }, { accept })
      const stored = await service.get(address, { headers: { accept } })
      t.equal(stored.payload, answer.payload, accept)
      t.equal(answer.headers['content-type'], `${accept}; charset=utf-8`)
      t.match(answer.headers.vary, /accept/)
      t.equal(
        (await service.get(address, { headers: { accept, 'if-none-match': String(stored.headers.etag) } })).statusCode,
        304,
      )
      return answer.payload
    }
    const declarations = new Map<string, string>()
    const sheet = parse(await read('text/css'), {
      parseCustomProperty: false,
      onParseError: error => t.fail(error.message),
    })
    walk(sheet, node => {
      if (node.type === 'Declaration') declarations.set(node.property, generate(node.value).trim())
    })
    t.equal(declarations.get('--on-primary'), roles.on_primary)
    t.equal(declarations.size, Object.keys(roles).length + palette.length)
    t.equal(declarations.get('--color-4'), palette[3].hex)
    const design = JSON.parse(await read('application/design-tokens+json'))
    if (tokens) t.same(design, tokens)
    t.equal(design.color.palette['1'].$value.hex, palette[0].hex.toLowerCase())
    const [header, ...lines] = (await read('application/x-gimp-palette')).trimEnd().split('\n')
    t.equal(header, 'GIMP Palette')
    const colors = lines
      .filter(line => /^ *\d/.test(line))
      .map(line => line.split('\t')[0]?.trim().split(/ +/).map(Number) ?? [])
    t.same(
      colors.map(([red = 0, green = 0, blue = 0]) => formatHex(red, green, blue)),
      palette.map(({ hex }: { hex: string }) => hex),
    )
  }
  const browser = await service.post(url, { source_url }, { accept: 'text/html,text/css;q=0.9,*/*;q=0.8' })
  t.match(browser.headers['content-type'], /^application\/json/)
})
