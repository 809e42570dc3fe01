// Animated images: GIF, APNG and WebP are decoded in a page of their own and shown frame by frame.
import { decodeFrame } from '../page/decode.mjs'
import { callInFrames } from './agent.mjs'
import { fail, warn, withTimeout } from './errors.mjs'

/** @import { CDPSession, Page, Request } from 'playwright-core' */

/** The type of an animated image, in its first bytes or in its text as latin1. */
const animatedType = /^(?:|\x89|RIFF.{4})(GIF(?=8.*!\xf9\x04.*!\xf9\x04)|PNG(?=.*acTL)|WEBP(?=.*ANIM))/s

/**
 * @typedef {object} AnimatedImage
 * @property {string} source its address
 * @property {string} data a data URI for the decoder; empty when it has been decoded
 * @property {number} start ms since the page began at which it appeared; negative before
 * @property {number} index of the frame shown
 * @property {string} png the frame as a data URI
 * @property {string} address of the frame
 */

export class AnimatedImages {
  /** By address. @type {Map<string, AnimatedImage>} */
  #images = new Map()
  /** Reads bodies that arrive. @type {Set<Promise<void>>} */
  #arriving = new Set()
  /** @type {Page | undefined} */
  #decoder
  #page
  #session

  /** @param {Page} page @param {CDPSession} session */
  constructor(page, session) {
    this.#page = page
    this.#session = session
  }

  /** Collects the images that the page loads, and answers requests for their frames. */
  async watch() {
    this.#page.on('response', response => {
      if (response.request().resourceType() !== 'image') return
      const reading = response.body().then(
        bytes => this.#addLoaded(response.request(), bytes),
        () => {},
      )
      this.#arriving.add(reading)
      reading.then(() => this.#arriving.delete(reading))
    })
    // A route of Playwright would delay what is known of all requests.
    const session = this.#session
    session.on('Fetch.requestPaused', ({ requestId, request: { url } }) => {
      const image = [...this.#images.values()].find(({ address }) => address === url)
      const responseHeaders = [{ name: 'content-type', value: 'image/png' }]
      const frame = { requestId, responseCode: 200, responseHeaders, body: base64Of(image?.png ?? '') }
      session.send('Fetch.fulfillRequest', frame).catch(() => {})
    })
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*capture-frame=*' }] })
  }

  /**
   * Shows the frames of a time.
   *
   * @param {number} elapsed ms since the page began; negative before it
   */
  async showFrames(elapsed) {
    await withTimeout(Promise.all(this.#arriving), elapsed < 0 ? 9000 : 1000)
    let isNew = this.#images.size > 0 || elapsed < 0
    while (isNew) isNew = await this.#showKnown(elapsed)
  }

  /** A redirected image is known by each of its addresses. @param {Request} lastRequest @param {Buffer} bytes */
  #addLoaded(lastRequest, bytes) {
    /** @type {Request | null} */
    let request = lastRequest
    for (; request; request = request.redirectedFrom()) this.#add(request.url(), bytes)
  }

  /** @param {string} source @param {Buffer} bytes */
  #add(source, bytes) {
    const [, type] = animatedType.exec(bytes.toString('latin1', 0, 2 ** 20)) ?? []
    if (!type || this.#images.has(source)) return
    const data = `data:image/${type.toLowerCase()};base64,${bytes.toString('base64')}`
    this.#images.set(source, { source, data, start: -1, index: -1, png: '', address: '' })
  }

  /** Shows what is known, and adds what the page reports. @param {number} elapsed @returns whether there is a new image */
  async #showKnown(elapsed) {
    for (const image of [...this.#images.values()]) if (image.start >= 0) await this.#decode(image, elapsed)
    const known = [...this.#images.values()].map(({ source, address }) => ({ source, address }))
    const answers = await callInFrames(this.#page, 'showImages', known)
    let hasNew = false
    for (const source of answers.flatMap(sources => sources ?? [])) {
      if (source.startsWith('data:')) this.#add(source, Buffer.from(base64Of(source), 'base64'))
      const image = this.#images.get(source)
      if (!image || image.start >= 0) continue
      this.#images.set(source, { ...image, start: Math.max(0, elapsed) })
      hasNew = true
    }
    return hasNew
  }

  /**
   * Decodes the frame of a time. Its address is that of the image with a query, which the page's policy allows.
   *
   * @param {AnimatedImage} image
   * @param {number} elapsed
   */
  async #decode(image, elapsed) {
    this.#decoder ??= await openDecoder(this.#page)
    const { source, data, index } = image
    // A µs against rounding.
    const time = elapsed - image.start + 0.001
    const frame = await this.#decoder.evaluate(decodeFrame, { source, data, index, time }).catch(() => undefined)
    if (!frame) {
      warn(`${source.slice(0, 200)} cannot be decoded; this animated image will not move in the video`)
      this.#images.delete(source)
    } else if (frame.index !== index) {
      const address = source.startsWith('http') ? `${source}?capture-frame=${frame.index}` : frame.png
      this.#images.set(source, { ...image, ...frame, data: '', address })
    }
  }
}

/** A page with a secure address, which decoders need. @param {Page} page */
async function openDecoder(page) {
  const browser = page.context().browser() ?? fail('other', 'The browser exited')
  const decoder = await browser.newPage()
  await decoder.route('**', route => route.fulfill({ contentType: 'text/html' }))
  await decoder.goto('https://capture.invalid/')
  return decoder
}

/** @param {string} dataUri */
function base64Of(dataUri) {
  return dataUri.replace(/^data:[^,]*;base64,/, '')
}
