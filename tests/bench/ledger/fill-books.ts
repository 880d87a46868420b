import { kindOf, monthOf } from '../../../domain/ledger/kinds.ts'
import { day } from '../../../domain/time/spans.ts'
import type { Transaction } from '../../../worker/ledger/read-transaction.ts'
import { storeTransactions } from '../../../worker/ledger/store-transactions.ts'
import { runBatch } from '../../../worker/platform/batch.ts'
import { wrapDatabase } from '../../../worker/platform/database.ts'
import { insertRows, rowsAtOnce } from '../setup/insert-rows.ts'

export const payments = 10_000
const paymentsInGame = 10
export const start = Date.UTC(2026, 5, 1)
const months = 4

export const hostOf = (index: number) => `host-${index}`

/** Games of a host, ten payments each, with their orders. `paymentOf` says how the payment of an order is called. */
export async function addSales(db: D1Database, hostId: string, accountId: string, count: number, paymentOf: (index: number) => string) {
  const games = Array.from({ length: Math.ceil(count / paymentsInGame) }, (_, index) => ({
    id: `${hostId}-game-${index}`,
    creator_id: hostId,
    activity: 'tennis',
    title: `Game ${index}`,
    time_zone: 'UTC',
    state: 'published',
    starts_at: start + index * 1000,
  }))
  await insertRows(db, 'events', games)
  const orders = Array.from({ length: count }, (_, index) => ({
    id: `${hostId}-order-${index}`,
    event_id: games[Math.floor(index / paymentsInGame)]?.id ?? '',
    joiner_id: `${hostId}-joiner-${index}`,
    payer_id: hostId,
    payee_id: hostId,
    account_id: accountId,
    seats: 1,
    amount: 1500,
    our_fee: 75,
    currency: 'usd',
    state: 'paid',
    payment_id: paymentOf(index),
  }))
  await insertRows(db, 'orders', orders)
}

export async function addHost(db: D1Database, hostId: string, accountId: string): Promise<void> {
  const email = `${hostId}@example.com`
  await insertRows(db, 'users', [{ id: hostId, email, email_key: email, email_verified_at: 1, completed_at: 1 }])
  const account = { user_id: hostId, stripe_id: accountId, kind: 'NEW', country: 'US', currency: 'usd', currently_due: '[]' }
  await insertRows(db, 'payout_accounts', [account])
}

const transaction = (index: number, category: 'charge' | 'refund'): Transaction => {
  const createdAt = start + Math.floor((index / payments) * months * 30 * day)
  const isCharge = category === 'charge'
  return {
    ...{
      id: `txn_${category}_${index}`,
      kind: kindOf(category),
      currency: 'usd',
      month: monthOf(createdAt),
      createdAt,
      availableAt: createdAt,
    },
    ...(isCharge ? { gross: 1500, stripeFee: 74, ourFee: 75, net: 1351 } : { gross: -1500, stripeFee: 0, ourFee: -75, net: -1425 }),
    ...{
      paymentId: `pi_${index}`,
      orderId: null,
      duePaymentId: null,
      formPaymentId: null,
      teamId: null,
      isPaid: isCharge,
      refundId: isCharge ? null : `re_${index}`,
      disputeId: null,
      isRefundFailure: false,
    },
  }
}

/** The books of a host with 10,000 payments in four months, of which 3 in 100 went back. */
export async function fillBooks(d1: D1Database): Promise<void> {
  const account = { accountId: 'acct_books', userId: hostOf(0) }
  await addHost(d1, account.userId, account.accountId)
  await addSales(d1, account.userId, account.accountId, payments, (index) => `pi_${index}`)
  const all = Array.from({ length: payments }, (_, index) => [
    transaction(index, 'charge'),
    ...(index % 33 === 0 ? [transaction(index, 'refund')] : []),
  ]).flat()
  const db = wrapDatabase(d1)
  for (let from = 0; from < all.length; from += rowsAtOnce)
    await runBatch(db, { stored: storeTransactions(account, all.slice(from, from + rowsAtOnce), start) })
}

const tables = ['ledger_entries', 'ledger_months', 'ledger_games', 'ledger_checks', 'ledger_accounts', 'payouts', 'team_payouts']

export async function countLedgerRows(db: D1Database): Promise<number> {
  const counts = await db
    .prepare(`SELECT ${tables.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ')} AS rows`)
    .first<number>('rows')
  return counts ?? 0
}
