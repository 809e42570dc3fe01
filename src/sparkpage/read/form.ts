// The form of a page: its fields as they are shown, its section, and the text of its button.
import type { PageContent } from '../../../schemas/page-content.ts'
import {
  type FormFieldInput,
  type FormFieldType,
  formFieldTypeEnum,
  type PageForm,
} from '../../../schemas/page-form.ts'
import { resolveAlias } from '../../values/aliased-enum.ts'
import { type PageWarning, sanitizeText } from '../content.ts'
import type { FormField, PageSection, SectionForm } from '../page-parts.ts'
import { splitParagraphs } from './text-parts.ts'

/** Options are choices, and a select without any takes a text. */
export function fieldTypeOf(type: string | undefined, options: readonly string[]): FormFieldType {
  if (options.some(option => sanitizeText(option) !== '')) return 'select'
  const { value } = resolveAlias(formFieldTypeEnum, type)
  return value === 'select' ? 'text' : value
}

/** Fields of a request that are not shown as it says. */
export function findFormWarnings({ form }: PageContent): readonly PageWarning[] {
  return (form?.fields ?? []).flatMap((field, index): readonly PageWarning[] => {
    const pointer = `/content/form/fields/${index}`
    const shown = fieldTypeOf(field.type, field.options ?? [])
    const isReplaced = field.type !== undefined && resolveAlias(formFieldTypeEnum, field.type).value !== shown
    const message = `The field has ${shown === 'select' ? '' : 'no '}options and is therefore shown as ${shown}.`
    const warnings: PageWarning[] = []
    if (labelOf(field) === '')
      warnings.push({
        code: 'content_empty',
        pointer: `${pointer}/label`,
        message: 'The field has no label and was left out.',
      })
    if (isReplaced) warnings.push({ code: 'field_replaced', pointer: `${pointer}/type`, message })
    return warnings
  })
}

/** A field without a label has what its placeholder says, or its name. */
function labelOf({ label, placeholder = '', name = '' }: FormFieldInput): string {
  return [label, placeholder, name].map(sanitizeText).find(text => text !== '') ?? ''
}

/** @returns the form, without fields that have no label; undefined when none is left. Its button may be empty. */
export function readForm(form: PageForm | undefined): SectionForm | undefined {
  const fields = readFields(form?.fields ?? [])
  if (form === undefined || fields.length === 0) return undefined
  return {
    action: form.action,
    heading: sanitizeText(form.heading ?? ''),
    paragraphs: splitParagraphs(sanitizeText(form.text ?? '')),
    fields,
    button: sanitizeText(form.button ?? ''),
  }
}

function readFields(fields: readonly FormFieldInput[]): readonly FormField[] {
  const names = new Set<string>()
  return fields.flatMap(field => {
    const label = labelOf(field)
    if (label === '') return []
    const type = fieldTypeOf(field.type, field.options ?? [])
    const wanted = field.name?.trim() ?? (type === 'email' && !names.has('email') ? 'email' : label)
    const name = names.has(wanted) ? `${wanted} ${names.size + 1}` : wanted
    names.add(name)
    const options = (field.options ?? []).map(sanitizeText).filter(Boolean)
    const isRequired = field.required ?? false
    return [{ label, type, name, isRequired, placeholder: sanitizeText(field.placeholder ?? ''), options }]
  })
}

/** Puts the form into the first section for contacts, otherwise into one of its own at the end, whose heading is that of the form. */
export function placeForm(sections: readonly PageSection[], form: SectionForm | undefined): readonly PageSection[] {
  if (form === undefined) return sections
  const at = sections.findIndex(({ kind }) => kind === 'contact')
  if (at >= 0) return sections.map((section, index) => (index === at ? { ...section, form } : section))
  const { heading, paragraphs } = form
  const own = { kind: 'contact', image: undefined, items: [], heading, paragraphs } as const
  return [...sections, { ...own, id: `section-${sections.length + 1}`, form: { ...form, heading: '', paragraphs: [] } }]
}

/** @returns the texts of a form that are shown as they are. */
export function textsOfForm(form: SectionForm | undefined): readonly string[] {
  if (form === undefined) return []
  const { heading, paragraphs, fields, button } = form
  return [heading, ...paragraphs, ...fields.flatMap(({ label, options }) => [label, ...options]), button]
}

/** Text of a button without one, by language. */
const sendWords: Readonly<Record<string, string>> = {
  ...{ en: 'Send', de: 'Senden', nl: 'Versturen', sv: 'Skicka', da: 'Send', no: 'Send', nb: 'Send', nn: 'Send' },
  ...{ fr: 'Envoyer', es: 'Enviar', pt: 'Enviar', it: 'Invia', ro: 'Trimite', ca: 'Envia', fi: 'Lähetä', hu: 'Küldés' },
  ...{ pl: 'Wyślij', cs: 'Odeslat', sk: 'Odoslať', tr: 'Gönder', el: 'Αποστολή', ru: 'Отправить', uk: 'Надіслати' },
  ...{ ar: 'إرسال', fa: 'ارسال', ur: 'بھیجیں', he: 'שליחה', hi: 'भेजें', bn: 'পাঠান', ta: 'அனுப்பு', te: 'పంపండి', th: 'ส่ง' },
  ...{ ja: '送信', zh: '发送', ko: '보내기', hy: 'Ուղարկել', ka: 'გაგზავნა', am: 'ላክ' },
}

/** @param lang BCP 47 */
export function withSendWord(sections: readonly PageSection[], lang: string): readonly PageSection[] {
  const word = sendWords[lang.toLowerCase().split('-')[0] ?? ''] ?? 'Send'
  return sections.map(section =>
    section.form?.button === '' ? { ...section, form: { ...section.form, button: word } } : section,
  )
}
