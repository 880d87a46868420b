import type { EventForm, Repeat } from '../../domain/events/form-contract.ts'
import { day } from '../../domain/time/spans.ts'

/** Wall-clock time so many days from now, at noon: never at night, and never a time that clocks skip. */
export const inDays = (days: number, time = '12:00') => `${new Date(Date.now() + days * day).toISOString().slice(0, 10)}T${time}`

/** A game open to everyone, with nothing to it: all of the form but what, where, when and for how many. */
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
  coHosts: [],
}

export const aGame = (changes: Partial<EventForm> = {}): EventForm => ({
  ...plainGame,
  activity: 'pickleball',
  title: 'Open play',
  where: { placeId: null, name: 'Northside Courts', address: '1 Court St, Austin, TX', lat: 30.2672, lng: -97.7431 },
  starts: inDays(3),
  ends: inDays(3, '14:00'),
  capacity: 4,
  ...changes,
})

export const aWeekly = (count: number): Repeat => ({ every: 'week', interval: 1, weekdays: [], count, until: null, except: [] })
