import { type SQL, sql } from 'drizzle-orm'
import { mailWindow, maxMailsPerAddress, maxMailsPerDevice, maxMailsPerNetwork } from '../../domain/accounts/rules.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { isKnownDevice } from './known-devices.ts'
import { countRequest, isWithin } from './request-counts.ts'
import { authTokens, users } from './schema.ts'
import { hashSecret } from './secrets.ts'

/** Who asks for an email: the browser, and the network of the client. */
export type MailRequester = { browserSecret: string; network: string; secret: string }

type LimitedMail = { email: string; purpose: 'verify' | 'reset' | 'account-exists'; requester: MailRequester; now: number }

/**
 * Limits the emails that anyone may request for an address, so that nobody can flood a mailbox. `count` are the statements that
 * count the request, and `isAllowed` is the condition for the email afterwards. The request of a known device of the owner has a
 * count of its own. For everyone else, an email is only left out while a link that was sent before still works, so whoever else
 * asks, the owner always has one.
 */
export async function limitMails({ email, purpose, requester, now }: LimitedMail): Promise<{ count: SQL[]; isAllowed: SQL }> {
  const emailKey = canonicalAddress(email)
  const { browserSecret, network, secret } = requester
  const browserHash = await hashSecret(browserSecret)
  const isKnown = isKnownDevice(emailKey, browserHash)
  const makeKey = (...parts: string[]) => hashSecret(secret, 'emails', purpose, emailKey, ...parts)
  const deviceKey = await makeKey('browser', browserHash)
  const networkKey = await makeKey('network', network)
  const addressKey = await makeKey()
  const isNetworkWithin = isWithin(networkKey, maxMailsPerNetwork, now)
  // Only an email with a link can be replaced by an earlier one.
  const hasLink = sql`${Number(purpose === 'account-exists')} OR EXISTS (SELECT 1 FROM ${authTokens} JOIN ${users} ON ${users.id} = ${authTokens.userId}
    WHERE ${users.emailKey} = ${emailKey} AND ${authTokens.purpose} = ${purpose} AND ${authTokens.expiresAt} > ${now})`
  return {
    count: [
      countRequest(deviceKey, now, mailWindow, isKnown),
      countRequest(networkKey, now, mailWindow, sql`NOT ${isKnown}`),
      countRequest(addressKey, now, mailWindow, sql`NOT ${isKnown} AND ${isNetworkWithin}`),
    ],
    isAllowed: sql`iif(${isKnown}, ${isWithin(deviceKey, maxMailsPerDevice, now)},
      ${isNetworkWithin} AND (${isWithin(addressKey, maxMailsPerAddress, now)} OR NOT (${hasLink})))`,
  }
}
