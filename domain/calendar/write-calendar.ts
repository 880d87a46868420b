import { dateText } from '../time/clock.ts'
import { expandSeries } from '../time/expand-series.ts'
import { day, minute } from '../time/spans.ts'
import { instantToLocal, isShownTwice } from '../time/wall-clock.ts'
import { escapeText, foldLine, plainValue, utcText } from './content-lines.ts'
import type { CalendarEvent, CalendarSettings } from './contract.ts'
import { writeRule } from './write-rule.ts'
import { writeTimeZone } from './write-time-zone.ts'

export const calendarType = 'text/calendar; charset=utf-8'

/** The type of a file in an email. The method in it must be that of the file. */
export const mailedCalendarType = `${calendarType}; method=PUBLISH`

/** Series cannot be created with more dates. If a series has more, the time zone rules cover its first dates only. */
const maxOccurrences = 60

/** Writes an iCalendar file (RFC 5545). The same events at the same `now` give the same bytes. */
export function writeCalendar(events: readonly CalendarEvent[], { now, name }: CalendarSettings): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gather//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name === null ? [] : writeSubscription(name)),
    ...writeTimeZones(events),
    ...events.flatMap((event) => writeEvent(event, now)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

/** What apps read that load a calendar again and again. */
const writeSubscription = (name: string): string[] => [
  `NAME:${escapeText(name)}`,
  `X-WR-CALNAME:${escapeText(name)}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
]

function writeTimeZones(events: readonly CalendarEvent[]): string[] {
  const timed = events.filter(({ days }) => !days)
  const zones = Map.groupBy(timed, ({ timeZone }) => timeZone)
  return [...zones].flatMap(([zone, eventsInZone]) =>
    writeTimeZone(
      zone,
      eventsInZone.reduce((first, { startsAt }) => Math.min(first, startsAt), Number.POSITIVE_INFINITY),
      eventsInZone.reduce((last, event) => Math.max(last, findLastEnd(event)), 0),
    ),
  )
}

function findLastEnd({ startsAt, endsAt, timeZone, repeat }: CalendarEvent): number {
  if (!repeat) return endsAt
  const { date, time } = instantToLocal(startsAt, timeZone)
  const durationMinutes = (endsAt - startsAt) / minute
  const series = expandSeries({ date, startTime: time, durationMinutes, zone: timeZone, rule: repeat.rule, exceptions: [] }, maxOccurrences)
  return series.fault === null ? (series.occurrences.at(-1)?.endsAt ?? endsAt) : endsAt
}

function writeEvent(event: CalendarEvent, now: number): string[] {
  const { id, sequence, title, description, url, place, lat, lng, timeZone, startsAt, updatedAt, repeat } = event
  const { time } = instantToLocal(startsAt, timeZone)
  const exceptions = repeat?.exceptions.map((date) => `${date.replaceAll('-', '')}T${time.replace(':', '')}00`) ?? []
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(id)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utcText(now)}`,
    `LAST-MODIFIED:${utcText(updatedAt)}`,
    ...writeTimes(event),
    ...(repeat ? [writeRule(repeat.rule, time, timeZone)] : []),
    ...(exceptions.length > 0 ? [`EXDATE;TZID=${timeZone}:${exceptions.join(',')}`] : []),
    `SUMMARY:${escapeText(title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    ...(lat === null || lng === null ? [] : [`GEO:${lat.toFixed(6)};${lng.toFixed(6)}`]),
    ...(url ? [`URL:${plainValue(url)}`] : []),
    `STATUS:${statusOf(event)}`,
    'END:VEVENT',
  ]
}

const statusOf = ({ isCancelled, isTentative }: CalendarEvent) => (isCancelled ? 'CANCELLED' : isTentative ? 'TENTATIVE' : 'CONFIRMED')

/** In a calendar, an entry ends before its DTEND, so the DTEND of whole days is the day after the last one. */
function writeTimes({ timeZone, startsAt, endsAt, days, repeat }: CalendarEvent): string[] {
  // Calendar apps disagree on what a local time means that the clocks show twice. A series needs local times.
  if (!days && !repeat && (isShownTwice(startsAt, timeZone) || isShownTwice(endsAt, timeZone)))
    return [`DTSTART:${utcText(startsAt)}`, `DTEND:${utcText(endsAt)}`]
  if (!days) return [`DTSTART;TZID=${timeZone}:${localText(startsAt, timeZone)}`, `DTEND;TZID=${timeZone}:${localText(endsAt, timeZone)}`]
  const dayText = (date: string) => date.replaceAll('-', '')
  return [`DTSTART;VALUE=DATE:${dayText(days.firstDate)}`, `DTEND;VALUE=DATE:${dayText(dateAfter(days.lastDate))}`]
}

function localText(instant: number, zone: string): string {
  const { date, time } = instantToLocal(instant, zone)
  return `${date.replaceAll('-', '')}T${time.replace(':', '')}00`
}

const dateAfter = (date: string) => dateText(Date.parse(date) / day + 1)
