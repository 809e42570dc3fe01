// Dialogs: the pictures of a part of the page with their focus, the form, and a picture or film that the service takes.
import { sampleForm } from './content.js'
import { byId, find, make, showNotes } from './views.js'

/** @typedef {import('../schemas/page-form.ts').PageForm} Form */
/** @typedef {import('../schemas/page-form.ts').FormFieldInput} Field */
/** @typedef {{ readonly x: number, readonly y: number }} Focus */
/** @typedef {{ readonly path: string, readonly label: string, readonly src?: string, readonly alt?: string, readonly focus?: Focus }} PlaceRow `alt` undefined: it is not shown */

const middle = { x: 0.5, y: 0.5 }
/** How far an arrow key moves the focus, as a part of the picture. */
const focusStep = 0.05

/**
 * The dialog for pictures.
 * @param {object} handlers
 * @param {(path: string, files: readonly File[]) => void} handlers.onFiles
 * @param {(path: string, change: { readonly alt?: string, readonly focus?: Focus }) => void} handlers.onChange
 * @param {(path: string) => void} handlers.onRemove
 */
export function createPictureDialog({ onFiles, onChange, onRemove }) {
  const dialog = find('pictures', HTMLDialogElement)
  const list = byId('places')
  const input = find('photos', HTMLInputElement)
  let path = ''
  const take = (/** @type {string} */ to, /** @type {Iterable<File>} */ files) => {
    const pictures = [...files]
    if (pictures.length > 0) onFiles(to, pictures)
  }
  input.addEventListener('change', () => {
    take(path, input.files ?? [])
    input.value = ''
  })
  dialog.addEventListener('drop', event => {
    event.preventDefault()
    event.stopPropagation()
    const row = event.target instanceof Element ? event.target.closest('li') : null
    take(row?.dataset.path ?? path, event.dataTransfer?.files ?? [])
  })
  byId('pictures-close').addEventListener('click', () => dialog.close())
  const rowOf = (/** @type {PlaceRow} */ place) => {
    const choose = make('input', {
      type: 'file',
      accept: 'image/*',
      class: 'visually-hidden',
      id: `photo-${place.path}`,
    })
    choose.addEventListener('change', () => take(place.path, choose.files ?? []))
    const button = make('label', { class: 'secondary-button', for: choose.id }, place.src ? 'Replace' : 'Choose')
    const name = make('span', { class: 'visually-hidden' }, ` the picture: ${place.label}`)
    button.append(name)
    const actions = make('div', { class: 'actions' }, button, choose)
    const isRemovable = place.src !== undefined && place.path !== 'hero'
    if (isRemovable) actions.append(removeButton(place, onRemove))
    const parts = place.src ? [photoOf(place, place.src, onChange), ...altField(place, onChange)] : []
    return make('li', { 'data-path': place.path }, make('strong', {}, place.label), ...parts, actions)
  }
  return {
    isOpen: () => dialog.open,
    path: () => path,
    /** @param {string} of @param {string} title @param {readonly PlaceRow[]} places */
    show: (of, title, places) => {
      path = of
      byId('pictures-title').textContent = title
      input.multiple = places.length !== 1
      byId('photos-label').textContent = input.multiple ? 'Choose photographs' : 'Choose a photograph'
      const focused = document.activeElement?.id
      list.replaceChildren(...places.map(rowOf))
      if (!dialog.open) dialog.showModal()
      if (focused) document.getElementById(focused)?.focus()
    },
  }
}

/** @typedef {import('../schemas/render.ts').Render} Render */

/** What a page looks like in place of its content. @type {Readonly<Record<string, string>>} */
const looks = {
  sign_in: 'The page asks to sign in.',
  challenge: 'The page asks whether you are a robot.',
  blank: 'The page is blank.',
}

/** The dialog for a picture or film that the service takes. */
export function createRenderDialog() {
  const dialog = find('render', HTMLDialogElement)
  const status = byId('render-status')
  const progress = find('render-progress', HTMLProgressElement)
  let abort = new AbortController()
  let url = ''
  const clear = () => {
    abort.abort()
    URL.revokeObjectURL(url)
    for (const id of ['render-file', 'render-save']) byId(id).replaceChildren()
    showNotes(byId('render-notes'), [])
    progress.hidden = true
  }
  byId('render-close').addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', clear)
  return {
    element: dialog,
    /** @param {boolean} isFilm @returns a signal that aborts when the dialog is closed, or shows another one */
    open: isFilm => {
      clear()
      abort = new AbortController()
      byId('render-title').textContent = isFilm ? 'Film' : 'Picture'
      status.textContent = 'Storing the page'
      if (!dialog.open) dialog.showModal()
      return abort.signal
    },
    stop: () => {
      status.textContent = ''
      progress.hidden = true
    },
    /** @param {Render} render */
    showState: ({ status: state, progress: part }) => {
      status.textContent = state === 'queued' ? 'Waiting for its turn' : 'Taking it'
      progress.hidden = part === undefined
      if (part !== undefined) progress.value = part
    },
    /** @param {{ readonly render: Render, readonly file: Blob, readonly warnings: readonly string[] }} taken */
    showFile: ({ render: { type = 'image/png', width, height, verdict }, file, warnings }) => {
      url = URL.createObjectURL(file)
      const isFilm = type.startsWith('video/')
      const shown = isFilm ? make('video', { src: url, controls: '' }) : make('img', { src: url, alt: 'The page' })
      status.textContent = `${width} × ${height} px, ${(file.size / 1e6).toFixed(1)} MB`
      progress.hidden = true
      byId('render-file').replaceChildren(shown)
      showNotes(byId('render-notes'), [...[looks[verdict?.looks_like ?? ''] ?? []].flat(), ...warnings])
      const download = `page.${type.replace(/.*\//, '')}`
      const save = make('a', { class: 'button', href: url, download }, 'Download')
      byId('render-save').replaceChildren(save)
      save.focus()
    },
  }
}

