import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ChangeEmail } from '../../domain/accounts/contract.ts'
import { emailLinkFor } from '../../domain/accounts/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { moveOptouts } from '../mail/commands.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { claimWaitingBlocks } from '../privacy/commands.ts'
import { checkPassword } from './check-password.ts'
import type { AccountContext } from './context.ts'
import { authSessions, authTokens, users } from './schema.ts'
import { hashSecret, makeMailToken } from './secrets.ts'
import { nameToShow } from './shown-name.ts'

type Asker = { userId: string; clientAddress: string; secret: string }

/**
 * Has a link sent to the new address. Whether the address has an account already is told by
 * mail to its owner and to nobody else: all that the asker can see is the same.
 */
export async function askForEmailChange(context: AccountContext, asker: Asker, { email, password }: ChangeEmail): Promise<void> {
  const { db, now, newId, platform } = context
  const emailKey = canonicalAddress(email)
  const { own, taken } = await runBatch(db, {
    own: db
      .select({ email: users.email, emailKey: users.emailKey, displayName: users.displayName, passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.id, asker.userId), isNull(users.deletedAt))),
    taken: db
      .select({ email: users.email, displayName: users.displayName })
      .from(users)
      .where(and(eq(users.emailKey, emailKey), isNotNull(users.emailVerifiedAt))),
  })
  const [me] = own.rows
  const [owner] = taken.rows
  if (!me) throw new AppError('SignInRequired')
  if (me.emailKey === emailKey) throw new AppError('EmailUnchanged', { at: 'email' })
  if (me.passwordHash !== null) await requirePassword(context, asker, me.email, password)

  const token = makeMailToken()
  const body: MailRequest = {
    to: email,
    platform,
    template: owner
      ? { name: 'account-exists', data: { username: nameToShow(owner) } }
      : { name: 'email-change', data: { username: nameToShow(me), token } },
  }
  await runBatch(db, {
    formerLinks: db.delete(authTokens).where(and(eq(authTokens.userId, asker.userId), eq(authTokens.purpose, 'email'))),
    link: db
      .insert(authTokens)
      .values({ hash: await hashSecret(token), userId: asker.userId, purpose: 'email', newEmail: email, expiresAt: now + emailLinkFor }),
    mail: putInOutbox('mail', [{ id: newId(), body }], { now }),
  })
}

/** Whoever sits at a screen left open must not take the account along. Guesses count like those at sign-in. */
async function requirePassword({ db, now }: AccountContext, { clientAddress, secret }: Asker, email: string, password?: string) {
  if (password === undefined) throw new AppError('PasswordMissing', { at: 'password' })
  const found = await checkPassword(db, { email, password, clientAddress, secret }, now)
  if (found === 'NetworkError') throw new AppError('TooManyPasswordTries')
  if (typeof found === 'string') throw new AppError('PasswordWrong', { at: 'password' })
}

/** Makes the address a link was sent to the account's own, once, and tells both addresses. Returns it. */
export async function followEmailLink(context: AccountContext, token: string): Promise<string> {
  const { db, now, newId, platform } = context
  const hash = await hashSecret(token)
  const isGood = and(eq(authTokens.hash, hash), eq(authTokens.purpose, 'email'), gt(authTokens.expiresAt, now))
  const asked = await readFirst(
    db,
    db
      .select({ userId: users.id, email: users.email, emailKey: users.emailKey, newEmail: authTokens.newEmail })
      .from(authTokens)
      .innerJoin(users, eq(users.id, authTokens.userId))
      .where(isGood),
  )
  const linkUsed = new AppError('LinkUsed')
  if (!asked || asked.newEmail === null) throw linkUsed
  const { userId, email, emailKey, newEmail } = asked
  const newKey = canonicalAddress(newEmail)
  const isMe = eq(users.id, userId)
  const stillGood = sql`EXISTS (SELECT 1 FROM ${authTokens} WHERE ${eq(authTokens.userId, userId)} AND ${isGood})`
  const isDone = sql`${stillGood} AND EXISTS (SELECT 1 FROM ${users} WHERE ${isMe} AND ${eq(users.emailKey, newKey)})`
  // Someone typed this address when signing up and never came back: it is not theirs.
  const isSquatter = sql`${users.emailKey} = ${newKey} AND ${users.id} <> ${userId} AND ${users.emailVerifiedAt} IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${authSessions} WHERE ${authSessions.userId} = ${users.id})`
  // The account's address is the new one by then: who has no name yet is called by the old one.
  const name = sql`coalesce(${users.displayName}, ${nameToShow({ displayName: null, email })})`
  const tell = (to: string, isOld: boolean) =>
    mailPerson(
      isMe,
      { id: newId(), to, name, platform, template: { name: 'email-changed', data: { email: newEmail, isOld } } },
      { now, when: isDone },
    )
  const { changed } = await runBatch(db, {
    squatterLinks: db
      .delete(authTokens)
      .where(sql`${authTokens.userId} IN (SELECT ${users.id} FROM ${users} WHERE ${isSquatter}) AND ${stillGood}`),
    squatter: db
      .update(users)
      .set({ email: sql`'deleted:' || ${users.id}`, emailKey: sql`'deleted:' || ${users.id}`, passwordHash: null, deletedAt: now })
      .where(sql`${isSquatter} AND ${stillGood}`),
    changed: db
      .update(users)
      .set({ email: newEmail, emailKey: newKey, emailVerifiedAt: now, updatedAt: now })
      .where(
        sql`${isMe} AND ${users.emailKey} = ${emailKey} AND ${users.deletedAt} IS NULL AND ${stillGood} AND NOT ${hasAccount(newKey)}`,
      ),
    mails: [tell(email, true), tell(newEmail, false)],
    optouts: moveOptouts(emailKey, newKey, isDone),
    blocks: claimWaitingBlocks(userId, newKey),
    // With it die links that went to the old mailbox: a new password is no longer to be had from there.
    links: db.delete(authTokens).where(sql`${authTokens.userId} = ${userId} AND ${isDone}`),
  })
  if (changed.changes) return newEmail
  throw (await isTaken(context, newKey, userId)) ? new AppError('EmailTaken') : linkUsed
}

const hasAccount = (emailKey: string) => {
  const other = alias(users, 'other')
  return sql`EXISTS (SELECT 1 FROM ${users} ${other} WHERE ${eq(other.emailKey, emailKey)})`
}

/** Of a link that was followed twice at once, the address is the person's own by now. */
const isTaken = async ({ db }: AccountContext, emailKey: string, userId: string): Promise<boolean> =>
  (await readFirst(
    db,
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.emailKey, emailKey), ne(users.id, userId))),
  )) !== undefined
