import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { firstSettings } from '../../domain/forms/settings.ts'
import { SettingsForm, type SettingsValues, toSettingsValues } from '../../domain/forms/settings-values.ts'

const zone = 'America/Chicago'
const values = (changes: Partial<SettingsValues> = {}): SettingsValues => ({
  ...toSettingsValues({ ...firstSettings(zone), version: 1 }),
  ...changes,
})
const read = (changes: Partial<SettingsValues>) => v.parse(SettingsForm, values(changes))
/** The faults by the names of their fields. */
function faultsOf(changes: Partial<SettingsValues>) {
  const { issues = [] } = v.safeParse(SettingsForm, values(changes))
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0].key, message]))
}

describe('The settings of a form in their fields', () => {
  it('come back as they were', () => {
    const settings = {
      ...{ ...firstSettings(zone), version: 3 },
      ...{ audience: 'people' as const, people: ['ana@example.com', 'bo@example.com'], maxSubmissions: 1200, keepMonths: 6 },
      ...{ opensAt: Date.UTC(2026, 11, 1, 15), closesAt: Date.UTC(2027, 6, 1, 14, 30), changesUntil: Date.UTC(2027, 5, 1, 5) },
      ...{ isOncePerPerson: true, needsApproval: true, addsMembers: true },
      ...{ frameOrigins: ['https://club.com'], thankYouUrl: 'https://club.com/thanks' },
    }
    expect(v.parse(SettingsForm, toSettingsValues(settings))).toEqual(settings)
    expect(read({})).toEqual({ ...firstSettings(zone), version: 1 })
  })

  it('mean the moments in the zone of the form, in winter and summer', () => {
    const winter = { opensAt: { date: '2026-12-01', time: '09:00' } }
    expect(read(winter).opensAt).toBe(Date.UTC(2026, 11, 1, 15))
    expect(read({ ...winter, timeZone: 'Europe/Berlin' }).opensAt).toBe(Date.UTC(2026, 11, 1, 8))
    expect(read({ opensAt: { date: '2026-07-01', time: '09:00' } }).opensAt).toBe(Date.UTC(2026, 6, 1, 14))
  })

  it('need whole moments, and none that the clocks skip', () => {
    expect(
      faultsOf({
        opensAt: { date: null, time: '09:00' },
        closesAt: { date: '2027-03-14', time: '02:30' },
        changesUntil: { date: '2027-01-01', time: null },
      }),
    ).toEqual({
      opensAt: 'Choose a date.',
      closesAt: 'This time does not exist on that day because the clocks change. Choose another time.',
      changesUntil: 'Enter a time.',
    })
    expect(faultsOf({ opensAt: { date: '2027-02-01', time: '09:00' }, closesAt: { date: '2027-02-01', time: '09:00' } })).toEqual({
      closesAt: 'The form must open before it closes.',
    })
  })

  it('split pasted addresses, and name the bad ones', () => {
    const people = 'ana@example.com, bo@example.com;\n\n  cy@example.com\tana@example.com'
    expect(read({ audience: 'people', people }).people).toEqual(['ana@example.com', 'bo@example.com', 'cy@example.com'])
    expect(faultsOf({ audience: 'people', people: 'ana@example.com bo@@ cy' })).toEqual({ people: 'bo@@, cy are not email addresses.' })
    expect(faultsOf({ audience: 'people', people: ' ' })).toEqual({ people: 'Enter the email address of at least one person.' })
    expect(read({ audience: 'members', people: 'ana@example.com bo@@' }).people).toEqual(['ana@example.com'])
  })

  it('need a code if the code decides', () => {
    expect(faultsOf({ audience: 'code', code: ' ' })).toEqual({ code: 'Choose a code.' })
    expect(faultsOf({ audience: 'code', code: 'abc' })).toEqual({ code: 'A code must have at least 4 characters.' })
    expect(read({ audience: 'code', code: ' spring26 ' }).code).toBe('spring26')
    expect(read({ audience: 'anyone', code: 'abc' }).code).toBe(null)
  })

  it('take counts as people write them', () => {
    expect(read({ maxSubmissions: '1,200', keepMonths: ' 6 ' })).toMatchObject({ maxSubmissions: 1200, keepMonths: 6 })
    expect(faultsOf({ maxSubmissions: '0', keepMonths: 'six' })).toEqual({
      maxSubmissions: 'Enter 1 to 100,000.',
      keepMonths: 'Enter 1 to 120 months.',
    })
    // One and a half months are not fifteen.
    expect(faultsOf({ keepMonths: '1,5' })).toEqual({ keepMonths: 'Enter 1 to 120 months.' })
  })

  it('read sites and addresses without https, and refuse others', () => {
    expect(read({ frameOrigins: 'club.com/join\nhttps://club.com, https://shop.club.com/', thankYouUrl: 'club.com/thanks' })).toMatchObject(
      {
        frameOrigins: ['https://club.com', 'https://shop.club.com'],
        thankYouUrl: 'https://club.com/thanks',
      },
    )
    expect(faultsOf({ frameOrigins: 'http://club.com', thankYouUrl: 'javascript://alert' })).toEqual({
      frameOrigins: 'Enter an address such as https://club.com.',
      thankYouUrl: 'Enter an address with https.',
    })
  })
})
