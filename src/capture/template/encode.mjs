// A section of the capture script: the encoder.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { fail, firstLine, undo } from './failure.mjs'

// --- The encoder

const execute = promisify(execFile)

async function checkFfmpeg(ffmpeg = '') {
	const { stdout } = await execute(ffmpeg, ['-encoders']).catch(() => ({ stdout: '' }))
	if (stdout.includes('libx264')) return
	fail('tool', `No ffmpeg with libx264 at ${ffmpeg}. Run: apt install ffmpeg (or brew, winget)`)
}

/** @param {any} config */
function encoderArguments({ output_size: { width, height }, video }, file = '') {
	const matrix = 'in_color_matrix=bt601:in_range=pc:out_color_matrix=bt709:out_range=tv'
	const filter = `scale=${matrix}:flags=accurate_rnd+full_chroma_int,crop=${width}:${height}:0:0`
	const words = [
		`-loglevel error -y -f image2pipe -c:v mjpeg -framerate ${video.fps} -i pipe:0`,
		`-vf ${filter},format=${video.pixel_format},setsar=1`,
		`-c:v libx264 -profile:v high -preset ${video.preset} -crf ${video.crf} -qmax ${video.crf + 2}`,
		'-x264-params chroma-qp-offset=-6 -colorspace bt709 -color_primaries bt709',
		'-color_trc bt709 -color_range tv -movflags +faststart -f mp4',
	]
	return [...words.join(' ').split(' '), file]
}

/** @param {any} config */
function startEncoder(ffmpeg = '', config, file = '') {
	const child = spawn(ffmpeg, encoderArguments(config, file), { stdio: ['pipe', 'ignore', 'pipe'] })
	let complaint = ''
	child.stderr.setEncoding('utf8').on('data', text => {
		complaint = (complaint + text).slice(0, 2000)
	})
	child.stdin.on('error', () => {}) // how it ended says why
	const ended = new Promise(resolve => child.on('error', resolve).on('close', resolve))
	const died = ended.then(() => fail('encoding', `ffmpeg: ${firstLine(complaint) || 'it was stopped'}`))
	died.catch(() => {})
	undo.push(() => {
		child.kill('SIGKILL')
		return ended
	})
	return {
		/** @param {Uint8Array} image */
		write: async image => {
			if (!child.stdin.write(image)) await Promise.race([once(child.stdin, 'drain').catch(() => died), died])
		},
		finish: async () => {
			child.stdin.end()
			if ((await ended) !== 0) await died
		},
	}
}

async function inspectFilm(ffmpeg = '', file = '') {
	const args = ['-v', 'error', '-i', file, '-map', '0:v:0', '-c', 'copy', '-f', 'framecrc', '-']
	const unreadable = () => fail('encoding', 'The film cannot be read back')
	const { stdout } = await execute(ffmpeg, args, { maxBuffer: 2 ** 28 }).catch(unreadable)
	const [, width = 0, height = 0] = /^#dimensions 0: (\d+)x(\d+)$/m.exec(stdout) ?? []
	const durations = [...stdout.matchAll(/^0,[^,]+,[^,]+,([^,]+),/gm)].map(([, duration]) => duration)
	const pace = new Set(durations).size === 1 ? 'steady' : 'unsteady'
	return `${width} × ${height} px, ${durations.length} ${pace} frames`
}

export { checkFfmpeg, inspectFilm, startEncoder }
