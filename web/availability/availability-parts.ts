import { today } from '@internationalized/date'
import type { DraftAvailability } from '../../domain/availability/drafts.ts'
import { type AvailabilityPart, listAvailabilityParts } from '../../domain/availability/merge-availability.ts'
import type { Edits } from '../../domain/merge-edits.ts'
import type { FormPart } from '../ui/edit-conflict.ts'
import { formatDate, formatRanges } from './format-time.ts'
import { cityOfZone } from './time-zones.ts'
import { weekdayLabels } from './weekday-labels.ts'

/** The parts that are merged on their own, with their names and values in words. */
export const listNamedParts = (edits: Edits<DraftAvailability>): FormPart<DraftAvailability>[] =>
  listAvailabilityParts(edits).map((part) => ({ ...part, ...describePart(part, today(edits.mine.timeZone).toString()) }))

function describePart(part: AvailabilityPart, currentDate: string): Pick<FormPart<DraftAvailability>, 'label' | 'format'> {
  switch (part.kind) {
    case 'timeZone':
      return { label: 'Time zone', format: ({ timeZone }) => `${cityOfZone(timeZone)} time` }
    case 'weekday':
      return {
        label: weekdayLabels[part.weekday],
        format: ({ weeklyAvailability }) => formatRanges(weeklyAvailability[part.weekday].timeRanges),
      }
    case 'date':
      return {
        label: formatDate(part.date, currentDate),
        format: ({ dateSpecificAvailability }) => {
          const entry = dateSpecificAvailability.find(({ date }) => date === part.date)
          return entry ? formatRanges(entry.timeRanges) : 'Usual weekly hours'
        },
      }
  }
}
