import { expose } from '../platform/columns.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

/** What other features may read of a game. Whether it is there for a viewer is asked by the fragments of acting.ts. */
export const games = expose(
  events,
  'id',
  'title',
  'startsAt',
  'timeZone',
  'creatorId',
  'teamId',
  'activity',
  'lat',
  'lng',
  'state',
  'visibility',
)

/** The same under the name that those fragments know: `FROM ${games} ${game}`. */
export const game = expose(e, 'id', 'title', 'startsAt', 'timeZone', 'creatorId', 'teamId', 'activity', 'lat', 'lng', 'state', 'visibility')
