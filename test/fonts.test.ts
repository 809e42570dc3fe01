// Embedded fonts: each typeface category has them, and a page does without them when they fail.
import t from 'tap'
import { typefaceCategories } from '../schemas/style.ts'
import { limits } from '../src/limits/limits.ts'
import { createFontEmbedder } from '../src/sparkpage/fonts.ts'
import { typefaceNames, typefaces } from '../src/sparkpage/typefaces.ts'
import { startService } from './helpers/service.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'

const url = '/api/v1/build-sparkpage'
const content = { headline: 'Ship your story', sub_headline: 'From one picture.', cta_button_text: 'Start' }
const request = (typography: string) => ({ style_metadata: { colors: ['#6D28D9'], typography }, content })

t.test('embeds fonts of every typeface category', async t => {
  const service = await startService(t)
  for (const category of typefaceCategories) {
    const { generated_html: html } = (await service.post(url, request(category))).json()
    const families = [...html.matchAll(/@font-face\{font-family:"([^"]+)"[^}]*url\(data:font\/woff2;base64,/g)]
    t.equal(new Set(families.map(([, family]) => family)).size, 2, category)
  }
})

t.test('every typeface has its own title and a text, with the letters of Western Europe', async t => {
  const { embed, close } = createFontEmbedder()
  t.teardown(close)
  const letters = 'Süße Straße, œuvre, façade, ¿mañana?, ação, smørbrød 0123456789'
  const titles = new Set<string>()
  for (const name of typefaceNames) {
    const { title, text, data } = await embed(name, { title: letters, text: letters })
    titles.add(String(title?.family))
    t.equal(text?.family, typefaces[name].text.family, name)
    t.equal(data.length, 2, `${name}: one file each`)
  }
  t.equal(titles.size, typefaceNames.length)
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
  const { embed, close } = createFontEmbedder()
  t.teardown(close)
  const { tab, visit } = await openTab(t)
  for (const name of typefaceNames)
    for (const [language, text] of Object.entries(letters)) {
      const { css, title, text: running } = await embed(name, { title: text, text })
      // A face that lacks a script is left out as a whole.
      const families = [title, running].flatMap(face => (face ? [face.family] : []))
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

const broken = {
  'cannot start': 'throw new Error("no fonts")',
  'ends without a message': 'process.exit()',
}

for (const [name, program] of Object.entries(broken))
  t.test(`a page uses the fonts of the system when the thread ${name}`, async t => {
    const fontEmbedder = createFontEmbedder(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
    const service = await startService(t, {}, { fontEmbedder, warmsUp: true })
    await service.listen()
    // One more than there are places: each failure gives its place back.
    for (let i = 0; i <= limits.fonts.value; i++) {
      const answer = await service.post(url, request('serif'))
      t.equal(answer.statusCode, 200)
      t.notMatch(answer.json().generated_html, '@font-face')
    }
  })

t.test('a page is built with fonts once the thread works again', async t => {
  const real = createFontEmbedder()
  const fails = [true, false]
  const embed: typeof real.embed = async (...of) => {
    if (fails.shift()) throw new Error('no fonts')
    return real.embed(...of)
  }
  const service = await startService(t, {}, { fontEmbedder: { ...real, embed } })
  t.notMatch((await service.post(url, request('serif'))).json().generated_html, '@font-face')
  t.match((await service.post(url, request('serif'))).json().generated_html, '@font-face')
})

t.test('the thread starts again after a failure', async t => {
  const { embed, close } = createFontEmbedder(
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads'
        parentPort.on('message', ({ id, characters }) => {
          if (characters.includes('þ')) throw new Error('cannot subset')
          parentPort.postMessage({ id, font: 'AAAA' })
        })`)}`,
    ),
  )
  t.teardown(close)
  await t.rejects(embed('sans', { title: 'þ', text: 'a' }), { message: 'cannot subset' })
  t.match(await embed('sans', { title: 'b', text: 'a' }), { css: /base64,AAAA/ })
})

t.test('a font has whole groups of letters and digits, and other characters one by one', async t => {
  const requests = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, characters }) => parentPort.postMessage({ id, font: btoa(encodeURIComponent(characters)) }))`
  const { embed, close } = createFontEmbedder(new URL(`data:text/javascript,${encodeURIComponent(requests)}`))
  t.teardown(close)
  const charactersOf = async (title: string, text: string) => {
    const { css } = await embed('mono', { title, text })
    return [...css.matchAll(/base64,([^)]+)\)/g)].map(([, data = '']) => decodeURIComponent(atob(data)))
  }
  const [lower, capitals] = [" !',-.:?abcdefghijklmnopqrstuvwxyz’", 'ABCDEFGHILMNOPRSTW']
  t.same(await charactersOf('SALE: 50 %', 'Größe €'), [
    ` %0123456789:${capitals}`,
    ` !',-.:?${capitals}abcdefghijklmnopqrstuvwxyzßäöü’€`,
  ])
  t.same(await charactersOf('stories', 'pictures'), [lower, lower])
  t.same(await charactersOf('Жизнь, a', 'þ'), [lower, 'Жзинь', 'þ'])
})

t.test('no thread starts after the end', async t => {
  const { warmUp, close } = createFontEmbedder()
  await close()
  await t.rejects(warmUp(), { message: 'The thread that subsets fonts is closed.' })
})
