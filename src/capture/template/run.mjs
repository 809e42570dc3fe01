// A section of the capture script: the whole run.
import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openWindow } from './browser.mjs'
import { checkFfmpeg } from './encode.mjs'
import { exitCodes, fail, firstLine, undo } from './failure.mjs'
import { findEngines, makeFilm } from './film.mjs'
import { CONFIG } from './head.mjs'
import { watchImages } from './images.mjs'
import { navigate } from './navigate.mjs'
import { readOverrides } from './overrides.mjs'
import { warn } from './progress.mjs'
import { checkSelectors, settle } from './settle.mjs'
import { still, takeStill } from './still.mjs'
import { addWorkerAgents } from './workers.mjs'

/** @import { Engine, Settings } from './types.mjs' */

// --- The run

async function capture() {
	const settings = readOverrides(process.argv.slice(2), process.env, CONFIG)
	const { output } = settings
	const films = CONFIG.output_format === 'mp4'
	const engines = films ? findEngines(settings.engine) : [still]
	for (const warning of CONFIG.warnings) warn(warning)
	if (films) await checkFfmpeg(settings.ffmpeg)

	undo.push(() => fs.rmSync(`${output}.part`, { force: true }))
	const { frames, fps, ...size } = await captureBy(engines, settings)
	if (!process.exitCode) fs.renameSync(`${output}.part`, output)
	return { output, ...size, bytes: fs.statSync(output).size, frames, fps, duration: fps && frames / fps }
}

/** @type {(engines: Engine[], settings: Settings) => Promise<any>} */
async function captureBy([engine = still, ...others], settings) {
	await openWindow(engine, settings)
	try {
		const start = await engine.open?.()
		if (start) await Promise.all([addWorkerAgents(), watchImages()])
		await checkSelectors()
		await navigate()
		await settle()
		return await (start ? makeFilm(start, settings) : takeStill(settings.output))
	} catch (error) {
		const { exitCode } = /** @type {any} */ (error)
		if (!others[0] || ![exitCodes.other, exitCodes.tool].includes(exitCode)) throw error
		warn('begin-frame is not available or does not respond; using page-clock')
		// The first removes the part file.
		for (const step of undo.splice(1).reverse()) await step()
		return captureBy(others, settings)
	}
}

async function run() {
	if (process.argv.includes('--help')) {
		const [comment = ''] = fs.readFileSync(new URL(import.meta.url), 'utf8').split('/**')
		return process.stdout.write(comment.replace(/^\/\/ (@ts-check\n)?|^\/\/$/gm, ''))
	}
	const interruption = new Promise(resolve => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve)
	}).then(() => fail('interrupted', 'Interrupted'))
	try {
		const result = await Promise.race([capture(), interruption])
		process.stdout.write(`${JSON.stringify(result)}\n`)
	} catch (error) {
		process.exitCode = /** @type {any} */ (error).exitCode ?? 1
		process.stderr.write(`error: ${firstLine(error)}\n`)
	}
	for (const step of undo.reverse()) {
		await Promise.race([Promise.resolve().then(step), delay(5000)]).catch(() => {})
	}
	process.exit()
}

await run()
