// A section of the capture script: animated pictures.
import { warn } from './progress.mjs'
import { giveCue } from './stage.mjs'

/** @import { Animated, Page, Request, Stage } from './types.d.ts' */

// --- Animated pictures

/** The beginnings of animated GIF, PNG, WebP and AVIF files, and their types. @type {[RegExp, string][]} */
const animatedTypes = [
  [/^GIF8.*!\xf9\x04.*!\xf9\x04/s, 'image/gif'],
  [/^\x89PNG.*acTL/s, 'image/png'],
  [/^RIFF.{4}WEBP.*ANIM/s, 'image/webp'],
  [/^.{4}ftypavis/s, 'image/avif'],
]
/** Bytes of all animated pictures of a film. */
const maxPictureBytes = 2 ** 27

/**
 * Serves a frame at the address of its picture with a query: whatever the page's policy allows for the one, it allows
 * for the other.
 * @param {Page} page
 * @param {ReadonlyMap<string, Animated>} pictures
 */
async function serveFrames(page, pictures) {
  const session = await page.context().browser()?.newBrowserCDPSession()
  session?.on('Fetch.requestPaused', ({ requestId, request }) => {
    const [, png = ''] = [...pictures.values()].find(({ address }) => address === request.url)?.png?.split(',') ?? []
    const responseHeaders = [
      { name: 'content-type', value: 'image/png' },
      { name: 'cache-control', value: 'max-age=9999' },
      { name: 'access-control-allow-origin', value: '*' },
    ]
    const answer = { requestId, responseCode: png ? 200 : 404, responseHeaders, body: png }
    session.send('Fetch.fulfillRequest', answer).catch(() => {})
  })
  await session?.send('Fetch.enable', { patterns: [{ urlPattern: '*capture-frame=*' }] })
}

/** @type {(request: Request | null) => string[]} */
const addressesOf = request => (request ? [request.url(), ...addressesOf(request.redirectedFrom())] : [])

/** @param {Page} page */
async function openDecoder(page) {
  const decoder = await page.context().browser()?.newPage()
  // Decoders need a secure address.
  await decoder?.route('**', route => route.fulfill({ contentType: 'text/html', body: '' }))
  await decoder?.goto('https://capture.invalid/')
  return decoder
}

/** @type {(decoder: Page | undefined, all: Map<string, Animated>, source: string, at: number) => Promise<any>} */
async function update(decoder, all, source, at) {
  const picture = all.get(source)
  if (!picture) return
  const { data, type, index, start = 0 } = picture
  // Past the edge by a microsecond, against rounding.
  const wanted = { source, data, type, index, time: Math.max(0, at - start) + 0.001 }
  const frame = await decoder?.evaluate(decodeFrame, wanted).catch(() => undefined)
  if (!frame) {
    warn(`${source.slice(0, 200)} is animated and cannot be decoded: it runs in real time`)
    return all.delete(source)
  }
  Object.assign(picture, frame, { data: '' })
  const query = source.includes('?') ? '&' : '?'
  picture.address = /^http/.test(source) ? `${source}${query}capture-frame=${frame.index}` : (picture.png ?? '')
}

/**
 * The frames of animated pictures, decoded in a page of their own and shown in the page in place of the pictures.
 * @param {Page} page
 * @returns {Promise<(elapsed: number) => Promise<void>>} shows the frames at so many milliseconds after the first
 */
