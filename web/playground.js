// The playground: analyses a picture, shows a page of each direction built from it, of which one is edited, and exports the results.
import * as contents from './content.js'
import { createFormDialog, createPictureDialog, createRenderDialog, createSamplesDialog } from './dialogs.js'
import { createGallery, createLargePage, directionNames, directionTitles, markSection, showSections } from './editor.js'
import * as formats from './formats.js'
import * as pictures from './pictures.js'
import { onlySamples, samplesIn, withoutSamples } from './samples.js'
import {
  createCaptureScript,
  fetchPage,
  offlineError,
  readArchive,
  readRenderRefusal,
  requestAnalysis,
  requestPage,
  ServiceError,
  takeRender,
} from './service.js'
import * as views from './views.js'

const { byId, find } = views

/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('./editor.js').Direction} Direction */

/**
 * @typedef {object} Source
 * @property {string} name
 * @property {File | string} picture A file, or the address of a picture.
 * @property {string} [url] At which this page can show it.
 */

/** @typedef {Pick<Awaited<ReturnType<typeof requestPage>>, 'html' | 'variables' | 'schemes' | 'warnings'>} Built */

/**
 * The current result; it has no `analyzed` when its style came from a shared link.
 * @typedef {object} Result
 * @property {import('./formats.js').PageStyle} style
 * @property {{ readonly source: Source, readonly style: Style, readonly warnings: readonly string[] }} [analyzed]
 * @property {pictures.Picture & { readonly id: string }} [picture] The picture for the page, as this browser keeps it.
 * @property {Direction} [best] The direction that suits the picture best.
 * @property {ReadonlyMap<Direction, Built>} [pages] Without linked style sheets.
 */

const main = byId('main')
const notice = byId('notice')
const studio = byId('studio')
const chooser = find('chooser', HTMLDialogElement)
const sourceForm = byId('source')
const controls = find('controls', HTMLFormElement)
const capture = find('capture', HTMLFormElement)
const input = (/** @type {string} */ id) => find(id, HTMLInputElement)
const select = (/** @type {string} */ id) => find(id, HTMLSelectElement)
const copyColor = (/** @type {string} */ hex) => copy(hex, hex)

/** @type {Result | undefined} */
let result
let analysisAbort = new AbortController()
let buildAbort = new AbortController()
/** @type {{ readonly kind: string, readonly retry: () => void } | undefined} */
let failed
let content = contents.example
/** Earlier contents, the latest last. @type {readonly import('./content.js').Content[]} */
let past = []
/** The one that is open; undefined: the best for the picture. @type {Direction | undefined} */
let chosen
/** @type {ReturnType<typeof createGallery> | undefined} */
let gallery
/** @type {ReturnType<typeof createLargePage> | undefined} */
let largePage
/** Updates the elapsed time or the countdown. @type {ReturnType<typeof setInterval> | undefined} */
let timer

/** Analyses a picture and builds its pages. @param {Source} source */
async function start(source) {
  analysisAbort.abort()
  analysisAbort = new AbortController()
  const { signal } = analysisAbort
  const previous = result
  failed = undefined
  notice.hidden = true
  toggleStudio(true)
  views.showPicture(source.name, source.url)
  setState('analysing')
  showActivity(source.name)
  byId('cancel').focus({ preventScroll: true })
  scrollTo({ top: 0, behavior: 'instant' })
  try {
    const platform = selectedPlatform()
    const { style, warnings } = await requestAnalysis(source.picture, {
      platform,
      hasPreview: true,
      keys: keys(),
      signal,
    })
    signal.throwIfAborted()
    chosen = undefined
    const picture = style.preview && { ...style.preview, id: await pictures.keepPicture(style.preview) }
    show({ style: formats.pageStyle(style), analyzed: { source, style, warnings }, ...(picture && { picture }) })
    await rebuild()
    signal.throwIfAborted()
    if (selectedPlatform() !== platform) await updateCrop()
  } catch (error) {
    if (signal.aborted && signal.reason !== 'cancelled') return
    show(previous)
    settle()
    if (signal.aborted) showToast('Cancelled')
    else fail(error, previous ? studio : sourceForm, () => start(source))
  }
}

