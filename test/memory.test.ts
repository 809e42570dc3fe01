// In-process caches: results are computed once for their key, within a bound of memory.
import t from 'tap'
import { memoize } from '../src/cache.ts'
import { startService } from './helpers/service.ts'

t.test('a result is computed once for its key, and the least recently used is evicted first', async t => {
  const made: string[] = []
  // Each takes two bytes a character: one for its key and twenty-one of its JSON.
  const pages = memoize<{ readonly text: string }>({ maxBytes: 2 * 44 })
  const ask = (key: string) =>
    pages(key, () => {
      made.push(key)
      return { text: key.toUpperCase().repeat(10) }
    }).text[0]
  t.same(['a', 'b', 'a', 'b'].map(ask), ['A', 'B', 'A', 'B'])
  t.same(made, ['a', 'b'])
  ask('a')
  t.equal(ask('c'), 'C')
  ask('a')
  t.same(made, ['a', 'b', 'c'])
  ask('b')
  t.same(made, ['a', 'b', 'c', 'b'])
})

t.test('a cache is bounded in bytes, not in entries', async t => {
  let made = 0
  const texts = memoize<{ readonly text: string }>({ maxBytes: 10_000, lengthOf: ({ text }) => text.length })
  const ask = (key: string, length: number) =>
    texts(key, () => {
      made += 1
      return { text: 'x'.repeat(length) }
    })
  for (let round = 0; round < 2; round++) for (let key = 0; key < 10; key++) ask(`small-${key}`, 100)
  t.equal(made, 10, 'small results stay')
  ask('large', 4900)
  for (let key = 0; key < 10; key++) ask(`small-${key}`, 100)
  t.equal(made, 21, 'a large one displaces them')
  for (let round = 0; round < 2; round++) ask('too large', 6000)
  t.equal(made, 23, 'a result larger than the cache is not cached')
})

t.test('a cached page is the same for equal requests, except for the warnings of each request', async t => {
  const { post } = await startService(t)
  const build = async (framework: string, accept = 'application/json') => {
    const content = { headline: 'Ship', sub_headline: 'From one picture.', cta_button_text: 'Start' }
    const body = { style_metadata: { colors: ['#6D28D9'] }, content, export_settings: { framework } }
    const { payload, headers } = await post('/api/v1/build-sparkpage', body, { accept })
    return { payload, page: headers['x-page-id'], warnings: headers['x-warnings'] }
  }
  const first = await build('tailwind')
  const misspelt = await build('tailwnd')
  t.same(await build('tailwind'), first)
  t.same(await build('tailwnd'), misspelt)
  t.equal(misspelt.page, first.page)
  t.notOk(first.payload.includes('tailwnd'))
  t.ok(misspelt.payload.includes('tailwnd') && misspelt.warnings)
  t.equal((await build('tailwind', 'text/html')).payload, JSON.parse(first.payload).generated_html)
})
