import { describe, expect, it } from 'vitest'
import { hour, minute } from '../../domain/time/spans.ts'
import { actOn, cancel, join, leave, statesOf } from '../events/games.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import {
  buySeat,
  comeBack,
  deliver,
  joinToPay,
  openShare,
  ordersOf,
  pass,
  passUntil,
  payOn,
  publishPaid,
  refundsAtStripe,
  refundsOf,
  splitPrice,
  startWithHost,
  the,
  titlesOf,
  work,
} from './paid-game.ts'

startWithHost()

const promise = { refundHours: null, refundIfResold: true }
const publish = (capacity: number, more: Record<string, unknown> = {}) =>
  publishPaid({ capacity, maxGuests: 1 }, 1500, { ...promise, ...more })
const creditsOf = async (person: Person) =>
  (await ordersOf(person)).flatMap(({ credits }) => credits.map(({ amount, reason }) => `${amount} ${reason}`))
const waits = async (person: Person) => (await ordersOf(person)).map(({ waitsForBuyer }) => waitsForBuyer)

/** A minute passes after each step, because two things at the same time have no order. */
async function inTurn(...steps: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) {
    await step()
    await pass(minute)
  }
}
const others = (...names: string[]) => Promise.all(names.map((name) => enter(`${name}-${the.ana.id}`)))
const giveSeat = async (id: string, person: Person) => {
  await join(person, id)
  expect((await actOn(the.host, id, person.id, 'seat')).status).toBe(204)
}

