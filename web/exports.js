// What leaves the playground: code, published pages and captures.
import * as contents from './content.js'
import { asksForAddress } from './editor.js'
import { buildWithPictures } from './pages.js'
import { createCaptureScript, mediaTypeOf, readArchive, readRenderRefusal, requestPage, takeRender } from './service.js'
import * as states from './state.js'
import * as views from './views.js'

const { fieldsOf, keys, state } = states
const { byId, find, make } = views

/** @typedef {import('../schemas/capture.ts').CaptureRequest} CaptureRequest */
/** @typedef {import('../schemas/capture-steps.ts').CaptureStep} CaptureStep */
/** @typedef {import('./service.js').Variables} Variables */

/** Shows the open page as code, in the format that is chosen. */
export function showCode() {
  const { result } = state
  const built = states.builtPage()
  if (!result || !built) return
  const { variables, schemes } = built
  const codes = {
    css: toCss(variables, schemes),
    tokens: `${JSON.stringify(result.analyzed?.style.tokens ?? variables, null, 2)}\n`,
    tailwind: toTailwind(variables, schemes),
    curl: toCurl(result),
  }
  byId('code').textContent = Object.entries(codes).find(([name]) => name === states.selected('format'))?.[1] ?? ''
}

/** The variables as a style sheet. @param {Variables} variables @param {readonly string[]} schemes of the page */
function toCss(variables, schemes) {
  const entries = /** @type {const} */ ([['color-scheme', schemes.join(' ')], ...Object.entries(variables)])
  return `:root {\n${declarations(entries, '  ')}}\n`
}

/** The variables as a theme for Tailwind CSS 4. @param {Variables} variables @param {readonly string[]} schemes of the page */
function toTailwind(variables, schemes) {
  const colors = Object.entries(variables).filter(([, value]) => views.isHex(views.valueIn(value, 'light')))
  const theme = /** @type {const} */ ([
    ...colors.map(([name, value]) => /** @type {const} */ ([name.replace('--sp-', '--color-'), value])),
    ['--font-title', variables['--sp-font-title']],
    ['--font-text', variables['--sp-font-text']],
  ])
  return `@import "tailwindcss";\n\n@theme {\n${declarations(theme, '  ')}}\n\n@layer base {\n  :root {\n    color-scheme: ${schemes.join(' ')};\n  }\n}\n`
}

/** @param {readonly (readonly [string, string | undefined])[]} entries @param {string} indent */
function declarations(entries, indent) {
  return entries.map(([name, value]) => `${indent}${name}: ${value};\n`).join('')
}

/** The requests of this page as shell commands. The picture of the page is taken from the file of the analysis. @param {states.Result} result */
function toCurl(result) {
  const source = result.analyzed?.source
  // Addresses that only this page can resolve are of no use elsewhere.
  const content = contents.mapImages(state.content, image => (states.isKept(image.src) ? undefined : image))
  const { style_metadata, ...page } = states.pageRequest(result, undefined, {}, content)
  const own = JSON.stringify(source ? page : { style_metadata, ...page }, null, 1)
  const build = curl('build-sparkpage', ['-H "content-type: application/json"', '-o page.json --data-binary @-'])
  const input = source ? 'jq -s add style.json /dev/stdin | ' : ''
  // Also behind a path prefix that the service does not know.
  const address = `${new URL('api/v1/pages/', document.baseURI).href}$(jq -r .page.id page.json)`
  const capture = JSON.stringify(captureRequest(fieldsOf(captureForm), pageAddress))
  const script = curl('capture-media', [
    ...['-H "content-type: application/json"', '-H "accept: text/javascript"', '-o capture.mjs'],
    `--data-binary ${quote(capture).replace(pageAddress, `'"$page"'`)}`,
  ])
  return [
    ...(source ? [`# Analyse the picture\n${analysisCommand(source)}`] : []),
    `# Build the page\n{ ${input}${build}\n} <<'END'\n${own}\nEND\njq -j .generated_html page.json > page.html`,
    `# Create the script that captures it\npage="${address}"\n${script}`,
    '',
  ].join('\n\n')
}

