// The encoder: ffmpeg takes the frames and verifies the film.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { fail, firstLine } from './errors.mjs'

/** @import { Run, Size, VideoSettings } from './types.mjs' */

const execute = promisify(execFile)

/** Most difference of the levels of one color in a JPEG picture. */
const maxNoise = 2

/** How the browser hands frames over. */
export const frameFormat = Object.freeze({ format: 'jpeg', quality: 100, optimizeForSpeed: true })

/** The encoder of H.264. */
const library = 'libx264'
// Finer chroma keeps flat colours next to motion within 4 of 255.
const codecOptions = ['-profile:v', 'high', '-x264-params', 'chroma-qp-offset=-6', '-f', 'mp4']
// Without an edit list, which platforms refuse: the frames are shifted by negative offsets instead.
const containerOptions = ['-movflags', '+faststart+negative_cts_offsets', '-use_editlist', '0']

/** @param {string} ffmpeg @param {string | undefined} codec */
export async function checkFfmpeg(ffmpeg, codec) {
  if (codec !== 'h264') fail('setting', `video.codec must be h264, not ${codec}`)
  const { stdout } = await execute(ffmpeg, ['-encoders']).catch(() => ({ stdout: '' }))
  if (stdout.includes(library)) return
  fail('tool', `No ffmpeg with ${library} at ${ffmpeg}. Run: apt install ffmpeg (or brew, winget)`)
}

/**
 * @param {Run} run
 * @param {string} file
 * @param {Size} size
 * @param {VideoSettings} video
 */
export function startEncoder({ settings, cleanups }, file, size, video) {
  const child = spawn(settings.ffmpeg, encoderArguments(file, size, video), { stdio: ['pipe', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    errors = (errors + text).slice(0, 2000)
  })
  // The end of the process gives the reason.
  child.stdin.on('error', () => {})
  const ended = new Promise(resolve => child.on('error', resolve).on('close', resolve))
  const died = ended.then(() => fail('encoding', `ffmpeg: ${firstLine(errors) || 'it was stopped'}`))
  died.catch(() => {})
  cleanups.push(() => {
    child.kill('SIGKILL')
    return ended
  })
  return {
    /** @param {Uint8Array} image */
    async write(image) {
      if (!child.stdin.write(image)) await Promise.race([once(child.stdin, 'drain').catch(() => died), died])
    },
    async finish() {
      child.stdin.end()
      if ((await ended) !== 0) await died
    },
  }
}

/** @param {string} file @param {Size} size @param {VideoSettings} video */
function encoderArguments(file, { width, height }, video) {
  const { fps, pixel_format, preset, crf, max_bit_rate, frame_count } = video
  const matrix = 'in_color_matrix=bt601:in_range=pc:out_color_matrix=bt709:out_range=tv'
  const filter = `scale=${matrix}:flags=accurate_rnd+full_chroma_int,crop=${width}:${height}:0:0`
  const input = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', String(fps), '-i', 'pipe:0']
  const filters = ['-vf', `${filter},format=${pixel_format},setsar=1`]
  // -qmax, too, keeps flat colours next to motion, and would exceed a limit.
  const limits = max_bit_rate ? rateLimits(max_bit_rate, frame_count / fps) : ['-qmax', String(crf + 2)]
  const quality = ['-preset', preset, '-crf', String(crf), ...limits]
  const color = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const encoder = ['-c:v', library, ...quality, ...color, ...codecOptions, ...containerOptions]
  return [...['-loglevel', 'error', '-y'], ...input, ...filters, ...encoder, file]
}

/** The decoder's buffer holds half a second, which a film takes beside its rate. @param {number} bitRate @param {number} seconds */
function rateLimits(bitRate, seconds) {
  const rate = Math.floor((bitRate * seconds) / (seconds + 0.5))
  return ['-maxrate', String(rate), '-bufsize', String(Math.floor(rate / 2))]
}

/**
 * Reads the film back and compares it with what it must be.
 *
 * @param {string} ffmpeg
 * @param {string} file
 * @param {Size & { frames: number }} expected
 */
export async function verifyFilm(ffmpeg, file, expected) {
  const actual = await inspectFilm(ffmpeg, file)
  const expectedText = filmText({ ...expected, isSteady: true })
  if (filmText(actual) === expectedText) return
  fail('encoding', `The result has ${filmText(actual)}, but CONFIG requests ${expectedText}`)
}

/** @param {string} ffmpeg @param {Buffer} frame */
export async function isOneColor(ffmpeg, frame) {
  const args = '-v error -f mjpeg -i pipe:0 -vf scale=480:-1 -f rawvideo -pix_fmt gray pipe:1'
  const reading = execute(ffmpeg, args.split(' '), { encoding: 'buffer', maxBuffer: 2 ** 28 })
  reading.child.stdin?.end(frame)
  const { stdout: pixels } = await reading
  return Math.max(...new Set(pixels)) - Math.min(...new Set(pixels)) <= maxNoise
}

/** @param {string} ffmpeg @param {string} file */
export async function inspectFilm(ffmpeg, file) {
  const args = ['-v', 'error', '-i', file, '-map', '0:v:0', '-c', 'copy', '-f', 'framecrc', '-']
  const unreadable = () =>
    fail('encoding', 'The video cannot be read back: run the script again, or set FFMPEG_PATH to another ffmpeg')
  const { stdout } = await execute(ffmpeg, args, { maxBuffer: 2 ** 28 }).catch(unreadable)
  const [, width, height] = /^#dimensions 0: (\d+)x(\d+)$/m.exec(stdout) ?? []
  const durations = [...stdout.matchAll(/^0,[^,]+,[^,]+,([^,]+),/gm)].map(([, duration]) => duration)
  const isSteady = new Set(durations).size === 1
  return { width: Number(width), height: Number(height), frames: durations.length, isSteady }
}

/** @param {Size & { frames: number, isSteady: boolean }} film */
function filmText({ width, height, frames, isSteady }) {
  return `${width} × ${height} px, ${frames} ${isSteady ? 'steady' : 'unsteady'} frames`
}
