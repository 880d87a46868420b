import { describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { actOn, join, leave, publishGame, setPrice, statesOf } from '../events/games.ts'
import { type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { buySeat, codeOf, joinToPay, pass, passToNoon, payOn, publishPaid, startWithHost, the } from './paid-game.ts'

startWithHost()

/** A person takes a seat and gives it up, without paying. */
async function breakOff(person: Person, id: string): Promise<void> {
  expect((await join(person, id)).status).toBe(200)
  expect((await leave(person, id)).status).toBe(200)
}
const breakOffOften = async (person: Person, id: string) => {
  for (let count = 0; count < 3; count += 1) await breakOff(person, id)
}
const tooOften = '409 HeldTooOften'

describe('A person who did not pay for a seat in a game three times in a day', () => {
  it('cannot hold another, however the holds ended, until a day after the first of them', async () => {
    // The chores of some minutes do more.
    await passToNoon()
    const id = await publishPaid({ capacity: 1 })
    // They never open the page, let it end, and leave after their card was declined twice.
    expect((await join(the.ana, id)).status).toBe(200)
    await pass(11 * minute)
    const first = Date.now()
    await joinToPay(the.ana, id)
    await pass(34 * minute)
    const url = await joinToPay(the.ana, id)
    expect(() => payOn(url, 'declined')).toThrow()
    expect(() => payOn(url, 'declined')).toThrow()
    expect((await leave(the.ana, id)).status).toBe(200)

    const problem = await readProblem(await join(the.ana, id))
    expect(problem).toMatchObject({ status: 409, code: 'HeldTooOften' })
    expect(problem.title).toMatch(
      /^You held a seat in this game 3 times without paying. You can try again on \w+, \w+ \d+ at [\d:]+ [AP]M C[SD]T, or ask the host to seat you.$/,
    )
    // Nor do they wait for a seat that is free.
    expect(await codeOf(join(the.ana, id, { orWait: true }))).toBe(tooOften)
    expect(await statesOf(id)).toEqual([`${the.ana.id} left`])
    await breakOff(the.bo, id)

    await pass(first + day - Date.now() - minute)
    expect(await codeOf(join(the.ana, id))).toBe(tooOften)
    await pass(minute)
    await buySeat(the.ana, id)
    expect((await statesOf(id)).sort()).toEqual([`${the.ana.id} going`, `${the.bo.id} left`].sort())
  })

  it('can hold one in another game', async () => {
    await breakOffOften(the.ana, await publishPaid())
    await breakOff(the.ana, await publishPaid())
  })

  it('can wait in a game that is full, and take the seat that is offered', async () => {
    await passToNoon()
    const id = await publishPaid({ capacity: 1 })
    await breakOffOften(the.ana, id)
    await buySeat(the.bo, id)
    expect((await join(the.ana, id, { orWait: true })).status).toBe(200)
    expect((await leave(the.bo, id)).status).toBe(200)
    expect((await the.ana.ask(`/api/events/${id}/me/take`, { method: 'POST' })).status).toBe(200)
    expect(await statesOf(id)).toContain(`${the.ana.id} paying`)
    expect((await leave(the.ana, id)).status).toBe(200)
    expect(await codeOf(join(the.ana, id))).toBe(tooOften)
  })

  it('can ask, and pay once a host approves them', async () => {
    const id = await publishPaid()
    await breakOffOften(the.ana, id)
    await rowsOf('UPDATE events SET needs_approval = 1 WHERE id = ?', id)
    expect((await join(the.ana, id)).status).toBe(200)
    expect((await actOn(the.host, id, the.ana.id, 'approve')).status).toBe(204)
    expect(await statesOf(id)).toEqual([`${the.ana.id} paying`])
  })
})

describe('A hold does not count', () => {
  it('once it was paid for, or a host gave the seat', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    await leave(the.ana, id)
    for (let count = 0; count < 2; count += 1) {
      await join(the.ana, id)
      expect((await actOn(the.host, id, the.ana.id, 'seat')).status).toBe(204)
      await leave(the.ana, id)
    }
    await breakOffOften(the.ana, id)
    expect(await codeOf(join(the.ana, id))).toBe(tooOften)
  })

  it('in a game that costs nothing', async () => {
    const id = await publishGame(the.host)
    await breakOffOften(the.ana, id)
    await setPrice(id)
    await breakOffOften(the.ana, id)
    await pass(hour)
    expect(await codeOf(join(the.ana, id))).toBe(tooOften)
  })
})
