import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ChangeEmail } from '../../domain/accounts/contract.ts'
import { emailLinkLifetime, mailWindow, maxEmailChanges } from '../../domain/accounts/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { moveOptouts } from '../mail/commands.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { applyBlocksByEmail } from '../privacy/commands.ts'
import type { Requester } from './check-password.ts'
import type { AccountContext } from './context.ts'
import { nameToShow } from './name-to-show.ts'
import { countRequest, isWithin } from './request-counts.ts'
import { requirePassword } from './require-password.ts'
import { authSessions, authTokens, users } from './schema.ts'
import { hashSecret, makeMailToken } from './secrets.ts'

/**
 * Sends a link to the new email. If the email already belongs to an account, its owner gets another email instead. The
 * response is the same in both cases, so it does not reveal whether an account exists.
 */
export async function requestEmailChange(
  context: AccountContext,
  requester: Requester & { userId: string; isFresh: boolean },
  { email, password }: ChangeEmail,
): Promise<void> {
  const { db, now, newId, platform } = context
  const emailKey = canonicalAddress(email)
  const { account, existing } = await runBatch(db, {
    account: db
      .select({ email: users.email, emailKey: users.emailKey, displayName: users.displayName, passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.id, requester.userId), isNull(users.deletedAt))),
    existing: db
      .select({ email: users.email, displayName: users.displayName })
      .from(users)
      .where(and(eq(users.emailKey, emailKey), isNotNull(users.emailVerifiedAt))),
  })
  const [user] = account.rows
  const [owner] = existing.rows
  if (!user) throw new AppError('SignInRequired')
  if (user.emailKey === emailKey) throw new AppError('EmailUnchanged', { field: 'email' })
  if (user.passwordHash === null) {
    if (!requester.isFresh) throw new AppError('FreshSignInRequired')
  } else {
    if (password === undefined) throw new AppError('PasswordMissing', { field: 'password' })
    await requirePassword(context, requester, { email: user.email, password })
  }
  await limitEmailChanges(context, requester)

  const token = makeMailToken()
  const body: MailRequest = {
    to: email,
    platform,
    template: owner
      ? { name: 'account-exists', data: { username: nameToShow(owner) } }
      : { name: 'email-change', data: { username: nameToShow(user), token } },
  }
  await runBatch(db, {
    oldLinks: db.delete(authTokens).where(and(eq(authTokens.userId, requester.userId), eq(authTokens.purpose, 'email'))),
    link: db.insert(authTokens).values({
      hash: await hashSecret(token),
      userId: requester.userId,
      purpose: 'email',
      newEmail: email,
      expiresAt: now + emailLinkLifetime,
    }),
    mail: putInOutbox('mail', [{ id: newId(), body }], { now }),
  })
}

/** Each request sends an email to an address that may be anyone's. */
async function limitEmailChanges({ db, now }: AccountContext, { userId, secret }: { userId: string; secret: string }) {
  const key = await hashSecret(secret, 'email changes', userId)
  const { limit } = await runBatch(db, {
    counted: countRequest(key, now, mailWindow),
    limit: select({ isWithin: asBoolean }, sql`SELECT ${isWithin(key, maxEmailChanges, now)} AS isWithin`),
  })
  if (!limit.rows[0]?.isWithin) throw new AppError('TooManyEmailChanges')
}

/**
 * Changes the email to the address that the link was sent to, and notifies both addresses. The link works once. Returns the
 * new email.
 */
export async function followEmailLink(context: AccountContext, token: string): Promise<string> {
  const { db, now, newId, platform } = context
  const hash = await hashSecret(token)
  const isValid = and(eq(authTokens.hash, hash), eq(authTokens.purpose, 'email'), gt(authTokens.expiresAt, now))
  const request = await readFirst(
    db,
    db
      .select({ userId: users.id, email: users.email, emailKey: users.emailKey, newEmail: authTokens.newEmail })
      .from(authTokens)
      .innerJoin(users, eq(users.id, authTokens.userId))
      .where(isValid),
  )
  const linkUsed = new AppError('LinkUsed')
  if (!request || request.newEmail === null) throw linkUsed
  const { userId, email, emailKey, newEmail } = request
  const newKey = canonicalAddress(newEmail)
  const isAccount = eq(users.id, userId)
  const isStillValid = sql`EXISTS (SELECT 1 FROM ${authTokens} WHERE ${eq(authTokens.userId, userId)} AND ${isValid})`
  const isDone = sql`${isStillValid} AND EXISTS (SELECT 1 FROM ${users} WHERE ${isAccount} AND ${eq(users.emailKey, newKey)})`
  // Somebody signed up with this address but never confirmed it, so it does not belong to them.
  const isSquatter = sql`${users.emailKey} = ${newKey} AND ${users.id} <> ${userId} AND ${users.emailVerifiedAt} IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${authSessions} WHERE ${authSessions.userId} = ${users.id})`
  // When the emails are written, the account already has the new address. Without a display name, we greet them by the old one.
  const name = sql`coalesce(${users.displayName}, ${nameToShow({ displayName: null, email })})`
  const notifyAddress = (to: string, isOld: boolean) =>
    mailPerson(
      isAccount,
      { id: newId(), to, name, platform, template: { name: 'email-changed', data: { email: newEmail, isOld } } },
      { now, when: isDone },
    )
  const { changed } = await runBatch(db, {
    squatterLinks: db
      .delete(authTokens)
      .where(sql`${authTokens.userId} IN (SELECT ${users.id} FROM ${users} WHERE ${isSquatter}) AND ${isStillValid}`),
    squatter: db
      .update(users)
      .set({ email: sql`'deleted:' || ${users.id}`, emailKey: sql`'deleted:' || ${users.id}`, passwordHash: null, deletedAt: now })
      .where(sql`${isSquatter} AND ${isStillValid}`),
    changed: db
      .update(users)
      .set({ email: newEmail, emailKey: newKey, emailVerifiedAt: now, updatedAt: now })
      .where(
        sql`${isAccount} AND ${users.emailKey} = ${emailKey} AND ${users.deletedAt} IS NULL AND ${isStillValid} AND NOT ${hasAccount(newKey)}`,
      ),
    mails: [notifyAddress(email, true), notifyAddress(newEmail, false)],
    optouts: moveOptouts(emailKey, newKey, isDone),
    blocks: applyBlocksByEmail(userId, newKey, now),
    // Links in the old mailbox stop working too, so that nobody can set a new password from there.
    links: db.delete(authTokens).where(sql`${authTokens.userId} = ${userId} AND ${isDone}`),
  })
  if (changed.changes) return newEmail
  throw (await isTaken(context, newKey, userId)) ? new AppError('EmailTaken') : linkUsed
}

const hasAccount = (emailKey: string) => {
  const other = alias(users, 'other')
  return sql`EXISTS (SELECT 1 FROM ${users} ${other} WHERE ${eq(other.emailKey, emailKey)})`
}

/** Whether another account has this email. If the same link was opened twice at once, the email already belongs to this account. */
const isTaken = async ({ db }: AccountContext, emailKey: string, userId: string): Promise<boolean> =>
  (await readFirst(
    db,
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.emailKey, emailKey), ne(users.id, userId))),
  )) !== undefined
