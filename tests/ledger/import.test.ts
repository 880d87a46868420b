import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { StuckMoney } from '../../domain/ledger/stuck-money.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { addEntry } from '../../sandbox/stripe/core/balance.ts'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { openDispute } from '../../sandbox/stripe/core/disputes.ts'
import { failPayout } from '../../sandbox/stripe/core/payouts.ts'
import { refundCharge } from '../../sandbox/stripe/core/refunds.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import {
  books,
  buySeat,
  deliver,
  joinToPay,
  ordersOf,
  pass,
  payOn,
  publishPaid,
  refundsOf,
  startWithHost,
  stripe,
  the,
  titlesOf,
} from '../orders/paid-game.ts'
import { rowsOf } from '../profiles/people.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { balanceAtStripe, catchUp, checkOf, entriesOf, lastCharge, payOut } from './books.ts'

startWithHost()

let id = ''
beforeEach(async () => {
  id = await publishPaid({ maxGuests: 1 })
})

describe('The ledger of a host', () => {
  it('has a payment, a part of it that went back, and a dispute, each of which sums to zero', async () => {
    await buySeat(the.ana, id)
    await buySeat(the.bo, id)
    stripe.act(() => refundCharge(books(), lastCharge(), { amount: 500, withFee: true }))
    await catchUp()
    expect(await entriesOf()).toEqual(['payment 1500 74 75 1351', 'payment 1500 74 75 1351', 'refund -500 0 -25 -475'])
    stripe.act(() => openDispute(books(), books().all('charge')[0]?.id ?? '', 'fraudulent'))
    await catchUp()
    expect(await entriesOf()).toContain('dispute -1500 1500 0 -3000')
    expect(
      await rowsOf('SELECT DISTINCT event_id AS event, user_id AS payee FROM ledger_entries WHERE account_id = ?', the.account),
    ).toEqual([{ event: id, payee: the.host.id }])
    expect(
      await rowsOf('SELECT gross, payments, stripe_fee, our_fee, refunds, disputes, net FROM ledger_games WHERE event_id = ?', id),
    ).toEqual([{ gross: 3000, payments: 2, stripe_fee: 1648, our_fee: 125, refunds: -500, disputes: -1500, net: -773 }])
    expect(await checkOf()).toEqual({ ours: -773, theirs: balanceAtStripe(), difference: 0 })
  })

  it('does not change when the same transactions are read again', async () => {
    await buySeat(the.ana, id)
    await catchUp()
    const before = [await entriesOf(), await rowsOf('SELECT * FROM ledger_months WHERE owner_id = ?', the.host.id)]
    await pass(2 * hour)
    await rowsOf('UPDATE ledger_accounts SET read_until = NULL, news_at = ?2 WHERE account_id = ?1', the.account, Date.now())
    await pass(minute)
    expect([await entriesOf(), await rowsOf('SELECT * FROM ledger_months WHERE owner_id = ?', the.host.id)]).toEqual(before)
  })

  it('cannot be changed or deleted', async () => {
    await buySeat(the.ana, id)
    await catchUp()
    await expect(rowsOf('DELETE FROM ledger_entries WHERE account_id = ?', the.account)).rejects.toThrow('never deleted')
    await expect(rowsOf('UPDATE ledger_entries SET net = net + 1, gross = gross + 1 WHERE account_id = ?', the.account)).rejects.toThrow(
      'only learn their payout',
    )
    await expect(
      rowsOf(
        `INSERT INTO ledger_entries (id, account_id, user_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at)
          VALUES ('txn_wrong', ?, ?, 'payment', 1500, 74, 75, 1350, 'usd', '2026-11', 1, 1)`,
        the.account,
        the.host.id,
      ),
    ).rejects.toThrow('ledger_entries_sum')
  })

  it('asks Stripe once for all that happened in a minute', async () => {
    // Once in an hour, the sweep asks too.
    await pass(hour - (Date.now() % hour) + 10 * minute)
    await buySeat(the.ana, id)
    await buySeat(the.bo, id)
    await deliver()
    const before = stripe.calls.length
    await pass(minute)
    expect(stripe.calls.slice(before)).toEqual(['GET /v1/balance_transactions', 'GET /v1/balance'])
  })

  it('is read again by the next sweep if its work has failed for good', async () => {
    await buySeat(the.ana, id)
    await deliver()
    await rowsOf(
      `INSERT INTO jobs (id, queue, state, attempts, updated_at)
        SELECT 'sync-ledger:' || account_id || ':' || news_at, 'money', 'dead', 6, ?2 FROM ledger_accounts WHERE account_id = ?1`,
      the.account,
      Date.now(),
    )
    await pass(minute)
    expect(await entriesOf()).toEqual([])
    await pass(2 * hour)
    expect(await entriesOf()).toEqual(['payment 1500 74 75 1351'])
  })

  it('shows by how much it differs', async () => {
    await buySeat(the.ana, id)
    await catchUp()
    // Stripe books something two days back, where nobody looks any more.
    stripe.act(() => {
      const entry = addEntry(books(), { type: 'adjustment', amount: 40, currency: 'usd', source: null })
      books().change('balance_transaction', entry.id, { created: entry.created - 2 * 86_400 })
    })
    await pass(hour)
    expect(await checkOf()).toMatchObject({ difference: -40 })
  })

  it('knows which payments a payout brought, and tells when a bank refused it', async () => {
    await buySeat(the.ana, id)
    await catchUp()
    await payOut()
    const [payout] = books().all('payout')
    const path = `/api/ledger/payouts/${payout?.id}`
    expect(await (await the.host.ask(path)).json()).toMatchObject({
      payout: { amount: 1351, state: 'paid' },
      ...{ sums: { net: 1351 }, unexplained: 0 },
    })
    expect(await entriesOf('payout_id IS NOT NULL')).toEqual(['payment 1500 74 75 1351', 'payout -1351 0 0 -1351'])
    expect(await checkOf()).toMatchObject({ ours: 0, difference: 0 })
    stripe.act(() => failPayout(books(), payout?.id ?? ''))
    await catchUp()
    expect(await rowsOf('SELECT state, failure FROM payouts WHERE account_id = ?', the.account)).toEqual([
      { state: 'failed', failure: 'The bank account has been closed' },
    ])
    expect(await checkOf()).toMatchObject({ ours: 1351, difference: 0 })
    const failures = async () => (await titlesOf(the.host)).filter((title) => /payout/.test(title))
    expect(await failures()).toEqual(['Your bank did not take a payout of $13.51'])
    await catchUp()
    expect(await failures()).toHaveLength(1)
  })

  it('ends quietly when the host ends our access', async () => {
    await buySeat(the.ana, id)
    stripe.act((world) => world.books(platform).change('authorization', the.account, { isActive: false }))
    await deliver()
    await pass(minute)
    expect(await rowsOf('SELECT ended_at IS NOT NULL AS ended, news_at FROM ledger_accounts WHERE account_id = ?', the.account)).toEqual([
      { ended: 1, news_at: null },
    ])
    expect(
      (await env.DB.prepare("SELECT 1 FROM jobs WHERE id LIKE 'sync-ledger:' || ? || '%' AND state <> 'done'").bind(the.account).all())
        .results,
    ).toEqual([])
  })
})

