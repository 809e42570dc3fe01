// @ts-check
// capture.mjs takes a screenshot (png) or records a video (mp4) of one web page with a real browser on your machine.
//
//   npm install playwright
//   npx playwright install chromium
//   node capture.mjs [output file]    (node capture.mjs --help prints this comment)
//
// A video also needs ffmpeg with libx264: apt install ffmpeg, brew install ffmpeg or winget install ffmpeg.
//
// The CONFIG below is yours to edit; so is the rest. Without editing, these change a run:
//   CAPTURE_OUTPUT        the output file, when the command line names none
//   CAPTURE_COOKIES       cookies for the page's own site, as JSON: {"session": "…"}
//   CAPTURE_HEADERS       headers for the page's own site, as JSON: {"authorization": "Bearer …"}
//   CAPTURE_CHANNEL       an installed browser: chrome, msedge or another channel of Playwright
//   CHROMIUM_PATH         another Chromium or Chrome, by its path
//   FFMPEG_PATH           another ffmpeg
//   CAPTURE_NO_SANDBOX=1  for root and for containers, where Chromium's sandbox cannot start
//   CAPTURE_ENGINE        how to record: auto, begin-frame or page-clock
//
// Standard output gets one line of JSON about the result. Exit codes: 0 done, 1 something else, 2 bad override,
// 3 missing tool, 4 the page did not open or its status was 400 or above, 5 encoding failed, 130 interrupted.
//
// How it works. Some functions of this file run inside the page, before its own scripts, and handle events of this
// script: get ready, finish all animations, move to a time. A screenshot is taken when the page is ready and its
// finite animations have finished. A video is captured frame by frame, by one of two engines. begin-frame: the
// headless shell paints one frame for each request, and time stands still in between; all clocks are the browser's
// own. page-clock: the page uses a virtual clock that this script advances from frame to frame; timers, animation
// frames and then CSS and SVG animations run in the order of a browser. With either engine, workers follow, animated
// images are shown frame by frame, videos are sought to the time of the frame, and the frame is captured when they
// have presented it. Frames go to ffmpeg as JPEG (full-range BT.601) and become limited-range BT.709, as players
// expect; -qmax and the finer chroma keep flat colours next to motion within 4 of 255.
/** @type {any} */
const CONFIG = JSON.parse('null')

export { CONFIG }
