import { describe, expect, it, vi } from 'vitest'
import type { NotePayment } from '../../domain/orders/contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { revoke } from '../../sandbox/stripe/core/oauth.ts'
import { actOn, answerSeat, cancel, join, leave, offerSeat, statesOf } from '../events/games.ts'
import { befriend, type Person, rowsOf } from '../profiles/people.ts'
import {
  askToPay,
  books,
  codeOf,
  comeBack,
  joinToPay,
  openPage,
  ordersOf,
  ordersOfGame,
  pass,
  payOn,
  publishPaid,
  refundsAtStripe,
  startWithHost,
  stripe,
  the,
  titlesOf,
  work,
} from './paid-game.ts'

startWithHost()

const joinerOf = async (id: string, person: Person) =>
  String((await rowsOf('SELECT id FROM joiners WHERE event_id = ? AND user_id = ?', id, person.id))[0]?.id)
const note = async (id: string, person: Person, seen: Partial<NotePayment> = {}, host = the.host) =>
  host.ask(`/api/events/${id}/joiners/${await joinerOf(id, person)}/payment`, {
    method: 'POST',
    json: { method: 'cash', amount: 1500, currency: 'usd', ...seen },
  })
const ordersIn = async (id: string) =>
  (await ordersOfGame(id)).orders.map(
    ({ method, amount, refunds }) => `${method} ${amount} ${refunds.map((one) => `${one.amount} ${one.reason} ${one.state}`).join()}`,
  )
const givenBack = async (id: string) => {
  const [order] = (await ordersOfGame(id)).orders
  return the.host.ask(`/api/orders/${order?.id}/refunds/${order?.refunds[0]?.id}/given-back`, { method: 'POST' })
}
const openPages = () =>
  books()
    .all('checkout_session')
    .filter(({ status }) => status === 'open').length

it('A host who has ended our access notes cash once nobody can pay on the page that is open', async () => {
  const id = await publishPaid()
  await joinToPay(the.ana, id)
  stripe.act(() => revoke(stripe.books(), the.account))
  expect(await codeOf(note(id, the.ana))).toBe('409 PaysByCardNow')
  vi.setSystemTime(Date.now() + 34 * minute)
  expect((await note(id, the.ana)).status).toBe(204)
  expect(await ordersIn(id)).toEqual(['cash 1500 '])
})

