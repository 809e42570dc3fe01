// The form of a page: what it consists of, how it is read, and where a browser sends it.
import { type Element, isTag } from 'domhandler'
import { DomUtils, parseDocument } from 'htmlparser2'
import t from 'tap'
import { formFieldTypes, maxFormFields } from '../schemas/page-form.ts'
import { openBrowser } from './helpers/browser.ts'
import { everyField } from './helpers/page.ts'
import { texts } from './helpers/samples.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { findViolations, until } from './helpers/web-pages.ts'

const { getElementsByTagName, textContent } = DomUtils
const service = await startService(t)
const contact = { type: 'contact', heading: 'Visit us', items: [{ title: 'Address', text: '1 Harbour Street' }] }

function build(form: object | undefined, content: object = {}, headers: Readonly<Record<string, string>> = {}) {
  const body = { style_metadata: { colors: ['#0E2A47', '#F2B134'] }, content: { ...texts.plain, ...content, form } }
  return service.post('/api/v1/build-sparkpage', body, headers)
}

async function htmlOf(form: object | undefined, content: object = {}): Promise<string> {
  const answer = await build(form, content)
  t.equal(answer.statusCode, 200, answer.payload.slice(0, 300))
  return answer.json().generated_html
}

function named(html: string, ...names: readonly string[]): readonly Element[] {
  return names.flatMap(name => getElementsByTagName(name, parseDocument(html)))
}

t.test('a form is plain HTML with a label for each field, a trap and a button', async t => {
  const html = await htmlOf(everyField)
  const [form] = named(html, 'form')
  t.match(form?.attribs, { id: 'form', action: everyField.action, method: 'post' })
  const controls = named(html, 'input', 'select', 'textarea').filter(({ attribs }) => !('hidden' in attribs))
  const labels = new Map(named(html, 'label').map(label => [label.attribs.for, textContent(label)]))
  const fields = everyField.fields.map(({ label, type = 'text', required = false }) => ({ label, type, required }))
  const shown = controls.map(({ name, attribs }) => ({
    label: labels.get(attribs.id),
    type: name === 'input' ? attribs.type : name,
    required: 'required' in attribs,
  }))
  const byLabel = (one: { readonly label?: string | undefined }) => String(one.label)
  t.same(
    shown.toSorted((a, b) => byLabel(a).localeCompare(byLabel(b))),
    fields.toSorted((a, b) => byLabel(a).localeCompare(byLabel(b))),
  )
  const trap = named(html, 'input').find(({ attribs }) => 'hidden' in attribs)
  t.match(trap?.attribs, { name: '_gotcha', tabindex: '-1', autocomplete: 'off', type: 'text' })
  t.same(named(html, 'button').map(textContent), ['Ask for a table'])
  t.same(named(html, 'option').map(textContent), ['Choose', 'Two', 'Four'])
  t.same(named(html, 'script'), [])
})

t.test('names of values are given, email, or the label, each once', async t => {
  const fields = [
    { label: 'Name' },
    { label: 'Name' },
    { label: 'Mail', type: 'email' },
    { label: 'Other mail', type: 'email' },
    { label: 'Guests', name: 'guests', placeholder: ' ' },
    { label: '', placeholder: 'Your wish' },
  ]
  const html = await htmlOf({ action: everyField.action, fields })
  const names = named(html, 'input').flatMap(({ attribs }) => ('hidden' in attribs ? [] : [attribs.name]))
  t.same(names, ['Name', 'Name 2', 'email', 'Other mail', 'guests', 'Your wish'])
})

