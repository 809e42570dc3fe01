// Pictures: the main one, whose analysis builds the pages, and those of parts of the page; all have a focus.
import * as contents from './content.js'
import { change, openContent } from './editor.js'
import { closeStudio, directionNames, openStudio, rebuild, rebuildSoon } from './pages.js'
import { requestAnalysis } from './service.js'
import { addressOf, keepPicture, keys, pageStyle, pictureAt, selectedPlatform, state } from './state.js'
import * as views from './views.js'

const { byId, copyRow, find } = views

/** @typedef {import('./state.js').Result} Result */
/** @typedef {{ readonly x: number, readonly y: number }} Focus */
/** @typedef {{ readonly path: string, readonly label: string, readonly src?: string | undefined, readonly alt?: string | undefined, readonly focus?: Focus | undefined }} PlaceRow `alt` undefined: it is not shown */

let analysisAbort = new AbortController()

/** Analyses a picture and builds its pages. @param {import('./state.js').Source} source */
export async function start(source) {
  analysisAbort.abort()
  analysisAbort = new AbortController()
  const { signal } = analysisAbort
  const previous = state.result
  openStudio()
  views.showPicture(source.name, source.url)
  views.showActivity(source.name)
  byId('cancel').focus({ preventScroll: true })
  scrollTo({ top: 0, behavior: 'instant' })
  try {
    const platform = selectedPlatform()
    const options = { platform, hasPreview: true, keys: keys(), signal }
    const { style, warnings } = await requestAnalysis(source.picture, options)
    signal.throwIfAborted()
    state.chosen = undefined
    const picture = style.preview && { ...style.preview, id: await keepPicture(style.preview) }
    showResult({ style: pageStyle(style), analyzed: { source, style, warnings }, ...(picture && { picture }) })
    await rebuild()
    signal.throwIfAborted()
    if (selectedPlatform() !== platform) await updateCrop()
  } catch (error) {
    if (signal.aborted && signal.reason !== 'cancelled') return
    showResult(previous)
    views.settle()
    if (signal.aborted) views.showToast('Cancelled')
    else views.showFailure(error, byId(previous ? 'studio' : 'source'), () => start(source))
  }
}

export function cancel() {
  analysisAbort.abort('cancelled')
}

/** Opens a page whose picture was analysed before. @param {Result} result @param {contents.Content} content @param {string | undefined} direction */
export async function openResult(result, content, direction) {
  openContent(content)
  state.chosen = directionNames.find(name => name === direction)
  openStudio()
  showResult(result)
  await rebuild()
}

/** @param {Result | undefined} result */
function showResult(result) {
  state.result = result
  if (result) views.showResult(result)
  else closeStudio()
}

export async function updateCrop() {
  const { analyzed } = state.result ?? {}
  if (views.isAnalysing() || !analyzed) return
  const platform = selectedPlatform()
  const { signal } = analysisAbort
  try {
    const { style } = await requestAnalysis(analyzed.source.picture, { platform, keys: keys(), signal })
    if (selectedPlatform() !== platform || state.result?.analyzed?.source !== analyzed.source) return
    state.result = { ...state.result, analyzed: { ...analyzed, style } }
    views.showCrop(style)
    byId('editor').dispatchEvent(new Event('built'))
    views.settle()
  } catch (error) {
    if (!signal.aborted) views.showFailure(error, byId('crops'), updateCrop)
  }
}

