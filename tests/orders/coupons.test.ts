import { describe, expect, it } from 'vitest'
import type { Coupons, CreateCoupon } from '../../domain/orders/coupon-contract.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { getEvent, join, leave, statesOf } from '../events/games.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import {
  askToPay,
  books,
  buySeat,
  codeOf,
  comeBack,
  joinToPay,
  pass,
  payOn,
  publishPaid,
  refundsAtStripe,
  startWithHost,
  the,
  work,
} from './paid-game.ts'

startWithHost()

const create = (id: string, coupon: Partial<CreateCoupon> = {}, person = the.host) =>
  person.ask(`/api/events/${id}/coupons`, {
    method: 'POST',
    json: { code: 'SUMMER', percent: 20, amountOff: null, maxUses: 5, endsAt: null, ...coupon },
  })
const list = async (id: string) => ((await (await the.host.ask(`/api/events/${id}/coupons`)).json()) as Coupons).coupons
const usesOf = async (id: string) => (await list(id)).map(({ code, uses }) => `${code} ${uses}`)
const check = (id: string, code: string, person: Person = the.ana) =>
  person.ask(`/api/events/${id}/coupons/check`, { method: 'POST', json: { code } })
const notValid = '409 CouponNotValid'

async function publish(coupon: Partial<CreateCoupon> = {}, capacity = 8): Promise<string> {
  const id = await publishPaid({ capacity })
  expect((await create(id, coupon)).status).toBe(204)
  return id
}

describe('A coupon', () => {
  it('lowers the price and our fee, whichever case its code is typed in', async () => {
    const id = await publish()
    expect((await getEvent(the.ana, id)).price?.hasCoupons).toBe(true)
    expect(await (await check(id, ' summer ')).json()).toEqual({ code: 'SUMMER', percent: 20, amountOff: null })
    await join(the.ana, id)
    expect(await codeOf(askToPay(the.ana, id, 1000, { code: 'SUMMER' }))).toBe('409 OfferChanged')
    expect(await codeOf(askToPay(the.ana, id, 1200))).toBe('409 OfferChanged')
    await comeBack(the.ana, payOn(((await (await askToPay(the.ana, id, 1200, { code: 'summer' })).json()) as { url: string }).url))
    expect(
      books()
        .all('charge')
        .map(({ amount, application_fee_amount: fee }) => [amount, fee]),
    ).toEqual([[1200, 60]])
    expect(await rowsOf('SELECT amount, discount, our_fee AS fee FROM orders WHERE event_id = ?', id)).toEqual([
      { amount: 1200, discount: 300, fee: 60 },
    ])
    expect(await usesOf(id)).toEqual(['SUMMER 1'])
  })

  it('says one thing of a code that is unknown, ended, over or used up', async () => {
    const id = await publish({ maxUses: 1, code: 'ONCE' })
    await create(id, { code: 'ENDED' })
    await create(id, { code: 'SHORT', endsAt: Date.now() + minute })
    const ended = (await list(id)).find(({ code }) => code === 'ENDED')
    expect((await the.host.ask(`/api/events/${id}/coupons/${ended?.id}`, { method: 'DELETE' })).status).toBe(204)
    await join(the.bo, id)
    expect((await askToPay(the.bo, id, 1200, { code: 'ONCE' })).status).toBe(200)
    await pass(2 * minute)
    await join(the.ana, id)
    for (const code of ['NOPE', 'ENDED', 'SHORT', 'ONCE', '!']) {
      expect(await codeOf(check(id, code))).toBe(notValid)
      expect(await codeOf(askToPay(the.ana, id, 1200, { code }))).toBe(notValid)
    }
  })

  it('is used at most as often as the host allows, by 10 people at once', async () => {
    const id = await publish({ maxUses: 2 }, 20)
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => enter(`saver-${n}-${id}`)))
    for (const person of people) await join(person, id)
    const answers = await Promise.all(people.map((person) => askToPay(person, id, 1200, { code: 'SUMMER' })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    expect(await usesOf(id)).toEqual(['SUMMER 2'])
    // Those who did not pay use it no longer.
    await pass(day / 12)
    expect(await usesOf(id)).toEqual(['SUMMER 0'])
  })

  it('can be used again once the money went back', async () => {
    const id = await publish({ maxUses: 1 })
    await buySeat(the.ana, id, { amount: 1200, code: 'SUMMER' })
    await join(the.bo, id)
    expect(await codeOf(askToPay(the.bo, id, 1200, { code: 'SUMMER' }))).toBe(notValid)
    await leave(the.ana, id)
    await work()
    expect(refundsAtStripe()).toEqual(['1200 succeeded'])
    expect((await askToPay(the.bo, id, 1200, { code: 'SUMMER' })).status).toBe(200)
  })

  it('makes the seats free if less is left than Stripe takes, once, without Stripe', async () => {
    const id = await publish({ percent: null, amountOff: 1460, maxUses: 1 })
    await join(the.ana, id)
    const answers = await Promise.all([0, 0].map((amount) => askToPay(the.ana, id, amount, { code: 'SUMMER' })))
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    expect(await rowsOf('SELECT state, amount, our_fee AS fee FROM orders WHERE event_id = ?', id)).toEqual([
      { state: 'paid', amount: 0, fee: 0 },
    ])
    expect(books().all('checkout_session')).toEqual([])
    expect(await (await the.host.ask(`/api/events/${id}/orders`)).json()).toMatchObject({
      totals: { paid: 0, refunded: 0, fees: 0 },
      orders: [{ amount: 0, fee: 0, rest: 0 }],
    })
    await leave(the.ana, id)
    await work()
    expect(await rowsOf('SELECT 1 FROM order_refunds r JOIN orders o ON o.id = r.order_id WHERE o.event_id = ?', id)).toEqual([])
    expect(await usesOf(id)).toEqual(['SUMMER 0'])
  })

  it('gives nothing for free without a code, and replaces the page that was open', async () => {
    const id = await publish()
    const url = await joinToPay(the.ana, id)
    expect(await codeOf(askToPay(the.ana, id, 0))).toBe('409 OfferChanged')
    expect((await askToPay(the.ana, id, 1200, { code: 'SUMMER' })).status).toBe(200)
    expect(() => payOn(url)).toThrow()
  })

  it('is made, seen and ended by the hosts alone', async () => {
    const id = await publish()
    expect(await codeOf(create(id, { code: 'summer' }))).toBe('409 CouponExists')
    expect(await codeOf(create(id, { code: 'SUM' }))).toBe('400 InvalidInput')
    const draft = await publishPaid()
    await rowsOf("UPDATE events SET state = 'draft' WHERE id = ?", draft)
    expect(await codeOf(create(draft))).toBe('409 NothingForCoupons')
    expect(await codeOf(create(id, { code: 'BOTH', amountOff: 100 }))).toBe('400 InvalidInput')
    await join(the.ana, id)
    for (const answer of [create(id, { code: 'MINE' }, the.ana), the.ana.ask(`/api/events/${id}/coupons`)])
      expect((await answer).status).toBe(403)
    expect(await usesOf(id)).toEqual(['SUMMER 0'])
  })
})
