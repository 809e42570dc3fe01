// Faces: where they are found, where they are not, and what they decide.
import { readdir, readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import t, { type Test } from 'tap'
import type { StyleMetadata } from '../schemas/style.ts'
import type { Region } from '../schemas/types.ts'
import { analyze } from '../src/analysis/analyze.ts'
import type { StyleTask } from '../src/analysis/task.ts'
import { decodeImage } from '../src/image/decode.ts'
import { boxAround, focusOfFaces, headAround, mainFaces } from '../src/style/composition/heads.ts'
import { measureComposition } from '../src/style/composition/layout.ts'
import { fitPlatform } from '../src/style/composition/platform-fit.ts'
import { detectFaces } from '../src/style/faces/detect-faces.ts'
import { buildGrid } from '../src/style/sampling/grid.ts'

type Box = readonly [x: number, y: number, width: number, height: number]

const folders = ['pictures', 'faces'].map(name => new URL(`fixtures/${name}/`, import.meta.url))
const files = new Map<string, URL>()
for (const folder of folders)
  for (const name of await readdir(folder)) if (name.endsWith('.jpg')) files.set(name, new URL(name, folder))

/** Faces as somebody marked them before the detector ran, in hundredths of the picture. */
const people: Readonly<Record<string, readonly Box[]>> = {
  'people-astronaut.jpg': [[35, 11, 18, 24]],
  'people-espinasse.jpg': [[43, 20, 18, 19]],
  'people-face-paint.jpg': [[27, 15, 54, 47]],
  'people-frederick-douglass-circa-1879.jpg': [[33, 23, 31, 31]],
  'people-pilots.jpg': [
    [20, 34, 9, 14],
    [44, 15, 9, 15],
    [70, 36, 9, 14],
  ],
}

/** Pictures with drawn or small faces, which may count or not. */
const ambiguous = ['painting-cover-source.jpg', 'illustration-1.jpg', 'illustration-illustration-3.jpg', 'sport-']

function styleOf(bytes: Uint8Array, options: Partial<StyleTask> = {}): Promise<StyleMetadata> {
  const defaults = { depth: 'medium', platform: 'web_16_9', mediaType: undefined, maxPixels: 5e7 } as const
  return analyze({ ...defaults, ffmpegPath: 'ffmpeg', bytes, ...options })
}

function read(name: string): Promise<Buffer> {
  return readFile(files.get(name) ?? name)
}

/** The area that two boxes share, as a part of the area of both. */
function overlap(one: Region, other: Region): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const shared = Math.max(0, width) * Math.max(0, height)
  return shared / (one.width * one.height + other.width * other.height - shared)
}

function regionOf([x, y, width, height]: Box): Region {
  return { x: x / 100, y: y / 100, width: width / 100, height: height / 100 }
}

function hasFaces(t: Test, { faces = [] }: StyleMetadata, marked: readonly Region[], name: string): void {
  t.equal(faces.length, marked.length, `${name}: ${JSON.stringify(faces)}`)
  for (const box of marked)
    t.ok(
      faces.some(face => overlap(face, box) > 0.5),
      `${name}: ${JSON.stringify(box)}`,
    )
}

for (const depth of ['medium', 'high'] as const)
  t.test(`finds every face and no other thing at depth ${depth}`, async t => {
    for (const name of [...files.keys()].filter(name => !ambiguous.some(start => name.startsWith(start))))
      hasFaces(t, await styleOf(await read(name), { depth }), (people[name] ?? []).map(regionOf), name)
  })

t.test('looks for no face at depth low', async t => {
  const style = await styleOf(await read('people-astronaut.jpg'), { depth: 'low' })
  t.notOk('faces' in style)
})

t.test('finds faces in every size, orientation and format, and behind transparency', async t => {
  const [marked] = people['people-astronaut.jpg']?.map(regionOf) ?? []
  const wanted = marked ? [marked] : []
  const portrait = await sharp(await read('people-astronaut.jpg')).toBuffer()
  const variants: Readonly<Record<string, Sharp>> = {
    'of 96 px': sharp(portrait).resize(96),
    'of 3000 px': sharp(portrait).resize(3000),
    grey: sharp(portrait).greyscale(),
    'half transparent': sharp(portrait).ensureAlpha(0.6),
  }
  for (const [name, file] of Object.entries(variants))
    for (const bytes of [await file.png().toBuffer(), await file.webp().toBuffer()])
      hasFaces(t, await styleOf(bytes), wanted, name)
  const turned = sharp(portrait).rotate(270).withMetadata({ orientation: 6 })
  for (const bytes of [await turned.png().toBuffer(), await turned.jpeg().toBuffer()])
    hasFaces(t, await styleOf(bytes), wanted, 'turned')
})

t.test('finds a face in a part and at the edge of a wide picture', async t => {
  const face = await sharp(await read('people-astronaut.jpg'))
    .extract({ left: 60, top: 0, width: 340, height: 200 })
    .resize({ height: 300 })
    .toBuffer()
  const wide = sharp({ create: { width: 1200, height: 300, channels: 3, background: '#8899AA' } })
  const bytes = await wide
    .composite([{ input: face, left: 690, top: 0 }])
    .png()
    .toBuffer()
  const whole = await styleOf(bytes, { platform: 'instagram_reels' })
  const [found] = whole.faces ?? []
  t.ok(found && Math.abs(found.x + found.width / 2 - 0.72) < 0.02, JSON.stringify(whole.faces))
  const part = await styleOf(bytes, { region: { x: 0.5, y: 0, width: 0.5, height: 1 }, platform: 'instagram_reels' })
  t.ok(
    part.faces?.some(face => found && overlap(face, found) > 0.6),
    JSON.stringify(part.faces),
  )
  for (const { focal_point: focus, platform } of [whole, part]) {
    t.ok(Math.abs((focus?.x ?? 0) - 0.72) < 0.02, JSON.stringify(focus))
    t.ok(found && platform.crop.x <= found.x * 1200, JSON.stringify(platform.crop))
    t.ok(
      found && platform.crop.x + platform.crop.width >= (found.x + found.width) * 1200,
      JSON.stringify(platform.crop),
    )
  }
})

