import { writeCsv } from '../../../domain/csv.ts'
import type { ManagedEvent, ManagedJoiner } from '../../../domain/events/manage-contract.ts'
import { toFileName } from '../../../domain/file-name.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { getAnswer, type ManagedList } from './managed-list.ts'

const stateLabels: Record<ManagedJoiner['state'], string> = {
  going: 'Going',
  paying: 'Paying',
  offered: 'Offered a seat',
  held: 'Held',
  waiting: 'Waiting',
  asked: 'Requested',
  left: 'Left',
  expired: 'Offer expired',
  refused: 'Declined',
  removed: 'Removed',
}

/** Everyone on the list, as a table for a spreadsheet. Times are in the time zone of the game. */
export function writeJoinersCsv({ event }: ManagedEvent, { going, waitlist, requests, formerJoiners }: ManagedList): string {
  const time = (at: number | null) => {
    if (at === null) return ''
    const { date, time } = instantToLocal(at, event.timeZone)
    return `${date} ${time}`
  }
  const slotNames = new Map(event.live.slots.map(({ id, name }) => [id, name]))
  const hasSlots = slotNames.size > 0
  const head = [
    'Name',
    'Status',
    ...(hasSlots ? ['Slot'] : []),
    'Seats',
    'Guests',
    ...event.questions.map(({ text }) => text),
    'Joined',
    'Came',
    'Checked in',
    'No-show',
  ]
  const rows = [...going, ...waitlist, ...requests, ...formerJoiners].map((joiner) => [
    joiner.name,
    stateLabels[joiner.state],
    ...(hasSlots ? [slotNames.get(joiner.slotId ?? '') ?? ''] : []),
    joiner.seats,
    joiner.guests.join('; '),
    ...event.questions.map(({ id }) => getAnswer(joiner, id)),
    time(joiner.joinedAt),
    joiner.arrived,
    time(joiner.arrived > 0 ? joiner.checkedInAt : null),
    joiner.isNoShow ? 'yes' : '',
  ])
  return writeCsv([head, ...rows])
}

/** "open-play-2026-11-21.csv" */
export const getCsvFileName = ({ title, startsAt, timeZone }: ManagedEvent['event']): string =>
  `${toFileName(title)}-${instantToLocal(startsAt, timeZone).date}.csv`
