import { expose } from '../platform/columns.ts'
import { eventCounts, events, joiners } from './schema.ts'
import { e } from './tables.ts'

const gameColumns = [
  'id',
  'title',
  'startsAt',
  'endsAt',
  'timeZone',
  'creatorId',
  'teamId',
  'seriesId',
  'activity',
  'lat',
  'lng',
  'state',
  'visibility',
  'placeName',
  'pictureKey',
  'levelMin',
  'levelMax',
  'pricing',
  'capacity',
] as const

/** The columns of a game that other features may read. To check whether a viewer can see it, use the conditions in acting.ts. */
export const games = expose(events, ...gameColumns)

/** The same columns under the alias `e` that those conditions use: `FROM ${games} ${game}`. */
export const game = expose(e, ...gameColumns)

/** The counts of public games by cell, day and activity. */
export const gameCounts = expose(eventCounts, 'activity', 'isPast', 'day', 'cell', 'count', 'latSum', 'lngSum')

/** The entries of people in games, as far as other features may read them. */
export const entries = expose(joiners, 'id', 'eventId', 'userId', 'state', 'seats', 'tierId', 'payUntil', 'startsAt', 'isNoShow')
