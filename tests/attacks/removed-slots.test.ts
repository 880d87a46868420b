import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Slot, SlotMove } from '../../domain/events/form-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { change, getMyJoiner, join, publishGame } from '../events/games.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'

collectLog()
const queues = holdQueues()

let host: Person
let [ana, bo, cy, dee] = [] as unknown as [Person, Person, Person, Person]

/** Noon of tomorrow in Austin, because seats are offered only by day. */
const noon = (Math.floor(Date.now() / day) + 1) * day + 18 * hour

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  host = await enter('host')
  ;[ana, bo, cy, dee] = (await Promise.all(['ana', 'bo', 'cy', 'dee'].map((id) => enter(id)))) as [Person, Person, Person, Person]
})
afterAll(() => vi.useRealTimers())

const keeper: Slot = { id: 'gk', name: 'Goalkeeper', capacity: 2 }
const field: Slot = { id: 'field', name: 'Field', capacity: 2 }
const bench: Slot = { id: 'bench', name: 'Bench', capacity: 4 }

/** `ana` and `bo` play in the field, `cy` waits for it, and `dee` is goalkeeper. */
async function makeGame(title: string): Promise<string> {
  const id = await publishGame(host, { title, slots: [keeper, field, bench] })
  await join(ana, id, { slotId: 'field' })
  await join(bo, id, { slotId: 'field' })
  await join(cy, id, { slotId: 'field', orWait: true })
  await join(dee, id, { slotId: 'gk' })
  return id
}

const setSlots = (id: string, slots: Slot[], slotMoves: SlotMove[] = [], scope: 'this' | 'all' = 'this') =>
  change(host, id, { slots }, { slotMoves, scope })
const placesOf = async (id: string) =>
  Object.fromEntries(
    (await rowsOf('SELECT coalesce(user_id, guest_name) AS who, slot_id AS slot, state FROM joiners WHERE event_id = ?', id)).map(
      ({ who, slot, state }) => [who, `${state} ${slot}`],
    ),
  )
/** Free seats are offered after the answer, so we wait until those who wait have their offers. */
const expectPlaces = (id: string, places: Record<string, string>) => vi.waitFor(async () => expect(await placesOf(id)).toEqual(places))
const textsOf = async (title: string) => {
  await deliverAll()
  const rows = await rowsOf('SELECT user_id AS who, text FROM notices WHERE title = ? ORDER BY user_id', `${title} has changed`)
  return Object.fromEntries(rows.map(({ who, text }) => [who, String(text)]))
}
const toSeat = (from: string | null, to: string): SlotMove => ({ from, to, isToWaitlist: false })
const toWaitlist = (from: string | null, to: string): SlotMove => ({ from, to, isToWaitlist: true })

const asFirst = { ana: 'going field', bo: 'going field', cy: 'waiting field', dee: 'going gk' }

