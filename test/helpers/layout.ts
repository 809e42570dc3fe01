// Where texts and views of a page are in a browser, and what is wrong there.
import type { Page } from 'playwright-core'
import type { Region } from '../../schemas/types.ts'

interface Layout {
  /** CSS px by which the page is wider than the window. */
  readonly overflow: number
  /** Texts that leave the window or what clips them. */
  readonly cut: readonly string[]
  /** Texts over other texts, and over pictures on which they do not belong. */
  readonly covered: readonly string[]
  /** What is seen of the picture in each view of it, as parts of the picture. */
  readonly views: readonly Region[]
  readonly screen: {
    /** Part of the first screen that the picture covers. */
    readonly picture: number
    /** Headline, lead or button, where they are not in it. */
    readonly below: readonly string[]
  }
}

export function readLayout(tab: Page): Promise<Layout> {
  return tab.evaluate<Layout>(measureLayout)
}

const measureLayout = `(() => {
  const tolerance = 1.5
  const visible = element => element.checkVisibility({ visibilityProperty: true })
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), right: Math.min(a.right, b.right), top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom) })
  const areaOf = box => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top)
  const isSeen = box => box.right - box.left > tolerance && box.bottom - box.top > tolerance
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === '' || element.closest('style,[popover],.sp-nav') || !visible(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const block = element.closest('h1,h2,h3,p,li,td,th,a.sp-button,summary,div,span.sp-brand,a.sp-brand')
    for (const box of range.getClientRects()) if (isSeen(box)) texts.push({ text: node.data.trim().slice(0, 30), block, box })
  }
  const clipOf = element => {
    for (let one = element; one; one = one.parentElement) if (getComputedStyle(one).overflowX !== 'visible') return one.getBoundingClientRect()
    return { left: 0, right: innerWidth, top: -1e9, bottom: 1e9 }
  }
  const cut = texts.filter(({ box, block }) => {
    const clip = clipOf(block)
    return box.left < Math.max(0, clip.left) - tolerance || box.right > Math.min(innerWidth, clip.right) + tolerance || box.top < clip.top - tolerance - 12 || box.bottom > clip.bottom + tolerance + 12
  })
  const frame = one => one.block.closest('.sp-hero,.sp-facts,.sp-section,.sp-footer,.sp-header')
  const covered = []
  for (const [index, one] of texts.entries())
    for (const other of texts.slice(index + 1)) {
      if (one.block === other.block || one.block.contains(other.block) || other.block.contains(one.block) || frame(one) !== frame(other)) continue
      const shared = meet(one.box, other.box)
      // The boxes of lines are higher than their letters.
      const low = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top) * 0.3
      if (shared.right - shared.left > 2 && shared.bottom - shared.top > low) covered.push(one.text + ' | ' + other.text)
    }
  const boxOf = element => {
    const clip = element.closest('.sp-hero-picture,.sp-art,.sp-band')
    return clip ? meet(element.getBoundingClientRect(), clip.getBoundingClientRect()) : element.getBoundingClientRect()
  }
  const pictures = [...document.querySelectorAll('svg.sp-view,span.sp-view,span.sp-cover,img.sp-whole')].filter(one => visible(one) && !one.closest('.sp-backdrop'))
  for (const picture of pictures) {
    for (const one of texts) if (isSeen(meet(one.box, boxOf(picture))) && !one.block.closest('.sp-header')) covered.push(one.text + ' | picture')
  }
  const { width: naturalWidth, height: naturalHeight } = (() => {
    const image = document.querySelector('.sp-hero img')
    return { width: image?.naturalWidth ?? 1, height: image?.naturalHeight ?? 1 }
  })()
  const views = pictures.filter(one => one.localName !== 'img').map(view => {
    const box = boxOf(view)
    if (view.localName === 'svg') {
      const matrix = view.getScreenCTM().inverse()
      const from = new DOMPoint(box.left, box.top).matrixTransform(matrix)
      const to = new DOMPoint(box.right, box.bottom).matrixTransform(matrix)
      return { x: from.x / naturalWidth, y: from.y / naturalHeight, width: (to.x - from.x) / naturalWidth, height: (to.y - from.y) / naturalHeight }
    }
    const image = view.querySelector('img').getBoundingClientRect()
    const shown = meet(box, image)
    return { x: (shown.left - image.left) / image.width, y: (shown.top - image.top) / image.height, width: (shown.right - shown.left) / image.width, height: (shown.bottom - shown.top) / image.height }
  })
  const window_ = { left: 0, right: innerWidth, top: 0, bottom: innerHeight }
  const first = pictures.filter(one => one.closest('.sp-hero'))
  const pictureArea = first.reduce((sum, one) => {
    let box = boxOf(one)
    if (one.localName === 'img') {
      const scale = Math.min((box.right - box.left) / one.naturalWidth, (box.bottom - box.top) / one.naturalHeight)
      const [width, height] = [one.naturalWidth * scale, one.naturalHeight * scale]
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
      box = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
    }
    return sum + areaOf(meet(box, window_))
  }, 0)
  const below = ['.sp-headline', '.sp-lead', '.sp-hero .sp-button'].filter(selector => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    return box && box.bottom > innerHeight
  })
  return {
    overflow: document.documentElement.scrollWidth - innerWidth,
    cut: [...new Set(cut.map(({ text }) => text))],
    covered: [...new Set(covered)],
    views,
    screen: { picture: pictureArea / (innerWidth * innerHeight), below },
  }
})()`
