import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Availability } from '../../domain/availability/contract.ts'
import type { DraftAvailability, DraftTimeRange } from '../../domain/availability/drafts.ts'
import { faultLabels, findDateFaults, findFaults } from '../../domain/availability/find-faults.ts'
import {
  addRange,
  applyDateDialog,
  canSave,
  copyDay,
  defaultRange,
  makeDayAvailable,
  makeDayUnavailable,
  makeEmptyAvailability,
  openDateDialog,
  prepareToSave,
  removeRange,
  suggestRange,
} from '../../domain/availability/rules.ts'
import { timeText } from '../../domain/time/clock.ts'
import { range, schedule, throwDice } from './schedules.ts'

const evening = range('17:00-20:00')
const emptyRange: DraftTimeRange = { startTime: null, endTime: null }
const makeDay = (...ranges: string[]) => ({ isAvailable: ranges.length > 0, timeRanges: ranges.map(range) })

describe('The faults of a day', () => {
  it.each([
    [[], []],
    [['17:00-20:00'], []],
    [['00:00-24:00'], []],
    [['20:00-17:00'], ['0 endTime endTimeBeforeStartTime']],
    [['17:00-17:00'], ['0 endTime endTimeBeforeStartTime']],
    [['24:00-24:00'], ['0 endTime endTimeBeforeStartTime']],
    [['09:00-10:00', '10:00-11:00'], []],
    [['10:00-11:00', '09:00-10:00'], []],
    [
      ['09:00-10:01', '10:00-11:00'],
      ['0 startTime overlappingTimes', '1 startTime overlappingTimes'],
    ],
    [
      ['10:00-11:00', '09:00-10:01'],
      ['0 startTime overlappingTimes', '1 startTime overlappingTimes'],
    ],
    [
      ['09:00-10:00', '09:00-10:00'],
      ['0 startTime overlappingTimes', '1 startTime overlappingTimes'],
    ],
    [
      ['08:00-20:00', '09:00-10:00', '11:00-12:00', '20:00-21:00'],
      ['0 startTime overlappingTimes', '1 startTime overlappingTimes', '2 startTime overlappingTimes'],
    ],
    [['20:00-08:00', '09:00-10:00'], ['0 endTime endTimeBeforeStartTime']],
    [
      ['-', '-10:00', '09:00-'],
      ['0 startTime required', '0 endTime required', '1 startTime required', '2 endTime required'],
    ],
    [['9-25:00'], ['0 startTime required', '0 endTime required']],
    [['17:60-18:99'], ['0 startTime required', '0 endTime required']],
  ])('with the ranges %j are %j', (ranges, faults) => {
    expect(findFaults(makeDay(...ranges)).map(({ index, field, code }) => `${index} ${field} ${code}`)).toEqual(faults)
  })

  it('include times that are still null', () => {
    expect(findFaults({ timeRanges: [emptyRange] }).map(({ code }) => code)).toEqual(['required', 'required'])
  })

  it('have the text of the specification for an overlap', () =>
    expect(faultLabels.overlappingTimes).toBe('Overlapping times with another range.'))

  it('include the same overlaps as a comparison of all pairs', () => {
    const dice = throwDice(7)
    for (let i = 0; i < 500; i++) {
      const ranges = Array.from({ length: 1 + dice.below(6) }, () => {
        const start = dice.below(40)
        return { start, end: start + 1 + dice.below(12) }
      })
      const overlapping = ranges.flatMap((a, index) =>
        ranges.some((b, other) => other !== index && a.start < b.end && b.start < a.end) ? [index] : [],
      )
      const faults = findFaults({ timeRanges: ranges.map(({ start, end }) => ({ startTime: timeText(start), endTime: timeText(end) })) })
      expect(faults.map(({ index }) => index)).toEqual(overlapping)
    }
  })
})

