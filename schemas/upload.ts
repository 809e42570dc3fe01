// The operation that takes a picture at an address from /mcp: agents cannot put a large file into a message.
import { Type } from '@sinclair/typebox'
import { webPictureTypes } from './media.ts'
import { contentResponse, locationHeader, operation, recordHeader } from './operation.ts'
import { anyText, enumOf, maxDocumentLength, Pixels, RecordId, RecordUrl, ref, Success } from './types.ts'

export const UploadResponse = Type.Object(
  {
    success: Success,
    picture: Type.Object(
      {
        id: RecordId('pic', 'Id of the picture. Tools of /mcp take it instead of a URL.'),
        url: RecordUrl('Absolute URL of the picture.'),
        type: enumOf(webPictureTypes, { description: 'Type of the stored picture.' }),
        width: Pixels(1, 'Width of the stored picture.'),
        height: Pixels(1, 'Height of the stored picture.'),
      },
      { title: 'PictureRecord', description: 'The record of the picture.' },
    ),
  },
  { $id: 'UploadResponse', description: 'A picture that was uploaded.' },
)

/** The file itself, in documents. */
const PictureBody = Type.Unsafe<string>({
  type: 'string',
  format: 'binary',
  minLength: 1,
  maxLength: maxDocumentLength,
  description: 'The bytes of an image of any supported type.',
})

const exampleToken = '0'.repeat(32)
const examplePictureId = `pic_${'0'.repeat(31)}1`

export const putUpload = operation({
  method: 'PUT',
  url: '/api/v1/uploads/:token',
  config: { isPublic: true },
  problems: [
    'record_not_found',
    'upload_used',
    'upload_expired',
    'storage_full',
    'source_invalid',
    'source_timeout',
    'source_too_large',
    'source_too_many_pixels',
    'picture_too_large',
    'source_not_picture',
    'source_unsupported',
  ],
  examples: { picture: { summary: 'A picture', params: { token: exampleToken } } },
  fileBodies: {
    'image/*': { schema: PictureBody, examples: { file: { summary: 'The bytes of an image', value: 'photo.jpg' } } },
    'application/octet-stream': {
      schema: PictureBody,
      examples: { file: { summary: 'The bytes of a file of unknown type', value: 'photo.jpg' } },
    },
  },
  responseExamples: {
    200: {
      success: true,
      picture: {
        id: examplePictureId,
        url: `http://127.0.0.1:3000/api/v1/pictures/${examplePictureId}`,
        type: 'image/webp',
        width: 2560,
        height: 1707,
      },
    },
  },
  schema: {
    operationId: 'putUpload',
    tags: ['Style'],
    summary: 'Upload a picture to a URL from /mcp',
    description:
      'The tool create_upload of /mcp returns the URL. It accepts one picture, within ten minutes and without a key, on behalf of the client that called the tool. The picture is stored re-encoded, at most 2,560 px wide and high. If an upload fails, the URL can be used again.',
    params: Type.Object({
      token: Type.String({ pattern: anyText, minLength: 0, maxLength: 512, description: 'Token of the URL.' }),
    }),
    response: {
      200: contentResponse({ 'application/json': { schema: ref(UploadResponse) } }, 'The stored picture.', {
        ...recordHeader('x-picture-id', 'picture'),
        ...locationHeader,
      }),
    },
  },
})
