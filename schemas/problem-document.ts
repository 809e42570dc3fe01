// The body of every failure (RFC 9457).
import { Type } from '@sinclair/typebox'
import { Fault, maxListedFaults } from './fault.ts'
import { problemCodes } from './problems.ts'
import { anyText, Line, oneOf, ref } from './types.ts'

const exampleId = '5f0c9d1e-7b52-4a43-9f2c-0d1f6f3b8a10'

/** The body of every error: RFC 9457 with a stable code. */
export const ProblemDocument = Type.Object(
  {
    type: Type.String({
      pattern: '^/problems/[a-z_]+$',
      minLength: 11,
      maxLength: 256,
      description: 'Address of the page about this problem.',
    }),
    title: Line(256, 'The kind of problem in a few words.'),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
    detail: Type.String({
      pattern: anyText,
      minLength: 1,
      maxLength: 4096,
      description: 'What happened this time and what to do.',
    }),
    instance: Type.String({
      pattern: '^/.*$',
      minLength: 1,
      maxLength: 8192,
      description: 'The path that was asked.',
    }),
    success: Type.Literal(false, { description: 'Always false.' }),
    code: oneOf(problemCodes, { description: 'Stable word for the kind of problem.' }),
    request_id: Line(64, 'The x-request-id of this answer.'),
    errors: Type.Optional(
      Type.Array(ref(Fault), {
        minItems: 1,
        maxItems: maxListedFaults + 1,
        description: `Every fault of the request at once; of more than ${maxListedFaults} the first, and an entry that counts the others.`,
      }),
    ),
  },
  {
    $id: 'Problem',
    description: 'RFC 9457 problem document.',
    examples: [
      {
        type: '/problems/invalid_request',
        title: 'The request breaks the contract',
        status: 400,
        detail: '/target_url: Send target_url: it is required.',
        instance: '/api/v1/capture-media',
        success: false,
        code: 'invalid_request',
        request_id: exampleId,
        errors: [{ pointer: '/target_url', code: 'required', message: 'Send target_url: it is required.' }],
      },
    ],
  },
)
