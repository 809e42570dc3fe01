// Runs in the page of Swagger UI: starts it with our document, and adds what that and accessibility need.

const root = document.querySelector('#swagger-ui')
root.role = 'main'
document.head.insertAdjacentHTML('beforeend', '<meta name="viewport" content="width=device-width, initial-scale=1">')

/** Announces the status of a response to screen readers (WCAG 4.1.3). */
const announcement = document.createElement('output')
announcement.className = 'visually-hidden'
root.after(announcement)

const darkScheme = matchMedia('(prefers-color-scheme: dark)')
darkScheme.addEventListener('change', followScheme)
followScheme()

/** Swagger UI has a dark mode, but this layout has no switch for it. */
function followScheme() {
  document.documentElement.classList.toggle('dark-mode', darkScheme.matches)
}

/** In place of the start by @fastify/swagger-ui, which loads the copy of the document at /docs/json, whose server would be /docs. */
globalThis.onload = () =>
  globalThis.SwaggerUIBundle({
    dom_id: '#swagger-ui',
    url: new URL('../openapi.json', location.href).href,
    layout: 'BaseLayout',
    plugins: [adaptSwaggerUi],
    requestInterceptor: useFileType,
    responseInterceptor: announceStatus,
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    // Its colours are inline and have too little contrast.
    syntaxHighlight: false,
    tryItOutEnabled: true,
    validatorUrl: null,
  })

/** A file is sent with its own type instead of a range such as image/*. */
function useFileType(request) {
  if (request.body instanceof File) request.headers['Content-Type'] = request.body.type || 'application/octet-stream'
  return request
}

function announceStatus(response) {
  announcement.textContent = `Response: ${response.status}`
  return response
}

/** A plugin of Swagger UI. */
function adaptSwaggerUi({ React: { createElement, Fragment } }) {
  return {
    statePlugins: {
      auth: { wrapSelectors: { isAuthorized: ignoreAnonymous } },
      spec: { wrapActions: { updateJsonSpec: original => document => original(adaptDocument(document)) } },
    },
    wrapComponents: {
      // Swagger UI puts a link inside of a button. The address of an operation is in the address bar once it is open.
      DeepLink: () => props => createElement('span', null, props.text),
      InfoContainer: Original => props =>
        createElement(Fragment, null, createElement(Original, props), operationsHeading()),
      // Empty fields of forms are not sent.
      ParameterIncludeEmpty: () => () => null,
      // The policy of the page allows no other server than its own.
      ServersContainer: () => () => null,
    },
  }

  /** Between the title and the groups of operations, which are h3. */
  function operationsHeading() {
    return createElement('h2', { className: 'visually-hidden' }, 'Operations')
  }
}

/** Swagger UI takes an empty requirement, which makes credentials optional, for credentials. */
function ignoreAnonymous(original) {
  return (_state, security) => original(security?.filterNot(requirement => requirement.isEmpty()))
}

/** The document as the page shows it. */
function adaptDocument(document) {
  const { info, paths, components } = structuredClone(document)
  for (const { parameters = [], requestBody, responses } of Object.values(paths).flatMap(Object.values)) {
    for (const parameter of parameters) if (!parameter.required) moveExample(parameter, parameter.example)
    const form = requestBody?.content['multipart/form-data']
    if (form) form.schema = withoutValues(components.schemas[form.schema.$ref.split('/').at(-1)])
    for (const [status, { description }] of Object.entries(responses)) {
      if (status < 400) continue
      // All problem documents have the same form: it is shown once.
      if (status > 400) responses[status] = { description }
      responses[status].description = description.replace(/`(\w+)`/g, '[`$1`](../problems/$1)')
    }
  }
  info.description += '\n\n[Problems, with cause and solution](../problems/) · [openapi.yaml](../openapi.yaml)'
  return { ...document, info, paths }
}

/** Swagger UI would send the examples of optional parameters. */
function moveExample(parameter, example) {
  if (example === undefined) return
  parameter.description = [parameter.description, `For example \`${example}\`.`].join(' ')
  delete parameter.example
}

/** Swagger UI would send the examples of optional properties of a form, and invent others. */
function withoutValues(form) {
  const properties = Object.entries(form.properties).map(([name, { examples, ...property }]) => [
    name,
    form.required.includes(name) ? property : { ...property, default: '' },
  ])
  return { ...form, properties: Object.fromEntries(properties) }
}

/** Properties of elements: what Swagger UI leaves out, or has wrong. */
const accessibility = {
  pre: { tabIndex: 0 },
  '.copy-to-clipboard button': { ariaLabel: 'Copy' },
  '.examples-select-element': { ariaLabel: 'Example' },
  '.body-param__text, .opblock-section-request-body input[type=file]': { ariaLabel: 'Request body' },
  '.live-responses-table img': { alt: 'Picture in the response' },
  // Regions without names in Swagger UI
  '.responses-table': { role: 'table' },
  '.modal-ux': { role: 'dialog', ariaModal: 'true', ariaLabel: 'Available authorizations' },
  '.close-modal': { ariaLabel: 'Close' },
  '.auth-container h6': { ariaLevel: '5' },
  // Their labels differ from their texts.
  '.auth-btn-wrapper button': { ariaLabel: null },
}

function improve() {
  for (const [selector, properties] of Object.entries(accessibility))
    for (const element of root.querySelectorAll(selector)) Object.assign(element, properties)
  // The values of parameters and of properties of forms
  for (const field of root.querySelectorAll(
    '.parameters-col_description :is(input, select:not(.examples-select-element))',
  )) {
    const { paramName, propertyName } = field.closest('tr').dataset
    field.ariaLabel = paramName ?? propertyName
  }
  // The dialog may open far from the button that opens it.
  root.querySelector('.modal-ux:not(:focus-within) .close-modal')?.focus()
}

new MutationObserver(improve).observe(root, { childList: true, subtree: true })
