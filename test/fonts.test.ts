// Embedded fonts: every direction has them, and a page does without them when they fail.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { directions } from '../schemas/sparkpage.ts'
import { createPageBuilder } from '../src/pages/builder.ts'
import { createFontEmbedder, type FontEmbedder } from '../src/sparkpage/fonts.ts'
import { type FontFace, pairs } from '../src/sparkpage/typefaces.ts'
import { pageProgram } from './helpers/bundle.ts'
import { startService } from './helpers/service.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { sample, samplePairs } from './helpers/whole.ts'

const url = '/api/v1/build-sparkpage'
const content = { headline: 'Ship your story', sub_headline: 'From one picture.', cta_button_text: 'Start' }
const request = (direction: string) => ({
  style_metadata: { colors: ['#6D28D9'] },
  content,
  export_settings: { direction },
})

/** A face of headings and one of texts. */
function embedTexts(
  embedder: FontEmbedder,
  [title, text]: readonly [FontFace, FontFace],
  texts: readonly [string, string],
) {
  return embedder.embedFaces([
    { face: title, text: texts[0] },
    { face: text, text: texts[1] },
  ])
}

t.test('embeds the fonts of every direction', async t => {
  const service = await startService(t)
  for (const direction of directions) {
    const { generated_html: html } = (await service.post(url, request(direction))).json()
    const families = [...html.matchAll(/@font-face\{font-family:"([^"]+)"[^}]*url\(data:font\/woff2;base64,/g)]
    t.ok(new Set(families.map(([, family]) => family)).size >= 2, direction)
  }
})

t.test('every pair has faces with the letters of Western Europe', async t => {
  const embedder = createFontEmbedder()
  const letters = 'Süße Straße, œuvre, façade, ¿mañana?, ação, smørbrød 0123456789'
  const titles = new Set<string>()
  for (const [name, { title, text }] of Object.entries(pairs)) {
    const { used, data } = await embedTexts(embedder, [title, text], [letters, letters])
    titles.add(String(used[0]?.family))
    t.same(used, [title, text], name)
    t.equal(data.length, 2, `${name}: one file each`)
  }
  t.equal(titles.size, Object.keys(pairs).length)
})

/** Letters of languages that the ranges of the packages promise. */
const letters = {
  Polish: 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ',
  Czech: 'áčďéěíňóřšťúůýžČĎĚŇŘŠŤŮŽ',
  Hungarian: 'áéíóöőúüűŐŰ',
  Turkish: 'çğıöşüİĞŞ',
  Romanian: 'ăâîșțĂȘȚ',
  Latvian: 'āčēģīķļņšūžĀĒĢĪĶĻŅŪ',
  Lithuanian: 'ąčęėįšųūžĄČĘĖĮŠŲŪŽ',
  Ukrainian: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяҐ',
  Bulgarian: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  Greek: 'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ',
  Vietnamese: 'ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹƠƯ',
}

t.test('every letter of a language is in the faces of its page', needs('chromium'), async t => {
  const embedder = createFontEmbedder()
  const { tab, visit } = await openTab(t)
  for (const [[name, { title, text: running, italic }], [language, text]] of samplePairs(
    Object.entries(pairs),
    Object.entries(letters),
  )) {
    const faces = [title, running, ...(italic ? [italic] : [])]
    const { css, used } = await embedder.embedFaces(faces.map(face => ({ face, text })))
    // A face that lacks a script is left out as a whole.
    const families = used.flatMap(face => (face ? [face.family] : []))
    await visit(`<!doctype html><title>x</title><style>${css}</style><p>x`)
    // A letter of the face is as wide beside any other font.
    const missing = await tab.evaluate<string>(`(async () => {
        const context = document.createElement('canvas').getContext('2d')
        const missing = []
        for (const family of ${JSON.stringify(families)}) {
          await document.fonts.load('40px "' + family + '"', ${JSON.stringify(text)})
          for (const letter of ${JSON.stringify(text)}) {
            const widths = ['monospace', 'serif'].map(other => {
              context.font = '40px "' + family + '", ' + other
              return context.measureText(letter).width
            })
            if (widths[0] !== widths[1]) missing.push(family + ' ' + letter)
          }
        }
        return missing.join()
      })()`)
    t.equal(missing, '', `${name} ${language} ${families}`)
  }
})

/** A service whose first thread of pages runs some code before it is ready; later ones do not. */
async function startBroken(t: Test, code: string) {
  const mark = join(t.testdirName, 'broken')
  const program = `
    import { existsSync, rmSync } from 'node:fs'
    if (existsSync('${mark}')) {
      rmSync('${mark}')
      ${code}
    }
    await import('${pageProgram}')`
  const pageBuilder = createPageBuilder(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  const service = await startService(t, {}, { pageBuilder })
  writeFileSync(mark, '')
  return service
}

t.test('a page whose fonts fail uses those of the system, and the next one has fonts again', async t => {
  const service = await startBroken(
    t,
    `const { default: files } = await import('node:fs/promises')
    const { syncBuiltinESMExports } = await import('node:module')
    const { readFile } = files
    files.readFile = async (file, ...more) => {
      if (String(file).endsWith('.woff2')) throw new Error('no fonts')
      return readFile(file, ...more)
    }
    syncBuiltinESMExports()`,
  )
  const answers = await Promise.all([service.post(url, request('studio')), service.post(url, request('signal'))])
  t.same(
    answers.map(({ statusCode }) => statusCode),
    [200, 200],
  )
  const [failed, next] = answers.map(answer => answer.json())
  t.equal(failed.generated_html.includes('@font-face'), false)
  t.ok(next.generated_html.includes('@font-face'))
  const stored = await service.get(`/api/v1/pages/${failed.page.id}`, { headers: { accept: 'text/html' } })
  t.ok(stored.body.includes('@font-face'), 'the failure is not stored')
})

const endings = {
  'cannot start': 'throw new Error("no pages")',
  'ends without a message': 'process.exit()',
  'runs out of memory': 'for (const all = []; ; ) all.push(Array(1e6).fill(7.5))',
}

// Threads in general end like this in thread.test.ts.
for (const [name, code] of sample(Object.entries(endings), 1))
  t.test(`a page can be tried again when the thread ${name}`, async t => {
    const { post } = await startBroken(t, code)
    const ended = await post(url, request('studio'))
    t.match([ended.statusCode, ended.json().code, ended.headers['retry-after']], [503, 'overloaded', '2'])
    t.equal((await post(url, request('studio'))).statusCode, 200)
  })

t.test('two clients have their pages built in turn', async t => {
  const real = createPageBuilder(pageProgram)
  const order: string[] = []
  const build: typeof real.build = task => {
    order.push(task.inputs.content.headline)
    return real.build(task)
  }
  const { app } = await startService(t, {}, { pageBuilder: { ...real, build } })
  const names = ['a0', 'a1', 'a2', 'a3', 'b0', 'b1']
  const answers = await Promise.all(
    names.map(headline => {
      const payload = { ...request('studio'), content: { ...content, headline } }
      const remoteAddress = headline.startsWith('a') ? '127.0.0.9' : '127.0.1.1'
      return app.inject({ method: 'POST', url, payload, remoteAddress })
    }),
  )
  t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]))
  t.same(order, ['a0', 'b0', 'a1', 'b1', 'a2', 'a3'])
})

