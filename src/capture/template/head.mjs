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
//   CAPTURE_COOKIES       cookies for the page's own site, as JSON: {"session": "…"}
//   CAPTURE_HEADERS       headers for the page's own site, as JSON: {"authorization": "Bearer …"}
//   CHROMIUM_PATH         another Chromium or Chrome
//   FFMPEG_PATH           another ffmpeg
//   CAPTURE_NO_SANDBOX=1  for root and for containers, where Chromium's sandbox cannot start
//   CAPTURE_ENGINE        how to film: auto, begin-frame or page-clock
//
// Standard output gets one line of JSON about the result. Exit codes: 0 done, 1 something else, 2 bad override,
// 3 missing tool, 4 the page did not open or answered 400 or above, 5 encoding failed, 130 interrupted.
//
// How it works. Parts of this file run inside the page, before its own scripts: they form the stage. Each part stands
// alone and says what it does on a cue (get ready, end all motion, move to a time); the script gives the cues.
// A still is taken when the page is ready and what moves has ended. A film is made picture by picture, by one of two
// engines. begin-frame: the browser paints when we ask, and in between its time stands still; all clocks are its own,
// those of animated pictures too. page-clock: the page lives by a clock that we move from picture to
// picture; what became due meanwhile is served in the order of a browser: timers, one batch of animation frames, then
// what moves without a script, which is stopped where it was found and set on with the clock. Either engine asks every
// video for news of its frame before it is sought, and takes no picture before the news has come; frames that are not
// painted give none, and are not waited for. The pictures go straight into ffmpeg. They come as JPEG has them,
// full-range BT.601; players expect limited-range BT.709. Beside what moves, an encoder is careless with what rests:
// qmax and the finer chroma keep flat colours within 4 of 255.
const CONFIG = JSON.parse('null')

export { CONFIG }
