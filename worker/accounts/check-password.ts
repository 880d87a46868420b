import { eq, sql } from 'drizzle-orm'
import { firstLockDuration, judgeSignIn, maxLockDuration, maxSignInTries, type SignInCode } from '../../domain/accounts/rules.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isPasswordRight } from './password.ts'
import { signInTries, users } from './schema.ts'
import { makePairKey } from './sign-in-tries.ts'

type Attempt = { email: string; password: string; clientAddress: string; secret: string }

/**
 * Returns the user of this email and password, or why the sign-in failed. Emails with and without an account take the same
 * time: one round trip and one hash. The attempt is counted before the password is compared, so that many guesses at the
 * same moment cannot get around the lock.
 */
export async function checkPassword(
  db: Database,
  { email, password, clientAddress, secret }: Attempt,
  now: number,
): Promise<{ userId: string } | SignInCode> {
  const emailKey = canonicalAddress(email)
  const pair = await makePairKey(secret, emailKey, clientAddress)
  const isPair = eq(signInTries.pair, pair)
  const wrong = sql`(${signInTries.wrong} + 1)`
  const lockFor = sql`min(${maxLockDuration}, ${firstLockDuration} * (1 << min(20, ${wrong} / ${maxSignInTries} - 1)))`
  const { locks, found } = await runBatch(db, {
    locks: db.select({ until: signInTries.lockedUntil }).from(signInTries).where(isPair),
    counted: db
      .insert(signInTries)
      .values({ pair, wrong: 1, lockedUntil: 0, lastAt: now })
      .onConflictDoUpdate({
        target: signInTries.pair,
        set: {
          wrong,
          lastAt: now,
          lockedUntil: sql`iif(${wrong} % ${maxSignInTries} = 0, ${now} + ${lockFor}, ${signInTries.lockedUntil})`,
        },
        setWhere: sql`${signInTries.lockedUntil} <= ${now}`,
      }),
    found: db
      .select({ id: users.id, passwordHash: users.passwordHash, emailVerifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.emailKey, emailKey)),
  })
  const lockedUntil = locks.rows[0]?.until ?? 0
  const [user] = found.rows
  const isRight = await isPasswordRight(password, user?.passwordHash ?? null)
  const account = user ? { emailVerified: user.emailVerifiedAt !== null, hasPassword: user.passwordHash !== null } : null
  const verdict = judgeSignIn(account, isRight, lockedUntil > now)
  if (verdict !== 'ok' || !user) return verdict === 'ok' ? 'Unknown' : verdict
  await write(db, db.delete(signInTries).where(isPair))
  return { userId: user.id }
}
