import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { Availability, MyAvailability } from '../../domain/availability/contract.ts'
import { faultWords } from '../../domain/availability/find-faults.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { everyDay, schedule } from './schedules.ts'

collectLog()

let people = 0
function newPerson(): Viewer {
  people += 1
  return { id: `saver-${people}`, name: 'Sam', emailVerified: true, profileComplete: true }
}

const evenings = schedule('America/Chicago', { monday: ['17:00-20:00'] }, { '2026-03-09': [] })
const mornings = schedule('America/Chicago', { saturday: ['08:00-11:00'] })

const read = async (viewer: Viewer) => (await ask('/api/availability', { viewer })).json<MyAvailability>()
const put = (viewer: Viewer | null, json: unknown) => ask('/api/availability', { method: 'PUT', viewer, json })
const save = (viewer: Viewer, availability: Availability, version: number) => put(viewer, { ...availability, version })

describe('Saving availability', () => {
  it('creates it the first time and updates it afterwards', async () => {
    const viewer = newPerson()
    expect(await read(viewer)).toEqual({ availability: null, version: 0 })
    expect(await (await save(viewer, evenings, 0)).json()).toEqual({ version: 1 })
    expect(await read(viewer)).toEqual({ availability: evenings, version: 1 })
    expect(await (await save(viewer, mornings, 1)).json()).toEqual({ version: 2 })
    expect(await read(viewer)).toEqual({ availability: mornings, version: 2 })
  })

  it('tells the second of two tabs, and overwrites nothing', async () => {
    const viewer = newPerson()
    await save(viewer, evenings, 0)
    for (const version of [0, 2, 99]) {
      const refused = await save(viewer, mornings, version)
      expect(refused.status).toBe(409)
      expect(await readProblem(refused)).toMatchObject({
        code: 'AvailabilityVersionConflict',
        title: expect.stringContaining('You changed this in another tab'),
      })
    }
    expect(await read(viewer)).toEqual({ availability: evenings, version: 1 })
  })

  it('lets exactly one of many first saves at once through', async () => {
    const viewer = newPerson()
    const weeks = Array.from({ length: 6 }, (_, i) => schedule('UTC', { monday: [`1${i}:00-20:00`] }))
    // Signed in before the race.
    await read(viewer)
    const answers = await Promise.all(weeks.map((week) => save(viewer, week, 0)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await read(viewer)).availability).toEqual(weeks[answers.findIndex(({ ok }) => ok)])
  })

  it('takes the same sent twice, after an answer that never arrived, for saved', async () => {
    const viewer = newPerson()
    await save(viewer, evenings, 0)
    const again = await save(viewer, evenings, 0)
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual({ version: 1 })
  })

  it('keeps each person’s own', async () => {
    const [a, b] = [newPerson(), newPerson()]
    await save(a, evenings, 0)
    expect(await read(b)).toEqual({ availability: null, version: 0 })
    expect((await save(b, mornings, 0)).status).toBe(200)
    expect((await read(a)).availability).toEqual(evenings)
  })

  it('does not make one out of an update of nothing', async () => {
    const viewer = newPerson()
    expect((await save(viewer, evenings, 3)).status).toBe(409)
    expect(await read(viewer)).toEqual({ availability: null, version: 0 })
  })

  it('reads one row besides the session', async () => {
    const viewer = newPerson()
    await save(viewer, evenings, 0)
    const rows = async (path: string) =>
      Number(/rows read (\d+)/.exec((await ask(path, { viewer })).headers.get('server-timing') ?? '')?.[1])
    expect((await rows('/api/availability')) - (await rows('/api/session'))).toBe(1)
  })

  it('is for people who are signed in', async () => {
    expect((await put(null, { ...evenings, version: 0 })).status).toBe(401)
    expect((await ask('/api/availability')).status).toBe(401)
  })
})

