// A section of the capture script: animated pictures.
import { setTimeout as delay } from 'node:timers/promises'
import { page, tell } from './agent.mjs'
import { warn } from './progress.mjs'

/** @import { Agent } from './agent.mjs' */

// --- Animated pictures

/** The type of an animated picture by its beginning. */
const animated = /^(?:|\x89|RIFF.{4})(GIF(?=8.*!\xf9\x04.*!\xf9\x04)|PNG(?=.*acTL)|WEBP(?=.*ANIM))/s

const [pictures, arriving] = [new Map(), new Set()]
/** @type {any} */
let decoder
let beforeRequest = async () => {}

async function openDecoder() {
	const decoder = await page.context().browser()?.newPage()
	// Decoders need a secure address.
	await decoder?.route('**', route => route.fulfill({ contentType: 'text/html' }))
	await decoder?.goto('https://capture.invalid/')
	return decoder
}

/** @param {Buffer} bytes */
function addPicture(source = '', bytes) {
	const [, type] = animated.exec(bytes.toString('latin1', 0, 2 ** 20)) ?? []
	if (!type || pictures.has(source)) return
	const data = `data:image/${type.toLowerCase()};base64,${bytes.toString('base64')}`
	pictures.set(source, { source, data, start: -1, index: -1, address: '' })
}

async function watchPictures() {
	pictures.clear()
	decoder = undefined
	page.on('response', response => {
		const read = async () => {
			const bytes = await response.body()
			/** @type {any} */
			let request = response.request()
			for (; request; request = request.redirectedFrom()) addPicture(request.url(), bytes)
		}
		if (response.request().resourceType() !== 'image') return
		const reading = read().catch(() => {})
		arriving.add(reading)
		reading.then(() => arriving.delete(reading))
	})
	await page.route(/capture-frame=\d+$/, async route => {
		await beforeRequest()
		const picture = [...pictures.values()].find(({ address }) => address === route.request().url())
		await route.fulfill({ contentType: 'image/png', body: Buffer.from(picture?.png.slice(22) ?? '', 'base64') })
	})
}

/** Decodes a picture. Frames have its address with a query, so that the page's policy allows them. */
async function decode({ source = '', data = '', start = 0, index = 0 }, elapsed = 0) {
	decoder ??= await openDecoder()
	// Past the edge by a microsecond, against rounding.
	const time = elapsed - start + 0.001
	const frame = await decoder.evaluate(decodeFrame, { source, data, index, time }).catch(() => {})
	if (!frame) warn(`${source.slice(0, 200)} cannot be decoded: it stands still`)
	if (!frame) return pictures.delete(source)
	if (frame.index === index) return
	const address = /^http/.test(source) ? `${source}?capture-frame=${frame.index}` : frame.png
	pictures.set(source, { source, start, ...frame, address })
}

/** Shows the frames of a time. Their requests wait for `first`. */
async function showFrames(elapsed = 0, first = async () => {}) {
	beforeRequest = first
	await Promise.race([Promise.all(arriving), delay(1000)])
	let isNew = pictures.size > 0 || elapsed < 0
	while (isNew) {
		isNew = false
		for (const picture of [...pictures.values()]) if (picture.start >= 0) await decode(picture, elapsed)
		const known = [...pictures.values()].map(({ source, address }) => ({ source, address }))
		for (const source of await tell('pictures', known)) {
			const [, data = ''] = /^data:image[^,]*?;base64,(.*)/.exec(source) ?? []
			addPicture(source, Buffer.from(data, 'base64'))
			const picture = pictures.get(source)
			if (!picture || picture.start >= 0) continue
			picture.start = Math.max(0, elapsed)
			isNew = true
		}
	}
}

