// A section of the capture script: overrides.
import fs from 'node:fs'
import path from 'node:path'
import { fail } from './failure.mjs'

/** @import { BrowserContextOptions } from 'playwright-core' */

// --- Overrides

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} env @param {any} config */
function readOverrides(args, env, { output_file, output_format, options, video }) {
	if (args.length > 1 || args[0]?.startsWith('-')) {
		fail('override', 'Usage: node capture.mjs [output file | --help]')
	}
	const noSandbox = env.CAPTURE_NO_SANDBOX || '0'
	if (!/^[01]$/.test(noSandbox)) fail('override', 'CAPTURE_NO_SANDBOX must be 1 or 0')
	return {
		output: writable(args[0] ?? (env.CAPTURE_OUTPUT || output_file), output_format),
		ffmpeg: env.FFMPEG_PATH || 'ffmpeg',
		chromium: env.CHROMIUM_PATH || undefined,
		channel: env.CAPTURE_CHANNEL || undefined,
		sandbox: noSandbox === '0',
		engine: env.CAPTURE_ENGINE || video?.engine || '',
		cookies: readStrings('CAPTURE_COOKIES', env.CAPTURE_COOKIES),
		headers: readStrings('CAPTURE_HEADERS', env.CAPTURE_HEADERS),
		state: options.storage_state === null ? undefined : readState(options.storage_state),
	}
}

/** @returns {BrowserContextOptions['storageState']} */
function readState(file = '') {
	try {
		// A pipe could be read without end.
		const { cookies, origins } = JSON.parse(fs.statSync(file).isFile() ? fs.readFileSync(file, 'utf8') : '')
		if (Array.isArray(cookies) && Array.isArray(origins)) return { cookies, origins }
	} catch {}
	return fail('override', `storage_state: ${path.resolve(file)} is not a file of Playwright's storageState`)
}

function writable(file = '', format = '') {
	const output = path.resolve(file)
	if (path.extname(output).toLowerCase() !== `.${format}`) {
		fail('override', `The output file must end in .${format}: ${file}`)
	}
	try {
		fs.accessSync(`${path.dirname(output)}${path.sep}`, fs.constants.W_OK)
		if (!fs.statSync(output, { throwIfNoEntry: false })?.isDirectory()) return output
	} catch {}
	return fail('override', `The output file cannot be written there: ${output}`)
}

/** @returns {[string, string][]} */
function readStrings(name = '', json = '') {
	try {
		const entries = Object.entries(JSON.parse(json || '{}'))
		if (!/^ *[^{ ]/.test(json) && entries.every(([, value]) => typeof value === 'string')) return entries
	} catch {}
	return fail('override', `${name} must be a JSON object of strings: {"name": "value"}`)
}

export { readOverrides }
