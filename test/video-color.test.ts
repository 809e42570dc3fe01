// Colours, transparency and size of films, as browsers show them.
import t from 'tap'
import { deltaE00, sampleColor, sampleHex } from '../src/color/color-sample.ts'
import { chroma, hue, rgbToOklab } from '../src/color/oklab.ts'
import { decodeImage } from '../src/image/decode.ts'
import type { DecodedImage } from '../src/image/raster.ts'
import { createConverter } from '../src/image/video-color.ts'
import { be32 } from './fixtures/hostile-files/bytes.ts'
import { film, rewritten } from './fixtures/hostile-files/film.ts'
import { ffmpegPath as installed, needs } from './helpers/tools.ts'

const ffmpegPath = installed ?? 'ffmpeg'

function decode(bytes: Uint8Array): Promise<DecodedImage> {
  return decodeImage(bytes, { depth: 'medium', maxPixels: 50e6, ffmpegPath })
}

/** Two frames of a source; `options` are separated by spaces. */
function filmOf(name: string, source: string, options: string): Promise<Buffer> {
  return film(name, ['-f', 'lavfi', '-i', source, '-frames:v', '2', ...options.split(' ')])
}

/** A pixel at a place in the first frame, in parts of its sides. */
function pixelAt({ width, height, pixels, frames = 1 }: DecodedImage, x: number, y: number) {
  const at = (Math.floor((y * height) / frames) * width + Math.floor(x * width)) * 4
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
  return { red, green, blue, alpha }
}

const x264 = '-c:v libx264 -preset ultrafast -qp 10'

t.test('the matrix is that of the tags, else that of the size', needs('ffmpeg'), async t => {
  const vp9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8'
  for (const [name, size, matrix, range, options] of [
    ['hd.mp4', '1280x720', 'bt709', 'tv', x264],
    ['wide.mp4', '1280x544', 'bt601', 'tv', x264],
    ['sd.mp4', '320x180', 'bt601', 'tv', x264],
    ['tagged.mp4', '320x180', 'bt709', 'tv', `${x264} -colorspace bt709`],
    ['full.mp4', '320x180', 'bt601', 'pc', `${x264} -color_range pc`],
    ['full.hd.mp4', '1280x720', 'bt601', 'pc', `${x264} -color_range pc`],
    ['hd.vp9.webm', '1280x720', 'bt601', 'tv', vp9],
    ['hd.vp8.webm', '1280x720', 'bt709', 'tv', '-c:v libvpx -deadline realtime -b:v 2M'],
  ] as const) {
    const filters = `scale=out_color_matrix=${matrix}:out_range=${range},format=yuv420p`
    const image = await decode(await filmOf(name, `color=0x20C040:s=${size}:r=5,${filters}`, options))
    t.ok(deltaE00(sampleColor(pixelAt(image, 0.5, 0.5)), sampleHex('#20C040')) < 2, name)
  }
})

t.test('films of RGB and of grey', needs('ffmpeg'), async t => {
  const rgb = await decode(await filmOf('rgb.mp4', 'color=0x20C040:s=320x180:r=5', '-c:v libx264rgb -qp 5'))
  t.ok(deltaE00(sampleColor(pixelAt(rgb, 0.5, 0.5)), sampleHex('#20C040')) < 2)
  const grey = await decode(await filmOf('grey.mp4', 'color=white:s=320x180:r=5', `${x264} -pix_fmt gray`))
  t.match(pixelAt(grey, 0.5, 0.5), { red: 255, green: 255, blue: 255 })
})

/** ffmpeg of the system makes HDR with libzimg. */
const toHdr = (transfer: string): string =>
  'drawbox=x=0:y=ih/2:w=iw:h=ih/2:color=0x2060C0:t=fill,format=gbrp,' +
  'zscale=rin=pc:tin=iec61966-2-1:pin=bt709:min=gbr:t=linear:p=bt709:m=gbr:npl=203,format=gbrpf32le,' +
  `zscale=p=bt2020:t=${transfer}:m=bt2020nc:r=tv:npl=203,format=yuv420p10le`

t.test('high dynamic range keeps hue and chroma', needs('ffmpeg'), async t => {
  for (const [transfer, tags] of [
    ['smpte2084', '-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084'],
    ['arib-std-b67', '-colorspace bt2020nc -color_primaries bt2020 -color_trc arib-std-b67'],
    ['smpte2084', '-color_trc smpte2084'],
  ] as const) {
    const options = `-c:v libx265 -preset ultrafast -x265-params log-level=none ${tags}`
    const source = `color=0xC04020:s=320x180:r=5,${toHdr(transfer)}`
    const image = await decode(await filmOf(`hdr ${tags}.mp4`, source, options))
    t.equal(image.media.color_space, /bt2020nc/.test(tags) ? 'bt2020nc' : 'yuv')
    for (const [y, hex] of [
      [0.25, '#C04020'],
      [0.75, '#2060C0'],
    ] as const) {
      const { red, green, blue } = pixelAt(image, 0.5, y)
      const [found, expected] = [{ red, green, blue }, sampleHex(hex).rgb].map(rgb =>
        rgbToOklab(rgb.red, rgb.green, rgb.blue),
      )
      if (found === undefined || expected === undefined) continue
      t.ok(Math.abs(hue(found) - hue(expected)) < 10, `${transfer} ${hex}: hue`)
      t.ok(chroma(found) > 0.8 * chroma(expected), `${transfer} ${hex}: chroma`)
    }
  }
})

