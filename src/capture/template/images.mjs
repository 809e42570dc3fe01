// A section of the capture script: animated images.
import { setTimeout as delay } from 'node:timers/promises'
import { emitAll, page } from './agent.mjs'
import { warn } from './progress.mjs'

/** @import { Part } from './types.mjs' */

// --- Animated images

/** The type of an animated image. */
const animated = /^(?:|\x89|RIFF.{4})(GIF(?=8.*!\xf9\x04.*!\xf9\x04)|PNG(?=.*acTL)|WEBP(?=.*ANIM))/s

const [images, arriving] = [new Map(), new Set()]
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
function addImage(source = '', bytes) {
	const [, type] = animated.exec(bytes.toString('latin1', 0, 2 ** 20)) ?? []
	if (!type || images.has(source)) return
	const data = `data:image/${type.toLowerCase()};base64,${bytes.toString('base64')}`
	images.set(source, { source, data, start: -1, index: -1, address: '' })
}

async function watchImages() {
	images.clear()
	decoder = undefined
	page.on('response', response => {
		/** @type {any} */
		let request = response.request()
		if (request.resourceType() !== 'image') return
		const add = (/** @type {Buffer} */ bytes) => {
			for (; request; request = request.redirectedFrom()) addImage(request.url(), bytes)
		}
		const reading = response.body().then(add, () => {})
		arriving.add(reading)
		reading.then(() => arriving.delete(reading))
	})
	await page.route(/capture-frame=\d+$/, async route => {
		await beforeRequest()
		const image = [...images.values()].find(({ address }) => address === route.request().url())
		await route.fulfill({ contentType: 'image/png', body: Buffer.from(image?.png.slice(22) ?? '', 'base64') })
	})
}

/** Decodes an image. Frames have its address with a query: the page's policy allows them. */
async function decode({ source = '', data = '', start = 0, index = 0 }, elapsed = 0) {
	decoder ??= await openDecoder()
	// A microsecond against rounding.
	const time = elapsed - start + 0.001
	const frame = await decoder.evaluate(decodeFrame, { source, data, index, time }).catch(() => {})
	if (!frame) {
		warn(`${source.slice(0, 200)} cannot be decoded: it stands still`)
		return images.delete(source)
	}
	if (frame.index === index) return
	const address = /^http/.test(source) ? `${source}?capture-frame=${frame.index}` : frame.png
	images.set(source, { source, start, ...frame, address })
}

/** Shows the frames of a time. Their requests wait for `first`. */
async function showFrames(elapsed = 0, first = async () => {}) {
	beforeRequest = first
	await Promise.race([Promise.all(arriving), delay(elapsed < 0 ? 9000 : 1000)])
	let isNew = images.size > 0 || elapsed < 0
	while (isNew) {
		isNew = false
		for (const image of [...images.values()]) if (image.start >= 0) await decode(image, elapsed)
		const known = [...images.values()].map(({ source, address }) => ({ source, address }))
		for (const source of await emitAll('images', known)) {
			const [, data = ''] = /^data:image[^,]*?;base64,(.*)/.exec(source) ?? []
			addImage(source, Buffer.from(data, 'base64'))
			const image = images.get(source)
			if (!image || image.start >= 0) continue
			image.start = Math.max(0, elapsed)
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

/** Shows frames by animations: they can style pseudo-elements. Returns images without a frame. @type {Part} */
function showImages(agent) {
	const [shown, loaded, reported, hrefs] = [new Map(), new Map(), new Set(), new Map()]
	const places = ['backgroundImage', 'borderImageSource', 'listStyleImage', 'content']
	/** @type {(element: any) => any[][]} */
	const imagesOf = element => {
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

	agent.on.images.push(async (/** @type {any[]} */ known) => {
		for (const animation of shown.keys()) animation.cancel()
		shown.clear()
		const targets = agent.all('*').flatMap(imagesOf)
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
				if (place === 'href' && value === `url("${source}")`) element.href.baseVal = address
				changed = changed.replaceAll(`url("${source}")`, () => (density ? `image-set(${frame} ${density}x)` : frame))
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

export { showFrames, showImages, watchImages }
