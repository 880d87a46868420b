import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import {
  confirmationCodeLifetime,
  confirmationCodeWindow,
  maxConfirmationCodes,
  maxConfirmationCodeTries,
} from '../../domain/accounts/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import type { AccountContext } from './context.ts'
import { countRequest, isWithin, uncountRequest } from './request-counts.ts'
import { authIdentities, authTokens, users } from './schema.ts'
import { hashSecret, makeCode } from './secrets.ts'

// A code in an email confirms that it is the owner of an account who is signed in. It is for accounts that have neither a password nor
// Google. With a key, because the hash of so short a code could be reversed.

type Person = { userId: string; secret: string }

const makeCodeHash = ({ userId, secret }: Person, code: string) => hashSecret(secret, 'confirmation code', userId, code)

/** Sends a new code. The one before stops working. `canUseGoogle` is false if this deployment has no sign-in with Google. */
export async function sendConfirmationCode(
  { db, now, newId, platform }: AccountContext,
  person: Person,
  canUseGoogle: boolean,
): Promise<void> {
  const { userId, secret } = person
  const code = makeCode()
  const key = await hashSecret(secret, 'confirmation codes', userId)
  const hasGoogle = sql`EXISTS (SELECT 1 FROM ${authIdentities} WHERE ${authIdentities.userId} = ${userId} AND ${Number(canUseGoogle)})`
  const needsCode = sql`${and(eq(users.id, userId), isNull(users.passwordHash), isNull(users.deletedAt))} AND NOT ${hasGoogle}`
  const maySend = sql`${needsCode} AND ${isWithin(key, maxConfirmationCodes, now)}`
  const { limit, sent } = await runBatch(db, {
    counted: countRequest(key, now, confirmationCodeWindow, sql`EXISTS (SELECT 1 FROM ${users} WHERE ${needsCode})`),
    limit: select({ isWithin: asBoolean }, sql`SELECT ${isWithin(key, maxConfirmationCodes, now)} AS isWithin`),
    old: db.delete(authTokens).where(and(eq(authTokens.userId, userId), eq(authTokens.purpose, 'confirm'))),
    sent: insertSelect(
      authTokens,
      { hash: await makeCodeHash(person, code), userId: users.id, purpose: 'confirm', expiresAt: now + confirmationCodeLifetime },
      sql`FROM ${users} WHERE ${maySend}`,
    ),
    mail: mailPerson(maySend, { id: newId(), platform, template: { name: 'confirmation-code', data: { code } } }, { now }),
  })
  if (sent.changes > 0) return
  throw new AppError(limit.rows[0]?.isWithin ? 'CodeNotNeeded' : 'TooManyConfirmationCodes')
}

/** Uses a code. It works once. A try is counted before the code is compared, so many at the same moment do not get around the limit. */
export async function redeemConfirmationCode({ db, now }: AccountContext, person: Person, code: string): Promise<void> {
  const key = await hashSecret(person.secret, 'confirmation code tries', person.userId)
  const isAllowed = isWithin(key, maxConfirmationCodeTries, now)
  const hash = await makeCodeHash(person, code)
  const { limit, used } = await runBatch(db, {
    counted: countRequest(key, now, confirmationCodeWindow),
    limit: select({ isWithin: asBoolean }, sql`SELECT ${isAllowed} AS isWithin`),
    used: db
      .delete(authTokens)
      .where(sql`${and(eq(authTokens.hash, hash), eq(authTokens.purpose, 'confirm'), gt(authTokens.expiresAt, now))} AND ${isAllowed}`),
  })
  if (!limit.rows[0]?.isWithin) throw new AppError('TooManyCodeTries')
  if (used.changes === 0) throw new AppError('WrongCode', { field: 'code' })
  await runBatch(db, { uncounted: uncountRequest(key, sql`1`) })
}
