// Raw pictures of cameras that are stored as a TIFF, whose first directory is a thumbnail or samples of the sensor.
import { type TiffDirectory, tiffDirectories } from '../containers.ts'

/** Tags of TIFF/EP (ISO 12234-2) and DNG (1.7). */
const tags = { subfileType: 254, photometric: 262, maker: 271, subDirectories: 330, dngVersion: 50_706 } as const

/** The bit of the subfile type that says that a picture is a smaller version of another. */
const reducedResolution = 1

/** Values of the photometric tag: samples behind a colour filter array, and with one sample of each colour. */
const sensorSamples = [32_803, 34_892]

/** Names by the beginning of the maker. */
const names: readonly (readonly [maker: RegExp, name: string])[] = [
  [/^nikon/i, 'a Nikon raw image (NEF)'],
  [/^sony/i, 'a Sony raw image (ARW)'],
  [/^(?:pentax|ricoh)/i, 'a Pentax raw image (PEF)'],
  [/^samsung/i, 'a Samsung raw image (SRW)'],
  [/^hasselblad/i, 'a Hasselblad raw image (3FR)'],
]

/** @returns what kind of raw image a TIFF is, with its article; undefined for any other TIFF. */
export function nameRawPicture(tiff: Buffer): string | undefined {
  const [directory] = tiffDirectories(tiff)
  if (directory === undefined) return undefined
  if (directory.first(tags.dngVersion) !== undefined) return 'a raw image (DNG)'
  const maker = directory.data(tags.maker)?.toString('latin1') ?? ''
  const name = names.find(([pattern]) => pattern.test(maker))?.[1]
  if (hasSensorSamples(directory)) return name ?? 'a camera raw file'
  // Scans can begin with a preview, too.
  return isThumbnail(directory) ? name : undefined
}

function hasSensorSamples({ first }: TiffDirectory): boolean {
  return sensorSamples.some(value => value === first(tags.photometric))
}

/** Whether the picture of a directory is a smaller version of one in its subdirectories. */
function isThumbnail({ first }: TiffDirectory): boolean {
  return ((first(tags.subfileType) ?? 0) & reducedResolution) > 0 && first(tags.subDirectories) !== undefined
}
