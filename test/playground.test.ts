// The playground in a real browser: sources, first screen, six pages, editing in the page, exports, every state, keyboard use, accessibility, size and speed.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Frame, Page } from 'playwright-core'
import sharp from 'sharp'
import { compile } from 'tailwindcss'
import t, { type Test } from 'tap'
import { sectionTypes } from '../schemas/page-content.ts'
import { problemCodes } from '../schemas/problems.ts'
import {
  directions,
  fontSourceEnum,
  frameworkCssEnum,
  frameworks,
  pageMotionEnum,
  pageSchemes,
  responsiveTypes,
} from '../schemas/sparkpage.ts'
import { providers } from '../schemas/vision.ts'
import { launchOptions, openBrowser, savedFile } from './helpers/browser.ts'
import { listen } from './helpers/loopback.ts'
import { startService, stripes } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { findViolations, measureOverflow, servePrefixed, until, watchPage } from './helpers/web-pages.ts'
import { sample, whole } from './helpers/whole.ts'

const run = promisify(execFile)

const colors = ['#0B3954', '#FF5A5F', '#BFD7EA', '#FFC145']
const picture = Buffer.from((await stripes(colors)).replace(/^.*,/, ''), 'base64')
const file = { name: "sea's edge.png", mimeType: 'image/png', buffer: picture }
/** Small, because the browser paints all of it after every step. */
const usualWindow = { width: 1100, height: 700 }
// The page is served below a path prefix, which its proxy forwards.
const service = await startService(t, { TRUST_PROXY: 'loopback' })