it('The ledger of a host to whom nobody has paid is read again and again', async () => {
  await pass(hour)
  await pass(hour)
  expect(await rowsOf("SELECT state FROM jobs WHERE id LIKE 'sync-ledger:' || ? || '%' AND state <> 'done'", the.account)).toEqual([])
  expect(await rowsOf('SELECT news_at FROM ledger_accounts WHERE account_id = ?', the.account)).toEqual([{ news_at: null }])
})

describe('The ledger of an account that its host has linked', () => {
  const link = () =>
    rowsOf(
      `INSERT INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled, currently_due, created_at, read_at)
        VALUES (?, ?, 'LINK', 'US', 'usd', 1, 1, 1, '[]', ?3, ?3) ON CONFLICT DO UPDATE SET kind = 'LINK', created_at = ?3`,
      the.host.id,
      the.account,
      Date.now(),
    )
  const letUsIn = (isActive: boolean) => stripe.act((world) => world.books(platform).change('authorization', the.account, { isActive }))

  it('has what was sold before the host unlinked it and linked it again', async () => {
    await link()
    await buySeat(the.ana, id)
    expect((await the.host.ask('/api/payments/account?force=true', { method: 'DELETE' })).status).toBe(204)
    vi.setSystemTime(Date.now() + minute)
    await link()
    await catchUp()
    expect(await entriesOf()).toEqual(['payment 1500 74 75 1351'])
  })

  it('has nothing of the time in which we had no access, and goes on after it', async () => {
    await link()
    await buySeat(the.ana, id)
    await catchUp()
    letUsIn(false)
    await pass(hour)
    stripe.act(() => refundCharge(books(), lastCharge(), { amount: 400 }))
    await pass(2 * hour)
    letUsIn(true)
    await link()
    // Stripe tells nothing of it, so only the sweep finds the account.
    await pass(hour)
    stripe.act(() => refundCharge(books(), lastCharge(), { amount: 100 }))
    await pass(hour)
    expect(await entriesOf()).toEqual(['payment 1500 74 75 1351', 'refund -100 0 0 -100'])
    expect(await checkOf()).toMatchObject({ difference: 0 })
  })
})

