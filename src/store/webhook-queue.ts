// Webhooks of renders that have ended. What is still to be delivered is part of the record of the render, so that it survives restarts, and any
// number of processes deliver it.
import { sql } from 'kysely'
import { minuteMs, secondMs } from '../values/units.ts'
import { type Database, timestamp } from './database.ts'
import type { RenderWebhook } from './render-records.ts'
import type { Seal } from './secrets.ts'

export interface TakenWebhook {
  /** Id of the render. */
  readonly id: string
  readonly webhook: RenderWebhook
  /** Attempts that have begun, with this one. */
  readonly tries: number
}

export interface WebhookQueue {
  /** Takes the webhook that has been due for the longest time. Unless it is settled, it is due again after a pause, until the last attempt. */
  take(now: Date): Promise<TakenWebhook | undefined>
  /** Deletes a webhook that was delivered or is abandoned. */
  settle(id: string): Promise<void>
}

/** After each attempt but the last one. The shortest is longer than an attempt may take. */
const pausesMs = [30 * secondMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs] as const

/** Attempts of one webhook. */
export const maxWebhookTries = pausesMs.length + 1

export function createWebhookQueue({ writer, skipLocked }: Database, { open }: Seal): WebhookQueue {
  return {
    take: async now => {
      const nextDue = pausesMs.map(
        (pause, tries) => sql`when ${sql.lit(tries)} then ${timestamp(new Date(now.getTime() + pause))}`,
      )
      const query = sql<{ id: string; webhook: string; webhook_tries: number }>`update renders
        set webhook_tries = webhook_tries + 1, webhook_due = case webhook_tries ${sql.join(nextDue, sql` `)} else '' end
        where id = (select id from renders where webhook_due <> '' and webhook_due <= ${timestamp(now)}
          order by webhook_due limit 1 ${skipLocked})
        returning id, webhook, webhook_tries`
      const [row] = (await query.execute(writer)).rows
      return row && { id: row.id, webhook: JSON.parse(open(row.webhook)), tries: row.webhook_tries }
    },

    settle: async id => {
      await sql`update renders set webhook = '', webhook_due = '' where id = ${id}`.execute(writer)
    },
  }
}
