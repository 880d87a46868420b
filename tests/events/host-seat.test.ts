import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import { copyForNewGame } from '../../domain/events/form-values.ts'
import { day } from '../../domain/time/spans.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { publishDue } from '../../worker/events/publish-event.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm, repeatWeekly } from '../setup/make-game-form.ts'
import { getEvent, priceOf, publishGame, setPrice } from './games.ts'

collectLog()
holdQueues()

const noon = Date.UTC(2027, 1, 3, 18)
const game = { starts: '2027-02-06T09:00', ends: '2027-02-06T11:00' }
let host: Person

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  host = await enter('host')
})
afterEach(async () => {
  // Commands that run here and not in a request put messages in the outbox that nobody sends.
  await env.DB.prepare('DELETE FROM outbox').run()
  vi.useRealTimers()
})

const seatsOf = (id: string) =>
  rowsOf(
    `SELECT e.taken, j.user_id AS userId, j.state, j.seats, j.slot_id AS slotId, j.starts_at = e.starts_at AS isAtStart FROM events e
     LEFT JOIN joiners j ON j.event_id = e.id WHERE e.id = ?1 OR e.series_id = (SELECT series_id FROM events WHERE id = ?1) ORDER BY e.starts_at`,
    id,
  )
const seat = { taken: 1, userId: 'host', state: 'going', seats: 1, slotId: null, isAtStart: 1 }

describe('A host who plays too', () => {
  it('has a seat with a ticket as soon as the game is published, and no email says so', async () => {
    const id = await publishGame(host, game, { hostPlays: true })
    expect(await seatsOf(id)).toEqual([seat])
    const { live } = await getEvent(host, id)
    expect(live).toMatchObject({ taken: 1, mine: { state: 'going', ticketCode: expect.stringMatching(/^\w{6}$/) } })
    expect(await rowsOf("SELECT id FROM outbox WHERE id LIKE 'seat-confirmed%'")).toEqual([])
  })

  it('has one in each date of a series, in the first slot if there are slots', async () => {
    const slots = [
      { id: 'a', name: 'Court 1', capacity: 2 },
      { id: 'b', name: 'Court 2', capacity: 2 },
    ]
    const id = await publishGame(host, { ...game, slots }, { hostPlays: true, repeat: repeatWeekly(3) })
    expect(await seatsOf(id)).toEqual(Array(3).fill({ ...seat, slotId: 'a' }))
  })

  it('gets it from a draft when the draft is published, by hand or at its time', async () => {
    const byHand = await publishGame(host, game, { hostPlays: true, publish: { when: 'never' } })
    const atItsTime = await publishGame(host, game, { hostPlays: true, publish: { when: 'later', at: noon + day } })
    expect([await seatsOf(byHand), await seatsOf(atItsTime)]).toMatchObject([[{ taken: 0, userId: null }], [{ taken: 0, userId: null }]])
    await host.ask(`/api/events/${byHand}/publish`, { method: 'POST', json: { publish: { when: 'now' } } })
    await publishDue(openPrimary(env.DB), noon + day)
    expect([await seatsOf(byHand), await seatsOf(atItsTime)]).toEqual([[seat], [seat]])
  })

  it('pays nothing for it', async () => {
    const payee = await publishGame(host, game)
    await setPrice(payee)
    const id = await publishGame(host, { ...game, pricing: priceOf(1500) }, { hostPlays: true })
    expect(await seatsOf(id)).toEqual([seat])
    expect(await rowsOf('SELECT id FROM orders WHERE event_id = ?', id)).toEqual([])
  })

  it('keeps one seat if the request is sent twice, and none after leaving', async () => {
    const form = makeGameForm(game)
    const send = () =>
      createEvent(openPrimary(env.DB), { now: Date.now(), newId: () => crypto.randomUUID() }, 'host', {
        ...{ form, repeat: null, publish: { when: 'now' }, hostPlays: true, idempotencyKey: 'the-same-key-twice' },
      })
    const { id } = await send()
    await send()
    expect(await seatsOf(id)).toEqual([seat])
    expect((await host.ask(`/api/events/${id}/me`, { method: 'DELETE' })).status).toBeLessThan(300)
    await send()
    expect(await seatsOf(id)).toMatchObject([{ taken: 0, state: 'left' }])
  })
})

it('A copy of a game knows whether its host plays: after leaving a seat no longer, and in a draft as chosen', async () => {
  const playsAgain = async (id: string) => {
    const answer = (await (await host.ask(`/api/events/${id}/form`)).json()) as EventFormAnswer
    return copyForNewGame(answer, '2027-02-10', 'another-key').hostPlays
  }
  const id = await publishGame(host, game, { hostPlays: true })
  expect(await playsAgain(id)).toBe(true)
  await host.ask(`/api/events/${id}/me`, { method: 'DELETE' })
  expect(await playsAgain(id)).toBe(false)
  expect(await playsAgain(await publishGame(host, game))).toBe(false)
  expect(await playsAgain(await publishGame(host, game, { hostPlays: true, publish: { when: 'never' } }))).toBe(true)
})

it('A host who does not play has no seat', async () => {
  expect(await seatsOf(await publishGame(host, game))).toMatchObject([{ taken: 0, userId: null }])
})
