// The decoder of animated images, in a page of its own.

/**
 * @typedef {object} FrameRequest
 * @property {string} source address of the image
 * @property {string} data the file as a data URI; empty when it was sent before
 * @property {number} index of the last frame
 * @property {number} time ms since the image began
 */

/** @typedef {{ decoder: ImageDecoder, ends: number[], plays: number }} DecodedImage ends: of its frames, ms */

/**
 * The frame of a time: self-contained, as it runs in the page without the agent.
 *
 * @param {FrameRequest} request
 * @returns {Promise<{ index: number, png: string }>} png: a data URI; empty for the frame of the request
 */
export async function decodeFrame({ source, data, index, time }) {
  if (data) Reflect.set(self, source, await openImage(data))
  /** @type {DecodedImage} */
  const { decoder, ends, plays } = Reflect.get(self, source)
  const length = ends.at(-1) ?? 0
  const isOver = time / length >= plays
  const frameIndex = isOver ? ends.length - 1 : ends.findIndex(end => end > time % length)
  if (frameIndex === index) return { index, png: '' }
  const { image } = await decoder.decode({ frameIndex })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: image.displayWidth, height: image.displayHeight })
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  image.close()
  return { index: frameIndex, png: canvas.toDataURL() }

  /** @param {string} dataUri @returns {Promise<DecodedImage>} */
  async function openImage(dataUri) {
    const file = await (await fetch(dataUri)).blob()
    const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type })
    await Promise.all([decoder.tracks.ready, decoder.completed])
    const { frameCount = 0, repetitionCount = 0 } = decoder.tracks.selectedTrack ?? {}
    const ends = []
    for (let end = 0; ends.length < frameCount; ends.push(end)) {
      const { image } = await decoder.decode({ frameIndex: ends.length })
      const duration = Number(image.duration) / 1000
      // Browsers show shorter frames for 100 ms.
      end += duration > 10 ? duration : 100
      image.close()
    }
    return { decoder, ends, plays: repetitionCount + 1 }
  }
}
