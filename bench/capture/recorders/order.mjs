// What a recorder is told to do, by the process that started it.
import process from 'node:process'

/**
 * address of the page; output, the file without its extension; width and height, CSS px; scale, device px per CSS px;
 * fps and seconds of the film; chromium, shell and ffmpeg, programs.
 * @type {{ address: string, output: string, width: number, height: number, scale: number, fps: number, seconds: number, chromium: string, shell: string, ffmpeg: string }}
 */
export const order = JSON.parse(process.argv[2] ?? '')

/** What every browser is started with: containers and root have no sandbox. */
export const switches = ['--no-sandbox', '--hide-scrollbars']

/** The same for everybody: the page is loaded, and a second later everything on it moves. */
export const settled = 1000
