import { type ActivityId, findActivity } from '../../../domain/activities.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { formatLevels, formatVisibility } from '../../../domain/events/format.ts'
import { fieldsPart } from '../../../domain/merge-edits.ts'
import { type FormPart, fieldPartOf } from '../../ui/edit-conflict.ts'
import {
  formatClockTime,
  formatJoinFrom,
  formatLeaveDeadline,
  formatLength,
  formatLongDate,
  formatMaxGuests,
  formatPricing,
  formatSeatCount,
  waitlistLabels,
} from './format-event-form.ts'

const partOf = fieldPartOf<FormValues>()

const formatActivity = (id: ActivityId) => findActivity(id)?.label ?? id

function formatSeats({ capacity, slots }: FormValues): string {
  return slots.length === 0 ? formatSeatCount(capacity) : slots.map((slot) => `${slot.name}: ${slot.capacity}`).join('\n')
}

/** The parts that are merged on their own if another tab or host has changed the game. */
export const listEventParts = (nameOfTeam: (id: string) => string | null): readonly FormPart<FormValues>[] => [
  partOf('activity', 'Activity', formatActivity),
  partOf('date', 'Day', (date) => (date === null ? '' : formatLongDate(date))),
  partOf('time', 'Start time', (time) => (time === null ? '' : formatClockTime(time))),
  partOf('minutes', 'Length', formatLength),
  {
    ...partOf('where', 'Where', (where) => (where ? [where.name, where.address].filter(Boolean).join(', ') : '')),
    valueOf: ({ where }) => where && [where.placeId, where.name, where.address, where.lat, where.lng],
  },
  {
    ...fieldsPart<FormValues>(['capacity', 'slots']),
    // With slots, the number of seats is the sum of their seats.
    valueOf: ({ capacity, slots }) => (slots.length === 0 ? capacity : slots),
    label: 'Seats',
    format: formatSeats,
  },
  partOf('title', 'Title', (title) => title),
  partOf('description', 'About', (description) => description),
  partOf('picture', 'Picture', (picture) => ({ kept: 'As saved', new: 'New picture', none: 'No picture' })[picture]),
  {
    ...fieldsPart<FormValues>(['levelMin', 'levelMax']),
    label: 'Level',
    format: ({ activity, levelMin, levelMax }) => formatLevels(activity, levelMin, levelMax),
  },
  partOf('pricing', 'Price', formatPricing),
  partOf('formId', 'Form', (formId) => (formId === null ? 'None' : 'A form of the community')),
  partOf('maxGuests', 'Guests', formatMaxGuests),
  {
    ...fieldsPart<FormValues>(['visibility', 'teamId']),
    label: 'Who can see it',
    format: ({ visibility, teamId }) => formatVisibility(visibility, teamId === null ? null : nameOfTeam(teamId)),
  },
  {
    ...fieldsPart<FormValues>(['joinMinutes', 'plusJoinsEarly']),
    label: 'Joining opens',
    format: (values) => `${formatJoinFrom(values)}${values.plusJoinsEarly ? ', earlier with Member Plus' : ''}`,
  },
  partOf('needsApproval', 'Joining', (needsApproval) => (needsApproval ? 'You approve each player' : 'Right away')),
  partOf('questions', 'Questions', (questions) => questions.map(({ text }) => text).join('\n')),
  partOf('leaveMinutes', 'Leaving', formatLeaveDeadline),
  partOf('waitlistMode', 'Waitlist', (mode) => waitlistLabels[mode].label),
  {
    ...partOf('coHosts', 'Co-hosts', (coHosts) => coHosts.map(({ name }) => name).join(', ')),
    valueOf: ({ coHosts }) => coHosts.map(({ id }) => id).sort(),
  },
  partOf('publishAt', 'Publish time', (at) => (at ? `${formatLongDate(at.date)}, ${formatClockTime(at.time)}` : 'When you publish it')),
]