t.test('it stands in the first section of contacts, else at the end; the button of the page leads to it', async t => {
  const { heading: _, ...untitled } = everyField
  const story = { heading: 'Story', text: 'Since 1987.' }
  const sectionOf = async (sections: readonly object[], form: object = everyField) => {
    const html = await htmlOf(form, { sections, cta_url: undefined })
    let section: Element['parent'] | undefined = named(html, 'form')[0]?.parent
    while (section && isTag(section) && section.attribs['data-kind'] === undefined) section = section.parent
    const [button] = named(html, 'a').filter(({ attribs }) => attribs.class?.includes('sp-button'))
    const sectionHtml = section && isTag(section) ? section : undefined
    const headings = sectionHtml
      ? ['h2', 'h3'].flatMap(name => getElementsByTagName(name, sectionHtml)).map(textContent)
      : []
    return { href: button?.attribs.href, headings }
  }
  t.same(await sectionOf([contact, story]), { href: '#form', headings: ['Visit us', 'Address', 'Reserve a table'] })
  t.same(await sectionOf([story]), { href: '#form', headings: ['Reserve a table'] })
  t.same(await sectionOf([]), { href: '#form', headings: ['Reserve a table'] })
  t.same(await sectionOf([], untitled), { href: '#form', headings: [] })
})

t.test('the button has a text in the language of the page', async t => {
  const fields = [{ label: 'x' }]
  const buttonIn = async (language: string) =>
    named(await htmlOf({ action: everyField.action, fields }, { language }), 'button').map(textContent)
  for (const [language, word] of Object.entries({ en: 'Send', 'de-AT': 'Senden', ja: '送信', ar: 'إرسال', sw: 'Send' }))
    t.same(await buttonIn(language), [word], language)
})

t.test('equal forms are equal pages, and what is read leniently is a warning', async t => {
  const plain = { action: everyField.action, fields: [{ label: 'Guests', type: 'select', options: ['One', 'Two'] }] }
  const idOf = async (form: object) => {
    const { statusCode, headers } = await build(form)
    return { statusCode, id: headers['x-page-id'], warnings: String(headers['x-warnings'] ?? '') }
  }
  const { id } = await idOf(plain)
  const cases: readonly (readonly [form: object, warning: RegExp | undefined])[] = [
    [{ ...plain, fields: [{ label: 'Guests', options: ['One', 'Two'] }] }, undefined],
    [
      { ...plain, fields: [{ label: 'Guests', type: 'Drop-Down', required: false, options: ['One', 'Two'] }] },
      undefined,
    ],
    [
      { ...plain, fields: [{ label: 'Guests', type: 'zebra', options: ['One', 'Two'] }] },
      /unknown_value;pointer="\/content\/form\/fields\/0\/type"/,
    ],
    [
      { ...plain, fields: [{ label: 'Guests', type: 'text', options: ['One', 'Two'] }] },
      /field_replaced;pointer="\/content\/form\/fields\/0\/type"/,
    ],
    [
      { url: everyField.action, inputs: [{ question: 'Guests', choices: ['One', 'Two'] }] },
      /pointer="\/content\/form\/url"/,
    ],
  ]
  for (const [form, warning] of cases) {
    const answer = await idOf(form)
    t.equal(answer.id, id, JSON.stringify(form))
    t.match(answer.warnings, warning ?? /^$/)
  }
  t.match((await idOf({ ...plain, fields: [{ label: 'Guests', type: 'select' }] })).warnings, /field_replaced/)
  t.match(
    (await idOf({ ...plain, fields: [{ label: 'a' }, { label: ' ' }] })).warnings,
    /content_empty;pointer="\/content\/form\/fields\/1\/label"/,
  )
  const { form } = Object((await service.get(`/api/v1/pages/${id}`)).payload.match(/<(?<form>form)/)?.groups)
  t.equal(form, 'form')
})

