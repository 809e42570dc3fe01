// libvips as this service lets it work: only the loaders it needs, no cache, one thread a picture.
import sharp, { type Sharp } from 'sharp'

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadTiffBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})

/** A reader of a file in memory: it goes as far as the file does, and the number of pixels is our own check. */
export const decoder = (bytes: Uint8Array): Sharp => sharp(bytes, { failOn: 'none', limitInputPixels: false })
