import { utcText } from './content-lines.ts'
import type { CalendarEvent } from './contract.ts'

type LinkedEvent = Pick<CalendarEvent, 'title' | 'description' | 'url' | 'place' | 'timeZone' | 'startsAt' | 'endsAt'>

/** Servers refuse long addresses, and the description is one tap away. */
const maxDescriptionLength = 500

export type CalendarLinks = { google: string; outlook: string; apple: string }

/** Links that add a game to a calendar. Apple has no page for it: its apps open the file of the game, which every other app reads too. */
export function calendarLinks(event: LinkedEvent, { fileUrl }: { fileUrl: string }): CalendarLinks {
  const { title, place, timeZone, startsAt, endsAt } = event
  const details = writeDetails(event)
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${utcText(startsAt)}/${utcText(endsAt)}`,
    ctz: timeZone,
    details,
    location: place,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: isoText(startsAt),
    enddt: isoText(endsAt),
    body: details,
    location: place,
  })
  return {
    google: `https://calendar.google.com/calendar/render?${writeQuery(google)}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${writeQuery(outlook)}`,
    apple: fileUrl,
  }
}

/** The link to the page comes first, so that a long description does not push it out. */
function writeDetails({ description, url }: LinkedEvent): string {
  const letters = [...description]
  const words = letters.length <= maxDescriptionLength ? description : `${letters.slice(0, maxDescriptionLength).join('').trimEnd()}…`
  return [url, words].filter(Boolean).join('\n\n')
}

const isoText = (instant: number) => new Date(instant).toISOString().replace('.000', '')

/** Outlook shows a plus sign where others show a space. */
const writeQuery = (query: URLSearchParams) => query.toString().replaceAll('+', '%20')