const faces: readonly [FontFace, FontFace] = [pairs.grotesk.title, pairs.grotesk.text]

t.test('a font that could not be reduced is tried again', async t => {
  const embedder = createFontEmbedder(async ({ characters }) => {
    if (fails && characters.includes('þ')) throw new Error('cannot subset')
    return 'AAAA'
  })
  let fails = true
  await t.rejects(embedTexts(embedder, faces, ['þ', 'a']), { message: 'cannot subset' })
  t.match(await embedTexts(embedder, faces, ['b', 'a']), { css: /base64,AAAA/ })
  fails = false
  t.match(await embedTexts(embedder, faces, ['þ', 'a']), { css: /base64,AAAA/ })
})

t.test('a font has whole groups of letters and digits, and other characters one by one', async t => {
  const embedder = createFontEmbedder(async ({ characters }) => btoa(encodeURIComponent(characters)))
  const charactersOf = async (title: string, text: string) => {
    const { css } = await embedTexts(embedder, faces, [title, text])
    return [...css.matchAll(/base64,([^)]+)\)/g)].map(([, data = '']) => decodeURIComponent(atob(data)))
  }
  const capitals = " !',-.:;?ABCDEFGHIJKLMNOPQRSTUVWXYZÉé–’“”"
  const small = 'abcdefghijklmnopqrstuvwxyz'
  const sorted = (characters: string) => [...characters].sort().join('')
  t.same(await charactersOf('SALE: 50 %', 'Größe ='), [
    sorted(`${capitals}0123456789€$£%+@°×`),
    sorted(`${capitals}${small}äöüßÄÖÜ„=`),
  ])
  t.same(await charactersOf('stories', 'pictures'), [small, small])
  t.same(await charactersOf('Tea & cake', 'Tea'), [
    sorted(`${capitals}${small}"()&/—·…`),
    sorted(`${capitals}${small}`),
  ])
})
