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
import { enter, rowsOf } from '../profiles/people.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { deliver, pass, planOf, startWithTeam, stripe, subscribe, subscriptionsOf, the } from './plan-buyer.ts'

const log = collectLog()
startWithTeam()

const lastOf = <Kind extends 'charge' | 'dispute'>(kind: Kind) => {
  const row = stripe.books().all(kind).at(-1)
  if (!row) throw new Error(`There is no ${kind}.`)
  return row
}
const refund = (amount?: number) => stripe.act(() => refundCharge(stripe.books(), lastOf('charge'), { amount }))
const dispute = () => stripe.act(() => openDispute(stripe.books(), lastOf('charge').id, 'fraudulent'))
const decide = (state: 'won' | 'lost', id = lastOf('dispute').id) => stripe.act(() => decideDispute(stripe.books(), id, state))

const paidInvoice = async () => {
  const { invoices } = (await (await the.owner.ask('/api/payments/invoices')).json()) as InvoicePage
  return invoices.find(({ amount }) => amount > 0)
}
const mails = async () =>
  (await rowsOf("SELECT body FROM outbox WHERE id LIKE 'plan-%' ORDER BY created_at, id")).map(
    ({ body }) => JSON.parse(String(body)) as MailRequest & { template: { data: { title: string; text: string } } },
  )
const titles = async () => (await mails()).map(({ template }) => template.data.title)
/** Somebody else pays for the plan from now on. */
const changePayer = async () => {
  const next = await enter(`payer-${the.number}`)
  const [{ id, metadata } = { id: '', metadata: {} }] = stripe
    .books()
    .all('subscription')
    .filter((row) => row.metadata.ownerId === the.team)
  stripe.act(() => stripe.books().change('subscription', id, { metadata: { ...metadata, payerId: next.id } }))
  await rowsOf('UPDATE plan_subscriptions SET payer_id = ? WHERE id = ?', next.id, id)
}
const addressesOf = async () => (await mails()).map(({ to }) => to)
const emailOf = async (id: string) => (await rowsOf('SELECT email FROM users WHERE id = ?', id))[0]?.email

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

  it('is told to whoever paid, also when somebody else pays now', async () => {
    await changePayer()
    refund()
    await deliver()
    expect(await addressesOf()).toEqual([await emailOf(the.owner.id)])
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

  it('of a time that is over ends nothing that was paid since', async () => {
    dispute()
    // Whoever answers the bank waits for its decision.
    stripe.act(() => stripe.books().change('dispute', lastOf('dispute').id, { status: 'under_review' }))
    pass(31 * day)
    await deliver()
    await changePayer()
    await env.DB.exec('DELETE FROM outbox')
    decide('lost')
    await deliver()
    expect(subscriptionsOf(the.team)[0]?.status).toBe('active')
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
    expect(await titles()).toEqual(['Your bank has given back $15.00 for Varsity'])
    expect(await addressesOf()).toEqual([await emailOf(the.owner.id)])
  })

  it('counts again if we win an appeal, and the plan that ended stays ended', async () => {
    dispute()
    decide('lost')
    await deliver()
    const { id } = lastOf('dispute')
    await env.DB.exec('DELETE FROM outbox')
    stripe.act(() => {
      stripe.books().change('dispute', id, { status: 'under_review' })
      decideDispute(stripe.books(), id, 'won')
    })
    await deliver()
    expect(await paidInvoice()).toMatchObject({ dispute: null })
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    expect((await mails()).map(({ template }) => template.data.text)).toEqual([
      'Your bank has decided that the payment was right. The plan has ended meanwhile. You can choose one under Payments.',
    ])
  })

  it('says that the plan has ended also if our first answer was lost', async () => {
    dispute()
    await deliver()
    decide('lost')
    // As if we had ended it, and stopped before we stored that.
    await rowsOf("UPDATE plan_disputes SET state = 'needs-response', closed_at = NULL")
    await deliver()
    await rowsOf("UPDATE plan_disputes SET state = 'needs-response', closed_at = NULL")
    await env.DB.exec('DELETE FROM outbox')
    await deliver()
    expect(await titles()).toEqual(['Varsity has ended, because its payment was taken back'])
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
  it('that Stripe does not know any more keeps nobody from the others', async () => {
    dispute()
    await deliver()
    await rowsOf(`INSERT INTO plan_disputes (id, invoice_id, amount, currency, reason, state, created_at, read_at)
      VALUES ('dp_unknown', 'in_unknown', 1500, 'usd', 'fraudulent', 'needs-response', 1, 1)`)
    decide('lost')
    pass(day + hour)
    const db = openPrimary(env.DB)
    const reading = { db, stripe: await openStripe(getSettings(env)), now: Date.now() }
    await runBatch(db, { again: await readPlanDisputesAgain(reading) })
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    expect(log.filter(({ event }) => event === 'dispute-not-read')).toEqual([expect.objectContaining({ id: 'dp_unknown' })])
    expect(await rowsOf("SELECT read_at AS at FROM plan_disputes WHERE id = 'dp_unknown'")).toEqual([{ at: reading.now }])
  })
})