/** @param {PlaceRow} place @param {(path: string) => void} onRemove */
function removeButton({ path, label }, onRemove) {
  const attributes = { type: 'button', class: 'secondary-button', 'aria-label': `Remove the picture: ${label}` }
  const button = make('button', attributes, 'Remove')
  button.addEventListener('click', () => onRemove(path))
  return button
}

/** The picture with its focus, which a click, a drag or the arrow keys move. @param {PlaceRow} place @param {string} src @param {(path: string, change: { readonly focus: Focus }) => void} onChange */
function photoOf({ path, label, focus: given = middle }, src, onChange) {
  let focus = given
  const marker = make('button', { type: 'button', class: 'focus', id: `focus-${path}` })
  const picture = make('img', { src, alt: '', draggable: 'false' })
  const photo = make('div', { class: 'photo' }, picture, marker)
  const move = (/** @type {number} */ x, /** @type {number} */ y) => {
    const within = (/** @type {number} */ part) => Math.round(100 * Math.min(1, Math.max(0, part))) / 100
    focus = { x: within(x), y: within(y) }
    marker.style.cssText = `left:${100 * focus.x}%;top:${100 * focus.y}%`
    const at = `${Math.round(100 * focus.x)} % from the left, ${Math.round(100 * focus.y)} % from the top`
    marker.setAttribute('aria-label', `Focus of the picture: ${label}, ${at}. The arrow keys move it.`)
  }
  const moveTo = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = picture.getBoundingClientRect()
    move((clientX - left) / width, (clientY - top) / height)
  }
  const end = () => onChange(path, { focus })
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
  return photo
}

/** @param {PlaceRow} place @param {(path: string, change: { readonly alt: string }) => void} onChange */
function altField({ path, alt }, onChange) {
  if (alt === undefined) return []
  const input = make('input', { id: `alt-${path}`, value: alt, maxlength: '300', autocomplete: 'off' })
  input.addEventListener('change', () => onChange(path, { alt: input.value.trim() }))
  const label = make('label', { for: input.id }, 'What it shows, for people who do not see it')
  return [make('div', { class: 'field' }, label, input)]
}

/** The types of fields, as people call them. @type {Readonly<Record<import('../schemas/page-form.ts').FormFieldType, string>>} */
const fieldTypes = {
  text: 'Text',
  email: 'E-mail address',
  tel: 'Telephone',
  textarea: 'Long text',
  select: 'Choice',
  date: 'Date',
}
/** As many as the service takes. */
const maxFields = 12

/** The dialog for the form. @param {{ readonly onChange: (form: Form | undefined) => void }} handlers */
export function createFormDialog({ onChange }) {
  const dialog = find('form-dialog', HTMLDialogElement)
  const editor = find('form-editor', HTMLFormElement)
  const action = find('form-action', HTMLInputElement)
  const texts = /** @type {const} */ (['heading', 'text', 'button'])
  const fieldOf = (/** @type {string} */ name) => {
    const field = editor.elements.namedItem(name)
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined
  }
  /** @type {Form} */
  let form = { action: '', fields: [] }
  const showFields = (/** @type {number} */ focused = -1) => {
    const rows = form.fields.map((field, index) =>
      fieldRow(field, index, () => {
        read()
        form = { ...form, fields: form.fields.toSpliced(index, 1) }
        showFields()
        onChange(form)
      }),
    )
    byId('form-fields').replaceChildren(...rows)
    find('add-field', HTMLButtonElement).disabled = form.fields.length >= maxFields
    rows[focused]?.querySelector('input')?.focus()
  }
  /** Reads what is written; an address that a form cannot have is not taken. */
  const read = () => {
    const isValid = /^https:\/\/[^\s@]+$/.test(action.value.trim())
    action.setAttribute('aria-invalid', String(!isValid))
    const written = texts.map(name => /** @type {const} */ ([name, fieldOf(name)?.value.trim() ?? '']))
    form = {
      action: isValid ? action.value.trim() : form.action,
      fields: [...byId('form-fields').children].map(readField),
      ...Object.fromEntries(written.filter(([, text]) => text)),
    }
  }
  editor.addEventListener('submit', event => {
    event.preventDefault()
    dialog.close()
  })
  editor.addEventListener('change', ({ target }) => {
    read()
    if (target instanceof HTMLSelectElement) showFields()
    if (form.fields.length > 0) onChange(form)
  })
  byId('add-field').addEventListener('click', () => {
    read()
    form = { ...form, fields: [...form.fields, { label: 'A question' }] }
    showFields(form.fields.length - 1)
    onChange(form)
  })
  byId('remove-form').addEventListener('click', () => {
    dialog.close()
    onChange(undefined)
  })
  return {
    /** @param {Form} shown */
    show: shown => {
      form = shown
      action.value = form.action === sampleForm.action ? '' : form.action
      for (const name of texts) {
        const field = fieldOf(name)
        if (field) field.value = form[name] ?? ''
      }
      showFields()
      if (!dialog.open) dialog.showModal()
    },
  }
}