/** What is known before the pages are built. @param {Result | undefined} next */
function show(next) {
  result = next
  if (!next) return toggleStudio(false)
  const { analyzed, style, picture } = next
  byId('picture-choice').hidden = picture === undefined
  if (!analyzed) return views.showSharedColors(style, picture?.src, copyColor)
  views.showPicture(analyzed.source.name, analyzed.source.url, picture?.src)
  views.showStyle(analyzed.style, analyzed.warnings, copyColor)
}

/** The form for the picture is in the introduction, or in a dialog over the studio. @param {boolean} isOpen */
function toggleStudio(isOpen) {
  if (chooser.open) chooser.close()
  if (isOpen) chooser.append(sourceForm)
  else document.querySelector('.pitch')?.after(sourceForm)
  for (const id of ['studio', 'another']) byId(id).hidden = !isOpen
  byId('intro').hidden = isOpen
  if (!isOpen) for (const id of ['editor', 'details']) byId(id).hidden = true
  gallery ??= createGallery(byId('cards'), openDirection)
  largePage ??= createLargePage(byId('stage'), {
    onEdit: keepEdit,
    onFocus: path => {
      kept = undefined
      markSection(path)
    },
    onOpen: openPart,
    onFiles: addFiles,
  })
}

/** The placeholder of the picture in what the service builds, so that an edit does not send it; a page with an address has the picture itself. */
const placeholder = 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'

function direction() {
  return chosen ?? result?.best ?? 'studio'
}

function pageFields() {
  return { ...fieldsOf(controls), direction: direction() }
}

function hasPicture() {
  return result?.picture !== undefined && input('has-picture').checked
}

/** The page as texts and fields describe it. @param {Result} current @param {string | undefined} src of its picture @param {Readonly<Record<string, string>>} [fields] @param {import('./content.js').Content} [texts] */
function requestOf({ style, picture }, src, fields, texts = content) {
  const { width = 0, height = 0 } = picture ?? {}
  const preview = src && hasPicture() ? { src, width, height } : undefined
  return formats.pageRequest(style, texts, { ...pageFields(), ...fields }, preview)
}

/** A page without texts, for its direction. @param {Result} current @param {import('./service.js').Options} options */
async function findBest(current, options) {
  const request = formats.pageRequest(
    current.style,
    { headline: '', sub_headline: '', cta_button_text: '', sections: [] },
    { fonts: 'system' },
  )
  const { direction } = await requestPage(request, options)
  return directionNames.find(name => name === direction)
}

/** After an edit, ms. */
const cardDelayMs = 1000

/** Builds the pages again: after an edit, the open one first. @param {boolean} [isStill] whether the first screen stays as it is */
async function rebuild(isStill = false) {
  if (!result) return
  buildAbort.abort()
  buildAbort = new AbortController()
  const { signal } = buildAbort
  const options = { keys: keys(), signal }
  const onError = (/** @type {unknown} */ error) => {
    if (!signal.aborted) fail(error, result?.pages ? controls : studio, rebuild)
  }
  try {
    const best = result.best ?? (await findBest(result, options))
    if (signal.aborted) return
    result = { ...result, ...(best && { best }) }
    gallery?.label(best, direction())
    updateAddressSoon()
    const { src = '' } = result.picture ?? {}
    /** @type {Map<Direction, Built>} */
    const pages = new Map()
    // The frames load nothing: there, the rules of a linked style sheet are in the page.
    const build = async (/** @type {Direction} */ name) => {
      if (!result) return
      const request = requestOf(result, placeholder, { direction: name })
      const built = await requestPage(request, options)
      const html = pictures.embedPictures(built.html.replaceAll(placeholder, src))
      pages.set(name, { ...built, html })
      gallery?.show(name, { html, scheme: selected('visitor') })
      if (name !== direction()) return
      result = { ...result, pages }
      showOpen(isStill)
    }
    const isEdit = result.pages !== undefined
    const isFirst = (/** @type {Direction} */ name) => !isEdit || name === direction()
    await Promise.all(directionNames.filter(isFirst).map(build))
    settle()
    const others = directionNames.filter(name => !pages.has(name))
    if (isEdit) setTimeout(() => signal.aborted || Promise.all(others.map(build)).catch(onError), cardDelayMs)
  } catch (error) {
    onError(error)
  }
}

function openPageOf() {
  return result?.pages?.get(direction())
}

