// The editor of the playground in a real browser: six pages, texts edited in the page, sections, settings, the keyboard.
import { readFileSync } from 'node:fs'
import type { Frame, Page } from 'playwright-core'
import t from 'tap'
import { imageTypes, outputFormats } from '../schemas/capture-options.ts'
import { PageContent, sectionTypes } from '../schemas/page-content.ts'
import { directions, fontSourceEnum, frameworks, pageMotionEnum, pageSchemes } from '../schemas/sparkpage.ts'
import { providers } from '../schemas/vision.ts'
import {
  bestPage,
  cardFrame,
  changeSetting,
  chooseOption,
  openHtml,
  photographPath,
  saveDownload,
  sharePlayground,
  writeIntoPage,
} from './helpers/playground.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { measureOverflow, until } from './helpers/web-pages.ts'
import { sample } from './helpers/whole.ts'

const chromium = needs('chromium')
const open = sharePlayground(t, await startService(t, { TRUST_PROXY: 'loopback' }))
const photograph = photographPath('food-bakery')

t.test('shows six live pages, the best first, and opens the one that is clicked', { ...chromium }, async t => {
  const { page, reach, preview } = await open()
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('build-sparkpage')) asked.push(request.postData() ?? '')
  })
  const [{ direction: best }] = await Promise.all([bestPage(page), page.setInputFiles('#file', photograph)])
  await reach('done')
  t.same(
    [...new Set(asked.map(body => JSON.parse(body).export_settings.direction))].sort(),
    [undefined, ...directions].sort(),
  )
  t.ok(Math.max(...asked.map(body => body.length)) < 12_000, 'no request has the picture')
  const cards = page.locator('#cards li')
  const names = await page.locator('#cards strong').allInnerTexts()
  t.same(names.map(name => name.toLowerCase()).sort(), [...directions].sort())
  t.equal(names[0]?.toLowerCase(), best)
  t.match(await cards.first().innerText(), /Best for your picture/)
  t.equal(await cards.filter({ hasText: 'Best for' }).count(), 1)
  t.same(await pressed(page), [names[0]])
  const styles = new Set<string>()
  for (const [index, name] of names.entries()) {
    const frame = await cardFrame(page, index)
    await frame.locator('h1').waitFor()
    t.match(await frame.locator('.sp-hero img').getAttribute('src'), /^data:image\/webp/, name)
    t.equal(await frame.evaluate('innerWidth'), 1440)
    t.equal(await frame.locator('[contenteditable]').count(), 0)
    styles.add(await frame.evaluate<string>('document.querySelector("style").textContent'))
  }
  t.equal(styles.size, directions.length, 'no two pages are the same')
  const frame = await preview()
  for (const index of sample([1, 2, 3, 4, 5], 2)) {
    await cards.nth(index).scrollIntoViewIfNeeded()
    const box = await cards.nth(index).boundingBox()
    await page.mouse.click((box?.x ?? 0) + 60, (box?.y ?? 0) + 60)
    t.same(await pressed(page), names.slice(index, index + 1))
    t.equal(await page.innerText('#editor-title'), names[index])
    t.equal(await page.evaluate('document.activeElement.id'), 'editor-title')
    await until(page, 'stage.getBoundingClientRect().top < innerHeight / 2')
    const own = await (await cardFrame(page, index)).evaluate<string>('document.querySelector("style").textContent')
    await until(frame, `document.querySelector("style").textContent === ${JSON.stringify(own)}`)
  }
  const opened = (await page.innerText('#editor-title')).toLowerCase()
  await until(page, `location.hash.includes('direction=${opened}')`)
})

t.test('a page has as many sections and items as the schema allows', async t => {
  const source = readFileSync(new URL('../web/content.js', import.meta.url), 'utf8')
  const { sections } = PageContent.properties
  t.match(source, `maxSections = ${sections.maxItems}\n`)
  t.match(source, `maxItems = ${sections.items.properties.items.maxItems}\n`)
})

