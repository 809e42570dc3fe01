// Editing the page: its texts, the list of its sections, its form, and the history of all these.
import * as contents from './content.js'
import { rebuild, rebuildSoon, reveal } from './pages.js'
import { state } from './state.js'
import { byId, copyRow, find, isAnalysing, make, showToast } from './views.js'

/** @typedef {contents.Form['fields'][number]} Field */

/** Earlier contents, the latest last. @type {readonly contents.Content[]} */
let past = []

/** A content that was opened has no history. @param {contents.Content} content */
export function openContent(content) {
  setContent(content, [])
}

/** @param {contents.Content} next @param {readonly contents.Content[]} earlier */
function setContent(next, earlier) {
  state.content = next
  past = earlier
  find('#undo', HTMLButtonElement).disabled = past.length === 0
  showSections()
  showAddable()
}

/** @param {contents.Content} next */
export async function change(next) {
  if (next !== state.content) setContent(next, [...past, state.content])
  if (!isAnalysing()) await rebuild(true)
}

export async function undo() {
  const last = past.at(-1)
  if (!last) return
  setContent(last, past.slice(0, -1))
  await change(last)
}

/** What is being typed in the page, and what a click outside of it has taken over already. @type {contents.Edit | undefined} */
let typed
/** @type {contents.Edit | undefined} */
let kept

/** @param {contents.Edit} made @param {boolean} isDone whether the text has lost the focus */
export function keepEdit(made, isDone) {
  typed = isDone ? undefined : made
  if (isDone && made.text !== made.before && kept?.path !== made.path) change(contents.edit(state.content, made))
}

/** The frame tells of the lost focus when the click is over: a button acts on what was typed. */
export function takeTyped() {
  if (!typed) return
  kept = typed
  typed = undefined
  const next = contents.edit(state.content, kept)
  if (next === state.content) return
  setContent(next, [...past, state.content])
  rebuildSoon()
}

/** Marks the section where the caret is. @param {string} path */
export function focusText(path) {
  kept = undefined
  const at = /^\d+(?=\.)/.exec(path)?.[0]
  for (const [index, row] of [...byId('sections').children].entries())
    row.toggleAttribute('data-current', String(index) === at)
}

function showSections() {
  const { sections } = state.content
  const focused = document.activeElement?.getAttribute('data-key')
  const rows = sections.map((section, at) => {
    const { name, item } = contents.kinds[contents.kindOf(section)]
    const title = section.heading && section.heading !== name ? `${name}: ${section.heading}` : name
    const row = copyRow('section-row')
    for (const button of row.querySelectorAll('button')) {
      const label = `${button.title} ${title}`
      button.dataset.key = `${button.className} ${at}`
      button.title = label
      button.ariaLabel = label
    }
    find('.reveal', HTMLButtonElement, row).textContent = title
    find('.up', HTMLButtonElement, row).disabled = at === 0
    find('.down', HTMLButtonElement, row).disabled = at === sections.length - 1
    for (const action of ['less', 'more']) find(`.${action}`, HTMLButtonElement, row).hidden = !item
    return row
  })
  byId('sections').replaceChildren(...rows)
  const again = document.querySelector(`[data-key="${focused}"]:enabled`)
  if (again instanceof HTMLElement) again.focus()
}

/** What can be added: texts that are missing, and sections. */
function showAddable() {
  const sections = Object.entries(contents.kinds).map(([kind, { name }]) => ({ name: kind, label: name }))
  const focused = document.activeElement?.getAttribute('data-add')
  const addable = [...contents.missingTexts(state.content), ...sections]
  byId('addable').replaceChildren(
    ...addable.map(({ name, label }) => make('button', { type: 'button', 'data-add': name }, label)),
  )
  const again = document.querySelector(`[data-add="${focused}"]`)
  if (again instanceof HTMLElement) again.focus()
}

const formDialog = find('#form-dialog', HTMLDialogElement)
const formEditor = find('#form-editor', HTMLFormElement)
const formAction = find('#form-action', HTMLInputElement)
const formTexts = /** @type {const} */ (['heading', 'text', 'button'])
/** As many as the service takes. */
const maxFields = 12

/** The form in the dialog. @type {contents.Form} */
let form = { action: '', fields: [] }

