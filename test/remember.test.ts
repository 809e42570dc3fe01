// What was made lately is handed out again, within bounds.
import t from 'tap'
import { remember } from '../src/remember.ts'

t.test('a result is made once for its key, the one asked for longest ago goes first', async t => {
  const made: string[] = []
  const pages = remember<string>(2)
  const ask = (key: string) =>
    pages(key, () => {
      made.push(key)
      return key.toUpperCase()
    })
  t.same(['a', 'b', 'a', 'b'].map(ask), ['A', 'B', 'A', 'B'])
  t.same(made, ['a', 'b'])
  ask('a')
  t.equal(ask('c'), 'C')
  ask('a')
  t.same(made, ['a', 'b', 'c'])
  ask('b')
  t.same(made, ['a', 'b', 'c', 'b'])
})