/** The placeholder of the page's address in a capture request. */
const pageAddress = 'https://page.invalid/'

/** @param {states.Source} source */
function analysisCommand({ picture }) {
  const { vision, provider } = keys()
  const [type, data] =
    typeof picture === 'string'
      ? ['application/json', quote(JSON.stringify({ source_url: picture }))]
      : [mediaTypeOf(picture), `@${quote(picture.name)}`]
  return curl(`analyze-vibe?target_platform=${states.selectedPlatform()}&preview=${states.hasPicture()}`, [
    `-H "content-type: ${type}"`,
    ...(vision ? ['-H "x-vision-key: $VISION_KEY"'] : []),
    ...(provider ? [`-H "x-vision-provider: ${provider}"`] : []),
    `-o style.json --data-binary ${data}`,
  ])
}

/** @param {string} operation @param {readonly string[]} options */
function curl(operation, options) {
  return [
    `curl -sS ${quote(new URL(`api/v1/${operation}`, document.baseURI).href)}`,
    ...(keys().access ? ['-H "authorization: Bearer $API_KEY"'] : []),
    ...options,
  ].join(' \\\n  ')
}

/** One shell argument. @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** @param {BlobPart} data @param {string} type @param {string} name */
function download(data, type, name) {
  const url = URL.createObjectURL(new Blob([data], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  views.showToast(`${name} downloaded`)
}

/** Runs what may fail; a success removes an earlier error. @template T @param {Element} place of an error @param {() => void} again @param {() => Promise<T>} run @returns {Promise<T | undefined>} */
async function attempt(place, again, run) {
  try {
    const made = await run()
    if (views.failureKind()) views.settle()
    return made
  } catch (error) {
    views.showFailure(error, place, again)
  }
}

export async function downloadPage() {
  const content = await askForContent()
  if (!content) return
  // The service stores what it builds: it gets no pictures before the page is published.
  const built = await attempt(byId('controls'), downloadPage, () => buildWithPictures({}, { keys: keys() }, content))
  if (built) download(built.html, 'text/html', 'sparkpage.html')
}

export async function openPublished() {
  const content = await askForContent()
  if (!content) return
  // Browsers open windows during a click only.
  const page = open('', '_blank')
  const built = await attempt(byId('controls'), openPublished, () => publish(content))
  if (page && built) page.location.href = built.address
  else page?.close()
}

export async function copyAddress() {
  const content = await askForContent()
  const built = content && (await attempt(byId('controls'), copyAddress, () => publish(content)))
  if (built) views.copy(built.address, 'Address')
}

export async function downloadFolder() {
  const content = await askForContent()
  if (!content) return
  const archive = await attempt(byId('controls'), downloadFolder, async () => {
    const built = await publish(content)
    return built && readArchive(built.id, { keys: keys() })
  })
  if (archive) download(archive, 'application/zip', 'sparkpage.zip')
}

/** Stores the page, with its pictures. @param {contents.Content} [content] */
async function publish(content) {
  const built = await storePage({ keys: keys() }, content)
  if (!built) return undefined
  const link = make('a', { href: built.address, target: '_blank' }, built.address)
  const hint = 'This address keeps showing the page as it is now: a changed page gets its own.'
  byId('published').replaceChildren(make('p', {}, 'Published: ', link), make('p', { class: 'hint' }, hint))
  byId('published').hidden = false
  return built
}

/** @param {import('./service.js').Options} options @param {contents.Content} [content] */
async function storePage(options, content) {
  if (!state.result) return undefined
  const request = states.pageRequest(state.result, state.result.picture?.src, {}, content)
  return requestPage(JSON.parse(states.embedPictures(JSON.stringify(request))), options)
}

/** Sample texts that the question lists. */
const maxShownTexts = 8

/** Asks whether sample texts are published. @returns {Promise<contents.Content | undefined>} undefined: nothing */
async function askForContent() {
  const { content } = state
  if (asksForAddress()) return undefined
  const texts = contents.samplesIn(content)
  if (texts.length === 0) return content
  const shown = texts.slice(0, maxShownTexts).map(({ text }) => text.split('\n')[0] ?? '')
  const rest = texts.length > maxShownTexts ? [`and ${texts.length - maxShownTexts} more`] : []
  byId('samples-list').replaceChildren(...[...shown, ...rest].map(line => make('li', {}, line)))
  const names = contents
    .onlySamples(content)
    .map(section => `“${section.heading || contents.kinds[contents.kindOf(section)].name}”`)
  const listed = new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
  const without = names.length > 0 ? `Without them, the page has no ${listed}. ` : ''
  const form = content.form ? 'Your form stays on the page. ' : ''
  byId('samples-hint').textContent = `${without}${form}All of them stay in the editor.`
  const dialog = find('#samples', HTMLDialogElement)
  dialog.returnValue = 'edit'
  dialog.showModal()
  await new Promise(resolve => dialog.addEventListener('close', resolve, { once: true }))
  if (dialog.returnValue === 'with') return content
  return dialog.returnValue === 'without' ? contents.withoutSamples(content) : undefined
}

const captureForm = find('#capture', HTMLFormElement)

/** Fields without an effect on the output that is chosen, which `data-outputs` names. */
export function updateCaptureFields() {
  const output = find('#output', HTMLSelectElement).value
  for (const field of captureForm.querySelectorAll('[data-outputs]'))
    field.toggleAttribute('disabled', !field.getAttribute('data-outputs')?.split(' ').includes(output))
  if (!find('#full-page', HTMLInputElement).checked) find('#max-height', HTMLInputElement).disabled = true
  byId('take').textContent = output === 'mp4' ? 'Record the video' : 'Take the picture'
}

const seconds = (/** @type {string} */ text) => `${text}s`

/** The members of a request that are not the text of their field; a checked box has the text `on`. @type {Readonly<Record<string, (text: string) => unknown>>} */
const captureMembers = {
  record_duration: seconds,
  delay: seconds,
  fps: Number,
  quality: Number,
  max_height: Number,
  accept_status: text => text.split(/[\s,]+/).map(Number),
  hide_selectors: text => [text],
  steps: text =>
    text
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(toStep),
}

/** @param {states.Fields} fields of the form of the capture; those that are empty keep their defaults @param {string} address @returns {CaptureRequest} */
function captureRequest({ size = '', target_url, output_format: output, ...fields }, address) {
  const platform = states.uprightPlatforms.find(name => name === size)
  const [width = 1920, height = 1080, deviceScaleFactor = 2] = size.split(' ').map(Number)
  const written = Object.entries(fields).filter(([, text]) => text !== '')
  return {
    target_url: target_url ? states.withScheme(target_url) : address,
    ...(platform ? { platform } : { viewport: { width, height, deviceScaleFactor } }),
    output_format: output === 'mp4' ? 'mp4' : 'png',
    ...((output === 'jpeg' || output === 'webp') && { image_type: output }),
    ...Object.fromEntries(
      written.map(([name, text]) => [name, captureMembers[name]?.(text) ?? (text === 'on' || text)]),
    ),
  }
}

/** A line with an action and what it needs; without an action it names what to click. @param {string} line @returns {CaptureStep} */
function toStep(line) {
  const [, action, rest = ''] = /^\s*(\w+)\s+(.*?)\s*$/.exec(line) ?? []
  const [, text = '', selector = ''] = /^(.*)\s+in\s+(.+)$/.exec(rest) ?? []
  if (action === 'type' || action === 'fill') return { action, selector, text: textOf(text) }
  if (action === 'press') return selector ? { action, selector, key: text } : { action, key: rest }
  if (action === 'wait') return { action, duration: `${rest.replace(/\s*s$/, '')}s` }
  if (action === 'css') return { action, css: rest }
  if (action === 'goto') return { action, url: states.withScheme(rest) }
  if (action === 'click' || action === 'hover' || action === 'scroll_to') return { action, selector: rest }
  return { action: 'click', selector: line.trim() }
}

/** A text to type, or the variable that the script reads it from. @param {string} text */
function textOf(text) {
  const [, env] = /^\{\s*"env"\s*:\s*"(\w+)"\s*\}$/.exec(text) ?? []
  return env === undefined ? text : { env }
}

export async function downloadScript() {
  const fields = fieldsOf(captureForm)
  if (!fields.target_url && asksForAddress()) return
  const script = await attempt(captureForm, downloadScript, async () => {
    const address = fields.target_url || (await publish())?.address
    return address && createCaptureScript(captureRequest(fields, address), { keys: keys() })
  })
  if (script) download(script, 'text/javascript', 'capture.mjs')
}

export async function offerRenders() {
  const refusal = await readRenderRefusal().catch(() => 'It cannot be reached.')
  for (const id of ['take', 'take-page']) byId(id).hidden = refusal !== null
  byId('no-renders').hidden = refusal === null
  byId('no-renders').textContent = `This service takes no pictures itself. ${refusal}`
}

/** @type {states.Fields} */
export const picture4k = { output_format: 'png', size: '1920 1080 2' }

const renderDialog = find('#render', HTMLDialogElement)
const progress = find('#render-progress', HTMLProgressElement)
let renderAbort = new AbortController()
let fileUrl = ''

/** Has the service render the open page, or another address. @param {states.Fields} [fields] of the form */
export async function renderCapture(fields = fieldsOf(captureForm)) {
  if (!fields.target_url && asksForAddress()) return
  clearRender()
  renderAbort = new AbortController()
  const { signal } = renderAbort
  byId('render-title').textContent = fields.output_format === 'mp4' ? 'Video' : 'Picture'
  byId('render-status').textContent = 'Storing the page'
  if (!renderDialog.open) renderDialog.showModal()
  const options = { keys: keys(), signal }
  try {
    const address = fields.target_url || (await storePage(options))?.address
    if (address) showRender(await takeRender(captureRequest(fields, address), showProgress, options))
    if (views.failureKind()) views.settle()
  } catch (error) {
    if (signal.aborted) return
    byId('render-status').textContent = ''
    progress.hidden = true
    views.showFailure(error, renderDialog, () => renderCapture(fields))
  }
}

function clearRender() {
  renderAbort.abort()
  URL.revokeObjectURL(fileUrl)
  for (const id of ['render-file', 'render-save']) byId(id).replaceChildren()
  views.showNotes(byId('render-notes'), [])
  progress.hidden = true
}

/** @param {import('../schemas/render.ts').Render} render */
function showProgress({ status, progress: part }) {
  byId('render-status').textContent = status === 'queued' ? 'Waiting for its turn' : 'Taking it'
  progress.hidden = part === undefined
  progress.value = part ?? 0
}

/** What a page looks like in place of its content. @type {Readonly<Record<string, string>>} */
const looks = {
  sign_in: 'The page asks to sign in.',
  challenge: 'The page asks whether you are a robot.',
  blank: 'The page is blank.',
}

/** @param {Awaited<ReturnType<typeof takeRender>>} taken */
function showRender({ render: { type = 'image/png', width, height, verdict }, file, warnings }) {
  fileUrl = URL.createObjectURL(file)
  const isFilm = type.startsWith('video/')
  const shown = isFilm ? make('video', { src: fileUrl, controls: '' }) : make('img', { src: fileUrl, alt: 'The page' })
  byId('render-status').textContent = `${width} × ${height} px, ${(file.size / 1e6).toFixed(1)} MB`
  progress.hidden = true
  byId('render-file').replaceChildren(shown)
  const look = looks[verdict?.looks_like ?? '']
  views.showNotes(byId('render-notes'), [...(look ? [look] : []), ...warnings])
  const name = `page.${type.replace(/.*\//, '')}`
  const save = make('a', { class: 'button', href: fileUrl, download: name }, 'Download')
  byId('render-save').replaceChildren(save)
  save.focus()
}

for (const answer of ['without', 'with', 'edit'])
  byId(`samples-${answer}`).addEventListener('click', () => find('#samples', HTMLDialogElement).close(answer))
byId('render-close').addEventListener('click', () => renderDialog.close())
renderDialog.addEventListener('close', clearRender)
