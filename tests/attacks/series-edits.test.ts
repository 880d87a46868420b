import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventForm, EventFormAnswer } from '../../domain/events/form-contract.ts'
import { change, publishGame } from '../events/games.ts'
import { makePng } from '../files/pictures.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { befriend, enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm, repeatWeekly } from '../setup/make-game-form.ts'

collectLog()
holdQueues()

/** Wednesday noon in Austin. */
const noon = Date.UTC(2027, 1, 3, 18)

let host: Person

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  host = await enter('host')
  await Promise.all(['co-1', 'co-2'].map((id) => enter(id)))
  await Promise.all(['co-1', 'co-2'].map((id) => befriend('host', id)))
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const formOf = async (id: string) => (await (await host.ask(`/api/events/${id}/form`)).json()) as EventFormAnswer
const datesOf = async (id: string) =>
  (
    await rowsOf('SELECT id FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) ORDER BY created_at, starts_at', id)
  ).map((row) => String(row.id))

/** Four dates on Saturdays. Returns their ids in order. */
async function makeSeries(form: Partial<EventForm> = {}): Promise<[string, string, string, string]> {
  const whole = makeGameForm({ starts: '2027-02-06T09:00', ends: '2027-02-06T11:00', description: 'Bring water.', ...form })
  const [a = '', b = '', c = '', d = ''] = await datesOf(await publishGame(host, whole, { repeat: repeatWeekly(4) }))
  return [a, b, c, d]
}

const elsewhere = { placeId: null, name: 'Zilker Courts', address: 'Zilker Park', lat: 30.2669, lng: -97.7729 }
const slots = [
  { id: 'a', name: 'Court 1', capacity: 2 },
  { id: 'b', name: 'Court 2', capacity: 2 },
]

/** Every part of a game, with what a host changes on one date only, and later on all dates. */
const ownChanges: [string, Partial<EventForm>, Partial<EventForm> | null][] = [
  ['activity', { activity: 'tennis' }, { activity: 'padel' }],
  ['title', { title: 'Finals' }, { title: 'Weekly play' }],
  ['description', { description: 'Bring a prize.' }, { description: 'Bring balls.' }],
  ['where', { where: elsewhere }, { where: { ...elsewhere, name: 'Mueller Courts', lat: 30.2974 } }],
  ['levels', { levelMin: 4 }, { levelMin: 2, levelMax: 3 }],
  ['seats', { capacity: 12 }, { capacity: 6 }],
  ['seats', { slots }, null],
  ['maxGuests', { maxGuests: 0 }, { maxGuests: 1 }],
  ['audience', { visibility: 'link' }, null],
  ['needsApproval', { needsApproval: true }, null],
  [
    'questions',
    { questions: [{ id: 'q', text: 'Your shirt size?', isRequired: true }] },
    { questions: [{ id: 'r', text: 'Can you drive?', isRequired: false }] },
  ],
  ['leaveMinutes', { leaveMinutes: 60 }, { leaveMinutes: 120 }],
  ['waitlistMode', { waitlistMode: 'lottery' }, { waitlistMode: 'turns' }],
  ['joinFrom', { joinFrom: '2027-02-11T18:00', plusJoinsEarly: true }, null],
  ['coHosts', { coHosts: ['co-1'] }, { coHosts: ['co-2'] }],
]

