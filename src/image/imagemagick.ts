// HEIC, JPEG XL, BMP, ICO, PSD and rare kinds of TIFF: ImageMagick, compiled to WebAssembly, decodes them to an uncompressed TIFF, which libvips then reads as any other picture.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { IMagickImage } from '@imagemagick/magick-wasm'
import { formatTitles } from '../../schemas/media.ts'
import { Problem } from '../errors.ts'
import { asBuffer } from './containers.ts'
import { checkLimits } from './decode-limits.ts'
import { isWasmFormat, undecodable, unsupportedVariant } from './format.ts'
import { largestIcon } from './formats/declared-size.ts'
import { type ProbedImage, probe } from './probe.ts'

type Library = typeof import('@imagemagick/magick-wasm')

/** The only coders that may read, and the one that writes. ICO files contain PNG files. */
const coders = { heic: 'HEIC', jxl: 'JXL', bmp: 'BMP', ico: 'ICO', psd: 'PSD', tiff: 'TIFF' } as const
type Coder = keyof typeof coders
const policy = `<policymap>
<policy domain="delegate" rights="none" pattern="*"/>
<policy domain="filter" rights="none" pattern="*"/>
<policy domain="coder" rights="none" pattern="*"/>
<policy domain="coder" rights="read" pattern="{${Object.values(coders)},PNG}"/>
<policy domain="coder" rights="read|write" pattern="TIFF"/>
<policy domain="path" rights="none" pattern="@*"/>
<policy domain="path" rights="none" pattern="|*"/>
</policymap>`

/** Longest side, px. */
const maxSide = 65_535

/** Bytes of a pixel in the memory of the library: five channels at most. */
const cachePixelBytes = 5

let loading: Promise<Library> | undefined
let isBroken = false

/** Whether its code was interrupted, so that its memory may be in any state: the process is to end. */
export function isLibraryBroken(): boolean {
  return isBroken
}

/** Loads the library with the first file that needs it: 15 MB of code. */
function loadLibrary(): Promise<Library> {
  loading ??= (async () => {
    const library = await import('@imagemagick/magick-wasm')
    const program = fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'))
    library.ConfigurationFiles.default.policy.data = policy
    await library.initializeImageMagick(new WebAssembly.Module(await readFile(program)))
    const { ResourceLimits } = library
    ResourceLimits.disk = 0n
    ResourceLimits.width = BigInt(maxSide)
    ResourceLimits.height = BigInt(maxSide)
    return library
  })()
  return loading
}

/** A still image with its header. */
export interface Bitmap {
  readonly bytes: Uint8Array
  readonly probed: ProbedImage
}

/**
 * @param file its header is the declared one.
 * @param maxPixels largest width × height.
 * @returns a file that libvips reads: the same one, or a TIFF with the first picture of one that it cannot read, of an icon the largest, upright.
 * @throws Problem `source_not_picture`, `source_unsupported`, `source_too_many_pixels`.
 */
export async function toBitmap({ bytes, probed }: Bitmap, maxPixels: number): Promise<Bitmap> {
  const { header, metadata } = probed
  const { format } = metadata
  const coder = isWasmFormat(format) ? format : header.isRare ? 'tiff' : undefined
  if (coder === undefined) return { bytes, probed }
  checkLimits(bytes, metadata, maxPixels)
  const tiff = await decodeToTiff(bytes, coder, { maxPixels, isOpaque: !header.alpha })
  const bitmap = probe(tiff, 'tiff')
  const { encoding } = header
  return { bytes: tiff, probed: bitmap.header.profile || !encoding ? bitmap : probe(tiff, 'tiff', { encoding }) }
}

interface TiffOptions {
  readonly maxPixels: number
  /** Whether its alpha channel is to be ignored. */
  readonly isOpaque: boolean
}

async function decodeToTiff(bytes: Uint8Array, format: Coder, { maxPixels, isOpaque }: TiffOptions) {
  const library = await loadLibrary()
  const { MagickImage, MagickReadSettings, ResourceLimits } = library
  ResourceLimits.area = BigInt(maxPixels)
  ResourceLimits.memory = BigInt(maxPixels * cachePixelBytes)
  const picture = MagickImage.create()
  try {
    const first = format === 'ico' ? (largestIcon(asBuffer(bytes))?.file ?? bytes) : bytes
    const settings = new MagickReadSettings({ format: coders[format], frameIndex: 0, frameCount: 1 })
    // Some programs write a wrong one.
    settings.setDefine('bmp:ignore-filesize', 'true')
    picture.read(first, settings)
    return toTiff(picture, isOpaque, library)
  } catch (cause) {
    isBroken ||= cause instanceof WebAssembly.RuntimeError
    throw problemOf(format, cause)
  } finally {
    picture.dispose()
  }
}

function problemOf(format: Coder, cause: unknown): Problem {
  const text = String(cause)
  if (/ExceedsLimit|ResourcesExhausted|LimitExceeded|security limit/i.test(text))
    return new Problem('source_too_many_pixels', {
      detail: `The ${formatTitles[format]} file contains an image with more pixels than are allowed (MAX_PIXELS). Scale it down.`,
      cause,
    })
  const compression = /(\w+) compression support is not configured/.exec(text)?.[1]
  if (compression) return unsupportedVariant(`a TIFF with ${compression} compression`, cause)
  // Its header said that the variant is rare.
  if (format === 'tiff' || /NotSupported|Unsupported|NoDecodeDelegate/i.test(text))
    return unsupportedVariant(`a ${formatTitles[format]} file of an unusual kind`, cause)
  return undecodable(format, cause)
}

/** How libjxl describes primaries and white of sRGB with a gamma of 2.2, which means the curve of sRGB as in PNG. */
const meansSrgb = /^RGB_D65_SRG_\w{3}_g0\.4545/

/** Colours that TIFF and libvips know; what is in others, as linear light, is converted, and has no profile then. */
function toTiff(picture: IMagickImage, isOpaque: boolean, library: Library): Buffer {
  const { ClassType, ColorSpace, CompressionMethod, MagickFormat } = library
  if (picture.width * picture.height === 0) throw new Error('Unsupported: ImageMagick returned no pixels.')
  // Turned by libheif, but not by libjxl.
  picture.autoOrient()
  const { sRGB, Gray, CMYK } = ColorSpace
  const isKnown = [sRGB, Gray, CMYK].some(space => space === picture.colorSpace)
  if (!isKnown) picture.colorSpace = sRGB
  const isConverted = !isKnown || meansSrgb.test(picture.getAttribute('icc:description') ?? '')
  for (const name of picture.profileNames) if (name !== 'icc' || isConverted) picture.removeProfile(name)
  // Spot colours and masks.
  picture.metaChannelCount = 0
  if (isOpaque) picture.hasAlpha = false
  picture.classType = ClassType.Direct
  picture.depth = 8
  picture.settings.compression = CompressionMethod.NoCompression
  return picture.write(MagickFormat.Tiff, data => Buffer.from(data))
}
