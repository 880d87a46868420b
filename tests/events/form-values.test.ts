import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { activities } from '../../domain/activities.ts'
import { defaultSeatsFor, findNextSameWeekday, suggestStarts } from '../../domain/events/defaults.ts'
import { CreateEvent, Question } from '../../domain/events/form-contract.ts'
import {
  copyForNewGame,
  type FormValues,
  fieldOfPath,
  makeFormSchema,
  newValues,
  previewDates,
  valuesOf,
} from '../../domain/events/form-values.ts'
import { addMinutes, minutesBetween } from '../../domain/events/local-times.ts'
import { makeGameForm } from '../setup/make-game-form.ts'

const schema = makeFormSchema('America/Chicago')
const start = { date: '2027-02-06', time: '09:00' }
const where = { placeId: null, name: 'Northside Courts', address: '', lat: 30.2672, lng: -97.7431 }
const makeValues = (more: Partial<FormValues> = {}): FormValues => ({
  ...newValues({ activity: 'pickleball', start, where, newKey: 'key-12345678' }),
  ...more,
})
const faultsOf = (values: FormValues) =>
  (v.safeParse(schema, values).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
const weekly = (more: Partial<FormValues['repeat']>) => ({ repeat: { ...makeValues().repeat, every: 'week' as const, ...more } })

describe('A new form', () => {
  it('is a game that can be published once it has a place', () => {
    expect(faultsOf(makeValues({ where: null }))).toEqual(['where: Choose a place.'])
    const ready = v.parse(schema, makeValues())
    expect(ready.form).toMatchObject({ starts: '2027-02-06T09:00', ends: '2027-02-06T11:00', capacity: 8, visibility: 'public', title: '' })
    expect(ready).toMatchObject({ repeat: null, publishAt: null })
    const request = { form: ready.form, repeat: ready.repeat, publish: { when: 'now' }, idempotencyKey: ready.idempotencyKey }
    expect(v.safeParse(CreateEvent, request).success).toBe(true)
  })

  it.each(activities.map(({ id }) => id))('has enough seats for a game of %s', (activity) => {
    expect(defaultSeatsFor(activity)).toBeGreaterThanOrEqual(4)
    expect(defaultSeatsFor(activity)).toBeLessThanOrEqual(22)
  })
})

describe('The start of a game', () => {
  it.each([
    ['a Wednesday morning', '2027-02-03', '09:30', ['02-03 18:00', '02-04 18:00', '02-06 09:00', '02-07 09:00']],
    ['too late for this evening', '2027-02-03', '17:30', ['02-04 18:00', '02-06 09:00', '02-07 09:00']],
    ['a Friday', '2027-02-05', '12:00', ['02-05 18:00', '02-06 09:00', '02-06 18:00', '02-07 09:00']],
    ['a Sunday before dawn', '2027-02-07', '05:00', ['02-07 09:00', '02-07 18:00', '02-08 18:00', '02-13 09:00']],
    ['the last minute of a year', '2026-12-31', '23:59', ['01-01 18:00', '01-02 09:00', '01-03 09:00']],
  ])('is suggested on %s', (_, date, time, starts) => {
    expect(suggestStarts({ date, time }).map((start) => `${start.date.slice(5)} ${start.time}`)).toEqual(starts)
  })

  it('is on the same weekday if a game is hosted again, but never today', () => {
    expect(findNextSameWeekday({ date: '2026-11-21', time: '07:15' }, '2027-02-03')).toEqual({ date: '2027-02-06', time: '07:15' })
    expect(findNextSameWeekday({ date: '2027-01-27', time: '19:00' }, '2027-02-03')).toEqual({ date: '2027-02-10', time: '19:00' })
  })

  it('gives the local end after the duration, even after midnight or in the next year', () => {
    expect(addMinutes({ date: '2026-12-31', time: '23:00' }, 120)).toEqual({ date: '2027-01-01', time: '01:00' })
    expect(addMinutes(start, 14 * 24 * 60)).toEqual({ date: '2027-02-20', time: '09:00' })
    expect(minutesBetween(start, { date: '2027-02-05', time: '09:00' })).toBe(-24 * 60)
  })
})

describe('A question', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'a_b', 'a.b', ''])(
    'cannot have the id %j, because its answer would not be found',
    (id) => {
      expect(v.safeParse(Question, { id, text: 'Do you bring a ball?', isRequired: true }).success).toBe(false)
    },
  )

  it('can have an id of letters, digits and dashes', () => {
    for (const id of ['q1', 'played', crypto.randomUUID()])
      expect(v.safeParse(Question, { id, text: 'Do you bring a ball?', isRequired: true }).success).toBe(true)
  })
})

