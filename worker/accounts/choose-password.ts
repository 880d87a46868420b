import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { users } from './schema.ts'

/** Sets the first password of an account. The caller requires a fresh sign-in, so that nobody at an unlocked screen can add one. */
export async function choosePassword(
  { db, now, newId, platform }: AccountContext,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const mayChoose = sql`${and(eq(users.id, userId), isNull(users.passwordHash))}`
  const { chosen } = await runBatch(db, {
    mail: mailPerson(mayChoose, { id: newId(), platform, template: { name: 'password-set', data: { isFirst: true } } }, { now }),
    chosen: db.update(users).set({ passwordHash, updatedAt: now }).where(mayChoose),
  })
  if (chosen.changes === 0) throw new AppError('PasswordExists')
}
