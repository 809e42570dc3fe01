// A section of the capture script: animated pictures.
import { tell } from './agent.mjs'
import { warn } from './progress.mjs'

/** @import { Page, Request } from 'playwright-core' */
/** @import { Agent } from './types.mjs' */

// --- Animated pictures

/** How animated GIF, PNG, WebP and AVIF files begin. @type {[RegExp, string][]} */
const animatedTypes = [
	[/^GIF8.*!\xf9\x04.*!\xf9\x04/s, 'image/gif'],
	[/^\x89PNG.*acTL/s, 'image/png'],
	[/^RIFF.{4}WEBP.*ANIM/s, 'image/webp'],
	[/^.{4}ftypavis/s, 'image/avif'],
]

/** @typedef {{ bytes: Buffer, type: string, start: number, index: number, width: number, address: string, png: string }} Picture */

/**
 * Decodes animated pictures in a page of their own, and shows their frames in place of the pictures. A frame comes from
 * its picture's address with a query, so that the page's policy allows it.
 * @param {Page} page
 */
function controlPictures(page) {
	/** @type {Map<string, Picture>} */
	const pictures = new Map()
	const arriving = new Set()
	/** @type {Page | undefined} */
	let decoder

	/** @param {Buffer} bytes @param {string} source */
	function add(bytes, source) {
		const beginning = bytes.toString('latin1', 0, 2 ** 20)
		const [, type] = animatedTypes.find(([pattern]) => pattern.test(beginning)) ?? []
		if (!type || pictures.has(source)) return
		pictures.set(source, { bytes, type, start: Number.NaN, index: -1, width: 0, address: '', png: '' })
	}

	async function openDecoder() {
		decoder = await page.context().browser()?.newPage()
		// Decoders need a secure address.
		await decoder?.route('**', route => route.fulfill({ contentType: 'text/html', body: '' }))
		await decoder?.goto('https://capture.invalid/')
		await page.route(/capture-frame=\d+$/, route => {
			const { png = '' } = [...pictures.values()].find(({ address }) => address === route.request().url()) ?? {}
			return route.fulfill({ contentType: 'image/png', body: Buffer.from(png.slice(22), 'base64') })
		})
	}

	/** @type {(source: string, picture: Picture, elapsed: number) => Promise<unknown>} */
	async function update(source, picture, elapsed) {
		if (!decoder) await openDecoder()
		const { bytes, type, index, start } = picture
		const data = index < 0 ? `data:${type};base64,${bytes.toString('base64')}` : ''
		// Past the edge by a microsecond, against rounding.
		const wanted = { source, data, type, index, time: elapsed - start + 0.001 }
		const frame = await decoder?.evaluate(decodeFrame, wanted).catch(e => {console.error("DBG", source, e.message)})
		if (!frame) warn(`${source.slice(0, 200)} cannot be decoded: it runs in real time`)
		if (!frame) return pictures.delete(source)
		Object.assign(picture, frame)
		const address = `${source}${source.includes('?') ? '&' : '?'}capture-frame=${picture.index}`
		picture.address = source.startsWith('http') ? address : picture.png
	}

	page.on('response', response => {
		if (response.request().resourceType() !== 'image') return
		const read = async () => {
			const bytes = await response.body().catch(() => Buffer.alloc(0))
			/** @type {Request | null} */
			let request = response.request()
			for (; request; request = request.redirectedFrom()) add(bytes, request.url())
		}
		const reading = read().finally(() => arriving.delete(reading))
		arriving.add(reading)
	})

	return async (/** @type {number} */ elapsed) => {
		await Promise.all(arriving)
		let isFresh = pictures.size > 0 || elapsed < 0
		while (isFresh) {
			isFresh = false
			for (const [source, picture] of pictures) if (picture.start >= 0) await update(source, picture, elapsed)
			const frames = [...pictures].map(([source, { address, width }]) => ({ source, address, width }))
			const ans = await tell(page, 'pictures', frames); for (const source of ans) {
				const [, data = ''] = /^data:image[^,]*?;base64,(.*)/.exec(source) ?? []
				add(Buffer.from(data, 'base64'), source)
				const picture = pictures.get(source)
				if (!picture || picture.start >= 0) continue
				picture.start = Math.max(0, elapsed)
				isFresh = true
			}
		}
	}
}

