// All errors that the API returns: code, status, title, cause and advice (RFC 9457).
import { filmFormats, pictureFormats } from './media.ts'
import { type ProblemKind, providerProblems } from './provider-problems.ts'

export const problemKinds = {
  invalid_json: {
    status: 400,
    title: 'Invalid JSON',
    cause: 'The body cannot be parsed as JSON: it is empty, truncated, not UTF-8, or has a syntax error.',
    advice: 'Send one JSON object in UTF-8.',
  },
  invalid_form: {
    status: 400,
    title: 'Invalid form',
    cause:
      'The multipart/form-data body is damaged, or has parts that the operation does not read. analyze-vibe takes one file and at most 20 text parts of at most 64 KiB; build-sparkpage takes pictures in parts named by their place, and texts of at most 1 MiB together, of which style_metadata, content and export_settings are JSON.',
    advice:
      'analyze-vibe: send one part named file, and options as text parts: curl -F file=@photo.jpg -F analysis_depth=high. build-sparkpage: curl -F image=@photo.jpg -F content=@content.json -F style_metadata=@style.json.',
  },
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    cause:
      'The body is valid JSON but violates the schema of the operation: a required property is missing, or a value has the wrong type or is out of range.',
    advice: 'Fix every entry in `errors` and retry.',
  },
  malformed_request: {
    status: 400,
    title: 'Malformed HTTP request',
    cause:
      'The request cannot be parsed as HTTP: an invalid percent-encoding in the URL, an invalid header, a Content-Length that does not match the body, or a body that is not in its Content-Encoding.',
    advice: 'Check the URL, the headers, and the length and the coding of the body.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    cause: 'The endpoint requires a key, and the request has none or an invalid one.',
    advice:
      'Send a key of this service as Authorization: Bearer <key> or x-api-key: <key>; for /api/admin, send ADMIN_TOKEN as Authorization: Bearer <token>.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    cause:
      'ADMIN_TOKEN is not set. In this case /api/admin answers only direct HTTP/1.1 requests from the same machine to a loopback name, and only if HOST is a loopback address. A request with a proxy header (Forwarded, X-Forwarded-For, X-Real-IP, Via) or that a page of another website sent (Origin, Sec-Fetch-Site) is not direct.',
    advice: 'Set ADMIN_TOKEN and send it as Authorization: Bearer <token>, or send the request from the same machine.',
  },
  host_refused: {
    status: 403,
    title: 'Host name not allowed',
    cause:
      'The Host header names a host that is neither an IP address, a loopback name, nor in ALLOWED_HOSTS. Without ALLOWED_HOSTS, PUBLIC_URL, TRUST_PROXY and API_KEYS, names without a dot and under .localhost, .local, .internal, .lan, .home.arpa or .test are accepted too. Otherwise a website could point its name at the service and read it in the browsers of its visitors (DNS rebinding).',
    advice:
      'Set ALLOWED_HOSTS to the host names of the service and restart it, or use its IP address or http://localhost.',
  },
  cross_site_refused: {
    status: 403,
    title: 'Cross-site request refused',
    cause:
      'A browser sent the request for a page of another website, as its Origin or Sec-Fetch-Site header shows. Otherwise every website could make the browsers of its visitors store records here.',
    advice:
      'Add the origin of the page to CORS_ORIGINS, which applies to /api/v1, or send an API key. For pages of the service itself, set PUBLIC_URL to its address as browsers see it, or TRUST_PROXY to the address of the proxy.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    cause: 'No operation, page or file has this path. Check the spelling and the version in /api/v1.',
    advice: 'See /docs for all operations.',
  },
  record_not_found: {
    status: 404,
    title: 'Record not found',
    cause:
      'No record has this id: the id is misspelt, or the record was deleted by RETENTION_DAYS, STORAGE_MAX_MB or an operator.',
    advice: 'Send the request that made the record again: equal requests get equal ids.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    cause: 'The path exists, but not for this method: for example a GET instead of a POST.',
    advice: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    cause: 'The headers did not arrive within 20 seconds, or the whole request within 120 seconds.',
    advice: 'Retry over a faster connection.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    cause:
      'The body, sent or decoded (Content-Encoding), exceeds the limit of the operation: 32 MiB for analyze-vibe and build-sparkpage (BODY_LIMIT_BYTES), of which 1 MiB beside pictures, and 1 MiB for the others. Base64 makes a file one third larger.',
    advice: 'Send a smaller body, or the URL of the image.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI too long',
    cause: 'A segment of the path is longer than any valid one.',
    advice: 'Shorten the path or the query.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Content-Type or Content-Encoding',
    cause:
      'The Content-Type is not one that the operation accepts: application/json (or text/plain or none, if the body is a JSON object), for analyze-vibe and build-sparkpage also multipart/form-data, and for analyze-vibe image/*, video/*, application/octet-stream and bytes without a type. Or the body has several codings, or one that is not gzip, deflate or br (Content-Encoding).',
    advice:
      'Send Content-Type: application/json. A picture can be sent to analyze-vibe as it is: curl -F file=@photo.jpg, or its bytes with its own Content-Type such as image/jpeg.',
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
      'source_url is neither an http or https URL nor a data URI, or the data of a picture is empty or invalid: often a form or a query turned the + of Base64 into spaces.',
    advice:
      'Send an http or https URL, data:image/…;base64,…, or data:image/svg+xml,…. In a form or a query, write + as %2B.',
  },
  source_refused: {
    status: 422,
    title: 'source_url is not allowed',
    cause:
      'The URL, or one that it redirects to, is not on the public internet or contains a user name or a password. Only the log of the service has the details.',
    advice: 'Send a public URL, or the file as a data URI. The setting FETCH_ALLOW_CIDRS of the service allows others.',
  },
  source_unreachable: {
    status: 422,
    title: 'source_url could not be reached',
    cause:
      'The host of source_url cannot be resolved, refused the connection, closed it early, or answered with something that is not valid HTTP or TLS. The detail names which.',
    advice: 'Check the URL and retry.',
  },
  source_http_error: {
    status: 422,
    title: 'source_url returned an error',
    cause: 'The host of source_url returned an error status such as 403 or 404, or more than five redirects.',
    advice: 'Check that the URL returns 200 with an image or a video.',
  },
  source_timeout: {
    status: 422,
    title: 'source_url timed out',
    cause: 'The download or the decoding of the file exceeded its time limit, or all pictures of a page did together.',
    advice: 'Use a faster host, or send a data URI.',
  },
  source_too_large: {
    status: 422,
    title: 'The file is too large',
    cause:
      'The file exceeds the limit: by default 24 MiB for an image (FETCH_MAX_BYTES) and 64 MiB for a video. Or a page has so many pictures that they cannot be shown in 3 MB together.',
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
    title: 'Not an image or a video',
    cause:
      'The file is not an image or a video: often it is a web page that shows the image, a truncated file, or a body that is not in its Content-Encoding.',
    advice: `Send ${pictureFormats}, or a video as ${filmFormats}.`,
  },
  source_unsupported: {
    status: 422,
    title: 'Unsupported file format',
    cause:
      'The format of the image or video is not supported, or the host sent it with several content codings, or with one that this server cannot decode (zstd before Node.js 22.15).',
    advice: `Send ${pictureFormats}, or a video as ${filmFormats}.`,
  },
  source_mismatch: {
    status: 422,
    title: 'media_type does not match the file',
    cause: 'media_type is image and the file is a video, or the reverse.',
    advice: 'Send the media_type of the file, or omit it.',
  },
  page_not_opened: {
    status: 422,
    title: 'The page did not open',
    cause:
      'The browser of a render could not open the page: its host does not answer, is not on the public internet, or answered with a status of 400 or above, or an element that the request waits for never became visible.',
    advice:
      'Check the address in a browser. accept_status captures pages with an error status; FETCH_ALLOW_CIDRS of the service allows private hosts.',
  },
  render_failed: {
    status: 422,
    title: 'The page could not be rendered',
    cause:
      'The page opened, but not all that the request asks for could be done: a step did not find its element, the file would be larger than its type or the service allows, or the time limit was exceeded.',
    advice: 'Change the option that the detail names, or run the script of capture-media, which has no such limits.',
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
    title: 'Internal server error',
    cause: 'An unexpected error occurred in the service. The log has the details under the request_id.',
    advice: 'Retry. If the error persists, report the request_id.',
  },
  video_unavailable: {
    status: 501,
    title: 'Video is not supported',
    cause:
      'Decoding a video requires ffmpeg and ffprobe, which comes with it, and a folder for temporary files; one of them is missing on this server.',
    advice:
      'Send an image. The operator can install ffmpeg, or set its path in FFMPEG_PATH, and name a writable folder in TMPDIR.',
  },
  render_unavailable: {
    status: 501,
    title: 'Renders are not available',
    cause:
      'This service takes no pictures of pages itself: RENDER is off, or it is auto and the machine has no Chromium, less than 1 GB of free memory or no sandbox for the browser, or the service can be reached by others without a key.',
    advice:
      'Run the script of POST /api/v1/capture-media instead. The operator finds the settings in docs/operation.md, section "Renders".',
  },
  ...providerProblems,
  overloaded: {
    status: 503,
    title: 'Service unavailable',
    cause: 'The service is at its capacity, its database is unavailable, or it is shutting down. Nothing was stored.',
    advice: 'Retry after the time in Retry-After.',
  },
  storage_full: {
    status: 503,
    title: 'No space left for records',
    cause: 'The disk of the database is full, so nothing was stored. Stored records can still be read and deleted.',
    advice:
      'Retry later. The operator frees space: delete records (DELETE /api/admin/records/{id}), lower STORAGE_MAX_MB or RETENTION_DAYS, or enlarge the disk.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>

export type ProblemCode = keyof typeof problemKinds

/** `Object.keys`, typed. */
export const problemCodes = Object.keys(problemKinds).filter((code): code is ProblemCode => code in problemKinds)
