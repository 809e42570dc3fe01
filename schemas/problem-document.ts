// The body of every error response (RFC 9457), and the field errors that it lists.
import { type Static, Type } from '@sinclair/typebox'
import { problemCodes } from './problems.ts'
import { anyText, enumOf, ref, SingleLine } from './types.ts'

/** Codes of field errors and their meanings. */
export const fieldErrorKinds = {
  required: 'A required property is missing.',
  wrong_type: 'The value has the wrong type.',
  not_allowed: 'The value is not one of the allowed values.',
  out_of_range: 'The number is too small or too large.',
  too_long: 'The string has too many characters.',
  too_many: 'The array has too many items.',
  too_deep: 'The value is nested too deeply.',
  malformed: 'The string does not match the required format.',
  forbidden_name: 'The property name is reserved, for example __proto__.',
  unknown_value:
    'The value is unknown. This is an error only with Prefer: handling=strict; otherwise the closest match or the default is used, and x-warnings names it.',
  unknown_member:
    'The property is unknown. This is an error only with Prefer: handling=strict; otherwise it is ignored, and x-warnings names it.',
  whole_response:
    'The value is an entire response. This is an error only with Prefer: handling=strict; otherwise the property with this name is taken from it, and x-warnings names it.',
  text_value:
    'The value is a string where a number, true or false is expected, or an empty string where the property should be absent. This is an error only with Prefer: handling=strict; otherwise the string is converted or ignored, and x-warnings names it.',
  not_applicable:
    'The property has no effect on this request. This is an error only with Prefer: handling=strict; otherwise it is ignored, and x-warnings names it.',
  repeated:
    'The form has several parts with this name. This is an error only with Prefer: handling=strict; otherwise the last part is used, and x-warnings names it.',
  empty_file:
    'The file of a form has a name, but no bytes. This is an error only with Prefer: handling=strict; otherwise it is ignored, and x-warnings names it.',
  truncated: 'There are further errors that are not listed; the message says how many.',
} as const

export type FieldErrorCode = keyof typeof fieldErrorKinds

export const fieldErrorCodes = Object.keys(fieldErrorKinds).filter(
  (code): code is FieldErrorCode => code in fieldErrorKinds,
)

/** Field errors or warnings that a response lists; one more entry counts the others. */
export const maxListedErrors = 20

export const FieldError = Type.Object(
  {
    pointer: Type.String({
      pattern: '^(?:/[\\s\\S]*)?$',
      minLength: 0,
      maxLength: 2048,
      description: 'JSON Pointer (RFC 6901) into the body, or /query/… or /path/….',
    }),
    code: enumOf(fieldErrorCodes, { description: 'Stable code of the error.' }),
    message: SingleLine(2048, 'Advice: the value to send instead.'),
    allowed: Type.Optional(
      Type.Array(SingleLine(256, 'An allowed value.'), {
        minItems: 1,
        maxItems: 64,
        description: 'The allowed values.',
      }),
    ),
  },
  { $id: 'FieldError', description: 'One invalid field of a request.' },
)
export type FieldError = Static<typeof FieldError>

export const ProblemDocument = Type.Object(
  {
    type: Type.String({
      pattern: '^/(?:\\S+/)?problems/[a-z_]+$',
      minLength: 11,
      maxLength: 512,
      description: 'Path of the page about this problem.',
    }),
    title: SingleLine(256, 'Short summary of the problem; the same for every occurrence.'),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'HTTP status code.' }),
    detail: Type.String({
      pattern: anyText,
      minLength: 1,
      maxLength: 4096,
      description: 'The error in this request, and how to fix it.',
    }),
    instance: Type.String({ pattern: '^/.*$', minLength: 1, maxLength: 8192, description: 'Path of the request.' }),
    success: Type.Literal(false, { description: 'Always false.' }),
    code: enumOf(problemCodes, { description: 'Stable code of the problem.' }),
    request_id: SingleLine(64, 'The x-request-id of this response.'),
    errors: Type.Optional(
      Type.Array(ref(FieldError), {
        minItems: 1,
        maxItems: maxListedErrors + 1,
        description: `The first ${maxListedErrors} field errors of the request, and an entry that counts any others.`,
      }),
    ),
  },
  {
    $id: 'Problem',
    description: 'RFC 9457 problem document.',
    examples: [
      {
        type: '/problems/invalid_request',
        title: 'A parameter or property is invalid',
        status: 400,
        detail: '/target_url: Send target_url, which is required.',
        instance: '/api/v1/capture-media',
        success: false,
        code: 'invalid_request',
        request_id: '5f0c9d1e-7b52-4a43-9f2c-0d1f6f3b8a10',
        errors: [{ pointer: '/target_url', code: 'required', message: 'Send target_url, which is required.' }],
      },
    ],
  },
)
