// The operations on renders: screenshots and videos of pages, which the service itself takes in a browser that it runs.
import { type Static, Type } from '@sinclair/typebox'
import { CaptureRequest, waitConditionEnum } from './capture.ts'
import { contentResponse, etagHeader, locationHeader, notModified, operation, warningsHeader } from './operation.ts'
import { capturePlatformEnum } from './platform.ts'
import { type ProblemCode, problemCodes } from './problems.ts'
import {
  anyText,
  Count,
  enumModel,
  enumOf,
  enumRef,
  FormattedText,
  Fraction,
  Pixels,
  RecordId,
  RecordUrl,
  ref,
  SingleLine,
  Success,
} from './types.ts'

/** Captures of one request, at most. */
const maxCaptures = 100

const renderTypes = ['image/png', 'image/jpeg', 'image/webp', 'video/mp4'] as const
export type RenderType = (typeof renderTypes)[number]

function Pairs(description: string) {
  const value = Type.String({ pattern: anyText, minLength: 0, maxLength: 8192, description: 'Value.' })
  return Type.Record(Type.String({ pattern: '^[^\\s:;=,]+$', minLength: 1, maxLength: 256 }), value, { description })
}

const { target_url: _target, ...captureMembers } = CaptureRequest.properties

/** The page of one render. One of the two targets is required, which the handler checks, because a list has neither. */
const targetMembers = {
  target_url: Type.Optional(
    FormattedText(
      'http-url',
      8192,
      'Page to render: http or https, without user:password, on the public internet, in FETCH_ALLOW_CIDRS, or a page of this service.',
      'https://example.com/',
    ),
  ),
  capture_id: Type.Optional(
    Type.String({
      pattern: anyText,
      minLength: 0,
      maxLength: 512,
      description: 'Id of a capture, instead of target_url and the options.',
    }),
  ),
  ...captureMembers,
  cookies: Type.Optional(
    Pairs('Cookies by name, sent only to the site of the page. They are deleted when the render ends.'),
  ),
  headers: Type.Optional(
    Pairs('Headers by name, sent only to the site of the page. They are deleted when the render ends.'),
  ),
} as const

export const RenderTarget = Type.Object(targetMembers, {
  $id: 'RenderTarget',
  description: 'A page, and how to render it: target_url with the options of capture-media, or capture_id.',
})
export type RenderTarget = Static<typeof RenderTarget>

export const RenderRequest = Type.Object(
  {
    ...targetMembers,
    captures: Type.Optional(
      Type.Array(ref(RenderTarget), {
        minItems: 0,
        maxItems: maxCaptures,
        description: `Several pages at once, at most ${maxCaptures}, instead of target_url and capture_id.`,
      }),
    ),
    webhook_url: Type.Optional(
      FormattedText(
        'http-url',
        2048,
        'https URL that receives a POST for each page when its render is done or has failed; http is allowed only for addresses in FETCH_ALLOW_CIDRS. The body is the JSON of GET /api/v1/renders/{id}; the headers webhook-id, webhook-timestamp and webhook-signature follow Standard Webhooks, signed with WEBHOOK_SECRET. If no 2xx response arrives within 10 s, delivery is retried, up to five attempts in all.',
        'https://example.com/hooks/renders',
      ),
    ),
  },
  { $id: 'RenderRequest', description: 'A page to render, or a list of pages.' },
)
export type RenderRequest = Static<typeof RenderRequest>

export const RenderStatus = enumModel(
  'RenderStatus',
  ['queued', 'running', 'done', 'failed'],
  'State of a render; done and failed are final.',
)

const lookDescription =
  'Content that the page seems to show instead of its own: a sign-in form, a bot challenge, or nothing (blank); null if none of these.'

const Verdict = Type.Object(
  {
    final_url: Type.Union([Type.String({ pattern: anyText, minLength: 0, maxLength: 8192 }), Type.Null()], {
      description: 'URL of the page after redirects.',
    }),
    status: Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.Null()], {
      description: 'HTTP status of the page.',
    }),
    redirected: Type.Boolean({ description: 'Whether final_url differs from the requested URL.' }),
    looks_like: Type.Union([enumOf(['sign_in', 'challenge', 'blank']), Type.Null()], { description: lookDescription }),
  },
  { title: 'RenderVerdict', description: 'What the browser found when it opened the page.' },
)

const factMembers = {
  type: enumOf(renderTypes, { description: 'Media type of the file.' }),
  width: Pixels(1, 'Width of the file.'),
  height: Pixels(1, 'Height of the file.'),
  bytes: Count('Size of the file.'),
  duration: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'Length of a video, seconds; null for a screenshot.',
  }),
  verdict: Verdict,
  warnings: Type.Array(SingleLine(2048, 'A warning.'), {
    minItems: 0,
    maxItems: 100,
    description: 'Ways in which the captured file differs from the page.',
  }),
} as const

/** Facts about a finished render. */
const RenderFacts = Type.Object(factMembers)
export type RenderFacts = Static<typeof RenderFacts>

const RenderProblem = Type.Object(
  {
    type: SingleLine(512, 'Path of the page about this problem.'),
    title: SingleLine(256, 'Short summary of the problem.'),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'HTTP status that a waiting client receives.' }),
    code: enumOf<readonly ProblemCode[]>(problemCodes, { description: 'Stable code of the problem.' }),
    detail: SingleLine(4096, 'Cause of the failure, and how to fix it.'),
  },
  { title: 'RenderProblem', description: 'Why the render failed.' },
)

