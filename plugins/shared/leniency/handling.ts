// How a request wants to be read: RFC 7240, the preference `handling`.
import type { FastifyRequest } from 'fastify'

/** The preference of a request; the first one counts. */
export const handlingOf = ({ headers: { prefer } }: FastifyRequest): string | undefined =>
  prefer === undefined
    ? undefined
    : [prefer]
        .flat()
        .flatMap(line => line.split(/[,;]/))
        .map(preference => /^\s*handling\s*=\s*"?(strict|lenient)"?\s*$/i.exec(preference)?.[1]?.toLowerCase())
        .find(handling => handling !== undefined)

/** Whether what would be a warning is to be refused. */
export const isStrict = (request: FastifyRequest): boolean => handlingOf(request) === 'strict'
