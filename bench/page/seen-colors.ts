// How much of what is seen has a colour.
import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** Part of the pixels of the window, 0 to 1, that have each #RRGGBB exactly. */
export const seenShares = async (page: Page, colors: readonly string[]): Promise<readonly number[]> => {
  const bytes = await page.screenshot({ animations: 'disabled' })
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += 3) {
    const color = data.readUIntBE(at, 3)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return colors.map(color => (counts.get(Number.parseInt(color.slice(1), 16)) ?? 0) / (info.width * info.height))
}
