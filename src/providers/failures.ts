// Why a provider did not answer, from the status and the body of its response. Providers and the servers that imitate them put the reason
// into a code, a type, a message or the text of another provider's error, so the whole body is searched.
import type { ProviderOutcome } from '../../schemas/vision.ts'

type Failure = Exclude<ProviderOutcome, 'answered' | 'timeout'>

/** Reasons that neither a retry nor waiting removes, in lower case; the first that matches counts. */
const reasons: readonly (readonly [Failure, readonly RegExp[]])[] = [
  [
    'key_rejected',
    [
      /invalid_api_key|api_key_invalid|(?:incorrect|invalid) api key|invalid x-api-key/,
      /organization has been disabled/,
    ],
  ],
  [
    'region_refused',
    [
      /unsupported_country|region, or territory|location is not supported|regionerror|request not allowed/,
      /not available in your (?:country|region)/,
    ],
  ],
  [
    'no_credit',
    [
      /credit balance|insufficient[ _](?:credit|balance|funds)|any credits|purchased credits|out of credits|arrearage/,
      /billing_(?:error|not_active|hard_limit)/,
    ],
  ],
  [
    'quota_exceeded',
    [
      /insufficient_quota|exceeded_current_quota|per_?day|limit: 0\b/,
      /api usage limits|(?:spend|spending|monthly) limit/,
    ],
  ],
  ['refused', [/content_filter|content_policy|content management policy|prohibited_content|moderation|flagged/]],
  [
    'image_refused',
    [
      /image_parse_error|invalid[ _]image|unsupported (?:image|content part)|request_too_large/,
      /image[^"]{0,60}(?:not support|exceed|too large|too small|not valid)/,
      /(?:could not|cannot|unable to|failed to) (?:process|load|decode|read|download|identify)[^"]{0,30} image/,
      // Models without pictures.
      /image input|image_url is only|not a multimodal|content must be a string/,
    ],
  ],
  [
    'model_unknown',
    [
      /model_not_|deploymentnotfound|not a valid model|invalid[ _]model|no endpoints found|"model: /,
      /model.{0,120}?(?:not exist|not found|not supported for|doesn't exist|deprecated)/,
    ],
  ],
]

/** Characters of a body that are searched: some servers return the request. */
const maxSearchedLength = 16_384

/** Statuses that mean the same without a body that says more: an unknown key, one without credit, one without permission; too large. */
const statusReasons: Readonly<Record<number, Failure>> = {
  401: 'key_rejected',
  402: 'no_credit',
  403: 'key_rejected',
  408: 'unavailable',
  413: 'image_refused',
  429: 'rate_limited',
}

/**
 * @param status of a response that is no answer, 300 to 599.
 * @param body its JSON; undefined when it has none.
 */
export function failureOf(status: number, body: unknown): Failure {
  const text = searchableText(body)
  const [reason] = reasons.find(([, patterns]) => patterns.some(pattern => pattern.test(text))) ?? []
  // Servers that cannot read a picture say so with 500, and other errors of theirs may mention anything.
  if (status >= 500) return reason === 'image_refused' ? reason : 'unavailable'
  return reason ?? statusReasons[status] ?? 'unusable'
}

/** Gemini's RetryInfo, and the messages of others: `retry in 34.07s`, `try again in 6m0s`. */
const delayPattern = /(?:retrydelay\W+|(?:retry|try again) in )(?:(\d{1,4})m)?(\d{1,6}(?:\.\d+)?)s/

/** @returns seconds to wait, as in a header, where the body names them. */
export function retryDelayOf(body: unknown): string | undefined {
  const [, minutes = '0', seconds] = delayPattern.exec(searchableText(body)) ?? []
  return seconds === undefined ? undefined : `${Math.ceil(Number(minutes) * 60 + Number(seconds))}`
}

function searchableText(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body).slice(0, maxSearchedLength).toLowerCase()
}
