import { isTimeZone } from '../../domain/time/clock.ts'

/** The zone this device's clocks show. A browser that keeps it secret says something that is no place. */
export function deviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** Places whose entry in the list still has the name that maps gave up. */
const newNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'America/Buenos_Aires': 'Buenos Aires',
  'Atlantic/Faeroe': 'Faroe Islands',
  'America/Godthab': 'Nuuk',
  'Europe/Kiev': 'Kyiv',
}

export const cityOfZone = (zone: string) => newNames[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

function namePart(zone: string, timeZoneName: 'longGeneric' | 'shortOffset', at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** 'GMT−5', as it is at that moment. */
export const offsetOfZone = (zone: string, at: number) => namePart(zone, 'shortOffset', at).replace('-', '−').replace(/\+0$/, '')

/** 'Central Time'. Zones without a name of their own have nothing but their offset. */
export function nameOfZone(zone: string, at: number): string {
  const name = namePart(zone, 'longGeneric', at)
  return name.startsWith('GMT') ? '' : name
}

/** What the list shows before anything is typed: where most of our people are, and a few to look in from afar. */
const likely = [
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
const mostShown = 40

/** Alternate letters of one word, so that 'sao paulo' finds São Paulo and an offset is found with either minus. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('−', '-')
    .replace(/[_\s/]+/g, ' ')
    .toLowerCase()
    .trim()

type SearchableZone = { zone: string; words: string }
let searchable: SearchableZone[] | undefined

/** Named once, when the first letter is typed: it takes a moment for four hundred zones. */
const listSearchable = (at: number) =>
  Intl.supportedValuesOf('timeZone')
    .concat('UTC')
    .map((zone) => ({ zone, words: fold(`${cityOfZone(zone)}|${zone}|${nameOfZone(zone, at)}|${offsetOfZone(zone, at)}`) }))

/** Zones by city, region, name or offset, those first whose city begins with what was typed. `first` are always at hand. */
export function searchZones(typed: string, first: readonly string[], at: number): string[] {
  const wanted = fold(typed).replace(/^utc(?=[+-])/, 'gmt')
  if (wanted === '') return [...new Set([...first, ...likely])]
  searchable ??= listSearchable(at)
  const starts = searchable.filter(({ words }) => words.startsWith(wanted))
  const within = searchable.filter(({ words }) => !words.startsWith(wanted) && words.includes(wanted))
  return [...starts, ...within].slice(0, mostShown).map(({ zone }) => zone)
}
