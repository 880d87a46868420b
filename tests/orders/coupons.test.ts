import { describe, expect, it } from 'vitest'
import type { CreateGameCoupon, GameCoupons } from '../../domain/orders/coupon-contract.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { getEvent, join, leave, publishGame, setPrice, statesOf } from '../events/games.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'
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

const create = (id: string, coupon: Partial<CreateGameCoupon> = {}, person = the.host) =>
  person.ask(`/api/events/${id}/coupons`, {
    method: 'POST',
    json: { code: 'SUMMER', percent: 20, amountOff: null, maxUses: 5, endsAt: null, ...coupon },
  })
const read = async (id: string, person = the.host) => (await (await person.ask(`/api/events/${id}/coupons`)).json()) as GameCoupons
const list = async (id: string) => (await read(id)).coupons
const usesOf = async (id: string) => (await list(id)).map(({ code, uses }) => `${code} ${uses}`)
const check = (id: string, code: string, person: Person = the.ana) =>
  person.ask(`/api/events/${id}/coupons/check`, { method: 'POST', json: { code } })
const notValid = '409 CouponNotValid'

async function publish(coupon: Partial<CreateGameCoupon> = {}, capacity = 8): Promise<string> {
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

describe('A coupon for a series', () => {
  async function publishSeries(): Promise<[string, string, string]> {
    const first = await publishGame(the.host, {}, { repeat: repeatWeekly(3) })
    const dates = await rowsOf(
      'SELECT id FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) ORDER BY starts_at',
      first,
    )
    const [one = '', two = '', three = ''] = dates.map(({ id }) => String(id))
    for (const id of [one, two, three]) await setPrice(id)
    return [one, two, three]
  }
  const end = (id: string, couponId: string | undefined, person = the.host) =>
    person.ask(`/api/events/${id}/coupons/${couponId}`, { method: 'DELETE' })

  it('works on all dates, and its uses are counted over all of them', async () => {
    const [one, two, three] = await publishSeries()
    expect(await read(two)).toEqual({ coupons: [], isSeriesHost: true })
    expect((await create(one, { maxUses: 2, isForSeries: true })).status).toBe(204)
    expect((await getEvent(the.ana, three)).price?.hasCoupons).toBe(true)
    await buySeat(the.ana, two, { amount: 1200, code: 'SUMMER' })
    // A page of another date is no page that a new one replaces.
    await joinToPay(the.ana, three, { amount: 1200, code: 'SUMMER' })
    expect(await codeOf(check(one, 'SUMMER'))).toBe(notValid)
    await join(the.bo, one)
    expect(await codeOf(askToPay(the.bo, one, 1200, { code: 'SUMMER' }))).toBe(notValid)
    for (const id of [one, two, three]) expect(await usesOf(id)).toEqual(['SUMMER 2'])
  })

  it('is ended from any date, and has a code of its own', async () => {
    const [one, two, three] = await publishSeries()
    await create(two, { code: 'SECOND' })
    for (const [code, answer] of [
      ['SECOND', '409 CouponExists'],
      ['SUMMER', '204'],
    ] as const) {
      const sent = await create(one, { code, isForSeries: true })
      expect(sent.status === 204 ? '204' : await codeOf(sent)).toBe(answer)
    }
    expect(await codeOf(create(three))).toBe('409 CouponExists')
    expect((await create(three, { code: 'SECOND' })).status).toBe(204)
    const ofSeries = (await list(three)).find(({ isForSeries }) => isForSeries)
    expect(ofSeries?.code).toBe('SUMMER')
    expect((await end(three, ofSeries?.id)).status).toBe(204)
    expect(await codeOf(check(one, 'SUMMER'))).toBe(notValid)
  })

  it('belongs to those who host all dates', async () => {
    const [one, two] = await publishSeries()
    await create(one, { isForSeries: true })
    await rowsOf(
      'INSERT INTO event_hosts (event_id, user_id, starts_at, created_at) SELECT id, ?2, starts_at, 1 FROM events WHERE id = ?1',
      two,
      the.bo.id,
    )
    const { coupons, isSeriesHost } = await read(two, the.bo)
    expect([coupons.map(({ code }) => code), isSeriesHost]).toEqual([['SUMMER'], false])
    expect(await codeOf(create(two, { code: 'MINE', isForSeries: true }, the.bo))).toBe('403 SeriesHostsOnly')
    expect(await codeOf(end(two, coupons[0]?.id, the.bo))).toBe('403 SeriesHostsOnly')
    expect((await create(two, { code: 'MINE' }, the.bo)).status).toBe(204)
    expect((await check(one, 'SUMMER')).status).toBe(200)
    const alone = await publishPaid()
    expect(await codeOf(create(alone, { isForSeries: true }))).toBe('403 SeriesHostsOnly')
    expect(await codeOf(end(alone, coupons[0]?.id))).toBe('404 CouponNotFound')
  })
})
