import { cleanLine } from '../texts.ts'
import { createZoneReader, type FeedTime, readDuration, readTimes } from './feed-times.ts'
import { type ContentLine, type FeedComponent, readComponents } from './read-lines.ts'

/** One entry of a calendar: a single date, a series with a rule, or a changed date of a series. */
export type FeedEntry = {
  uid: string
  /** The date of the series that this entry replaces. Null for all others. */
  replaces: FeedTime | null
  sequence: number
  title: string
  place: string
  start: FeedTime
  end: FeedTime | null
  duration: number | null
  rule: string | null
  extraTimes: readonly FeedTime[]
  excludedTimes: readonly FeedTime[]
  isCancelled: boolean
  /** The entry does not make its owner busy. */
  isFree: boolean
}

export type Feed = {
  entries: FeedEntry[]
  /** Entries that we could not read. */
  skipped: number
}

/** Reads an iCalendar file. Null if the text is none. An entry that we cannot read does not affect the others. */
export function readFeed(text: string): Feed | null {
  const components = readComponents(text)
  if (!components) return null
  const events = components.filter(({ name }) => name === 'VEVENT')
  const readZone = createZoneReader(readZoneAliases(components))
  const entries = events.flatMap((event) => readEntry(event, readZone) ?? [])
  return { entries, skipped: events.length - entries.length }
}

/** Some programs invent names for zones and write the real name in X-LIC-LOCATION. */
const readZoneAliases = (components: readonly FeedComponent[]): Map<string, string> =>
  new Map(
    components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [findLine(zone, 'TZID')?.value.trim() ?? '', findLine(zone, 'X-LIC-LOCATION')?.value.trim() ?? '']),
  )

const findLine = ({ lines }: FeedComponent, name: string): ContentLine | undefined => lines.find((line) => line.name === name)

/** A UID longer than this is cut. */
const maxUidLength = 200

function readEntry(event: FeedComponent, readZone: (name: string) => string | null): FeedEntry | null {
  const timesOf = (name: string) => event.lines.filter((line) => line.name === name).flatMap((line) => readTimes(line, readZone))
  const textOf = (name: string, max: number) => cleanText(findLine(event, name)?.value ?? '', max)
  const [start] = timesOf('DTSTART')
  if (!start) return null
  const replacesLine = findLine(event, 'RECURRENCE-ID')
  const [replaces = null] = replacesLine ? readTimes(replacesLine, readZone) : []
  // A changed date that does not say which one it changes would be shown beside the old date.
  if (replacesLine && !replaces) return null
  const title = textOf('SUMMARY', 120)
  return {
    uid: textOf('UID', maxUidLength) || `${start.wall} ${title}`,
    replaces,
    sequence: Number.parseInt(findLine(event, 'SEQUENCE')?.value ?? '0', 10) || 0,
    title,
    place: textOf('LOCATION', 200),
    start,
    end: timesOf('DTEND')[0] ?? null,
    duration: readDuration(findLine(event, 'DURATION')?.value ?? ''),
    rule: findLine(event, 'RRULE')?.value.trim() || null,
    extraTimes: timesOf('RDATE'),
    excludedTimes: timesOf('EXDATE'),
    isCancelled: textOf('STATUS', 20).toUpperCase() === 'CANCELLED',
    isFree: textOf('TRANSP', 20).toUpperCase() === 'TRANSPARENT',
  }
}

/** Reads a value of type TEXT as one line. */
const cleanText = (value: string, max: number): string =>
  cleanLine(
    value.slice(0, max * 10).replace(/\\([nN;,\\])/g, (_, character: string) => (character.toLowerCase() === 'n' ? ' ' : character)),
    max,
  )
