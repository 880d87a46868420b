/**
 * The parts of a game that a change of a series writes or leaves alone as a whole. A start has two parts, because the dates of a
 * series share their time of day but not their day.
 */
export const eventParts = [
  'activity',
  'title',
  'description',
  'where',
  'day',
  'time',
  'length',
  'levels',
  'seats',
  'maxGuests',
  'audience',
  'needsApproval',
  'questions',
  'leaveMinutes',
  'waitlistMode',
  'joinFrom',
  'pricing',
  'form',
  'coHosts',
] as const
export type EventPart = (typeof eventParts)[number]

/** What a person calls each part: "Dec 5 has its own place." */
export const partLabels: Record<EventPart, string> = {
  activity: 'activity',
  title: 'title',
  description: 'description',
  where: 'place',
  day: 'day',
  time: 'start time',
  length: 'length',
  levels: 'level',
  seats: 'seats',
  maxGuests: 'number of guests',
  audience: 'choice of who can see it',
  needsApproval: 'choice of who can join',
  questions: 'questions',
  leaveMinutes: 'deadline to leave',
  waitlistMode: 'waitlist order',
  joinFrom: 'time when joining opens',
  pricing: 'price',
  form: 'form',
  coHosts: 'co-hosts',
}
