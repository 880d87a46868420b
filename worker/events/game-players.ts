import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { day } from '../../domain/time/spans.ts'
import { isVisibleTo } from './acting.ts'
import { events, joiners } from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { e, j } from './tables.ts'

/** As long as the codes of guests work. */
const asksAfterGame = day

type Form = { id: SQLWrapper; teamId: SQLWrapper; isNeededToJoin: SQLWrapper }

/** Whether a game asks this person for a form: they are in it, or cannot join it before they have filled the form. */
export const isAskedByGame = (userId: string, form: Form, now: number): SQL => sql`EXISTS (SELECT 1 FROM ${events} ${e}
  WHERE ${e.formId} = ${form.id} AND ${e.formId} IS NOT NULL AND ${e.endsAt} > ${now - asksAfterGame} AND ${e.teamId} = ${form.teamId}
    AND ${e.state} = 'published' AND (${form.isNeededToJoin} AND ${isVisibleTo(userId)} OR EXISTS (SELECT 1 FROM ${joiners} ${j}
      WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${userId} AND ${j.userId} IS NOT NULL AND ${isActiveIn(j)})))`
