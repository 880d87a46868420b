import { isTimeZone } from '../../domain/time/clock.ts'

/** The time zone of this device. Some browsers hide it and return a zone that does not exist; then we use UTC. */
export function getDeviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** Current names of places whose entry in the time zone list still uses an old name. */
const currentNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'America/Buenos_Aires': 'Buenos Aires',
  'Atlantic/Faeroe': 'Faroe Islands',
  'America/Godthab': 'Nuuk',
  'Europe/Kiev': 'Kyiv',
}

export const cityOfZone = (zone: string) => currentNames[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

function namePart(zone: string, timeZoneName: 'longGeneric' | 'shortOffset', at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** 'GMT−5', at the given moment. */
export const offsetOfZone = (zone: string, at: number) => namePart(zone, 'shortOffset', at).replace('-', '−').replace(/\+0$/, '')

/** 'Central Time'. Empty for zones that have no name, only an offset. */
export function nameOfZone(zone: string, at: number): string {
  const name = namePart(zone, 'longGeneric', at)
  return name.startsWith('GMT') ? '' : name
}

/** The zones shown before anything is typed: US zones, where most users live, and a few others. */
const commonZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Europe/London',
  'Asia/Kolkata',
  'UTC',
]
const maxResults = 40

/** Normalizes letters, so that 'sao paulo' finds São Paulo and both minus signs find an offset. */
const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('−', '-')
    .replace(/[_\s/]+/g, ' ')
    .toLowerCase()
    .trim()

type SearchableZone = { zone: string; searchText: string }
let searchableZones: SearchableZone[] | undefined

/** We list the zones once, when the first letter is typed: naming four hundred zones takes a moment. */
const listSearchableZones = (at: number) =>
  Intl.supportedValuesOf('timeZone')
    .concat('UTC')
    .map((zone) => ({ zone, searchText: normalize(`${cityOfZone(zone)}|${zone}|${nameOfZone(zone, at)}|${offsetOfZone(zone, at)}`) }))

/** Finds zones by city, region, name or offset. Zones whose city starts with the typed text come first; without text, `pinnedZones` do. */
export function searchZones(typed: string, pinnedZones: readonly string[], at: number): string[] {
  const search = normalize(typed).replace(/^utc(?=[+-])/, 'gmt')
  if (search === '') return [...new Set([...pinnedZones, ...commonZones])]
  searchableZones ??= listSearchableZones(at)
  const startMatches = searchableZones.filter(({ searchText }) => searchText.startsWith(search))
  const otherMatches = searchableZones.filter(({ searchText }) => !searchText.startsWith(search) && searchText.includes(search))
  return [...startMatches, ...otherMatches].slice(0, maxResults).map(({ zone }) => zone)
}