export const Render = Type.Object(
  {
    id: RecordId('ren', 'Id of the render. It is random, so that only those who have it can read the render.'),
    status: enumRef(RenderStatus),
    url: RecordUrl('Absolute URL of the render. It returns the status as JSON, or the file, depending on Accept.'),
    progress: Type.Optional(Fraction('Fraction of the video that has been recorded.')),
    ...Type.Partial(Type.Object(factMembers)).properties,
    problem: Type.Optional(RenderProblem),
  },
  {
    $id: 'Render',
    description: 'A render. Facts about the file and the findings of the browser are present once the render is done.',
  },
)
export type Render = Static<typeof Render>

export const RenderResponse = Type.Object(
  {
    success: Success,
    render: Type.Optional(ref(Render)),
    renders: Type.Optional(
      Type.Array(ref(Render), {
        minItems: 1,
        maxItems: maxCaptures,
        description: 'One render per page, in the order of `captures` in the request.',
      }),
    ),
  },
  { $id: 'RenderResponse', description: 'A render or, if several pages were requested, one render per page.' },
)

/** The bytes of a file, in documents. */
const RenderFile = Type.Unsafe<Buffer>({
  type: 'string',
  format: 'binary',
  minLength: 1,
  maxLength: 536_870_912,
  description: 'The screenshot or video.',
})
const fileContent = Object.fromEntries(renderTypes.map(type => [type, { schema: RenderFile }]))

const exampleId = 'ren_00000000000000000000000000000001'
const queuedExample = {
  success: true,
  render: { id: exampleId, status: 'queued', url: `http://127.0.0.1:3000/api/v1/renders/${exampleId}` },
}
const doneExample = {
  success: true,
  render: {
    ...queuedExample.render,
    status: 'done',
    type: 'image/png',
    width: 3840,
    height: 2160,
    bytes: 214_356,
    duration: null,
    verdict: { final_url: 'https://example.com/', status: 200, redirected: false, looks_like: null },
    warnings: [],
  },
}

const fileUse = '`Accept: image/*` or `video/*` requests the file instead of its status.'

export const createRender = operation({
  method: 'POST',
  url: '/api/v1/renders',
  problems: ['record_not_found', 'page_not_opened', 'render_failed', 'render_unavailable', 'storage_full'],
  aliasedEnums: {
    '/wait_until': waitConditionEnum,
    '/platform': capturePlatformEnum,
    '/captures/*/wait_until': waitConditionEnum,
    '/captures/*/platform': capturePlatformEnum,
  },
  examples: {
    picture: {
      summary: 'A screenshot of 3840 × 2160',
      body: { target_url: 'https://example.com/' },
    },
    video: {
      summary: 'A video for Instagram Reels',
      body: {
        target_url: 'https://example.com/',
        output_format: 'mp4',
        record_duration: '4s',
        platform: 'instagram_reels',
        motion: 'story',
      },
    },
    list: {
      summary: 'Two pages as JPEG',
      body: {
        captures: [
          { target_url: 'https://example.com/', image_type: 'jpeg' },
          { target_url: 'https://example.org/', image_type: 'jpeg' },
        ],
      },
    },
  },
  responseExamples: { 200: doneExample, 202: queuedExample },
  schema: {
    operationId: 'createRender',
    tags: ['Capture'],
    summary: 'Take a screenshot or video of a page',
    description: `Does what the script from capture-media does, in a browser that the service runs. ${fileUse} With it, the response waits for the file; otherwise it is 202. \`Prefer: wait=N\` waits up to N seconds. Pages follow the rules for source_url.`,
    body: ref(RenderRequest),
    response: {
      200: contentResponse({ 'application/json': { schema: ref(RenderResponse) } }, 'The render is done.', {
        ...locationHeader,
        ...warningsHeader,
      }),
      202: contentResponse(
        { 'application/json': { schema: ref(RenderResponse) } },
        'The render is waiting or running.',
        {
          ...locationHeader,
          ...warningsHeader,
        },
      ),
    },
  },
})

export const getRender = operation({
  method: 'GET',
  url: '/api/v1/renders/:id',
  problems: ['record_not_found', 'page_not_opened', 'render_failed'],
  examples: { picture: { summary: 'A render', params: { id: exampleId } } },
  responseExamples: { 200: doneExample },
  schema: {
    operationId: 'getRender',
    tags: ['Capture'],
    summary: 'Return a render: its status or its file',
    description: `${fileUse} Until there is a file, the response is the status; \`Prefer: wait=N\` waits up to N seconds for the render to finish. One byte range is supported, so that players can seek.`,
    params: Type.Object({
      id: Type.String({ pattern: anyText, minLength: 0, maxLength: 512, description: 'Id of the render.' }),
    }),
    response: {
      200: contentResponse(
        { 'application/json': { schema: ref(RenderResponse) }, ...fileContent },
        'The status, or the file.',
        etagHeader,
      ),
      206: contentResponse(fileContent, 'A part of the file (Range).', {
        ...etagHeader,
        'Content-Range': SingleLine(128, 'Range of the bytes in this response.'),
      }),
      304: notModified(etagHeader),
    },
  },
})
