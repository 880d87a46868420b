import { describe, expect, it } from 'vitest'
import { decideDispute, openDispute } from '../../sandbox/stripe/core/disputes.ts'
import { books, codeOf, deliver, refundsAtStripe, startWithHost, stripe, the, titlesOf } from '../orders/paid-game.ts'
import { rowsOf } from '../profiles/people.ts'
import { giveBack, its, payForm, readPayment, sendForm, startWithForm } from './paid-form.ts'

startWithHost()
startWithForm()

const dispute = () => stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent').id)
const decide = (status: 'won' | 'lost') => stripe.act(() => decideDispute(books(), String(books().all('dispute')[0]?.id), status))
const toldToHost = async () => (await titlesOf(the.host)).filter((title) => title.includes('dispute'))
const storedStates = async () =>
  (await rowsOf('SELECT kind, state FROM payment_disputes WHERE team_id = ?', its.team)).map(({ kind, state }) => `${kind} ${state}`)
const [opened, won, lost] = [
  'A payment of $60.00 is disputed: Spring league',
  'You won the dispute about $60.00: Spring league',
  'You lost the dispute about $60.00: Spring league',
]

async function payForForm(): Promise<string> {
  const { id } = await sendForm(the.ana)
  await payForm(the.ana, id)
  return id
}

describe('A dispute about a payment for a form', () => {
  it('lets a refund wait, is told once, and the refund is sent if the host wins', async () => {
    const id = await payForForm()
    expect((await giveBack(id, 1000)).status).toBe(204)
    dispute()
    await deliver((all) => [...all.toReversed(), ...all])
    expect([await toldToHost(), refundsAtStripe(), await storedStates()]).toEqual([[opened], [], ['form needs-response']])
    const seen = async (person: typeof the.host) => (await readPayment(person, id)).payments[0]?.dispute?.state ?? null
    expect([await seen(the.host), await seen(the.ana)]).toEqual(['needs-response', null])
    expect(await codeOf(giveBack(id, 500, 'another-key'))).toBe('409 OrderDisputed')
    decide('won')
    await deliver((all) => [...all.toReversed(), ...all])
    expect([await toldToHost(), refundsAtStripe()]).toEqual([[won, opened], ['1000 succeeded']])
  })

  it('ends the refund if the host loses, and the person keeps the place', async () => {
    const id = await payForForm()
    expect((await giveBack(id, 1000)).status).toBe(204)
    dispute()
    decide('lost')
    await deliver()
    expect([await toldToHost(), refundsAtStripe()]).toEqual([[lost], []])
    const { state, payments } = await readPayment(the.host, id)
    expect([state, payments]).toMatchObject(['accepted', [{ rest: 0, refunds: [{ amount: 0, state: 'sent' }] }]])
  })
})