describe('Editing a day', () => {
  it('adds 17:00-20:00 if it becomes available, and removes all ranges if it becomes unavailable', () => {
    expect(makeDayAvailable(makeDayUnavailable())).toEqual({ isAvailable: true, timeRanges: [{ startTime: '17:00', endTime: '20:00' }] })
    expect(makeDayAvailable(makeDay('08:00-09:00'))).toEqual(makeDay('08:00-09:00'))
    expect(makeDayUnavailable()).toEqual({ isAvailable: false, timeRanges: [] })
    expect(makeDayAvailable(makeDayUnavailable()).timeRanges[0]).not.toBe(defaultRange)
  })

  it('makes the day unavailable if its last range is removed', () => {
    const shorter = removeRange(makeDay('08:00-09:00', '10:00-11:00'), 0)
    expect(shorter).toEqual(makeDay('10:00-11:00'))
    expect(removeRange(shorter, 7)).toEqual(shorter)
    expect(removeRange(shorter, 0)).toEqual({ isAvailable: false, timeRanges: [] })
    expect(removeRange({ timeRanges: [evening] }, 0)).toEqual({ timeRanges: [] })
  })

  it.each([
    [[], '17:00-20:00'],
    [['17:00-20:00'], '21:00-22:00'],
    [['17:00-20:20'], '21:00-22:00'],
    [['09:00-10:00', '17:00-20:00'], '21:00-22:00'],
    [['17:00-22:00'], '23:00-24:00'],
    [['17:00-23:00'], '15:00-16:00'],
    [['17:00-24:00'], '15:00-16:00'],
    [['00:00-23:00'], '23:00-24:00'],
    [['01:00-24:00'], '00:00-01:00'],
    [['00:00-12:10', '12:40-24:00'], '12:10-12:40'],
    [['00:00-23:59'], '23:59-24:00'],
    [['20:00-17:00'], '17:00-20:00'],
  ])('with the ranges %j suggests %s', (ranges, added) => {
    expect(addRange(makeDay(...ranges))).toEqual(makeDay(...ranges, added))
  })

  it.each([
    [['00:00-24:00']],
    [['12:00-24:00', '00:00-12:00']],
    [Array.from({ length: 12 }, (_, i) => `${timeText(i * 60)}-${timeText(i * 60 + 30)}`)],
  ])('with the ranges %j adds nothing, because the day is full', (ranges) => {
    const full = makeDay(...ranges)
    expect(suggestRange(full.timeRanges)).toBeNull()
    expect(addRange(full)).toBe(full)
  })

  it('adds a range to a date, which has no `isAvailable`', () => {
    expect(addRange({ date: '2026-05-01', timeRanges: [] })).toEqual({ date: '2026-05-01', timeRanges: [evening] })
  })

  it('never adds an overlapping range until the day is full or has twelve ranges', () => {
    const dice = throwDice(11)
    for (let i = 0; i < 200; i++) {
      let draft = makeDay()
      const start = dice.below(1400)
      draft.timeRanges.push({ startTime: timeText(start), endTime: timeText(start + 1 + dice.below(1440 - start)) })
      while (suggestRange(draft.timeRanges)) draft = addRange(draft)
      expect(findFaults(draft)).toEqual([])
      const minutes = draft.timeRanges.reduce((sum, { startTime, endTime }) => sum + Number(countMinutes(startTime, endTime)), 0)
      expect(draft.timeRanges.length === 12 || minutes === 1440).toBe(true)
    }
  })

  it('copies its ranges to other days, as separate objects', () => {
    const { weeklyAvailability } = schedule('UTC', {
      monday: ['08:00-09:00', '17:00-20:00'],
      friday: ['10:00-11:00'],
      sunday: ['12:00-13:00'],
    })
    const copied = copyDay(weeklyAvailability, 'monday', ['friday', 'saturday', 'monday'])
    const days = { friday: ['08:00-09:00', '17:00-20:00'], saturday: ['08:00-09:00', '17:00-20:00'], sunday: ['12:00-13:00'] }
    expect(copied).toEqual(schedule('UTC', { monday: ['08:00-09:00', '17:00-20:00'], ...days }).weeklyAvailability)
    expect(copied.friday.timeRanges[0]).not.toBe(copied.monday.timeRanges[0])
    expect(copyDay(copied, 'tuesday', ['friday']).friday).toEqual({ isAvailable: false, timeRanges: [] })
    expect(weeklyAvailability.friday).toEqual(makeDay('10:00-11:00'))
  })
})

