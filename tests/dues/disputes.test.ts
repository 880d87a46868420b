import { describe, expect, it } from 'vitest'
import type { OpenDisputes } from '../../domain/orders/disputes.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { decideDispute, escalateInquiry, openDispute, openInquiry } from '../../sandbox/stripe/core/disputes.ts'
import { revoke } from '../../sandbox/stripe/core/oauth.ts'
import { books, codeOf, deliver, pass, refundsAtStripe, startWithHost, stripe, the, titlesOf, work } from '../orders/paid-game.ts'
import { type Person, rowsOf } from '../profiles/people.ts'
import { giveBack, its, payDuesOf, read, startWithDues } from './community-dues.ts'

const queues = startWithHost()
startWithDues()

const dispute = () => stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent').id)
const decide = (status: 'won' | 'lost') => stripe.act(() => decideDispute(books(), String(books().all('dispute')[0]?.id), status))
const toldTo = async (person: Person) => (await titlesOf(person)).filter((title) => title.includes('dispute'))
const mailsTo = (person: Person) =>
  queues.mail.flatMap(({ body }) =>
    body.to.startsWith(person.id) && body.template.name === 'money-news' ? [body.template.data.title] : [],
  )
const openDisputesOf = async (person: Person) => ((await (await person.ask('/api/disputes')).json()) as OpenDisputes).disputes
const refundsOfDues = async () =>
  (
    await rowsOf(
      'SELECT r.amount, r.reason, r.state FROM due_refunds r JOIN due_payments p ON p.id = r.due_payment_id WHERE p.due_id = ? ORDER BY r.created_at',
      its.dues,
    )
  ).map(({ amount, reason, state }) => `${amount} ${reason} ${state}`)
const storedStates = async () => (await rowsOf('SELECT state FROM payment_disputes WHERE team_id = ?', its.team)).map(({ state }) => state)

const [opened, due, won, lost] = [
  'A payment of $40.00 is disputed: Season fee',
  'Answer the dispute about $40.00: Season fee',
  'You won the dispute about $40.00: Season fee',
  'You lost the dispute about $40.00: Season fee',
]

async function payAndDispute(): Promise<void> {
  await payDuesOf(the.ana)
  dispute()
}

describe('A dispute about dues', () => {
  it('is found before an unlinked account is given up, if its event was lost, and keeps our access until it is decided', async () => {
    await payAndDispute()
    await rowsOf("UPDATE payout_accounts SET kind = 'LINK' WHERE user_id = ?", the.host.id)
    const hasAccess = () => stripe.books().get('authorization', the.account)?.isActive === true
    expect((await the.host.ask('/api/payments/account?force=true', { method: 'DELETE' })).status).toBe(204)
    await work()
    expect([await storedStates(), hasAccess()]).toEqual([['needs-response'], true])
    await pass(day)
    expect(hasAccess()).toBe(true)
    decide('lost')
    await deliver()
    await pass(2 * day)
    await pass(2 * hour)
    expect([await storedStates(), hasAccess()]).toEqual([['lost'], false])
  })

  it('keeps no unlinked account waiting whose host ends our access', async () => {
    await payAndDispute()
    await rowsOf("UPDATE payout_accounts SET kind = 'LINK' WHERE user_id = ?", the.host.id)
    await the.host.ask('/api/payments/account?force=true', { method: 'DELETE' })
    await work()
    expect(await rowsOf('SELECT stripe_id FROM accounts_to_release')).toHaveLength(1)
    stripe.act(() => revoke(stripe.books(), the.account))
    await pass(hour)
    expect(await rowsOf('SELECT stripe_id FROM accounts_to_release')).toEqual([])
  })

  it('is told once to those who manage the money, again before the deadline, and when it is lost', async () => {
    await rowsOf("UPDATE team_members SET role = 'treasurer' WHERE team_id = ? AND user_id = ?", its.team, the.bo.id)
    await payAndDispute()
    await deliver((all) => [...all, ...all])
    for (const person of [the.host, the.bo]) expect([await toldTo(person), mailsTo(person)]).toEqual([[opened], [opened]])
    expect([await toldTo(the.ana), mailsTo(the.ana), await openDisputesOf(the.ana)]).toEqual([[], [], []])
    const path = `/team/${its.team}/dues/${its.dues}`
    for (const person of [the.host, the.bo])
      expect(await openDisputesOf(person)).toMatchObject([
        { kind: 'dues', title: 'Season fee', path, amount: 4000, state: 'needs-response' },
      ])
    // Who has left does not manage it any longer.
    await rowsOf('DELETE FROM team_members WHERE team_id = ? AND user_id = ?', its.team, the.bo.id)
    expect(await openDisputesOf(the.bo)).toEqual([])
    await pass(5 * day + hour)
    await pass(hour)
    expect(await toldTo(the.host)).toEqual([due, opened])
    // Stripe closes it, because there was no answer.
    await pass(2 * day)
    await deliver((all) => all.toReversed())
    expect([await toldTo(the.host), mailsTo(the.host)]).toEqual([
      [lost, due, opened],
      [opened, due, lost],
    ])
    expect((await read('paid')).people).toMatchObject([
      { person: { id: the.ana.id }, standing: 'paid', payment: { dispute: { state: 'lost' } } },
    ])
  })

  it('is not told again by old events, and what was decided stays so', async () => {
    await payAndDispute()
    decide('won')
    await deliver((all) => [...all.toReversed(), ...all])
    expect([await toldTo(the.host), await storedStates()]).toEqual([[won], ['won']])
  })

  it('is known although its payment is stored later', async () => {
    await payAndDispute()
    await rowsOf("UPDATE due_payments SET payment_id = NULL, state = 'open' WHERE user_id = ?", the.ana.id)
    await deliver((all) => all.filter((event) => String((event as { type: string }).type).startsWith('charge.dispute')))
    expect(await storedStates()).toEqual(['needs-response'])
  })

  it('is found by the sweep if its events were lost, and read again', async () => {
    await payAndDispute()
    await deliver()
    decide('lost')
    await deliver(() => [])
    await pass(day + hour)
    await pass(hour)
    expect(await storedStates()).toEqual(['lost'])
  })

  it('keeps the account linked, unless the host insists', async () => {
    await payAndDispute()
    await deliver()
    expect(await codeOf(the.host.ask('/api/payments/account', { method: 'DELETE' }))).toBe('409 AccountHasDisputes')
  })
})

