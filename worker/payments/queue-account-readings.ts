import { lt, sql } from 'drizzle-orm'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { type MessageInsert, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { payoutAccounts as a } from './schema.ts'

const kind: MoneyWork['kind'] = 'read-account'

/** How many accounts one hour reads. Those that were not read for the longest come first. */
const maxReadAtOnce = 200

/** Once an hour: Stripe may have restricted accounts, or their hosts may have unlinked them, of which no event has told us. */
export const queueAccountReadings = (now: number): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT ${kind} || ':' || ${a.stripeId} || ':' || ${Math.floor(now / hour)} AS id, json_object('kind', ${kind}, 'accountId', ${a.stripeId}) AS body
      FROM ${a} WHERE ${lt(a.readAt, now - hour / 2)} ORDER BY ${a.readAt} LIMIT ${maxReadAtOnce}`,
    { now },
  )

/** Stripe takes no payments on this account, and has not told us why: it is read at once, so its host is told and nobody else tries to pay. */
export const readRefusedAccount = (db: Database, accountId: string, now: number): Promise<unknown> =>
  write(
    db,
    putInOutbox(
      'money',
      [{ id: `${kind}:${accountId}:refused:${Math.floor(now / minute)}`, body: { kind, accountId } satisfies MoneyWork }],
      { now },
    ),
  )
