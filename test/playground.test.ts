// The playground in a real browser: sources, editing, exports, every state, keyboard use, accessibility, size and speed.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { compile } from 'tailwindcss'
import t, { type Test } from 'tap'
import { openBrowser, savedFile } from './helpers/browser.ts'
import { listen } from './helpers/loopback.ts'
import { startService, stripes } from './helpers/service.ts'
import { chromiumPath, needs } from './helpers/tools.ts'
import { openService, until, type Visitor, visit } from './helpers/visitor.ts'
import { whole } from './helpers/whole.ts'

const colors = ['#0B3954', '#FF5A5F', '#BFD7EA', '#FFC145']
const picture = Buffer.from((await stripes(colors)).replace(/^.*,/, ''), 'base64')
const file = { name: "sea's edge.png", mimeType: 'image/png', buffer: picture }
const samples = ['dusk', 'citrus', 'vase'] as const
const text = (locator: Locator): Promise<string> => locator.innerText()
const choose = (page: Page, name: string, value: string): Promise<void> =>
  page.locator(`input[name="${name}"][value="${value}"]`).check()

/** A file server; a path that contains `slow` never gets a response. */
const serve = async (t: Test, files: Readonly<Record<string, readonly [type: string, body: string | Buffer]>>) => {
  const server = createServer((request, response) => {
    const [type, body] = files[String(request.url)] ?? []
    if (String(request.url).includes('slow')) return
    if (type === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type }).end(body)
  })
  return (await listen(t, server)).url
}

