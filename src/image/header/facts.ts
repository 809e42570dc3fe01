// What a file says about its picture before any pixel is read.
import type { Metadata } from 'sharp'
import type { Format, Media } from '../../../schemas/media.ts'
import { profileName } from './icc.ts'

/** What the header of a file tells; its fingerprint and what it is taken for come from elsewhere. */
export type Facts = Omit<Media, 'type' | 'sha256' | 'format'> & { readonly format: Format }

/** Names that libvips gives to spaces, and names of the small profiles that pictures on the web carry. */
const spaces: Readonly<Record<string, string>> = {
  'b-w': 'grey',
  grey16: 'grey',
  rgb: 'srgb',
  rgb16: 'srgb',
  scrgb: 'linear-srgb',
  c2: 'srgb',
  c2ci: 'srgb',
  sp3c: 'display-p3',
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 32)

const colorSpace = ({ space, icc }: Metadata): string => {
  const plain = spaces[space] ?? space
  const profile = plain === 'srgb' && icc !== undefined ? slug(profileName(icc)) : ''
  if (profile === '' || profile.startsWith('srgb')) return plain
  return spaces[profile] ?? profile
}

/**
 * @param metadata what libvips read from the header.
 * @param bytes size of the file.
 * @returns the facts, sizes of the upright picture.
 */
export const factsOf = (metadata: Metadata, format: Format, bytes: number): Facts => ({
  format,
  width: metadata.autoOrient.width,
  height: metadata.autoOrient.height,
  bytes,
  frames: metadata.pages ?? 1,
  alpha: metadata.hasAlpha,
  orientation: metadata.orientation ?? 1,
  color_space: colorSpace(metadata),
})