/** @param {boolean} isStill */
function showOpen(isStill) {
  const built = openPageOf()
  if (!built) return
  const { variables, schemes, warnings } = built
  for (const id of ['editor', 'details']) byId(id).hidden = false
  byId('visitors').hidden = schemes.length < 2
  byId('editor-title').textContent = directionTitles[direction()][0]
  views.showNotes(byId('page-notes'), warnings)
  views.showRoles(result?.analyzed?.style, variables, schemes)
  showSections(content, actOnSection, add)
  showCode()
  showPreview(isStill)
}

/** @param {Direction} name */
function openDirection(name) {
  if (!result?.pages) return
  chosen = name
  gallery?.label(result.best, name)
  if (openPageOf()) showOpen(false)
  else rebuild()
  updateAddressSoon()
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  byId('editor').scrollIntoView({ behavior: isReduced ? 'instant' : 'smooth' })
  byId('editor-title').focus({ preventScroll: true })
}

/** @param {import('./content.js').Content} next @param {boolean} [isStill] whether the first screen stays as it is */
async function change(next, isStill = true) {
  if (next !== content) setContent(next, [...past, content])
  showSections(content, actOnSection, add)
  if (main.dataset.state !== 'analysing') await rebuild(isStill)
}

/** What is being typed in the page, and what a click outside of it has taken over already. @type {import('./content.js').Edit | undefined} */
let typed
/** @type {import('./content.js').Edit | undefined} */
let kept

/** @param {import('./content.js').Edit} made @param {boolean} isDone whether the text has lost the focus */
function keepEdit(made, isDone) {
  typed = isDone ? undefined : made
  if (isDone && made.text !== made.before && kept?.path !== made.path) change(contents.edit(content, made))
}

/** The frame tells of the lost focus when the click is over: a button acts on what was typed. */
function takeTyped() {
  if (!typed) return
  kept = typed
  typed = undefined
  const next = contents.edit(content, kept)
  if (next === content) return
  setContent(next, [...past, content])
  rebuildSoon()
}

/** @param {import('./content.js').Content} next @param {readonly import('./content.js').Content[]} earlier */
function setContent(next, earlier) {
  content = next
  past = earlier
  find('undo', HTMLButtonElement).disabled = past.length === 0
}

async function undo() {
  const last = past.at(-1)
  if (!last) return
  setContent(last, past.slice(0, -1))
  await change(last)
}

/** @param {import('./editor.js').SectionAction} action @param {number} at */
function actOnSection(action, at) {
  if (action === 'reveal') return largePage?.reveal(at)
  if (action === 'pictures') return openPart(`${at}`)
  if (action === 'remove') change(contents.removeSection(content, at))
  else if (action === 'up' || action === 'down')
    change(contents.moveSection(content, at, at + (action === 'up' ? -1 : 1)))
  else change(contents.resizeSection(content, at, action === 'more' ? 1 : -1))
}

/** @param {string} name kind of a section, or of a text that is missing */
async function add(name) {
  const kind = contents.kindNames.find(known => known === name)
  const at = kind ? contents.placeOfNew(content, kind) : 0
  await change(kind ? contents.addSection(content, kind, at) : contents.addText(content, name))
  if (kind) largePage?.reveal(at)
  if (kind === 'gallery') openPart(`${at}`)
}

const pictureDialog = createPictureDialog({
  onFiles: addFiles,
  onRemove: path => changePictures(contents.withImage(content, path)),
  onChange: (path, made) => {
    if (path === 'hero') return made.focus && moveFocus(made.focus)
    const image = contents.picturePlaces(content, path).find(place => place.path === path)?.image
    if (image) changePictures(contents.withImage(content, path, { ...image, ...made }))
  },
})
const renderDialog = createRenderDialog()
const samplesDialog = createSamplesDialog()
const formDialog = createFormDialog({ onChange: form => change(contents.withForm(content, form)) })

/** Opens the dialog for what was clicked: the form, or the pictures of a part. @param {string} part */
function openPart(part) {
  if (!result) return
  if (part !== 'form') return showPictures(part)
  const form = content.form ?? contents.sampleForm
  formDialog.show(form)
  showForm(form)
}

/** In the preview, where it stays when its dialog is closed. @param {import('./content.js').Form} form */
async function showForm(form) {
  if (!content.form) await change(contents.withForm(content, form))
  largePage?.reveal('form')
}