t.test('faces decide focal point, subject and what is free for texts', async t => {
  const { focal_point: focus, composition, faces = [], summary } = await styleOf(await read('people-pilots.jpg'))
  const x = faces.reduce((sum, face) => sum + (face.x + face.width / 2) / 3, 0)
  t.ok(Math.abs((focus?.x ?? 0) - x) < 0.02)
  t.match(summary, /its subject in the upper part/)
  const subject = composition?.subject ?? regionOf([0, 0, 0, 0])
  for (const face of faces) {
    t.ok(face.x > subject.x && face.x + face.width < subject.x + subject.width, JSON.stringify(face))
    t.ok(face.y > subject.y && face.y + face.height < subject.y + subject.height, JSON.stringify(face))
  }
  const grid = buildGrid({ width: 40, height: 40, pixels: new Uint8Array(6400).fill(200) }, 40).grid
  const heads = [regionOf([0, 0, 25, 50])]
  const { quiet, negative_space: space } = measureComposition(grid, [], {
    heads,
    focus: { x: 0.5, y: 0.5 },
    subject: undefined,
  })
  t.match(quiet, { left: { extent: 0 }, right: { extent: 0.75 } })
  t.equal(space, 0.875)
})

t.test('many faces are found in one look', async t => {
  const face = await sharp(await read('people-astronaut.jpg'))
    .extract({ left: 110, top: 10, width: 130, height: 130 })
    .modulate({ saturation: 0.2 })
    .blur(4)
    .toBuffer()
  const places = Array.from({ length: 12 }, (_, index) => ({
    input: face,
    left: (index % 4) * 130,
    top: Math.floor(index / 4) * 130,
  }))
  const crowd = sharp({ create: { width: 520, height: 390, channels: 3, background: '#777' } }).composite(places)
  const image = await decodeImage(await crowd.png().toBuffer(), { depth: 'medium', maxPixels: 1e6 })
  const faces = detectFaces(image, 'medium')
  t.ok(faces.length >= 10, `${faces.length}`)
  t.same(detectFaces(image, 'medium'), faces)
})

for (const [width, height] of [
  [1, 1],
  [3, 900],
  [1400, 245],
  [1000, 1000],
] as const)
  t.test(`a picture of ${width} × ${height} px fits the memory of the detector`, async t => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#A63' } })
      .png()
      .toBuffer()
    t.same((await styleOf(bytes, { depth: 'high' })).faces, [])
  })

const left = regionOf([5, 20, 20, 30])
const right = regionOf([70, 10, 25, 35])

for (const [name, size, focus, heads, x, y] of [
  ['a head beside the focal point is whole', [1600, 900], { x: 0.5, y: 0.5 }, [regionOf([60, 20, 10, 20])], 614, 0],
  ['a small head is cut off as a whole', [1600, 900], { x: 0.2, y: 0.3 }, [left, regionOf([34, 20, 6, 10])], 38, 0],
  ['of two heads the larger one is shown', [1600, 900], { x: 0.5, y: 0.5 }, [left, right], 1014, 0],
  ['a head at the top is whole', [900, 3000], { x: 0.5, y: 0.5 }, [regionOf([40, 0, 30, 12])], 0, 0],
  [
    'a head that is too large stays in the middle',
    [1600, 900],
    { x: 0.5, y: 0.5 },
    [regionOf([25, 0, 50, 100])],
    547,
    0,
  ],
] as const)
  t.test(name, async t => {
    const [width, height] = size
    const { crop } = fitPlatform({ width, height }, 'instagram_reels', { focus, heads })
    t.match(crop, { x, y })
  })

t.test('heads include the hair, and stay in the picture', async t => {
  t.ok(overlap(headAround(regionOf([40, 40, 20, 20])), regionOf([35, 30, 30, 33])) > 0.999)
  t.match(headAround({ x: -0.1, y: 0.1, width: 0.4, height: 1 }), { x: 0, y: 0, height: 1 })
  const faces = [
    { ...right, score: 1 },
    { ...left, score: 1 },
    { ...regionOf([40, 50, 5, 8]), score: 1 },
  ]
  t.same(mainFaces(faces), faces.slice(0, 2))
  t.same(mainFaces([]), [])
  t.equal(focusOfFaces([]), undefined)
  const isAt = (faces: readonly Region[], x: number, y: number) => {
    const focus = focusOfFaces(faces) ?? { x: 0, y: 0 }
    t.ok(Math.hypot(focus.x - x, focus.y - y) < 0.001, JSON.stringify(focus))
  }
  isAt([regionOf([40, 20, 20, 30])], 0.5, 0.35)
  isAt([regionOf([20, 20, 20, 20]), regionOf([45, 20, 18, 20])], 0.415, 0.3)
  // Nothing is between them.
  isAt([regionOf([70, 10, 25, 35]), regionOf([5, 20, 20, 30])], 0.825, 0.275)
  t.equal(boxAround([]), undefined)
  t.ok(overlap(boxAround([left, right]) ?? left, regionOf([5, 10, 90, 40])) > 0.999)
})