t.test('forms that a page cannot have are a 400 with what to send instead', async t => {
  const fields = [{ label: 'x' }]
  const many = Array.from({ length: maxFormFields + 1 }, () => ({ label: 'x' }))
  const { action } = everyField
  for (const [form, pointer, message] of [
    [{ action: 'http://example.com/', fields }, '/action', /https URL/],
    [{ action: 'https://user:password@example.com/', fields }, '/action', /https URL/],
    [{ action: 'mailto:a@example.com', fields }, '/action', /https URL/],
    [{ action: 'javascript:alert(1)', fields }, '/action', /https URL/],
    [
      { action: 'https://example.com/;script-src', fields: [{ label: 'x', type: 'password' }] },
      '/fields/0/type',
      /passwords or files/,
    ],
    [{ action, fields: [{ label: 'x', type: 'file' }] }, '/fields/0/type', /Send one of text, email/],
    [
      { action, fields: [{ label: 'x', name: '_gotcha' }] },
      '/fields/0/name',
      /_gotcha, _charset_ and isindex are reserved/,
    ],
    [{ action, fields: many }, '/fields', /at most 12/],
    [{ action }, '/fields', /required/],
    [{ fields }, '/action', /required/],
  ] as const)
    t.match(
      (await build(form)).json(),
      { status: 400, errors: [{ pointer: `/content/form${pointer}`, message }] },
      pointer,
    )
})

t.test('only a page with a form may send one, and only to its origin', async t => {
  const policies = async (form: object | undefined) => {
    const answer = await build(form)
    const stored = await service.get(`/api/v1/pages/${answer.json().page.id}`)
    const [, inPage = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(stored.payload) ?? []
    return { inPage, header: String(stored.headers['content-security-policy']) }
  }
  const plain = await policies(undefined)
  t.notMatch(plain.inPage + plain.header, /form/)
  for (const [action, origin] of [
    ['https://forms.example/f/abc?x=1', 'https://forms.example'],
    ['https://Bücher.example:8443/', 'https://xn--bcher-kva.example:8443'],
    ['https://example.com/a;script-src', 'https://example.com'],
  ] as const) {
    const { inPage, header } = await policies({ ...everyField, action })
    t.match(inPage, new RegExp(`; form-action ${origin}$`))
    t.equal(
      header,
      `sandbox allow-scripts allow-forms; form-action ${origin}; script-src 'none'; frame-ancestors 'none'`,
    )
  }
})

t.test('a browser checks the fields and sends them, with an origin of null', needs('chromium'), async t => {
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  const sent: { readonly origin: string | undefined; readonly body: string }[] = []
  const visited: string[] = []
  await page.route('https://*.example/**', async route => {
    const request = route.request()
    visited.push(request.url())
    sent.push({ origin: (await request.allHeaders()).origin, body: request.postData() ?? '' })
    await route.fulfill({ contentType: 'text/html', body: '<h1>Thank you</h1>' })
  })
  const { url } = (await build(everyField, { sections: [contact] })).json().page
  const base = await service.listen()
  await page.goto(new URL(new URL(url).pathname, base).href)
  t.same(await findViolations(page), [])
  const submit = page.getByRole('button', { name: 'Ask for a table' })
  await submit.click()
  t.equal(await page.evaluate('document.activeElement.name'), 'Your name', 'the first required field is asked for')
  await page.getByLabel('Your name').fill('Ida')
  await page.getByLabel('E-mail').fill('ida@example.com')
  await page.getByLabel('Day').fill('2026-12-24')
  await page.getByLabel('People').selectOption('Two')
  await page.getByLabel('Wishes').fill('Quiet, please')
  await submit.click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  t.same(visited, [everyField.action])
  t.same(sent, [
    {
      origin: 'null',
      body: 'Your+name=Ida&email=ida%40example.com&Telephone=&Day=2026-12-24&People=Two&Wishes=Quiet%2C+please&_gotcha=',
    },
  ])
  await page.goBack()
  await page.evaluate(`(() => {
    const [form] = document.forms
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => { document.title = effectiveDirective })
    Object.assign(form, { action: 'https://other.example/', noValidate: true })
    form.requestSubmit()
  })()`)
  await until(page, 'document.title === "form-action"')
  t.equal(visited.length, 1, 'the policy stops other addresses')
})

t.test('every type of field is in the example of all fields', t => {
  t.same(new Set(everyField.fields.map(({ type = 'text' }) => type)), new Set(formFieldTypes))
  t.end()
})
