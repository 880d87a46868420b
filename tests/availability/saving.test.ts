import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { Availability, MyAvailability } from '../../domain/availability/contract.ts'
import { faultLabels } from '../../domain/availability/find-faults.ts'
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
const sendAvailability = (viewer: Viewer | null, json: unknown) => ask('/api/availability', { method: 'PUT', viewer, json })
const save = (viewer: Viewer, availability: Availability, version: number) => sendAvailability(viewer, { ...availability, version })

describe('Saving availability', () => {
  it('creates it the first time and updates it afterwards', async () => {
    const viewer = newPerson()
    expect(await read(viewer)).toEqual({ availability: null, version: 0 })
    expect(await (await save(viewer, evenings, 0)).json()).toEqual({ version: 1 })
    expect(await read(viewer)).toEqual({ availability: evenings, version: 1 })
    expect(await (await save(viewer, mornings, 1)).json()).toEqual({ version: 2 })
    expect(await read(viewer)).toEqual({ availability: mornings, version: 2 })
  })

  it('is refused for an old version, and overwrites nothing', async () => {
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

  it('succeeds for exactly one of many first saves at the same time', async () => {
    const viewer = newPerson()
    const weeks = Array.from({ length: 6 }, (_, i) => schedule('UTC', { monday: [`1${i}:00-20:00`] }))
    // This signs the viewer in before the requests compete.
    await read(viewer)
    const answers = await Promise.all(weeks.map((week) => save(viewer, week, 0)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await read(viewer)).availability).toEqual(weeks[answers.findIndex(({ ok }) => ok)])
  })

  it('succeeds for a repeated request, because the first answer may have been lost', async () => {
    const viewer = newPerson()
    await save(viewer, evenings, 0)
    const again = await save(viewer, evenings, 0)
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual({ version: 1 })
  })

  it('is separate for each person', async () => {
    const [a, b] = [newPerson(), newPerson()]
    await save(a, evenings, 0)
    expect(await read(b)).toEqual({ availability: null, version: 0 })
    expect((await save(b, mornings, 0)).status).toBe(200)
    expect((await read(a)).availability).toEqual(evenings)
  })

  it('does not create an availability for an update without a first save', async () => {
    const viewer = newPerson()
    expect((await save(viewer, evenings, 3)).status).toBe(409)
    expect(await read(viewer)).toEqual({ availability: null, version: 0 })
  })

  it('reads only one row more than the session', async () => {
    const viewer = newPerson()
    await save(viewer, evenings, 0)
    const rows = async (path: string) =>
      Number(/rows read (\d+)/.exec((await ask(path, { viewer })).headers.get('server-timing') ?? '')?.[1])
    expect((await rows('/api/availability')) - (await rows('/api/session'))).toBe(1)
  })

  it('requires a signed-in user', async () => {
    expect((await sendAvailability(null, { ...evenings, version: 0 })).status).toBe(401)
    expect((await ask('/api/availability')).status).toBe(401)
  })
})

describe('The saved availability', () => {
  it('can end at midnight as 24:00, and can have touching ranges and a whole day off', async () => {
    const viewer = newPerson()
    const lateHours = schedule(
      'Asia/Kathmandu',
      { friday: ['18:00-21:00', '21:00-24:00'] },
      { '2028-02-29': [], '2028-03-01': ['00:00-24:00'] },
    )
    expect((await save(viewer, lateHours, 0)).status).toBe(200)
    expect((await read(viewer)).availability).toEqual(lateHours)
  })

  const day = (ranges: readonly string[]) => schedule('UTC', { monday: ranges })
  const onDate = (date: string, ranges: readonly string[] = []) => schedule('UTC', {}, { [date]: ranges })

  it.each<[string, unknown, string, string]>([
    [
      'overlapping ranges',
      day(['17:00-20:00', '19:00-21:00']),
      'weeklyAvailability.monday.timeRanges.0.startTime',
      faultLabels.overlappingTimes,
    ],
    [
      'a range inside another',
      day(['09:00-21:00', '10:00-11:00']),
      'weeklyAvailability.monday.timeRanges.1.startTime',
      faultLabels.overlappingTimes,
    ],
    ['a reversed range', day(['20:00-17:00']), 'weeklyAvailability.monday.timeRanges.0.endTime', faultLabels.endTimeBeforeStartTime],
    ['an empty range', day(['17:00-17:00']), 'weeklyAvailability.monday.timeRanges.0.endTime', faultLabels.endTimeBeforeStartTime],
    ['a start at 24:00', day(['24:00-24:00']), 'weeklyAvailability.monday.timeRanges.0.startTime', '23:59'],
    ['an end past midnight', day(['22:00-25:00']), 'weeklyAvailability.monday.timeRanges.0.endTime', '24:00'],
    ['text instead of a time', day(['noon-20:00']), 'weeklyAvailability.monday.timeRanges.0.startTime', '00:00'],
    [
      'too many ranges on a day',
      day(Array.from({ length: 13 }, (_, i) => `${10 + i}:00-${10 + i}:30`)),
      'weeklyAvailability.monday.timeRanges',
      '12 ranges',
    ],
    ['an unknown zone', everyDay('Mars/Olympus_Mons', ['17:00-20:00']), 'timeZone', 'Choose a time zone'],
    ['an offset instead of a zone', everyDay('+05:00', ['17:00-20:00']), 'timeZone', 'Choose a time zone'],
    ['a date that does not exist', onDate('2026-02-30'), 'dateSpecificAvailability.0.date', 'Enter a valid date'],
    ['a leap day in a normal year', onDate('2027-02-29'), 'dateSpecificAvailability.0.date', 'Enter a valid date'],
    [
      'an overlap on a date',
      onDate('2026-03-01', ['10:00-12:00', '11:00-13:00']),
      'dateSpecificAvailability.0.timeRanges.0.startTime',
      faultLabels.overlappingTimes,
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
      'too many dates',
      {
        ...day([]),
        dateSpecificAvailability: Array.from({ length: 367 }, (_, i) => ({
          date: new Date(i * 86_400_000).toISOString().slice(0, 10),
          timeRanges: [],
        })),
      },
      'dateSpecificAvailability',
      faultLabels.tooManyDates,
    ],
    [
      'an available day without hours',
      { ...day([]), weeklyAvailability: { ...day([]).weeklyAvailability, sunday: { isAvailable: true, timeRanges: [] } } },
      'weeklyAvailability.sunday',
      'at least one range',
    ],
    [
      'a week without Sunday',
      { ...day([]), weeklyAvailability: { ...day([]).weeklyAvailability, sunday: undefined } },
      'weeklyAvailability.sunday',
      '',
    ],
  ])('cannot have %s', async (_, availability, path, message) => {
    const viewer = newPerson()
    const refused = await sendAvailability(viewer, { ...(availability as Availability), version: 0 })
    expect(refused.status).toBe(400)
    const { issues } = await readProblem(refused)
    expect(issues).toContainEqual({ path, message: expect.stringContaining(message) })
    expect(await read(viewer)).toEqual({ availability: null, version: 0 })
  })

  it.each([-1, 1.5, null, '1', 2 ** 60])('cannot have the version %s', async (version) => {
    expect((await sendAvailability(newPerson(), { ...evenings, version })).status).toBe(400)
  })

  it('is limited to the size of a year of full days', async () => {
    const viewer = newPerson()
    const ranges = Array.from({ length: 12 }, (_, i) => `${String(i * 2).padStart(2, '0')}:00-${String(i * 2 + 1).padStart(2, '0')}:00`)
    const dates = Array.from({ length: 366 }, (_, i) => new Date((20_000 + i) * 86_400_000).toISOString().slice(0, 10))
    const full = everyDay('UTC', ranges, Object.fromEntries(dates.map((date) => [date, ranges])))
    expect((await save(viewer, full, 0)).status).toBe(200)
    expect((await sendAvailability(viewer, { ...full, version: 1, note: 'x'.repeat(200_000) })).status).toBe(413)
    expect(await read(viewer)).toEqual({ availability: full, version: 1 })
  })
})
