// When a place is open, as parts of the day.
import { isClosed } from '../read/times.ts'
import { midnightWords, noonWords } from '../read/words.ts'

export interface OpenTime {
  /** 0 to 1 of a day. */
  readonly from: number
  readonly to: number
}

const timeRange =
  /(\d{1,2})(?:[:.h](\d\d))?\s*([ap])?\.?m?\.?\s*(?:Uhr|h)?\s*(?:[-–—~〜～]|to|bis|until|à|a|às|إلى)\s*(\d{1,2})(?:[:.h](\d\d))?\s*([ap])?/giu

const noon = new RegExp(String.raw`(?<!\p{L})(?:${noonWords})(?!\p{L})`, 'giu')
const midnight = new RegExp(String.raw`(?<!\p{L})(?:${midnightWords})(?!\p{L})`, 'giu')

/** @returns the time ranges of a text such as "9–12, 14:00–18:30" or "6 am – midnight", none for closed; undefined where they are not certain. */
export function readOpenTimes(text: string): readonly OpenTime[] | undefined {
  const times = text.replace(noon, '12:00').replace(midnight, '24:00')
  const ranges = [...times.matchAll(timeRange)].flatMap(([, hour, minute, half, endHour, endMinute, endHalf]) => {
    const from = partOfDay(hour, minute, half)
    const end = partOfDay(endHour, endMinute, endHalf)
    if (from >= 1 || end > 1) return []
    if (end > from) return [{ from, to: end }]
    // Over midnight.
    return end > 0 && end < from
      ? [
          { from: 0, to: end },
          { from, to: 1 },
        ]
      : [{ from, to: 1 }]
  })
  return ranges.length > 0 || isClosed(text) ? ranges : undefined
}

function partOfDay(hour = '', minute = '0', half = ''): number {
  const isAfternoon = half.toLowerCase() === 'p'
  const hours = (Number(hour) % (half === '' ? 25 : 12)) + (isAfternoon ? 12 : 0)
  return Math.round(((hours + Number(minute) / 60) / 24) * 1000) / 1000
}
