// Reads the Authorization header (RFC 9110 section 11.6.2, RFC 6750).
import type { IncomingHttpHeaders } from 'node:http'

/** What stands behind the scheme Bearer, which may be nothing; undefined under any other scheme and without the header. */
export const bearerOf = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^Bearer(?:$| +)(.*)$/i.exec(authorization)?.[1]