describe('The hourly sweep', () => {
  it('finds a payment and a refund at Stripe of which no event has told', async () => {
    // The next sweep is a minute away, so nothing else looks at the payment before.
    await pass((2 * hour - (Date.now() % hour) - minute) % hour)
    payOn(await joinToPay(the.ana, id))
    await pass(minute)
    expect((await ordersOf(the.ana))[0]).toMatchObject({ state: 'paid' })
    stripe.act(() => refundCharge(books(), lastCharge(), { amount: 400 }))
    await pass(hour)
    expect((await ordersOf(the.ana))[0]?.refunds).toMatchObject([{ amount: 400, state: 'sent' }])
    expect(await entriesOf()).toEqual(['payment 1500 74 75 1351', 'refund -400 0 0 -400'])
    expect(await rowsOf('SELECT DISTINCT event_id AS event FROM ledger_entries WHERE account_id = ?', the.account)).toEqual([{ event: id }])
  })

  it('finds once a day a refund for which the host has no money, of which no event has told', async () => {
    await buySeat(the.ana, id)
    await catchUp()
    await payOut()
    // The first reading of this day is over.
    await pass(day - (Date.now() % day) + hour)
    stripe.act(() => refundCharge(books(), lastCharge(), { amount: 400 }))
    await pass(hour)
    expect(await refundsOf(the.ana)).toEqual([])
    await pass(day)
    expect(await refundsOf(the.ana)).toEqual(['400 host no-money'])
  })
})

/** A page of each kind that nobody has closed, and money for dues and a form that did not go back. */
async function addStuckPayments(): Promise<void> {
  for (const statement of [
    "INSERT INTO teams (id, name, description, creator_id, plan, created_at, updated_at) VALUES ('stuck', 'Stuck', '', ?1, 'ROOKIE', 1, 1)",
    "INSERT INTO dues (id, team_id, title, note, amount, currency, due_on, created_at) SELECT 'stuck', 'stuck', 'Fee', '', 2000, 'usd', '2100-01-01', 1 WHERE ?1 <> ''",
    "INSERT INTO due_payments (id, due_id, user_id, method, state, amount, currency, created_at) VALUES ('stuck-open', 'stuck', ?1, 'card', 'open', 2000, 'usd', 1)",
    "INSERT INTO due_refunds (id, due_payment_id, amount, reason, state, created_at) SELECT 'stuck-back', 'stuck-open', 300, 'host', 'due', 1 WHERE ?1 <> ''",
    "INSERT INTO submission_payments (id, submission_id, form_id, team_id, title, user_id, parts, method, state, amount, currency, created_at) VALUES ('stuck-open', 'stuck', 'stuck', 'stuck', 'Form', ?1, '[]', 'card', 'open', 2000, 'usd', 1)",
    "INSERT INTO submission_refunds (id, submission_payment_id, amount, reason, state, created_at) SELECT 'stuck-back', 'stuck-open', 300, 'host', 'due', 1 WHERE ?1 <> ''",
    "INSERT INTO memberships (id, team_id, type, name, description, amount, currency, every, created_at) SELECT 'stuck', 'stuck', 'DROPIN_PICKUP', 'Pass', '', 2000, 'usd', 'month', 1 WHERE ?1 <> ''",
    "INSERT INTO membership_subscriptions (id, membership_id, team_id, type, member_id, platform, account_id, customer_id, status, created_at, read_at) VALUES ('stuck-open', 'stuck', 'stuck', 'DROPIN_PICKUP', ?1, 'gth', 'acct_1', 'cus_1', 'open', 1, 1)",
  ])
    await rowsOf(statement, the.ana.id)
}

