// `npm run verify -- drawn`: no drawn picture may score less than the floor of its family, with seeds that nothing was tuned on.
import { families } from './drawn.ts'
import { makers } from './makers.ts'
import { judge } from './score.ts'

const heldOutSeeds = [900, 901, 902, 903]
/** Text and thin lines are small at low depth, and lossy files have lost some of them. */
const floors: Readonly<Record<string, number>> = { page: 65, screenshot: 70, gradient: 75, illustration: 80, logo: 80 }
const usualFloor = 88

const own = makers.filter(({ name }) => name.startsWith('this service'))
let count = 0
for (const [family, draw] of Object.entries(families)) {
  for (const seed of heldOutSeeds) {
    const picture = await draw(seed)
    for (const { name, find } of own) {
      const { colors, palette = [] } = await find(picture.bytes)
      const { score, duplicates } = judge(picture, { colors, palette })
      const isGood = score >= (floors[family] ?? usualFloor) && duplicates === 0
      console.log(
        `${isGood ? 'ok' : 'not ok'} - ${picture.name}, ${name}: ${score.toFixed(1)}, ${duplicates} near-duplicates`,
      )
      if (!isGood) process.exitCode = 1
      count += 1
    }
  }
}
console.log(`cases: ${count} palettes of drawn pictures of ${Object.keys(families).length} families`)
