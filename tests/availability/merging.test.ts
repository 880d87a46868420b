import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listAvailabilityParts } from '../../domain/availability/merge-availability.ts'
import { canSave, prepareToSave } from '../../domain/availability/rules.ts'
import { mergeEdits } from '../../domain/merge-edits.ts'
import { schedule } from './schedules.ts'

type Edits = Parameters<typeof listAvailabilityParts>[0]

function merge(edits: Edits) {
  const { merged, collisions } = mergeEdits(listAvailabilityParts(edits), edits)
  const names = collisions.map((part) => (part.kind === 'weekday' ? part.weekday : part.kind === 'date' ? part.date : part.kind))
  return { merged, collisions: names }
}

const zone = 'America/Chicago'
const monday = (...ranges: string[]) => schedule(zone, { monday: ranges })
const date = (ranges: string[] | null) => schedule(zone, {}, ranges ? { '2027-03-09': ranges } : {})

describe('Two edits of the hours', () => {
  it('are merged day by day and date by date', () => {
    const base = schedule(zone, { monday: ['17:00-20:00'] }, { '2027-03-09': [], '2027-03-10': ['17:00-20:00'] })
    const theirs = schedule(
      'America/Denver',
      { monday: ['17:00-20:00'], tuesday: ['17:00-20:00'] },
      { '2027-03-10': ['17:00-20:00'], '2027-03-12': [] },
    )
    const mine = schedule(zone, { friday: ['17:00-20:00'] }, { '2027-03-09': [], '2027-03-11': ['17:00-20:00'] })
    expect(merge({ base, mine, theirs })).toEqual({
      merged: schedule(
        'America/Denver',
        { tuesday: ['17:00-20:00'], friday: ['17:00-20:00'] },
        { '2027-03-11': ['17:00-20:00'], '2027-03-12': [] },
      ),
      collisions: [],
    })
  })

  it.each([
    ['both add other hours', monday(), monday('08:00-09:00'), monday('17:00-20:00'), ['08:00-09:00', '17:00-20:00']],
    ['both add hours that only touch', monday(), monday('08:00-09:00'), monday('09:00-10:00'), ['08:00-09:00', '09:00-10:00']],
    [
      'one removes hours and one adds others',
      monday('08:00-09:00', '12:00-13:00'),
      monday('12:00-13:00'),
      monday('08:00-09:00', '12:00-13:00', '17:00-18:00'),
      ['12:00-13:00', '17:00-18:00'],
    ],
    ['both make the same change', monday('08:00-09:00'), monday('08:00-10:00'), monday('08:00-10:00'), ['08:00-10:00']],
    [
      'both remove the same hours, and one adds others',
      monday('08:00-09:00', '12:00-13:00'),
      monday('12:00-13:00'),
      monday('12:00-13:00', '17:00-18:00'),
      ['12:00-13:00', '17:00-18:00'],
    ],
  ])('of one day are merged range by range if %s', (_, base, mine, theirs, ranges) => {
    expect(merge({ base, mine, theirs })).toEqual({ merged: monday(...ranges), collisions: [] })
    expect(merge({ base, mine: theirs, theirs: mine })).toEqual({ merged: monday(...ranges), collisions: [] })
  })

  it.each([
    ['hours that overlap', monday(), monday('17:00-20:00'), monday('18:00-21:00')],
    ['other ends of the same hours', monday('17:00-20:00'), monday('17:00-19:00'), monday('17:00-22:00')],
    [
      'hours that one removes and one moves',
      monday('08:00-09:00', '12:00-13:00'),
      monday('12:00-13:00'),
      monday('08:00-10:00', '12:00-13:00'),
    ],
    ['a day that one turns off', monday('17:00-20:00'), monday(), monday('08:00-09:00', '17:00-20:00')],
    ['all hours, one by each', monday('08:00-09:00', '12:00-13:00'), monday('08:00-09:00'), monday('12:00-13:00')],
  ])('collide in %s', (_, base, mine, theirs) => {
    expect(merge({ base, mine, theirs })).toEqual({ merged: mine, collisions: ['monday'] })
    expect(merge({ base, mine: theirs, theirs: mine })).toEqual({ merged: theirs, collisions: ['monday'] })
  })

  it.each([
    ['an entry that one removes and one changes', date(['17:00-20:00']), date(null), date(['18:00-20:00'])],
    ['a date on which one is unavailable', date(null), date([]), date(['18:00-20:00'])],
    ['an unavailable date that one opens and one gives back to its weekday', date([]), date(null), date(['18:00-20:00'])],
  ])('collide in %s', (_, base, mine, theirs) => {
    expect(merge({ base, mine, theirs })).toEqual({ merged: mine, collisions: ['2027-03-09'] })
  })

  it('collide in the time zone', () => {
    const zones = [schedule(zone), schedule('America/Denver'), schedule('America/New_York')] as const
    expect(merge({ base: zones[0], mine: zones[1], theirs: zones[2] })).toEqual({ merged: zones[1], collisions: ['timeZone'] })
  })
})

describe('Any two edits of the hours', () => {
  const ranges = fc.subarray(['06:00-08:00', '07:00-09:00', '09:00-11:00', '12:00-13:00', '12:30-14:00', '20:00-24:00'])
  const validRanges = ranges.filter((list) => canSave(monday(...list)))
  const anyHours = fc
    .tuple(fc.constantFrom('America/Chicago', 'America/Denver'), validRanges, fc.option(validRanges))
    .map(([timeZone, week, day]) => schedule(timeZone, { monday: week }, day ? { '2027-03-09': day } : {}))
  const check = (rule: (edits: Edits & { base: NonNullable<Edits['base']> }) => void) =>
    fc.assert(fc.property(anyHours, anyHours, anyHours, (base, mine, theirs) => rule({ base, mine, theirs })))

  it('can be saved as they are, keep every range that one side added, and bring back none that one side removed', () => {
    check((edits) => {
      const { merged, collisions } = merge(edits)
      expect(canSave(merged)).toBe(true)
      expect(prepareToSave(merged)).toEqual(merged)
      if (collisions.includes('monday')) return
      const [base, mine, theirs, both] = [edits.base, edits.mine, edits.theirs, merged].map(({ weeklyAvailability: { monday: day } }) =>
        day.timeRanges.map(({ startTime, endTime }) => `${startTime}-${endTime}`),
      )
      for (const one of new Set([...(base ?? []), ...(mine ?? []), ...(theirs ?? [])])) {
        const [wasThere, isMine, isTheirs] = [base, mine, theirs].map((list) => list?.includes(one))
        expect(both?.includes(one)).toBe(wasThere ? isMine && isTheirs : isMine || isTheirs)
      }
    })
  })

  it('give the same result from both sides, and when they are merged twice', () => {
    check((edits) => {
      const [here, there] = [merge(edits), merge({ ...edits, mine: edits.theirs, theirs: edits.mine })]
      expect(there.collisions).toEqual(here.collisions)
      if (here.collisions.length === 0) expect(there.merged).toEqual(here.merged)
      expect(merge({ ...edits, mine: here.merged })).toEqual(here)
      expect(merge({ ...edits, base: edits.theirs, mine: here.merged })).toEqual({ merged: here.merged, collisions: [] })
    })
  })
})
