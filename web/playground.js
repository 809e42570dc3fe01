// The playground: opens a picture, a link, a stored page or texts, and runs what its buttons and fields stand for.
import * as contents from './content.js'
import * as editor from './editor.js'
import * as exports from './exports.js'
import { messageOf, rebuild, rebuildSoon, reveal, updateView } from './pages.js'
import { addFiles, cancel, openResult, showPictures, start, startFiles, updateCrop } from './pictures.js'
import { fetchPage, offlineError, requestPage, ServiceError } from './service.js'
import * as states from './state.js'
import * as views from './views.js'

const { byId, find } = views
const { keys, state } = states

/** @param {readonly File[]} files */
async function useFiles([first, ...others]) {
  if (!first) return
  if (/\.json$/i.test(first.name)) await importTexts(await first.text())
  else await startFiles([first, ...others])
}

/** @param {string} text a URL; https is added when it has no scheme @param {string} [name] */
function useAddress(text, name) {
  const url = states.withScheme(text)
  const last = url.startsWith('data:') ? 'the picture' : url.split(/[?#]/)[0]?.split('/').at(-1) || url
  start({ name: name ?? last, picture: url, url })
}

/** @param {Element} button whose drawing is the picture */
function useSample(button) {
  const drawing = button.querySelector('svg')
  if (!drawing) return
  const url = `data:image/svg+xml;base64,${btoa(new XMLSerializer().serializeToString(drawing))}`
  useAddress(url, button.textContent?.trim())
}

/** @param {DataTransfer | null} data of a drop or a paste */
function useData(data) {
  const files = [...(data?.files ?? [])]
  const text = (data?.getData('text/uri-list') || data?.getData('text/plain') || '').trim()
  if (files.length > 0) useFiles(files)
  else if (/^(https?:|data:image)/i.test(text)) useAddress(text)
  else if (text.startsWith('{')) importTexts(text)
}

/** Takes colours and fields from the fragment of the address, and the pictures that it names from this browser. */
async function useFragment() {
  const shared = states.parseFragment(location.hash)
  if (!shared) return openStored()
  const { style, fields } = shared
  const { picture: address = '', content: texts = '' } = fields
  const [id = ''] = states.idsIn(address)
  await states.loadPictures([id, ...states.idsIn(texts)])
  states.fillControls(fields)
  const isGone = (/** @type {string} */ src) => states.isKept(src) && !states.pictureAt(src)
  const content = contents.mapImages(contents.contentOf(fields), image => (isGone(image.src) ? undefined : image))
  exports.updateCaptureFields()
  const picture = states.pictureAt(address)
  await openResult({ style, ...(picture && { picture: { ...picture, id } }) }, content, fields.direction)
}

/** Opens texts as JSON, which the service reads as what they mean. @param {string} text of a content, or of a whole request */
async function importTexts(text) {
  try {
    const given = JSON.parse(text)
    const { result } = state
    const style = result ? states.pageRequest(result, result.picture?.src).style_metadata : { colors: [] }
    const { style_metadata = style, content = given, export_settings = {} } = given
    const request = { project_id: 'playground', style_metadata, content, export_settings }
    const { id } = await requestPage(request, { keys: keys() })
    history.replaceState(null, '', `?page=${id}`)
    await openStored()
  } catch (error) {
    const advice = 'Choose a file with the content of a page.'
    const noJson = new ServiceError({ kind: 'error', title: 'This is not JSON', advice })
    const shown = error instanceof SyntaxError ? noJson : error
    views.showFailure(shown, byId(state.result ? 'studio' : 'source'), () => importTexts(text))
  }
}

/** The page whose id is in the address. */
async function openStored() {
  const page = new URLSearchParams(location.search).get('page')
  if (!page) return
  try {
    const { style_metadata, content: texts, export_settings: settings = {} } = await fetchPage(page, { keys: keys() })
    const { preview, ...style } = style_metadata
    const { cta_url = '', ...content } = await states.keepImages(contents.parseContent(texts))
    states.fillControls({ ...settings, cta_url })
    const picture = preview && { ...preview, id: await states.keepPicture(preview) }
    await openResult({ style: states.styleOfPage(style), ...(picture && { picture }) }, content, settings.direction)
  } catch (error) {
    views.showFailure(error, byId('source'), openStored)
  }
}

/** Opens the dialog for what was clicked: the form, or the pictures of a part. @param {string} part */
function openPart(part) {
  if (!state.result) return
  if (part === 'form') editor.openForm()
  else showPictures(part)
}

/** @param {string} action of a button in the list of sections @param {number} at */
function actOnSection(action, at) {
  const { content } = state
  if (action === 'reveal') reveal(at)
  else if (action === 'pictures') openPart(`${at}`)
  else if (action === 'remove') editor.change(contents.removeSection(content, at))
  else if (action === 'up') editor.change(contents.moveSection(content, at, at - 1))
  else if (action === 'down') editor.change(contents.moveSection(content, at, at + 1))
  else editor.change(contents.resizeSection(content, at, action === 'more' ? 1 : -1))
}

/** @param {string} name kind of a section, or of a text that is missing */
async function add(name) {
  const { content } = state
  const kind = contents.kindNames.find(known => known === name)
  const at = kind ? contents.placeOfNew(content, kind) : 0
  await editor.change(kind ? contents.addSection(content, kind, at) : contents.addText(content, name))
  if (kind) reveal(at)
  if (kind === 'gallery') openPart(`${at}`)
}

/** @param {boolean} isOver whether a file is dragged over the page */
function drag(isOver) {
  byId('main').toggleAttribute('data-dragging', isOver)
  byId('drop-label').textContent = isOver ? 'Release to analyse' : 'Drop or paste pictures'
}

addEventListener('message', event => {
  const { path, text, before, isDone, focused, opened, place, files } = messageOf(event)
  if (typeof focused === 'string') editor.focusText(focused)
  else if (typeof opened === 'string') openPart(opened)
  else if (typeof place === 'string' && Array.isArray(files)) {
    const dropped = files.filter(file => file instanceof File)
    if (place === 'hero') useFiles(dropped.slice(0, 1))
    else addFiles(place, dropped)
  } else if (typeof path === 'string' && typeof text === 'string' && typeof before === 'string')
    editor.keepEdit({ path, text, before }, isDone === true)
})
addEventListener('click', editor.takeTyped, true)
addEventListener('input', editor.takeTyped, true)
addEventListener('dragenter', () => drag(true))
addEventListener('dragleave', ({ relatedTarget }) => drag(relatedTarget !== null))
addEventListener('dragover', event => event.preventDefault())
addEventListener('drop', event => {
  event.preventDefault()
  drag(false)
  useData(event.dataTransfer)
})
addEventListener('paste', event => {
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  if (!isField || event.clipboardData?.files.length) useData(event.clipboardData)
})
addEventListener('offline', () => {
  if (views.failureKind()) return
  if (state.result) views.showFailure(offlineError(), byId('studio'), rebuild)
  else views.showFailure(offlineError(), byId('source'), views.settle)
})
addEventListener('online', () => {
  if (views.failureKind() === 'offline') views.retry()
})
addEventListener('hashchange', useFragment)

/** @param {string} id @param {string} type of an event @param {(event: Event) => void} run */
function on(id, type, run) {
  byId(id).addEventListener(type, run)
}

/** Runs for clicks on the buttons of a list. @param {string} id @param {(button: HTMLButtonElement) => void} run */
function onButton(id, run) {
  on(id, 'click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) run(button)
  })
}

on('file', 'change', () => {
  const file = find('#file', HTMLInputElement)
  useFiles([...(file.files ?? [])])
  file.value = ''
})
on('source', 'submit', event => {
  event.preventDefault()
  const address = find('#address', HTMLInputElement)
  if (address.value.trim()) useAddress(address.value.trim())
  else if (views.failureKind() === 'key') views.retry()
  else address.focus()
})
for (const button of document.querySelectorAll('.sample')) button.addEventListener('click', () => useSample(button))
on('another', 'click', () => find('#chooser', HTMLDialogElement).showModal())
on('close', 'click', () => find('#chooser', HTMLDialogElement).close())
on('retry', 'click', views.retry)
on('cancel', 'click', cancel)
on('platforms', 'change', updateCrop)
on('main', 'input', exports.updateCaptureFields)
on('controls', 'input', rebuildSoon)
on('controls', 'submit', event => event.preventDefault())
// Paint the selection first: resizing the frame takes time.
on('view', 'change', () => requestAnimationFrame(() => setTimeout(updateView)))
onButton('sections', ({ dataset: { key = '' } }) => {
  const [action = '', at] = key.split(' ')
  actOnSection(action, Number(at))
})
onButton('addable', ({ dataset: { add: name = '' } }) => add(name))
on('undo', 'click', editor.undo)
for (const part of ['hero', 'brand', 'form']) on(`edit-${part}`, 'click', () => openPart(part))
on('editor', 'built', exports.showCode)
on('formats', 'change', exports.showCode)
on('capture', 'input', views.debounce(exports.showCode, 150))
on('capture', 'submit', event => {
  event.preventDefault()
  exports.downloadScript()
})
on('take', 'click', () => exports.renderCapture())
on('take-page', 'click', () => exports.renderCapture(exports.picture4k))
on('download-page', 'click', exports.downloadPage)
on('download-folder', 'click', exports.downloadFolder)
on('open-page', 'click', exports.openPublished)
on('copy-address', 'click', exports.copyAddress)
on('copy', 'click', () => views.copy(byId('code').textContent ?? '', 'Code'))

const phoneWidth = document.querySelector('input[name="width"][value="390"]')
if (innerWidth < 640 && phoneWidth instanceof HTMLInputElement) phoneWidth.checked = true
editor.openContent(contents.example)
exports.updateCaptureFields()
exports.offerRenders()
useFragment()
