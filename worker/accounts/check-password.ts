import { sql } from 'drizzle-orm'
import { firstLock, judgeSignIn, longestLock, type SignInCode, triesAllowed } from '../../domain/accounts/rules.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isPasswordRight } from './password.ts'
import { pairOf } from './sign-in-tries.ts'

type Try = { email: string; password: string; clientAddress: string; secret: string }

type Found = { id: string; passwordHash: string | null; verified: number }

/**
 * Who this is, or why not. Known and unknown addresses cost the same: one round trip and one hash. The try is counted
 * before the password is compared, so that a burst of guesses cannot outrun the lock.
 */
export async function checkPassword(
  db: Database,
  { email, password, clientAddress, secret }: Try,
  now: number,
): Promise<{ userId: string } | SignInCode> {
  const emailKey = canonicalAddress(email)
  const pair = await pairOf(secret, emailKey, clientAddress)
  const [locks, , users] = await runBatch(db, [
    sql`SELECT locked_until AS lockedUntil FROM sign_in_tries WHERE pair = ${pair}`,
    sql`INSERT INTO sign_in_tries (pair, wrong, locked_until, last_at) VALUES (${pair}, 1, 0, ${now})
      ON CONFLICT (pair) DO UPDATE SET wrong = wrong + 1, last_at = ${now},
        locked_until = iif((wrong + 1) % ${triesAllowed} = 0,
          ${now} + min(${longestLock}, ${firstLock} * (1 << min(20, (wrong + 1) / ${triesAllowed} - 1))), locked_until)
      WHERE locked_until <= ${now}`,
    sql`SELECT id, password_hash AS passwordHash, email_verified_at IS NOT NULL AS verified FROM users WHERE email_key = ${emailKey}`,
  ])
  const lockedUntil = (locks?.results[0] as { lockedUntil: number } | undefined)?.lockedUntil ?? 0
  const user = users?.results[0] as Found | undefined
  const isRight = await isPasswordRight(password, user?.passwordHash ?? null)
  const account = user ? { emailVerified: user.verified === 1, hasPassword: user.passwordHash !== null } : null
  const verdict = judgeSignIn(account, isRight, lockedUntil > now)
  if (verdict !== 'ok' || !user) return verdict === 'ok' ? 'Unknown' : verdict
  await runBatch(db, [sql`DELETE FROM sign_in_tries WHERE pair = ${pair}`])
  return { userId: user.id }
}
