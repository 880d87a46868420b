import { describe, expect, it } from 'vitest'
import { nameActivities, placeName, stageOf, switchTemporary } from '../../domain/activity-subscriptions/rules.ts'

const now = Date.UTC(2026, 4, 1)

describe('A subscription that is temporary', () => {
  it('begins now, with its end still to be set; switched off it has no dates', () => {
    expect(switchTemporary(true, now)).toEqual({ isTemporary: true, startDate: now, endDate: null })
    expect(switchTemporary(false, now)).toEqual({ isTemporary: false, startDate: null, endDate: null })
  })

  it.each([
    [null, null, 'running'],
    [now, now, 'running'],
    [now + 1, null, 'upcoming'],
    [null, now - 1, 'ended'],
    [now - 2, now - 1, 'ended'],
  ])('from %s to %s is %s', (startDate, endDate, stage) => expect(stageOf({ startDate, endDate }, now)).toBe(stage))
})

describe('Words for a mail', () => {
  it('name one activity, two, or the first and how many more', () => {
    expect(nameActivities(['Padel'])).toBe('Padel')
    expect(nameActivities(['Padel', 'Tennis'])).toBe('Padel and Tennis')
    expect(nameActivities(['Padel', 'Tennis', 'Yoga'])).toBe('Padel and 2 more')
  })

  it('name a place in one line, whatever was sent', () => {
    expect(placeName({ name: ' Zilker\nPark\u2028Austin ', description: 'x' })).toBe('Zilker Park Austin')
    expect(placeName({ name: '  ', description: 'Near Austin, TX' })).toBe('Near Austin, TX')
    expect(placeName({ name: '', description: 'x'.repeat(200) })).toHaveLength(120)
  })
})
