// The hostile files are what they say: of their format by signature, within the limits of a request, each with a name of its own.
import t from 'tap'
import { sniff } from '../src/media/header/sniff.ts'
import { bombs } from './bombs/index.ts'
import { needs } from './tools.ts'

const mebibyte = 1024 * 1024

t.test('every name is used once', async t => {
  t.equal(new Set(bombs.map(({ name }) => name)).size, bombs.length)
})

t.test('there is a file of each format', needs('ffmpeg'), async t => {
  const formats = new Set(bombs.map(({ format }) => format))
  t.same([...formats].sort(), ['avif', 'gif', 'jpeg', 'png', 'svg', 'tiff', 'video', 'webp'])
})

t.test('every file begins as its format does and is small enough to be sent', async t => {
  for (const { name, format, bytes } of bombs) {
    const file = await bytes()
    const { kind, ...more } = sniff(file)
    t.equal(kind === 'picture' && 'format' in more ? more.format : kind, format, name)
    t.ok(file.length <= (format === 'video' ? 64 : 24) * mebibyte, `${name}: ${file.length} bytes`)
  }
})
