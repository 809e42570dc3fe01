// The user's own pictures and the form in the playground: chosen, dropped, focused, kept and published.
import type { Frame } from 'playwright-core'
import t from 'tap'
import { bestPage, openHtml, photographPath, pictureFile, saveDownload, sharePlayground } from './helpers/playground.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { findViolations, measureOverflow, until } from './helpers/web-pages.ts'

const chromium = needs('chromium')
const open = sharePlayground(t, await startService(t, { TRUST_PROXY: 'loopback' }))
const photographs = ['food-coffee', 'food-food', 'interior-mock-home-2'].map(photographPath)

/** Drops the small test picture on an element of the page. */
async function dropOn(frame: Frame, selector: string): Promise<void> {
  const { name, mimeType, buffer } = pictureFile
  const bytes = [...buffer]
  await frame
    .locator(selector)
    .first()
    .evaluate(
      (element, file) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: file.mimeType }))
        element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
      },
      { name, mimeType, bytes },
    )
}

t.test(
  'several photographs fill a gallery, have a focus, survive a reload and are published',
  { ...chromium },
  async t => {
    const { page, browser, reach, preview } = await open()
    await page.setInputFiles('#file', photographPath('food-bakery'))
    await reach('done')
    const asked: number[] = []
    page.on('request', request => {
      if (request.url().includes('build-sparkpage')) asked.push(request.postData()?.length ?? 0)
    })
    await page.click('[data-add="gallery"]')
    await page.waitForSelector('#pictures[open]')
    await page.setInputFiles('#photos', photographs)
    await until(page, 'places.querySelectorAll("img").length === 3')
    t.same(await findViolations(page), [])
    const marker = page.locator('#places .focus').first()
    const before = await marker.getAttribute('aria-label')
    await marker.focus()
    const moved = bestPage(page)
    await page.keyboard.press('ArrowLeft')
    t.not(await marker.getAttribute('aria-label'), before)
    await moved
    t.match(await page.evaluate('document.activeElement.id'), /^focus-5\.0$/, 'the focus ring keeps the focus')
    const photo = page.locator('#places .photo').nth(1)
    await photo.scrollIntoViewIfNeeded()
    const box = await photo.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 0.2 * (box?.width ?? 0), (box?.y ?? 0) + 0.7 * (box?.height ?? 0)]
    await Promise.all([bestPage(page), page.mouse.click(x, y)])
    t.match(
      await page.locator('#places .focus').nth(1).getAttribute('style'),
      /left: (?:19|20|21)%; top: (?:69|70|71)%/,
    )
    await Promise.all([
      bestPage(page),
      page.fill('#alt-5\\.0', 'A cup of coffee').then(() => page.keyboard.press('Tab')),
    ])
    await page.click('#pictures-close')
    await reach('done')
    const frame = await preview()
    const shown = frame.locator('[data-kind="gallery"] img')
    await until(frame, 'document.querySelectorAll("[data-kind=gallery] img[src^=data]").length === 3')
    t.equal(await frame.locator('[data-kind="gallery"] figcaption').count(), 0, 'the captions of the sample are gone')
    t.match(await shown.nth(1).getAttribute('style'), /object-position:\s?(?:19|20|21)% (?:69|70|71)%/)
    t.ok(Math.max(...asked) < 30_000, 'an edit does not send the pictures')
    await until(page, 'location.hash.includes("coffee")')
    await page.reload()
    await reach('done', 'partial')
    const again = await preview()
    await until(again, 'document.querySelectorAll("[data-kind=gallery] img[src^=data]").length === 3')
    t.match(
      await again.locator('.sp-hero img').first().getAttribute('src'),
      /^data:image\/webp/,
      'the main picture, too',
    )
    await page.click('#copy-address')
    await until(page, 'toast.textContent === "Address copied"')
    const html = await (await page.request.get(await page.evaluate<string>('navigator.clipboard.readText()'))).text()
    t.notMatch(html, 'picture.invalid')
    const visitor = await openHtml(t, browser, html)
    t.equal(await visitor.locator('[data-kind="gallery"] img').count(), 3)
    t.equal(await visitor.getByAltText('A cup of coffee').count(), 1)
    const file = (await saveDownload(t, page, () => page.click('#download-page'))).content
    t.notMatch(file, 'picture.invalid')
  },
)

