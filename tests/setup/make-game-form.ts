import type { EventForm, Repeat } from '../../domain/events/form-contract.ts'
import { day } from '../../domain/time/spans.ts'

/** Returns a local time some days from now. The default is noon, which is never at night and never skipped by daylight saving time. */
export const inDays = (days: number, time = '12:00') => `${new Date(Date.now() + days * day).toISOString().slice(0, 10)}T${time}`

/** Noon in Austin, on a Wednesday. Tests stop the clock there, because seats are offered only by day. */
export const noon = Date.UTC(2026, 10, 25, 18)

/** A simple game that is open to everyone: all form fields except the activity, title, place, times and capacity. */
export const plainGame: Omit<EventForm, 'activity' | 'title' | 'where' | 'starts' | 'ends' | 'capacity'> = {
  description: '',
  levelMin: null,
  levelMax: null,
  slots: [],
  maxGuests: 3,
  visibility: 'public',
  teamId: null,
  needsApproval: false,
  questions: [],
  leaveMinutes: 720,
  waitlistMode: 'order',
  joinFrom: null,
  plusJoinsEarly: false,
  pricing: null,
  formId: null,
  coHosts: [],
}

export const makeGameForm = (changes: Partial<EventForm> = {}): EventForm => ({
  ...plainGame,
  activity: 'pickleball',
  title: 'Open play',
  where: { placeId: null, name: 'Northside Courts', address: '1 Court St, Austin, TX', lat: 30.2672, lng: -97.7431 },
  starts: inDays(3),
  ends: inDays(3, '14:00'),
  capacity: 4,
  ...changes,
})

export const repeatWeekly = (count: number): Repeat => ({ every: 'week', interval: 1, weekdays: [], count, until: null, except: [] })
