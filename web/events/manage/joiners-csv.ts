import { writeCsv } from '../../../domain/csv.ts'
import type { ManagedEvent, ManagedJoiner } from '../../../domain/events/manage-contract.ts'
import { fileNameOf } from '../../../domain/file-name.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { answerTo, type ManagedList } from './managed-list.ts'

const stateWords: Record<ManagedJoiner['state'], string> = {
  going: 'Going',
  offered: 'Offered a seat',
  waiting: 'Waiting',
  asked: 'Asked',
  left: 'Left',
  lapsed: 'Offer ran out',
  refused: 'Turned down',
  removed: 'Taken out',
}

/** Everyone on the list, as a table for a spreadsheet; times by the clocks at the place. */
export function writeJoinersCsv({ event }: ManagedEvent, { going, inLine, asked, over }: ManagedList): string {
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
  const rows = [...going, ...inLine, ...asked, ...over].map((joiner) => [
    joiner.name,
    stateWords[joiner.state],
    ...(hasSlots ? [slotNames.get(joiner.slotId ?? '') ?? ''] : []),
    joiner.seats,
    joiner.guests.join('; '),
    ...event.questions.map(({ id }) => answerTo(joiner, id)),
    time(joiner.joinedAt),
    joiner.arrived,
    time(joiner.arrived > 0 ? joiner.checkedInAt : null),
    joiner.isNoShow ? 'yes' : '',
  ])
  return writeCsv([head, ...rows])
}

/** "open-play-2026-11-21.csv" */
export const csvName = ({ title, startsAt, timeZone }: ManagedEvent['event']): string =>
  `${fileNameOf(title)}-${instantToLocal(startsAt, timeZone).date}.csv`
