// The encoder: ffmpeg, which takes the frames; and how far it is.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { fail, firstLine } from './errors.mjs'

/** @import { Run, Size, VideoSettings } from './types.mjs' */

const execute = promisify(execFile)

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

/** The decoder's buffer holds half a second, which a video takes beside its rate. @param {number} bitRate @param {number} seconds */
function rateLimits(bitRate, seconds) {
  const rate = Math.floor((bitRate * seconds) / (seconds + 0.5))
  return ['-maxrate', String(rate), '-bufsize', String(Math.floor(rate / 2))]
}

/**
 * Writes a line for every 10 %.
 *
 * @param {{ write: (text: string) => unknown }} stream
 * @param {number} total frames
 * @param {() => number} clock ms
 * @returns {(done: number) => void}
 */
export function createProgress(stream, total, clock = Date.now) {
  const start = clock()
  const tenthsOf = (/** @type {number} */ frames) => Math.floor((frames / total) * 10)
  return done => {
    if (tenthsOf(done) === tenthsOf(done - 1)) return
    const secondsLeft = Math.ceil(((clock() - start) / done) * ((total - done) / 1000))
    stream.write(`${Math.floor((done / total) * 100)} % · ${done} of ${total} frames · ${secondsLeft} s left\n`)
  }
}
