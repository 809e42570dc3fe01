// All errors that the API returns: code, status, title, cause and advice (RFC 9457).
import { pictureFormatList, videoFormatList } from './media.ts'
import { type ProblemKind, providerProblems } from './provider-problems.ts'

export const problemKinds = {
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    cause: 'The body cannot be parsed as JSON: it is empty, truncated, not UTF-8, or has a syntax error.',
    advice: 'Send one JSON object in UTF-8.',
  },
  invalid_form: {
    status: 400,
    title: 'The form cannot be read',
    cause:
      'The multipart/form-data body is malformed, or contains parts that the operation does not accept. analyze-vibe takes one file and at most 20 text parts of at most 64 KiB. build-sparkpage takes pictures in parts named after their position in the content, such as sections.0.image, and texts of at most 1 MiB in total; style_metadata, content and export_settings are JSON.',
    advice:
      'analyze-vibe: send one part named file, and options as text parts: curl -F file=@photo.jpg -F analysis_depth=high. build-sparkpage: curl -F image=@photo.jpg -F content=@content.json -F style_metadata=@style.json.',
  },
  invalid_request: {
    status: 400,
    title: 'A parameter or property is invalid',
    cause:
      'The body or the query violates the schema of the operation: a required property is missing, or a value has the wrong type or is out of range.',
    advice: 'Fix every entry in `errors` and retry.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    cause:
      'The request cannot be parsed as HTTP: invalid percent-encoding in the URL, an invalid header, a Content-Length that does not match the body, or a body whose encoding differs from its Content-Encoding.',
    advice: 'Check the URL, the headers, and the length and the encoding of the body.',
  },
  unauthorized: {
    status: 401,
    title: 'The request has no valid key',
    cause: 'The endpoint requires a key, and the request has no key or an invalid one.',
    advice:
      'Send a key of this service as Authorization: Bearer <key> or x-api-key: <key>; for /api/admin, send ADMIN_TOKEN as Authorization: Bearer <token>.',
  },
  forbidden: {
    status: 403,
    title: 'Access to this operation is denied',
    cause:
      'ADMIN_TOKEN is not set. In this case /api/admin answers only direct HTTP/1.1 requests from the same machine to a loopback name, and only if HOST is a loopback address. A request is not direct if it has a proxy header (Forwarded, X-Forwarded-For, X-Real-IP, Via) or was sent by a page on another website (Origin, Sec-Fetch-Site).',
    advice: 'Set ADMIN_TOKEN and send it as Authorization: Bearer <token>, or send the request from the same machine.',
  },
  host_refused: {
    status: 403,
    title: 'The host name is not allowed',
    cause:
      'The Host header names a host that is not an IP address or a loopback name and is not in ALLOWED_HOSTS. If none of ALLOWED_HOSTS, PUBLIC_URL, TRUST_PROXY and API_KEYS is set, names without a dot and names under .localhost, .local, .internal, .lan, .home.arpa or .test are accepted too. Without this check a website could point its own name at the service and read its responses through the browsers of its visitors (DNS rebinding).',
    advice:
      'Set ALLOWED_HOSTS to the host names of the service and restart it, or use its IP address or http://localhost.',
  },
  cross_site_refused: {
    status: 403,
    title: 'A browser sent the request from another website',
    cause:
      'A browser sent the request from a page on another website, as its Origin or Sec-Fetch-Site header shows. If such requests were accepted, any website could make the browsers of its visitors store records here.',
    advice:
      'Add the origin of the page to CORS_ORIGINS, which applies to /api/v1, or send an API key. For pages of the service itself, set PUBLIC_URL to the URL of the service as browsers see it, or TRUST_PROXY to the address of the proxy.',
  },
  not_found: {
    status: 404,
    title: 'The path does not exist',
    cause: 'No operation, page or file has this path. Check the spelling and the version in /api/v1.',
    advice: 'See /docs for all operations.',
  },
  record_not_found: {
    status: 404,
    title: 'The record does not exist',
    cause:
      'No record has this id: the id is misspelt, or the record expired (RETENTION_DAYS), was evicted (STORAGE_MAX_MB), or was deleted by an operator.',
    advice: 'Repeat the request that created the record: identical requests get the same id.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not support this method',
    cause: 'The path exists, but not for this method: for example a GET instead of a POST.',
    advice: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    cause: 'The headers did not arrive within 20 seconds, or the whole request within 120 seconds.',
    advice: 'Retry over a faster connection.',
  },
  upload_used: {
    status: 410,
    title: 'The upload URL has already been used',
    cause:
      'An upload URL accepts one picture. The picture has already been sent, or another request is sending it right now.',
    advice: 'Use the id that the upload returned, or call create_upload at /mcp for a new URL.',
  },
  upload_expired: {
    status: 410,
    title: 'The upload URL has expired',
    cause: 'An upload URL is valid for ten minutes.',
    advice: 'Call create_upload at /mcp for a new URL.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    cause:
      'The body exceeds the limit of the operation, either as it was sent or after decoding (Content-Encoding). The limit is BODY_LIMIT_BYTES (default: 32 MiB) for analyze-vibe, build-sparkpage and uploads, of which at most 1 MiB may be data other than pictures, and 1 MiB for the other operations. Base64 makes a file one third larger.',
    advice: 'Send a smaller body. Operations that take a picture also accept its URL.',
  },
  uri_too_long: {
    status: 414,
    title: 'The URI is too long',
    cause: 'A path segment exceeds the maximum length.',
    advice: 'Shorten the path or the query.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The Content-Type or Content-Encoding is not supported',
    cause:
      'The operation does not accept this Content-Type. All operations accept application/json (or text/plain or no type, if the body is a JSON object). analyze-vibe and build-sparkpage also accept multipart/form-data, and analyze-vibe accepts image/*, video/*, application/octet-stream and bytes without a type. This error is also returned if the body has more than one Content-Encoding, or one other than gzip, deflate and br.',
    advice:
      'Send Content-Type: application/json. A picture can be sent to analyze-vibe directly: curl -F file=@photo.jpg, or its bytes with its own Content-Type such as image/jpeg.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    cause: 'All headers together exceed 16 KiB, usually because of cookies from other sites on the same host.',
    advice: 'Send fewer or shorter headers.',
  },
  source_invalid: {
    status: 422,
    title: 'The source cannot be read',
    cause:
      'source_url is neither an http or https URL nor a data URI, or the data of an image is empty or invalid, often because a form or query string turned + into a space.',
    advice:
      'Send an http or https URL, data:image/…;base64,…, or data:image/svg+xml,…. In a form or query string, write + as %2B.',
  },
  source_refused: {
    status: 422,
    title: 'source_url is not allowed',
    cause:
      'The URL, or one that it redirects to, is not on the public internet or contains a user name or a password. The details are only in the log of the service.',
    advice:
      'Send a public URL, or send the file as a data URI. The operator can allow other addresses with FETCH_ALLOW_CIDRS.',
  },
  source_unreachable: {
    status: 422,
    title: 'source_url could not be reached',
    cause:
      'The host of source_url cannot be resolved, refused the connection, closed it early, or returned something that is not valid HTTP or TLS. The detail says which.',
    advice: 'Check the URL and retry.',
  },
  source_http_error: {
    status: 422,
    title: 'source_url returned an error',
    cause:
      'The host of source_url returned an error status, for example 403 or 404, or redirected more than five times.',
    advice: 'Check that the URL returns 200 with an image or a video.',
  },
  source_timeout: {
    status: 422,
    title: 'source_url timed out',
    cause: 'Downloading or decoding the file, or all pictures of a page together, took longer than the time limit.',
    advice: 'Use a faster host, or send a data URI.',
  },
  source_too_large: {
    status: 422,
    title: 'The file is too large',
    cause:
      'The file exceeds the limit: by default 24 MiB for an image (FETCH_MAX_BYTES) and 64 MiB for a video; or the pictures of a page exceed 3 MB in total.',
    advice: 'Send a smaller file, or fewer pictures.',
  },
  source_too_many_pixels: {
    status: 422,
    title: 'The image has too many pixels',
    cause: 'The image has more pixels than the limit: by default 64 million (MAX_PIXELS).',
    advice: 'Scale the image down.',
  },
  picture_too_large: {
    status: 422,
    title: 'Decoding the file takes too much memory',
    cause:
      'Decoding the file needs more memory than MEMORY_BUDGET_MB allows: it has many pixels in a format that is decoded as a whole, or it is a complex SVG.',
    advice: 'Scale the image down, or convert it to baseline JPEG or non-interlaced PNG.',
  },
  source_not_picture: {
    status: 422,
    title: 'The file is not an image or a video',
    cause:
      'The file is not an image or a video. Often it is a web page that shows the image, a truncated file, or a body whose encoding differs from its Content-Encoding.',
    advice: `Send ${pictureFormatList}, or a video as ${videoFormatList}.`,
  },
  source_unsupported: {
    status: 422,
    title: 'The file format is not supported',
    cause:
      'The format of the image or video is not supported, or the host sent it with more than two values of Content-Encoding, or with one that this server cannot decode (zstd before Node.js 22.15).',
    advice: `Send ${pictureFormatList}, or a video as ${videoFormatList}.`,
  },
  source_mismatch: {
    status: 422,
    title: 'media_type does not match the file',
    cause: 'media_type is image and the file is a video.',
    advice: 'Send the media_type of the file, or omit it.',
  },
  page_not_opened: {
    status: 422,
    title: 'The page did not open',
    cause:
      'The browser could not open the page: its host did not respond, is not on the public internet, or returned a status of 400 or above; or an element that the request waits for never became visible.',
    advice:
      'Check the URL in a browser. To render a page with an error status, send accept_status. The operator can allow private hosts with FETCH_ALLOW_CIDRS.',
  },
  render_failed: {
    status: 422,
    title: 'The page could not be rendered',
    cause:
      'The page opened, but the rest of the request could not be carried out: a step did not find its element, the file would be larger than its format or the service allows, rendering took longer than the time limit, or the browser crashed in each attempt.',
    advice:
      'Change the option that the detail names, or run the script from capture-media, which does not have these limits.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    cause:
      'This key or IP address sent more requests per minute than RATE_LIMIT allows, or the load balancer has too many of its requests in progress.',
    advice: 'Retry after the number of seconds in Retry-After.',
  },
  internal_error: {
    status: 500,
    title: 'An unexpected error occurred in the service',
    cause: 'This is a bug in the service. Its log contains the details; search for the request_id.',
    advice: 'Retry. If the error persists, report the request_id.',
  },
  video_unavailable: {
    status: 501,
    title: 'This server cannot read videos',
    cause:
      'Decoding a video requires ffmpeg, ffprobe (which comes with ffmpeg) and a folder for temporary files; at least one of them is missing on this server.',
    advice:
      'Send an image. For videos, the operator must install ffmpeg (or set FFMPEG_PATH to its path), and TMPDIR must be a writable folder.',
  },
  render_unavailable: {
    status: 501,
    title: 'This service does not render pages',
    cause:
      'RENDER is off, or it is auto and one of these applies: Chromium is missing; its sandbox cannot be used; less than 1 GB of memory is free; or others can reach the service without a key.',
    advice:
      'Run the script from POST /api/v1/capture-media instead. Operators: see docs/operation.md, section "Renders".',
  },
  ...providerProblems,
  overloaded: {
    status: 503,
    title: 'The service is unavailable',
    cause: 'The service is at capacity, its database is unavailable, or it is shutting down. Nothing was stored.',
    advice: 'Retry after the time in Retry-After.',
  },
  storage_full: {
    status: 503,
    title: 'There is no disk space left for records',
    cause: 'The disk of the database is full, so nothing was stored. Stored records can still be read and deleted.',
    advice:
      'Retry later. The operator can free space: delete records (DELETE /api/admin/records/{id}), lower STORAGE_MAX_MB, set or lower RETENTION_DAYS, or enlarge the disk.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>

export type ProblemCode = keyof typeof problemKinds

/** `Object.keys`, typed. */
export const problemCodes = Object.keys(problemKinds).filter((code): code is ProblemCode => code in problemKinds)
