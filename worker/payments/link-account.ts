import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { LinkAccount, LinkCode } from '../../domain/payments/contract.ts'
import type { CountryCode } from '../../domain/payments/countries.ts'
import { isActive, type PayoutAccountKind } from '../../domain/payments/payout-accounts.ts'
import { payoutPath } from '../../domain/payments/payout-news.ts'
import { sendDuesAgain } from '../dues/queue-settling.ts'
import { sendFormRefundsAgain } from '../forms/queue-form-settling.ts'
import { reopenBalances } from '../orders/reopen-balances.ts'
import { sendOrderRefundsAgain } from '../orders/settle-orders.ts'
import { runBatch } from '../platform/batch.ts'
import { callStripe, hasCode, isStripeError } from './call-stripe.ts'
import { findOpenedAccount } from './find-opened-account.ts'
import { judgeClaims } from './judge-claims.ts'
import { readLinkState, signLinkState } from './link-state.ts'
import type { MoneyContext } from './money-context.ts'
import { requireStripe } from './open-stripe.ts'
import { findAccount, findAccountOf, findUnlinked, readAccount, type StoredAccount } from './payout-accounts.ts'
import { payoutAccounts, unlinkedAccounts } from './schema.ts'
import { deauthorize } from './unlink-account.ts'

/** Returns the page of Stripe's on which a host opens an account, or links the one that they have. */
export async function linkAccount(money: MoneyContext, userId: string, asked: LinkAccount): Promise<string> {
  const { country, type, ...said } = asked
  const own = await findAccountOf(money.db, userId)
  judgeClaims(money, said, { uid: userId, account: own?.stripeId ?? null })
  const isUnfinished = own?.kind === 'NEW' && own.country === country && !isActive(own)
  if (own && !(type === 'NEW' && isUnfinished)) throw new AppError('AccountLinked')
  if (type === 'LINK') return writeAuthorizeUrl(money, userId)
  const account = own ?? (await openAccount(money, userId, country))
  return openOnboarding(money, account.stripeId)
}

/**
 * The package would write https without the port, also for a local Stripe, so we write the address ourselves. Stripe only goes back to
 * addresses that are registered there.
 */
async function writeAuthorizeUrl({ settings, now, origin }: MoneyContext, userId: string): Promise<string> {
  const { clientId, sandboxUrl } = requireStripe(settings)
  const url = new URL(sandboxUrl === null ? 'https://connect.stripe.com/oauth/authorize' : `${sandboxUrl}/stripe/oauth/authorize`)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    scope: 'read_write',
    redirect_uri: `${origin}${payoutPath}`,
    state: await signLinkState({ userId, at: now }, settings.signingSecret),
  }).toString()
  return url.href
}

const openOnboarding = async ({ stripe, origin }: MoneyContext, account: string): Promise<string> => {
  const back = `${origin}${payoutPath}`
  const link = await callStripe(stripe.accountLinks.create({ account, type: 'account_onboarding', refresh_url: back, return_url: back }))
  return link.url
}

/**
 * Opens an account for a host, or takes the one that they had here before, or that an earlier request opened whose answer was lost. The key makes
 * two requests at once get the same one.
 */
async function openAccount(money: MoneyContext, userId: string, country: CountryCode): Promise<StoredAccount> {
  const { db, stripe } = money
  const earlier = await findUnlinked(db, userId, country)
  if (earlier && (await readAccount(stripe, earlier.stripeId))) {
    await callStripe(stripe.accounts.update(earlier.stripeId, { metadata: { unlinkedAt: '' } }))
    return storeAccount(money, userId, earlier.stripeId, 'NEW')
  }
  const opened = await findOpenedAccount(money, userId, country)
  if (opened !== null) return storeAccount(money, userId, opened, 'NEW')
  // What the host had before is gone at Stripe, so the key must not lead to it.
  const key = earlier ? `account:${userId}:${country}:after:${earlier.stripeId}` : `account:${userId}:${country}`
  const requested = { requested: true }
  try {
    const created = await callStripe(
      stripe.accounts.create(
        { type: 'express', country, capabilities: { card_payments: requested, transfers: requested }, metadata: { userId } },
        { idempotencyKey: key },
      ),
    )
    return await storeAccount(money, userId, created.id, 'NEW')
  } catch (error) {
    if (hasCode(error, 'country_unsupported')) throw new AppError('CountryRefused', { cause: error })
    throw error
  }
}