async function leadPictures(page) {
  /** @type {Map<string, Animated>} */
  const pictures = new Map()
  /** @type {Set<Promise<void>>} */
  const arriving = new Set()
  let bytesLeft = maxPictureBytes

  /** @type {(bytes: Buffer, addresses: string[]) => void} */
  function add(bytes, addresses) {
    const start = bytes.toString('latin1', 0, 2 ** 20)
    const [, type] = animatedTypes.find(([beginning]) => beginning.test(start)) ?? []
    if (!type || pictures.has(addresses[0] ?? '')) return
    bytesLeft -= bytes.length
    if (bytesLeft < 0) return warn('Animated pictures are larger than 128 MB: some run in real time')
    const data = `data:${type};base64,${bytes.toString('base64')}`
    for (const address of addresses) pictures.set(address, { data, type, index: -1, width: 0, address: '' })
  }
  page.on('response', response => {
    const type = response.headers()['content-type'] ?? ''
    const isOther = /^image/.test(type) || response.request().resourceType() !== 'image'
    if (isOther && !/^image.(gif|a?png|webp|avif)/.test(type)) return
    const reading = response
      .body()
      .then(bytes => add(bytes, addressesOf(response.request())))
      .catch(() => {})
    arriving.add(reading.finally(() => arriving.delete(reading)))
  })

  await serveFrames(page, pictures)
  /** @type {Promise<Page | undefined> | undefined} */
  let decoding

  return async elapsed => {
    await Promise.all(arriving)
    let fresh = pictures.size > 0 || elapsed < 0
    while (fresh) {
      fresh = false
      const started = [...pictures].filter(([, { start }]) => start !== undefined)
      if (started[0]) decoding ??= openDecoder(page)
      const decoder = await decoding
      await Promise.all(started.map(([source]) => update(decoder, pictures, source, elapsed)))
      const frames = [...pictures].map(([source, { address, width }]) => ({ source, address, width }))
      for (const seen of (await giveCue(page, 'pictures', frames)).flat()) {
        const [, data] = /^data:[^,]*?;base64,(.*)/is.exec(`${seen}`) ?? []
        const [source = '', bytes = data] = `${seen}`.split(' ')
        if (!pictures.has(source) && bytes) add(Buffer.from(bytes, 'base64'), [source])
        const picture = pictures.get(source)
        if (!picture || picture.start !== undefined) continue
        picture.start = Math.max(0, elapsed)
        fresh = true
      }
    }
  }
}

/**
 * Runs in the page of the decoders.
 * @param {{ source: string, data: string, type: string, index: number, time: number }} wanted
 * @returns {Promise<{ index: number, width: number, png?: string }>}
 */
async function decodeFrame({ source, data, type, index, time }) {
  /** @type {Map<string, any>} */
  const decoders = Reflect.get(self, 'decoders') ?? new Map()
  Reflect.set(self, 'decoders', decoders)
  if (data) {
    const decoder = new ImageDecoder({ data: await (await fetch(data)).arrayBuffer(), type })
    await decoder.tracks.ready
    await decoder.completed
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack ?? { frameCount: 0, repetitionCount: 0 }
    decoders.set(source, { decoder, count: frameCount, plays: repetitionCount + 1, ends: [] })
  }
  const known = decoders.get(source)
  const { decoder, plays, ends } = known
  let end = ends.at(-1) ?? 0
  while (ends.length < known.count && end <= time) {
    const decoded = await decoder.decode({ frameIndex: ends.length }).catch(() => {})
    if (decoded) {
      const { duration } = decoded.image // µs
      end += duration > 10_000 ? duration / 1000 : 100 // as browsers do
      ends.push(end)
      known.image?.close()
      Object.assign(known, { image: decoded.image, at: ends.length - 1 })
    } else known.count = ends.length // cut off
  }
  const over = known.count === ends.length && time / end >= plays
  const next = over ? ends.length - 1 : ends.findIndex((/** @type {number} */ edge) => edge > time % end)
  if (known.at !== next) {
    known.image.close()
    Object.assign(known, await decoder.decode({ frameIndex: next }), { at: next })
  }
  const { displayWidth: width, displayHeight: height } = known.image
  if (next === index) return { index, width }
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(known.image, 0, 0)
  return { index: next, width, png: canvas.toDataURL() }
}

