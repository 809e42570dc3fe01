// The motion of a film: where the page is scrolled to at each frame.
import { CONFIG } from '../config.mjs'
import { easedPositions } from './scroll.mjs'
import { planStory } from './story.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { VideoSettings } from './types.mjs' */

/**
 * @param {Page} page
 * @param {VideoSettings} video
 * @returns {Promise<number[]>} 0 to 1; empty: where the page is
 */
export async function planMotion(page, video) {
  const { motion } = CONFIG.options
  if (motion === 'story') return planStory(page, video)
  if (motion === 'scroll') return easedPositions(video.frame_count)
  return []
}
