import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { chasePayments } from '../../worker/payments/chase-payments.ts'
import { endUnpaidPlan } from '../../worker/payments/end-unpaid-plan.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import {
  comeBack,
  deliver,
  overviewOf,
  pass,
  planOf,
  post,
  startWithTeam,
  stripe,
  subscribe,
  subscriptionsOf,
  the,
  urlOf,
} from './plan-buyer.ts'
import { cards } from './stand-in.ts'

collectLog()
startWithTeam()

const chase = () => chasePayments(openPrimary(env.DB), Date.now())

/** The emails and the work about plans that wait in the outbox, without those that are gone. */
const waiting = async () =>
  (await rowsOf("SELECT id, body FROM outbox WHERE id LIKE 'plan-%' OR id LIKE 'end-unpaid-plan:%' ORDER BY created_at, id")).map(
    ({ id, body }) => ({
      id: String(id),
      template: (JSON.parse(String(body)) as Partial<MailRequest>).template,
    }),
  )
const namesOf = async () => (await waiting()).map(({ id }) => id.split(':')[0])

/** A plan whose card stops working after the trial. */
async function failToPay(): Promise<string> {
  await env.DB.exec('DELETE FROM outbox')
  await subscribe(the.owner, 'varsity-50', 'failsLater')
  // Stripe charges an hour after it makes the invoice.
  pass(14 * day + 2 * hour)
  await deliver()
  const [subscription] = subscriptionsOf(the.team)
  expect(subscription?.status).toBe('past_due')
  await env.DB.exec('DELETE FROM outbox')
  return subscription?.id ?? ''
}

async function endIfUnpaid(id: string): Promise<void> {
  const db = openPrimary(env.DB)
  const reading = { db, stripe: await openStripe(getSettings(env)), now: Date.now() }
  await runBatch(db, { ended: await endUnpaidPlan(reading, id) })
}

describe('A plan whose payment failed', () => {
  it('stays, and its payer is asked four times in two weeks', async () => {
    await failToPay()
    expect((await overviewOf(the.owner)).teams).toMatchObject([{ plan: 'VARSITY', subscription: { status: 'past_due' } }])
    const asked: [number, number][] = []
    for (let days = 0; days < 14; days++) {
      await chase()
      await chase()
      asked.push([days, (await waiting()).length])
      pass(day)
    }
    expect(asked.filter(([, count], index) => count !== (asked[index - 1]?.[1] ?? 0))).toEqual([
      [0, 1],
      [3, 2],
      [7, 3],
      [12, 4],
    ])
    const mails = await waiting()
    expect(mails.map(({ template }) => template?.name)).toEqual(Array.from({ length: 4 }, () => 'plan-payment-failed'))
    expect(mails.at(-1)?.template?.data).toMatchObject({ plan: 'Varsity', team: `Club ${the.number}`, isLast: true })
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
  })

  it('ends after two weeks, once, and the payer hears of it', async () => {
    const id = await failToPay()
    for (let days = 0; days < 15; days++) {
      await chase()
      pass(day)
    }
    expect(await namesOf()).toContain('end-unpaid-plan')
    await endIfUnpaid(id)
    await endIfUnpaid(id)
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    expect(subscriptionsOf(the.team)[0]?.status).toBe('canceled')
    expect((await namesOf()).filter((name) => name === 'plan-ended')).toHaveLength(1)
  })

  it('is told to the owner of the community too, if somebody else pays', async () => {
    await failToPay()
    const payer = await enter(`payer-${the.number}`)
    await rowsOf('UPDATE plan_subscriptions SET payer_id = ? WHERE owner_id = ?', payer.id, the.team)
    await chase()
    const ids = (await waiting()).map(({ id }) => id.split(':').at(-1))
    expect(ids.toSorted()).toEqual([the.owner.id, payer.id].toSorted())
  })

  it('goes on if it is paid in the last moment', async () => {
    const id = await failToPay()
    pass(14 * day)
    const [subscription] = subscriptionsOf(the.team)
    const client = await openStripe(getSettings(env))
    const card = await client.paymentMethods.attach('pm_card_visa', { customer: String(subscription?.customer) })
    await client.subscriptions.update(id, { default_payment_method: card.id })
    await client.invoices.pay(String(subscription?.latest_invoice))
    await endIfUnpaid(id)
    expect(stripe.books().get('subscription', id)?.status).toBe('active')
    expect((await overviewOf(the.owner)).teams).toMatchObject([{ plan: 'VARSITY', subscription: { status: 'active', graceEndsAt: null } }])
    expect(await namesOf()).not.toContain('plan-ended')
  })
})