/** @param {Stage} stage */
function findPictures(stage) {
  const places = ['backgroundImage', 'borderImageSource', 'listStyleImage', 'content']
  stage.picturesOf = element => {
    if (element instanceof SVGImageElement) {
      const address = new URL(element.href.baseVal.replace(/.capture-frame=\d+$/, ''), document.baseURI)
      return [{ element, pseudoElement: null, place: 'href', value: `url("${address}")` }]
    }
    const targets = ['', '::before', '::after'].flatMap(pseudo => {
      const style = /** @type {any} */ (getComputedStyle(element, pseudo))
      if (pseudo && /^(none|normal)$/.test(style.content)) return []
      const pseudoElement = pseudo || null
      const named = places.filter(place => style[place].includes('url("'))
      return named.map(place => ({ element, pseudoElement, place, value: style[place] }))
    })
    if (!(element instanceof HTMLImageElement) || targets.some(({ place }) => place === 'content')) return targets
    return [...targets, { element, pseudoElement: null, place: 'content', value: `url("${element.currentSrc}")` }]
  }
}

/**
 * Shows frames in place of animated pictures, by animations that hold one value: they change no attribute, and style
 * pseudo-elements too. Answers which pictures the page shows.
 * @param {Stage} stage
 */
function showPictures(stage) {
  /** @type {Animation[]} */
  let shown = []
  /** @type {Map<string, HTMLImageElement>} */
  const loaded = new Map()
  /** @type {Set<string>} */
  const reported = new Set()

  /** @type {(value: unknown) => string[]} */
  const addressesIn = value =>
    [...`${value}`.matchAll(/(?<=url\(")(?:[^"\\]|\\.)*(?="\))/g)].map(([address]) => address)
  const withoutHash = (/** @type {string} */ address) => address.replace(/^(http[^#]*)#.*/s, '$1')

  /** @param {string} source */
  async function withBytes(source) {
    const blob = stage.blobs.get(source)
    if (!blob) return source
    const reader = new FileReader()
    reader.readAsDataURL(blob)
    await new Promise(resolve => reader.addEventListener('loadend', resolve))
    return `${source} ${`${reader.result}`.split(',')[1]}`
  }

  stage.cues.pictures.push(async frames => {
    for (const animation of shown) animation.cancel()
    shown = []
    const targets = [...stage.roots].flatMap(root =>
      [...root.querySelectorAll('*')].flatMap(element => stage.picturesOf?.(element) ?? []),
    )
    const seen = new Set(targets.flatMap(({ value }) => addressesIn(value).map(withoutHash)))
    const present = frames.filter(({ source }) => seen.has(source))
    for (const { source, address } of present) {
      if (!address || loaded.get(source)?.src === address) continue
      const image = new Image()
      image.src = address
      loaded.set(source, image)
      await image.decode().catch(() => {})
    }
    for (const { element, pseudoElement, place, value } of targets) {
      let changed = value
      for (const old of addressesIn(value)) {
        const { address, width } = present.find(({ source }) => source === withoutHash(old)) ?? {}
        if (!address || !width) continue
        const density = place === 'content' && element instanceof HTMLImageElement ? width / element.naturalWidth : 1
        const frame = density === 1 ? `url("${address}")` : `image-set(url("${address}") ${density}x)`
        changed = changed.replace(`url("${old}")`, () => frame)
        if (element instanceof SVGImageElement && element.href.baseVal !== address) element.href.baseVal = address
      }
      if (changed === value || place === 'href') continue
      const animation = element.animate({ [place]: [changed, changed] }, { duration: 1, fill: 'both', pseudoElement })
      animation.pause()
      shown.push(animation)
    }
    if (present[0]) await stage.frame()
    const fresh = [...seen].filter(source => /^data:image|^blob:/.test(source) && !reported.has(source))
    for (const source of fresh) reported.add(source)
    return Promise.all([...present.map(({ source }) => source), ...fresh.map(withBytes)])
  })
}

export { findPictures, leadPictures, showPictures }