const countMinutes = (start: string, end: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = `${start}:${end}`.split(':').map(Number)
  return c * 60 + d - a * 60 - b
}

describe('The date-specific dialog', () => {
  const filled = { date: '2026-05-01', unavailableAllDay: false, timeRanges: [evening] }

  it('opens with 17:00-20:00 and no date, or with the entry to edit', () => {
    expect(openDateDialog()).toEqual({ date: null, unavailableAllDay: false, timeRanges: [evening] })
    expect(openDateDialog({ date: '2026-05-01', timeRanges: [] })).toEqual({ ...filled, unavailableAllDay: true })
    expect(openDateDialog({ date: '2026-05-01', timeRanges: [range('08:00-09:00')] }).timeRanges).toEqual([range('08:00-09:00')])
  })

  it.each([
    ['is valid', filled, []],
    ['has no date', { ...filled, date: null }, ['date required']],
    ['has an invalid date', { ...filled, date: '2026-02-30' }, ['date required']],
    ['has a date that is already in the list', { ...filled, date: '2026-05-09' }, ['date dateTaken']],
    ['has no ranges', { ...filled, timeRanges: [] }, ['timeRanges rangeRequired']],
    ['is a whole day off', { ...filled, unavailableAllDay: true, timeRanges: [] }, []],
    ['is a whole day off with an incomplete range that is hidden', { ...filled, unavailableAllDay: true, timeRanges: [emptyRange] }, []],
    ['is a day off without a date', { ...filled, date: '', unavailableAllDay: true }, ['date required']],
    ['has a reversed range', { ...filled, timeRanges: [range('20:00-17:00')] }, ['endTime endTimeBeforeStartTime']],
  ])('%s', (_, dialog, faults) => {
    expect(findDateFaults(dialog, ['2026-05-09']).map(({ field, code }) => `${field} ${code}`)).toEqual(faults)
  })

  it('allows 366 dates', () => {
    const taken = Array.from({ length: 366 }, (_, i) => `2027-${i}`)
    expect(findDateFaults(filled, taken)).toEqual([{ field: 'date', code: 'tooManyDates' }])
    expect(findDateFaults(filled, taken.slice(1))).toEqual([])
  })

  it('adds one entry per date to the list, sorted by date', () => {
    const first = applyDateDialog([], filled)
    const second = applyDateDialog(first, { ...filled, date: '2026-04-30', unavailableAllDay: true })
    expect(second).toEqual([
      { date: '2026-04-30', timeRanges: [] },
      { date: '2026-05-01', timeRanges: [evening] },
    ])
    const again = applyDateDialog(second, { ...filled, timeRanges: [range('08:00-09:00')] })
    expect(again).toEqual([
      { date: '2026-04-30', timeRanges: [] },
      { date: '2026-05-01', timeRanges: [range('08:00-09:00')] },
    ])
    expect(applyDateDialog(again, { ...filled, date: '2026-05-02' }, '2026-04-30').map(({ date }) => date)).toEqual([
      '2026-05-01',
      '2026-05-02',
    ])
    expect(applyDateDialog(again, { ...filled, date: null })).toEqual(again)
  })
})

