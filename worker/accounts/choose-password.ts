import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { freshSessionDuration } from '../../domain/accounts/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { authSessions, users } from './schema.ts'

type Choice = { userId: string; sessionId: string; password: string }

/**
 * Sets the first password of an account, right after a sign-in. Later it needs a link in an email, so that nobody at an unlocked
 * screen can add a password of theirs.
 */
export async function choosePassword({ db, now, newId, platform }: AccountContext, { userId, sessionId, password }: Choice): Promise<void> {
  const passwordHash = await hashPassword(password)
  const freshSession = db
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId), gt(authSessions.createdAt, now - freshSessionDuration)))
  const mayChoose = sql`${eq(users.id, userId)} AND ${isNull(users.passwordHash)} AND EXISTS ${freshSession}`
  const { chosen } = await runBatch(db, {
    mail: mailPerson(mayChoose, { id: newId(), platform, template: { name: 'password-set', data: { isFirst: true } } }, { now }),
    chosen: db.update(users).set({ passwordHash, updatedAt: now }).where(mayChoose),
  })
  if (chosen.changes === 0) throw new AppError('PasswordLinkMissing')
}