describe('Who leaves too late gets the money back', () => {
  it('once somebody has bought the seat, and is told once', async () => {
    const id = await publish(1)
    await inTurn(
      () => buySeat(the.ana, id),
      () => leave(the.ana, id),
    )
    expect([await refundsOf(the.ana), await waits(the.ana), refundsAtStripe()]).toEqual([[], [true], []])
    await buySeat(the.bo, id)
    await deliver((all) => [...all, ...all])
    await pass(minute)
    expect([await refundsOf(the.ana), await waits(the.ana)]).toEqual([['1500 resold sent'], [false]])
    expect(refundsAtStripe()).toEqual(['1500 succeeded'])
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('You get'))).toEqual(['You get $15.00 back: Open play'])
    expect(await refundsOf(the.bo)).toEqual([])
  })

  it('not from a payment in another currency', async () => {
    const id = await publish(1)
    await inTurn(
      () => buySeat(the.ana, id),
      () => leave(the.ana, id),
    )
    await rowsOf("UPDATE orders SET currency = 'eur' WHERE payer_id = ?", the.ana.id)
    await buySeat(the.bo, id)
    expect([await refundsOf(the.ana), refundsAtStripe()]).toEqual([[], []])
  })

  it('not before the seats are sold that nobody had', async () => {
    const id = await publish(3)
    const [cy, di, ed] = await others('cy', 'di', 'ed')
    await inTurn(
      () => buySeat(the.ana, id),
      () => leave(the.ana, id),
      () => buySeat(the.bo, id),
      () => buySeat(cy as Person, id),
    )
    expect(await refundsOf(the.ana)).toEqual([])
    // Seats that are only held are not sold.
    await joinToPay(di as Person, id)
    expect(await refundsOf(the.ana)).toEqual([])
    await inTurn(() => leave(di as Person, id))
    await buySeat(ed as Person, id)
    expect(await refundsOf(the.ana)).toEqual(['1500 resold sent'])
  })

  it('in the order in which they left', async () => {
    const id = await publish(2)
    const [cy, di] = await others('cy', 'di')
    await inTurn(
      () => buySeat(the.ana, id),
      () => buySeat(the.bo, id),
      () => leave(the.bo, id),
      () => leave(the.ana, id),
      () => buySeat(cy as Person, id),
    )
    expect([await refundsOf(the.ana), await refundsOf(the.bo)]).toEqual([[], ['1500 resold sent']])
    await buySeat(di as Person, id)
    expect(await refundsOf(the.ana)).toEqual(['1500 resold sent'])
  })

  it('for all seats of a party together, and never more than the buyers have paid', async () => {
    const id = await publish(2)
    const [cy] = await others('cy')
    await inTurn(
      () => buySeat(the.ana, id, { guests: ['Gus'], amount: 3000 }),
      () => leave(the.ana, id),
      () => rowsOf("UPDATE events SET pricing = json_set(pricing, '$.amount', 800) WHERE id = ?", id),
      () => buySeat(the.bo, id, { amount: 800 }),
    )
    expect(await refundsOf(the.ana)).toEqual([])
    await inTurn(() => rowsOf("UPDATE events SET pricing = json_set(pricing, '$.amount', 1500) WHERE id = ?", id))
    await buySeat(cy as Person, id)
    expect(await refundsOf(the.ana)).toEqual(['2300 resold sent'])
  })

  it('in the parts that they paid with credit and by card', async () => {
    const id = await publish(3)
    const [cy, di, ed] = await others('cy', 'di', 'ed')
    await inTurn(
      () => buySeat(the.ana, id),
      () => buySeat(the.bo, id),
      () => buySeat(cy as Person, id),
    )
    // As if Ana had paid $5 of her $15 by card, and Bo nothing.
    await rowsOf('UPDATE orders SET amount = 500, credit = 1000 WHERE payer_id = ?', the.ana.id)
    await rowsOf('UPDATE orders SET amount = 0, credit = 1500 WHERE payer_id = ?', the.bo.id)
    await inTurn(
      () => leave(the.ana, id),
      () => leave(the.bo, id),
    )
    expect([await waits(the.ana), await waits(the.bo)]).toEqual([[true], [true]])
    await rowsOf("UPDATE events SET pricing = json_set(pricing, '$.amount', 750) WHERE id = ?", id)
    await inTurn(() => buySeat(di as Person, id, { amount: 750 }))
    expect([await refundsOf(the.ana), await creditsOf(the.ana)]).toEqual([['250 resold sent'], ['500 returned']])
    expect([await waits(the.ana), await waits(the.bo), await creditsOf(the.bo)]).toEqual([[false], [true], []])
    await rowsOf("UPDATE events SET pricing = json_set(pricing, '$.amount', 1500) WHERE id = ?", id)
    await inTurn(() => buySeat(ed as Person, id))
    expect([await refundsOf(the.bo), await creditsOf(the.bo), await waits(the.bo)]).toEqual([[], ['1500 returned'], [false]])
    expect(await titlesOf(the.bo)).toContain('You get $15.00 credit back: Open play')
  })

  it('not for a seat that a host gives away', async () => {
    const id = await publish(2)
    const [cy, di] = await others('cy', 'di')
    await inTurn(
      () => buySeat(the.ana, id),
      () => buySeat(the.bo, id),
      () => leave(the.ana, id),
      () => leave(the.bo, id),
      () => giveSeat(id, cy as Person),
    )
    expect([await refundsOf(the.ana), await refundsOf(the.bo)]).toEqual([[], []])
    await buySeat(di as Person, id)
    expect([await refundsOf(the.ana), await refundsOf(the.bo)]).toEqual([['1500 resold sent'], []])
  })

  it('not for a share of a party that was there before', async () => {
    const id = await publish(4)
    const [cy, di, ed, flo] = (await others('cy', 'di', 'ed', 'flo')) as [Person, Person, Person, Person]
    const shares = await splitPrice(the.ana, id, ['Gil'])
    await inTurn(
      () => buySeat(the.bo, id),
      () => buySeat(cy, id),
      () => leave(the.bo, id),
      () => leave(cy, id),
      () => giveSeat(id, di),
      async () => comeBack(ed, payOn(await openShare(ed, shares))),
    )
    expect([await refundsOf(the.bo), await refundsOf(cy)]).toEqual([[], []])
    await buySeat(flo, id)
    expect([await refundsOf(the.bo), await refundsOf(cy)]).toEqual([['1500 resold sent'], []])
  })

  it('not for such a share after a seat was sold that nobody had', async () => {
    const id = await publish(4)
    const [cy, di, ed] = (await others('cy', 'di', 'ed')) as [Person, Person, Person]
    const shares = await splitPrice(the.ana, id, ['Gil'])
    await inTurn(
      () => buySeat(the.bo, id),
      () => leave(the.bo, id),
      () => buySeat(cy, id),
      () => giveSeat(id, di),
      async () => comeBack(ed, payOn(await openShare(ed, shares))),
    )
    expect([await refundsOf(the.bo), await waits(the.bo)]).toEqual([[], [true]])
  })

  it('for a seat and its share that a party buys after that', async () => {
    const id = await publish(3)
    const [cy, di] = await others('cy', 'di')
    await inTurn(
      () => buySeat(the.ana, id),
      () => buySeat(the.bo, id),
      () => leave(the.ana, id),
      () => leave(the.bo, id),
    )
    const shares = await splitPrice(cy as Person, id, ['Gil'])
    await giveSeat(id, di as Person)
    await work()
    expect([await refundsOf(the.ana), await refundsOf(the.bo)]).toEqual([['1500 resold sent'], []])
    payOn(await openShare(await enter(`ed-${the.ana.id}`), shares))
    await deliver()
    expect(await refundsOf(the.bo)).toEqual(['1500 resold sent'])
  })

  it('while the last friends of a full party still pay', async () => {
    const id = await publish(3)
    const [cy] = (await others('cy')) as [Person]
    await splitPrice(the.ana, id, ['Gil'])
    await inTurn(
      () => buySeat(the.bo, id),
      () => pass(25 * hour),
      () => leave(the.bo, id),
    )
    expect((await statesOf(id)).toSorted()).toEqual([`${the.ana.id} paying`, `${the.bo.id} left`].toSorted())
    await buySeat(cy, id)
    expect(await refundsOf(the.bo)).toEqual(['1500 resold sent'])
  })

  it('as a buyer of such a seat does who leaves too', async () => {
    const id = await publish(1)
    const [cy] = await others('cy')
    await inTurn(
      () => buySeat(the.ana, id),
      () => leave(the.ana, id),
      () => buySeat(the.bo, id),
      () => leave(the.bo, id),
      () => buySeat(cy as Person, id),
    )
    expect([await refundsOf(the.ana), await refundsOf(the.bo)]).toEqual([['1500 resold sent'], ['1500 resold sent']])
  })

  it('if the game is cancelled, but not once it has started', async () => {
    const [cancelled, started] = [await publish(1), await publish(1)]
    await inTurn(
      () => buySeat(the.ana, cancelled),
      () => buySeat(the.bo, started),
      () => leave(the.ana, cancelled),
      () => leave(the.bo, started),
      () => cancel(the.host, cancelled),
    )
    await work()
    expect(await refundsOf(the.ana)).toEqual(['1500 cancelled sent'])
    await passUntil(started, -hour)
    await cancel(the.host, started)
    await work()
    expect([await refundsOf(the.bo), await waits(the.bo)]).toEqual([[], [false]])
  })

  it('as it was promised when they paid', async () => {
    const [before, after] = [await publish(1), await publish(1, { refundIfResold: false })]
    await buySeat(the.ana, before)
    await buySeat(the.bo, after)
    await rowsOf("UPDATE events SET pricing = json_set(pricing, '$.refundIfResold', json('false')) WHERE id = ?", before)
    await leave(the.bo, after)
    expect(await waits(the.bo)).toEqual([false])
    await leave(the.ana, before)
    expect(await waits(the.ana)).toEqual([true])
  })
})
