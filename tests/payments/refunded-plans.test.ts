import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StuckMoney } from '../../domain/ledger/stuck-money.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import type { InvoicePage } from '../../domain/payments/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { decideDispute, openDispute, openInquiry } from '../../sandbox/stripe/core/disputes.ts'
import { refundCharge } from '../../sandbox/stripe/core/refunds.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { readPlanDisputesAgain } from '../../worker/payments/plan-disputes.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { rowsOf } from '../profiles/people.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { deliver, pass, planOf, startWithTeam, stripe, subscribe, subscriptionsOf, the } from './plan-buyer.ts'

collectLog()
startWithTeam()

const lastOf = <Kind extends 'charge' | 'dispute'>(kind: Kind) => {
  const row = stripe.books().all(kind).at(-1)
  if (!row) throw new Error(`There is no ${kind}.`)
  return row
}
const refund = (amount?: number) => stripe.act(() => refundCharge(stripe.books(), lastOf('charge'), { amount }))
const dispute = () => stripe.act(() => openDispute(stripe.books(), lastOf('charge').id, 'fraudulent'))
const decide = (state: 'won' | 'lost') => stripe.act(() => decideDispute(stripe.books(), lastOf('dispute').id, state))

const paidInvoice = async () => {
  const { invoices } = (await (await the.owner.ask('/api/payments/invoices')).json()) as InvoicePage
  return invoices.find(({ amount }) => amount > 0)
}
const titles = async () =>
  (await rowsOf("SELECT body FROM outbox WHERE id LIKE 'plan-%' ORDER BY created_at, id")).map(
    ({ body }) => (JSON.parse(String(body)) as MailRequest & { template: { data: { title: string } } }).template.data.title,
  )

/** A plan of which the first month after the trial is paid. */
beforeEach(async () => {
  await subscribe(the.owner, 'varsity-50')
  pass(14 * day + 2 * hour)
  await deliver()
  await env.DB.exec('DELETE FROM outbox')
})

describe('A payment for a plan that is refunded at Stripe', () => {
  it('says what went back, and its payer is told once for each amount', async () => {
    refund(500)
    await deliver()
    await deliver((all) => all.toReversed())
    expect(await paidInvoice()).toMatchObject({ status: 'paid', amount: 1500, refunded: 500, dispute: null })
    refund()
    await deliver()
    expect(await paidInvoice()).toMatchObject({ refunded: 1500 })
    expect((await titles()).toSorted()).toEqual([
      'We refunded $15.00 of your payment for Varsity',
      'We refunded $5.00 of your payment for Varsity',
    ])
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
  })

  it('is not told of by an older reading', async () => {
    refund()
    await rowsOf('UPDATE plan_invoices SET refunds_read_at = ?, refunded = 0', Date.now() + hour)
    await deliver()
    expect(await paidInvoice()).toMatchObject({ refunded: 0 })
    expect(await titles()).toEqual([])
  })
})

describe('A payment for a plan that a bank takes back', () => {
  it('keeps the plan until the bank decides, and ends it if we lose', async () => {
    dispute()
    await deliver()
    await deliver()
    expect(await paidInvoice()).toMatchObject({ dispute: 'open' })
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
    decide('lost')
    await deliver()
    await deliver((all) => all.toReversed())
    expect(subscriptionsOf(the.team)[0]?.status).toBe('canceled')
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    expect(await paidInvoice()).toMatchObject({ dispute: 'lost' })
    expect((await titles()).toSorted()).toEqual([
      'Varsity has ended, because its payment was taken back',
      'Your bank has taken back $15.00 for Varsity',
    ])
  })

  it('goes on as it was if we win', async () => {
    dispute()
    decide('won')
    await deliver()
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
    expect(await paidInvoice()).toMatchObject({ dispute: null })
    expect(await titles()).toEqual(['Your payment of $15.00 for Varsity counts'])
  })

  it('changes nothing while the bank only asks', async () => {
    stripe.act(() => openInquiry(stripe.books(), lastOf('charge').id, 'general'))
    await deliver()
    expect(await paidInvoice()).toMatchObject({ dispute: null })
    expect(await titles()).toEqual([])
  })

  it('is shown to the operator, and read again if an event was lost', async () => {
    dispute()
    await deliver()
    const { id } = lastOf('dispute')
    const stuckOf = async () => ((await (await ask('/api/admin/money', { headers: asAdmin })).json()) as StuckMoney).planDisputes
    expect(await stuckOf()).toContainEqual(expect.objectContaining({ id, amount: 1500, currency: 'usd', state: 'needs-response' }))
    decide('lost')
    pass(day + hour)
    const db = openPrimary(env.DB)
    const reading = { db, stripe: await openStripe(getSettings(env)), now: Date.now() }
    await runBatch(db, { again: await readPlanDisputesAgain(reading) })
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    expect((await stuckOf()).map((stuck) => stuck.id)).not.toContain(id)
    stripe.calls.splice(0)
    await readPlanDisputesAgain(reading)
    expect(stripe.calls).toEqual([])
  })
})