/** Runs a downloaded script unmodified and returns the screenshot. */
const captured = async (t: Test, script: Buffer): Promise<Buffer> => {
  const folder = mkdtempSync(join(tmpdir(), 'capture-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const place = t.testdir({ 'capture.mjs': script })
  const { PATH = '' } = process.env
  const env = { PATH, HOME: folder, TMPDIR: folder, CHROMIUM_PATH: chromiumPath ?? '', CAPTURE_NO_SANDBOX: '1' }
  const child = spawn(process.execPath, ['capture.mjs', 'shot.png'], { cwd: place, env, stdio: 'ignore' })
  const [code] = await once(child, 'close')
  t.equal(code, 0, 'the script exits with 0')
  return readFileSync(join(place, 'shot.png'))
}

/** Share of the channel values that differ by more than 24; 1 if the sizes differ. */
const difference = async (one: Buffer, other: Buffer): Promise<number> => {
  const [levels, others] = await Promise.all([one, other].map(image => sharp(image).removeAlpha().raw().toBuffer()))
  if (levels === undefined || others === undefined || levels.length !== others.length) return 1
  return levels.filter((level, at) => Math.abs(level - (others[at] ?? 0)) > 24).length / levels.length
}

t.test('serves six compressed files of at most 30 KB in total, with a policy and entity tags', async t => {
  const service = await startService(t)
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
  t.ok(urls.length <= 6, `${urls.length} requests`)
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
  t.comment(`${weight} bytes with brotli in total`)
  t.ok(weight <= 30_000, `${weight} bytes`)
  t.notMatch(body, /(?:href|src)="\//, 'every URL is relative')
})

t.test('the preview frame has no origin, runs one script and can be embedded by the playground only', async t => {
  const service = await startService(t)
  const { headers, body } = await service.get('/playground/preview')
  t.match(headers, {
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy':
      /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[^']+'; style-src 'unsafe-inline'; img-src data:; .*frame-ancestors 'self'$/,
  })
  t.equal(body, (await service.get('/playground/preview?html=<script>alert(1)</script>')).body, 'it reflects no input')
})

t.test('PLAYGROUND=0 redirects / to the API reference and serves no other file', async t => {
  const service = await startService(t, { PLAYGROUND: '0' })
  const { statusCode, headers } = await service.get('/')
  t.same([statusCode, headers.location], [302, 'docs/'])
  t.equal((await service.get('/playground/preview')).statusCode, 404)
})

t.test('in a browser', needs('chromium'), async t => {
  const browser = await openBrowser(t)
  const service = await openService(t)
  const host = await serve(t, {
    '/sea.png': ['image/png', picture],
    '/words.txt': ['text/plain', 'no picture'],
  })

  await t.test('accepts a chosen, dropped or pasted file, an address and a sample', async t => {
    const drop = async ({ page }: Visitor, type: string) =>
      page.evaluate(
        ({ type, bytes }) => {
          const data = new DataTransfer()
          data.items.add(new File([Uint8Array.from(bytes)], 'dropped.png', { type: 'image/png' }))
          const event =
            type === 'paste'
              ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
              : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          document.body.dispatchEvent(event)
        },
        { type, bytes: [...picture] },
      )
    const ways: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> = {
      chosen: ({ page }) => page.setInputFiles('#file', file),
      dropped: visitor => drop(visitor, 'drop'),
      pasted: visitor => drop(visitor, 'paste'),
      'an address': async ({ page }) => {
        await page.fill('#address', `${host}/sea.png`)
        await page.keyboard.press('Enter')
      },
      'a pasted address': ({ page }) =>
        page.evaluate(address => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/plain', address)
          document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
        }, `${host}/sea.png`),
    }
    const pages = new Set<string>()
    for (const [name, give] of Object.entries(ways)) {
      const visitor = await visit(t, browser, service.base)
      const { page } = visitor
      await give(visitor)
      await visitor.reach('done')
      const chips = await page.locator('#palette li').allInnerTexts()
      for (const color of colors)
        t.ok(
          chips.some(chip => chip.includes(color)),
          `${name}: ${color}`,
        )
      t.ok(
        chips.every(chip => /^#[0-9A-F]{6}\s+[a-z][a-z ]+\s+\d+ %$/.test(chip)),
        `${name}: names and shares`,
      )
      const badges = await page.locator('#tiles .badge').allInnerTexts()
      t.equal(badges.length, 4)
      t.ok(
        badges.every(
          badge => /^AA?A? (?:\d|1\d|2[01])\.\d : 1$/.test(badge) && Number.parseFloat(badge.slice(3)) >= 4.5,
        ),
      )
      t.ok(
        await page.locator('#picture').evaluate('picture.complete && picture.naturalWidth > 0'),
        `${name}: the picture is displayed`,
      )
      const frame = await visitor.preview()
      t.equal(await frame.locator('h1').innerText(), 'Ship your story', name)
      pages.add(await frame.content())
      t.same(visitor.complaints, [], name)
      await page.context().close()
    }
    t.equal(pages.size, 1, 'the same picture gives the same page')
    for (const name of samples) {
      const visitor = await visit(t, browser, service.base)
      await visitor.sample(name)
      t.ok((await visitor.page.locator('#palette li').count()) >= 5, name)
      await visitor.preview()
      t.same(visitor.complaints, [], name)
      t.ok(
        visitor.asked.every(url => url.startsWith(service.base) || /^(?:data|blob):/.test(url)),
        'no request to another host',
      )
      await visitor.page.context().close()
    }
  })

  await t.test('shows the crop and the safe area of each platform', async t => {
    const visitor = await visit(t, browser, service.base)
    const { page } = visitor
    await visitor.sample('citrus')
    const drawn = async () => ({
      view: await page.locator('#overlay').getAttribute('viewBox'),
      crop: await page.locator('#overlay .crop.over').getAttribute('d'),
      safe: await page.locator('#overlay .safe.over').getAttribute('d'),
      advice: await page.locator('#advice li').allInnerTexts(),
    })
    const web = await drawn()
    t.equal(web.view, '0 0 1440 1440')
    t.match(web.crop, /^M0 \d+h1440v810h-1440z$/)
    for (const platform of ['instagram_reels', 'youtube_shorts']) {
      const before = await drawn()
      await choose(page, 'platform', platform)
      await until(page, `document.querySelector('#overlay .safe.over').getAttribute('d') !== '${before.safe}'`)
      const now = await drawn()
      t.match(now.crop, /^M\d+ 0h810v1440h-810z$/, platform)
      t.not(now.safe, before.safe)
      t.ok(now.advice.length >= 2)
    }
    t.same(visitor.complaints, [])
  })

  await t.test('updates the preview on changes of text, framework, layout, width and colour scheme', async t => {
    const visitor = await visit(t, browser, service.base)
    const { page } = visitor
    await visitor.sample('dusk')
    const frame = await visitor.preview()
    await page.fill('#headline', 'Über <b>alles</b>')
    await page.fill('#sub', 'Second "line"')
    await page.fill('#cta', 'Go on')
    await until(frame, 'document.querySelector(".sp-button")?.textContent === "Go on"')
    t.equal(await frame.locator('h1').innerText(), 'Über <b>alles</b>')
    t.equal(await frame.locator('.sp-lead').innerText(), 'Second "line"')
    const style = () => frame.evaluate<string>('document.querySelector("style").textContent')
    const seen = new Set([await style()])
    for (const [name, values] of [
      ['framework', ['tailwind', 'bootstrap', 'bulma', 'pico', 'open-props', 'none']],
      ['layout', ['desktop-first', 'fluid', 'adaptive', 'fixed', 'mobile-first']],
    ] as const) {
      for (const value of values) {
        const before = await style()
        await choose(page, name, value)
        await until(frame, `document.querySelector("style").textContent !== ${JSON.stringify(before)}`)
        seen.add(await style())
      }
    }
    t.equal(seen.size, 10, 'every choice gives a different page')
    const ground = () => frame.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    for (const width of ['390', '768', '1440']) {
      await choose(page, 'width', width)
      await until(frame, `innerWidth === ${width}`)
      const box = await page.locator('#stage').boundingBox()
      t.ok(box && box.width <= 1440, width)
    }
    const day = await ground()
    await choose(page, 'scheme', 'dark')
    await until(frame, `getComputedStyle(document.body).backgroundColor !== ${JSON.stringify(day)}`)
    const [red = 255] = (await ground()).match(/\d+/g)?.map(Number) ?? []
    t.ok(red < 60, 'the dark scheme has a dark background')
    t.equal(await frame.evaluate('origin'), 'null', 'the frame has no origin')
    t.same(visitor.complaints, [])
  })

  await t.test(
    'copies variables, tokens and a Tailwind theme that match the API, and curl commands that run',
    needs('curl'),
    async t => {
      const visitor = await visit(t, browser, service.base)
      const { page } = visitor
      await page.setInputFiles('#file', file)
      await visitor.reach('done')
      const copied = async (format: string): Promise<string> => {
        await choose(page, 'format', format)
        await page.click('#copy')
        await until(page, 'toast.textContent.endsWith("copied")')
        return page.evaluate<string>('navigator.clipboard.readText()')
      }
      const curl = await copied('curl')
      const folder = t.testdir()
      writeFileSync(join(folder, file.name), picture)
      const { stdout } = await promisify(execFile)('sh', ['-ec', curl], { cwd: folder, maxBuffer: 8 << 20 })
      const answers: readonly Readonly<Record<string, unknown>>[] = JSON.parse(`[${stdout.replaceAll('}{', '},{')}]`)
      const [analysis, built, captured] = answers
      t.equal(answers.length, 3)
      t.same([...Object(analysis).style_metadata.colors].sort(), [...colors].sort())
      t.match(captured, { success: true, capture_config: { output_size: { width: 3840, height: 2160 } } })
      const variables = Object.entries(Object(built).css_variables)
      const css = await copied('css')
      for (const [name, value] of variables) t.ok(css.includes(`  ${name}: ${value};\n`), name)
      t.same(JSON.parse(await copied('tokens')), Object(analysis).style_metadata.tokens)
      const theme = await copied('tailwind')
      const { build } = await compile(theme.replace('@import "tailwindcss";', '@tailwind utilities;'))
      t.match(build(['bg-accent', 'text-on-accent', 'rounded-button']), /background-color: var\(--color-accent\)/)
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download-page')])
      t.equal(download.suggestedFilename(), 'sparkpage.html')
      t.equal(
        readFileSync(await savedFile(t, download), 'utf8'),
        Object(built).generated_html,
        'the same page as from the commands',
      )
      await page.locator('#palette button').first().click()
      await until(page, '/^#[0-9A-F]{6} copied$/.test(toast.textContent)')
      t.same(visitor.complaints, [])
    },
  )

  await t.test('the downloaded script captures the downloaded page as it was previewed', async t => {
    // Large enough to show the preview unscaled.
    const size = whole ? { width: 3840, height: 1600 } : { width: 2000, height: 1300 }
    const visitor = await visit(t, browser, service.base, { viewport: size })
    const { page } = visitor
    await visitor.sample('dusk')
    const frame = await visitor.preview()
    await page.fill('#headline', 'As it was seen')
    await until(frame, 'document.querySelector("h1")?.textContent === "As it was seen"')
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#download-page')])
    const site = await serve(t, { '/sparkpage.html': ['text/html', readFileSync(await savedFile(t, saved))] })
    await page.fill('#target', `${site}/sparkpage.html`)
    await page.selectOption('#output', 'preview')
    for (const width of whole ? [390, 768, 1440] : [390]) {
      await choose(page, 'width', `${width}`)
      const [script] = await Promise.all([page.waitForEvent('download'), page.click('#capture button')])
      t.equal(script.suggestedFilename(), 'capture.mjs')
      const stage = page.locator('#stage iframe')
      await stage.scrollIntoViewIfNeeded()
      // Align the preview to whole pixels: at fractions every edge is antialiased differently.
      await page.evaluate(`(() => {
        Object.assign(stage.style, { left: '', top: '' })
        const { x, y } = stage.firstChild.getBoundingClientRect()
        Object.assign(stage.style, { position: 'relative', left: Math.ceil(x) - x + 'px', top: Math.ceil(y) - y + 'px' })
      })()`)
      t.match(await stage.boundingBox(), { width }, 'the preview is not scaled')
      const shot = await captured(t, readFileSync(await savedFile(t, script)))
      const unlike = await difference(await stage.screenshot(), shot)
      t.ok(unlike < 0.005, `${width}: ${unlike} of the values differ`)
      await page.fill('#cta', `Other words ${width}`)
      await until(frame, `document.querySelector('.sp-button')?.textContent === 'Other words ${width}'`)
      const other = await difference(await stage.screenshot(), shot)
      t.ok(other > 3 * unlike, `a changed button text is detected: ${other}`)
      await page.fill('#cta', 'Start free')
      t.comment(`${width} px: ${unlike} of the values differ, ${other} with another button text`)
    }
  })

  await t.test('a shared link holds colours and texts, no picture or key, and gives the same page', async t => {
    const visitor = await visit(t, browser, service.base)
    const { page } = visitor
    await page.click('#keys summary')
    await page.fill('#vision', 'secret-of-a-provider')
    await page.setInputFiles('#file', file)
    await visitor.reach('partial')
    t.match(await text(page.locator('#notes')), /provider/i, 'it gives the reason')
    await page.fill('#headline', 'Shared & <seen>')
    const frame = await visitor.preview()
    await until(frame, 'document.querySelector("h1")?.textContent === "Shared & <seen>"')
    await choose(page, 'framework', 'pico')
    await until(frame, 'document.querySelector("style").textContent.includes("--pico-")')
    await page.click('#share')
    const address = await page.evaluate<string>('navigator.clipboard.readText()')
    t.notMatch(address, /secret|base64|iVBOR|sea/)
    t.ok(address.length < 1000)
    await choose(page, 'format', 'curl')
    t.match(await text(page.locator('#code')), /"api_key":"'"\$VISION_KEY"'"/)
    t.notMatch(await page.content(), /secret-of/)
    t.equal(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length'), 0)
    const guest = await visit(t, browser, address)
    await guest.reach('done')
    const theirs = await guest.preview()
    t.equal(await theirs.content(), await frame.content())
    t.equal(await guest.page.locator('#palette li').count(), 4)
    t.equal(await guest.page.inputValue('#vision'), '')
    t.same([...visitor.complaints, ...guest.complaints], [])
  })

  await t.test('treats a hostile fragment as text or ignores it', async t => {
    for (const fragment of [
      '#colors=javascript:alert(1)',
      '#colors=',
      '#%E0%A4%A',
      `#colors=${'zz'.repeat(5000)}`,
      '#colors=FFFFFF-0.5&headline=%3Cimg%20src=x%20onerror=parent.hit=1%3E%3Cscript%3Ehit=1%3C/script%3E&framework=%22%5D&layout=__proto__&mood=%00',
    ]) {
      const visitor = await visit(t, browser, `${service.base}${fragment}`)
      await visitor.reach('empty', 'done', 'partial')
      if (fragment.includes('FFFFFF')) {
        const frame = await visitor.preview()
        t.match(await frame.locator('h1').innerText(), '<img src=x')
        t.equal(await frame.evaluate('typeof hit'), 'undefined')
      }
      t.equal(await visitor.page.evaluate('typeof hit'), 'undefined')
      t.same(visitor.complaints, [], fragment)
      await visitor.page.context().close()
    }
  })

  await t.test('asks for the API key of a protected service, uses it and does not store it', async t => {
    const locked = await openService(t, { API_KEYS: 'ci:secret-1' })
    const visitor = await visit(t, browser, locked.base)
    const { page } = visitor
    await page.click('.sample')
    await visitor.reach('error')
    t.match(await text(page.locator('#notice')), /Unauthorized[\s\S]*Request [\w.-]+/)
    t.equal(await page.evaluate('document.activeElement.id'), 'access', 'the key field has the focus')
    await page.keyboard.type('secret-1')
    await page.click('#notice button')
    await visitor.reach('done')
    await choose(page, 'format', 'curl')
    t.match(await text(page.locator('#code')), /authorization: Bearer \$API_KEY/)
    t.notMatch(`${page.url()}${await page.content()}`, /secret-1/)
    await page.reload()
    t.equal(await page.inputValue('#access'), '')
    t.same(visitor.complaints, [])
  })

  /** Brings the playground into each state. */
  const ways: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> = {
    empty: async () => undefined,
    dragging: async ({ page }) => {
      await page.evaluate("dispatchEvent(new DragEvent('dragenter'))")
      await page.waitForSelector('main[data-dragging]')
    },
    reading: async ({ page, reach }) => {
      // As with a slow disk.
      await page.evaluate('FileReader.prototype.readAsDataURL = () => {}')
      await page.setInputFiles('#file', file)
      await reach('reading')
    },
    analysing: async ({ page, reach }) => {
      await page.fill('#address', `${host}/slow.png`)
      await page.click('.address button')
      await reach('analysing')
    },
    done: ({ sample }) => sample('dusk'),
    partial: async ({ page, reach }) => {
      await page.click('#keys summary')
      await page.fill('#vision', 'of-nobody')
      await page.click('.sample')
      await reach('partial')
    },
    error: async ({ page, reach }) => {
      await page.fill('#address', `${host}/words.txt`)
      await page.click('.address button')
      await reach('error')
    },
    'error in the page': async ({ page, sample, reach }) => {
      await sample('vase')
      await page.evaluate("headline.removeAttribute('maxlength')")
      await page.fill('#headline', 'x'.repeat(5001))
      await reach('error')
    },
    limited: async ({ page, reach }) => {
      service.api.busySeconds = 60
      await page.click('.sample')
      await reach('limited')
      service.api.busySeconds = undefined
    },
    offline: async ({ page, sample, reach }) => {
      await sample('citrus')
      await page.context().setOffline(true)
      await reach('offline')
    },
    shared: async ({ page, reach }) => {
      await page.goto(
        `${page.url()}#colors=0B3954-0.5_FF5A5F-0.3_FFC145-0.2&headline=Hello&sub_headline=&cta_button_text=Go`,
      )
      await page.reload()
      await reach('done', 'partial')
    },
  }

  await t.test('no state has an axe violation, a console message or horizontal overflow', async t => {
    const windows = ([320, 390, 1440] as const).flatMap(width =>
      (['light', 'dark'] as const).map(colorScheme => ({ width, colorScheme })),
    )
    let checks = 0
    for (const [index, [name, enter]] of Object.entries(ways).entries()) {
      const visitor = await visit(t, browser, service.base)
      await enter(visitor)
      // Check the collapsed part too.
      await visitor.page.evaluate('keys.open = true')
      const every = whole || name === 'done'
      for (const { width, colorScheme } of every ? windows : windows.slice(index % 6, (index % 6) + 1)) {
        await visitor.page.emulateMedia({ colorScheme })
        await visitor.page.setViewportSize({ width, height: 900 })
        t.same(await visitor.violations(), [], `${name} ${colorScheme} ${width}`)
        t.ok((await visitor.overflow()) <= 0, `${name} ${width} scrolls sideways`)
        checks += 1
      }
      t.same(visitor.complaints, [], name)
      await visitor.page.context().close()
    }
    t.comment(`cases: ${Object.keys(ways).length} states in ${checks} checks`)
  })

  await t.test('each state describes itself and offers a way to continue', async t => {
    const open = async (name: string): Promise<Visitor> => {
      const visitor = await visit(t, browser, service.base)
      await ways[name]?.(visitor)
      return visitor
    }
    const dragging = await open('dragging')
    t.equal(await text(dragging.page.locator('#drop-label')), 'Release to analyse')
    await dragging.page.evaluate("dispatchEvent(new DragEvent('dragleave'))")
    t.equal(await text(dragging.page.locator('#drop-label')), 'Drop or paste a picture')

    const analysing = await open('analysing')
    t.match(await text(analysing.page.locator('#progress')), /Analysing slow\.png[\s\S]*\d\.\d s/)
    const before = await text(analysing.page.locator('#time'))
    await until(analysing.page, `time.textContent !== ${JSON.stringify(before)}`)
    await analysing.page.click('#cancel')
    await analysing.reach('empty')
    t.notOk(await analysing.page.isVisible('#result'))

    const error = await open('error')
    t.match(await text(error.page.locator('#notice')), /is not an image[\s\S]*Send one of JPEG[\s\S]*Request/)
    t.equal(await error.page.locator('#notice a').getAttribute('href'), 'problems/source_not_picture')
    await error.sample('dusk')
    t.notOk(await error.page.isVisible('#notice'), 'the next picture removes the error')

    const limited = await visit(t, browser, service.base)
    service.api.busySeconds = 2
    await limited.page.click('.sample')
    await limited.reach('limited')
    t.match(await text(limited.page.locator('#notice')), /Service unavailable[\s\S]*in [12] s/)
    service.api.busySeconds = undefined
    await limited.reach('done')

    const offline = await open('offline')
    t.match(await text(offline.page.locator('#notice')), /offline/)
    await offline.page.fill('#headline', 'Written on a train')
    await offline.page.context().setOffline(false)
    await offline.reach('done')
    const frame = await offline.preview()
    await until(frame, 'document.querySelector("h1")?.textContent === "Written on a train"')

    const large = await visit(t, browser, service.base)
    await large.page.evaluate(
      "const data = new DataTransfer(); data.items.add(new File([new Uint8Array(25 << 20)], 'large.png')); dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))",
    )
    await large.reach('error')
    t.match(await text(large.page.locator('#notice')), /too large/)
    t.notOk(
      large.asked.some(url => url.includes('/api/')),
      'it was not sent',
    )
  })

  await t.test(
    'keeps the result when the next analysis is cancelled, and a slow response never replaces a later one',
    async t => {
      const visitor = await visit(t, browser, service.base)
      const { page } = visitor
      await visitor.sample('dusk')
      const title = await text(page.locator('#result-title'))
      let open = (): void => undefined
      service.api.hold = new Promise<void>(resolve => {
        open = resolve
      })
      await page.click('.sample[data-name="citrus"]')
      await visitor.reach('analysing')
      await page.click('#cancel')
      await visitor.reach('done')
      t.equal(await text(page.locator('#result-title')), title)
      await page.click('.sample[data-name="citrus"]')
      await page.click('.sample[data-name="vase"]')
      await visitor.reach('analysing')
      service.api.hold = undefined
      open()
      await visitor.reach('done')
      t.match(await text(page.locator('#result-title')), /^Fresh, playful/)
      t.same(visitor.complaints, [])
    },
  )

  await t.test('works by keyboard alone from a sample to both downloads, with a visible focus', async t => {
    const visitor = await visit(t, browser, service.base)
    const { page } = visitor
    // The preview runs in another process: while the focus moves there, no element has it.
    const tab = async (): Promise<{ readonly name: string; readonly isSeen: boolean }> => {
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
          isSeen: around.some(element => getComputedStyle(element).outlineStyle === 'solid'),
        }
      })()`)
    }
    const tabTo = async (place: string): Promise<void> => {
      for (let step = 0; step < 60; step += 1) {
        const { name, isSeen } = await tab()
        if (name === 'iframe') continue
        t.ok(isSeen, `the focus is visible at ${name}`)
        if (name === place) return
      }
      t.fail(`${place} cannot be reached`)
    }
    await tabTo('sample')
    await page.keyboard.press('Enter')
    await visitor.reach('done')
    await tabTo('platform')
    await page.keyboard.press('ArrowRight')
    await until(page, 'document.activeElement.value === "instagram_reels"')
    await tabTo('headline')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('By keyboard')
    const frame = await visitor.preview()
    await until(frame, 'document.querySelector("h1")?.textContent === "By keyboard"')
    await tabTo('framework')
    await page.keyboard.press('ArrowRight')
    await tabTo('download-page')
    const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    t.match(readFileSync(await savedFile(t, saved), 'utf8'), 'By keyboard')
    await tabTo('width')
    await page.keyboard.press('ArrowLeft')
    await until(frame, 'innerWidth === 768')
    await tabTo('code-panel')
    await tabTo('target')
    const [script] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    t.equal(script.suggestedFilename(), 'capture.mjs')
    t.same(visitor.complaints, [])
  })

  await t.test('supports large text, forced colours and reduced motion', async t => {
    const visitor = await visit(t, browser, service.base, { viewport: { width: 720, height: 900 } })
    const { page } = visitor
    await visitor.sample('dusk')
    await page.evaluate('document.documentElement.style.fontSize = "200%"')
    t.ok((await visitor.overflow()) <= 0, 'text of twice the size fits')
    await page.evaluate('document.documentElement.style.fontSize = ""')
    await page.emulateMedia({ forcedColors: 'active' })
    const chip = page.locator('#palette li').first()
    const hex = (await text(chip)).slice(1, 7)
    const rgb = [0, 2, 4].map(from => Number.parseInt(hex.slice(from, from + 2), 16)).join(', ')
    t.equal(
      await chip.evaluate(element => getComputedStyle(element).backgroundColor),
      `rgb(${rgb})`,
      'swatches keep their colours',
    )
    const checked = page.locator('#platforms :checked + span')
    const other = page.locator('#platforms :not(:checked) + span').first()
    const border = (element: Element): string => getComputedStyle(element).borderTopColor
    t.not(await checked.evaluate(border), await other.evaluate(border), 'the selection is visible')
    await page.emulateMedia({ forcedColors: 'none' })
    t.same(await page.evaluate('[...document.getAnimations()].length'), 0, 'no animation with reduced motion')
  })
})

/** Time from a click on a sample to its page in the preview, and the slowest interaction to next paint, ms. */
const measure = async (t: Test, browser: Browser, base: string) => {
  const visitor = await visit(t, browser, base)
  const { page } = visitor
  await page.evaluate(`
    window.slowest = 0
    new PerformanceObserver(list => {
      for (const { duration, interactionId } of list.getEntries()) if (interactionId) slowest = Math.max(slowest, duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  `)
  const began = performance.now()
  await page.click('.sample[data-name="dusk"]')
  await visitor.preview()
  const taken = performance.now() - began
  await page.locator('#headline').pressSequentially(' and more words', { delay: 20 })
  for (const [name, value] of [
    ['framework', 'bulma'],
    ['layout', 'fluid'],
    ['width', '390'],
    ['scheme', 'dark'],
    ['platform', 'youtube_shorts'],
    ['format', 'curl'],
  ] as const)
    await choose(page, name, value)
  await page.click('#copy')
  await page.waitForTimeout(500)
  const slowest = Number(await page.evaluate('slowest'))
  t.same(visitor.complaints, [])
  await page.context().close()
  return { taken, slowest }
}

t.test('stays within its time limits', needs('chromium'), async t => {
  const browser = await openBrowser(t)
  const service = await openService(t)
  // The first run also starts the worker processes of the service.
  await measure(t, browser, service.base)
  // Other load only adds time, so the best of three runs is the closest to the page itself.
  const rounds = [await measure(t, browser, service.base)]
  if (whole) for (const _ of [1, 2]) rounds.push(await measure(t, browser, service.base))
  const taken = Math.min(...rounds.map(round => round.taken))
  const slowest = Math.min(...rounds.map(round => round.slowest))
  t.comment(`sample to preview ${Math.round(taken)} ms, slowest interaction to next paint ${slowest} ms`)
  t.ok(taken < (whole ? 1000 : 30_000), `sample to preview: ${taken} ms`)
  t.ok(slowest <= (whole ? 100 : 2000), `interaction to next paint: ${slowest} ms`)
})
