// ---- ffmpeg: pictures in, film out ----
import { spawn } from 'node:child_process'
import { Failure } from './failure.mjs'
import { execute } from './tools.mjs'

/** @import { Config } from './types.d.ts' */

/**
 * The pictures are full-range BT.601, as JPEG has them; players expect limited-range BT.709 of a film this size.
 * @param {Config} config
 * @param {NonNullable<Config['video']>} video
 * @param {string} file
 */
function encoderArguments({ output_size }, video, file) {
  const { width, height } = output_size
  const matrix = 'in_color_matrix=bt601:in_range=pc:out_color_matrix=bt709:out_range=tv'
  const filter = `scale=${matrix}:flags=accurate_rnd+full_chroma_int,crop=${width}:${height}:0:0`
  return [
    ...['-hide_banner', '-loglevel', 'error', '-y'],
    ...['-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', `${video.fps}`, '-i', 'pipe:0'],
    ...['-vf', `${filter},format=${video.pixel_format},setsar=1`],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', video.preset, '-crf', `${video.crf}`],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ...['-movflags', '+faststart', '-f', 'mp4', file],
  ]
}

/**
 * @param {string} ffmpeg
 * @param {Config} config
 * @param {NonNullable<Config['video']>} video
 * @param {string} file
 */
export function startEncoder(ffmpeg, config, video, file) {
  const child = spawn(ffmpeg, encoderArguments(config, video, file), { stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  let over = false
  child.stderr.setEncoding('utf8').on('data', text => {
    complaint = (complaint + text).slice(-2000)
  })
  child.stdin.on('error', () => {}) // how it ended says why
  const ended = new Promise(resolve => child.on('error', resolve).on('close', resolve)).then(code => {
    over = true
    return code
  })
  const failure = () =>
    new Failure('encoding', `ffmpeg failed: ${complaint.trim().split('\n').at(-1) || 'no reason given'}`)

  return {
    /**
     * Waits while ffmpeg is behind, so that pictures never pile up in memory.
     * @param {Uint8Array} picture
     */
    async write(picture) {
      if (over) throw failure()
      if (child.stdin.write(picture)) return
      await Promise.race([new Promise(resolve => child.stdin.once('drain', resolve)), ended])
    },
    async finish() {
      child.stdin.end()
      if ((await ended) !== 0) throw failure()
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * What a film really holds: its size, how many pictures, and whether each is shown equally long.
 * @param {string} ffmpeg
 * @param {string} file
 */
export async function inspectFilm(ffmpeg, file) {
  const args = ['-v', 'error', '-i', file, '-map', '0:v:0', '-c', 'copy', '-f', 'framecrc', '-']
  const { stdout } = await execute(ffmpeg, args, { maxBuffer: 2 ** 28 }).catch(() => {
    throw new Failure('encoding', 'The film cannot be read back')
  })
  const [, width = 0, height = 0] = (/^#dimensions 0: (\d+)x(\d+)$/m.exec(stdout) ?? []).map(Number)
  const durations = [...stdout.matchAll(/^0,[^,]+,[^,]+,([^,]+),/gm)].map(([, duration]) => duration)
  return { width, height, frames: durations.length, steady: new Set(durations).size === 1 }
}
