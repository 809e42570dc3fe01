// Pictures as pages show them: upright WebP in sRGB without metadata, or the file itself where it is as good.
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import type { Format, WebPictureType } from '../../schemas/media.ts'
import type { Region, Size } from '../../schemas/types.ts'
import { Problem } from '../errors.ts'
import { asBuffer } from './containers.ts'
import { decodeImage } from './decode.ts'
import { requireStill, undecodable } from './format.ts'
import { isCleanAvif } from './formats/avif.ts'
import { isCleanGif } from './formats/gif.ts'
import { isCleanJpeg } from './formats/jpeg.ts'
import { isCleanPng } from './formats/png.ts'
import { isCleanWebp } from './formats/webp.ts'
import type { Header } from './header.ts'
import { toBitmap } from './imagemagick.ts'
import { type ProbedImage, probe } from './probe.ts'
import { byteAt } from './raster.ts'
import { openUpright, type UprightPicture } from './upright.ts'

export interface PictureLimits {
  /** Longest side, px. */
  readonly maxSide: number
  readonly maxBytes: number
}

export interface EncodedPicture extends Size {
  readonly type: WebPictureType
  /** A WebP for listings, in Base64. */
  readonly thumbnail: string
  /** Undefined: those of the file. */
  readonly bytes: Uint8Array | undefined
}

/** A file of more bytes is re-encoded, however clean it is, unless it is a WebP as pages show it. */
const maxCleanBytes = 400_000

/**
 * The picture of a file that was not checked before.
 *
 * @param file a still image, or an animation, of which the first frame is shown.
 * @returns the file itself if it is clean, in a format of browsers and within the limits; else a WebP within them.
 * @throws Problem as `requireStill` and `decodeImage` do, and `source_too_large` when the picture cannot be made small enough.
 */
export async function preparePicture(file: UprightPicture, limits: PictureLimits): Promise<EncodedPicture> {
  const { maxPixels } = file
  const format = requireStill(file.bytes)
  const { bytes, probed } = await toBitmap(
    { bytes: file.bytes, probed: file.probed ?? probe(file.bytes, format) },
    maxPixels,
  )
  const { media } = await decodeImage(bytes, { depth: 'low', maxPixels, mediaType: 'image', probed })
  const { width, height, frames } = media
  const maxBytes = Math.min(isWebPicture(probed) ? limits.maxBytes : maxCleanBytes, limits.maxBytes)
  const isSmall = bytes.length <= maxBytes && Math.max(width, height) <= limits.maxSide
  const type = isSmall && frames === 1 ? cleanType(bytes, probed) : undefined
  if (type && (await isDecodedWhole(bytes)))
    return { type, width, height, bytes: undefined, thumbnail: await createListThumbnail(bytes) }
  return encodePicture({ ...file, bytes, probed }, limits).catch(error => {
    throw error instanceof Problem ? error : undecodable(format, error)
  })
}

/** Whether a file may be one of `encodePicture`: re-encoded it would lose quality and no bytes, and the page would have another id. */
function isWebPicture({ metadata, header }: ProbedImage): boolean {
  const isGraphic = header.width * header.height <= maxGraphicPixels
  return metadata.format === 'webp' && (!header.isLossless || isGraphic)
}

interface WebFormat {
  readonly type: WebPictureType
  /** Whether a file holds nothing but pixels in sRGB: no metadata, profile, comment, animation or trailing data. */
  readonly isClean: (file: Buffer, header: Header) => boolean
}

/**
 * Whether a page may embed a file as it is.
 *
 * @param bytes a file of the format; its pixels are not looked at.
 * @returns its media type if it is clean; undefined for formats that browsers do not show, and for anything that is not known to be harmless.
 */
export function cleanType(bytes: Uint8Array, { metadata, header }: ProbedImage): WebPictureType | undefined {
  const known = webFormats[metadata.format]
  return known?.isClean(asBuffer(bytes), header) ? known.type : undefined
}