/** Stores an account as the one of this host, unless they have one by now. Returns the one that they have. */
async function storeAccount(money: MoneyContext, userId: string, stripeId: string, kind: PayoutAccountKind): Promise<StoredAccount> {
  const { db, stripe, now } = money
  const account = await readAccount(stripe, stripeId)
  if (!account) throw new AppError('PaymentsUnavailable')
  const { currency } = account
  if (currency === null) throw new AppError('CountryRefused')
  await runBatch(db, {
    stored: db
      .insert(payoutAccounts)
      .values({ ...account, currency, userId, stripeId, kind, createdAt: now, readAt: now })
      .onConflictDoNothing(),
    found: db.delete(unlinkedAccounts).where(eq(unlinkedAccounts.stripeId, stripeId)),
    sentAgain: [sendOrderRefundsAgain(stripeId), sendDuesAgain(stripeId), sendFormRefundsAgain(stripeId)],
    reopened: isActive(account) ? reopenBalances(stripeId, now, sql`1`) : [],
  })
  const stored = await findAccountOf(db, userId)
  if (!stored) throw new AppError('AccountLinkedElsewhere')
  return stored
}

/**
 * Links the account whose owner has just agreed at Stripe. Stripe takes a code once, so a code that comes again is answered with the
 * account that it has linked.
 */
export async function linkByCode(money: MoneyContext, userId: string, { code, state }: LinkCode): Promise<StoredAccount> {
  const { db, now, settings } = money
  const sentAt = state === undefined ? null : await readLinkState(state, { userId, now, secret: settings.signingSecret })
  if (sentAt === null) throw new AppError('LinkCodeRefused')
  const isOfThisVisit = (account: StoredAccount) => account.kind === 'LINK' && account.createdAt >= sentAt
  const before = await findAccountOf(db, userId)
  if (before) return requireVisit(before, isOfThisVisit)
  const stripeId = await exchange(money, code)
  if (stripeId === null) {
    // Another request with the same code may have been faster.
    const after = await findAccountOf(db, userId)
    if (after) return requireVisit(after, isOfThisVisit)
    throw new AppError('LinkCodeRefused')
  }
  const owned = await findAccount(db, stripeId)
  if (owned && owned.userId !== userId) throw new AppError('AccountLinkedElsewhere')
  try {
    const stored = await storeAccount(money, userId, stripeId, 'LINK')
    if (stored.stripeId !== stripeId) throw new AppError('AccountLinked')
    return stored
  } catch (error) {
    // Nobody uses it here, so we must not keep access to it.
    if (error instanceof AppError && !(await findAccount(db, stripeId))) await deauthorize(money, stripeId)
    throw error
  }
}

function requireVisit(account: StoredAccount, isOfThisVisit: (account: StoredAccount) => boolean): StoredAccount {
  if (!isOfThisVisit(account)) throw new AppError('AccountLinked')
  return account
}

/** Returns the id of the account, or null if Stripe does not take the code. */
async function exchange({ stripe }: MoneyContext, code: string): Promise<string | null> {
  try {
    const token = await callStripe(stripe.oauth.token({ grant_type: 'authorization_code', code }))
    return token.stripe_user_id ?? null
  } catch (error) {
    if (isStripeError(error) && error.rawType === 'invalid_grant') return null
    throw error
  }
}

/** The page on which the host tells Stripe what is missing. An account that they linked has its own dashboard. */
export async function openVerification(money: MoneyContext, userId: string): Promise<string> {
  const own = await findAccountOf(money.db, userId)
  if (!own) throw new AppError('NoPayoutAccount')
  return own.kind === 'NEW' ? openOnboarding(money, own.stripeId) : writeDashboardUrl(money, own)
}

/** The page with the payouts, disputes and bank account of the host. Who has an account that we opened comes in only by a link for one use. */
export async function openDashboard(money: MoneyContext, userId: string): Promise<string> {
  const own = await findAccountOf(money.db, userId)
  if (!own) throw new AppError('NoPayoutAccount')
  if (own.kind === 'LINK') return writeDashboardUrl(money, own)
  if (!own.detailsSubmitted) return openOnboarding(money, own.stripeId)
  return (await callStripe(money.stripe.accounts.createLoginLink(own.stripeId))).url
}

function writeDashboardUrl({ settings }: MoneyContext, { stripeId }: StoredAccount): string {
  const { sandboxUrl } = requireStripe(settings)
  return sandboxUrl === null ? 'https://dashboard.stripe.com/' : `${sandboxUrl}/stripe/accounts/${stripeId}`
}