/** Puts pictures into a part of the page: measured by the service, and kept in this browser. @param {string} part @param {readonly File[]} files */
export async function addFiles(part, files) {
  const [first] = files
  if (!first) return
  if (part === 'hero') {
    dialog.close()
    return startFile(first)
  }
  const section = sectionOf(part)
  /** @type {contents.Image[]} */
  const images = []
  try {
    for (const file of files) {
      views.showToast(`Adding ${file.name}`)
      const options = { platform: selectedPlatform(), hasPreview: true, keys: { ...keys(), vision: '', provider: '' } }
      const { style } = await requestAnalysis(file, options)
      if (!style.preview) continue
      const { x, y } = style.focal_point ?? middle
      images.push({ src: addressOf(await keepPicture(style.preview)), alt: '', focus: { x, y } })
    }
    if (views.failureKind()) views.settle()
  } catch (error) {
    const again = () => addFiles(part, files.slice(images.length))
    views.showFailure(error, dialog.open ? dialog : byId('controls'), again)
  }
  if (images.length === 0) return
  changePictures(contents.addImages(state.content, section ? placeNow(section, part) : part, images))
  views.showToast(images.length === 1 ? 'Picture added' : `${images.length} pictures added`)
}

/** @param {string} part */
function sectionOf(part) {
  return state.content.sections[Number.parseInt(part, 10)]
}

/** The place of a section that may have moved or changed. @param {contents.Section} section @param {string} part */
function placeNow(section, part) {
  const at = state.content.sections.indexOf(section)
  if (at >= 0) return part.replace(/^\d+/, `${at}`)
  return sectionOf(part)?.type === section.type ? part : 'gallery'
}

/** The first is the main picture; further photographs are a gallery. @param {readonly [File, ...File[]]} files */
export async function startFiles([first, ...others]) {
  await startFile(first)
  if (state.result?.analyzed?.source.picture === first && others.length > 0) await addFiles('gallery', others)
}

/** @param {File} file */
function startFile(file) {
  const url = file.type.startsWith('image/') ? { url: URL.createObjectURL(file) } : {}
  return start({ name: file.name, picture: file, ...url })
}

const dialog = find('#pictures', HTMLDialogElement)
const photos = find('#photos', HTMLInputElement)
const middle = { x: 0.5, y: 0.5 }
/** How far an arrow key moves the focus, as a part of the picture. */
const focusStep = 0.05
/** The part of the page whose pictures the dialog shows. */
let shownPart = ''

/** Opens the dialog for the pictures of a part of the page. @param {string} part `hero`, `brand`, a section, or `section.item` */
export function showPictures(part) {
  shownPart = part
  const rows = part === 'hero' ? [mainRow()] : contents.picturePlaces(state.content, part).map(rowOfPlace)
  const section = sectionOf(part)
  const name = section && contents.kinds[contents.kindOf(section)].name
  const title = part === 'hero' ? 'Main picture' : 'Logo'
  byId('pictures-title').textContent = name ? `Pictures: ${section.heading || name}` : title
  photos.multiple = rows.length !== 1
  byId('photos-label').textContent = photos.multiple ? 'Choose photographs' : 'Choose a photograph'
  const focused = document.activeElement?.id
  byId('places').replaceChildren(...rows.map(showRow))
  if (!dialog.open) dialog.showModal()
  if (focused) document.getElementById(focused)?.focus()
}

/** @returns {PlaceRow} */
function mainRow() {
  const { picture, style } = state.result ?? {}
  return { path: 'hero', label: 'Main picture', src: picture?.src, focus: style?.focal_point }
}

/** @param {contents.PicturePlace} place @returns {PlaceRow} */
function rowOfPlace({ path, label, image }) {
  if (!image) return { path, label }
  return { path, label, src: pictureAt(image.src)?.src ?? image.src, alt: image.alt, focus: image.focus }
}

/** Changes the content, and what the dialog shows of it. @param {contents.Content} next */
function changePictures(next) {
  change(next)
  if (dialog.open) showPictures(shownPart)
}

/** @param {string} path @param {{ readonly alt?: string, readonly focus?: Focus }} made */
function changePicture(path, made) {
  if (path === 'hero') return made.focus && moveMainFocus(made.focus)
  const image = contents.picturePlaces(state.content, path).find(place => place.path === path)?.image
  if (image) changePictures(contents.withImage(state.content, path, { ...image, ...made }))
}

