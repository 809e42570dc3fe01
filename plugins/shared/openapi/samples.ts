// Every operation in three languages: the shortest programs that ask for it, made of its first example. Tests run them all.
import type { Operation } from '../../../schemas/operation.ts'

interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** Where a service listens unless told otherwise. */
const base = 'http://127.0.0.1:3000'

interface Asked {
  readonly url: string
  /** JSON, indented; empty: a GET. */
  readonly body: string
  /** Whether the answer is JSON. */
  readonly isJson: boolean
}

const requestOf = ({ url, examples, schema }: Operation): Asked => {
  const { body, params = {} } = Object.values(examples)[0] ?? {}
  return {
    url: Object.entries(params).reduce((path, [name, value]) => path.replace(`:${name}`, value), base + url),
    body: body === undefined ? '' : JSON.stringify(body, null, 2),
    isJson: 'application/json' in schema.response[200].content,
  }
}

/** Nothing inside of single quotes means anything to a shell but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const curl = ({ url, body }: Asked): string =>
  body === ''
    ? `curl -sS --fail-with-body ${url}`
    : `curl -sS --fail-with-body ${url} \\\n  -H 'content-type: application/json' \\\n  -d ${quoted(body)}`

const javaScript = ({ url, body, isJson }: Asked): string => {
  const init = `, {\n  method: 'POST',\n  headers: { 'content-type': 'application/json' },\n  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),\n}`
  return [
    `const answer = await fetch('${url}'${body === '' ? '' : init})`,
    'if (!answer.ok) throw new Error((await answer.json()).detail)',
    `console.log(await answer.${isJson ? 'json' : 'text'}())`,
  ].join('\n')
}

/** The examples hold neither true, false nor null, so that their JSON is Python too. */
const python = ({ url, body, isJson }: Asked): string =>
  [
    'import json',
    body === '' ? 'from urllib.request import urlopen' : 'from urllib.request import Request, urlopen',
    '',
    ...(body === ''
      ? [`with urlopen("${url}") as answer:`]
      : [
          `body = ${body}`,
          `request = Request("${url}", json.dumps(body).encode(), {"content-type": "application/json"})`,
          'with urlopen(request) as answer:',
        ]),
    isJson ? '    print(json.load(answer))' : '    print(answer.read().decode())',
  ]
    .slice(isJson || body !== '' ? 0 : 1)
    .join('\n')

/** As vendors of API references read them: x-codeSamples. */
export const samplesOf = (operation: Operation): readonly Sample[] => {
  const request = requestOf(operation)
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScript(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ]
}
