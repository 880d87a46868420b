import { describe, expect, it } from 'vitest'
import { localToInstant } from '../../domain/time/local-time.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const instantOf = (date: string, time: string, zone: string) => {
  const found = localToInstant(date, time, zone)
  return found.fault === null ? new Date(found.instant).toISOString().slice(0, 16) : found.fault
}

describe('A local time', () => {
  it.each([
    ['2026-11-21', '07:00', 'America/Chicago', '2026-11-21T13:00'],
    ['2026-07-04', '18:30', 'America/New_York', '2026-07-04T22:30'],
    ['2026-01-26', '00:00', 'Australia/Sydney', '2026-01-25T13:00'],
    ['2026-07-04', '12:00', 'America/Phoenix', '2026-07-04T19:00'],
    ['2026-01-01', '00:15', 'Pacific/Kiritimati', '2025-12-31T10:15'],
    ['2026-01-01', '23:45', 'Pacific/Pago_Pago', '2026-01-02T10:45'],
  ])('is converted to its instant: %s %s in %s is %s', (date, time, zone, instant) => expect(instantOf(date, time, zone)).toBe(instant))

  it('is refused if the clocks skip it, with the next time that exists', () => {
    expect(localToInstant('2026-03-08', '02:30', 'America/New_York')).toEqual({
      fault: 'skipped',
      next: { date: '2026-03-08', time: '03:00', instant: utc('2026-03-08T07:00') },
    })
    expect(localToInstant('2026-10-04', '02:00', 'Australia/Sydney')).toMatchObject({ next: { time: '03:00' } })
    expect(localToInstant('2026-10-04', '02:10', 'Australia/Lord_Howe')).toMatchObject({ next: { time: '02:30' } })
    // This zone moved across the date line, so it did not have this day at all.
    expect(localToInstant('2011-12-30', '10:00', 'Pacific/Apia')).toMatchObject({ next: { date: '2011-12-31', time: '00:00' } })
    expect(instantOf('2026-03-08', '01:59', 'America/New_York')).toBe('2026-03-08T06:59')
    expect(instantOf('2026-03-08', '03:00', 'America/New_York')).toBe('2026-03-08T07:00')
    expect(instantOf('2026-03-08', '02:30', 'America/Phoenix')).toBe('2026-03-08T09:30')
  })

  it.each([
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30'],
    ['2026-11-01', '02:00', 'America/New_York', '2026-11-01T07:00'],
    ['2026-04-05', '02:30', 'Australia/Sydney', '2026-04-04T15:30'],
    ['2026-11-01', '01:30', 'America/Phoenix', '2026-11-01T08:30'],
  ])('is the earlier instant if the clocks show it twice: %s %s in %s is %s', (date, time, zone, instant) =>
    expect(instantOf(date, time, zone)).toBe(instant),
  )

  it.each([
    ['2026-02-30', '07:00', 'America/Chicago', 'notADate'],
    ['2026-2-3', '07:00', 'America/Chicago', 'notADate'],
    ['2026-11-21', '24:00', 'America/Chicago', 'notATime'],
    ['2026-11-21', '7:00', 'America/Chicago', 'notATime'],
    ['2026-11-21', '07:00', 'America/Austin', 'notAZone'],
    ['2026-11-21', '07:00', '+05:00', 'notAZone'],
  ])('is refused if a part is invalid: %s %s in %s is %s', (date, time, zone, fault) => expect(instantOf(date, time, zone)).toBe(fault))

  it('is the same after it is converted to an instant and back, in every hour around both clock changes', () => {
    for (const zone of [
      'America/New_York',
      'Australia/Sydney',
      'America/Phoenix',
      'Pacific/Pago_Pago',
      'Pacific/Kiritimati',
      'Asia/Kathmandu',
    ]) {
      for (const start of [utc('2026-03-06T00:00'), utc('2026-04-03T00:00'), utc('2026-10-02T00:00'), utc('2026-10-30T00:00')]) {
        for (let instant = start; instant < start + 96 * 3_600_000; instant += 1_800_000) {
          const { date, time } = instantToLocal(instant, zone)
          const found = localToInstant(date, time, zone)
          const result = found.fault === null ? found.instant : Number.NaN
          // If the clocks show a time twice, the result is the earlier instant.
          expect([instant, instant - 3_600_000]).toContain(result)
          expect(instantToLocal(result, zone)).toEqual({ date, time })
        }
      }
    }
  })
})
