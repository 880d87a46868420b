import { refusal, type StandIn } from '../stand-in.ts'

const day = 24 * 60 * 60 * 1000

/** Calendars of teams on other sites. Their games are counted from today, so that there are always upcoming ones. */
const calendars: Record<string, (today: number) => string[][]> = {
  'river-city-padel.ics': (today) => [
    [
      'UID:league@river-city.test',
      `DTSTART;TZID=America/Chicago:${dateText(today - 30 * day + toWeekday(today, 4))}T193000`,
      'DURATION:PT90M',
      'RRULE:FREQ=WEEKLY',
      'SUMMARY:Thursday league',
      'LOCATION:River City Padel Club\\, Austin',
    ],
    [
      'UID:cup@river-city.test',
      `DTSTART;VALUE=DATE:${dateText(today + 19 * day)}`,
      `DTEND;VALUE=DATE:${dateText(today + 21 * day)}`,
      'SUMMARY:Winter cup',
      'LOCATION:San Marcos',
    ],
    [
      'UID:away@river-city.test',
      `DTSTART;TZID=America/Chicago:${dateText(today + 5 * day)}T100000`,
      `DTEND;TZID=America/Chicago:${dateText(today + 5 * day)}T120000`,
      'SUMMARY:Away at Round Rock',
      'LOCATION:Round Rock Racket Hall',
    ],
    [
      'UID:friendly@river-city.test',
      `DTSTART;TZID=America/Chicago:${dateText(today + 9 * day)}T180000`,
      `DTEND;TZID=America/Chicago:${dateText(today + 9 * day)}T193000`,
      'SUMMARY:Friendly against the Dippers',
      'STATUS:CANCELLED',
    ],
  ],
}

const dateText = (instant: number) => new Date(instant).toISOString().slice(0, 10).replaceAll('-', '')

/** Milliseconds from 30 days before `today` to the next day of the week, where 4 is Thursday. */
const toWeekday = (today: number, weekday: number) => ((weekday - new Date(today - 30 * day).getUTCDay() + 7) % 7) * day

/** Simulates the sites of other teams. A name that it does not know is a calendar that is gone. */
export function createFeeds(): StandIn {
  return (_, path) => {
    const name = path.slice(1)
    const entries = Object.hasOwn(calendars, name) ? calendars[name]?.(Math.floor(Date.now() / day) * day) : undefined
    if (!entries) return refusal(404, 'not_found', `There is no calendar ${name}.`)
    const lines = entries.flatMap((entry) => ['BEGIN:VEVENT', ...entry, 'END:VEVENT'])
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Sandbox//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
    return new Response(text, { headers: { 'content-type': 'text/calendar; charset=utf-8' } })
  }
}
