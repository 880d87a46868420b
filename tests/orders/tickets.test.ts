import { describe, expect, it } from 'vitest'
import type { Tier } from '../../domain/events/pricing-contract.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { actOn, change, getEvent, getMyJoiner, join, leave, priceOf, statesOf } from '../events/games.ts'
import { enter, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import {
  askToPay,
  books,
  buySeat,
  codeOf,
  comeBack,
  joinToPay,
  openPage,
  pass,
  passToNoon,
  payOn,
  publishPaid,
  startWithHost,
  the,
  titlesOf,
  work,
} from './paid-game.ts'

startWithHost()

const tier = (id: string, amount: number, more: Partial<Tier> = {}): Tier => ({
  id,
  name: id,
  amount,
  memberAmount: null,
  seats: null,
  ...more,
})
const [adult, student] = [tier('Adult', 2000), tier('Student', 1200, { seats: 2 })]
const publish = (tiers = [adult, student], form: Parameters<typeof publishPaid>[0] = {}) =>
  publishPaid(form, Math.min(...tiers.map(({ amount }) => amount)), { tiers })
const asStudent = { tierId: 'Student', amount: 1200 }

describe('A game with several kinds of tickets', () => {
  it('is joined with one of them, which is what the person and their guests pay', async () => {
    const id = await publish()
    expect(await codeOf(join(the.ana, id))).toBe('409 TicketMissing')
    expect(await codeOf(join(the.ana, id, { tierId: 'VIP' }))).toBe('409 TicketMissing')
    await join(the.ana, id, { tierId: 'Adult', guests: ['Vera'] })
    expect(await codeOf(askToPay(the.ana, id, 2400))).toBe('409 OfferChanged')
    expect(await codeOf(askToPay(the.ana, id, 4000, { tierId: 'Student' }))).toBe('409 OfferChanged')
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 4000)))
    expect(
      books()
        .all('charge')
        .map(({ amount, application_fee_amount: fee }) => [amount, fee]),
    ).toEqual([[4000, 200]])
    expect(await rowsOf('SELECT tier_id AS tier FROM orders WHERE event_id = ?', id)).toEqual([{ tier: 'Adult' }])
    expect((await getEvent(the.bo, id)).price?.takenByTier).toEqual({ Adult: 2 })
  })

  it('sells the last ticket of a kind once, to 20 people at once', async () => {
    const id = await publish([adult, tier('Student', 1200, { seats: 1 })], { capacity: 30 })
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => enter(`student-${n}-${id}`)))
    const answers = await Promise.all(people.map((person) => join(person, id, { tierId: 'Student' })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = await Promise.all(answers.filter(({ ok }) => !ok).map(async (answer) => (await readProblem(answer)).code))
    expect(new Set(refused)).toEqual(new Set(['TicketsSoldOut']))
    expect(await statesOf(id)).toHaveLength(1)
  })

  it('lets nobody wait for a ticket of another kind, and offers one that is free again', async () => {
    const id = await publish([adult, tier('Student', 1200, { seats: 1 })])
    await buySeat(the.ana, id, asStudent)
    await join(the.bo, id, { tierId: 'Student', orWait: true })
    expect((await getMyJoiner(the.bo, id))?.state).toBe('waiting')
    const cy = await enter(`cy-${id}`)
    await buySeat(cy, id, { tierId: 'Adult', amount: 2000 })
    await passToNoon()
    await leave(the.ana, id)
    await pass(minute)
    expect((await getMyJoiner(the.bo, id))?.state).toBe('offered')
  })

  it('frees the ticket of a person who did not pay, for the next one', async () => {
    const id = await publish([adult, tier('Student', 1200, { seats: 1 })])
    await joinToPay(the.ana, id, asStudent)
    await pass(hour)
    await buySeat(the.bo, id, asStudent)
    expect(await codeOf(join(the.ana, id, { tierId: 'Student' }))).toBe('409 TicketsSoldOut')
  })

  it('asks a host who approves for a ticket that is left', async () => {
    const id = await publish([adult, tier('Student', 1200, { seats: 1 })], { needsApproval: true })
    await join(the.ana, id, { tierId: 'Student' })
    await join(the.bo, id, { tierId: 'Student' })
    await actOn(the.host, id, the.ana.id, 'approve')
    await actOn(the.host, id, the.bo.id, 'approve')
    expect(await statesOf(id)).toEqual([`${the.ana.id} paying`, `${the.bo.id} waiting`])
  })

  it('lets a person who has no ticket yet choose it when they pay', async () => {
    const id = await publishPaid()
    await join(the.ana, id)
    await join(the.bo, id)
    expect((await change(the.host, id, { pricing: priceOf(1200, { tiers: [adult, tier('Student', 1200, { seats: 1 })] }) })).status).toBe(
      204,
    )
    expect(await codeOf(askToPay(the.ana, id, 1200))).toBe('409 TicketMissing')
    expect((await askToPay(the.ana, id, 1200, { tierId: 'Student' })).status).toBe(200)
    expect((await getMyJoiner(the.ana, id))?.tierId).toBe('Student')
    expect(await codeOf(askToPay(the.bo, id, 1200, { tierId: 'Student' }))).toBe('409 TicketsSoldOut')
    expect((await askToPay(the.bo, id, 2000, { tierId: 'Adult' })).status).toBe(200)
  })

  it('keeps a ticket that was sold, and changes its price for others', async () => {
    const id = await publish()
    await buySeat(the.ana, id, asStudent)
    const without = priceOf(2000, { tiers: [adult] })
    expect(await codeOf(change(the.host, id, { pricing: without }))).toBe('409 TicketSold')
    expect(await codeOf(change(the.host, id, { pricing: priceOf(2000) }))).toBe('409 TicketSold')
    expect((await change(the.host, id, { pricing: priceOf(1300, { tiers: [{ ...student, amount: 1300 }] }) })).status).toBe(204)
    await buySeat(the.bo, id, { tierId: 'Student', amount: 1300 })
    await leave(the.ana, id)
    await leave(the.bo, id)
    await work()
    expect(await codeOf(change(the.host, id, { pricing: without }))).toBe('409 TicketSold')
    expect(await titlesOf(the.ana)).toContainEqual(expect.stringMatching(/\$12\.00 back/))
  })
})
