// What scripts read out of TAP.
import t from 'tap'
import { resultsOf } from '../scripts/results.ts'

const tap = `TAP version 14
# Subtest: test/one.test.ts
    # Subtest: pages
        ok 1 - is fine
        not ok 2 - is readable
          ---
          at: here
          ...
        # cases: 5,000 pages
        # another comment
        1..2
    not ok 1 - pages # time=2ms
    # Subtest: films
        # cases: 20 films
        ok 1 - ends
        1..1
    ok 2 - films # time=2ms
    ok 3 - prints # SKIP needs a printer
    1..3
not ok 1 - test/one.test.ts # time=9ms
1..1
`

t.test('points are counted once, and what failed is told with its file', async t => {
  t.strictSame(resultsOf(tap), {
    passed: 2,
    failed: 1,
    skipped: ['prints # SKIP needs a printer'],
    failures: ['not ok 1 - test/one.test.ts\n        not ok 2 - is readable\n          ---\n          at: here'],
    cases: ['5,000 pages', '20 films'],
  })
})

t.test('a run that never began has said nothing', async t => {
  t.strictSame(resultsOf(''), { passed: 0, failed: 0, skipped: [], failures: [], cases: [] })
})
