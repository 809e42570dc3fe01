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
    statePlugins: { spec: { wrapActions: { updateUrl: loadDocument, download: loadDocument } } },
    wrapComponents: wrapComponents(system),
  }
}

function wrapComponents(system) {
  return {
    // Swagger UI puts a link inside of a button. The address of an operation is in the address bar once it is open.
    DeepLink:
      () =>
      ({ text }) =>
        system.React.createElement('span', null, text),
    responses: Original => props =>
      system.React.createElement(
        system.React.Fragment,
        null,
        system.React.createElement(Original, props),
        system.React.createElement(codeSamples(system), props),
      ),
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
  ['.examples-select-element', element => `Examples of ${pathOf(element)}`],
  ['.body-param-content-type select, select.content-type', element => `Media type of ${pathOf(element)}`],
  ['.body-param__text', element => `Body of ${pathOf(element)}`],
  ['.parameters select', element => `Value of ${element.closest('tr')?.dataset.paramName ?? 'the parameter'}`],
  ['.close-modal', () => 'Close'],
  [
    '.auth-btn-wrapper .authorize',
    ({ textContent, form }) => `${textContent} ${form?.querySelector('h4 code')?.textContent ?? ''}`,
  ],
  ['.responses-table.live-responses-table', element => `Answer of ${pathOf(element)}`],
  ['.responses-table:not(.live-responses-table)', element => `Answers of ${pathOf(element)}`],
]

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
