// Runs in the page of Swagger UI: adds the frame around it, code samples, accessible names and links that Swagger UI lacks.

document.head.insertAdjacentHTML(
  'beforeend',
  `<meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="description" content="Every operation of the Automation Service, to read and to try.">`,
)
const root = document.querySelector('#swagger-ui')
root.insertAdjacentHTML('beforebegin', globalThis.docsFrame)
document.querySelector('#operations').append(root)

/** The document whose server is relative to its own address; Swagger UI would load the copy at /docs/json. */
const documentUrl = new URL('../openapi.json', location.href).href
const loadDocument = original => () => original(documentUrl)

/** A plugin of Swagger UI. */
globalThis.docsPlugin = system => {
  // Swagger UI itself opens the operation of an address only when the page loads.
  addEventListener('hashchange', () => system.getSystem().layoutActions.parseDeepLinkHash(location.hash))
  return {
    statePlugins: {
      auth: { wrapSelectors: { isAuthorized } },
      spec: { wrapActions: { updateUrl: loadDocument, download: loadDocument, updateJsonSpec } },
    },
    wrapComponents: wrapComponents(system),
  }
}

/** A file is sent with its own type instead of a range such as image/*. */
globalThis.docsPrepareRequest = request => {
  if (request.body instanceof File) request.headers['Content-Type'] = request.body.type || 'application/octet-stream'
  return request
}

/** Examples of optional parameters and properties of forms become placeholders: Swagger UI would send them, and invent others. */
function updateJsonSpec(original) {
  return document => {
    const withPlaceholders = structuredClone(document)
    for (const { parameters = [], requestBody } of Object.values(withPlaceholders.paths).flatMap(Object.values)) {
      for (const parameter of parameters) if (!parameter.required) replaceExample(parameter)
      const form = requestBody?.content['multipart/form-data']
      if (form) form.schema = emptyForm(withPlaceholders, form.schema)
    }
    return original(withPlaceholders)
  }
}

function replaceExample(parameter) {
  parameter.schema[placeholder] = placeholderFor(parameter.example)
  delete parameter.example
}

const placeholder = 'x-placeholder'

function placeholderFor(example) {
  return example === undefined ? '' : `for example ${example}`
}

function emptyForm({ components }, { $ref }) {
  const form = structuredClone(components.schemas[$ref.split('/').at(-1)])
  for (const [name, property] of Object.entries(form.properties)) {
    if (form.required.includes(name)) continue
    const { examples: [example] = [], ...schema } = property
    form.properties[name] = { ...schema, default: '', [placeholder]: placeholderFor(example) }
  }
  return form
}

/** Whether credentials are set. Swagger UI counts `{}`, a request without any, as credentials. */
function isAuthorized(original) {
  return (_state, security) => original(security?.filterNot(isAnonymous))
}

function isAnonymous(requirement) {
  return requirement.isEmpty()
}

function wrapComponents(system) {
  const { createElement, Fragment } = system.React
  return {
    // Swagger UI puts a link inside of a button. The address of an operation is in the address bar once it is open.
    DeepLink:
      () =>
      ({ text }) =>
        createElement('span', null, text),
    OperationSummary: Original => props =>
      createElement(Original, { ...props, operationProps: withRelevantSecurity(props.operationProps) }),
    JsonSchemaForm: Original => props =>
      createElement(Original, { ...props, description: props.schema?.get(placeholder) }),
    // Empty fields of forms are not sent.
    ParameterIncludeEmpty: () => () => null,
    authorizeOperationBtn: () => authorizeButton(system),
    headers: () => headerList(system),
    response: Original => props => createElement(Original, withoutRepetition(props)),
    responses: Original => props =>
      createElement(Fragment, null, createElement(Original, props), createElement(codeSamples(system), props)),
  }
}

/** Without the security of a closed operation whose credentials are optional and not set, so that it shows no button for them. */
function withRelevantSecurity(operation) {
  const security = operation.get('security')
  const isRelevant = operation.get('isShown') || operation.get('isAuthorized') || !security?.some(isAnonymous)
  return isRelevant ? operation : operation.set('security', security.clear())
}

/** A word instead of a padlock, which Swagger UI shows open where credentials are missing. */
function authorizeButton({ React }) {
  return ({ isAuthorized, onClick }) =>
    React.createElement(
      'button',
      { className: 'authorization__btn', onClick },
      isAuthorized ? 'Authorized' : 'Authorize',
    )
}