/** Runs in the decoder's page. */
async function decodeFrame({ source = '', data = '', index = 0, time = 0 }) {
	let known = Reflect.get(self, source)
	if (data) {
		const file = await (await fetch(data)).blob()
		const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type })
		await Promise.all([decoder.tracks.ready, decoder.completed])
		const { frameCount = 0, repetitionCount = 0 } = decoder.tracks.selectedTrack ?? {}
		const ends = []
		for (let end = 0; ends.length < frameCount; ends.push(end)) {
			const { image } = await decoder.decode({ frameIndex: ends.length })
			const duration = Number(image.duration) / 1000
			end += duration > 10 ? duration : 100 // as browsers do
			image.close()
		}
		known = { decoder, ends, plays: repetitionCount + 1 }
		Reflect.set(self, source, known)
	}
	const { decoder, ends, plays } = known
	const length = ends.at(-1)
	const isOver = time / length >= plays
	const frameIndex = isOver ? ends.length - 1 : ends.findIndex((end = 0) => end > time % length)
	if (frameIndex === index) return { index, png: '' }
	const { image } = await decoder.decode({ frameIndex })
	const canvas = document.createElement('canvas')
	Object.assign(canvas, { width: image.displayWidth, height: image.displayHeight })
	canvas.getContext('2d')?.drawImage(image, 0, 0)
	image.close()
	return { index: frameIndex, png: canvas.toDataURL() }
}

/**
 * Shows frames by animations that hold one value: they style pseudo-elements, too. Answers which pictures have none.
 * @param {Agent} agent
 */
function showPictures(agent) {
	const [shown, loaded, reported, hrefs] = [new Map(), new Map(), new Set(), new Map()]
	const places = ['backgroundImage', 'borderImageSource', 'listStyleImage', 'content']
	/** @type {(element: any) => any[][]} */
	const picturesOf = element => {
		if (element instanceof SVGImageElement) {
			if (!hrefs.has(element)) hrefs.set(element, new URL(element.href.baseVal, document.baseURI).href)
			return [[element, null, 'href', `url("${hrefs.get(element)}")`]]
		}
		return [null, '::before', '::after'].flatMap(pseudo => {
			const style = /** @type {any} */ (getComputedStyle(element, pseudo))
			if (pseudo && /^(none|normal)$/.test(style.content)) return []
			return places.map(place => {
				const isSource = place === 'content' && !pseudo && element.currentSrc && style.content === 'normal'
				return [element, pseudo, place, isSource ? `url("${element.currentSrc}")` : style[place]]
			})
		})
	}

	agent.on.pictures.push(async (/** @type {any[]} */ known) => {
		for (const animation of shown.keys()) animation.cancel()
		shown.clear()
		const targets = agent.all('*').flatMap(picturesOf)
		const values = targets.map(([, , , value]) => value).join()
		const present = known.filter(({ source }) => values.includes(`url("${source}")`))
		const framed = present.filter(({ address }) => address)
		const load = async ({ source = '', address = '' }) => {
			if (loaded.get(source)?.src === address) return
			const image = Object.assign(new Image(), { src: address })
			loaded.set(source, image)
			await image.decode()
		}
		await Promise.allSettled(framed.map(load))
		for (const [element, pseudoElement, place, value] of targets) {
			let changed = value
			for (const { source, address } of framed) {
				const density = place === 'content' && loaded.get(source).naturalWidth / element.naturalWidth
				const frame = `url("${address}")`
				changed = changed.replace(`url("${source}")`, () => (density ? `image-set(${frame} ${density}x)` : frame))
				if (place === 'href' && changed !== value) element.href.baseVal = address
			}
			if (changed === value || place === 'href') continue
			const animation = element.animate({ [place]: [changed, changed] }, { duration: 1, fill: 'both', pseudoElement })
			animation.pause()
			shown.set(animation, element)
		}
		if (agent.stopped && present[0]) await agent.frame()
		const inline = values.match(/(?<=url\(")data:image.(gif|a?png|webp)[^"]*/g) ?? []
		const fresh = inline.filter(source => !reported.has(source) && reported.add(source))
		return [...present.filter(({ address }) => !address).map(({ source }) => source), ...fresh]
	})
}

export { showFrames, showPictures, watchPictures }