t.test('every text can be edited in the page', { ...chromium }, async t => {
  const { page, reach, preview } = await open()
  await page.setInputFiles('#file', photograph)
  await reach('done')
  for (const framework of sample(frameworks, 2)) {
    const [built] = await Promise.all([bestPage(page), changeSetting(page, 'framework', framework)])
    const frame = await preview()
    const own = /<style>([\s\S]*?)<\/style>/.exec(built.generated_html)?.[1]
    await until(frame, `document.querySelector("style").textContent === ${JSON.stringify(own)}`)
    t.same(await fixedTexts(frame), [], framework)
  }
})

t.test('texts that share a line are edited one by one', { ...chromium }, async t => {
  const { page, base, reach, preview } = await open()
  const content = {
    headline: 'Bread',
    sections: [
      { type: 'quote', items: [{ text: 'Very good.', cite: 'Ida', role: 'Neighbour' }] },
      { type: 'menu', items: [{ title: 'Loaf', price: '€4', period: 'a piece' }] },
      { type: 'gallery', items: [{ title: 'Rye', text: 'With caraway' }] },
      { type: 'prices', items: [{ title: 'Box', price: '€20', period: 'a week' }] },
      { type: 'hours', items: [{ title: 'Monday', value: '7:00–18:00' }] },
      { type: 'team', items: [{ title: 'Ole', role: 'Baker' }] },
    ],
  }
  const style = {
    palette: [
      { hex: '#98513D', share: 0.5 },
      { hex: '#F9D3A8', share: 0.5 },
    ],
    colors: ['#98513D', '#F9D3A8'],
  }
  const fields = new URLSearchParams({ style: JSON.stringify(style), content: JSON.stringify(content) })
  await page.goto('about:blank')
  await page.goto(`${base}#${fields}`)
  await reach('done', 'partial')
  const frame = await preview()
  t.same(await fixedTexts(frame), [])
  await writeIntoPage(page, frame, 'figcaption [data-path="0.0.role"]', 'Baker')
  await frame.locator('figcaption', { hasText: /^Ida, Baker$/ }).waitFor()
})

t.test('an edited text is in every page, in each of its places', { ...chromium }, async t => {
  const { page, browser, reach, preview } = await open()
  await page.setInputFiles('#file', photograph)
  await reach('done')
  const frame = await preview()
  const edits = {
    '.sp-brand': 'Über <b>uns</b>',
    '.sp-headline': 'Brot & Butter',
    '.sp-lead': 'Second "line"',
    '.sp-hero .sp-button': 'Go on',
    '.sp-heading': 'What we bake',
    '.sp-title': 'Rye',
    '[data-kind="features"] li p': 'With caraway\nand salt',
    'blockquote p': 'Very good.',
    figcaption: 'Ida, Aarhus',
    '.sp-price strong': '€49',
    '.sp-price small': 'a loaf',
    summary: 'Is there a shop?',
    '.sp-answer p': 'Yes, in the harbour.',
    '.sp-entry a bdi': '+45 12 34 56 78',
    '.sp-small-print': 'Copenhagen',
  }
  const chosenEdits = sample(Object.entries(edits), 8)
  for (const [selector, text] of chosenEdits) await writeIntoPage(page, frame, selector, text)
  await page.click('#copy-address')
  await until(page, 'toast.textContent === "Address copied"')
  const html = await (await page.request.get(await page.evaluate<string>('navigator.clipboard.readText()'))).text()
  const visitor = await openHtml(t, browser, html)
  for (const [selector, text] of chosenEdits)
    t.equal(await visitor.locator(selector).first().textContent(), text, selector)
  t.equal(
    await visitor.locator('.sp-entry a').getAttribute('href'),
    'tel:+4512345678',
    'the link of a contact follows its text',
  )
  for (const index of [0, 5]) {
    const card = await cardFrame(page, index)
    await t.resolves(card.locator('h1', { hasText: 'Brot & Butter' }).waitFor(), 'all pages have the texts')
  }
  t.equal(await frame.locator('.sp-closing h2').textContent(), 'Brot & Butter', 'in each of their places')
})