/** All problem documents have the same form: it is shown once, with 400. */
function withoutRepetition(props) {
  const { code, className, response } = props
  if (code === '400' || !response.hasIn(['content', 'application/problem+json'])) return props
  return { ...props, className: `${className} problem`, response: response.delete('content').delete('headers') }
}

/** The headers of a response: their names on one line, which opens to their descriptions. */
function headerList({ React: { createElement, Fragment } }) {
  return ({ headers, getComponent }) => {
    if (!headers?.size) return null
    const Markdown = getComponent('Markdown', true)
    const row = ([name, header]) =>
      createElement(
        Fragment,
        { key: name },
        createElement('dt', null, name),
        createElement('dd', null, createElement(Markdown, { source: header.get('description') })),
      )
    const count = createElement('b', null, headers.size === 1 ? '1 header' : `${headers.size} headers`)
    return createElement(
      'details',
      { className: 'headers' },
      createElement('summary', null, count, createElement('span', null, headers.keySeq().join(', '))),
      createElement('dl', null, headers.entrySeq().map(row).toArray()),
    )
  }
}

/** The code samples of an operation, with the address of this service. */
function codeSamples({ React, specSelectors }) {
  return ({ path, method }) => {
    const samples = specSelectors.specJson().getIn(['paths', path, method, 'x-codeSamples'])
    if (!samples) return null
    const origin = new URL('..', location.href).href.replace(/\/$/, '')
    const block = sample =>
      React.createElement(
        'div',
        { key: sample.get('label') },
        React.createElement('h5', null, sample.get('label')),
        React.createElement('pre', null, sample.get('source').replaceAll('http://127.0.0.1:3000', origin)),
      )
    const title = React.createElement('summary', null, 'The same in curl, JavaScript and Python')
    return React.createElement('details', { className: 'samples' }, title, samples.map(block).toArray())
  }
}

/** Elements to which Swagger UI gives no accessible name or a misleading one, and the name for each. */
const accessibleNames = [
  ['.copy-to-clipboard button', () => 'Copy'],
  ['.parameters-col_description :is(input, select)', element => `Value of ${parameterOf(element)}`],
  ['.examples-select-element', element => `Examples of ${pathOf(element)}`],
  ['.body-param-content-type select, select.content-type', element => `Media type of ${pathOf(element)}`],
  ['.body-param__text, .opblock-section-request-body input[type=file]', element => `Body of ${pathOf(element)}`],
  ['.close-modal', () => 'Close'],
  ['.authorization__btn', element => `${element.textContent} ${pathOf(element)}`],
  [
    '.auth-btn-wrapper .authorize',
    ({ textContent, form }) => `${textContent} ${form?.querySelector('h4 code')?.textContent ?? ''}`,
  ],
  ['.live-responses-table img', element => `Picture in the answer of ${pathOf(element)}`],
  ['.responses-table.live-responses-table', element => `Answer of ${pathOf(element)}`],
  ['.responses-table:not(.live-responses-table)', element => `Answers of ${pathOf(element)}`],
]

/** The name of the parameter, or of the property of a form, that an element changes. */
function parameterOf(element) {
  const { paramName, propertyName } = element.closest('tr').dataset
  return paramName ?? propertyName
}

function pathOf(element) {
  return element.closest('.opblock')?.querySelector('.opblock-summary-path')?.textContent ?? ''
}

/** Error codes in the descriptions of responses: each has a page. */
const errorCodes = '.response:not([data-code^="2"]) .response-col_description__inner code:not(:has(a))'

function improve() {
  for (const [selector, nameOf] of accessibleNames)
    for (const element of root.querySelectorAll(selector)) element.ariaLabel = nameOf(element)
  for (const block of root.querySelectorAll('pre:not([tabindex])')) block.tabIndex = 0
  for (const code of root.querySelectorAll(errorCodes)) {
    const link = document.createElement('a')
    link.href = `../problems/${code.textContent}`
    link.textContent = code.textContent
    code.replaceChildren(link)
    // Each code on a line of its own.
    if (code.previousSibling) code.before(document.createElement('br'))
  }
}

let isScheduled = false
new MutationObserver(() => {
  if (isScheduled) return
  isScheduled = true
  requestAnimationFrame(() => {
    isScheduled = false
    improve()
  })
}).observe(root, { childList: true, subtree: true })