t.test('a picture is dropped on the part of the page that shows it', { ...chromium }, async t => {
  const { page, reach, useSample, preview } = await open()
  await useSample('citrus')
  const frame = await preview()
  const drop = async (selector: string, expected: string) => {
    await dropOn(frame, selector)
    await until(frame, `document.querySelector(${JSON.stringify(expected)})`)
    await reach('done')
  }
  await drop('[data-kind="features"] li:nth-child(2)', '[data-kind="features"] li:nth-child(2) img')
  t.equal(await frame.locator('[data-kind="features"] img').count(), 1)
  await drop('[data-kind="questions"] .sp-heading', '[data-kind="questions"] .sp-art img')
  await drop('.sp-brand', '.sp-brand img')
  t.equal(await page.innerText('#editor-title'), await page.innerText('#cards [aria-pressed="true"] strong'))
  await frame.locator('[data-kind="questions"] .sp-art img').dispatchEvent('click')
  await page.waitForSelector('#pictures[open]')
  t.equal(await page.innerText('#pictures-title'), 'Pictures: Questions')
  await Promise.all([bestPage(page), page.click('#places button:has-text("Remove")')])
  await page.click('#pictures-close')
  await until(frame, '!document.querySelector("[data-kind=questions] .sp-art")')
  const name = page.locator('#picture')
  await dropOn(frame, '.sp-hero-picture')
  await until(page, `picture.alt === ${JSON.stringify(pictureFile.name)}`)
  await reach('done')
  t.ok(await name.isVisible(), 'a picture on the first screen is analysed')
  t.equal(await frame.locator('[data-kind="features"] img').count(), 1, 'the others stay')
})

t.test('the focus of the main picture is moved by hand', { ...chromium }, async t => {
  const { page, reach } = await open()
  await page.setInputFiles('#file', photographPath('food-coffee'))
  await reach('done')
  await page.click('#edit-hero')
  await page.locator('#focus-hero').focus()
  const [built] = await Promise.all([page.waitForRequest(/build-sparkpage/), page.keyboard.press('ArrowRight')])
  const { style_metadata: style } = built.postDataJSON()
  const { composition, faces } = style
  t.match([composition.subject, faces], [undefined, undefined])
  const label = await page.locator('#focus-hero').getAttribute('aria-label')
  t.match(label, `${Math.round(100 * style.focal_point.x)} % from the left`)
  await page.click('#pictures-close')
})

t.test('a form is added, edited, shown and removed', { ...chromium }, async t => {
  const { page, reach, useSample, preview } = await open({ width: 390, height: 844 })
  await useSample('citrus')
  await Promise.all([bestPage(page), page.click('#edit-form')])
  const frame = await preview()
  await frame.locator('form').waitFor({ state: 'attached' })
  t.same(await frame.locator('.sp-label').allTextContents(), ['Name', 'E-mail', 'Message'])
  t.same(await findViolations(page), [])
  t.ok((await measureOverflow(page)) <= 0)
  await page.click('#form-editor [type="submit"]')
  await reach('done')
  await page.click('#copy-address')
  await page.waitForSelector('#form-dialog[open]')
  t.ok(await page.isVisible('#toast'), 'the message is above the dialog')
  t.equal(
    await page.evaluate('document.activeElement.id'),
    'form-action',
    'no page is published whose form leads nowhere',
  )
  const change = async (run: () => Promise<unknown>) => {
    await Promise.all([bestPage(page), run()])
    await reach('done')
  }
  await change(() => page.fill('#form-action', 'https://forms.example/f/1').then(() => page.keyboard.press('Tab')))
  await frame.locator('form[action="https://forms.example/f/1"]').waitFor({ state: 'attached' })
  await change(() => page.click('#add-field'))
  await change(() => page.locator('#form-fields li:nth-child(4) select').selectOption('select'))
  await change(async () => {
    await page.locator('#form-fields textarea').fill('Two\nFour')
    await page.keyboard.press('Tab')
  })
  await until(
    frame,
    '[...document.querySelectorAll("form option")].map(one => one.textContent).join() === "–,Two,Four"',
  )
  await change(() => page.click('[aria-label="Remove Message"]'))
  await until(frame, '!document.querySelector("form textarea")')
  await change(() => page.fill('#form-action', 'http://forms.example').then(() => page.keyboard.press('Tab')))
  t.equal(await page.getAttribute('#form-action', 'aria-invalid'), 'true')
  t.equal(
    await frame.locator('form').getAttribute('action'),
    'https://forms.example/f/1',
    'the last valid address stays',
  )
  await page.click('#form-editor [type="submit"]')
  await frame.locator('.sp-label').first().dispatchEvent('click')
  await page.waitForSelector('#form-dialog[open]')
  await change(() => page.click('#remove-form'))
  await until(frame, '!document.querySelector("form")')
})

