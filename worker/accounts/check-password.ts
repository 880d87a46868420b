import { and, eq, isNotNull, sql } from 'drizzle-orm'
import {
  accountTriesWindow,
  firstLockDuration,
  lookupWindow,
  maxAccountTries,
  maxLockDuration,
  maxLookups,
  maxSignInTries,
  slowedTryInterval,
} from '../../domain/accounts/rules.ts'
import { hideAccountState, judgeSignIn, type SignInCode } from '../../domain/accounts/sign-in-codes.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch } from '../platform/batch.ts'
import { columnNames, onConflictUpdate, updateSet } from '../platform/columns.ts'
import { deriveId } from '../platform/derive-id.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import type { AccountContext } from './context.ts'
import { isKnownDevice } from './known-devices.ts'
import { isPasswordRight } from './password.ts'
import { countRequest, isWithin, uncountRequest } from './request-counts.ts'
import { signInTries, users } from './schema.ts'
import { hashSecret } from './secrets.ts'
import { makeAccountKey, makeLookupKey, makePairKey } from './sign-in-tries.ts'

/** Who tries to sign in: the browser, the client address, and the network of this address. */
export type Requester = { browserSecret: string; clientAddress: string; network: string; secret: string }

type Attempt = Requester & { email: string; password: string }

/**
 * Returns the user of this email and password, or why the sign-in failed. Emails with and without an account take the same
 * time: one round trip and one hash. The attempt is counted before the password is compared, so that many guesses at the
 * same moment cannot get around a lock.
 *
 * Wrong passwords are counted twice: for the account and the client address, and for the account from everywhere. A device that the
 * person has used before has a count of its own instead, so nobody else can lock it. Its own wrong passwords only slow it down.
 */
export async function checkPassword(context: AccountContext, attempt: Attempt): Promise<{ userId: string } | SignInCode> {
  const { db, now, platform } = context
  const { email, password, browserSecret, clientAddress, network, secret } = attempt
  const emailKey = canonicalAddress(email)
  const browserHash = await hashSecret(browserSecret)
  const isKnown = isKnownDevice(emailKey, browserHash)
  const accountKey = await makeAccountKey(secret, emailKey)
  const deviceKey = await makePairKey(secret, emailKey, `browser ${browserHash}`)
  const lookupKey = await makeLookupKey(secret, network)
  const keys = sql`(SELECT iif(${isKnown}, ${deviceKey}, ${await makePairKey(secret, emailKey, clientAddress)}) AS pair
    UNION ALL SELECT ${accountKey} WHERE NOT ${isKnown})`
  const isLocked = sql`EXISTS (SELECT 1 FROM ${signInTries} WHERE ${signInTries.pair} IN ${keys} AND ${signInTries.lockedUntil} > ${now})`
  const isAccount = sql`${signInTries.pair} = ${accountKey}`
  const isRecent = sql`${signInTries.lastAt} > ${now - accountTriesWindow}`
  const wrong = sql`(${signInTries.wrong} + 1)`
  const lockFor = sql`min(${maxLockDuration}, ${firstLockDuration} * (1 << min(20, ${wrong} / ${maxSignInTries} - 1)))`
  const hasManyTries = sql`EXISTS (SELECT 1 FROM ${signInTries} WHERE ${signInTries.pair} IN (${accountKey}, ${deviceKey})
    AND ${signInTries.wrong} = ${maxAccountTries} AND ${signInTries.lastAt} = ${now})`

  const { states, found } = await runBatch(db, {
    lookups: countRequest(lookupKey, now, lookupWindow, sql`NOT ${isKnown}`),
    states: select(
      { isLocked: asBoolean, mayKnow: asBoolean },
      sql`SELECT ${isLocked} AS isLocked, (${isKnown} OR ${isWithin(lookupKey, maxLookups, now)}) AS mayKnow`,
    ),
    counted: sql`INSERT INTO ${signInTries} (${columnNames(signInTries.pair, signInTries.wrong, signInTries.lockedUntil, signInTries.lastAt)})
      SELECT pair, 1, 0, ${now} FROM ${keys} WHERE NOT ${isLocked}
      ${onConflictUpdate(signInTries, ['pair'], {
        wrong: sql`iif(${isAccount} AND NOT ${isRecent}, 1, ${wrong})`,
        lastAt: now,
        lockedUntil: sql`CASE
          WHEN ${isAccount} THEN iif(${isRecent} AND ${wrong} >= ${maxAccountTries}, ${now + slowedTryInterval}, 0)
          WHEN ${signInTries.pair} = ${deviceKey} THEN iif(${wrong} >= ${maxSignInTries}, ${now + slowedTryInterval}, 0)
          WHEN ${wrong} % ${maxSignInTries} = 0 THEN ${now} + ${lockFor}
          ELSE ${signInTries.lockedUntil} END`,
      })}`,
    mail: mailPerson(
      sql`${and(eq(users.emailKey, emailKey), isNotNull(users.emailVerifiedAt))}`,
      {
        // The same id all day, so that the owner gets one email a day at most.
        id: await deriveId('many-wrong-passwords', accountKey, String(Math.floor(now / day))),
        platform,
        template: { name: 'many-wrong-passwords', data: {} },
      },
      { now, when: hasManyTries },
    ),
    found: db
      .select({ id: users.id, passwordHash: users.passwordHash, emailVerifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.emailKey, emailKey)),
  })
  const [state] = states.rows
  const [user] = found.rows
  const isRight = await isPasswordRight(password, user?.passwordHash ?? null)
  const account = user ? { emailVerified: user.emailVerifiedAt !== null, hasPassword: user.passwordHash !== null } : null
  const verdict = judgeSignIn(account, isRight, state?.isLocked ?? true)
  if (verdict !== 'ok' || !user) return verdict === 'ok' ? 'Unknown' : state?.mayKnow ? verdict : hideAccountState(verdict)
  await runBatch(db, {
    pair: sql`DELETE FROM ${signInTries} WHERE ${signInTries.pair} IN ${keys} AND NOT ${isAccount}`,
    account: updateSet(signInTries, { wrong: sql`max(${signInTries.wrong} - 1, 0)` }, sql`WHERE ${isAccount} AND NOT ${isKnown}`),
    lookups: uncountRequest(lookupKey, sql`NOT ${isKnown}`),
  })
  return { userId: user.id }
}
