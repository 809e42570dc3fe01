// The head of a script: what it does, how to install and to run it.
import type { ScriptKind } from './script-names.mjs'

const titles: Readonly<Record<ScriptKind, string>> = {
  picture: 'takes a screenshot of a web page with a real browser on your machine.',
  page: 'takes a screenshot of a whole web page with a real browser on your machine.',
  element: 'takes a screenshot of one element of a web page with a real browser on your machine.',
  video: 'records a video of a web page, frame by frame, with a real browser on your machine.',
}

const stillNotes = `
How it works. Before the page's own scripts run, a function of this script stops the page's clock. The script moves
the clock until the page does not change any more (waitForRest). Charts, counters and other animations are therefore
finished, and the screenshot is the same each time. Random numbers of the page are the same at every run, too.
`

const videoNotes = `
How a video is recorded. The page's time stands still until everything that the page requests at first is loaded. It
then passes frame by frame, and stands still again while the page waits for the network. A video therefore begins at
the first moment of its page, and two videos of a page are equal: random numbers of the page are the same at every
run, too. wait_for_selector and delay are page time before the video. For each frame this script runs the page's
timers and animation frames, moves its CSS and SVG animations, workers and animated images, and seeks its videos;
the frame is taken once they have presented theirs.
Frames go to ffmpeg as JPEG (full-range BT.601) and become limited-range BT.709, as players expect.
The length of the video is video.frame_count, at video.fps frames per second.
`

/** The lines before `const CONFIG`, as comments. @param hasSteps whether the script has the code of steps */
export function headOf(kind: ScriptKind, hasSteps: boolean): string {
  const isVideo = kind === 'video'
  const text = `capture.mjs ${titles[kind]}

  npm install playwright
  npx playwright install chromium
  node capture.mjs [output file] [--strict]
${isVideo ? '\nffmpeg encodes the video: apt install ffmpeg, brew install ffmpeg or winget install ffmpeg.\n' : ''}
You can edit CONFIG below, and the rest too. The script rejects options for which it has no code.
takeCapture() shows what the script does, from top to bottom.
${isVideo ? videoNotes : stillNotes}
Environment variables:
${hasSteps ? '  {"env": "NAME"}       in a step of CONFIG: NAME contains the text to type; warnings and errors do not repeat it\n' : ''}\
  CAPTURE_OUTPUT        the output file, if the command line names none
  CAPTURE_COOKIES       cookies for the page's own site, as JSON: {"session": "…"}
  CAPTURE_HEADERS       headers for the page's own site, as JSON: {"authorization": "Bearer …"}
  CAPTURE_CHANNEL       an installed browser: chrome, msedge or another channel of Playwright
  CHROMIUM_PATH         path of another Chromium or Chrome
  CAPTURE_PROXY         a proxy for all requests: http://user:password@host:3128, socks5://host:1080
  CAPTURE_NO_SANDBOX    0: start Chromium with its sandbox, 1: without; default: with it if the system allows it
${isVideo ? '  FFMPEG_PATH           path of another ffmpeg\n' : ''}
The script prints one line of JSON about the result to standard output. final_url, status, redirected and looks_like
show whether the result is the requested page: looks_like is null, sign_in, challenge or blank. A value other than
null is a warning, or an error with --strict. warnings lists what the result lacks.
Exit codes: 0 success, 1 any other error, 2 invalid setting, 3 missing tool, 4 the page did not open, its status was
400 or above, or --strict refuses what it looks like, 5 encoding failed, 130 interrupted.
`
  const lines = text
    .trim()
    .split('\n')
    .map(line => `// ${line}`.trimEnd())
  return `${lines.join('\n')}\n`
}