/** @param {Field} field @param {number} index @param {() => void} onRemove */
function fieldRow({ label, type = 'text', required = false, options = [], name, placeholder }, index, onRemove) {
  const id = `form-field-${index}`
  const question = make('input', { id, value: label, maxlength: '200', 'data-member': 'label', autocomplete: 'off' })
  const types = Object.entries(fieldTypes).map(([value, text]) => make('option', { value }, text))
  const kind = make('select', { 'aria-label': `Type of ${label}`, 'data-member': 'type' }, ...types)
  kind.value = type
  const box = make('input', { type: 'checkbox', 'data-member': 'required' })
  box.checked = required
  const remove = make('button', { type: 'button', class: 'secondary-button', 'aria-label': `Remove ${label}` }, '✕')
  remove.addEventListener('click', onRemove)
  const choices = make('textarea', {
    rows: '3',
    'data-member': 'options',
    'aria-label': `Choices of ${label}, one a line`,
  })
  choices.value = options.join('\n')
  const row = make(
    'li',
    {},
    make('div', { class: 'field' }, make('label', { for: id }, `Field ${index + 1}`), question),
    make('div', { class: 'input-group' }, kind, make('label', { class: 'check' }, box, ' Required'), remove),
    ...(type === 'select' ? [choices] : []),
  )
  Object.assign(row.dataset, { ...(name && { name }), ...(placeholder && { placeholder }) })
  return row
}

/** @param {Element} row @returns {Field} */
function readField(row) {
  const { name, placeholder } = row instanceof HTMLElement ? row.dataset : {}
  /** @type {(member: string) => string | undefined} */
  const textOf = member => {
    const field = row.querySelector(`[data-member="${member}"]`)
    return field && 'value' in field ? String(field.value) : undefined
  }
  const type = textOf('type') ?? 'text'
  const choices = textOf('options')
    ?.split('\n')
    .filter(line => line.trim() !== '')
  return {
    label: textOf('label') ?? '',
    ...(type !== 'text' && { type }),
    ...(row.querySelector('[data-member="required"]:checked') && { required: true }),
    ...(type === 'select' && { options: choices ?? ['First', 'Second'] }),
    ...(name && { name }),
    ...(placeholder && { placeholder }),
  }
}

/** @typedef {'without' | 'with' | 'edit'} SamplesAnswer */

/** Asks what becomes of sample texts when the page is published. */
export function createSamplesDialog() {
  const dialog = find('samples', HTMLDialogElement)
  for (const answer of ['without', 'with', 'edit'])
    byId(`samples-${answer}`).addEventListener('click', () => dialog.close(answer))
  return {
    /** @param {readonly string[]} texts @param {readonly string[]} sections that have no other texts @param {boolean} hasForm @returns {Promise<SamplesAnswer>} */
    ask: (texts, sections, hasForm) => {
      const shown = texts.slice(0, maxShownTexts).map(text => make('li', {}, text.split('\n')[0] ?? ''))
      const rest = texts.length > maxShownTexts ? [make('li', {}, `and ${texts.length - maxShownTexts} more`)] : []
      byId('samples-list').replaceChildren(...shown, ...rest)
      const without = sections.length > 0 ? `Without them, the page has no ${listed(sections)}. ` : ''
      const form = hasForm ? 'Your form stays on the page. ' : ''
      byId('samples-hint').textContent = `${without}${form}All of them stay in the editor.`
      dialog.returnValue = 'edit'
      dialog.showModal()
      return new Promise(resolve => {
        dialog.addEventListener(
          'close',
          () => {
            const { returnValue: answer } = dialog
            resolve(answer === 'without' || answer === 'with' ? answer : 'edit')
          },
          { once: true },
        )
      })
    },
  }
}

/** @param {readonly string[]} names @returns {string} */
function listed(names) {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map(name => `“${name}”`))
}

/** Sample texts that the question lists. */
const maxShownTexts = 8