describe('An inquiry about dues', () => {
  it('is told, and money can go back; it may become a dispute', async () => {
    await payDuesOf(the.ana)
    const { id } = stripe.act(() => openInquiry(books(), String(books().all('charge')[0]?.id), 'general'))
    await deliver()
    expect(await toldTo(the.host)).toEqual([])
    expect(await titlesOf(the.host)).toContain('A bank asks about a payment of $40.00: Season fee')
    expect((await giveBack(the.ana, 1000)).status).toBe(204)
    await work()
    expect([refundsAtStripe(), await refundsOfDues()]).toEqual([['1000 succeeded'], ['1000 manager sent']])
    stripe.act(() => escalateInquiry(books(), id))
    await deliver((all) => [...all, ...all])
    expect([await storedStates(), await toldTo(the.host)]).toEqual([['needs-response'], ['A payment of $30.00 is disputed: Season fee']])
    expect(await codeOf(giveBack(the.ana, 500, 'another-key'))).toBe('409 OrderDisputed')
  })
})

describe('A refund of disputed dues', () => {
  it('waits for the bank, and is sent if the host wins', async () => {
    await payDuesOf(the.ana)
    expect((await giveBack(the.ana, 1000)).status).toBe(204)
    dispute()
    await deliver()
    await pass(2 * hour)
    expect([refundsAtStripe(), await refundsOfDues()]).toEqual([[], ['1000 manager due']])
    decide('won')
    await deliver()
    expect([refundsAtStripe(), await refundsOfDues()]).toEqual([['1000 succeeded'], ['1000 manager sent']])
  })

  it('ends if the host loses, because the bank gave the money back', async () => {
    await payDuesOf(the.ana)
    expect((await giveBack(the.ana, 1000)).status).toBe(204)
    dispute()
    // Stripe refuses before its event has arrived, so the dispute is read by that.
    await work()
    expect([await storedStates(), await refundsOfDues()]).toEqual([['needs-response'], ['1000 manager due']])
    decide('lost')
    // No event arrives, but the refund is tried again.
    await pass(2 * hour)
    expect([refundsAtStripe(), await refundsOfDues()]).toEqual([[], ['0 bank sent']])
  })

  it('cannot be made by the host', async () => {
    await payAndDispute()
    await deliver()
    expect(await codeOf(giveBack(the.ana, 500))).toBe('409 OrderDisputed')
    expect((await read('paid')).people).toMatchObject([{ payment: { rest: 0 } }])
    decide('lost')
    await deliver()
    expect(await codeOf(giveBack(the.ana, 500))).toBe('409 OrderDisputed')
  })
})
