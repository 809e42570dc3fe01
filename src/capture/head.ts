// The head of a script: what it does, how to install and to run it. `node capture.mjs --help` prints it.
import type { ScriptKind } from './script-names.mjs'

const titles: Readonly<Record<ScriptKind, string>> = {
  picture: 'takes a screenshot of a web page with a real browser on your machine.',
  page: 'takes a screenshot of a whole web page with a real browser on your machine.',
  element: 'takes a screenshot of one element of a web page with a real browser on your machine.',
  film: 'records a video of a web page, frame by frame, with a real browser on your machine.',
}

const ofStills = `
How it works. Before the page's own scripts, a function of this script stops the page's clock. The script moves this
clock until the page does not change any more (waitForRest). So charts, counters and other animations are finished,
and the picture is the same each time.
`

const ofFilms = `
How a video is recorded. The page's time stands still at its start until everything it asks for is loaded; then it
passes frame by frame, and stands still again while the page waits for the network. So a video begins at the first
moment of its page, and two videos of a page are equal. wait_for_selector and delay are time of the page before the
video. For each frame this script runs the page's timers and animation frames, moves its CSS and SVG animations,
workers and animated images, and seeks its videos; the picture is taken when they have presented their frame.
Frames go to ffmpeg as JPEG (full-range BT.601) and become limited-range BT.709, as players expect.
The length of the video is video.frame_count, at video.fps frames per second.
`

/** The lines before `const CONFIG`, as comments. */
export function headOf(kind: ScriptKind): string {
  const isFilm = kind === 'film'
  const text = `capture.mjs ${titles[kind]}

  npm install playwright
  npx playwright install chromium
  node capture.mjs [output file]    (node capture.mjs --help prints this comment)
${isFilm ? '\nffmpeg encodes the video: apt install ffmpeg, brew install ffmpeg or winget install ffmpeg.\n' : ''}
The CONFIG below is yours to edit; so is the rest. An option that this script has no code for is refused.
capture() is what the script does, from top to bottom.
${isFilm ? ofFilms : ofStills}
Environment variables:
  {"env": "NAME"}       in a step of CONFIG: NAME holds the text to type; warnings and errors do not repeat it
  CAPTURE_OUTPUT        the output file, when the command line names none
  CAPTURE_COOKIES       cookies for the page's own site, as JSON: {"session": "…"}
  CAPTURE_HEADERS       headers for the page's own site, as JSON: {"authorization": "Bearer …"}
  CAPTURE_CHANNEL       an installed browser: chrome, msedge or another channel of Playwright
  CHROMIUM_PATH         another Chromium or Chrome, by its path
  CAPTURE_PROXY         a proxy for all requests: http://user:password@host:3128, socks5://host:1080
  CAPTURE_NO_SANDBOX    0 starts Chromium with its sandbox, 1 without; by default with it where the system allows it
${isFilm ? '  FFMPEG_PATH           another ffmpeg\n' : ''}
Standard output gets one line of JSON about the result. With it, final_url, status, redirected and looks_like tell
whether it shows the page that was asked for: looks_like is null, sign_in, challenge or blank. What is not null is a
warning, with --strict an error.
Exit codes: 0 success, 1 any other error, 2 invalid setting, 3 missing tool, 4 the page did not open, its status was
400 or above, or --strict refuses what it looks like, 5 encoding failed, 130 interrupted.
`
  const lines = text
    .trim()
    .split('\n')
    .map(line => `// ${line}`.trimEnd())
  return `// @ts-check\n${lines.join('\n')}\n`
}