t.test('no other page is shown under the caret', { ...chromium }, async t => {
  const { page, reach, useSample, preview } = await open()
  await useSample('citrus')
  const frame = await preview()
  const lead = frame.locator('.sp-lead')
  await writeIntoPage(page, frame, '.sp-lead', 'Second line')
  await reach('done')
  await frame.locator('.sp-headline').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('New')
  const built = bestPage(page)
  await lead.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and')
  await built
  await reach('done')
  await page.keyboard.type(' more')
  t.equal(await lead.textContent(), 'Second line and more', 'the caret stays while the page is built')
  await page.keyboard.press('Escape')
  await frame.locator('.sp-headline', { hasText: /^New$/ }).waitFor()
  t.equal(await lead.textContent(), 'Second line', 'Escape takes the edit back')
  const undone = bestPage(page)
  await page.click('[data-add="quote"]')
  t.match((await undone).generated_html, 'content="Second line"', 'also for a click outside of the page')
  const question = frame.locator('summary').first()
  await question.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Or a')
  await page.keyboard.press('Enter')
  await until(page, '/Or a/.test(decodeURIComponent(location.hash.replaceAll("+", " ")))')
  await writeIntoPage(page, frame, '.sp-lead', '')
  await until(frame, '!document.querySelector(".sp-lead")')
  await page.getByRole('button', { name: 'Text below it' }).click()
  await frame.locator('.sp-lead', { hasText: 'One sentence' }).waitFor()
})

t.test('links follow their texts, and an empty headline is the text below it', { ...chromium }, async t => {
  const { page, useSample, preview } = await open()
  await useSample('citrus')
  const frame = await preview()
  const title = frame.locator('.sp-headline')
  for (const [text, address] of [
    ['+49 (0)30 123456', 'tel:+4930123456'],
    ['https://shop.example/bread', 'https://shop.example/bread'],
    ['bäcker.example', /^https:\/\/(?:bäcker|xn--bcker-gra)\.example$/],
    ['We answer at once', /^https:/],
  ] as const) {
    await writeIntoPage(page, frame, '.sp-entry a bdi', text)
    await frame.locator('.sp-entry a', { hasText: text }).waitFor()
    t.match(await frame.locator('.sp-entry a').getAttribute('href'), address, text)
  }
  t.equal(await title.locator('em').count(), 1)
  t.equal(await title.getAttribute('data-path'), 'headline', 'a headline with an emphasised word is edited, too')
  await writeIntoPage(page, frame, '.sp-headline', '')
  await frame.locator('.sp-headline', { hasText: 'One sentence' }).waitFor()
  t.equal(await title.getAttribute('data-path'), 'sub_headline', 'the text that takes its place')
})

t.test('sections are added, moved, resized and removed', { ...chromium }, async t => {
  const { page, reach, useSample, preview } = await open()
  await useSample('citrus')
  const frame = await preview()
  const headings = () => frame.locator('.sp-heading').allTextContents()
  const act = async (name: string) => {
    await Promise.all([bestPage(page), page.click(`#sections [aria-label="${name}"]`)])
    await reach('done')
  }
  const rows = page.locator('#sections li')
  for (const kind of sample(sectionTypes, 4)) {
    const count = await rows.count()
    await Promise.all([bestPage(page), page.click(`[data-add="${kind}"]`)])
    await reach('done', 'error')
    if (kind === 'gallery') await page.click('#pictures-close')
    t.equal(await rows.count(), count + 1, kind)
    await until(frame, `document.querySelectorAll('.sp-section').length === ${count + 1}`)
    t.same(await fixedTexts(frame), [], `${kind}: its texts can be edited`)
    // Contacts stay the last.
    const at = kind === 'contact' ? count : count - 1
    await until(
      frame,
      `[...document.querySelectorAll('.sp-section')].at(${at}).getBoundingClientRect().top < innerHeight`,
    )
    await Promise.all([bestPage(page), rows.nth(at).locator('[data-key^="remove"]').click()])
    await reach('done')
    t.equal(await rows.count(), count)
  }
  await act('Move down Features: What you offer')
  await until(frame, 'document.querySelector(".sp-heading").textContent === "How it works"')
  t.equal(await page.evaluate('document.activeElement.getAttribute("data-key")'), 'down 0')
  await act('Add an item to Prices')
  await until(frame, 'document.querySelectorAll(".sp-price").length === 4')
  await act('Remove the last item of Prices')
  await act('Remove Steps: How it works')
  await until(
    frame,
    'document.querySelectorAll(".sp-price").length === 3 && !document.querySelector("[data-kind=steps]")',
  )
  await Promise.all([bestPage(page), page.click('#undo')])
  await frame.locator('[data-kind="steps"]').waitFor({ state: 'attached' })
  await act('Remove Steps: How it works')
  await until(frame, 'document.querySelector(".sp-heading").textContent === "What you offer"')
  t.same(await headings(), ['What you offer', 'Prices', 'Questions', 'Contact'])
  await writeIntoPage(page, frame, '[data-kind="features"] .sp-title', '')
  await until(frame, 'document.querySelectorAll("[data-kind=features] .sp-title").length === 2')
  await writeIntoPage(page, frame, '[data-kind="features"] li p', '')
  await until(frame, 'document.querySelectorAll("[data-kind=features] li").length === 2')
  t.match(
    await frame.locator('[data-kind="features"] .sp-items').innerText(),
    /^The second thing/,
    'an item without texts is removed',
  )
})