/** Runs in the decoder's page. @param {{ source: string, data: string, type: string, index: number, time: number }} wanted */
async function decodeFrame({ source, data, type, index, time }) {
	/** @type {Map<string, { decoder: ImageDecoder, ends: number[], plays: number }>} */
	const pictures = Reflect.get(self, 'pictures') ?? new Map()
	Reflect.set(self, 'pictures', pictures)
	let known = pictures.get(source)
	if (!known) {
		const decoder = new ImageDecoder({ data: await (await fetch(data)).arrayBuffer(), type })
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
		pictures.set(source, known)
	}
	const { decoder, ends, plays } = known
	const length = Number(ends.at(-1))
	const frameIndex = time / length >= plays ? ends.length - 1 : ends.findIndex(end => end > time % length)
	if (frameIndex === index) return {}
	const { image } = await decoder.decode({ frameIndex })
	const { displayWidth: width, displayHeight: height } = image
	const canvas = Object.assign(document.createElement('canvas'), { width, height })
	canvas.getContext('2d')?.drawImage(image, 0, 0)
	image.close()
	return { index: frameIndex, width, png: canvas.toDataURL() }
}

/**
 * Shows frames by animations that hold one value: they change no attribute, and style pseudo-elements, too. Answers
 * which pictures the page shows that have no frame yet.
 * @param {Agent} agent
 */
function showPictures(agent) {
	const places = ['backgroundImage', 'borderImageSource', 'listStyleImage', 'content']
	/** @type {Animation[]} */
	let shown = []
	/** @type {Map<string, string>} */
	const loaded = new Map()
	const reported = new Set()

	/** @type {(element: Element) => { element: Element, pseudoElement: string | null, place: string, value: string }[]} */
	const picturesOf = element => {
		const found = ['', '::before', '::after'].flatMap(pseudo => {
			const style = /** @type {any} */ (getComputedStyle(element, pseudo))
			if (pseudo && /^(none|normal)$/.test(style.content)) return []
			const used = places.filter(place => style[place].includes('url("'))
			return used.map(place => ({ element, pseudoElement: pseudo || null, place, value: style[place] }))
		})
		if (!(element instanceof HTMLImageElement) || found.some(({ place }) => place === 'content')) return found
		return [...found, { element, pseudoElement: null, place: 'content', value: `url("${element.currentSrc}")` }]
	}

	agent.on.pictures.push(async (/** @type {{ source: string, address: string, width: number }[]} */ frames) => {
		for (const animation of shown) animation.cancel()
		shown = []
		const targets = agent.all('*').flatMap(picturesOf)
		const sources = targets.flatMap(({ value }) =>
			[...value.matchAll(/url\("((?:[^"\\]|\\.)*)/g)].map(([, url = '']) => url),
		)
		const present = frames.filter(({ source }) => sources.includes(source))
		for (const { source, address } of present) {
			if (!address || loaded.get(source) === address) continue
			loaded.set(source, address)
			await Object.assign(new Image(), { src: address })
				.decode()
				.catch(() => {})
		}
		for (const { element, pseudoElement, place, value } of targets) {
			let changed = value
			for (const { source, address, width } of present.filter(({ address }) => address)) {
				const density = place === 'content' && element instanceof HTMLImageElement ? width / element.naturalWidth : 1
				changed = changed.replace(`url("${source}")`, () => `image-set(url("${address}") ${density}x)`)
			}
			if (changed === value) continue
			const animation = element.animate({ [place]: [changed, changed] }, { duration: 1, fill: 'both', pseudoElement })
			animation.pause()
			shown.push(animation)
		}
		if (present[0]) await agent.frame()
		const fresh = sources.filter(source => /^data:image.(gif|a?png|webp|avif)/.test(source) && !reported.has(source))
		for (const source of fresh) reported.add(source)
		return [...present.filter(({ address }) => !address).map(({ source }) => source), ...fresh]
	})
}

export { controlPictures, showPictures }