/** One pixel of Y′CbCr in the limited range of 8 bits, opaque. */
function convert(tags: { readonly primaries: string; readonly transfer: string }, luma: number, cb = 128, cr = 128) {
  const planes = Buffer.from(Uint16Array.of(luma * 256, cb * 256, cr * 256, 65_535).buffer)
  return [...createConverter({ matrix: 'bt2020nc', ...tags })({ width: 1, height: 1, planes }).pixels]
}

t.test('light above the white of sRGB is compressed, up to that of the display', async t => {
  const levels = [120, 148, 165, 180, 235].map(luma => convert({ primaries: 'bt2020', transfer: 'smpte2084' }, luma)[0])
  t.same(
    levels,
    [...levels].sort((one, other) => Number(one) - Number(other)),
  )
  t.ok(Number(levels[1]) > 230 && Number(levels[1]) < 255, `203 cd/m²: ${levels[1]}`)
  t.equal(levels.at(-1), 255)
  t.same(convert({ primaries: 'bt709', transfer: 'arib-std-b67' }, 16), [0, 0, 0, 255])
})

t.test('an unknown matrix is that of BT.601; samples that are missing are 0', async t => {
  const toSrgb = createConverter({ matrix: 'unknown', primaries: 'unknown', transfer: 'unknown' })
  const planes = Buffer.from(Uint16Array.of(81 * 256, 90 * 256, 240 * 256, 65_535).buffer)
  t.same([...toSrgb({ width: 1, height: 1, planes }).pixels], [254, 0, 0, 255])
  t.same([...toSrgb({ width: 1, height: 1, planes: planes.subarray(0, 6) }).pixels].at(-1), 0)
})

t.test('other primaries are converted, and what sRGB lacks is clipped', async t => {
  const [plain, p3, wide] = ['bt709', 'smpte432', 'bt2020'].map(primaries =>
    convert({ primaries, transfer: 'bt709' }, 80, 100, 220),
  )
  t.ok(Number(plain?.[1]) > Number(p3?.[1]) && Number(p3?.[0]) > Number(plain?.[0]), `${plain} ${p3}`)
  t.ok(Number(wide?.[0]) >= Number(p3?.[0]), `${wide}`)
})

const half = "format=rgba,geq=r='if(lt(X,80),208,32)':g='if(lt(X,80),32,192)':b=64:a='if(lt(X,80),255,0)'"

t.test('transparency is kept', needs('ffmpeg'), async t => {
  for (const [name, options] of [
    ['alpha.vp9.webm', '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -pix_fmt yuva420p'],
    ['alpha.vp8.webm', '-c:v libvpx -auto-alt-ref 0 -pix_fmt yuva420p'],
    ['alpha.prores.mov', '-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le'],
    ['alpha.rle.mov', '-c:v qtrle -pix_fmt argb'],
    ['alpha.png.mov', '-c:v png -pix_fmt rgba'],
  ] as const) {
    const image = await decode(await filmOf(name, `color=red:s=160x90:r=5,${half}`, options))
    t.equal(image.media.alpha, true, name)
    const [visible, hidden] = [pixelAt(image, 0.25, 0.5), pixelAt(image, 0.75, 0.5)]
    t.ok(visible.alpha > 250 && hidden.alpha < 5, `${name}: ${visible.alpha} ${hidden.alpha}`)
    t.ok(deltaE00(sampleColor(visible), sampleHex('#D02040')) < 3, name)
  }
  const low = await filmOf(
    'low.webm',
    `color=red:s=160x90:r=5,${half}`,
    '-c:v libvpx -auto-alt-ref 0 -pix_fmt yuva420p',
  )
  const { pixels } = await decodeImage(low, { depth: 'low', maxPixels: 50e6, ffmpegPath })
  t.ok(
    pixels.some((level, at) => at % 4 === 3 && level < 5),
    'at depth low',
  )
  const opaque = await filmOf('opaque.mov', 'color=red:s=160x90:r=5', '-c:v prores_ks -profile:v 4444')
  t.equal((await decode(opaque)).media.alpha, false)
})

t.test('pixels become square, and the film upright', needs('ffmpeg'), async t => {
  const source = (size: string, aspect: string) => `testsrc2=s=${size}:r=5,setsar=${aspect}`
  const wide = await filmOf('wide.sar.mp4', source('1440x1080', '4/3'), x264)
  t.match(await decode(wide), { media: { width: 1920, height: 1080 }, width: 128, video: { width: 1920 } })
  const high = await filmOf('high.sar.mp4', source('720x480', '8/9'), x264)
  t.match(await decode(high), { media: { width: 720, height: 540 }, width: 128 })
  const turned = rewritten(wide, ['moov', 'trak', 'tkhd'], content =>
    Buffer.concat([
      content.subarray(0, 40),
      be32(0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000),
      content.subarray(76),
    ]),
  )
  t.match(await decode(turned), { media: { width: 1080, height: 1920 }, width: 72 })
})

t.test('mirrored films are turned back', needs('ffmpeg'), async t => {
  const source = 'color=red:s=160x90:r=5,drawbox=x=0:y=0:w=80:h=90:color=blue:t=fill'
  const bytes = await filmOf('mirror.mp4', source, x264)
  const mirror = (a: number, d: number) =>
    rewritten(bytes, ['moov', 'trak', 'tkhd'], content =>
      Buffer.concat([content.subarray(0, 40), be32(a, 0, 0, 0, d, 0, 0, 0, 0x40000000), content.subarray(76)]),
    )
  const [plain, columns] = [await decode(bytes), await decode(mirror(0xffff0000, 0x10000))]
  t.ok(pixelAt(plain, 0.25, 0.5).blue > 200 && pixelAt(columns, 0.25, 0.5).red > 200)
})
