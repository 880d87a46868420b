import ICAL from 'ical.js'

export type SeenGame = {
  uid: string
  title: string
  description: string | null
  place: string | null
  url: string | null
  geo: readonly number[] | null
  status: string
  sequence: number
  startsAt: number
  endsAt: number
  changedAt: number
  zone: string
  isAllDay: boolean
}

/** Reads a calendar with ical.js, as a calendar app would. */
export function readEvents(text: string): SeenGame[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const value = <T>(name: string) => component.getFirstPropertyValue(name) as T | null
    return {
      uid: event.uid,
      title: event.summary,
      description: value<string>('description'),
      place: value<string>('location'),
      url: value<string>('url'),
      geo: value<number[]>('geo'),
      status: String(value('status')),
      sequence: event.sequence,
      startsAt: event.startDate.toUnixTime() * 1000,
      endsAt: event.endDate.toUnixTime() * 1000,
      changedAt: (value<ICAL.Time>('last-modified')?.toUnixTime() ?? 0) * 1000,
      zone: event.startDate.zone?.tzid ?? '',
      isAllDay: event.startDate.isDate,
    }
  })
}
