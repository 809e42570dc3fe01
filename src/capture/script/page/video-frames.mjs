// Video frames: whether the frame that a video was sought to is on the screen.

/** Videos outside the window present nothing. @type {WeakSet<Element>} */
const outOfView = new WeakSet()
const viewObserver = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) outOfView.delete(target)
    else outOfView.add(target)
  }
})

/** @param {HTMLVideoElement} video */
export function watchVideo(video) {
  /** Times in seconds of the video. */
  let soughtTo = Number.NaN
  let presented = Number.NaN
  let presentedBefore = Number.NaN
  /** The shortest step between two frames. */
  let frameStep = 1
  let presentations = 0
  let agreements = 0
  let isShown = false
  /** Whether the frame before was shown when the video was sought. */
  let followsShown = false

  /** @type {VideoFrameRequestCallback} */
  const notePresented = (_now, { mediaTime }) => {
    const step = Math.abs(mediaTime - presented)
    if (step > 0.001 && step < frameStep) frameStep = step
    presented = mediaTime
    presentations += 1
    video.requestVideoFrameCallback(notePresented)
  }
  // Registered before the video is sought.
  video.requestVideoFrameCallback(notePresented)
  viewObserver.observe(video)

  return {
    /** @param {number} seconds */
    seek(seconds) {
      if (!(seconds >= 0) || soughtTo === seconds) return
      followsShown = isShown
      isShown = false
      presentedBefore = presented
      presentations = 0
      agreements = 0
      soughtTo = seconds
      video.currentTime = seconds
    },

    /** To be called once a frame: some answers must agree. */
    isComing() {
      const isPainted = video.isConnected && video.videoWidth > 0 && !outOfView.has(video)
      if (!isPainted || !video.checkVisibility({ visibilityProperty: true })) return false
      agreements = !video.seeking && presentations > 0 && isCurrentFrame(video, presented) ? agreements + 1 : 0
      // The frame before may be presented late: this one is told from it where that was seen.
      const isOther = presented !== presentedBefore || soughtTo - presented < frameStep - 0.001
      isShown = agreements >= (followsShown && isOther ? 1 : 4)
      return !isShown
    },
  }
}

/**
 * Whether a video shows the frame of a time; unknown for videos of other sites.
 *
 * @param {HTMLVideoElement} video
 * @param {number} seconds
 */
function isCurrentFrame(video, seconds) {
  try {
    const frame = new VideoFrame(video)
    frame.close()
    return Math.abs(frame.timestamp / 1e6 - seconds) < 0.001
  } catch {
    return true
  }
}