/** The focus of the main picture decides instead of what the analysis found. @param {Focus} focus */
function moveMainFocus(focus) {
  if (!state.result) return
  const { composition: { subject: _, ...composition } = {}, faces: __, ...style } = state.result.style
  state.result = { ...state.result, style: { ...style, faces: undefined, composition, focal_point: focus } }
  rebuildSoon()
}

/** @param {PlaceRow} place */
function showRow({ path, label, src, alt, focus }) {
  const row = copyRow('place-row')
  row.dataset.path = path
  find('.label', HTMLElement, row).textContent = label
  const verb = src ? 'Replace' : 'Choose'
  find('.choose', HTMLElement, row).textContent = verb
  const file = find('.file', HTMLInputElement, row)
  file.id = `photo-${path}`
  file.ariaLabel = `${verb} the picture: ${label}`
  file.addEventListener('change', () => addFiles(path, [...(file.files ?? [])]))
  const remove = find('.remove', HTMLButtonElement, row)
  remove.ariaLabel = `Remove the picture: ${label}`
  remove.hidden = src === undefined || path === 'hero'
  remove.addEventListener('click', () => changePictures(contents.withImage(state.content, path)))
  const alternative = find('.alt', HTMLInputElement, row)
  alternative.id = `alt-${path}`
  alternative.value = alt ?? ''
  alternative.addEventListener('change', () => changePicture(path, { alt: alternative.value.trim() }))
  find('.description', HTMLElement, row).hidden = alt === undefined
  if (src) showPhoto(row, { path, label, src, focus })
  else find('.photo', HTMLElement, row).remove()
  return row
}

/** The picture with its focus, which a click, a drag or the arrow keys move. @param {HTMLElement} row @param {PlaceRow & { readonly src: string }} place */
function showPhoto(row, { path, label, src, focus: given = middle }) {
  let focus = given
  const marker = find('.focus', HTMLButtonElement, row)
  const picture = find('.picture', HTMLImageElement, row)
  const photo = find('.photo', HTMLElement, row)
  marker.id = `focus-${path}`
  picture.src = src
  const move = (/** @type {number} */ x, /** @type {number} */ y) => {
    const within = (/** @type {number} */ part) => Math.round(100 * Math.min(1, Math.max(0, part))) / 100
    focus = { x: within(x), y: within(y) }
    marker.style.cssText = `left:${100 * focus.x}%;top:${100 * focus.y}%`
    const at = `${Math.round(100 * focus.x)} % from the left, ${Math.round(100 * focus.y)} % from the top`
    marker.ariaLabel = `Focus of the picture: ${label}, ${at}. The arrow keys move it.`
  }
  const moveTo = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = picture.getBoundingClientRect()
    move((clientX - left) / width, (clientY - top) / height)
  }
  const end = () => changePicture(path, { focus })
  photo.addEventListener('pointerdown', event => {
    photo.setPointerCapture(event.pointerId)
    moveTo(event)
  })
  photo.addEventListener('pointermove', event => {
    if (photo.hasPointerCapture(event.pointerId)) moveTo(event)
  })
  photo.addEventListener('pointerup', end)
  marker.addEventListener('keydown', event => {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? []
    if (x === undefined || y === undefined) return
    event.preventDefault()
    move(focus.x + x * focusStep, focus.y + y * focusStep)
  })
  marker.addEventListener('keyup', event => {
    if (event.key.startsWith('Arrow')) end()
  })
  move(focus.x, focus.y)
}

photos.addEventListener('change', () => {
  addFiles(shownPart, [...(photos.files ?? [])])
  photos.value = ''
})
dialog.addEventListener('drop', event => {
  event.preventDefault()
  event.stopPropagation()
  const row = event.target instanceof Element ? event.target.closest('li') : null
  addFiles(row?.dataset.path ?? shownPart, [...(event.dataTransfer?.files ?? [])])
})
byId('pictures-close').addEventListener('click', () => dialog.close())
