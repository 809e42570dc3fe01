// The signs of a page.
import type { Element } from 'domhandler'
import { element } from './elements.ts'

const paths = {
  arrow: 'M4 12h15M13 6l6 6-6 6',
  hours: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  place: 'M12 21s7-6.1 7-11.4a7 7 0 0 0-14 0C5 14.9 12 21 12 21zM12 7.1a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  telephone:
    'M5 4h4l1.5 5-2.5 1.7a12 12 0 0 0 5.3 5.3L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.6 1.5C10.5 20 4 13.5 3.5 5.6A1.5 1.5 0 0 1 5 4z',
  mail: 'M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17V7A1.5 1.5 0 0 1 5 5.5zM4 7l8 6 8-6',
} as const
export type IconName = keyof typeof paths

export function icon(name: IconName): Element {
  const path = element('path', { d: paths[name] })
  return element('svg', { class: 'sp-icon', 'data-icon': name, viewBox: '0 0 24 24', 'aria-hidden': 'true' }, path)
}
