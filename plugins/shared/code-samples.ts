// Code samples of every operation in three languages, generated from its first example. Tests run them.
import type { Operation } from '../../schemas/operation.ts'

/** The default address of the service. */
const origin = 'http://127.0.0.1:3000'

/** The samples as viewers of API references read them: x-codeSamples. */
export function codeSamples({ url: template, examples, schema }: Operation) {
  const { body, params = {} } = Object.values(examples)[0] ?? {}
  const url = origin + template.replace(/:(\w+)/g, (_, name) => String(params[name]))
  const json = body === undefined ? undefined : JSON.stringify(body, null, 2)
  const isJson = 'application/json' in schema.response[200].content
  return [
    { lang: 'Shell', label: 'curl', source: curl(url, json) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScript(url, json, isJson) },
    { lang: 'Python', label: 'Python', source: python(url, json, isJson) },
  ]
}

/** @param json indented JSON; undefined: a GET request. Within single quotes of a shell only the quote itself is special. */
function curl(url: string, json: string | undefined): string {
  const get = `curl -sS --fail-with-body ${url}`
  if (json === undefined) return get
  return `${get} \\\n  -H 'content-type: application/json' \\\n  -d '${json.replaceAll("'", `'\\''`)}'`
}

/** @param isJson whether the answer is JSON. */
function javaScript(url: string, json: string | undefined, isJson: boolean): string {
  const body = json?.replaceAll('\n', '\n  ')
  const post = `, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${body}),
}`
  return `const answer = await fetch('${url}'${body === undefined ? '' : post})
if (!answer.ok) throw new Error((await answer.json()).detail)
console.log(await answer.${isJson ? 'json' : 'text'}())`
}

/** The examples contain neither true, false nor null, so their JSON is also Python. */
function python(url: string, json: string | undefined, isJson: boolean): string {
  const print = isJson ? 'print(json.load(answer))' : 'print(answer.read().decode())'
  if (json === undefined)
    return `${isJson ? 'import json\n' : ''}from urllib.request import urlopen

with urlopen("${url}") as answer:
    ${print}`
  return `import json
from urllib.request import Request, urlopen

body = ${json}
request = Request("${url}", json.dumps(body).encode(), {"content-type": "application/json"})
with urlopen(request) as answer:
    ${print}`
}
