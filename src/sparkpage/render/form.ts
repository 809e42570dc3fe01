// The form of a page: plain HTML that browsers check and send, in the classes of the framework.
import type { Element } from 'domhandler'
import type { Kit } from '../kits/kit.ts'
import { type FormField, formId, type SectionForm } from '../page-parts.ts'
import { element, textElement } from './elements.ts'
import { paragraphsOf } from './items.ts'

/** Form services such as Formspree and FormTo drop what fills in a field of this name. */
const trapName = '_gotcha'

/** Shown for a choice that has not been made, where there is no placeholder. */
const noChoice = '–'

/** @param level of its heading */
export function renderForm(
  { action, heading, paragraphs, fields, button }: SectionForm,
  kit: Kit,
  level: string,
): Element {
  return element(
    'form',
    { class: 'sp-form', id: formId, action, method: 'post' },
    textElement(level, heading, 'sp-form-title'),
    ...paragraphsOf(paragraphs, 'sp-introduction'),
    ...fields.map((field, index) => renderField(field, `sp-field-${index + 1}`, kit)),
    element('input', { type: 'text', name: trapName, tabindex: -1, autocomplete: 'off', hidden: true }),
    element('button', { class: `sp-button ${kit.classes.button}`, type: 'submit' }, button),
  )
}

function renderField(field: FormField, id: string, kit: Kit): Element {
  return element(
    'div',
    { class: 'sp-field' },
    element(
      'label',
      { class: `sp-label ${kit.classes.label}`, for: id, 'data-required': field.isRequired },
      field.label,
    ),
    renderControl(field, id, kit),
  )
}

function renderControl(field: FormField, id: string, { classes }: Kit): Element {
  const { type, name, isRequired: required, placeholder, options } = field
  const common = { id, name, required }
  if (type === 'textarea')
    return element('textarea', {
      ...common,
      class: `sp-input ${classes.textarea}`,
      rows: 5,
      placeholder: given(placeholder),
    })
  if (type !== 'select') {
    const own = { type, placeholder: given(placeholder), autocomplete: completions[type] }
    return element('input', { ...common, class: `sp-input ${classes.input}`, ...own })
  }
  const choices = options.map(option => element('option', {}, option))
  const select = element(
    'select',
    { ...common, class: `sp-input ${classes.select}` },
    element('option', { value: true }, placeholder || noChoice),
    ...choices,
  )
  return classes.selectBox === '' ? select : element('div', { class: classes.selectBox }, select)
}

/** What browsers offer to fill in (WCAG 2.2, 1.3.5). */
const completions: Readonly<Record<string, string>> = { email: 'email', tel: 'tel' }

function given(text: string): string | undefined {
  return text === '' ? undefined : text
}
