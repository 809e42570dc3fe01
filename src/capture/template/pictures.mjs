// A section of the capture script: animated pictures.
import { page, tell } from './agent.mjs'
import { warn } from './progress.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { Agent } from './agent.mjs' */

// --- Animated pictures

/** The type of an animated picture by its beginning. */
const animated = /^(?:|\x89|RIFF.{4})(GIF(?=8.*!\xf9\x04.*!\xf9\x04)|PNG(?=.*acTL)|WEBP(?=.*ANIM))/s

/** @param {Map<string, Buffer>} frames PNGs by address. */
async function openDecoder(frames) {
	const decoder = await page.context().browser()?.newPage()
	// Decoders need a secure address.
	await decoder?.route('**', route => route.fulfill({ contentType: 'text/html', body: '' }))
	await decoder?.goto('https://capture.invalid/')
	await page.route(/capture-frame=\d+$/, route =>
		route.fulfill({ contentType: 'image/png', body: frames.get(route.request().url()) ?? '' }),
	)
	return decoder
}

/**
 * Shows the frames of animated pictures, decoded in a page of their own. A frame has its picture's address with a
 * query, so that the page's policy allows it.
 */
function controlPictures() {
	const [pictures, frames, arriving] = [new Map(), new Map(), new Set()]
	/** @type {Page | undefined} */
	let decoder

	/** @param {Buffer} bytes */
	function add(source = '', bytes) {
		const [, type] = animated.exec(bytes.toString('latin1', 0, 2 ** 20)) ?? []
		if (!type || pictures.has(source)) return
		const data = `data:image/${type.toLowerCase()};base64,${bytes.toString('base64')}`
		pictures.set(source, { source, data, start: -1, index: -1, width: 0, address: '' })
	}

	async function update({ source = '', data = '', start = 0, index = 0, width = 0, address = '' }, elapsed = 0) {
		decoder ??= await openDecoder(frames)
		// Past the edge by a microsecond, against rounding.
		const time = elapsed - start + 0.001
		const frame = await decoder?.evaluate(decodeFrame, { source, data, index, width, time }).catch(() => {})
		if (!frame) warn(`${source.slice(0, 200)} cannot be decoded: it runs in real time`)
		if (!frame) return pictures.delete(source)
		const { png, ...shown } = frame
		if (shown.index === index) return
		const query = `${source.includes('?') ? '&' : '?'}capture-frame=${shown.index}`
		const next = /^http/.test(source) ? source + query : png
		frames.delete(address)
		frames.set(next, Buffer.from(png.slice(22), 'base64'))
		pictures.set(source, { source, start, ...shown, address: next, data: '' })
	}

	page.on('response', response => {
		const read = async () => {
			const bytes = await response.body()
			/** @type {any} */
			let request = response.request()
			for (; request; request = request.redirectedFrom()) add(request.url(), bytes)
		}
		if (response.request().resourceType() !== 'image') return
		const reading = read().catch(() => {})
		arriving.add(reading)
		reading.then(() => arriving.delete(reading))
	})

	return async (elapsed = 0) => {
		await Promise.all(arriving)
		let isNew = pictures.size > 0 || elapsed < 0
		while (isNew) {
			isNew = false
			for (const picture of [...pictures.values()]) if (picture.start >= 0) await update(picture, elapsed)
			const known = [...pictures.values()].map(picture => ({ ...picture, data: '' }))
			for (const source of await tell('pictures', known)) {
				const [, data = ''] = /^data:image[^,]*?;base64,(.*)/.exec(source) ?? []
				add(source, Buffer.from(data, 'base64'))
				const picture = pictures.get(source)
				if (!picture || picture.start >= 0) continue
				picture.start = Math.max(0, elapsed)
				isNew = true
			}
		}
	}
}

/** Runs in the decoder's page. */
async function decodeFrame({ source = '', data = '', index = 0, width = 0, time = 0 }) {
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
	if (frameIndex === index) return { index, width, png: '' }
	const { image } = await decoder.decode({ frameIndex })
	const size = { width: image.displayWidth, height: image.displayHeight }
	const canvas = Object.assign(document.createElement('canvas'), size)
	canvas.getContext('2d')?.drawImage(image, 0, 0)
	image.close()
	return { index: frameIndex, width: size.width, png: canvas.toDataURL() }
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
		for (const { source, address } of framed) {
			if (loaded.get(source) === address) continue
			loaded.set(source, address)
			const loading = Object.assign(new Image(), { src: address }).decode()
			await loading.catch(() => {})
		}
		for (const [element, pseudoElement, place, value] of targets) {
			let changed = value
			for (const { source, address, width } of framed) {
				const density = (place === 'content' && width / element.naturalWidth) || 1
				changed = changed.replace(`url("${source}")`, () => `image-set(url("${address}") ${density}x)`)
				if (place === 'href' && changed !== value) element.href.baseVal = address
			}
			if (changed === value || place === 'href') continue
			const animation = element.animate({ [place]: [changed, changed] }, { duration: 1, fill: 'both', pseudoElement })
			animation.pause()
			shown.set(animation, element)
		}
		if (agent.stopped && present[0]) await agent.frame()
		const inline = values.match(/(?<=url\(")data:image.(gif|a?png|webp|avif)[^"]*/g) ?? []
		const fresh = inline.filter(source => !reported.has(source) && reported.add(source))
		return [...present.filter(({ address }) => !address).map(({ source }) => source), ...fresh]
	})
}

export { controlPictures, showPictures }
