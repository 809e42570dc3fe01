// Starts Swagger UI on the document beside it, and mends what a style sheet cannot: names, landmarks, samples.

/** The samples of an operation, below its answers, with the address of this very service. */
const samplesOf =
  ({ React, specSelectors }) =>
  ({ path, method }) => {
    const all = specSelectors.specJson().getIn(['paths', path, method, 'x-codeSamples'])
    if (!all) return null
    const here = new URL('..', location.href).href.replace(/\/$/, '')
    const one = sample =>
      React.createElement(
        'div',
        { key: sample.get('label') },
        React.createElement('h5', null, sample.get('label')),
        React.createElement('pre', null, sample.get('source').replaceAll('http://127.0.0.1:3000', here)),
      )
    const title = React.createElement('summary', null, 'The same in curl, JavaScript and Python')
    return React.createElement('details', { className: 'samples' }, title, all.map(one).toArray())
  }

const house = system => ({
  wrapComponents: {
    // A link inside of a button is neither; the address of an operation stands in the address bar once it is open.
    DeepLink:
      () =>
      ({ text }) =>
        system.React.createElement('span', null, text),
    responses: Original => props =>
      system.React.createElement(
        system.React.Fragment,
        null,
        system.React.createElement(Original, props),
        system.React.createElement(samplesOf(system), props),
      ),
  },
})

const operationOf = element => element.closest('.opblock')?.querySelector('.opblock-summary-path')?.textContent ?? ''

/** Elements that Swagger UI gives no name, or one that is not what they show; and the name that each gets. */
const names = [
  ['.copy-to-clipboard button', () => 'Copy'],
  ['.examples-select-element', element => `Examples of ${operationOf(element)}`],
  ['.body-param-content-type select, select.content-type', element => `Media type of ${operationOf(element)}`],
  ['.body-param__text', element => `Body of ${operationOf(element)}`],
  ['.parameters select', element => `Value of ${element.closest('tr')?.dataset.paramName ?? 'the parameter'}`],
  ['.close-modal', () => 'Close'],
  [
    '.auth-btn-wrapper .authorize',
    ({ textContent, form }) => `${textContent} ${form?.querySelector('h4 code')?.textContent ?? ''}`,
  ],
  ['.responses-table.live-responses-table', element => `Answer of ${operationOf(element)}`],
  ['.responses-table:not(.live-responses-table)', element => `Answers of ${operationOf(element)}`],
]

/** Codes of problems in the words beside a status: each has a page. */
const failures = '.response:not([data-code^="2"]) .response-col_description__inner code:not(:has(a))'

const mend = root => {
  for (const [selector, name] of names)
    for (const element of root.querySelectorAll(selector)) element.ariaLabel = name(element)
  for (const block of root.querySelectorAll('pre:not([tabindex])')) block.tabIndex = 0
  for (const code of root.querySelectorAll(failures)) {
    const link = document.createElement('a')
    link.href = `../problems/${code.textContent}`
    link.textContent = code.textContent
    code.replaceChildren(link)
  }
}

const root = document.querySelector('#swagger-ui')
let isDue = false
new MutationObserver(() => {
  if (isDue) return
  isDue = true
  requestAnimationFrame(() => {
    isDue = false
    mend(root)
  })
}).observe(root, { childList: true, subtree: true })

globalThis.SwaggerUIBundle({
  url: new URL('../openapi.json', location.href).href,
  domNode: root,
  layout: 'BaseLayout',
  plugins: [house],
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { activated: false },
  tryItOutEnabled: true,
  validatorUrl: null,
})
