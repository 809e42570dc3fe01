// Every failure a client can meet: code → status, title, cause and cure (RFC 9457).

interface ProblemKind {
  readonly status: number
  readonly title: string
  /** Why it happens, for a reader who did not expect it. */
  readonly cause: string
  /** What to do, in one sentence. */
  readonly advice: string
}

const kinds = <const T extends Readonly<Record<string, ProblemKind>>>(table: T): T => table

export const problemKinds = kinds({
  invalid_json: {
    status: 400,
    title: 'The body is not JSON',
    cause:
      'The body could not be read as JSON: it is empty, cut off, not in UTF-8, or has a comma or a quote too many.',
    advice: 'Send one JSON object in UTF-8.',
  },
  invalid_request: {
    status: 400,
    title: 'The request breaks the contract',
    cause:
      'The body is JSON and breaks a rule of the operation: a required member is missing, a value has another type or lies outside its range. Types are never converted, so “10” is not 10.',
    advice: 'Mend every entry of errors and send it again.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is not well-formed HTTP',
    cause:
      'The request is no HTTP that this service can read: a percent sign in the address without two digits behind it, a broken header, or a length that is not that of the body.',
    advice: 'Check the address, the headers and the body length.',
  },
  unauthorized: {
    status: 401,
    title: 'A key is needed',
    cause: 'This service is open to those who have a key, and the request brought none or one that is not known here.',
    advice:
      'Send a key of this service as Authorization: Bearer <key> or x-api-key: <key>; under /api/admin its ADMIN_TOKEN as Authorization: Bearer <token>.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    cause:
      'No ADMIN_TOKEN is set. Then /api/admin answers only direct HTTP/1.1 requests of the same machine to a loopback name, and none unless HOST is a loopback address. A request with a header that proxies add (Forwarded, X-Forwarded-For, X-Real-IP, Via) is not direct.',
    advice: 'Set ADMIN_TOKEN and send it as Authorization: Bearer <token>, or send the request from the same machine.',
  },
  host_refused: {
    status: 403,
    title: 'Host name not allowed',
    cause:
      'The service listens on a loopback address, so it accepts only loopback names (localhost, names under localhost, 127.0.0.0/8, [::1]) in the Host header. This keeps pages of other sites from reaching it by DNS rebinding.',
    advice:
      'Use http://localhost, or start the service with the host name in ALLOWED_HOSTS; behind a proxy, set TRUST_PROXY to the address of the proxy.',
  },
  not_found: {
    status: 404,
    title: 'Nothing lives at this address',
    cause: 'No operation, page or file has this path. Most often a letter or the version in /api/v1 is wrong.',
    advice: 'See /docs for every operation.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The address does not take this method',
    cause: 'The path is right, the method is not: a GET where a POST is expected, or the other way round.',
    advice: 'Use a method that the Allow header names.',
  },
  request_timeout: {
    status: 408,
    title: 'The request came too slowly',
    cause: 'The head or the body of the request had not arrived in time: a head has 20 seconds, a whole request 120.',
    advice: 'Send it again over a steadier connection.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    cause:
      'The body has more bytes than the operation takes: 32 MiB for analyze-vibe unless the operator says otherwise, 1 MiB elsewhere. Base64 makes a file a third larger.',
    advice: 'Send a smaller body, or the address of the picture.',
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    cause: 'A part of the path is longer than any that exists here.',
    advice: 'Shorten the path or the query.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The Content-Type cannot be read',
    cause:
      'The Content-Type names something other than JSON, or there is none. Files are not uploaded as forms here: a picture travels inside the JSON, as an address or as a data URI.',
    advice: 'Send Content-Type: application/json.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    cause: 'All headers together are larger than 16 KiB; cookies of other pages on the same host are the usual reason.',
    advice: 'Send fewer or shorter headers.',
  },
  source_invalid: {
    status: 422,
    title: 'source_url is not an address of a picture',
    cause: 'source_url is neither an http or https address nor a data URI in Base64, or its Base64 is broken.',
    advice: 'Send an http or https address, or data:image/…;base64,….',
  },
  source_refused: {
    status: 422,
    title: 'source_url may not be fetched',
    cause:
      'The address, or one that it redirects to, does not belong to the public internet, or it holds a user name or a password. Which of them it is stands in the log of the service only.',
    advice: 'Send a public address, or the file as a data URI.',
  },
  source_unreachable: {
    status: 422,
    title: 'source_url could not be reached',
    cause: 'The host of source_url has no address, refused the connection, or broke it off.',
    advice: 'Check the address and try again.',
  },
  source_http_error: {
    status: 422,
    title: 'source_url answered with an error',
    cause:
      'The host of source_url answered, but not with a file: with a status such as 403 or 404, or with more than five redirects.',
    advice: 'Check that the address answers 200 with a picture or a video.',
  },
  source_timeout: {
    status: 422,
    title: 'source_url took too long',
    cause: 'The file did not arrive in time, or reading it would take longer than one request is worth.',
    advice: 'Use a faster host, or send a data URI.',
  },
  source_too_large: {
    status: 422,
    title: 'The file is too large',
    cause:
      'The file has more bytes than the service takes: 24 MiB for a picture and 64 MiB for a video, unless the operator says otherwise.',
    advice: 'Send a smaller file.',
  },
  source_too_many_pixels: {
    status: 422,
    title: 'The file has too many pixels',
    cause:
      'The picture is small as a file and large unpacked: more than 50 million pixels, unless the operator says otherwise.',
    advice: 'Scale it down.',
  },
  picture_too_large: {
    status: 422,
    title: 'Decoding the file takes too much memory',
    cause:
      'The file is small and its decoded form is large: many pixels in a format that has to be decoded as a whole, or a drawing that needs much memory. The memory that the operator gives to decoding (MEMORY_BUDGET_MB) does not suffice for it.',
    advice: 'Scale the picture down, or save it as baseline JPEG or plain PNG.',
  },
  source_not_picture: {
    status: 422,
    title: 'source_url does not hold a picture or a video',
    cause:
      'The bytes are no picture and no video: often a page that shows the picture instead of the picture itself, or a file that was cut off.',
    advice: 'Send JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG, or a video as MP4, WebM or MOV.',
  },
  source_unsupported: {
    status: 422,
    title: 'The format cannot be read',
    cause:
      'The file is a picture or a video in a format that is not read here, or it was sent in an encoding such as gzip.',
    advice: 'Send JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG, or a video as MP4, WebM or MOV.',
  },
  source_mismatch: {
    status: 422,
    title: 'media_type does not fit the file',
    cause: 'media_type says picture and the bytes are a video, or the other way round.',
    advice: 'Send the media_type the file has, or leave it out.',
  },
  provider_unknown: {
    status: 422,
    title: 'The key belongs to no provider that is known here',
    cause:
      'How api_key begins does not tell whose it is, no header names its owner, and a key is never sent to a guess. Only with Prefer: handling=strict.',
    advice: 'Name its provider in the header x-vision-provider, or leave api_key out.',
  },
  provider_key_rejected: {
    status: 422,
    title: 'The vision provider does not take the key',
    cause:
      'The provider of the vision model answered that it does not know the key, or that the key may not use the model. Only with Prefer: handling=strict; else the measured style comes with a warning.',
    advice: 'Check api_key, or leave it out: the style is measured without it.',
  },
  provider_rate_limited: {
    status: 429,
    title: 'The vision provider asks for a pause',
    cause:
      'The provider of the vision model has had enough requests of this key for now. Only with Prefer: handling=strict; else the measured style comes with a warning.',
    advice: 'Try again after the time in Retry-After, or leave api_key out.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    cause: 'More requests came from this key or this address in a minute than the operator allows.',
    advice: 'Wait as many seconds as Retry-After says.',
  },
  internal_error: {
    status: 500,
    title: 'Something broke on our side',
    cause:
      'Something happened that nobody foresaw. The request is not to blame, and its request_id leads to the reason in the log of the service.',
    advice: 'Try again; report the request_id if it stays.',
  },
  video_unavailable: {
    status: 501,
    title: 'Video cannot be read here',
    cause: 'Videos are read by ffmpeg, which is not installed where this service runs.',
    advice: 'Send a still picture. The operator can install ffmpeg, or name it in FFMPEG_PATH.',
  },
  provider_failed: {
    status: 502,
    title: 'The vision provider gave no usable answer',
    cause:
      'The provider of the vision model refused to describe the picture, or its answer was not what it was asked for. Only with Prefer: handling=strict; else the measured style comes with a warning.',
    advice: 'Try again, or leave api_key out: the style is measured without it.',
  },
  provider_unavailable: {
    status: 503,
    title: 'The vision provider cannot be used right now',
    cause:
      'The provider of the vision model could not be reached or said that it is busy. Only with Prefer: handling=strict; else the measured style comes with a warning.',
    advice: 'Try again after the time in Retry-After, or leave api_key out.',
  },
  provider_timeout: {
    status: 504,
    title: 'The vision provider took too long',
    cause:
      'The provider of the vision model had not answered within 12 seconds, unless the operator says otherwise. Only with Prefer: handling=strict; else the measured style comes with a warning.',
    advice: 'Try again, or leave api_key out: the style is measured without it.',
  },
  overloaded: {
    status: 503,
    title: 'Too busy right now',
    cause:
      'More work is under way than this process can hold, its database is away, or it is about to stop. Nothing was stored.',
    advice: 'Try again after the time in Retry-After.',
  },
})

export type ProblemCode = keyof typeof problemKinds

/** The key list, typed: `Object.keys` alone forgets the words. */
export const problemCodes = Object.keys(problemKinds).filter((code): code is ProblemCode => code in problemKinds)