t.test('updates the preview on changes of settings, width and colour scheme', { ...chromium }, async t => {
  const { page, reach, useSample, preview } = await open()
  await useSample('dusk')
  const frame = await preview()
  await page.fill('#link', 'example.com/go')
  await until(frame, 'document.querySelector(".sp-hero .sp-button").href === "https://example.com/go"')
  t.match(await frame.locator('.sp-hero-picture img').getAttribute('src'), /^data:image\/webp/)
  await page.uncheck('#has-picture')
  await until(frame, 'document.querySelector(".sp-hero-picture img").src.startsWith("data:image/svg+xml")')
  for (const [name, values, count] of [
    ['framework', frameworks, 2],
    ['scheme', pageSchemes, 1],
    ['fonts', fontSourceEnum.allowed, 1],
    ['motion', pageMotionEnum.allowed, 1],
  ] as const) {
    const options = page.locator(`#controls [name=${name}] option`)
    t.same(await options.evaluateAll(inputs => inputs.map(input => input.getAttribute('value'))), values)
    for (const value of sample(values.slice(1), count)) {
      const [{ generated_html: html, settings }] = await Promise.all([bestPage(page), changeSetting(page, name, value)])
      const [, css] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
      t.equal(settings[name], value)
      await until(frame, `document.querySelector("style").textContent === ${JSON.stringify(css)}`)
    }
  }
  const providerOptions = await page.locator('#provider option').allTextContents()
  t.same(providerOptions.slice(1), providers)
  const outputs = await page.locator('#output option').evaluateAll(all => all.map(one => one.getAttribute('value')))
  t.same(outputs.sort(), [...new Set([...imageTypes, ...outputFormats])].sort())
  await page.selectOption('#framework', 'bulma')
  await reach('done')
  const downloaded = (await saveDownload(t, page, () => page.click('#download-page'))).content
  t.match(downloaded, 'class="sp-button button is-primary', 'the page has the components of the framework')
  for (const width of ['390', '768', '1440']) {
    await chooseOption(page, 'width', width)
    await until(frame, `innerWidth === ${width}`)
  }
  const isDark = `getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every(channel => channel < 128)`
  await changeSetting(page, 'scheme', 'dark')
  await until(frame, isDark)
  await page.waitForSelector('#visitors', { state: 'hidden' })
  await changeSetting(page, 'scheme', 'both')
  await until(frame, `!${isDark}`)
  await chooseOption(page, 'visitor', 'dark')
  await until(frame, isDark)
  await until(await cardFrame(page, 0), isDark)
  t.equal(await frame.evaluate('origin'), 'null', 'the frame has no origin')
})