describe('Saving', () => {
  const draft = (): DraftAvailability =>
    schedule('America/Chicago', { monday: ['17:00-20:00'], sunday: ['09:00-24:00'] }, { '2026-05-01': [] })

  it('is possible if there are no faults', () => {
    expect(canSave(draft())).toBe(true)
    expect(canSave(makeEmptyAvailability('UTC'))).toBe(true)
  })

  it.each<[string, (faulty: DraftAvailability) => unknown]>([
    [
      'an incomplete range on Sunday',
      ({ weeklyAvailability }) => weeklyAvailability.sunday.timeRanges.push({ startTime: '08:00', endTime: null }),
    ],
    ['a reversed range', ({ weeklyAvailability }) => weeklyAvailability.friday.timeRanges.push(range('10:00-09:00'))],
    ['an overlap', ({ weeklyAvailability }) => weeklyAvailability.monday.timeRanges.push(range('19:00-21:00'))],
    ['a reversed range on a date', ({ dateSpecificAvailability }) => dateSpecificAvailability[0]?.timeRanges.push(range('10:00-09:00'))],
    ['the same date twice', ({ dateSpecificAvailability }) => dateSpecificAvailability.push({ date: '2026-05-01', timeRanges: [evening] })],
    ['an entry without a date', ({ dateSpecificAvailability }) => dateSpecificAvailability.push({ date: '', timeRanges: [evening] })],
    [
      'thirteen ranges',
      ({ weeklyAvailability: { friday } }) => {
        for (let i = 0; i < 13; i++) friday.timeRanges.push(range(`${timeText(i * 60)}-${timeText(i * 60 + 10)}`))
      },
    ],
    [
      '367 dates',
      ({ dateSpecificAvailability }) => {
        for (let i = 0; i < 366; i++)
          dateSpecificAvailability.push({ date: new Date(Date.UTC(2030, 0, 1 + i)).toISOString().slice(0, 10), timeRanges: [] })
      },
    ],
  ])('is not possible with %s', (_, makeFaulty) => {
    const faulty = draft()
    makeFaulty(faulty)
    expect(canSave(faulty)).toBe(false)
  })

  it('drops incomplete ranges and sorts the others', () => {
    const edited = draft()
    edited.weeklyAvailability.monday.timeRanges = [
      evening,
      { startTime: '08:00', endTime: null },
      emptyRange,
      range('09:00-10:00'),
      { startTime: '', endTime: '07:00' },
    ]
    edited.weeklyAvailability.friday = { isAvailable: true, timeRanges: [emptyRange] }
    edited.dateSpecificAvailability = [
      { date: '2026-06-01', timeRanges: [evening, emptyRange] },
      { date: '2026-05-20', timeRanges: [] },
      { date: '2026-05-01', timeRanges: [emptyRange] },
    ]
    const week = { monday: ['09:00-10:00', '17:00-20:00'], sunday: ['09:00-24:00'] }
    const ready = prepareToSave(edited)
    expect(ready).toEqual(schedule('America/Chicago', week, { '2026-05-20': [], '2026-06-01': ['17:00-20:00'] }))
    expect(v.is(Availability, ready)).toBe(true)
    expect(edited.weeklyAvailability.monday.timeRanges[0]).toEqual(evening)
  })

  it('keeps faulty ranges, so that the contract refuses them', () => {
    const { monday, tuesday } = prepareToSave(
      schedule('UTC', { monday: ['10:00-12:00', '09:00-11:00', '11:00-12:00', '08:00-13:00'], tuesday: ['12:00-10:00'] }),
    ).weeklyAvailability
    expect(monday).toEqual(makeDay('08:00-13:00', '09:00-11:00', '10:00-12:00', '11:00-12:00'))
    expect(tuesday).toEqual(makeDay('12:00-10:00'))
  })

  it('removes the ranges of an unavailable day', () => {
    const edited = draft()
    edited.weeklyAvailability.monday.isAvailable = false
    expect(prepareToSave(edited).weeklyAvailability.monday).toEqual({ isAvailable: false, timeRanges: [] })
  })
})