it('A job asks Stripe about at most 50 payments that name nothing of ours, and the next ones about the rest', async () => {
  await addStuckPayments()
  await rowsOf("UPDATE membership_subscriptions SET account_id = ? WHERE id = 'stuck-open'", the.account)
  await buySeat(the.ana, id)
  const client = await openStripe(getSettings(env))
  for (let n = 0; n < 60; n += 1)
    await client.paymentIntents.create(
      { amount: 1000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
      { stripeAccount: the.account },
    )
  const before = stripe.calls.length
  await catchUp()
  const jobs = stripe.calls.slice(before).join(' ').split('GET /v1/balance_transactions')
  const asked = jobs.map((calls) => calls.split('GET /v1/invoice_payments').length - 1).filter((count) => count > 0)
  expect(asked).toEqual([50, 10])
  expect((await entriesOf("kind = 'payment'")).length).toBe(61)
  expect(await checkOf()).toMatchObject({ difference: 0 })
  for (const table of [
    'membership_subscriptions',
    'memberships',
    'submission_refunds',
    'submission_payments',
    'due_refunds',
    'due_payments',
    'dues',
  ])
    await env.DB.exec(`DELETE FROM ${table} WHERE id LIKE 'stuck%'`)
  await env.DB.exec("DELETE FROM teams WHERE id = 'stuck'")
})

describe('What is stuck', () => {
  it('is shown to the operator', async () => {
    await buySeat(the.ana, id)
    await catchUp()
    const [order] = await ordersOf(the.ana)
    await rowsOf(
      "INSERT INTO order_refunds (id, order_id, amount, reason, state, created_at) VALUES (?1, ?1, 100, 'host', 'due', 1)",
      order?.id,
    )
    await rowsOf('UPDATE ledger_checks SET difference = 40 WHERE account_id = ?', the.account)
    await rowsOf("INSERT INTO stripe_events VALUES (?1, 'connect', ?1, 'charge.succeeded', 'ch_1', 1, ?2)", the.account, Date.now() - hour)
    await rowsOf("INSERT INTO jobs VALUES (?, 'money', 'dead', '{}', 'No money', 12, 1)", the.account)
    const stuck = (await (await ask('/api/admin/money', { headers: asAdmin })).json()) as StuckMoney
    expect(stuck.refunds).toMatchObject([{ orderId: order?.id, amount: 100 }])
    expect(stuck.differences).toContainEqual(expect.objectContaining({ accountId: the.account, difference: 40 }))
    expect(stuck.events.map((event) => event.id)).toContain(the.account)
    expect(stuck.jobs).toContainEqual({ id: the.account, error: 'No money', failedAt: 1 })
  })

  it('has what is paid for dues, forms and memberships too', async () => {
    await addStuckPayments()
    const stuck = (await (await ask('/api/admin/money', { headers: asAdmin })).json()) as StuckMoney
    expect(stuck.otherRefunds).toEqual([
      { kind: 'dues', id: 'stuck-back', paymentId: 'stuck-open', amount: 300, createdAt: 1, waitsFor: null },
      { kind: 'form', id: 'stuck-back', paymentId: 'stuck-open', amount: 300, createdAt: 1, waitsFor: null },
    ])
    expect(stuck.otherPages).toEqual(['dues', 'form', 'membership'].map((kind) => ({ kind, id: 'stuck-open', createdAt: 1 })))
  })
})