t.test('serves eight compressed files of at most 42 KB in total, with a policy and entity tags', async t => {
  const page = await service.get('/', { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
  t.match(page.headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    'x-frame-options': 'DENY',
    'content-security-policy': /^default-src 'none'; script-src 'self'; style-src 'self'; /,
  })
  t.notMatch(page.headers['content-security-policy'], /unsafe|\*/)
  const { body } = await service.get('/')
  const parts = [...body.matchAll(/(?:href|src)="(playground\/[^"]+)"/g)].map(([, path]) => `/${path}`)
  const urls = ['/', ...new Set(parts)]
  t.ok(urls.length <= 8, `${urls.length} requests`)
  let weight = 0
  for (const url of [...urls, '/playground/preview']) {
    const known = await service.get(url)
    const etag = String(known.headers.etag)
    t.match(etag, /^W\/"/, url)
    t.equal((await service.get(url, { headers: { 'if-none-match': etag } })).statusCode, 304, url)
    const { rawPayload } = await service.get(url, { headers: { 'accept-encoding': 'br' } })
    t.ok(rawPayload.length < known.rawPayload.length, url)
    weight += rawPayload.length
  }
  t.ok(weight <= 42_000, `${weight} bytes with brotli in total`)
  t.notMatch(body, /(?:href|src)="\//, 'every URL is relative')
})

t.test('the preview frame has no origin, runs one script and can be embedded by the playground only', async t => {
  const { headers, body } = await service.get('/playground/preview')
  t.match(headers, {
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy':
      /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[^']+'; style-src 'unsafe-inline'; img-src data:; font-src data:; .*frame-ancestors 'self'$/,
  })
  t.equal(body, (await service.get('/playground/preview?html=<script>alert(1)</script>')).body, 'it reflects no input')
})

t.test('PLAYGROUND=0 redirects / to the API reference and serves no other file', async t => {
  const { get } = await startService(t, { PLAYGROUND: '0' })
  t.match(await get('/'), { statusCode: 302, headers: { location: 'docs/' } })
  t.equal((await get('/playground/preview')).statusCode, 404)
})

t.test('in a browser', needs('chromium'), async t => {
  const browser = await openBrowser(t)
  const base = await servePrefixed(t, service)
  const { page, complaints, elsewhere, reach, chooseAnother, useSample, preview } = await openPlayground(
    t,
    browser,
    base,
  )
  const open = async (viewport = usualWindow) => {
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    await page.setViewportSize(viewport)
    await page.goto(base)
  }
  const photograph = join(import.meta.dirname, 'fixtures/pictures/food-bakery.jpg')
  const downloadedPage = 'no picture'
  const files = createServer(({ url }, response) => {
    const [type, body] = url === '/sea.png' ? ['image/png', picture] : ['text/html', downloadedPage]
    response.writeHead(200, { 'content-type': String(type) }).end(body)
  })
  const { url: host } = await listen(t, files)

  await t.test('accepts a sample, a chosen, dropped or pasted file and an address', async t => {
    await open()
    for (const name of sample(['dusk', 'citrus', 'vase'], 1)) {
      await useSample(name)
      t.ok((await page.locator('#palette li').count()) >= 5, name)
    }
    t.same(elsewhere, [], 'samples are sent to no other host')
    const sources: Readonly<Record<string, () => Promise<unknown>>> = {
      'a chosen file': () => page.setInputFiles('#file', file),
      'a dropped file': () => transfer(page, 'drop'),
      'a pasted file': () => transfer(page, 'paste'),
      'an address': async () => {
        await chooseAnother()
        await page.fill('#address', `${host}/sea.png`)
        await page.keyboard.press('Enter')
      },
      'a pasted address': () => transfer(page, 'paste', `${host}/sea.png`),
    }
    const variables = new Set<string>()
    for (const [name, give] of Object.entries(sources)) {
      const [analysis, build] = await Promise.all([answerTo(page, 'analyze-vibe'), bestPage(page), give()])
      await reach('done')
      const { palette, colors: mainColors, roles } = analysis.style_metadata
      for (const color of colors) t.ok(mainColors.includes(color), name)
      const chips = palette.map(
        ({ hex, name, share }: Readonly<Record<string, string>>) =>
          `${hex} ${name} ${Math.round(Number(share) * 100)} %`,
      )
      const shown = async (list: string) =>
        (await page.locator(`${list} li`).allInnerTexts()).map(text => text.replace(/\s+/g, ' '))
      t.same(await shown('#palette'), chips, `${name}: colours, names and shares of the answer`)
      t.same(
        (await shown('#colors')).map(text => text.slice(0, 7)),
        mainColors,
        name,
      )
      const grounds = await page.locator('#role-table strong').allInnerTexts()
      const css = build.css_variables
      t.same(
        grounds,
        [
          [roles.background, css['--sp-bg'], css['--sp-dark-bg']],
          [roles.surface, css['--sp-surface'], css['--sp-dark-surface']],
          [roles.primary, css['--sp-accent'], css['--sp-dark-accent']],
          [roles.secondary, css['--sp-secondary'], css['--sp-dark-secondary']],
          roles.accent,
        ].flat(),
        `${name}: roles of the picture and of the page`,
      )
      const badges = await page.locator('#role-table .badge').allInnerTexts()
      t.equal(badges.length, 10)
      for (const badge of badges) t.match(badge, /, (?:4\.[5-9]|[5-9]\.\d|1\d\.\d|2[01]\.\d) : 1, AA?A?$/, name)
      await until(page, 'picture.complete && picture.naturalWidth === 240')
      if (name.endsWith('file')) variables.add(await page.innerText('#code'))
    }
    t.equal(variables.size, 1, 'the same picture gives the same page')
    t.equal(await (await preview()).locator('h1').innerText(), 'Say it in a few words')
    t.same([...new Set(elsewhere)], [`${host}/sea.png`])
  })

  await t.test(
    'shows picture, main colours and pages on the first screen, without empty bands and moving parts',
    async t => {
      const photographs = ['landscape-beach-city', 'food-sharing-tomatoes', 'macro-2', 'animal-penguin']
      const views = [1440, 390, 3840].flatMap(width => photographs.map(photograph => [width, photograph] as const))
      for (const [width, photograph] of sample(views, 4)) {
        const height = width === 390 ? 844 : (width * 5) / 8
        await open({ width, height })
        await page.evaluate(`
        window.shift = 0
        new PerformanceObserver(list => {
          for (const { value } of list.getEntries()) shift += value
        }).observe({ type: 'layout-shift', buffered: true })
      `)
        await page.setInputFiles('#file', join(import.meta.dirname, `fixtures/pictures/${photograph}.jpg`))
        await reach('done')
        const frame = await cardFrame(page, 0)
        await frame.locator('h1').waitFor()
        const name = `${photograph}, ${width} px`
        const cards = width === 390 ? ['#cards li:first-child iframe'] : ['#cards li:last-child iframe']
        t.equal(await page.evaluate('scrollY'), 0)
        const boxes = await Promise.all(
          ['#picture', '#colors li:nth-child(6)', ...cards].map(part => page.locator(part).boundingBox()),
        )
        for (const box of boxes)
          t.ok(box && box.x >= 0 && box.y >= 0 && box.y + box.height <= height, `${name}: ${JSON.stringify(box)}`)
        const ratio = await page.evaluate<number>('picture.naturalWidth / picture.naturalHeight')
        const [shown] = boxes
        t.ok(
          shown && Math.abs(shown.width / shown.height / ratio - 1) < 0.02,
          `${name}: the frame has the shape of the picture`,
        )
        t.ok((await frame.evaluate<number>('innerWidth')) >= 390, name)
        await page.waitForTimeout(100)
        t.equal(await page.evaluate('shift'), 0, `${name}: nothing moves`)
      }
    },
  )

  await t.test('shows the crop and the safe area of each platform', async t => {
    await open()
    await useSample('citrus')
    t.equal(await page.getAttribute('#overlay', 'viewBox'), '0 0 1440 1440')
    for (const [platform, crop] of [
      ['web_16_9', /zM0 \d+h1440v810h-1440z$/],
      ['instagram_reels', /zM\d+ 0h810v1440h-810z$/],
      ['youtube_shorts', /zM\d+ 0h810v1440h-810z$/],
    ] as const) {
      const before = await page.getAttribute('#overlay .safe', 'd')
      await choose(page, 'platform', platform)
      if (platform !== 'web_16_9')
        await until(page, `document.querySelector('#overlay .safe').getAttribute('d') !== '${before}'`)
      t.match(await page.getAttribute('#overlay .cut', 'd'), crop, platform)
      t.ok((await page.locator('#advice li').count()) >= 2)
    }
  })

  await t.test('shows a picture that the browser cannot read by its preview, and on the page itself', async t => {
    await open()
    const buffer = await sharp(picture).tiff().toBuffer()
    await page.setInputFiles('#file', { name: 'scan.tiff', mimeType: 'image/tiff', buffer })
    await reach('done')
    await until(page, 'picture.src.startsWith("data:image/webp") && picture.naturalWidth > 32')
    t.ok(await page.isVisible('#picture-choice'))
    t.match(await (await preview()).locator('.sp-visual img').getAttribute('src'), /^data:image\/webp/)
  })

  await t.test('shows six live pages, the best first, and opens the one that is clicked', async t => {
    await open()
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

  await t.test('every text is edited in the page, and no other page is shown under the caret', async t => {
    await open()
    await page.setInputFiles('#file', photograph)
    await reach('done')
    for (const framework of sample(frameworks, 2)) {
      const [built] = await Promise.all([bestPage(page), changeTo(page, 'framework', framework)])
      const frame = await preview()
      // All up to the picture, in whose place the playground sends another.
      const own = /<style>([\s\S]*?)(?:data:image\/webp|<\/style>)/.exec(built.generated_html)?.[1]
      await until(frame, `document.querySelector("style").textContent.startsWith(${JSON.stringify(own)})`)
      // The numbers of steps are not texts of the user, and links of header and footer repeat headings.
      const fixed = await frame.evaluate<readonly string[]>(
        `[...document.body.querySelectorAll('*')].filter(element => !element.firstElementChild && element.textContent.trim()
          && !element.closest('nav, footer ul') && !element.isContentEditable).map(element => element.textContent)`,
      )
      t.same(fixed, ['1', '2', '3'], framework)
    }
    const frame = await preview()
    const edits = {
      '.sp-brand': 'Über <b>uns</b>',
      '.sp-title': 'Brot & Butter',
      '.sp-lead': 'Second "line"',
      '.sp-hero .sp-button': 'Go on',
      h2: 'What we bake',
      '.sp-subheading': 'Rye',
      '.sp-text': 'With caraway\nand salt',
      'blockquote p': 'Very good.',
      figcaption: 'Ida, Aarhus',
      '.sp-price strong': '€49',
      '.sp-price small': 'a loaf',
      '.sp-summary': 'Is there a shop?',
      '.sp-answer .sp-text': 'Yes, in the harbour.',
      '.sp-link': '+45 12 34 56 78',
      'footer .sp-text': 'Copenhagen',
    }
    for (const [selector, text] of Object.entries(edits)) await write(page, frame, selector, text)
    await page.click('#copy-address')
    await until(page, 'toast.textContent === "Address copied"')
    const html = await (await page.request.get(await page.evaluate<string>('navigator.clipboard.readText()'))).text()
    const visitor = await openHtml(t, browser, html)
    for (const [selector, text] of Object.entries(edits))
      t.equal(await visitor.locator(selector).first().textContent(), text, selector)
    t.equal(
      await visitor.locator('.sp-link').getAttribute('href'),
      'tel:+4512345678',
      'the link of a contact follows its text',
    )
    for (const index of [0, 5])
      t.equal(
        await (await cardFrame(page, index)).locator('h1').textContent(),
        'Brot & Butter',
        'all pages have the texts',
      )
    t.equal(await frame.locator('.sp-closing-lead').textContent(), 'Second "line"', 'in each of their places')

    const lead = frame.locator('.sp-lead')
    const title = frame.locator('.sp-title')
    await title.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('New')
    const built = bestPage(page)
    await lead.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' and')
    await built
    await reach('done')
    await page.keyboard.type(' more')
    t.equal(await lead.textContent(), 'Second "line" and more', 'the caret stays while the page is built')
    await page.keyboard.press('Escape')
    await frame.locator('.sp-title', { hasText: /^New$/ }).waitFor()
    t.equal(await lead.textContent(), 'Second "line"', 'Escape takes the edit back')
    const question = frame.locator('.sp-summary').first()
    await question.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Or a')
    await page.keyboard.press('Enter')
    await until(page, '/Or a/.test(decodeURIComponent(location.hash.replaceAll("+", " ")))')
    await write(page, frame, '.sp-lead', '')
    await until(frame, '!document.querySelector(".sp-lead")')
    await page.selectOption('#kind', { label: 'Text below it' })
    await page.click('#add')
    await frame.locator('.sp-lead', { hasText: 'One sentence' }).waitFor()
    for (const [text, address] of [
      ['+49 (0)30 123456', 'tel:+4930123456'],
      ['https://shop.example/bread', 'https://shop.example/bread'],
      ['bäcker.example', /^https:\/\/(?:bäcker|xn--bcker-gra)\.example$/],
      ['We answer at once', /^https:/],
    ] as const) {
      await write(page, frame, '.sp-link', text)
      await frame.locator('.sp-link', { hasText: text }).waitFor()
      t.match(await frame.locator('.sp-link').getAttribute('href'), address, text)
    }
    await write(page, frame, '.sp-title', 'Mix. Knead. Bake.')
    await frame.locator('.sp-title .sp-phrase').first().waitFor()
    t.equal(await title.getAttribute('data-path'), 'headline', 'a headline of short phrases is edited, too')
    await write(page, frame, '.sp-title', '')
    await frame.locator('.sp-title', { hasText: 'One sentence' }).waitFor()
    t.equal(await title.getAttribute('data-path'), 'sub_headline', 'the text that takes its place')
    await page.unrouteAll()
  })

  await t.test('sections are added, moved, resized and removed', async t => {
    await open()
    await useSample('citrus')
    const frame = await preview()
    const headings = () => frame.locator('main > :not(.sp-hero) h2').allTextContents()
    const act = async (name: string) => {
      await Promise.all([bestPage(page), page.click(`#sections [aria-label="${name}"]`)])
      await reach('done')
    }
    const rows = page.locator('#sections li')
    for (const kind of sample(sectionTypes, 4)) {
      const count = await rows.count()
      await page.selectOption('#kind', kind)
      await Promise.all([bestPage(page), page.click('#add')])
      await reach('done', 'error')
      t.equal(await rows.count(), count + 1, kind)
      await until(
        frame,
        `document.querySelectorAll('main > :not(.sp-hero, .sp-between, :has(.sp-closing))').length === ${count + 1}`,
      )
      const added = frame.locator('main > :not(.sp-hero, .sp-between, :has(.sp-closing))').last()
      t.ok((await added.locator('[contenteditable]').count()) >= 1, `${kind}: its texts can be edited`)
      await until(
        frame,
        `[...document.querySelectorAll('main > :not(.sp-between)')].at(${count + 1}).getBoundingClientRect().top < innerHeight`,
      )
      await Promise.all([bestPage(page), rows.last().locator('[data-key^="remove"]').click()])
      await reach('done')
      t.equal(await rows.count(), count)
    }
    await act('Move down Features: What you offer')
    await until(frame, 'document.querySelector("h2").textContent === "How it works"')
    t.equal(await page.evaluate('document.activeElement.getAttribute("data-key")'), 'down 0')
    await act('Add an item to Prices')
    await until(frame, 'document.querySelectorAll(".sp-price").length === 4')
    await act('Remove the last item of Prices')
    await act('Remove Steps: How it works')
    await until(frame, 'document.querySelectorAll(".sp-price").length === 3 && !document.querySelector(".sp-step")')
    await Promise.all([bestPage(page), page.click('#undo')])
    await frame.locator('.sp-step').first().waitFor({ state: 'attached' })
    await act('Remove Steps: How it works')
    await until(frame, 'document.querySelector("h2").textContent === "What you offer"')
    t.same(await headings(), ['What you offer', 'Prices', 'Questions', 'Contact'])
    await write(page, frame, '.sp-features .sp-subheading', '')
    await until(frame, 'document.querySelectorAll(".sp-features .sp-subheading").length === 2')
    await write(page, frame, '.sp-features .sp-text', '')
    await until(frame, 'document.querySelectorAll(".sp-features .sp-text").length === 2')
    t.match(
      await frame.locator('.sp-features').first().innerText(),
      /^The second thing/,
      'an item without texts is removed',
    )
  })

  await t.test('updates the preview on changes of settings, width and colour scheme', async t => {
    await open()
    await useSample('dusk')
    const frame = await preview()
    await page.fill('#link', 'example.com/go')
    await until(frame, 'document.querySelector(".sp-hero .sp-button").href === "https://example.com/go"')
    t.match(await frame.locator('.sp-visual img').getAttribute('src'), /^data:image\/webp/)
    await page.uncheck('#has-picture')
    await until(frame, 'document.images.length === 0')
    for (const [name, values, count] of [
      ['framework', frameworks, 3],
      ['responsive_type', responsiveTypes, 2],
      ['scheme', pageSchemes, 2],
      ['fonts', fontSourceEnum.allowed, 1],
      ['motion', pageMotionEnum.allowed, 1],
      ['framework_css', frameworkCssEnum.allowed, 1],
    ] as const) {
      const options = page.locator(`#controls [name=${name}] option`)
      t.same(await options.evaluateAll(inputs => inputs.map(input => input.getAttribute('value'))), values)
      for (const value of sample(values.slice(1), count)) {
        const [{ generated_html: html, settings }] = await Promise.all([bestPage(page), changeTo(page, name, value)])
        const [, css] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
        t.equal(settings[name], name === 'framework_css' ? 'inline' : value, 'the frame loads no style sheet')
        await until(frame, `document.querySelector("style").textContent === ${JSON.stringify(css)}`)
      }
    }
    const providerOptions = await page.locator('#provider option').allTextContents()
    t.same(providerOptions.slice(1), providers)
    await page.selectOption('#framework', 'bulma')
    await reach('done')
    const linked = (await download(t, page, () => page.click('#download-page'))).content
    t.match(linked, /<link[^>]+integrity=/, 'the page links the file of the framework')
    await until(frame, '/bulma/i.test(document.querySelector("style").textContent)')
    for (const width of ['390', '768', '1440']) {
      await choose(page, 'width', width)
      await until(frame, `innerWidth === ${width}`)
    }
    const isDark = `getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every(channel => channel < 128)`
    await changeTo(page, 'scheme', 'dark')
    await until(frame, isDark)
    await page.waitForSelector('#visitors', { state: 'hidden' })
    await changeTo(page, 'scheme', 'both')
    await until(frame, `!${isDark}`)
    await choose(page, 'visitor', 'dark')
    await until(frame, isDark)
    await until(await cardFrame(page, 0), isDark)
    t.equal(await frame.evaluate('origin'), 'null', 'the frame has no origin')
  })

  await t.test('the tables of the analysis come after the pages', async t => {
    await open()
    await useSample('vase')
    const tops = await page.evaluate<readonly number[]>(
      `['#cards', '#stage', '#palette', '#role-table', '#crops', '#code', '#capture'].map(part => document.querySelector(part).getBoundingClientRect().top)`,
    )
    t.same(
      tops,
      [...tops].sort((a, b) => a - b),
    )
  })

  await t.test('exports formats and commands that match the API', needs('curl', 'jq'), async t => {
    await open()
    await page.setInputFiles('#file', file)
    await reach('done')
    const frame = await preview()
    await write(page, frame, 'h1', "It's $5, 50 % \\ `off`")
    const [{ css_variables }] = await Promise.all([bestPage(page), changeTo(page, 'scheme', 'light')])
    await reach('done')
    const copied = async (format: string): Promise<string> => {
      await choose(page, 'format', format)
      await page.evaluate('toast.replaceChildren()')
      await page.click('#copy')
      await until(page, 'toast.textContent === "Code copied"')
      return page.evaluate<string>('navigator.clipboard.readText()')
    }
    const curl = await copied('curl')
    const folder = t.testdir()
    writeFileSync(join(folder, file.name), picture)
    await run('sh', ['-ec', curl], { cwd: folder })
    const readOutput = (name: string): string => readFileSync(join(folder, name), 'utf8')
    const built = readOutput('page.html')
    const analysis = JSON.parse(readOutput('style.json'))
    t.same([...analysis.style_metadata.colors].sort(), [...colors].sort())
    t.match(configOf(readOutput('capture.mjs')), {
      target_url: new RegExp(`^${base}api/v1/pages/page_`),
      output_size: { width: 3840, height: 2160 },
      output_format: 'png',
    })
    const saved = await download(t, page, () => page.click('#download-page'))
    t.equal(saved.name, 'sparkpage.html')
    const { src } = analysis.style_metadata.preview
    t.ok(saved.content.includes(src))
    t.equal(saved.content, built.replaceAll(/data:image\/webp[^"]+/g, src), 'the same page as from the commands')
    const css = await copied('css')
    for (const [name, value] of Object.entries(css_variables)) t.ok(css.includes(`  ${name}: ${value};\n`), name)
    t.same(JSON.parse(await copied('tokens')), analysis.style_metadata.tokens)
    const theme = await copied('tailwind')
    const { build } = await compile(theme.replace('@import "tailwindcss";', '@tailwind utilities;'))
    t.match(build(['bg-accent', 'text-on-accent', 'rounded-button']), /background-color: var\(--color-accent\)/)
    await page.locator('#colors button').first().click()
    await until(page, '/^#[0-9A-F]{6} copied$/.test(toast.textContent)')
  })

  await t.test('a page has an address only on request, and the script captures it there', async t => {
    await open()
    const sent: string[] = []
    page.on('request', request => sent.push(request.postData() ?? ''))
    await page.setInputFiles('#file', file)
    await reach('done')
    const frame = await preview()
    await write(page, frame, '.sp-lead', 'Ready to be captured')
    await frame.locator('.sp-closing', { hasText: 'Ready to be captured' }).waitFor()
    const saved = (await download(t, page, () => page.click('#download-page'))).content
    const [src = ''] = /data:image\/webp;base64,[^"]+/.exec(saved) ?? []
    t.ok(src.length > 250, 'the downloaded page has the picture, and no placeholder')
    t.notOk(
      sent.some(body => body.includes(src)),
      'an edit does not send it',
    )
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.click('#open-page')])
    await opened.waitForSelector('h1')
    t.ok(opened.url().startsWith(`${base}api/v1/pages/page_`))
    t.equal(
      await opened.content(),
      await (await openHtml(t, browser, saved)).content(),
      'it is the page that is downloaded',
    )
    await page.click('#copy-address')
    await until(page, 'toast.textContent === "Address copied"')
    t.equal(await page.evaluate<string>('navigator.clipboard.readText()'), opened.url())
    await page.selectOption('#output', 'mp4')
    await page.fill('#duration', '2.5')
    const film = await download(t, page, () => page.click('#capture button'))
    t.match(film.content, /"record_duration": "2.5s"/)
    await page.selectOption('#size', 'instagram_reels')
    await page.selectOption('#motion', 'scroll')
    await page.selectOption('#capture-scheme', 'dark')
    await page.click('summary:text("More options")')
    await page.fill('#target', 'localhost:5173')
    await page.fill('#hidden', '.chat, #bar')
    await page.fill('#awaited', 'h1')
    await page.fill('#delay', '1.5')
    await page.fill('#state', 'state.json')
    await page.check('[name="hide_cookie_banners"]')
    await page.check('[name="reduced_motion"]')
    await page.check('[name="ignore_https_errors"]')
    await page.selectOption('#fps', '30')
    await page.fill('#locale', 'pt-BR')
    await page.fill('#timezone', 'America/Sao_Paulo')
    await page.fill('#statuses', '404, 403')
    const lines = [
      'click #menu a',
      'type in and out in #search',
      'press Enter',
      'press Control+A in #search',
      'hover nav',
      'wait 1.5',
      'scroll_to footer',
      'css p { color: red }',
      '',
      '#more',
    ]
    await page.fill('#steps', lines.join('\n'))
    const chosen = await download(t, page, () => page.click('#capture button'))
    t.match(configOf(chosen.content), {
      target_url: 'http://localhost:5173',
      output_size: { width: 1080, height: 1920 },
      options: {
        full_page: false,
        selector: null,
        color_scheme: 'dark',
        reduced_motion: true,
        hide_selectors: ['.chat, #bar'],
        hide_cookie_banners: true,
        wait_for_selector: 'h1',
        delay: '1.5s',
        storage_state: 'state.json',
        platform: 'instagram_reels',
        motion: 'scroll',
        ignore_https_errors: true,
        locale: 'pt-BR',
        timezone: 'America/Sao_Paulo',
        accept_status: [404, 403],
        steps: [
          { action: 'click', selector: '#menu a' },
          { action: 'type', selector: '#search', text: 'in and out' },
          { action: 'press', key: 'Enter' },
          { action: 'press', selector: '#search', key: 'Control+A' },
          { action: 'hover', selector: 'nav' },
          { action: 'wait', duration: '1.5s' },
          { action: 'scroll_to', selector: 'footer' },
          { action: 'css', css: 'p { color: red }' },
          { action: 'click', selector: '#more' },
        ],
      },
      video: { fps: 30, frame_count: 75 },
    })
    await page.selectOption('#output', 'png')
    await page.check('#full-page')
    await page.fill('#selector', 'main')
    const element = await download(t, page, () => page.click('#capture button'))
    t.match(configOf(element.content).options, { full_page: false, selector: 'main', motion: 'none' })
    await page.fill('#selector', '')
    await page.fill('#max-height', '5000')
    await page.check('#omit-background')
    await page.selectOption('#output', 'webp')
    await page.fill('#quality', '0')
    const image = await download(t, page, () => page.click('#capture button'))
    t.match(configOf(image.content), {
      output_file: 'localhost-full-page.webp',
      options: { full_page: true, max_height: 5000, image_type: 'webp', quality: 0, omit_background: true },
    })
    await page.selectOption('#output', 'png')
    const cleared = [
      '#target',
      '#hidden',
      '#awaited',
      '#delay',
      '#state',
      '#locale',
      '#timezone',
      '#statuses',
      '#steps',
    ]
    for (const field of cleared) await page.fill(field, '')
    const unchecked = ['hide_cookie_banners', 'reduced_motion', 'ignore_https_errors', 'omit_background', 'full_page']
    for (const name of unchecked) await page.uncheck(`[name="${name}"]`)
    await page.selectOption('#capture-scheme', '')
    await page.selectOption('#size', '1920 1080 1')
    const script = await download(t, page, () => page.click('#capture button'))
    t.equal(script.name, 'capture.mjs')
    t.ok(script.content.includes(`"target_url": "${opened.url()}"`))
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
    t.teardown(() => context.close())
    const visitor = await context.newPage()
    await visitor.goto(opened.url())
    const screenshot = await runScript(t, script.content)
    const difference = await comparePixels(await visitor.screenshot(), screenshot)
    t.ok(difference < 0.005, `${difference} of the values differ`)
    await opened.close()
  })

  await t.test(
    'the address of the playground holds colours and fields, no picture or key, and gives the same page',
    async t => {
      await open()
      await page.click('#keys summary')
      await page.fill('#vision', 'secret-of-a-provider')
      await page.setInputFiles('#file', file)
      await reach('partial')
      await page.uncheck('#has-picture')
      const frame = await preview()
      await until(frame, 'document.images.length === 0')
      await write(page, frame, 'h1', 'Shared & <seen>')
      await page.click('#cards li:nth-child(3) button')
      await page.selectOption('#framework', 'pico')
      await until(frame, 'document.querySelector("style").textContent.includes("--pico-")')
      await until(page, 'location.hash.includes("pico")')
      const address = page.url()
      t.notMatch(address, /secret|base64|iVBOR|sea/)
      t.ok(address.length < 8000, `${address.length} characters`)
      await choose(page, 'format', 'curl')
      t.match(await page.innerText('#code'), /"x-vision-key: \$VISION_KEY"/)
      t.notMatch(await page.content(), /secret-of/)
      t.equal(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length'), 0)
      const shared = await openPlayground(t, browser, address)
      await shared.reach('done')
      t.equal(await (await shared.preview()).content(), await frame.content())
      t.equal(await shared.page.innerText('#editor-title'), await page.innerText('#editor-title'))
      t.equal(await shared.page.locator('#palette li').count(), 4)
      t.equal(await shared.page.inputValue('#vision'), '')
      t.same(shared.complaints, [])
    },
  )

  await t.test('treats a hostile fragment as text or ignores it', async t => {
    await open()
    const fragmentOf = (style: unknown) => `#${new URLSearchParams({ style: JSON.stringify(style) })}`
    const markup = `${fragmentOf({ palette: [{ hex: '#FFFFFF', share: 0.5 }], roles: 7, mood: '\0' })}&headline=%3Cimg%20src=x%20onerror=parent.hit=1%3E%3Cscript%3Ehit=1%3C/script%3E&framework=%22%5D&direction=__proto__&content=${encodeURIComponent('{"sections":[{"type":"__proto__","heading":"<b>x"},{"heading":7},null,{"items":[null]}],"brand":3}')}`
    const ignored = [
      fragmentOf({ palette: [{ hex: 'javascript:alert(1)', share: 1 }] }),
      '#style=',
      '#style=%7B%22palette%22:7%7D',
      '#%E0%A4%A',
      `#style=${'['.repeat(5000)}`,
    ]
    for (const fragment of [...sample(ignored, 2), markup]) {
      await page.goto('about:blank')
      await page.goto(`${base}${fragment}`)
      await reach(...(fragment === markup ? ['done', 'partial'] : ['empty']))
    }
    const frame = await preview()
    t.match(await frame.locator('h1').innerText(), '<img src=x')
    for (const place of [page, frame]) t.equal(await place.evaluate('typeof hit'), 'undefined')
  })

  await t.test('requests the API key of a protected service, uses it and does not store it', async t => {
    const locked = await servePrefixed(t, await startService(t, { API_KEYS: 'ci:secret-of-the-team-1' }))
    const { page, complaints, reach, chooseAnother } = await openPlayground(t, browser, locked)
    await page.click('.sample')
    await reach('error')
    t.match(await page.innerText('#notice'), /needs a key[\s\S]*Request [\w.-]+/)
    const enterKey = async (key: string) => {
      t.equal(await page.evaluate('document.activeElement.id'), 'access', 'the key field has the focus')
      await page.keyboard.type(key)
      await page.keyboard.press('Enter')
    }
    await enterKey('secret-of-the-team')
    await until(page, '!notice.hidden && document.activeElement.id === "access"')
    await enterKey('-1')
    await reach('done')
    await chooseAnother()
    await page.fill('#access', '')
    await page.click('#close')
    await page.fill('#link', 'example.com')
    await reach('error')
    t.ok(await page.isVisible('#chooser #notice'), 'the dialog asks for the key')
    await enterKey('secret-of-the-team-1')
    await reach('done')
    t.notOk(await page.isVisible('#chooser'))
    await choose(page, 'format', 'curl')
    t.match(await page.innerText('#code'), /authorization: Bearer \$API_KEY/)
    t.notMatch(`${page.url()}${await page.content()}`, /secret-of/)
    await page.reload()
    t.equal(await page.inputValue('#access'), '')
    t.same(complaints, [])
  })

  await t.test('every state is accessible, describes itself and offers a way to continue', async t => {
    const { page, complaints, chooseAnother, useSample, reach, preview } = await openPlayground(t, browser, base)
    const analyzeAddress = async (path: string) => {
      await chooseAnother()
      await page.fill('#address', `${host}/${path}`)
      await page.click('#source [type=submit]')
    }
    interface State {
      /** Of the page. */
      readonly state: string
      readonly enter?: () => Promise<unknown>
      readonly shows?: readonly [selector: string, text: RegExp]
      /** Continues from this state. */
      readonly leave?: () => Promise<unknown>
      /** The elements are those of another state, so widths and axe are checked in `npm run verify` only. */
      readonly isSimilar?: true
    }
    const states: Readonly<Record<string, State>> = {
      empty: { state: 'empty', shows: ['#drop-label', /^Drop or paste a picture$/] },
      dragging: {
        state: 'empty',
        enter: () => page.evaluate("dispatchEvent(new DragEvent('dragenter'))"),
        shows: ['#drop-label', /^Release to analyse$/],
        leave: async () => {
          await page.evaluate("dispatchEvent(new DragEvent('dragleave'))")
          t.equal(await page.innerText('#drop-label'), 'Drop or paste a picture')
        },
        isSimilar: true,
      },
      analysing: {
        state: 'analysing',
        enter: async () => {
          await page.route('**/api/**', () => undefined)
          await analyzeAddress('sea.png')
        },
        shows: ['.progress', /Analysing sea\.png[\s\S]*\d\.\d s/],
        leave: async () => {
          const before = await page.innerText('#time')
          await until(page, `time.textContent !== ${JSON.stringify(before)}`)
          await page.click('#cancel')
          await reach('empty')
          t.notOk(await page.isVisible('#studio'))
        },
      },
      done: { state: 'done', enter: () => useSample('dusk') },
      dialog: {
        state: 'done',
        enter: async () => {
          await useSample('vase')
          await page.click('#another')
        },
        shows: ['#chooser', /New picture[\s\S]*Drop or paste/],
        leave: async () => {
          await page.keyboard.press('Escape')
          t.notOk(await page.isVisible('#chooser'))
        },
      },
      partial: {
        state: 'partial',
        enter: async () => {
          await page.click('#keys summary')
          await page.fill('#vision', 'unknown-prefix')
          await page.click('.sample')
        },
        shows: ['#notes', /Choose the vision provider/],
      },
      error: {
        state: 'error',
        enter: () => analyzeAddress('words.txt'),
        shows: ['#notice', /not a picture[\s\S]*Choose a picture \(JPEG[\s\S]*Request/],
        leave: async () => {
          t.equal(await page.getAttribute('#notice a', 'href'), 'problems/source_not_picture')
          await useSample('dusk')
          t.notOk(await page.isVisible('#notice'), 'the next picture removes the error')
        },
      },
      'error of a large file': {
        state: 'error',
        enter: async () => {
          await page.route('**/api/**', () => t.fail('it is not sent'))
          await page.evaluate("Object.defineProperty(Blob.prototype, 'size', { value: 25 << 20 })")
          await page.setInputFiles('#file', file)
        },
        shows: ['#notice', /too large/],
        isSimilar: true,
      },
      'error in the page': {
        state: 'error',
        enter: async () => {
          await useSample('vase')
          await write(page, await preview(), 'h1', 'x'.repeat(5001))
        },
        shows: ['#notice', /The headline is too long/],
        isSimilar: true,
      },
      limited: {
        state: 'limited',
        enter: async () => {
          await page.clock.install()
          const headers = { 'content-type': 'application/problem+json', 'retry-after': '60' }
          const json = { title: 'Service unavailable', detail: 'Retry later.', request_id: 'proxy-1' }
          await page.route('**/api/**', route => route.fulfill({ status: 503, headers, json }))
          await page.click('.sample')
        },
        shows: ['#notice', /did not succeed[\s\S]*in \d+ s/],
        leave: async () => {
          await page.unrouteAll()
          await page.clock.fastForward(60_000)
          await reach('done')
        },
        isSimilar: true,
      },
      offline: {
        state: 'offline',
        enter: async () => {
          await useSample('citrus')
          await page.context().setOffline(true)
        },
        shows: ['#notice', /offline/],
        leave: async () => {
          const lead = (await preview()).locator('.sp-lead').first()
          await lead.fill('Written on a train')
          await lead.blur()
          await page.context().setOffline(false)
          await reach('done')
          await (await preview()).locator('.sp-closing', { hasText: 'Written on a train' }).waitFor()
        },
        isSimilar: true,
      },
      shared: {
        state: 'done',
        enter: () => {
          const palette = ['#0B3954', '#FF5A5F', '#FFC145'].map(hex => ({ hex, share: 0.3 }))
          return page.goto(`${base}#${new URLSearchParams({ headline: 'Hello', style: JSON.stringify({ palette }) })}`)
        },
        shows: ['#result-title', /^Shared colours$/],
        isSimilar: true,
      },
    }
    const windows = [1440, 320, 390, 768, 3840].flatMap(width =>
      (['light', 'dark'] as const).map(colorScheme => ({ width, colorScheme })),
    )
    let checks = 0
    for (const [index, [name, { state, enter, shows, leave, isSimilar }]] of Object.entries(states).entries()) {
      await page.goto(base)
      await enter?.()
      await reach(state)
      if (shows) t.match(await page.innerText(shows[0]), shows[1], name)
      // Check the collapsed part too.
      await page.evaluate('keys.open = true')
      const some = isSimilar ? [] : windows.slice((3 * index) % 10, ((3 * index) % 10) + 1)
      for (const { width, colorScheme } of whole ? windows : some) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        t.ok((await measureOverflow(page)) <= 0, `${name}: nothing is wider than ${width} px`)
        t.same(await findViolations(page), [], `${name}: axe, ${colorScheme}, ${width} px`)
        checks += 1
      }
      await page.setViewportSize(usualWindow)
      await leave?.()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      t.same(complaints.splice(0), [], name)
    }
    t.comment(`cases: ${Object.keys(states).length} states in ${checks} axe checks`)
  })

  await t.test('explains every problem and warning in the words of the page', async t => {
    await open()
    await useSample('dusk')
    const isTechnical =
      /source_url|data URI|api_key|media_type|content\.|JSON|undefined|null|[a-z]_[a-z]|\/\w+\/|MEMORY|MAX_/
    for (const [index, code] of sample(problemCodes, 12).entries()) {
      const request_id = `r-${index}.`
      const errors = [{ pointer: '/content/cta_url', code: 'malformed', message: 'Send an http address.' }]
      const json = { code, title: 'source_url', detail: 'api_key', errors, request_id }
      await page.route('**/build-sparkpage', route => route.fulfill({ status: 422, json }))
      await page.click('#copy-address')
      await until(page, `!notice.hidden && notice.textContent.includes('${request_id}')`)
      const text = await page.innerText('#notice')
      t.notMatch(text, isTechnical, code)
      t.match(text, /^[A-Z][^.]{8,80}\n/, code)
      await page.unrouteAll()
    }
    await page.click('#notice button')
    await reach('done')
    await write(page, await preview(), '.sp-lead', '')
    await reach('partial')
    t.match(await page.innerText('#page-notes'), /^The text below the headline is empty, so the page has none\.$/)
    await page.fill('#link', 'ftp://example.com/')
    await reach('error')
    t.match(
      await page.innerText('#notice'),
      /^Please change these entries\s+The address where the button leads is not valid\.\s/,
    )
  })

  await t.test('keeps the result of a cancelled analysis, and shows the latest of two', async t => {
    await open()
    await useSample('dusk')
    const title = await page.innerText('#result-title')
    const release: (() => void)[] = []
    await page.route('**/analyze-vibe*', async route => {
      await new Promise<void>(resolve => release.push(resolve))
      await route.continue()
    })
    const begin = async (name: string) => {
      await chooseAnother()
      await page.click(`.sample[data-name="${name}"]`)
      await reach('analysing')
    }
    await begin('citrus')
    await page.click('#cancel')
    await reach('done')
    t.equal(await page.innerText('#result-title'), title)
    await begin('citrus')
    await begin('vase')
    for (const resolve of release) resolve()
    await reach('done')
    await page.unrouteAll()
    t.match(await page.innerText('#result-title'), /^Fresh, playful/)
  })

  await t.test('works by keyboard alone from a sample to both downloads, with a visible focus', async t => {
    await open()
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
    for (let step = 0; step < 9 && !(await frame.evaluate('document.activeElement.matches(".sp-lead")')); step += 1)
      await press('Tab')
    await press('Control+A')
    await page.keyboard.type('By keyboard')
    await press('Enter')
    await frame.locator('.sp-closing', { hasText: 'By keyboard' }).waitFor()
    await page.focus('#kind')
    await tabTo('platform')
    await press('ArrowRight')
    await until(page, 'document.activeElement.value === "instagram_reels"')
    await tabTo('code-panel')
    await tabTo('wait')
    await tabTo('button')
    t.equal((await download(t, page, () => press('Enter'))).name, 'capture.mjs')
    await page.focus('.brand')
    await tabTo('another')
    await press('Enter')
    t.equal(await page.evaluate('document.activeElement.closest("dialog").id'), 'chooser')
    await press('Escape')
    await tabTo('width')
    await press('ArrowLeft')
    await until(frame, 'innerWidth === 768')
    await tabTo('download-page')
    t.match((await download(t, page, () => press('Enter'))).content, 'By keyboard')
  })

  await t.test('supports large text, forced colours and reduced motion', async t => {
    await open({ width: 720, height: 900 })
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

  // Times mean something only on a machine without other load.
  if (whole)
    await t.test('stays within its time limits', async t => {
      const previewMs: number[] = []
      const photographMs: number[] = []
      const interactionMs: number[] = []
      const photograph = await largePhotograph()
      t.comment(`photograph of ${photograph.length} bytes`)
      for (const _ of [1, 2, 3]) {
        const fresh = await openPlayground(t, browser, base)
        const chosen = performance.now()
        await fresh.page.setInputFiles('#file', { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photograph })
        await (await fresh.preview()).locator('img').waitFor()
        photographMs.push(performance.now() - chosen)
        await open()
        await page.evaluate(`
          window.slowest = 0
          new PerformanceObserver(list => {
            for (const { duration, interactionId } of list.getEntries())
              if (interactionId) slowest = Math.max(slowest, duration)
          }).observe({ type: 'event', durationThreshold: 16, buffered: true })
        `)
        const begin = performance.now()
        await page.click('.sample[data-name="dusk"]')
        await preview()
        previewMs.push(performance.now() - begin)
        await page.locator('#link').pressSequentially('example.com/words', { delay: 20 })
        const choices = { framework: 'bulma', width: '390', scheme: 'dark', format: 'curl' }
        for (const [name, value] of Object.entries(choices)) await choose(page, name, value)
        await choose(page, 'platform', 'youtube_shorts')
        await page.click('#copy')
        // The browser reports the duration of an interaction some frames later.
        await page.waitForTimeout(500)
        interactionMs.push(await page.evaluate<number>('slowest'))
      }
      // Other load only adds time, so the best round is the closest to the page itself.
      t.ok(Math.min(...photographMs) < 2000, `photograph to page: ${photographMs} ms`)
      t.ok(Math.min(...previewMs) < 1000, `sample to preview: ${previewMs} ms`)
      t.ok(Math.min(...interactionMs) <= 100, `slowest interaction to next paint: ${interactionMs} ms`)
    })
  t.same(complaints, [])
})

/** Opens the playground in a context that is closed with the test. */
async function openPlayground(t: Test, browser: Browser, address: string) {
  const context = await browser.newContext({
    viewport: usualWindow,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  t.teardown(() => context.close())
  const page = await context.newPage()
  const watched = watchPage(page, address.replace(/#.*/, ''))
  await page.goto(address)
  const reach = (...states: readonly string[]) =>
    page.waitForSelector(states.map(state => `main[data-state="${state}"]`).join(), { timeout: 30_000 })
  /** Opens the dialog where the form for the picture is not on the page. */
  const chooseAnother = async (): Promise<void> => {
    if ((await page.isVisible('#another')) && !(await page.isVisible('#chooser'))) await page.click('#another')
  }
  const useSample = async (name: string): Promise<void> => {
    await chooseAnother()
    await page.click(`.sample[data-name="${name}"]`)
    await reach('done', 'partial')
  }
  /** The frame of the preview, after its page was loaded. */
  const preview = async (): Promise<Frame> => {
    const frame = await frameOf(page, '#stage iframe')
    await frame.waitForSelector('main', { state: 'attached' })
    return frame
  }
  return { page, ...watched, reach, chooseAnother, useSample, preview }
}

async function frameOf(page: Page, selector: string): Promise<Frame> {
  const frame = await (await page.waitForSelector(selector, { state: 'attached' })).contentFrame()
  if (frame === null) throw new Error(`${selector} has no frame`)
  return frame
}

/** The page of a card. */
function cardFrame(page: Page, index: number): Promise<Frame> {
  return frameOf(page, `#cards li:nth-child(${index + 1}) iframe`)
}

/** The names of the directions that are open. */
function pressed(page: Page): Promise<readonly string[]> {
  return page.locator('#cards [aria-pressed="true"] strong').allInnerTexts()
}

/** Writes a text into the large page, and ends the edit. */
async function write(page: Page, frame: Frame, selector: string, text: string): Promise<void> {
  const element = frame.locator(selector).first()
  await element.fill(text)
  await Promise.all([bestPage(page), element.blur()])
}

/** The next page of the direction that is open, or of the one that suits a new picture best. */
async function bestPage(page: Page) {
  let open = openDirection(page)
  // Before anything is awaited: the answer may come while the name of the direction is read.
  const response = await page.waitForResponse(async answer => {
    if (!answer.url().includes('build-sparkpage')) return false
    const { direction } = JSON.parse(answer.request().postData() ?? '{}').export_settings
    if (direction === undefined) open = Promise.resolve(answer.headers()['x-direction'] ?? '')
    return direction === (await open)
  })
  const { export_settings: settings } = JSON.parse(response.request().postData() ?? '{}')
  return { ...Object(await response.json()), direction: await open, settings }
}

async function openDirection(page: Page): Promise<string> {
  return (await page.isVisible('#editor')) ? (await page.innerText('#editor-title')).toLowerCase() : ''
}

async function changeTo(page: Page, name: string, value: string): Promise<void> {
  await page.selectOption(`#controls [name="${name}"]`, value)
}

/** A page as a visitor sees it. */
async function openHtml(t: Test, browser: Browser, html: string): Promise<Page> {
  const context = await browser.newContext()
  t.teardown(() => context.close())
  const page = await context.newPage()
  await page.setContent(html)
  return page
}

async function choose(page: Page, name: string, value: string): Promise<void> {
  const list = page.locator(`select[name="${name}"]`)
  if ((await list.count()) > 0) await list.selectOption(value)
  else await page.locator(`input[name="${name}"][value="${value}"]`).check()
}

/** The next answer of the service to an operation. */
async function answerTo(page: Page, operation: string) {
  const response = await page.waitForResponse(answer => answer.url().includes(operation))
  return Object(await response.json())
}

/** A photograph of twelve megapixels, with the grain of a camera. */
async function largePhotograph(): Promise<Buffer> {
  const size = { width: 4000, height: 3000 }
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const grain = await sharp({ create: { ...size, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer()
  const city = readFileSync(join(import.meta.dirname, 'fixtures/pictures/landscape-beach-city.jpg'))
  const enlarged = sharp(city).resize({ ...size, fit: 'cover' })
  return enlarged
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Drops or pastes a text or the picture. */
function transfer(page: Page, type: 'drop' | 'paste', text = ''): Promise<void> {
  return page.evaluate(
    ({ type, text, bytes }) => {
      const data = new DataTransfer()
      if (text) data.setData('text/plain', text)
      else data.items.add(new File([Uint8Array.from(bytes)], 'transferred.png', { type: 'image/png' }))
      const event =
        type === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
    },
    { type, text, bytes: [...picture] },
  )
}

async function download(t: Test, page: Page, start: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return { name: download.suggestedFilename(), content: readFileSync(await savedFile(t, download), 'utf8') }
}

/** Runs a downloaded script unmodified and returns the screenshot. */
/** The CONFIG of a capture script. */
function configOf(script: string) {
  const [, json = ''] = /^const CONFIG = (\{.*?^\})$/ms.exec(script) ?? []
  return JSON.parse(json)
}

async function runScript(t: Test, script: string): Promise<Buffer> {
  const cwd = t.testdir({ 'capture.mjs': script })
  const { PATH } = process.env
  const env = { PATH, HOME: cwd, CHROMIUM_PATH: launchOptions.executablePath, CAPTURE_NO_SANDBOX: '1' }
  await run(process.execPath, ['capture.mjs', 'shot.png'], { cwd, env })
  return readFileSync(join(cwd, 'shot.png'))
}

/** Share of the channel values that differ by more than 24; 1 if the sizes differ. */
async function comparePixels(...images: readonly [Buffer, Buffer]): Promise<number> {
  const [levels, others] = await Promise.all(images.map(image => sharp(image).removeAlpha().raw().toBuffer()))
  if (levels === undefined || others === undefined || levels.length !== others.length) return 1
  return levels.filter((level, at) => Math.abs(level - (others[at] ?? 0)) > 24).length / levels.length
}
