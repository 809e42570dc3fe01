// A section of the capture script: a screenshot.
import fs from 'node:fs'
import { emitAll, page, session } from './agent.mjs'
import { emulatedWindow, openCamera } from './camera.mjs'
import { fail } from './failure.mjs'
import { CONFIG } from './head.mjs'
import { controlAnimations, controlDrawings, videoParts } from './motion.mjs'
import { joinPngs } from './png.mjs'
import { readyParts } from './settle.mjs'

/** @import { Engine, Part } from './types.mjs' */

// --- A screenshot

/** @type {Engine} */
const still = {
	// A tile painted in two steps can differ by a level.
	args: () => ['--disable-partial-raster'],
	window: emulatedWindow,
	parts: [...readyParts, endMotion, controlAnimations, controlDrawings, ...videoParts],
}

/** Device px. Chromium paints at most 16,384 at once, smaller parts faster. */
const [tileHeight, maxHeight] = [8192, 65_535]

async function takeStill(output = '') {
	const { options, output_size, viewport } = CONFIG
	const scale = viewport.deviceScaleFactor
	await emitAll('end')
	const takeScreenshot = await openCamera()
	const take = (x = 0, y = 0, width = 0, height = 0, how = {}) => {
		const clip = { x: x / scale, y: y / scale, width: width / scale, height: height / scale, scale: 1 }
		return takeScreenshot({ format: 'png', clip, ...how }, 60_000)
	}
	const file = `${output}.part`
	const result = { ...output_size, frames: 1, fps: null }
	if (!options.full_page && options.selector === null) {
		const [x = 0, y = 0] = await page.evaluate(() => [scrollX, scrollY]).catch(() => [])
		const screenshot = await take(x * scale, y * scale, output_size.width, output_size.height)
		fs.writeFileSync(file, screenshot)
		const size = { width: screenshot.readUInt32BE(16), height: screenshot.readUInt32BE(20) }
		checkSame(sizeOf(size), sizeOf(output_size))
		return result
	}
	const whole = await page.evaluate(() => Math.max(document.documentElement.scrollHeight, innerHeight))
	const area = { x: 0, y: 0, width: output_size.width, height: Math.floor(whole * scale) }
	if (options.selector !== null) Object.assign(area, await areaOf(options.selector))
	const { x, y, width, height } = area
	if (height > maxHeight) {
		fail('override', `The page is ${height} px high, the most is ${maxHeight}: set a smaller deviceScaleFactor`)
	}
	async function* takeTiles() {
		for (let top = 0; top < height; top += tileHeight) {
			const first = Math.max(0, top - 1)
			const rows = Math.min(top + tileHeight, height) - first
			yield await take(x, y + first, width, rows, { captureBeyondViewport: true })
		}
	}
	await emitAll('freeze')
	await session.send('Emulation.setScriptExecutionDisabled', { value: true })
	await joinPngs(file, area, takeTiles())
	return { ...result, width, height }
}

/** At the top of the page, headers that stay in view do not cover it. */
async function areaOf(selector = '') {
	const measure = (/** @type {Element} */ found) => {
		found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
		scrollTo({ top: 0, left: 0, behavior: 'instant' })
		const { left, top, right, bottom } = found.getBoundingClientRect()
		return [left, top, right, bottom]
	}
	const element = page.locator(`css=${selector}`).first()
	const finding = element.evaluate(measure, undefined, { timeout: CONFIG.timeouts.settle_ms })
	const box = await finding.catch(() => fail('navigation', `There is no ${selector} on the page`))
	const scaled = box.map(side => side * CONFIG.viewport.deviceScaleFactor)
	const [x = 0, y = 0] = scaled.map(side => Math.max(0, Math.floor(side + 0.01)))
	const [, , right = 0, bottom = 0] = scaled.map(side => Math.ceil(side - 0.01))
	if (right <= x || bottom <= y) fail('navigation', `${selector} has no size on the page`)
	return { x, y, width: right - x, height: bottom - y }
}

const sizeOf = ({ width = 0, height = 0 }) => `${width} × ${height} px`

function checkSame(made = '', asked = '') {
	if (made !== asked) fail('encoding', `The result has ${made}, CONFIG asks for ${asked}`)
}

/** @type {Part} */
function endMotion(agent) {
	agent.on.freeze.push(() => agent.style('*, ::before, ::after { transition: none !important }'))
	agent.control = (_prototype, _method, { find, isMoving, end }) => {
		agent.on.end.push(async () => {
			for (let round = 0; round < 20 && find().some(isMoving); round += 1) {
				for (const thing of find().filter(isMoving)) await end(thing)
				await agent.frame()
			}
		})
	}
}

export { checkSame, sizeOf, still, takeStill }
