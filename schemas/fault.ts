// One fault of a request.
import { type Static, Type } from '@sinclair/typebox'
import { Line, oneOf } from './types.ts'

/** What can be wrong about one part of a request. */
export const faultKinds = {
  required: 'A required member is missing.',
  wrong_type: 'The value has another type; types are never converted.',
  not_allowed: 'The word is none of those that are allowed.',
  out_of_range: 'The number is too small or too large.',
  too_long: 'The text has too many characters.',
  too_many: 'The list has too many entries.',
  too_deep: 'The value is nested too deeply.',
  malformed: 'The text does not have the form that is asked for.',
  forbidden_name: 'A member has a name that programs stumble over, such as __proto__.',
  unknown_word:
    'Nobody knows the word. Only with Prefer: handling=strict; else the nearest is used, and x-warnings says so.',
  unknown_member:
    'Nobody reads the member. Only with Prefer: handling=strict; else it is ignored, and x-warnings says so.',
  truncated: 'There are more faults than are listed; the message says how many.',
} as const

export type FaultCode = keyof typeof faultKinds

export const faultCodes = Object.keys(faultKinds).filter((code): code is FaultCode => code in faultKinds)

/** Faults or warnings that an answer lists; one more entry counts the others. */
export const maxListedFaults = 20

/** One thing to mend in a request. */
export const Fault = Type.Object(
  {
    pointer: Type.String({
      pattern: '^(?:/[\\s\\S]*)?$',
      minLength: 0,
      maxLength: 2048,
      description: 'JSON pointer (RFC 6901) into the body, or /query/… or /path/….',
    }),
    code: oneOf(faultCodes, { description: 'Stable word for the kind of fault.' }),
    message: Line(2048, 'What to send instead.'),
    allowed: Type.Optional(
      Type.Array(Line(256, 'A word.'), { minItems: 1, maxItems: 64, description: 'The words that are allowed.' }),
    ),
  },
  { $id: 'Fault', description: 'One thing to mend in a request.' },
)
export type Fault = Static<typeof Fault>
