// Completes dist/ with the files that the compiler leaves out: script templates, generated CSS, the manifest.
import { copyFile, cp } from 'node:fs/promises'

const isAsset = path => !/\.ts$|tsconfig/.test(path)

await cp('src', 'dist/src', { recursive: true, filter: isAsset })
await copyFile('package.json', 'dist/package.json')
