import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type AskSiteCode, type RedeemSiteCode, siteCodeLifetime } from '../../domain/hostnames/site-login.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { AccountContext } from './context.ts'
import { authTokens, knownDevices } from './schema.ts'
import { hashSecret, makeMailToken } from './secrets.ts'
import { openSession } from './sessions.ts'
import type { SignInBrowser } from './sign-in-browser.ts'

/** The hash binds a code to the domain and to the tab that asked for it, so nobody can use it elsewhere. */
const hashCode = (code: string, host: string, challenge: string) => hashSecret('site code', code, host, challenge)

/** Makes a code that signs a person in on the domain of a community, if it is one. The code before stops working. */
export async function makeSiteCode(
  { db, now }: AccountContext,
  userId: string,
  { host, challenge, isSite }: AskSiteCode & { isSite: SQL },
): Promise<string> {
  const code = makeMailToken()
  const { made } = await runBatch(db, {
    old: db.delete(authTokens).where(and(eq(authTokens.userId, userId), eq(authTokens.purpose, 'site'))),
    made: insertSelect(
      authTokens,
      { hash: await hashCode(code, host, challenge), userId, purpose: 'site', expiresAt: now + siteCodeLifetime },
      sql`WHERE ${isSite}`,
    ),
  })
  if (made.changes === 0) throw new AppError('NotFound')
  return code
}

type Entry = { userId: string; sessionId: string }

/** Uses a code on the domain of a community. It works once. */
export async function redeemSiteCode(
  context: AccountContext,
  browser: SignInBrowser,
  { host, code, secret }: RedeemSiteCode & { host: string },
  replacedId: string | undefined,
): Promise<Entry> {
  const { db, now } = context
  const isValid = and(
    eq(authTokens.hash, await hashCode(code, host, await hashSecret(secret))),
    eq(authTokens.purpose, 'site'),
    gt(authTokens.expiresAt, now),
  )
  const { used } = await runBatch(db, {
    // The person was signed in in this browser a moment ago, so no email needs to say that a new one signed in.
    known: insertSelect(
      knownDevices,
      { userId: authTokens.userId, browserHash: await hashSecret(browser.secret), firstSeenAt: now },
      sql`FROM ${authTokens} WHERE ${isValid} ON CONFLICT DO NOTHING`,
    ),
    used: db.delete(authTokens).where(isValid).returning({ userId: authTokens.userId }),
  })
  const [person] = used.rows
  if (!person) throw new AppError('SiteCodeEnded')
  return { userId: person.userId, sessionId: await openSession(context, person.userId, browser, replacedId) }
}
