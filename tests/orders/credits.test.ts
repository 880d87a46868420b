import { describe, expect, it } from 'vitest'
import type { EventPrice } from '../../domain/events/pricing-contract.ts'
import type { Credits } from '../../domain/orders/contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { decideDispute, openDispute, openInquiry } from '../../sandbox/stripe/core/disputes.ts'
import { cancel, getEvent, join, leave, statesOf } from '../events/games.ts'
import { block, type Person, rowsOf } from '../profiles/people.ts'
import {
  askToPay,
  books,
  buySeat,
  codeOf,
  comeBack,
  deliver,
  openPage,
  ordersOf,
  ordersOfGame,
  pass,
  passUntil,
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

const lastOrderOf = async (id: string) =>
  String((await rowsOf('SELECT id FROM orders WHERE event_id = ? ORDER BY created_at DESC, id DESC', id))[0]?.id)
const give = async (id: string, amount: number, { by = the.host, key = crypto.randomUUID() as string, as = 'credits' } = {}) =>
  by.ask(`/api/orders/${await lastOrderOf(id)}/${as}`, { method: 'POST', json: { amount, idempotencyKey: key } })
const creditOf = async (person: Person) =>
  ((await (await person.ask('/api/credits')).json()) as Credits).credits.map(
    ({ amount, currency, payee }) => `${amount} ${currency} ${payee}`,
  )
const creditNews = async () => (await titlesOf(the.ana)).filter((title) => /credit (is on|has|again)/.test(title))
const hostName = () => `Name of ${the.host.id}`

/** Ana has paid for a game, and has so much credit because of it. */
async function giveAna(amount: number, paid = 1500): Promise<string> {
  const id = await publishPaid({}, paid)
  await buySeat(the.ana, id, { amount: paid })
  expect((await give(id, amount)).status).toBe(204)
  return id
}
/** Joins a game of $15 and pays with credit, the rest by card. */
async function buyWithCredit(credit: number, id?: string): Promise<string> {
  const game = id ?? (await publishPaid())
  await join(the.ana, game)
  const url = await openPage(the.ana, game, 1500 - credit, { credit })
  if (credit < 1500) expect((await comeBack(the.ana, payOn(url))).state).toBe('paid')
  await work()
  return game
}

describe('A host', () => {
  it('gives credit instead of money, once for each request, and the player keeps the seat and is told', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    const key = crypto.randomUUID()
    for (const _ of [1, 2]) expect((await give(id, 1000, { key })).status).toBe(204)
    await work()
    expect(refundsAtStripe()).toEqual([])
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    expect(await creditOf(the.ana)).toEqual([`1000 usd ${hostName()}`])
    expect(await titlesOf(the.ana)).toContain(`${hostName()} gave you $10.00 credit: Open play`)
    expect(await ordersOfGame(id)).toMatchObject({
      orders: [{ amount: 1500, rest: 500, refunds: [], credits: [{ amount: 1000, reason: 'host' }] }],
    })
    expect(await ordersOf(the.ana)).toMatchObject([{ credits: [{ amount: 1000, reason: 'host' }] }])
    await block(the.host.id, the.ana.id)
    expect(await creditOf(the.ana)).toEqual(['1000 usd a host'])
  })

  it('gives together with refunds never more than was paid, and the lost seat brings back only the rest', async () => {
    const id = await giveAna(1000)
    expect(await codeOf(give(id, 501))).toBe('409 RefundTooLarge')
    expect(await codeOf(give(id, 501, { as: 'refunds' }))).toBe('409 RefundTooLarge')
    const both = await Promise.all([give(id, 300), give(id, 300, { as: 'refunds' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    await cancel(the.host, id)
    await work()
    const [sums] = await rowsOf(
      'SELECT (SELECT sum(amount) FROM order_refunds WHERE order_id = ?1) + (SELECT sum(amount) FROM credits WHERE order_id = ?1) AS back',
      await lastOrderOf(id),
    )
    expect(sums).toEqual({ back: 1500 })
  })

  it('is the only one who can, and not while a bank has the money, or after it gave it back', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    for (const by of [the.ana, the.bo]) expect(await codeOf(give(id, 500, { by }))).toBe('404 OrderNotFound')
    for (const amount of [0, -5, 1.5]) expect(await codeOf(give(id, amount))).toBe('400 InvalidInput')
    stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver()
    expect(await codeOf(give(id, 500))).toBe('409 OrderDisputed')
    stripe.act(() => decideDispute(books(), String(books().all('dispute')[0]?.id), 'lost'))
    await deliver()
    expect(await codeOf(give(id, 500))).toBe('409 OrderDisputed')
    expect(await creditOf(the.ana)).toEqual([])
  })

  it('cannot give it to somebody who is gone', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    await rowsOf('UPDATE users SET deleted_at = 1 WHERE id = ?', the.ana.id)
    expect(await codeOf(give(id, 500))).toBe('409 PayerGone')
  })
})

describe('A player with credit', () => {
  it('pays the rest by card, of which alone we take a fee', async () => {
    await giveAna(1000)
    const id = await publishPaid({}, 1500, { feeBy: 'player' })
    expect((await getEvent(the.ana, id)).price).toMatchObject({ credit: 1000 } satisfies Partial<EventPrice>)
    expect((await getEvent(the.bo, id)).price).not.toHaveProperty('credit')
    await join(the.ana, id)
    expect(await codeOf(askToPay(the.ana, id, 575, { credit: 1000 }))).toBe('409 OfferChanged')
    expect(await codeOf(askToPay(the.ana, id, 525, { credit: 900 }))).toBe('409 OfferChanged')
    const url = await openPage(the.ana, id, 525, { credit: 1000 })
    // The page that is open uses the credit, and leads here again.
    expect((await getEvent(the.ana, id)).price).toMatchObject({ credit: 1000 })
    expect(await openPage(the.ana, id, 525, { credit: 1000 })).toBe(url)
    await comeBack(the.ana, payOn(url))
    expect(
      books()
        .all('charge')
        .map(({ amount, application_fee_amount: fee }) => [amount, fee]),
    ).toEqual([
      [1500, 75],
      [525, 25],
    ])
    expect(await creditOf(the.ana)).toEqual([])
    expect((await ordersOf(the.ana))[0]).toMatchObject({ amount: 525, credit: 1000 })
    expect((await getEvent(the.ana, id)).price).not.toHaveProperty('credit')
  })

  it('may also pay without it, on a page of its own', async () => {
    await giveAna(1000)
    const id = await publishPaid()
    await join(the.ana, id)
    const url = await openPage(the.ana, id, 500, { credit: 1000 })
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1500)))
    expect(() => payOn(url)).toThrow()
    expect(await creditOf(the.ana)).toEqual([`1000 usd ${hostName()}`])
  })

  it('pays all with it, without Stripe, and it comes back if they leave in time', async () => {
    await giveAna(2000, 2000)
    const id = await buyWithCredit(1500)
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    expect(await rowsOf('SELECT state, amount, credit, our_fee AS fee FROM orders WHERE event_id = ?', id)).toEqual([
      { state: 'paid', amount: 0, credit: 1500, fee: 0 },
    ])
    expect(books().all('checkout_session')).toHaveLength(1)
    expect(await creditOf(the.ana)).toEqual([`500 usd ${hostName()}`])
    await leave(the.ana, id)
    await leave(the.ana, id)
    await work()
    expect(await creditOf(the.ana)).toEqual([`2000 usd ${hostName()}`])
    expect(await titlesOf(the.ana)).toContain('You get $15.00 credit back: Open play')
    // They join again and pay with it again.
    await buyWithCredit(1500, id)
    expect(await creditOf(the.ana)).toEqual([`500 usd ${hostName()}`])
  })

  it('gets the card part back on the card and the credit as credit, also of a cancelled game', async () => {
    await giveAna(1000)
    const id = await buyWithCredit(1000)
    // The host gives back something of what was paid by card.
    expect(await codeOf(give(id, 501, { as: 'refunds' }))).toBe('409 RefundTooLarge')
    expect((await give(id, 200, { as: 'refunds' })).status).toBe(204)
    await cancel(the.host, id)
    await work()
    expect(refundsAtStripe()).toEqual(['200 succeeded', '300 succeeded'])
    expect(await creditOf(the.ana)).toEqual([`1000 usd ${hostName()}`])
    expect((await ordersOf(the.ana))[0]).toMatchObject({ credits: [{ amount: 1000, reason: 'returned' }] })
  })

  it('loses it with the seat if they leave too late', async () => {
    await giveAna(1000)
    const id = await buyWithCredit(1000)
    await passUntil(id, day - minute)
    await leave(the.ana, id)
    await work()
    expect([refundsAtStripe(), await creditOf(the.ana)]).toEqual([[], []])
  })

  it('has it again if they do not pay the rest, or pay it too late', async () => {
    await giveAna(1000)
    const id = await publishPaid()
    await join(the.ana, id)
    const page = await openPage(the.ana, id, 500, { credit: 1000 })
    expect(await creditOf(the.ana)).toEqual([])
    await pass(hour)
    expect(await creditOf(the.ana)).toEqual([`1000 usd ${hostName()}`])
    expect(() => payOn(page)).toThrow()
    await join(the.ana, id)
    const url = await openPage(the.ana, id, 500, { credit: 1000 })
    const session = payOn(url)
    // They are out before the payment is known.
    await leave(the.ana, id)
    await comeBack(the.ana, session)
    await deliver()
    expect(refundsAtStripe()).toEqual(['500 succeeded'])
    expect(await creditOf(the.ana)).toEqual([`1000 usd ${hostName()}`])
  })

  it('spends it once, with ten requests at once', async () => {
    await giveAna(1500)
    const ids = await Promise.all(Array.from({ length: 10 }, () => publishPaid()))
    for (const id of ids) await join(the.ana, id)
    const answers = await Promise.all(ids.map((id) => askToPay(the.ana, id, 0, { credit: 1500 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await Promise.all(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(Array(9).fill('409 OfferChanged'))
    expect(await rowsOf("SELECT count(*) AS n FROM joiners WHERE user_id = ? AND state = 'going'", the.ana.id)).toEqual([{ n: 2 }])
    expect(await creditOf(the.ana)).toEqual([])
  })

  it('can use it only in games of this host, and only what is theirs', async () => {
    await giveAna(1000)
    const id = await publishPaid()
    await join(the.bo, id)
    expect(await codeOf(askToPay(the.bo, id, 500, { credit: 1000 }))).toBe('409 OfferChanged')
    await rowsOf("UPDATE credits SET currency = 'eur' WHERE user_id = ?", the.ana.id)
    expect((await getEvent(the.ana, id)).price).not.toHaveProperty('credit')
    await rowsOf("UPDATE credits SET currency = 'usd', payee_id = ? WHERE user_id = ?", the.bo.id, the.ana.id)
    expect((await getEvent(the.ana, id)).price).not.toHaveProperty('credit')
  })

  it('cannot use what a host gave for a payment that their bank takes back, and is told', async () => {
    const id = await giveAna(1000)
    const later = await publishPaid()
    await join(the.ana, later)
    const credit = async () => [(await getEvent(the.ana, later)).price?.credit, await creditOf(the.ana)]
    expect(await credit()).toEqual([1000, [`1000 usd ${hostName()}`]])
    stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver((all) => [...all, ...all])
    expect(await credit()).toEqual([undefined, []])
    expect(await codeOf(askToPay(the.ana, later, 500, { credit: 1000 }))).toBe('409 OfferChanged')
    expect(await creditNews()).toEqual(['Your $10.00 credit is on hold: Open play'])
    stripe.act(() => decideDispute(books(), String(books().all('dispute')[0]?.id), 'lost'))
    await deliver()
    expect(await credit()).toEqual([undefined, []])
    expect(await creditNews()).toEqual(['Your $10.00 credit has ended: Open play', 'Your $10.00 credit is on hold: Open play'])
    expect((await ordersOfGame(id)).orders).toMatchObject([{ rest: 0 }])
    expect(await codeOf(askToPay(the.ana, later, 500, { credit: 1000 }))).toBe('409 OfferChanged')
  })

  it('can use it again if the host wins', async () => {
    await giveAna(1000)
    stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver()
    expect(await creditOf(the.ana)).toEqual([])
    stripe.act(() => decideDispute(books(), String(books().all('dispute')[0]?.id), 'won'))
    await deliver()
    expect(await creditOf(the.ana)).toEqual([`1000 usd ${hostName()}`])
    expect((await creditNews())[0]).toBe('You can use your $10.00 credit again: Open play')
    await buyWithCredit(1000)
    expect(await creditOf(the.ana)).toEqual([])
  })

  it('keeps it while a bank only asks', async () => {
    await giveAna(1000)
    stripe.act(() => openInquiry(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver()
    expect([await creditOf(the.ana), await creditNews()]).toEqual([[`1000 usd ${hostName()}`], []])
  })

  it('has nothing left, and not less, if it was used before their bank took the payment back', async () => {
    await giveAna(1000)
    const id = await buyWithCredit(1000)
    stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver()
    const other = await publishPaid()
    expect((await getEvent(the.ana, other)).price).not.toHaveProperty('credit')
    expect(await creditOf(the.ana)).toEqual([])
    // What was used comes back with the seat, and is still not theirs to use.
    await leave(the.ana, id)
    await work()
    expect(await creditOf(the.ana)).toEqual([])
    stripe.act(() => decideDispute(books(), String(books().all('dispute')[0]?.id), 'won'))
    await deliver()
    expect(await creditOf(the.ana)).toEqual([`1000 usd ${hostName()}`])
  })
})