describe('A host who takes cash', () => {
  it('gives the seat at the price without a fee, once, and the player has a receipt', async () => {
    const id = await publishPaid({ maxGuests: 1, capacity: 4 }, 1500, { feeBy: 'player' })
    await joinToPay(the.ana, id, { guests: ['Gus'], amount: 3150 })
    expect((await ordersOfGame(id)).unpaid).toMatchObject([{ name: `Name of ${the.ana.id}`, seats: 2, isMember: false }])
    expect(await codeOf(note(id, the.ana, { amount: 1500 }))).toBe('409 OfferChanged')
    const answers = await Promise.all([note(id, the.ana, { amount: 3000 }), note(id, the.ana, { amount: 3000 })])
    expect((await note(id, the.ana, { amount: 3000 })).status).toBe(204)
    expect(answers.some(({ status }) => status === 204)).toBe(true)
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    expect(openPages()).toBe(0)
    const { orders, totals, unpaid } = await ordersOfGame(id)
    expect(orders.map(({ method, amount, fee }) => [method, amount, fee])).toEqual([['cash', 3000, 0]])
    expect({ totals, unpaid }).toEqual({
      totals: { currency: 'usd', paid: 0, refunded: 0, fees: 0, cash: 3000, ifCancelled: { card: 0, cash: 3000 } },
      unpaid: [],
    })
    const mine = await ordersOf(the.ana)
    expect(mine.filter(({ paidAt }) => paidAt !== null)).toMatchObject([{ method: 'cash', amount: 3000, state: 'paid' }])
    expect((await the.ana.ask(`/api/orders/${mine[0]?.id}/receipt`)).status).toBe(200)
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('You are in'))).toHaveLength(1)
  })

  it('gives it back by hand, and Stripe never hears of it', async () => {
    const id = await publishPaid()
    await join(the.ana, id)
    expect((await note(id, the.ana)).status).toBe(204)
    await leave(the.ana, id)
    await work()
    expect(await ordersIn(id)).toEqual(['cash 1500 1500 left due'])
    await pass(2 * day - hour)
    expect(await ordersIn(id)).toEqual(['cash 1500 1500 left due'])
    expect((await rowsOf("SELECT id FROM jobs WHERE id LIKE 'settle-order:%'")).length + refundsAtStripe().length).toBe(0)
    for (const _ of [1, 2]) expect((await givenBack(id)).status).toBe(204)
    expect(await ordersIn(id)).toEqual(['cash 1500 1500 left by-hand'])
    expect((await ordersOfGame(id)).totals).toMatchObject({ cash: 0, refunded: 0 })
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('You get $15.00 back'))).toHaveLength(1)
  })

  it('hears that the player is paying by card, or has just paid', async () => {
    const id = await publishPaid()
    const session = payOn(await joinToPay(the.ana, id))
    expect(await codeOf(note(id, the.ana))).toBe('409 HasPaidByCard')
    expect(await ordersIn(id)).toEqual(['card 1500 '])
    expect((await comeBack(the.ana, session)).state).toBe('paid')
    expect(await codeOf(note(id, the.ana))).toBe('409 JoinerChanged')
    await joinToPay(the.bo, id)
    const [open] = books()
      .all('checkout_session')
      .filter(({ status }) => status === 'open')
    // A bank has not confirmed the payment yet.
    books().change('checkout_session', String(open?.id), { status: 'complete', payment_status: 'unpaid' })
    expect(await codeOf(note(id, the.bo))).toBe('409 PaysByCardNow')
    expect(await statesOf(id)).toContain(`${the.bo.id} paying`)
  })

  it('leaves nothing to pay: the page of the player is closed, and no other opens', async () => {
    const id = await publishPaid()
    const url = await joinToPay(the.ana, id)
    expect((await note(id, the.ana)).status).toBe(204)
    expect(() => payOn(url)).toThrow()
    expect(await codeOf(askToPay(the.ana, id))).toBe('409 NothingToPay')
  })

  it('says which ticket was paid for, if the player has chosen none', async () => {
    const tier = { memberAmount: null, seats: 1 }
    const tiers = [
      { ...tier, id: 'kid', name: 'Kid', amount: 800 },
      { ...tier, id: 'adult', name: 'Adult', amount: 1500 },
    ]
    const id = await publishPaid({ capacity: 4, needsApproval: true }, 1500)
    await join(the.ana, id)
    expect((await actOn(the.host, id, the.ana.id, 'approve')).status).toBe(204)
    await rowsOf(
      "UPDATE events SET pricing = json_set(pricing, '$.amount', 800, '$.tiers', json(?)) WHERE id = ?",
      JSON.stringify(tiers),
      id,
    )
    expect(await codeOf(note(id, the.ana, { amount: 800 }))).toBe('409 TicketMissing')
    expect((await note(id, the.ana, { amount: 800, tierId: 'kid' })).status).toBe(204)
    expect(await rowsOf('SELECT tier_id AS tier FROM orders WHERE event_id = ?', id)).toEqual([{ tier: 'kid' }])
  })
})

describe('A host who gives a seat', () => {
  it('takes nothing, and nothing goes back, also if the seat moves on and the game is cancelled', async () => {
    const id = await publishPaid({ capacity: 4 })
    await befriend(the.ana.id, the.bo.id)
    await joinToPay(the.ana, id)
    expect(await codeOf(note(id, the.ana, { method: 'gift' }))).toBe('409 OfferChanged')
    expect((await note(id, the.ana, { method: 'gift', amount: 0 })).status).toBe(204)
    await offerSeat(the.ana, id, the.bo.id)
    expect((await answerSeat(the.bo, id, 'accept')).status).toBe(200)
    expect(await ordersIn(id)).toEqual(['gift 0 '])
    await cancel(the.host, id)
    await work()
    expect(await ordersIn(id)).toEqual(['gift 0 '])
  })

  it('must manage the money of the game', async () => {
    const id = await publishPaid()
    await joinToPay(the.ana, id)
    await rowsOf(
      'INSERT INTO event_hosts (event_id, user_id, starts_at, created_at) SELECT id, ?2, starts_at, 1 FROM events WHERE id = ?1',
      id,
      the.bo.id,
    )
    for (const method of ['cash', 'gift'] as const) expect(await codeOf(note(id, the.ana, { method }, the.bo))).toBe('403 NotAllowed')
    expect(await statesOf(id)).toEqual([`${the.ana.id} paying`])
  })

  it('cannot give it once the hold is over', async () => {
    const id = await publishPaid()
    await join(the.ana, id)
    await pass(20 * minute)
    expect(await codeOf(note(id, the.ana))).toBe('409 JoinerChanged')
    await join(the.ana, id)
    expect(await openPage(the.ana, id)).toMatch(/^http/)
  })
})
