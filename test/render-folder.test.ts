// Temporary folders of renders that cannot be made or are deleted: the next render works again, and no attempt of a job is counted.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { createRenderChild } from '../src/renders/render-child.ts'
import { createRenderSlot } from '../src/renders/render-slot.ts'
import type { RenderOutcome } from '../src/store/render-records.ts'

const before = process.env.TMPDIR
t.afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
})

/** A folder for temporary files, and one that cannot be made, since a file has its place. */
function placesOf(t: Test) {
  const folder = t.testdir({ file: '' })
  return { usable: join(folder, 'temporary'), unusable: join(folder, 'file', 'temporary') }
}

t.test('a render process starts once its folder can be made, and again when the folder is gone', async t => {
  const { usable, unusable } = placesOf(t)
  const child = createRenderChild()
  t.teardown(() => child.close())
  process.env.TMPDIR = unusable
  await t.rejects(child.folder(), { code: 'ENOTDIR' })
  await child.close()
  process.env.TMPDIR = usable
  const first = await child.folder()
  t.equal(await child.folder(), first)
  rmSync(usable, { recursive: true })
  const second = await child.folder()
  t.not(second, first)
  t.ok(existsSync(second))
  await child.close()
  t.notOk(existsSync(second))
})

t.test('a job whose folder cannot be made goes back to the queue without a reason', async t => {
  const { usable, unusable } = placesOf(t)
  const slot = createRenderSlot({
    ...{ allow: [], lookup: async () => [], chromium: '/nothing/chromium', hasSandbox: false, ffmpeg: 'ffmpeg' },
    readOwn: async () => ({ status: 200, headers: {}, body: Buffer.of() }),
  })
  t.teardown(() => slot.close())
  const outcomes: RenderOutcome[] = []
  const run = () =>
    slot.run(
      { config: resolveCaptureConfig({ target_url: 'https://example.com/' }), cookies: {}, headers: {} },
      new AbortController().signal,
      () => undefined,
      async outcome => void outcomes.push(outcome),
    )
  process.env.TMPDIR = unusable
  await t.rejects(run(), { code: 'ENOTDIR' })
  t.same(outcomes, [{ status: 'returned' }])
  process.env.TMPDIR = usable
  await run()
  t.match(outcomes[1], { status: 'failed', code: 'render_unavailable' })
})
