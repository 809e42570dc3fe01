// The form of a page, which visitors send to an address of the page's owner.
import { type Static, Type } from '@sinclair/typebox'
import { contentNames } from './content-names.ts'
import {
  type AliasedEnum,
  aliasedModel,
  anyText,
  documentedType,
  FormattedText,
  longText,
  otherNames,
  PageText,
  ref,
} from './types.ts'

/** There are no fields for passwords or files: pages are not for signing in, and the service takes no uploads for others. */
export const formFieldTypes = ['text', 'email', 'tel', 'textarea', 'select', 'date'] as const
export type FormFieldType = (typeof formFieldTypes)[number]

export const formFieldTypeEnum: AliasedEnum<FormFieldType> = {
  allowed: formFieldTypes,
  fallback: 'text',
  aliases: {
    string: 'text',
    input: 'text',
    name: 'text',
    'short text': 'text',
    number: 'text',
    url: 'text',
    time: 'text',
    mail: 'email',
    'e-mail address': 'email',
    'email address': 'email',
    phone: 'tel',
    telephone: 'tel',
    'phone number': 'tel',
    mobile: 'tel',
    'text area': 'textarea',
    message: 'textarea',
    multiline: 'textarea',
    'long text': 'textarea',
    paragraph: 'textarea',
    dropdown: 'select',
    choice: 'select',
    options: 'select',
    radio: 'select',
    day: 'date',
    calendar: 'date',
  },
}
export const FormFieldType = aliasedModel(
  'FormFieldType',
  formFieldTypeEnum,
  'Type of a field. A field with options is a select; one without options becomes a text field.',
)

/** A text of one line. */
function lineText(description: string, example: string) {
  return PageText(description, example, 200)
}

const FormFieldInput = Type.Object(
  {
    label: lineText('Label of the field, always shown.', 'Your e-mail address'),
    type: Type.Optional(
      Type.String({
        ...longText,
        format: 'field-type',
        description: String(FormFieldType.description),
        [documentedType]: ref(FormFieldType),
      }),
    ),
    name: Type.Optional(
      Type.String({
        format: 'field-name',
        [documentedType]: Type.String({ pattern: anyText, minLength: 1, maxLength: 100 }),
        description:
          'Name of the value in the submitted form; _gotcha is reserved for the field that catches spam. Default: email for the first field of this type, otherwise the label.',
        examples: ['email'],
      }),
    ),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether the field must be filled in. Default: false.', examples: [true] }),
    ),
    placeholder: Type.Optional(lineText('An example, shown while the field is empty.', 'ida@example.com')),
    options: Type.Optional(
      Type.Array(lineText('A choice.', 'Two people'), {
        minItems: 0,
        maxItems: 50,
        description: 'Choices of a select.',
      }),
    ),
  },
  { title: 'FormField', description: 'A field of the form.', [otherNames]: contentNames.field },
)
export type FormFieldInput = Static<typeof FormFieldInput>

export const maxFormFields = 12

export const PageForm = Type.Object(
  {
    action: FormattedText(
      'form-action',
      8192,
      'https URL to which the form is submitted, without user name or password. Browsers send the fields there as application/x-www-form-urlencoded; this service never receives or stores them.',
      'https://formspree.io/f/abcdwxyz',
    ),
    fields: Type.Array(FormFieldInput, {
      minItems: 1,
      maxItems: maxFormFields,
      description: `Fields in display order, at most ${maxFormFields}.`,
    }),
    button: Type.Optional(
      lineText('Text of the button. Default: "Send", in the language of the page.', 'Ask for a table'),
    ),
    heading: Type.Optional(lineText('Heading of the form.', 'Reserve a table')),
    text: Type.Optional(PageText('Text above the fields.', 'We answer within a day.')),
  },
  {
    $id: 'PageForm',
    description:
      'A form, shown in the first section of type `contact`, otherwise in its own section at the end. Its anchor on the page is #form. A hidden field (_gotcha) catches bots that fill in every field.',
    [otherNames]: contentNames.form,
  },
)
export type PageForm = Static<typeof PageForm>