/** @param {string} part `hero`, `brand`, a section, or `section.item` */
function showPictures(part) {
  if (part === 'hero') {
    const { picture, style } = result ?? {}
    const { focal_point: focus } = style ?? {}
    const place = { path: part, label: 'Main picture', ...(picture && { src: picture.src }), ...(focus && { focus }) }
    return pictureDialog.show(part, 'Main picture', [place])
  }
  const rows = contents.picturePlaces(content, part).map(({ path, label, image }) => {
    const shown = image && { src: pictures.pictureAt(image.src)?.src ?? image.src, alt: image.alt }
    return { path, label, ...shown, ...(image?.focus && { focus: image.focus }) }
  })
  const section = content.sections[Number.parseInt(part, 10)]
  const name = section && contents.kinds[contents.kindOf(section)].name
  pictureDialog.show(part, name ? `Pictures: ${section.heading || name}` : 'Logo', rows)
}

/** Changes the content, and what the dialog shows of it. @param {import('./content.js').Content} next */
function changePictures(next) {
  change(next)
  if (pictureDialog.isOpen()) showPictures(pictureDialog.path())
}

/** The focus of the main picture decides instead of what the analysis found. @param {{ readonly x: number, readonly y: number }} focus */
function moveFocus(focus) {
  if (!result) return
  const { composition: { subject: _, ...composition } = {}, faces: __, ...style } = result.style
  result = { ...result, style: { ...style, faces: undefined, composition, focal_point: focus } }
  rebuildSoon()
}

/** Puts pictures into a part of the page: measured by the service, and kept in this browser. @param {string} part @param {readonly File[]} files */
async function addFiles(part, files) {
  const [first] = files
  if (!first) return
  if (part === 'hero') {
    find('pictures', HTMLDialogElement).close()
    return useFiles([first])
  }
  /** @type {import('./content.js').Image[]} */
  const images = []
  try {
    for (const file of files) {
      showToast(`Adding ${file.name}`)
      const platform = selectedPlatform()
      const options = { keys: { ...keys(), vision: '', provider: '' } }
      const { style } = await requestAnalysis(file, { platform, hasPreview: true, ...options })
      if (!style.preview) continue
      const { x, y } = style.focal_point ?? { x: 0.5, y: 0.5 }
      images.push({ src: pictures.addressOf(await pictures.keepPicture(style.preview)), alt: '', focus: { x, y } })
    }
    if (failed) settle()
  } catch (error) {
    fail(error, pictureDialog.isOpen() ? byId('pictures') : controls, () => addFiles(part, files.slice(images.length)))
  }
  if (images.length === 0) return
  changePictures(contents.addImages(content, part, images))
  showToast(images.length === 1 ? 'Picture added' : `${images.length} pictures added`)
}

async function updateCrop() {
  const platform = selectedPlatform()
  if (main.dataset.state === 'analysing' || !result?.analyzed) return
  const { analyzed } = result
  const { signal } = analysisAbort
  try {
    const { style } = await requestAnalysis(analyzed.source.picture, { platform, keys: keys(), signal })
    if (selectedPlatform() !== platform || result?.analyzed?.source !== analyzed.source) return
    result = { ...result, analyzed: { ...analyzed, style } }
    views.showCrop(style)
    showCode()
    settle()
  } catch (error) {
    if (!signal.aborted) fail(error, byId('crops'), updateCrop)
  }
}

/** @param {'empty' | 'analysing' | 'done' | 'partial' | 'error' | 'limited' | 'offline'} state */
function setState(state) {
  const focused = document.activeElement
  main.dataset.state = state
  // Move the focus if its element is hidden in this state.
  if (focused?.closest('.progress, .notice') && !focused.checkVisibility())
    byId(studio.hidden ? 'file' : 'result-title').focus({ preventScroll: true })
}

/** The state that follows from the current result. */
function settle() {
  failed = undefined
  clearInterval(timer)
  notice.hidden = true
  const hasNotes = !byId('notes').hidden || !byId('page-notes').hidden
  setState(result ? (hasNotes ? 'partial' : 'done') : 'empty')
}