t.test('works by keyboard alone from a sample to both downloads, with a visible focus', { ...chromium }, async t => {
  const { page, reach, preview } = await open()
  // The preview runs in another process: while the focus moves there, no element has it.
  const tab = async (): Promise<{ readonly name: string; readonly isVisible: boolean }> => {
    await page.evaluate('window.held = document.activeElement')
    await page.keyboard.press('Tab')
    await until(
      page,
      'document.activeElement !== document.body && (document.activeElement !== held || held.localName === "iframe")',
    )
    return page.evaluate(`(() => {
      const active = document.activeElement
      const around = [active, active.nextElementSibling, active.previousElementSibling].filter(Boolean)
      return {
        name: active.id || active.name || active.className || active.localName,
        isVisible: around.some(element => getComputedStyle(element).outlineStyle === 'solid'),
      }
    })()`)
  }
  const tabTo = async (target: string): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      const { name, isVisible } = await tab()
      if (name === 'iframe') continue
      t.ok(isVisible, `the focus is visible at ${name}`)
      if (name === target) return
    }
    t.fail(`${target} cannot be reached`)
  }
  const press = (key: string) => page.keyboard.press(key)
  await tabTo('sample')
  await press('Enter')
  await reach('done')
  const frame = await preview()
  t.equal(await page.evaluate('document.activeElement.id'), 'result-title', 'the result has the focus')
  await tabTo('card')
  await tabTo('card')
  await press('Enter')
  t.equal(await page.evaluate('document.activeElement.id'), 'editor-title')
  await tabTo('download-page')
  await page.focus('#stage iframe')
  for (let step = 0; step < 20 && !(await frame.evaluate('document.activeElement.matches(".sp-lead")')); step += 1) {
    await frame.evaluate('window.held = document.activeElement')
    await press('Tab')
    await until(frame, 'document.activeElement !== held')
  }
  await press('Control+A')
  await page.keyboard.type('By keyboard')
  await press('Enter')
  await frame.locator('meta[content="By keyboard"]').first().waitFor({ state: 'attached' })
  await page.focus('#has-picture')
  await tabTo('platform')
  await press('ArrowRight')
  await until(page, 'document.activeElement.value === "instagram_reels"')
  await tabTo('code-panel')
  await tabTo('capture-scheme')
  await tabTo('secondary-button')
  t.equal((await saveDownload(t, page, () => press('Enter'))).name, 'capture.mjs')
  await page.focus('.brand')
  await tabTo('another')
  await press('Enter')
  t.equal(await page.evaluate('document.activeElement.closest("dialog").id'), 'chooser')
  await press('Escape')
  await tabTo('width')
  await press('ArrowLeft')
  await until(frame, 'innerWidth === 768')
  await tabTo('download-page')
  t.match((await saveDownload(t, page, () => press('Enter'))).content, 'By keyboard')
})

t.test('supports large text, forced colours and reduced motion', { ...chromium }, async t => {
  const { page, useSample } = await open({ width: 720, height: 900 })
  await useSample('dusk')
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  t.ok((await measureOverflow(page)) <= 0, 'text of twice the size fits')
  await page.evaluate('document.documentElement.style.fontSize = ""')
  await page.emulateMedia({ forcedColors: 'active' })
  const chip = page.locator('#palette button').first()
  const hex = (await chip.innerText()).slice(1, 7)
  const rgb = [0, 2, 4].map(from => Number.parseInt(hex.slice(from, from + 2), 16)).join(', ')
  const background = (element: Element): string => getComputedStyle(element).backgroundColor
  t.equal(await chip.evaluate(background), `rgb(${rgb})`, 'swatches keep their colours')
  const border = (element: Element): string => getComputedStyle(element).borderTopColor
  const checked = page.locator('#platforms :checked + span')
  const other = page.locator('#platforms :not(:checked) + span').first()
  t.not(await checked.evaluate(border), await other.evaluate(border), 'the selection is visible')
  await page.emulateMedia({ forcedColors: 'none' })
  t.equal(await page.evaluate('document.getAnimations().length'), 0, 'no animation with reduced motion')
})

t.test('the console stayed empty', { ...chromium }, async t => {
  t.same((await open()).complaints, [])
})

/** The texts of a page that cannot be edited; links to sections and the row of facts repeat others. */
function fixedTexts(frame: Frame): Promise<readonly string[]> {
  return frame.evaluate<readonly string[]>(
    `[...document.querySelectorAll('body :not(.sp-nav a, .sp-links a, .sp-facts span, [contenteditable])')]
      .filter(element => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && /[\\p{L}\\p{N}]/u.test(data)) && !element.isContentEditable)
      .map(element => element.textContent)`,
  )
}

/** The names of the directions that are open. */
function pressed(page: Page): Promise<readonly string[]> {
  return page.locator('#cards [aria-pressed="true"] strong').allInnerTexts()
}
