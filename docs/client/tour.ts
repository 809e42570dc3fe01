// From a picture to a page to a script, with the types of the service's own document:
// npx tsx docs/client/tour.ts picture.jpg [http://127.0.0.1:3000]
import { readFile, writeFile } from 'node:fs/promises'
import type { components, paths } from './api.d.ts'

type Problem = components['schemas']['Problem']

/** Paths that take a JSON body, the body, and the answer. */
type Body<P extends keyof paths> = paths[P] extends {
  post: { requestBody: { content: { 'application/json': infer B } } }
}
  ? B
  : never
type Answer<P extends keyof paths> = paths[P] extends {
  post: { responses: { 200: { content: { 'application/json': infer A } } } }
}
  ? A
  : never

const [, , picture = 'picture.jpg', service = 'http://127.0.0.1:3000'] = process.argv

const post = async <P extends keyof paths>(path: P, body: Body<P>): Promise<Answer<P>> => {
  const answer = await fetch(service + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.ok) return answer.json()
  const { title, detail, type }: Problem = await answer.json()
  throw new Error(`${title}: ${detail} (${service}${type})`)
}

// The service looks at the bytes, so image/* will do for any picture.
const source_url = `data:image/*;base64,${await readFile(picture, 'base64')}`
const { style_metadata } = await post('/api/v1/analyze-vibe', { source_url, target_platform: 'web_16_9' })
console.log(
  style_metadata.palette.map(({ hex, name, share }) => `${hex} ${name} ${Math.round(share * 100)} %`).join('\n'),
)

const { generated_html } = await post('/api/v1/build-sparkpage', {
  style_metadata,
  content: { headline: 'Ship your story', sub_headline: 'From one picture to a page.', cta_button_text: 'Start free' },
  export_settings: { framework: 'none', responsive_type: 'mobile-first' },
})
await writeFile('page.html', generated_html)

const { playwright_script, capture_config } = await post('/api/v1/capture-media', {
  target_url: 'http://127.0.0.1:3000/docs/',
  output_format: 'png',
})
await writeFile(capture_config.script.file_name, playwright_script)
console.log(`page.html and ${capture_config.script.file_name}, which makes ${capture_config.output_file}`)
