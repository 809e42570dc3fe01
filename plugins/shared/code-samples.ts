// Code samples of every operation in three languages, generated from its first example. Tests run them.
import type { Operation } from '../../schemas/operation.ts'

interface CodeSample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** The samples as viewers of API references read them: x-codeSamples. */
export function codeSamples(operation: Operation): readonly CodeSample[] {
  const request = requestOf(operation)
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScript(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ]
}

/** The default address of the service. */
const origin = 'http://127.0.0.1:3000'

interface SampleRequest {
  readonly url: string
  /** Indented JSON; empty: a GET request. */
  readonly body: string
  /** Whether the answer is JSON. */
  readonly isJson: boolean
}

function requestOf({ url, examples, schema }: Operation): SampleRequest {
  const { body, params = {} } = Object.values(examples)[0] ?? {}
  return {
    url: Object.entries(params).reduce((path, [name, value]) => path.replace(`:${name}`, value), origin + url),
    body: body === undefined ? '' : JSON.stringify(body, null, 2),
    isJson: 'application/json' in schema.response[200].content,
  }
}

function curl({ url, body }: SampleRequest): string {
  return body === ''
    ? `curl -sS --fail-with-body ${url}`
    : `curl -sS --fail-with-body ${url} \\\n  -H 'content-type: application/json' \\\n  -d ${shellQuote(body)}`
}

/** Within single quotes only the quote itself is special. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function javaScript({ url, body, isJson }: SampleRequest): string {
  const init = `, {\n  method: 'POST',\n  headers: { 'content-type': 'application/json' },\n  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),\n}`
  return [
    `const answer = await fetch('${url}'${body === '' ? '' : init})`,
    'if (!answer.ok) throw new Error((await answer.json()).detail)',
    `console.log(await answer.${isJson ? 'json' : 'text'}())`,
  ].join('\n')
}

/** The examples contain neither true, false nor null, so their JSON is also Python. */
function python({ url, body, isJson }: SampleRequest): string {
  const get = [`with urlopen("${url}") as answer:`]
  const post = [
    `body = ${body}`,
    `request = Request("${url}", json.dumps(body).encode(), {"content-type": "application/json"})`,
    'with urlopen(request) as answer:',
  ]
  const needsJson = isJson || body !== ''
  return [
    ...(needsJson ? ['import json'] : []),
    `from urllib.request import ${body === '' ? 'urlopen' : 'Request, urlopen'}`,
    '',
    ...(body === '' ? get : post),
    isJson ? '    print(json.load(answer))' : '    print(answer.read().decode())',
  ].join('\n')
}
