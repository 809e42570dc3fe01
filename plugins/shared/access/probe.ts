// Whether the service lives is told to anybody at any time.
import type { FastifyRequest } from 'fastify'
import { pathOf } from '../path.ts'

const probes: ReadonlySet<string> = new Set(['/api/health', '/livez', '/readyz'])

/** Whether a request asks for that, and nothing else. */
export const isProbe = ({ url }: FastifyRequest): boolean => probes.has(pathOf(url))
