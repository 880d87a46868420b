import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { type Claims, ClaimsOnly } from '../../domain/payments/claims.ts'
import {
  LinkAccount,
  LinkCode,
  LinkedAccount,
  PayoutAccount,
  PayoutAccountPath,
  RedirectAnswer,
  UnlinkAccount,
} from '../../domain/payments/contract.ts'
import { accountReadingLifetime } from '../../domain/payments/payout-accounts.ts'
import { requireComplete } from '../access/viewer.ts'
import { runBatch } from '../platform/batch.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { judgeRequest } from './judge-claims.ts'
import { linkAccount, linkByCode, openDashboard, openVerification } from './link-account.ts'
import { openMoney } from './money-context.ts'
import { findAccountOf, type StoredAccount } from './payout-accounts.ts'
import { toPayoutAccount } from './plan-queries.ts'
import { requirePayer } from './require-payer.ts'
import { syncAccount } from './sync-account.ts'
import { unlinkAccount } from './unlink-account.ts'

const operation = describeOperations('Payments')

/** The account of this person. What we know of it is at most a minute old. */
async function readOwnAccount(c: AppContext, userId: string, stripeId: string): Promise<StoredAccount> {
  const db = getPrimary(c)
  const find = async () => {
    const own = await findAccountOf(db, userId)
    if (own?.stripeId !== stripeId) throw new AppError('NoPayoutAccount')
    return own
  }
  const own = await find()
  if (c.var.now() - own.readAt <= accountReadingLifetime) return own
  await runBatch(db, { stored: await syncAccount({ ...(await openMoney(c)), db }, stripeId) })
  return find()
}

/** Refuses what is not true of the account of this person. */
async function judgeAccountClaims(c: AppContext, userId: string, said: Claims): Promise<void> {
  const own = await findAccountOf(getPrimary(c), userId)
  judgeRequest(c, said, { uid: userId, account: own?.stripeId ?? null })
}

export const accountRoutes = new Hono<AppEnv>()
  .post(
    '/',
    operation('The page on which I open a payout account, or link the one I have', 200, RedirectAnswer),
    input('json', LinkAccount),
    async (c) => {
      const { id } = await requirePayer(c)
      return c.json({ url: await linkAccount(await openMoney(c), id, c.req.valid('json')) })
    },
  )
  .post(
    '/code',
    operation('Link the account whose owner has agreed at Stripe', 200, LinkedAccount, 'The same code again has the same answer.'),
    input('json', LinkCode),
    async (c) => {
      const { id } = await requirePayer(c)
      const said = c.req.valid('json')
      judgeRequest(c, said, { uid: id })
      const { stripeId, chargesEnabled, detailsSubmitted } = await linkByCode(await openMoney(c), id, said)
      return c.json({ stripeId, stripeChargesEnabled: chargesEnabled, stripeDetailsSubmitted: detailsSubmitted })
    },
  )
  .post(
    '/verification',
    operation('The page on which I tell Stripe what is missing', 200, RedirectAnswer),
    input('json', ClaimsOnly, { mayBeMissing: true }),
    async (c) => {
      const { id } = await requirePayer(c)
      await judgeAccountClaims(c, id, c.req.valid('json'))
      return c.json({ url: await openVerification(await openMoney(c), id) })
    },
  )
  .post(
    '/dashboard',
    operation('The page of Stripe with my payouts and disputes', 200, RedirectAnswer),
    input('json', ClaimsOnly, { mayBeMissing: true }),
    async (c) => {
      const { id } = await requirePayer(c)
      await judgeAccountClaims(c, id, c.req.valid('json'))
      return c.json({ url: await openDashboard(await openMoney(c), id) })
    },
  )
  .get('/:id', operation('My payout account', 200, PayoutAccount), input('param', PayoutAccountPath), async (c) => {
    const { id } = await requireComplete(c)
    return c.json(toPayoutAccount(await readOwnAccount(c, id, c.req.valid('param').id)))
  })
  .delete(
    '/',
    operation('Unlink my payout account', 204, undefined, 'While people pay through it, only with `force`.'),
    input('query', UnlinkAccount),
    input('json', ClaimsOnly, { mayBeMissing: true }),
    async (c) => {
      const { id } = await requirePayer(c)
      await judgeAccountClaims(c, id, c.req.valid('json'))
      const isForced = c.req.valid('query').force === 'true'
      await unlinkAccount(getPrimary(c), { userId: id, now: c.var.now(), isForced })
      return c.body(null, 204)
    },
  )

export type AccountRoutes = typeof accountRoutes
