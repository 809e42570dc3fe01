// The operations on one record by its id: to read an analysis, a page, a picture or a capture, and to delete any of them.
import { Type } from '@sinclair/typebox'
import { AnalysisResponse, paletteContent } from './analysis.ts'
import { SparkpageResponse } from './built-page.ts'
import { CaptureResponse } from './capture.ts'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { webPictureTypes } from './media.ts'
import {
  cacheHeader,
  contentResponse,
  emptyResponse,
  etagHeader,
  fileNameHeader,
  notModified,
  operation,
} from './operation.ts'
import { SparkpageRequest } from './sparkpage.ts'
import { anyText, DocumentText, ref } from './types.ts'

/** Every text is valid: an id that the service never gave is not found. The maximum is that of the router. */
const recordParams = Type.Object({
  id: Type.String({ pattern: anyText, minLength: 0, maxLength: 512, description: 'Id of the record.' }),
})

export const getAnalysis = operation({
  method: 'GET',
  url: '/api/v1/analyses/:id',
  problems: ['record_not_found'],
  examples: {
    picture: {
      summary: 'The analysis from the first example of analyze-vibe',
      params: { id: responseExamples.recordIds.analyzeVibe },
    },
  },
  responseExamples: { 200: responseExamples.analyzeVibe },
  schema: {
    operationId: 'getAnalysis',
    tags: ['Style'],
    summary: 'Return a stored analysis',
    description:
      'The response of analyze-vibe to the first request for this analysis, but without its warnings, and with texts derived from the measurements in place of the texts that a vision provider wrote. `Accept` can also request the palette as a file. Reading a record counts as use.',
    params: recordParams,
    response: {
      200: contentResponse(
        { 'application/json': { schema: ref(AnalysisResponse) }, ...paletteContent },
        'The style.',
        etagHeader,
      ),
      304: notModified(etagHeader),
    },
  },
})

export const StoredPageResponse = Type.Object(
  { ...SparkpageResponse.properties, request: ref(SparkpageRequest) },
  {
    $id: 'StoredPageResponse',
    description:
      'A stored page. Sending `request` to build-sparkpage builds the page again; this version of the service gives it the same id and the same bytes. The pictures in `request` are data URIs of the pictures as the page shows them, not as they were sent.',
  },
)

const Archive = Type.Unsafe<Buffer>({
  type: 'string',
  format: 'binary',
  minLength: 1,
  maxLength: 64_000_000,
  description:
    'A folder that any web server can serve and a browser can open from disk: index.html, its pictures, fonts with their licences, the picture for social networks and the icon.',
})

export const getPage = operation({
  method: 'GET',
  url: '/api/v1/pages/:id',
  config: { isPublic: true },
  // JSON needs a key where there are keys.
  problems: ['unauthorized', 'record_not_found'],
  examples: {
    colors: {
      summary: 'The page from the first example of build-sparkpage',
      params: { id: responseExamples.recordIds.buildSparkpage },
    },
  },
  responseExamples: { 200: responseExamples.getPage },
  schema: {
    operationId: 'getPage',
    tags: ['Sparkpage'],
    summary: 'Show a built page',
    description:
      'A page made by build-sparkpage, sandboxed in its own origin. An upgrade does not change a single byte of it. `application/zip` returns a folder that any web server can serve, `application/json` the request that builds the page again. Only `application/json` needs a key, if API_KEYS is set.',
    params: recordParams,
    response: {
      200: contentResponse(
        {
          'text/html': { schema: DocumentText('The page.') },
          'application/json': { schema: ref(StoredPageResponse) },
          'text/css': { schema: DocumentText('The CSS variables.') },
          'application/zip': { schema: Archive },
        },
        'The page.',
        etagHeader,
      ),
      304: notModified(etagHeader),
    },
  },
})

