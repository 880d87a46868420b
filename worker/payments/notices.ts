import { isActive } from '../../domain/payments/payout-accounts.ts'
import { type PayoutNews, payoutNotice } from '../../domain/payments/payout-news.ts'
import { noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { findAccountOf, type StoredAccount } from './payout-accounts.ts'

/** What must still hold of the host's account, which may have changed or gone since. */
const isStillTrue: Record<PayoutNews, (account: StoredAccount | undefined, at: number) => boolean> = {
  due: (account, at) => account?.deadline === at && account.currentlyDue.length > 0,
  restricted: (account) => account?.chargesEnabled === false,
  active: (account) => account !== undefined && isActive(account),
  unlinked: (account) => account === undefined,
  'payouts-stopped': (account) => account?.payoutsEnabled === false,
  'payout-failed': () => true,
}

export const payoutNotices: Renderers<'payout-account'> = {
  'payout-account': async ({ news, personId, stripeId, at, payout }, { db }) => {
    const own = await findAccountOf(db, personId)
    const account = own?.stripeId === stripeId ? own : undefined
    return isStillTrue[news](account, at) ? notifyOne(payoutNotice(news, { stripeId, at, payout }), personId) : noDeliveries
  },
}
