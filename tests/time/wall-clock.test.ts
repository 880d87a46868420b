import { fromAbsolute } from '@internationalized/date'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { offsetAt } from '../../domain/time/wall-clock.ts'

const zones = [
  'UTC',
  'America/Chicago',
  'America/New_York',
  'America/St_Johns',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Europe/Dublin',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

it('The offset is the same as that of the date library, in any zone at any instant', () => {
  // We skip 0: a format that was created while another test used a fake clock treats 0 as no time.
  const instant = fc.integer({ min: 1, max: Date.UTC(2100, 0, 1) })
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, (zone, at) => offsetAt(at, zone) === fromAbsolute(at, zone).offset),
    {
      numRuns: 5_000,
    },
  )
})

it.each([
  ['America/Chicago', '2026-03-08T08:00:00Z'],
  ['America/Chicago', '2026-11-01T07:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
])('The offset in %s changes at %s, to the millisecond', (zone, change) => {
  const at = Date.parse(change)
  expect([at - 1, at, at + 1].map((instant) => offsetAt(instant, zone))).toEqual(
    [at - 1, at, at + 1].map((instant) => fromAbsolute(instant, zone).offset),
  )
  expect(offsetAt(at - 1, zone)).not.toBe(offsetAt(at, zone))
})
