// Code samples of every operation in three languages, generated from its first example. Tests run them.
import type { Operation } from '../../schemas/operation.ts'

/** The default address of the service. */
const sampleOrigin = 'http://127.0.0.1:3000'

const sampleFile = 'photo.jpg'

/** How a sample asks, and how it prints the answer. */
interface Sample {
  readonly method: Operation['method']
  readonly url: string
  /** Indented JSON; undefined: no body. */
  readonly json: string | undefined
  readonly answer: 'json' | 'text' | 'bytes' | 'empty'
}

/** The samples as viewers of API references read them: x-codeSamples. */
export function codeSamples({ method, url: template, examples, schema }: Operation) {
  const { body, params = {} } = Object.values(examples)[0] ?? {}
  const path = template.replace(/:(\w+)/g, (_, name) => String(params[name]))
  const query = new URLSearchParams(
    Object.entries(params).filter(([name]) => !template.includes(`:${name}`)),
  ).toString()
  const url = sampleOrigin + path + (query && `?${query}`)
  const json = body === undefined ? undefined : JSON.stringify(body, null, 2)
  const [type] = Object.keys(schema.response[200]?.content ?? {})
  const sample = { method, url, json, answer: answerKindOf(type) }
  return [
    { lang: 'Shell', label: 'curl', source: curl(sample) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScript(sample) },
    { lang: 'Python', label: 'Python', source: python(sample) },
  ]
}

function answerKindOf(type: string | undefined): Sample['answer'] {
  if (type === undefined) return 'empty'
  if (type.startsWith('image/')) return 'bytes'
  return type === 'application/json' ? 'json' : 'text'
}

/** Within single quotes of a shell only the quote itself is special. */
function curl({ method, url, json, answer }: Sample): string {
  const address = url.includes('?') ? `'${url}'` : url
  if (method === 'DELETE') return `curl -sSi --fail-with-body -X DELETE ${url}`
  if (method === 'PUT') return `curl -sS --fail-with-body --upload-file ${sampleFile} ${url}`
  const get = `curl -sS --fail-with-body ${address}`
  if (answer === 'bytes') return `${get} --output picture.webp --write-out '%{size_download} bytes\\n'`
  if (json === undefined) return get
  return `${get} \\\n  -H 'content-type: application/json' \\\n  -d '${json.replaceAll("'", `'\\''`)}'`
}

function javaScript({ method, url, json, answer }: Sample): string {
  const body = json?.replaceAll('\n', '\n  ')
  const post = `, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${body}),
}`
  const put = `, { method: 'PUT', body: await readFile('${sampleFile}') }`
  const options = { GET: '', POST: post, PUT: put, DELETE: ", { method: 'DELETE' }" }[method]
  const imports = method === 'PUT' ? "import { readFile } from 'node:fs/promises'\n\n" : ''
  const bytes = "(await answer.arrayBuffer()).byteLength, 'bytes'"
  const print = { json: 'await answer.json()', text: 'await answer.text()', bytes, empty: 'answer.status' }[answer]
  return `${imports}const answer = await fetch('${url}'${options})
if (!answer.ok) throw new Error((await answer.json()).detail)
console.log(${print})`
}

/** The examples contain true as a member only, and neither false nor null: otherwise their JSON is also Python. */
function python({ method, url, json, answer }: Sample): string {
  const bytes = 'len(answer.read()), "bytes"'
  const print = { json: 'json.load(answer)', text: 'answer.read().decode()', bytes, empty: 'answer.status' }[answer]
  if (method === 'DELETE')
    return `from urllib.request import Request, urlopen

with urlopen(Request("${url}", method="DELETE")) as answer:
    print(${print})`
  if (method === 'PUT')
    return `import json
from pathlib import Path
from urllib.request import Request, urlopen

request = Request("${url}", Path("${sampleFile}").read_bytes(), {"content-type": "image/jpeg"}, method="PUT")
with urlopen(request) as answer:
    print(${print})`
  if (json === undefined)
    return `${answer === 'json' ? 'import json\n' : ''}from urllib.request import urlopen

with urlopen("${url}") as answer:
    print(${print})`
  return `import json
from urllib.request import Request, urlopen

body = ${json.replace(/: true(,?)$/gm, ': True$1')}
request = Request("${url}", json.dumps(body).encode(), {"content-type": "application/json"})
with urlopen(request) as answer:
    print(${print})`
}