/** The bytes of a picture, in documents. */
const PictureBytes = Type.Unsafe<Buffer>({
  type: 'string',
  format: 'binary',
  minLength: 1,
  maxLength: 3_000_000,
  description: 'A picture in sRGB, without metadata.',
})
const pictureContent = Object.fromEntries(webPictureTypes.map(type => [type, { schema: PictureBytes }]))

const pagePictureParams = Type.Object({
  ...recordParams.properties,
  name: Type.String({ pattern: anyText, minLength: 0, maxLength: 64, description: 'Name of the file in the page.' }),
})

export const getPagePicture = operation({
  method: 'GET',
  url: '/api/v1/pages/:id/pictures/:name',
  config: { isPublic: true },
  problems: ['record_not_found'],
  examples: {
    card: {
      summary: 'The picture for social networks of that page',
      params: { id: responseExamples.recordIds.buildSparkpage, name: 'card.jpg' },
    },
  },
  schema: {
    operationId: 'getPagePicture',
    tags: ['Sparkpage'],
    summary: 'Show a picture that a page links to',
    description:
      'Returns a crop of a picture as WebP. The name, for example `0-800.webp`, is the number of the crop and a width in px; the page lists them. Other widths are rounded up. The file is created on the first request and stored with the picture. No API key is needed.',
    params: pagePictureParams,
    response: {
      200: contentResponse(pictureContent, 'The picture.', { ...etagHeader, ...cacheHeader }),
      304: notModified(etagHeader),
    },
  },
})

export const getPicture = operation({
  method: 'GET',
  url: '/api/v1/pictures/:id',
  config: { isPublic: true },
  problems: ['record_not_found'],
  examples: {
    picture: {
      summary: 'The picture from the first example of analyze-vibe',
      params: { id: responseExamples.recordIds.picture },
    },
  },
  schema: {
    operationId: 'getPicture',
    tags: ['Sparkpage'],
    summary: 'Show the picture of a page',
    description:
      'Returns a preview that analyze-vibe returned, or a picture that was sent for a page, in the form that pages show, usually WebP. No API key is needed, because ids cannot be guessed. Reading a record counts as use.',
    params: recordParams,
    response: {
      200: contentResponse(pictureContent, 'The picture.', etagHeader),
      304: notModified(etagHeader),
    },
  },
})

export const getCapture = operation({
  method: 'GET',
  url: '/api/v1/captures/:id',
  problems: ['record_not_found'],
  examples: {
    picture: {
      summary: 'The script from the first example of capture-media',
      params: { id: responseExamples.recordIds.captureMedia },
    },
  },
  responseExamples: { 200: responseExamples.captureMedia },
  schema: {
    operationId: 'getCapture',
    tags: ['Capture'],
    summary: 'Download a capture script',
    description:
      'Returns the script that capture-media returned, as a download, without the warnings about the request. With `Accept: application/json` the response contains the script and its configuration. Reading a record counts as use.',
    params: recordParams,
    response: {
      200: contentResponse(
        {
          'text/javascript': { schema: DocumentText('The script, as a download.') },
          'application/json': { schema: ref(CaptureResponse) },
        },
        'The script.',
        { ...etagHeader, ...fileNameHeader },
      ),
      304: notModified(etagHeader),
    },
  },
})

export const deleteRecord = operation({
  method: 'DELETE',
  url: '/api/admin/records/:id',
  problems: ['forbidden', 'record_not_found', 'storage_full'],
  examples: {
    page: {
      summary: 'The page from the first example of build-sparkpage',
      params: { id: responseExamples.recordIds.buildSparkpage },
    },
  },
  schema: {
    operationId: 'deleteRecord',
    tags: ['Admin'],
    summary: 'Delete a record',
    description:
      'Deletes an analysis, a page, a picture or a capture; a project is deleted together with its last page. Analyses and pages outlive their pictures. Sending the original request again recreates the record. Requires the same authorization as /api/admin/stats, but METRICS_TOKEN is not enough.',
    params: recordParams,
    response: { 204: emptyResponse('The record has been deleted.', {}) },
  },
})