describe('An invalid value', () => {
  it.each<[string, Partial<FormValues>, string]>([
    ['an incomplete date', { date: null }, 'date: Choose a day.'],
    ['an incomplete time', { time: null }, 'time: Choose a time.'],
    ['no seats', { capacity: 0 }, 'capacity: Enter 1 to 1000 seats.'],
    ['an empty number', { capacity: Number.NaN }, 'capacity: Enter 1 to 1000 seats.'],
    ['a slot without a name', { slots: [{ id: 'a', name: ' ', capacity: 2 }] }, 'slots.0.name: Enter a slot’s name.'],
    [
      'a short question',
      { questions: [{ id: 'a', text: 'Eh', isRequired: false }] },
      'questions.0.text: A question must have at least 3 characters.',
    ],
    ['a lowest level above the highest', { levelMin: 4, levelMax: 2 }, 'levelMax: The highest level must not be below the lowest.'],
    ['no community', { visibility: 'team' }, 'teamId: Choose a community.'],
    ['a title of two letters', { title: 'Hi' }, 'title: A title must have at least 3 characters.'],
    [
      'a price that a player with guests could not pay at once',
      { maxGuests: 2, pricing: { currency: 'usd', amount: '400,000', early: null, memberAmount: null, feeBy: 'host', refundHours: null } },
      'pricing: A player with all their guests would pay more than is possible at once. Lower the price or the number of guests.',
    ],
    ['a series without an end', weekly({ ends: 'date' }), 'repeat.lastDate: Choose when it ends.'],
    [
      'a last date before the first',
      weekly({ ends: 'date', lastDate: '2027-01-01' }),
      'repeat.every: The last date must not be before the first.',
    ],
    [
      'too many dates',
      weekly({ every: 'day', ends: 'date', lastDate: '2027-12-31' }),
      'repeat.every: A series can have up to 60 dates. Choose an earlier end, and create another series later.',
    ],
    [
      'a series with every date left out',
      weekly({ count: 2, except: ['2027-02-06', '2027-02-13'] }),
      'repeat.every: This series has no dates left.',
    ],
    [
      'a publish time that the clocks skip',
      { publishAt: { date: '2027-03-14', time: '02:30' } },
      'publishAt: This time does not exist on that day because the clocks change. Choose another time.',
    ],
  ])('is reported at its field: %s', (_, more, message) => {
    expect(faultsOf(makeValues(more))).toContain(message)
  })

  it('that the server reports is shown at its form field', () => {
    const paths = [
      'form.starts',
      'form.ends',
      'form.where.lat',
      'form.slots.2.capacity',
      'form.capacity',
      'publish.at',
      'repeat',
      'repeat.count',
    ]
    expect(paths.map(fieldOfPath)).toEqual([
      'time',
      'minutes',
      'where',
      'slots.2.capacity',
      'capacity',
      'publishAt',
      'repeat.every',
      'repeat.count',
    ])
  })
})

describe('A series', () => {
  it('shows its dates, including those that are left out', () => {
    const { repeat } = weekly({ count: 3, except: ['2027-02-13'] })
    expect(previewDates('2027-02-06', repeat)).toEqual({ dates: ['2027-02-06', '2027-02-13', '2027-02-20'], fault: null })
    expect(v.parse(schema, makeValues({ repeat })).repeat).toMatchObject({ count: 3, until: null, except: ['2027-02-13'] })
  })

  it('drops the weekdays if it repeats by months', () => {
    expect(v.parse(schema, makeValues(weekly({ every: 'month', weekdays: ['monday'] }))).repeat).toMatchObject({ weekdays: [] })
  })
})

describe('An existing game', () => {
  const answer = { form: makeGameForm({ starts: '2026-11-21T22:30', ends: '2026-11-22T00:00' }), version: 7, coHosts: [], isPlaying: true }

  it('fills the form with its own values', () => {
    const values = valuesOf(answer, 'key-12345678')
    expect(values).toMatchObject({ date: '2026-11-21', time: '22:30', minutes: 90, version: 7 })
    expect(v.parse(schema, values).form).toEqual(answer.form)
  })

  it('can be hosted again as a new game on an upcoming day', () => {
    expect(copyForNewGame(answer, '2027-02-03', 'key-87654321')).toMatchObject({
      date: '2027-02-06',
      time: '22:30',
      minutes: 90,
      hostPlays: true,
      version: 0,
    })
    expect(copyForNewGame({ ...answer, isPlaying: false }, '2027-02-03', 'key-87654321').hostPlays).toBe(false)
  })
})