/** Opens the dialog for the form; a page without one gets a sample. */
export async function openForm() {
  form = state.content.form ?? contents.sampleForm
  formAction.value = form.action === contents.sampleForm.action ? '' : form.action
  for (const name of formTexts) fieldOf(name).value = form[name] ?? ''
  showFields()
  if (!formDialog.open) formDialog.showModal()
  if (!state.content.form) await change(contents.withForm(state.content, form))
  // In the preview, where it stays when its dialog is closed.
  reveal('form')
}

/** A form that leads nowhere would lose what visitors write. */
export function asksForAddress() {
  if (state.content.form?.action !== contents.sampleForm.action) return false
  openForm()
  formAction.focus()
  showToast('Enter where the form is sent, or remove the form')
  return true
}

/** @param {contents.Form | undefined} made */
function changeForm(made) {
  change(contents.withForm(state.content, made))
}

/** @param {contents.Form['fields']} fields */
function changeFields(fields) {
  form = { ...form, fields }
  showFields()
  changeForm(form)
}

/** @param {typeof formTexts[number]} name */
function fieldOf(name) {
  const field = formEditor.elements.namedItem(name)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field
  throw new Error(`The form has no ${name}`)
}

/** Reads what is written; an address that a form cannot have is not taken. */
function readForm() {
  const isValid = /^https:\/\/[^\s@]+$/.test(formAction.value.trim())
  formAction.setAttribute('aria-invalid', String(!isValid))
  const written = formTexts.map(name => [name, fieldOf(name).value.trim()])
  form = {
    action: isValid ? formAction.value.trim() : form.action,
    fields: form.fields.map((field, at) => readField(field, byId('form-fields').children[at])),
    ...Object.fromEntries(written.filter(([, text]) => text)),
  }
}

function showFields() {
  byId('form-fields').replaceChildren(...form.fields.map(fieldRow))
  find('#add-field', HTMLButtonElement).disabled = form.fields.length >= maxFields
}

/** @param {Field} field @param {number} index */
function fieldRow({ label, type = 'text', required = false, options = [] }, index) {
  const row = copyRow('field-row')
  find('.number', HTMLElement, row).textContent = `Field ${index + 1}`
  const question = find('.question', HTMLInputElement, row)
  question.id = `form-field-${index}`
  question.value = label
  const kind = find('.type', HTMLSelectElement, row)
  kind.ariaLabel = `Type of ${label}`
  kind.value = type
  find('.required', HTMLInputElement, row).checked = required
  find('.remove', HTMLButtonElement, row).ariaLabel = `Remove ${label}`
  const choices = find('.choices', HTMLTextAreaElement, row)
  choices.ariaLabel = `Choices of ${label}, one a line`
  choices.value = options.join('\n')
  if (type !== 'select') choices.remove()
  return row
}

/** @param {Field} field @param {Element | undefined} row @returns {Field} */
function readField({ name, placeholder }, row) {
  if (!row) return { label: '' }
  const type = find('.type', HTMLSelectElement, row).value
  const choices = row
    .querySelector('textarea')
    ?.value.split('\n')
    .filter(line => line.trim() !== '')
  return {
    label: find('.question', HTMLInputElement, row).value,
    ...(type !== 'text' && { type }),
    ...(find('.required', HTMLInputElement, row).checked && { required: true }),
    ...(type === 'select' && { options: choices ?? ['First', 'Second'] }),
    ...(name && { name }),
    ...(placeholder && { placeholder }),
  }
}

formEditor.addEventListener('submit', event => {
  event.preventDefault()
  formDialog.close()
})
formEditor.addEventListener('change', ({ target }) => {
  readForm()
  if (target instanceof HTMLSelectElement) showFields()
  if (form.fields.length > 0) changeForm(form)
})
byId('form-fields').addEventListener('click', ({ target }) => {
  const row = target instanceof HTMLButtonElement ? target.closest('li') : null
  if (!row) return
  readForm()
  changeFields(form.fields.toSpliced([...byId('form-fields').children].indexOf(row), 1))
})
byId('add-field').addEventListener('click', () => {
  readForm()
  changeFields([...form.fields, { label: 'A question' }])
  byId(`form-field-${form.fields.length - 1}`).focus()
})
byId('remove-form').addEventListener('click', () => {
  formDialog.close()
  changeForm(undefined)
})