describe('What can be saved', () => {
  it('ends at midnight as 24:00, ranges that touch, and a whole date off', async () => {
    const viewer = newPerson()
    const late = schedule('Asia/Kathmandu', { friday: ['18:00-21:00', '21:00-24:00'] }, { '2028-02-29': [], '2028-03-01': ['00:00-24:00'] })
    expect((await save(viewer, late, 0)).status).toBe(200)
    expect((await read(viewer)).availability).toEqual(late)
  })

  const day = (ranges: readonly string[]) => schedule('UTC', { monday: ranges })
  const on = (date: string, ranges: readonly string[] = []) => schedule('UTC', {}, { [date]: ranges })

  it.each<[string, unknown, string, string]>([
    [
      'overlapping ranges',
      day(['17:00-20:00', '19:00-21:00']),
      'weeklyAvailability.monday.timeRanges.0.startTime',
      faultWords.overlappingTimes,
    ],
    [
      'a range inside another',
      day(['09:00-21:00', '10:00-11:00']),
      'weeklyAvailability.monday.timeRanges.1.startTime',
      faultWords.overlappingTimes,
    ],
    ['a reversed range', day(['20:00-17:00']), 'weeklyAvailability.monday.timeRanges.0.endTime', faultWords.endTimeBeforeStartTime],
    ['an empty range', day(['17:00-17:00']), 'weeklyAvailability.monday.timeRanges.0.endTime', faultWords.endTimeBeforeStartTime],
    ['a start at 24:00', day(['24:00-24:00']), 'weeklyAvailability.monday.timeRanges.0.startTime', '23:59'],
    ['an end past midnight', day(['22:00-25:00']), 'weeklyAvailability.monday.timeRanges.0.endTime', '24:00'],
    ['words for a time', day(['noon-20:00']), 'weeklyAvailability.monday.timeRanges.0.startTime', '00:00'],
    [
      'more ranges than a day has room for',
      day(Array.from({ length: 13 }, (_, i) => `${10 + i}:00-${10 + i}:30`)),
      'weeklyAvailability.monday.timeRanges',
      '12 ranges',
    ],
    ['an unknown zone', everyDay('Mars/Olympus_Mons', ['17:00-20:00']), 'timeZone', 'Choose a time zone'],
    ['an offset for a zone', everyDay('+05:00', ['17:00-20:00']), 'timeZone', 'Choose a time zone'],
    ['a date that does not exist', on('2026-02-30'), 'dateSpecificAvailability.0.date', 'Enter a valid date'],
    ['a leap day in an ordinary year', on('2027-02-29'), 'dateSpecificAvailability.0.date', 'Enter a valid date'],
    [
      'an overlap on a date',
      on('2026-03-01', ['10:00-12:00', '11:00-13:00']),
      'dateSpecificAvailability.0.timeRanges.0.startTime',
      faultWords.overlappingTimes,
    ],
    [
      'a date listed twice',
      {
        ...day([]),
        dateSpecificAvailability: [
          { date: '2026-03-01', timeRanges: [] },
          { date: '2026-03-01', timeRanges: [] },
        ],
      },
      'dateSpecificAvailability',
      'once',
    ],
    [
      'more dates than there is room for',
      {
        ...day([]),
        dateSpecificAvailability: Array.from({ length: 367 }, (_, i) => ({
          date: new Date(i * 86_400_000).toISOString().slice(0, 10),
          timeRanges: [],
        })),
      },
      'dateSpecificAvailability',
      faultWords.tooManyDates,
    ],
    [
      'a day that is ticked without hours',
      { ...day([]), weeklyAvailability: { ...day([]).weeklyAvailability, sunday: { isAvailable: true, timeRanges: [] } } },
      'weeklyAvailability.sunday',
      'at least one range',
    ],
    [
      'a week without its Sunday',
      { ...day([]), weeklyAvailability: { ...day([]).weeklyAvailability, sunday: undefined } },
      'weeklyAvailability.sunday',
      '',
    ],
  ])('is not %s', async (_, availability, path, words) => {
    const viewer = newPerson()
    const refused = await put(viewer, { ...(availability as Availability), version: 0 })
    expect(refused.status).toBe(400)
    const { issues } = await readProblem(refused)
    expect(issues).toContainEqual({ path, message: expect.stringContaining(words) })
    expect(await read(viewer)).toEqual({ availability: null, version: 0 })
  })

  it.each([-1, 1.5, null, '1', 2 ** 60])('is no version like %s', async (version) => {
    expect((await put(newPerson(), { ...evenings, version })).status).toBe(400)
  })

  it('is not more than a year of full days weighs', async () => {
    const viewer = newPerson()
    const ranges = Array.from({ length: 12 }, (_, i) => `${String(i * 2).padStart(2, '0')}:00-${String(i * 2 + 1).padStart(2, '0')}:00`)
    const dates = Array.from({ length: 366 }, (_, i) => new Date((20_000 + i) * 86_400_000).toISOString().slice(0, 10))
    const full = everyDay('UTC', ranges, Object.fromEntries(dates.map((date) => [date, ranges])))
    expect((await save(viewer, full, 0)).status).toBe(200)
    expect((await put(viewer, { ...full, version: 1, note: 'x'.repeat(200_000) })).status).toBe(413)
    expect(await read(viewer)).toEqual({ availability: full, version: 1 })
  })
})