/** Shows an error inside `place`, and retries by itself after a known time. @param {unknown} error @param {Element} place @param {() => void} retry */
function fail(error, place, retry) {
  /** @type {import('./service.js').ErrorFacts} */
  const unexpected = { kind: 'error', title: 'Unexpected error on this page', advice: 'Try again, or reload the page.' }
  const facts = error instanceof ServiceError ? error.facts : unexpected
  const tryAgain = () => {
    if (chooser.open) chooser.close()
    retry()
  }
  clearInterval(timer)
  failed = { kind: facts.kind, retry: tryAgain }
  const isKeyMissing = facts.kind === 'key'
  const target = isKeyMissing ? sourceForm : place
  target.prepend(notice)
  const countdown = views.showError(notice, facts, tryAgain)
  setState(facts.kind === 'limited' || facts.kind === 'offline' ? facts.kind : 'error')
  if (isKeyMissing) {
    if (!studio.hidden && !chooser.open) chooser.showModal()
    find('keys', HTMLDetailsElement).open = true
    input('access').focus()
  }
  if (!facts.seconds) return
  const end = Date.now() + facts.seconds * 1000
  repeat(() => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    countdown.textContent = `${left} s`
    if (left > 0) return
    clearInterval(timer)
    tryAgain()
  }, 250)
}

/** With the elapsed time. @param {string} name of the picture */
function showActivity(name) {
  const began = performance.now()
  byId('activity').textContent = `Analysing ${name}`
  repeat(() => {
    byId('time').textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`
  }, 100)
}

/** Replaces the running timer. @param {() => void} tick @param {number} intervalMs */
function repeat(tick, intervalMs) {
  clearInterval(timer)
  timer = setInterval(tick, intervalMs)
  tick()
}

/** @param {() => void} run @param {number} delayMs */
function debounce(run, delayMs) {
  let pending = 0
  return () => {
    clearTimeout(pending)
    pending = window.setTimeout(run, delayMs)
  }
}

/** Browsers limit changes of the address. */
const updateAddressSoon = debounce(() => {
  if (!result) return
  const { picture } = result
  const shown = picture && { picture: pictures.addressOf(picture.id) }
  const fields = { ...pageFields(), ...contents.contentFields(content), ...shown }
  history.replaceState(null, '', `#${formats.toFragment(result.style, fields)}`)
}, 400)
/** Changes during an analysis are read afterwards. */
const rebuildSoon = debounce(() => {
  if (main.dataset.state !== 'analysing') rebuild()
}, 250)
const showCodeSoon = debounce(showCode, 150)
const clearToastSoon = debounce(() => {
  byId('toast').replaceChildren()
  byId('toast').hidePopover()
}, 4000)

/** @param {string} text */
function showToast(text) {
  const toast = byId('toast')
  // Above a dialog that was opened since.
  if (toast.matches(':popover-open')) toast.hidePopover()
  toast.showPopover()
  toast.textContent = text
  clearToastSoon()
}

/** @param {string} name of a group of radio buttons */
function selected(name) {
  return document.querySelector(`input[name="${name}"]:checked`)?.getAttribute('value') ?? ''
}

function selectedPlatform() {
  return formats.uprightPlatforms.find(name => name === selected('platform')) ?? 'web_16_9'
}

function showPreview(isStill = true) {
  const built = openPageOf()
  if (built)
    largePage?.show(built.html, content, { width: Number(selected('width')), scheme: selected('visitor'), isStill })
}

/** The scheme that the visitor prefers has changed, or the width. */
function updateView() {
  for (const [name, { html }] of result?.pages ?? []) gallery?.show(name, { html, scheme: selected('visitor') })
  showPreview()
}

/** Keys are kept in their fields only. */
function keys() {
  return {
    access: input('access').value.trim(),
    vision: input('vision').value.trim(),
    provider: select('provider').value,
  }
}

/** @param {HTMLFormElement} form @returns {import('./formats.js').Fields} without those that are disabled */
function fieldsOf(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
}

/** @param {import('./formats.js').Fields} fields */
function fillControls(fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = controls.elements.namedItem(name)
    if (field && 'value' in field) field.value = value
  }
}

/** Fields that another choice makes meaningless. */
function updateFields() {
  const { without } = formats.outputOf(select('output').value)
  for (const id of formats.outputFields) byId(id).toggleAttribute('disabled', without.includes(id))
  if (!input('full-page').checked) input('max-height').disabled = true
  byId('take').textContent = select('output').value === 'mp4' ? 'Record the film' : 'Take the picture'
}

/** Addresses that only this page can resolve are of no use elsewhere. @param {ReturnType<typeof requestOf>} request */
function withoutOwnPictures({ content: { sections = [], ...texts }, ...request }) {
  const own = contents.mapImages({ ...texts, sections }, image => (pictures.isKept(image.src) ? undefined : image))
  return { ...request, content: { ...own, sections: [...own.sections] } }
}