it('The end of a trial is told three days before, with what the plan costs then', async () => {
  await env.DB.exec('DELETE FROM outbox')
  await subscribe(the.owner, 'pro-200')
  pass(11 * day + minute)
  await deliver()
  await deliver()
  const mails = (await waiting()).filter(({ id }) => id.startsWith('plan-trial-ends'))
  expect(mails.map(({ template }) => template?.data)).toMatchObject([{ plan: 'Pro', team: `Club ${the.number}`, price: '$69 a month' }])
})

describe('A new card', () => {
  const openCardPage = async (person: Person = the.owner) => urlOf(post(person, '/subscriptions/card', { type: 'team', id: the.team }))
  const paidInvoices = () =>
    stripe
      .books()
      .all('invoice')
      .filter(
        ({ customer, status, amount_paid: paid }) => customer === subscriptionsOf(the.team)[0]?.customer && status === 'paid' && paid > 0,
      )
  const cardOf = () => {
    const { default_payment_method: id } = stripe.books().get('subscription', subscriptionsOf(the.team)[0]?.id) ?? {}
    return stripe.books().get('payment_method', String(id))?.card?.last4
  }
  const last4 = (card: keyof typeof cards) => cards[card].slice(-4)

  it('pays at once what is due, once, and the person is told', async () => {
    await failToPay()
    const session = stripe.pay(await openCardPage(), 'other')
    const result = await comeBack(the.owner, session)
    expect(result).toMatchObject({
      state: 'paid',
      bought: { kind: 'card', plan: 'Varsity', outcome: 'paid' },
      paid: { amount: 1500, currency: 'usd' },
    })
    expect(paidInvoices()).toHaveLength(1)
    expect((await overviewOf(the.owner)).teams).toMatchObject([{ subscription: { status: 'active', graceEndsAt: null } }])
    await deliver((all) => [...all, ...all])
    expect(await comeBack(the.owner, session)).toEqual(result)
    expect(paidInvoices()).toHaveLength(1)
  })

  it('that a bank declines is told, and stays for the next time', async () => {
    await failToPay()
    const session = stripe.pay(await openCardPage(), 'failsLater')
    await deliver()
    for (const _ of [1, 2])
      expect((await comeBack(the.owner, session)).bought).toEqual({ kind: 'card', plan: 'Varsity', outcome: 'declined' })
    expect(paidInvoices()).toHaveLength(0)
    expect((await overviewOf(the.owner)).teams).toMatchObject([{ subscription: { status: 'past_due' } }])
    await comeBack(the.owner, stripe.pay(await openCardPage(), 'good'))
    expect(paidInvoices()).toHaveLength(1)
  })

  it('is only saved if nothing is due', async () => {
    await subscribe(the.owner, 'varsity-50')
    expect((await comeBack(the.owner, stripe.pay(await openCardPage(), 'other'))).bought).toMatchObject({ outcome: 'saved' })
    expect([paidInvoices(), cardOf()]).toEqual([[], last4('other')])
  })

  it('is not replaced by an earlier one whose event comes late', async () => {
    await subscribe(the.owner, 'varsity-50')
    const first = await openCardPage()
    pass(minute)
    const later = stripe.pay(await openCardPage(), 'other')
    const earlier = stripe.pay(first, 'good')
    await comeBack(the.owner, later)
    expect((await comeBack(the.owner, earlier)).bought).toMatchObject({ outcome: 'unused' })
    await deliver((all) => all.toReversed())
    expect(cardOf()).toBe(last4('other'))
  })

  it('changes nothing if the person may no longer manage the money, or has removed it', async () => {
    await subscribe(the.owner, 'varsity-50')
    const heir = await enter(`heir-${the.number}`)
    await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'treasurer', 1)", the.team, heir.id)
    const session = stripe.pay(await openCardPage(heir), 'other')
    await rowsOf("UPDATE team_members SET role = 'member' WHERE user_id = ?", heir.id)
    expect((await comeBack(heir, session)).bought).toMatchObject({ outcome: 'unused' })
    await deliver()
    expect([cardOf(), (await overviewOf(the.owner)).teams[0]?.subscription?.isPayer]).toEqual([last4('good'), true])
    await rowsOf("UPDATE team_members SET role = 'treasurer' WHERE user_id = ?", heir.id)
    const client = await openStripe(getSettings(env))
    const added = stripe
      .books()
      .all('payment_method')
      .find(({ card, customer }) => card?.last4 === last4('other') && customer === subscriptionsOf(the.team)[0]?.customer)
    await client.paymentMethods.detach(added?.id ?? '')
    expect((await comeBack(heir, session)).bought).toMatchObject({ outcome: 'unused' })
    expect(cardOf()).toBe(last4('good'))
  })
})
