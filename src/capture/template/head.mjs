// capture.mjs photographs (png) or films (mp4) one web page with a real browser on your machine.
//
//   npm install playwright
//   npx playwright install chromium
//   node capture.mjs [output file]
//
// A film also needs ffmpeg with libx264: apt install ffmpeg, brew install ffmpeg or winget install ffmpeg.
//
// The CONFIG below is yours to edit; so is the rest. Without editing, these change a run:
//   CAPTURE_OUTPUT        the output file, when the command line names none
//   CHROMIUM_PATH         another Chromium or Chrome
//   FFMPEG_PATH           another ffmpeg
//   CAPTURE_NO_SANDBOX=1  for root and for containers, where Chromium's sandbox cannot start
//   CAPTURE_ENGINE        another way to film than CONFIG.video.engine
//
// Standard output gets one line of JSON about the result. Exit codes: 0 done, 1 something else, 2 bad override,
// 3 missing tool, 4 the page did not open or answered 400 or above, 5 encoding failed, 130 interrupted.
export const CONFIG = JSON.parse('null')
