// The name of a downloaded export.
import type { TxtType } from '../../schemas/export.ts'
import { day } from './wording.ts'

/** ASCII name with the type and the date in UTC, for example automation-service-projects-2026-01-31.txt. */
export const exportFileName = (type: TxtType, date: Date, extension: string): string =>
  `automation-service-${type}-${day(date.toISOString())}.${extension}`