/** @param {Result} current */
function commands(current) {
  const { analyzed } = current
  const requests = {
    analysis: analyzed && { picture: analyzed.source.picture, platform: selectedPlatform() },
    page: withoutOwnPictures(requestOf(current, undefined)),
    hasPicture: hasPicture(),
    capture: formats.captureRequest(fieldsOf(capture), formats.pageAddress),
  }
  return formats.toCurl(requests, keys())
}

function showCode() {
  const built = openPageOf()
  if (!result || !built) return
  const { variables, schemes } = built
  const { analyzed } = result
  const codes = {
    css: formats.toCss(variables, schemes),
    tokens: `${JSON.stringify(analyzed?.style.tokens ?? variables, null, 2)}\n`,
    tailwind: formats.toTailwind(variables, schemes),
    curl: commands(result),
  }
  byId('code').textContent = Object.entries(codes).find(([name]) => name === selected('format'))?.[1] ?? ''
}

/** @param {BlobPart} data @param {string} type @param {string} name */
function download(data, type, name) {
  const url = URL.createObjectURL(new Blob([data], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  showToast(`${name} downloaded`)
}

/** @param {string} text @param {string} label */
async function copy(text, label) {
  await navigator.clipboard.writeText(text).then(
    () => showToast(`${label} copied`),
    () => showToast('The browser blocked the clipboard'),
  )
}

/** The page with its pictures. @param {Result} current @param {import('./content.js').Content} [texts] @returns {ReturnType<typeof requestOf>} */
function wholeRequest(current, texts) {
  return JSON.parse(pictures.embedPictures(JSON.stringify(requestOf(current, current.picture?.src, {}, texts))))
}

async function downloadPage() {
  const texts = await askForTexts()
  if (!result || !texts) return
  try {
    const { html } = await requestPage(requestOf(result, placeholder, {}, texts), { keys: keys() })
    if (failed) settle()
    // The service stores what it builds: it gets no pictures before the page is published.
    const whole = pictures.embedPictures(html.replaceAll(placeholder, result.picture?.src ?? ''))
    download(whole, 'text/html', 'sparkpage.html')
  } catch (error) {
    fail(error, controls, downloadPage)
  }
}

/** A form that leads nowhere would lose what visitors write. */
function asksForAddress() {
  if (content.form?.action !== contents.sampleForm.action) return false
  formDialog.show(content.form)
  input('form-action').focus()
  showToast('Enter where the form is sent, or remove the form')
  return true
}

/** Asks whether sample texts are published. @returns {Promise<import('./content.js').Content | undefined>} what is published; undefined: nothing yet */
async function askForTexts() {
  if (asksForAddress()) return undefined
  const left = samplesIn(content)
  if (left.length === 0) return content
  const answer = await samplesDialog.ask(
    left.map(({ text }) => text),
    onlySamples(content).map(section => section.heading || contents.kinds[contents.kindOf(section)].name),
    content.form !== undefined,
  )
  if (answer === 'edit') return undefined
  return answer === 'without' ? withoutSamples(content) : content
}

/** @param {Element} place of an error @param {() => void} retry @param {import('./content.js').Content} [texts] @returns the page, if that succeeded */
async function publish(place, retry, texts) {
  try {
    const built = result && (await requestPage(wholeRequest(result, texts), { keys: keys() }))
    if (failed) settle()
    if (built) showPublished(built.address)
    return built
  } catch (error) {
    fail(error, place, retry)
  }
}

/** @param {string} address */
function showPublished(address) {
  const link = views.make('a', { href: address, target: '_blank' }, address)
  const first = views.make('p', {}, 'Published: ', link)
  const hint = 'This address keeps showing the page as it is now: a changed page gets its own.'
  byId('published').replaceChildren(first, views.make('p', { class: 'hint' }, hint))
  byId('published').hidden = false
}

async function openPage() {
  const texts = await askForTexts()
  if (!texts) return
  // Browsers open windows during a click only.
  const page = open('', '_blank')
  const built = await publish(controls, openPage, texts)
  if (page && built) page.location.href = built.address
  else page?.close()
}

async function copyAddress() {
  const texts = await askForTexts()
  const built = texts && (await publish(controls, copyAddress, texts))
  if (built) copy(built.address, 'Address')
}

async function downloadFolder() {
  const texts = await askForTexts()
  const built = texts && (await publish(controls, downloadFolder, texts))
  if (!built) return
  try {
    download(await readArchive(built.id, { keys: keys() }), 'application/zip', 'sparkpage.zip')
  } catch (error) {
    fail(error, controls, downloadFolder)
  }
}

async function downloadScript() {
  if (!input('target').value.trim() && asksForAddress()) return
  const address = input('target').value.trim() || (await publish(capture, downloadScript))?.address
  if (!address) return
  try {
    const script = await createCaptureScript(formats.captureRequest(fieldsOf(capture), address), { keys: keys() })
    download(script, 'text/javascript', 'capture.mjs')
  } catch (error) {
    fail(error, capture, downloadScript)
  }
}

/** @type {import('./formats.js').Fields} */
const picture4k = { output_format: 'png', size: '1920 1080 2' }

/** Has the service take a picture or film, of the open page unless there is another address. @param {import('./formats.js').Fields} fields of the form */
async function takePicture(fields) {
  if (!fields.target_url && asksForAddress()) return
  const retry = () => takePicture(fields)
  const signal = renderDialog.open(fields.output_format === 'mp4')
  const options = { keys: keys(), signal }
  try {
    const address = fields.target_url || (result && (await requestPage(wholeRequest(result), options)).address)
    if (!address) return renderDialog.stop()
    const request = formats.captureRequest(fields, address)
    const taken = await takeRender(request, renderDialog.showState, options)
    if (failed) settle()
    renderDialog.showFile(taken)
  } catch (error) {
    if (signal.aborted) return
    renderDialog.stop()
    fail(error, renderDialog.element, retry)
  }
}

async function offerRenders() {
  const refusal = await readRenderRefusal().catch(() => 'It cannot be reached.')
  for (const id of ['take', 'take-page']) byId(id).hidden = refusal !== null
  byId('no-renders').hidden = refusal === null
  byId('no-renders').textContent = `This service takes no pictures itself. ${refusal}`
}

/** The first is the main picture; further photographs are a gallery. @param {readonly File[]} files */
async function useFiles([first, ...others]) {
  if (!first) return
  if (/\.json$/i.test(first.name)) return importTexts(await first.text())
  const isImage = first.type.startsWith('image/')
  await start({ name: first.name, picture: first, ...(isImage && { url: URL.createObjectURL(first) }) })
  if (result?.analyzed?.source.picture === first && others.length > 0) await addFiles('gallery', others)
}

/** @param {string} text a URL; https is added when it has no scheme @param {string} [name] */
function useAddress(text, name) {
  const url = formats.withScheme(text)
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

/** Takes colours and fields from the fragment of the address, and the pictures that it names from this browser. */
async function useFragment() {
  const shared = formats.parseFragment(location.hash)
  if (!shared) return openStored()
  const { picture: address = '', content: texts = '' } = shared.fields
  const [id = ''] = pictures.idsIn(address)
  await pictures.loadPictures([id, ...pictures.idsIn(texts)])
  fillControls(shared.fields)
  const isGone = (/** @type {string} */ src) => pictures.isKept(src) && !pictures.pictureAt(src)
  setContent(
    contents.mapImages(contents.contentOf(shared.fields), image => (isGone(image.src) ? undefined : image)),
    [],
  )
  chosen = directionNames.find(name => name === shared.fields.direction)
  updateFields()
  toggleStudio(true)
  const picture = pictures.pictureAt(address)
  show({ style: shared.style, ...(picture && { picture: { ...picture, id } }) })
  rebuild()
}

/** Opens texts as JSON, which the service reads as what they mean. @param {string} text of a content, or of a whole request */
async function importTexts(text) {
  try {
    const given = JSON.parse(text)
    const style = result ? requestOf(result, result.picture?.src).style_metadata : { colors: [] }
    const { style_metadata = style, content: texts = given, export_settings = {} } = given
    const request = { project_id: 'playground', style_metadata, content: texts, export_settings }
    const { id } = await requestPage(request, { keys: keys() })
    history.replaceState(null, '', `?page=${id}`)
    await openStored()
  } catch (error) {
    const noJson = {
      kind: /** @type {const} */ ('error'),
      title: 'This is not JSON',
      advice: 'Choose a file with the content of a page.',
    }
    fail(error instanceof SyntaxError ? new ServiceError(noJson) : error, result ? studio : sourceForm, () =>
      importTexts(text),
    )
  }
}

/** The page whose id is in the address. */
async function openStored() {
  const page = new URLSearchParams(location.search).get('page')
  if (!page) return
  try {
    const { style_metadata, content: texts, export_settings: settings = {} } = await fetchPage(page, { keys: keys() })
    const { preview, ...style } = style_metadata
    const opened = contents.parseContent(texts)
    /** @type {Map<string, string>} */
    const addresses = new Map()
    contents.mapImages(opened, image => {
      if (image.src.startsWith('data:')) addresses.set(image.src, '')
      return image
    })
    for (const src of addresses.keys())
      addresses.set(src, pictures.addressOf(await pictures.keepPicture({ src, width: 0, height: 0 })))
    fillControls(settings)
    const { cta_url = '', ...others } = contents.mapImages(opened, image => ({
      ...image,
      src: addresses.get(image.src) ?? image.src,
    }))
    input('link').value = cta_url
    setContent(others, [])
    chosen = directionNames.find(name => name === settings.direction)
    toggleStudio(true)
    const picture = preview && { ...preview, id: await pictures.keepPicture(preview) }
    show({ style: formats.styleOfPage(style), ...(picture && { picture }) })
    await rebuild()
  } catch (error) {
    fail(error, sourceForm, openStored)
  }
}

/** @param {string} name of a group of radio buttons @param {string} value */
function check(name, value) {
  const radio = document.querySelector(`input[name="${name}"][value="${value}"]`)
  if (radio instanceof HTMLInputElement) radio.checked = true
}

/** @param {DataTransfer | null} data of a drop or a paste */
function useData(data) {
  const files = [...(data?.files ?? [])]
  const text = (data?.getData('text/uri-list') || data?.getData('text/plain') || '').trim()
  if (files.length > 0) useFiles(files)
  else if (/^(https?:|data:image)/i.test(text)) useAddress(text)
  else if (text.startsWith('{')) importTexts(text)
}

/** @param {boolean} isOver whether a file is dragged over the page */
function drag(isOver) {
  main.toggleAttribute('data-dragging', isOver)
  byId('drop-label').textContent = isOver ? 'Release to analyse' : 'Drop or paste pictures'
}

addEventListener('click', takeTyped, true)
addEventListener('input', takeTyped, true)
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
  if (!failed) fail(offlineError(), result ? studio : sourceForm, result ? rebuild : settle)
})
addEventListener('online', () => {
  if (failed?.kind === 'offline') failed.retry()
})
addEventListener('hashchange', useFragment)

/** @param {string} id @param {string} type of an event @param {(event: Event) => void} run */
const on = (id, type, run) => byId(id).addEventListener(type, run)

on('file', 'change', () => {
  useFiles([...(input('file').files ?? [])])
  input('file').value = ''
})
on('source', 'submit', event => {
  event.preventDefault()
  const address = input('address').value.trim()
  if (address) useAddress(address)
  else if (failed?.kind === 'key') failed.retry()
  else input('address').focus()
})
for (const button of document.querySelectorAll('.sample')) button.addEventListener('click', () => useSample(button))
on('another', 'click', () => chooser.showModal())
on('close', 'click', () => chooser.close())
on('cancel', 'click', () => analysisAbort.abort('cancelled'))
on('platforms', 'change', updateCrop)
on('main', 'input', updateFields)
on('controls', 'input', rebuildSoon)
on('controls', 'submit', event => event.preventDefault())
// Paint the selection first: resizing the frame takes time.
on('view', 'change', () => requestAnimationFrame(() => setTimeout(updateView)))
on('undo', 'click', undo)
on('formats', 'change', showCode)
on('capture', 'input', showCodeSoon)
on('capture', 'submit', event => {
  event.preventDefault()
  downloadScript()
})
on('take', 'click', () => takePicture(fieldsOf(capture)))
on('take-page', 'click', () => takePicture(picture4k))
on('download-page', 'click', downloadPage)
on('download-folder', 'click', downloadFolder)
for (const part of ['hero', 'brand', 'form']) on(`edit-${part}`, 'click', () => openPart(part))
on('open-page', 'click', openPage)
on('copy-address', 'click', copyAddress)
on('copy', 'click', () => copy(byId('code').textContent ?? '', 'Code'))

if (innerWidth < 640) check('width', '390')
byId('output').append(...formats.outputs.map(({ name, label }) => views.make('option', { value: name }, label)))
updateFields()
offerRenders()
useFragment()
