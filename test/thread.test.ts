// Worker threads: their tasks, and how they end.
import t from 'tap'
import { createThread } from '../src/workers/thread.ts'

/** Its tasks name what it does; each thread has a number of its own. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    const reply = (result, bytes = 1) => parentPort.postMessage({ result, bytes })
    const actions = {
      number: () => reply({ value: threadId }),
      large: () => reply({ value: threadId }, 2e6),
      deep: () => { let value = 1; for (let level = 0; level < 5000; level++) value = [value]; reply({ value }) },
      slow: () => setTimeout(actions.number, 50),
      fail: () => reply({ error: 'boom' }),
      refuse: () => reply({ problem: { code: 'invalid_json', detail: 'No.', headers: {}, cause: '' } }),
      end: () => process.exit(),
      throw: () => { throw new Error('broken') },
      fill: () => { for (const all = []; ; ) all.push(Array(1e5).fill(7.5)) },
    }
    parentPort.on('message', name => actions[name]())`)}`,
)

const limits = { resourceLimits: { maxOldGenerationSizeMb: 96 }, maxKeptBytes: 1e6 }
const overloaded = { code: 'overloaded', headers: { 'retry-after': '2' } }

t.test('a thread answers its tasks in order, and its errors are those of the work', async t => {
  const { run, close } = createThread<string>(program, limits)
  t.teardown(close)
  const [first, ...others] = await Promise.all(['slow', 'number', 'number'].map(task => run<number>(task)))
  t.ok(others.every(number => number === first))
  await t.rejects(run('fail'), { message: /boom/ })
  await t.rejects(run('refuse'), { name: 'Problem', code: 'invalid_json', message: 'No.' })
  t.equal(await run('number'), first, 'they do not end it')
})

for (const ending of ['end', 'throw', 'fill'])
  t.test(`a task can be tried again when its thread ends (${ending}), and the next one has another thread`, async t => {
    const { run, close } = createThread<string>(program, limits)
    t.teardown(close)
    const first = await run<number>('number')
    await Promise.all([ending, 'number'].map(task => t.rejects(run(task), overloaded)))
    t.not(await run<number>('number'), first)
  })

t.test('a restart ends the tasks of the thread, and none of those that follow at once', async t => {
  const { run, restart, close } = createThread<string>(program, limits)
  t.teardown(close)
  restart()
  const first = await run<number>('number')
  const ended = t.rejects(run('slow'), overloaded)
  restart()
  t.not(await run<number>('number'), first)
  await ended
})

t.test('a thread that keeps much memory ends once nothing waits for it', async t => {
  const { run, close } = createThread<string>(program, limits)
  t.teardown(close)
  const [first, second, last] = await Promise.all(['large', 'number', 'large'].map(task => run<number>(task)))
  t.strictSame([second, last], [first, first])
  t.not(await run<number>('number'), first)
})

t.test('a result that cannot be read is an error of its task alone', async t => {
  const { run, close } = createThread<string>(program, limits)
  t.teardown(close)
  const first = await run<number>('number')
  await t.rejects(run('deep'), RangeError)
  t.equal(await run<number>('number'), first)
})

t.test('a young thread stays, whatever it keeps, if it has a minimum age', async t => {
  const { run, close } = createThread<string>(program, { ...limits, minAgeMs: 60_000 })
  t.teardown(close)
  const first = await run<number>('large')
  t.equal(await run<number>('number'), first)
})

t.test('no thread starts after the end', async t => {
  const { run, close } = createThread<string>(program, limits)
  const task = t.rejects(run('slow'), overloaded)
  await close()
  await task
  await t.rejects(run('number'), overloaded)
})
