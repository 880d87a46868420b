import { expose } from '../platform/columns.ts'
import { events } from './schema.ts'

/** What other features may read of a game. Whether it is there for a viewer is asked by the fragments of acting.ts. */
export const games = expose(events, 'id', 'title', 'startsAt', 'timeZone')