describe('A date that was changed alone', () => {
  it.each(ownChanges)('keeps its own %s, whatever else is changed on all dates', async (part, own) => {
    const [first, second, third] = await makeSeries()
    expect((await change(host, second, own)).status).toBe(204)
    const before = (await formOf(second)).form
    expect((await formOf(first)).otherDates.map(({ own: parts }) => parts)).toEqual([[part], [], []])
    const other = part === 'description' ? { leaveMinutes: 30 } : { description: 'Gate code 12.' }
    expect((await change(host, first, other, { scope: 'all' })).status).toBe(204)
    expect((await formOf(second)).form).toEqual({ ...before, ...other })
    expect((await formOf(third)).form).toMatchObject(other)
  })

  it.each(ownChanges.flatMap(([part, own, all]) => (all ? [[part, own, all] as const] : [])))(
    'keeps its own %s when that is changed on all dates',
    async (_part, own, all) => {
      const [first, second, third] = await makeSeries()
      await change(host, second, own)
      const before = (await formOf(second)).form
      expect((await change(host, first, all, { scope: 'all' })).status).toBe(204)
      expect((await formOf(second)).form).toEqual(before)
      expect((await formOf(third)).form).toMatchObject(all)
    },
  )

  it.each(ownChanges.flatMap(([part, own, all]) => (all ? [[part, own, all] as const] : [])))(
    'loses its own %s when the host changes that on purpose, and nothing else of its own',
    async (part, own, all) => {
      const [first, second, third] = await makeSeries()
      await change(host, second, own)
      const other = part === 'leaveMinutes' ? { maxGuests: 9 } : { leaveMinutes: 45 }
      await change(host, third, other)
      expect((await change(host, first, all, { scope: 'all', overwritesOwn: true })).status).toBe(204)
      expect((await formOf(second)).form).toMatchObject(all)
      expect((await formOf(third)).form).toMatchObject({ ...other, ...all })
    },
  )

  it('gets a new time and moves with the others when the host changes that on purpose', async () => {
    const [first, second, third] = await makeSeries()
    await change(host, second, { starts: '2027-02-14T18:00', ends: '2027-02-14T20:00' })
    const form = { starts: '2027-02-05T10:00', ends: '2027-02-05T13:00' }
    expect((await change(host, first, form, { scope: 'all', overwritesOwn: true })).status).toBe(204)
    expect((await formOf(second)).form).toMatchObject({ starts: '2027-02-13T10:00', ends: '2027-02-13T13:00' })
    expect((await formOf(third)).form).toMatchObject({ starts: '2027-02-19T10:00', ends: '2027-02-19T13:00' })
  })

  it('keeps its own time, and its length if only that is its own', async () => {
    const [first, second, third, fourth] = await makeSeries()
    await change(host, second, { starts: '2027-02-13T18:00', ends: '2027-02-13T20:00' })
    await change(host, third, { ends: '2027-02-20T12:00' })
    expect((await formOf(first)).otherDates.map(({ own }) => own)).toEqual([['time'], ['length'], []])
    expect((await change(host, first, { starts: '2027-02-06T10:00', ends: '2027-02-06T12:00' }, { scope: 'all' })).status).toBe(204)
    const timesOf = async (id: string) => (({ form: { starts, ends } }) => [starts.slice(5), ends.slice(11)])(await formOf(id))
    expect(await timesOf(first)).toEqual(['02-06T10:00', '12:00'])
    expect(await timesOf(second)).toEqual(['02-13T18:00', '20:00'])
    expect(await timesOf(third)).toEqual(['02-20T10:00', '13:00'])
    expect(await timesOf(fourth)).toEqual(['02-27T10:00', '12:00'])
  })

  it('keeps its own day when the others move by a day', async () => {
    const [first, second, third] = await makeSeries()
    await change(host, second, { starts: '2027-02-14T09:00', ends: '2027-02-14T11:00' })
    expect((await formOf(first)).otherDates.map(({ own }) => own)).toEqual([['day'], [], []])
    await change(host, first, { starts: '2027-02-05T09:00', ends: '2027-02-05T11:00' }, { scope: 'all' })
    expect((await formOf(second)).form.starts).toBe('2027-02-14T09:00')
    expect((await formOf(third)).form.starts).toBe('2027-02-19T09:00')
    // The time of day is not its own, so it gets the new one on its own day.
    await change(host, first, { starts: '2027-02-05T08:00', ends: '2027-02-05T10:00' }, { scope: 'all' })
    expect((await formOf(second)).form.starts).toBe('2027-02-14T08:00')
  })

  it('keeps what is its own when only this and the following dates are changed', async () => {
    const [first, second, third, fourth] = await makeSeries()
    await change(host, third, { title: 'Finals' })
    expect((await change(host, second, { title: 'Weekly play', maxGuests: 1 }, { scope: 'following' })).status).toBe(204)
    const forms = await Promise.all([first, second, third, fourth].map(async (id) => (await formOf(id)).form))
    expect(forms.map(({ title, maxGuests }) => [title, maxGuests])).toEqual([
      ['Open play', 3],
      ['Weekly play', 1],
      ['Finals', 1],
      ['Weekly play', 1],
    ])
  })

  it('is not changed at all, not even its version, if it has everything of its own', async () => {
    const [first, second] = await makeSeries()
    await change(host, second, { title: 'Finals' })
    const { version } = await formOf(second)
    await change(host, first, { title: 'Weekly play' }, { scope: 'all' })
    expect((await formOf(second)).version).toBe(version)
  })

  it('keeps its own picture', async () => {
    const [first, second, third] = await makeSeries()
    const put = (id: string, scope: string) =>
      host.ask(`/api/events/${id}/picture?scope=${scope}`, {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: makePng(640, 360),
      })
    expect((await put(second, 'this')).status).toBe(200)
    const own = (await formOf(second)).pictureUrl
    expect((await put(first, 'all')).status).toBe(200)
    expect((await formOf(second)).pictureUrl).toBe(own)
    expect((await formOf(third)).pictureUrl).toBe((await formOf(first)).pictureUrl)
    expect((await host.ask(`/api/events/${first}/picture?scope=all`, { method: 'DELETE' })).status).toBe(204)
    expect((await formOf(second)).pictureUrl).toBe(own)
    expect((await formOf(third)).pictureUrl).toBeNull()
  })
})

describe('A game without a title', () => {
  it('is named after its own activity and place on each date', async () => {
    const [first, second, third] = await makeSeries({ title: '' })
    await change(host, second, { where: elsewhere })
    await change(host, first, { activity: 'tennis' }, { scope: 'all' })
    const titles = await Promise.all(
      [first, second, third].map(async (id) => (await rowsOf('SELECT title FROM events WHERE id = ?', id))[0]?.title),
    )
    expect(titles).toEqual(['Tennis at Northside Courts', 'Tennis at Zilker Courts', 'Tennis at Northside Courts'])
  })
})
