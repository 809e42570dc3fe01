// The motion of a video: scrolling from the top of the page to its bottom, evenly or as a story.
import { CONFIG } from '../config.mjs'
import { callInPage } from './agent.mjs'
import { warn } from './errors.mjs'

/** @import { Page } from 'playwright-core' */
/** @typedef {ReturnType<typeof import('../page/story.mjs').measureContents>} PageContents */
/** @import { VideoSettings } from './types.mjs' */

/** Where a story rests, CSS px of the scrolling; the words that were not in view before. @typedef {{ position: number, words: number }} Stop */
/** A part of a story. @typedef {{ from: number, to: number, seconds: number }} Stretch */

const wordsPerSecond = 3.5
/** Also without words. */
const minRestSeconds = 1
/** A scroll takes this long, and longer for each window that it passes. */
const minScrollSeconds = 0.5
const scrollSecondsPerWindow = 0.5
/** The part of a video that scrolling may take. */
const maxScrollShare = 0.6
/** Of a section that is higher than the window, the part of the window that each stop adds. */
const stopShare = 0.85

/**
 * @param {Page} page
 * @param {VideoSettings} video
 * @returns {Promise<number[]>} where the page is scrolled to at all frames, 0 to 1; empty: where it is
 */
export async function planMotion(page, video) {
  const { motion } = CONFIG.options
  if (motion === 'story') return planStory(page, video)
  if (motion !== 'scroll') return []
  const { frame_count } = video
  return Array.from({ length: frame_count }, (_, index) => ease(index / Math.max(1, frame_count - 1)))
}

/** Slow at both ends: a sine easing. @param {number} share 0 to 1 @returns {number} 0 to 1 */
function ease(share) {
  return (1 - Math.cos(Math.PI * share)) / 2
}

/** The video rests at each section as long as it takes to read it, and scrolls in between. @param {Page} page @param {VideoSettings} video */
async function planStory(page, { fps, frame_count }) {
  const contents = await callInPage(page, 'measureContents')
  const { rests, scrolls } = planStretches(contents)
  const duration = frame_count / fps
  const needed = secondsOf(rests) + secondsOf(scrolls)
  if (needed > duration) {
    const advice = `Set record_duration to ${Math.ceil(needed)}s or more`
    warn(`The video is too short to read every section, so it pauses for less time at each. ${advice}`)
  }
  const scrolling = Math.min(secondsOf(scrolls), maxScrollShare * duration)
  const scaledScrolls = scale(scrolls, scrolling)
  const scaledRests = scale(rests, duration - scrolling)
  const stretches = scaledRests.flatMap((rest, index) => [rest, ...scaledScrolls.slice(index, index + 1)])
  const end = Math.max(1, contents.end)
  return Array.from({ length: frame_count }, (_, index) => positionAt(stretches, index / fps) / end)
}

/** @param {PageContents} contents */
function planStretches(contents) {
  const stops = findStops(contents)
  const rests = stops.map(({ position, words }) => ({
    from: position,
    to: position,
    seconds: Math.max(minRestSeconds, words / wordsPerSecond),
  }))
  const scrolls = stops.slice(1).map(({ position }, index) => {
    const from = stops[index]?.position ?? 0
    const windows = (position - from) / contents.windowHeight
    return { from, to: position, seconds: minScrollSeconds + scrollSecondsPerWindow * windows }
  })
  return { rests, scrolls }
}

/**
 * Each stop begins with the first section that was not wholly in view at the one before.
 *
 * @param {PageContents} contents
 * @returns {Stop[]}
 */
function findStops({ sections, texts, headerHeight, windowHeight, end }) {
  const { viewport, safe_area } = CONFIG
  const free = safe_area && {
    top: safe_area.y / viewport.deviceScaleFactor,
    bottom: (safe_area.y + safe_area.height) / viewport.deviceScaleFactor,
  }
  const view = {
    top: Math.max(headerHeight, free?.top ?? 0),
    bottom: Math.min(windowHeight, free?.bottom ?? windowHeight),
  }
  const step = (view.bottom - view.top) * stopShare
  /** @type {Stop[]} */
  const stops = []
  let read = Number.NEGATIVE_INFINITY
  for (let position = 0; ; ) {
    const bottom = position < end ? position + view.bottom : Number.POSITIVE_INFINITY
    const fresh = texts.filter(text => text.bottom > read && text.bottom <= bottom)
    stops.push({ position, words: fresh.reduce((sum, { words }) => sum + words, 0) })
    read = bottom
    const next = sections.find(section => section.bottom > bottom + 1)
    if (next === undefined) return stops
    const start = next.top - view.top
    position = Math.min(end, start > position + 1 ? start : position + step)
  }
}

/** Makes stretches last this long together. @param {readonly Stretch[]} stretches @param {number} seconds */
function scale(stretches, seconds) {
  const factor = seconds / secondsOf(stretches)
  return stretches.map(stretch => ({ ...stretch, seconds: stretch.seconds * factor }))
}

/** @param {readonly Stretch[]} stretches */
function secondsOf(stretches) {
  return stretches.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** @param {readonly Stretch[]} stretches @param {number} time seconds */
function positionAt(stretches, time) {
  let start = 0
  for (const { from, to, seconds } of stretches) {
    if (time < start + seconds) return from + (to - from) * ease((time - start) / seconds)
    start += seconds
  }
  return stretches.at(-1)?.to ?? 0
}