const webFormats: Partial<Record<Format, WebFormat>> = {
  jpeg: { type: 'image/jpeg', isClean: isCleanJpeg },
  png: { type: 'image/png', isClean: isCleanPng },
  webp: { type: 'image/webp', isClean: isCleanWebp },
  avif: { type: 'image/avif', isClean: isCleanAvif },
  gif: { type: 'image/gif', isClean: isCleanGif },
}

/** Whether a decoder finds no fault in the file. */
async function isDecodedWhole(bytes: Uint8Array): Promise<boolean> {
  const strict = sharp(bytes, { failOn: 'warning', limitInputPixels: false })
  return strict
    .resize({ width: 16, height: 16, fit: 'fill' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
}

/** Tried in this order, each with its size in relation to the first; below the last one a smaller picture looks better. */
const qualities = [
  { quality: 82, size: 1 },
  { quality: 70, size: 0.72 },
  { quality: 58, size: 0.58 },
] as const

/** Half the time of the default, for a twentieth more bytes. */
const effort = 2

/** A smaller picture cannot be recognised, px. */
const minSide = 16

/**
 * @param file that was analyzed before, when undecodable and too large ones were refused.
 * @returns a WebP within the limits, transparent where the picture is; the same bytes for the same file.
 * @throws what decoding a file of its kind throws, and Problem `source_too_large` when the picture cannot be made small enough.
 */
export async function encodePicture(file: UprightPicture, limits: PictureLimits): Promise<EncodedPicture> {
  const { maxSide, maxBytes } = limits
  const upright = await openUpright(file, maxSide)
  const { decoded, graphic, width, height } = await decodeWithin(upright, maxSide)
  if (graphic && graphic.bytes.length <= maxBytes) {
    const picture = { type: 'image/webp', width, height, bytes: graphic.bytes } as const
    return { ...picture, thumbnail: await createListThumbnail(picture.bytes) }
  }
  let side = Math.max(width, height)
  do {
    const { picture, bytes } = await encodeWithin(decoded, side, maxBytes)
    if (picture) return { ...picture, thumbnail: await createListThumbnail(picture.bytes) }
    // The size follows the area; a little less, so that the next attempt fits.
    side = Math.floor(side * Math.min(0.9, 0.95 * Math.sqrt(maxBytes / bytes)))
  } while (side >= minSide)
  throw pictureTooLarge(maxBytes)
}

/** Quality of files that pages link to, which are made from pictures encoded with `qualities`. */
const viewQuality = 80

/**
 * A part of a picture that a page shows.
 *
 * @param bytes a picture that was encoded here.
 * @returns a WebP within the limits, without losses where the picture is a graphic.
 */
export async function encodeView(
  bytes: Uint8Array,
  region: Region,
  { maxSide }: PictureLimits,
): Promise<EncodedPicture> {
  const whole = await sharp(bytes).metadata()
  const area = pixelAreaOf(region, whole)
  const part = sharp(bytes, { failOn: 'none' }).extract(area)
  const { decoded, graphic, width, height } = await decodeWithin(part, maxSide)
  const encoded = graphic?.bytes ?? (await decoded.webp({ quality: viewQuality }).toBuffer())
  return { type: 'image/webp', width, height, bytes: encoded, thumbnail: '' }
}

/** Pixels in sRGB within a side, and their encoding without losses where they are a graphic. */
async function decodeWithin(picture: Sharp, maxSide: number) {
  const { data, info } = await picture
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = sharp(data, { raw: { width, height, channels } })
  return { decoded, graphic: await encodeGraphic(decoded, data, info), width, height }
}

/** The nearest whole pixels, at least one. */
export function pixelAreaOf(region: Region, size: Size) {
  const left = Math.min(size.width - 1, Math.round(region.x * size.width))
  const top = Math.min(size.height - 1, Math.round(region.y * size.height))
  const [width, height] = [Math.round(region.width * size.width), Math.round(region.height * size.height)]
  return {
    left,
    top,
    width: Math.max(1, Math.min(size.width - left, width)),
    height: Math.max(1, Math.min(size.height - top, height)),
  }
}

/** Maximum colours of a graphic, such as a logo: up to `always` it is encoded losslessly, up to `smaller` only if that takes fewer bytes. */
const graphicColors = { always: 32, smaller: 4096 } as const
/** Larger pictures take too much memory without losses. */
const maxGraphicPixels = 2 ** 20

/** @returns a WebP without losses; undefined where another one is better. */
async function encodeGraphic(decoded: Sharp, pixels: Uint8Array, { width, height, channels }: OutputInfo) {
  if (width * height > maxGraphicPixels) return undefined
  const colors = countColors(pixels, channels)
  if (colors > graphicColors.smaller) return undefined
  const bytes = await decoded.clone().webp({ lossless: true, effort }).toBuffer()
  if (colors <= graphicColors.always) return { bytes }
  const [{ quality }] = qualities
  const lossy = await decoded.clone().webp({ quality, effort }).toBuffer()
  return bytes.length <= lossy.length ? { bytes } : undefined
}

/** @returns how many colours there are, counted up to one more than those of a graphic; transparent pixels have one. */
function countColors(pixels: Uint8Array, channels: number): number {
  const colors = new Set<number>()
  for (let at = 0; at < pixels.length && colors.size <= graphicColors.smaller; at += channels) {
    const opacity = channels === 4 ? byteAt(pixels, at + 3) : 255
    const color = (byteAt(pixels, at) << 16) | (byteAt(pixels, at + 1) << 8) | byteAt(pixels, at + 2)
    colors.add(opacity === 0 ? -1 : color * 256 + opacity)
  }
  return colors.size
}

function pictureTooLarge(maxBytes: number): Problem {
  return new Problem('source_too_large', {
    detail: `The picture cannot be compressed to the ${maxBytes} bytes that are left for it. Send fewer pictures.`,
  })
}

/** For vision providers, px: a larger picture costs more tokens and says no more about its style. */
const providerThumbnail = { side: 1024, quality: 80 } as const

/**
 * @param file that was analyzed before. @param region of the upright picture; default: all of it.
 * @returns a JPEG, upright, in sRGB, on white, without any metadata of the file.
 * @throws what decoding a file of its kind throws.
 */
export async function createThumbnail({
  region,
  ...file
}: UprightPicture & { readonly region?: Region | undefined }): Promise<Uint8Array> {
  const { side, quality } = providerThumbnail
  const upright = await openUpright(file, side)
  const part = region ? upright.extract(pixelAreaOf(region, (await upright.metadata()).autoOrient)) : upright
  return part
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer()
}

/** Thumbnails in listings: about 2 KB, because a listing has up to a thousand. */
const listThumbnail = { side: 120, quality: 50 } as const

async function createListThumbnail(bytes: Uint8Array): Promise<string> {
  const { side, quality } = listThumbnail
  const webp = await sharp(bytes, { failOn: 'none' })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer()
  return webp.toString('base64')
}

/** @returns the picture at this size and the first quality that is small enough, or its bytes at the second one, as measured or estimated. */
async function encodeWithin(decoded: Sharp, side: number, maxBytes: number) {
  const scaled = decoded.clone().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  let bytes = 0
  for (const { quality, size } of qualities) {
    // Far too large at the quality before: this one would be too.
    if (bytes * size > maxBytes) continue
    const { data, info } = await scaled.clone().webp({ quality, effort }).toBuffer({ resolveWithObject: true })
    const picture = { type: 'image/webp', bytes: data, width: info.width, height: info.height } as const
    if (data.length <= maxBytes) return { picture, bytes: data.length }
    bytes = data.length / size
  }
  return { picture: undefined, bytes: bytes * qualities[1].size }
}