t.test(
  'of several files the first is the main picture, the others are a gallery; sample texts stay in the editor',
  {
    ...chromium,
  },
  async t => {
    const { page, base, reach, preview } = await open()
    await page.setInputFiles('#file', [photographPath('food-bakery'), ...photographs])
    await page.locator('#sections', { hasText: 'Gallery' }).waitFor()
    await reach('done', 'partial')
    const frame = await preview()
    await until(frame, 'document.querySelectorAll("[data-kind=gallery] img").length === 3')
    const sections = await page.innerText('#sections')
    t.match(sections, 'Steps: How it works')
    // Other tests keep the texts without a question.
    await page.evaluate("document.getElementById('samples-with').click = () => undefined")
    await page.click('#open-page')
    t.match(await page.innerText('#samples-hint'), /no “What you offer”,.*“Contact”.*All of them stay in the editor/)
    await page.click('#samples-without')
    const address = (await page.locator('#published a').getAttribute('href')) ?? ''
    const stored = await fetch(new URL(address, base), { headers: { accept: 'application/json' } })
    const { content } = Object(await stored.json()).request
    t.same(
      content.sections.map((section: { type: string }) => section.type),
      ['gallery'],
    )
    t.equal(await page.innerText('#sections'), sections)
  },
)

t.test('a picture is added to its section, which may have moved in the meantime', { ...chromium }, async () => {
  const { page, reach, preview } = await open()
  await page.setInputFiles('#file', photographPath('food-bakery'))
  await reach('done')
  await page.click('[data-add="gallery"]')
  await page.waitForSelector('#pictures[open]')
  const gallery = page.locator('#sections li', { hasText: 'Gallery' })
  const moveUp = async (): Promise<void> => {
    await page.click('#pictures-close')
    await Promise.all([bestPage(page), gallery.locator('[data-key^="up"]').click()])
  }
  await page.route('**/analyze-vibe*', route => moveUp().then(() => route.continue()), { times: 1 })
  await page.setInputFiles('#photos', photographPath('food-coffee'))
  await until(await preview(), 'document.querySelectorAll("[data-kind=gallery] img[src^=data]").length === 1')
})

t.test('a stored page is opened by its id, edited and taken away as a folder', { ...chromium }, async t => {
  const { page, base, reach, preview } = await open()
  await page.setInputFiles('#file', photographPath('food-bakery'))
  await reach('done')
  await page.click('[data-add="gallery"]')
  await page.waitForSelector('#pictures[open]')
  await page.setInputFiles('#photos', photographs)
  await until(page, 'places.querySelectorAll("img").length === 3')
  await page.click('#pictures-close')
  await reach('done')
  const download = await saveDownload(t, page, () => page.click('#download-folder'))
  t.equal(download.name, 'sparkpage.zip')
  await page.click('#copy-address')
  await until(page, 'toast.textContent === "Address copied"')
  const address = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.goto(`${base}?page=${address.split('/').at(-1)}`)
  await reach('done', 'partial')
  const frame = await preview()
  await until(frame, 'document.querySelectorAll("[data-kind=gallery] img[src^=data]").length === 3')
  await page.click('#copy-address')
  await until(page, 'toast.textContent === "Address copied"')
  t.equal(await page.evaluate('navigator.clipboard.readText()'), address, 'it is the same page')
})

t.test('texts as JSON are opened, whatever their members are called', { ...chromium }, async t => {
  const { page, reach, preview } = await open()
  const given = { title: 'Bread', tagline: 'Every morning.', button: 'Visit', faq: [{ q: 'When?', a: 'At seven.' }] }
  const buffer = Buffer.from(JSON.stringify(given))
  await page.setInputFiles('#file', { name: 'texts.json', mimeType: 'application/json', buffer })
  await reach('done', 'partial')
  const frame = await preview()
  await frame.locator('h1', { hasText: 'Bread' }).waitFor()
  t.equal(await frame.locator('summary').textContent(), 'When?')
})

t.test('the console stayed empty', { ...chromium }, async t => {
  t.same((await open()).complaints, [])
})
