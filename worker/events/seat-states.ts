import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { activeStates, holdingStates, seatStates } from '../../domain/events/states.ts'
import { literalList } from '../platform/columns.ts'

type State = { state: SQLWrapper }

/** Whether the person of this row of `joiners` is still in the event. */
export const isActiveIn = ({ state }: State): SQL => sql`${state} IN ${literalList(activeStates)}`
/** Whether it holds seats. */
export const isHoldingIn = ({ state }: State): SQL => sql`${state} IN ${literalList(holdingStates)}`
/** Whether a seat was given to it, which it perhaps still pays for. */
export const hasSeatIn = ({ state }: State): SQL => sql`${state} IN ${literalList(seatStates)}`
