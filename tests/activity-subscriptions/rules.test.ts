import { describe, expect, it } from 'vitest'
import { formatActivities, formatPlaceName, stageOf, switchTemporary } from '../../domain/activity-subscriptions/rules.ts'

const now = Date.UTC(2026, 4, 1)

describe('A subscription', () => {
  it('starts now without an end if it becomes temporary, and has no dates otherwise', () => {
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

describe('The confirmation email', () => {
  it('names one or two activities, or the first and the number of others', () => {
    expect(formatActivities(['Padel'])).toBe('Padel')
    expect(formatActivities(['Padel', 'Tennis'])).toBe('Padel and Tennis')
    expect(formatActivities(['Padel', 'Tennis', 'Yoga'])).toBe('Padel and 2 more')
  })

  it('names the place in one line', () => {
    expect(formatPlaceName({ name: ' Zilker\nPark\u2028Austin ', description: 'x' })).toBe('Zilker Park Austin')
    expect(formatPlaceName({ name: '  ', description: 'Near Austin, TX' })).toBe('Near Austin, TX')
    expect(formatPlaceName({ name: '', description: 'x'.repeat(200) })).toHaveLength(120)
  })
})
