import { eq, sql } from 'drizzle-orm'
import { lookupWindow, maxLookups } from '../../domain/accounts/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import type { Requester } from './check-password.ts'
import type { AccountContext } from './context.ts'
import { countRequest, isWithin } from './request-counts.ts'
import { users } from './schema.ts'
import { makeLookupKey } from './sign-in-tries.ts'

/** Whether an email has an account. The database counts the lookups of each network, so that nobody can collect addresses. */
export async function lookUpAccount({ db, now }: AccountContext, { secret, network }: Requester, email: string): Promise<boolean> {
  const key = await makeLookupKey(secret, network)
  const { limit, found } = await runBatch(db, {
    counted: countRequest(key, now, lookupWindow),
    limit: select({ isWithin: asBoolean }, sql`SELECT ${isWithin(key, maxLookups, now)} AS isWithin`),
    found: db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.emailKey, canonicalAddress(email))),
  })
  if (!limit.rows[0]?.isWithin) throw new AppError('TooManyRequests')
  return found.rows.length > 0
}