describe('A slot with people in it', () => {
  it('cannot be removed without saying where they go, and the error lists them', async () => {
    const id = await makeGame('Silent')
    for (const moves of [[], [toSeat('gk', 'bench')], [toSeat('field', 'field')], [toSeat('field', 'nowhere')], [toSeat(null, 'gk')]]) {
      const problem = await readProblem(await setSlots(id, [keeper, bench], moves))
      expect(problem).toMatchObject({ status: 409, code: 'SlotPeopleWithoutPlace' })
      expect(problem.issues).toEqual([{ path: 'slotMoves.field', message: 'Field: Name of ana, Name of bo, and Name of cy' }])
      expect(await placesOf(id)).toEqual(asFirst)
    }
    // Both slots are gone under new ids, as if somebody removed and added them again.
    const renamed = [
      { ...keeper, id: 'gk2' },
      { ...field, id: 'field2' },
    ]
    expect((await readProblem(await setSlots(id, renamed))).issues).toHaveLength(2)
    expect(await textsOf('Silent')).toEqual({})
  })

  it('gives them seats in another slot, and tells only them', async () => {
    const id = await makeGame('Moved')
    expect((await setSlots(id, [keeper, bench], [toSeat('field', 'bench')])).status).toBe(204)
    // The bench still has free seats.
    await expectPlaces(id, { ana: 'going bench', bo: 'going bench', cy: 'offered bench', dee: 'going gk' })
    const texts = await textsOf('Moved')
    expect(Object.keys(texts)).toEqual(['ana', 'bo', 'cy'])
    expect(texts.ana).toMatch(/^Your slot Field was removed\. You are in Bench now\. The game is \w+day, .*, Northside Courts\.$/)
    expect(texts.cy).toContain('You are on the waitlist for Bench now.')
    const mailed = queues.sent.filter(({ subject }) => subject === 'Moved has changed').map(({ to }) => to)
    expect(mailed.toSorted()).toEqual(['ana@local.test', 'bo@local.test', 'cy@local.test'])
  })

  it('is told once, together with everything else that changes', async () => {
    const id = await makeGame('Both')
    const where = { placeId: null, name: 'Zilker Courts', address: 'Zilker Park', lat: 30.2669, lng: -97.7729 }
    expect((await change(host, id, { slots: [keeper, bench], where }, { slotMoves: [toSeat('field', 'bench')] })).status).toBe(204)
    const texts = await textsOf('Both')
    expect(texts.dee).toMatch(/^The new place is Zilker Courts\. It was Northside Courts\. /)
    expect(texts.ana).toMatch(
      /^Your slot Field was removed\. You are in Bench now\. The new place is Zilker Courts\. It was Northside Courts\. /,
    )
    expect(await rowsOf("SELECT count(*) AS n FROM notices WHERE user_id = 'ana' AND title = 'Both has changed'")).toEqual([{ n: 1 }])
  })

  it('puts them on the waitlist of another slot, where they keep their order', async () => {
    const id = await makeGame('Waiting')
    expect((await setSlots(id, [keeper, bench], [toWaitlist('field', 'gk')])).status).toBe(204)
    // One seat is free, and the first of them gets the offer.
    await expectPlaces(id, { ana: 'offered gk', bo: 'waiting gk', cy: 'waiting gk', dee: 'going gk' })
    expect((await textsOf('Waiting')).ana).toContain('You lost your seat and are on the waitlist for Goalkeeper now.')
    expect((await getMyJoiner(dee, id))?.slotId).toBe('gk')
  })

  it('cannot be moved into a slot without enough room', async () => {
    const id = await makeGame('Full')
    const problem = await readProblem(await setSlots(id, [keeper, bench], [toSeat('field', 'gk')]))
    expect(problem).toMatchObject({ status: 409, code: 'SlotMoveTooFull' })
    expect(await placesOf(id)).toEqual(asFirst)
  })

  it('keeps guests without an account off the waitlist', async () => {
    const id = await publishGame(host, { title: 'Guests', slots: [keeper, field] })
    await host.ask(`/api/events/${id}/joiners`, { method: 'POST', json: { name: 'Gus', slotId: 'field', idempotencyKey: 'guest-gus-1' } })
    expect(await readProblem(await setSlots(id, [keeper], [toWaitlist('field', 'gk')]))).toMatchObject({ code: 'GuestsCannotWait' })
    expect(await placesOf(id)).toEqual({ Gus: 'going field' })
    expect((await setSlots(id, [keeper], [toSeat('field', 'gk')])).status).toBe(204)
  })

  it('can be renamed, reordered and enlarged, and nobody moves or is told', async () => {
    const id = await makeGame('Renamed')
    expect((await setSlots(id, [{ ...bench, name: 'Reserve' }, { ...field, name: 'Outfield', capacity: 3 }, keeper])).status).toBe(204)
    await expectPlaces(id, { ...asFirst, cy: 'offered field' })
    expect(await textsOf('Renamed')).toEqual({})
  })

  it('cannot have fewer seats than are taken', async () => {
    const id = await makeGame('Shrunk')
    const problem = await readProblem(await setSlots(id, [keeper, { ...field, capacity: 1 }, bench]))
    expect(problem).toMatchObject({ status: 409, code: 'SeatsStillTaken', issues: [{ path: 'form.slots' }] })
    expect(await placesOf(id)).toEqual(asFirst)
  })

  it('is asked about on every date of the series that has people in it', async () => {
    const first = await publishGame(host, { title: 'Weekly', slots: [keeper, field] }, { repeat: repeatWeekly(3) })
    const [, second = ''] = (
      await rowsOf('SELECT id FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) ORDER BY starts_at', first)
    ).map(({ id }) => String(id))
    await join(ana, second, { slotId: 'field' })
    expect((await readProblem(await setSlots(first, [keeper], [], 'all'))).issues).toEqual([
      { path: 'slotMoves.field', message: 'Field: Name of ana' },
    ])
    expect((await setSlots(first, [keeper], [toSeat('field', 'gk')], 'all')).status).toBe(204)
    expect(await placesOf(second)).toEqual({ ana: 'going gk' })
    expect(Object.keys(await textsOf('Weekly'))).toEqual(['ana'])
  })
})

describe('A game', () => {
  it('that gets its first slots asks where its players go', async () => {
    const id = await publishGame(host, { title: 'First slots', capacity: 4 })
    await join(ana, id)
    const problem = await readProblem(await setSlots(id, [keeper, field]))
    expect(problem).toMatchObject({
      code: 'SlotPeopleWithoutPlace',
      issues: [{ path: 'slotMoves.', message: 'Without a slot: Name of ana' }],
    })
    expect((await setSlots(id, [keeper, field], [toSeat(null, 'field')])).status).toBe(204)
    expect(await placesOf(id)).toEqual({ ana: 'going field' })
    expect((await textsOf('First slots')).ana).toContain('The game has slots now. You are in Field now.')
  })

  it('that loses all of its slots keeps everyone, and tells them', async () => {
    const id = await makeGame('No slots')
    expect((await change(host, id, { slots: [], capacity: 8 })).status).toBe(204)
    expect(Object.values(await placesOf(id)).filter((place) => !String(place).endsWith(' null'))).toEqual([])
    expect((await textsOf('No slots')).dee).toContain('Your slot Goalkeeper was removed.')
  })
})
