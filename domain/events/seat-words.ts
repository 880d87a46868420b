import { calendarLinks } from '../calendar/calendar-links.ts'
import { webDirectionsUrl } from '../geo/directions.ts'
import type { MailData } from '../mail/contract.ts'
import type { EventDetail } from './contract.ts'
import { formatDeadline } from './format.ts'
import { formatRefund } from './format-refund.ts'
import { formatWhen, formatWhenForReader } from './format-when.ts'
import { placeText } from './place-text.ts'
import { leaveDeadlineOf } from './rules.ts'
import { formatTicketCode } from './ticket.ts'

type Reader = {
  now: number
  /** Null if we do not know where the person is. */
  timeZone: string | null
  origin: string
  /** Opens the calendar file without a session. Null where nobody follows the link. */
  seatToken: string | null
}

const listNames = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names)

type SeatWords = Omit<NonNullable<MailData<'seat-confirmed'>['game']>, 'wallets'>

/** What the email says that confirms a seat. The game is as its player sees it. Null if they have no seat in it. */
export function describeSeat(event: EventDetail, { now, timeZone: readerZone, origin, seatToken }: Reader): SeatWords | null {
  const { id, title, where, timeZone, startsAt, endsAt, live, price, leaveBy, team } = event
  const { mine } = live
  if (mine?.state !== 'going') return null
  const tier = price?.tiers?.find((one) => one.id === mine.tierId)
  const slot = live.slots.find((one) => one.id === mine.slotId)
  const seats = mine.seats === 1 ? 'One seat' : `${mine.seats} seats${mine.guests.length > 0 ? `, with ${listNames(mine.guests)}` : ''}`
  const url = `${origin}/evt/${id}`
  // Hosts do not pay for a seat in their own game.
  const costsMoney = price !== null && !event.isHost
  return {
    title,
    when: formatWhen(event, now),
    whenForReader: formatWhenForReader(event, readerZone, now),
    placeName: where.name,
    address: where.address,
    directionsUrl: webDirectionsUrl(where),
    hosts: listNames([...event.hosts.map(({ name }) => name), ...(team ? [team.name] : [])]),
    seat: [tier?.name, slot?.name, seats].filter(Boolean).join(' · '),
    ticketCode: mine.ticketCode ? formatTicketCode(mine.ticketCode) : null,
    leaveWords: [
      writeLeaving(leaveBy, { startsAt, timeZone, now }),
      costsMoney && formatRefund({ price, startsAt, timeZone }, now, { locale: 'en-US' }),
    ]
      .filter(Boolean)
      .join(' '),
    // The page of the game has the description. Here it would make the links in the text of the email very long.
    calendars: calendarLinks(
      { title, description: '', url, place: placeText(where), timeZone, startsAt, endsAt },
      { fileUrl: `${origin}/api/events/${id}/calendar.ics${seatToken ? `?seat=${seatToken}` : ''}` },
    ),
  }
}

/** How the link reads with which a player leaves one of several games. */
export function writeLeaveLink(
  { startsAt, timeZone, leaveMinutes }: { startsAt: number; timeZone: string; leaveMinutes: number },
  now: number,
) {
  const leaveBy = leaveDeadlineOf(startsAt, leaveMinutes)
  return leaveMinutes > 0 && leaveBy > now ? `Leave by ${formatDeadline(leaveBy, { timeZone, now, locale: 'en-US' })}` : 'Leave'
}

function writeLeaving(leaveBy: number, { startsAt, timeZone, now }: { startsAt: number; timeZone: string; now: number }): string {
  if (leaveBy >= startsAt) return 'You can leave until it starts.'
  const moment = formatDeadline(leaveBy, { timeZone, now, locale: 'en-US' })
  return leaveBy > now
    ? `If you cannot come, leave by ${moment}. After that, the hosts see that you left late.`
    : 'If you cannot come, please leave anyway, so that your seat goes to the next person.'
}
