import { type SQL, sql } from 'drizzle-orm'
import type { GameGuest } from '../../domain/forms/game-guest.ts'
import { day } from '../../domain/time/spans.ts'
import { asNumber, asText, computed, selectFields } from '../platform/row-query.ts'
import { events, joiners } from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { e, j } from './tables.ts'

/** The code of a guest works until then, because some sign when they go home. */
const codeWorksAfterGame = day

/** The entry, in a game that asks for this form now. */
const fromEntry = (
  joinerId: string,
  formId: string,
  now: number,
): SQL => sql`FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId}
  WHERE ${j.id} = ${joinerId} AND ${isActiveIn(j)} AND ${e.formId} = ${formId} AND ${e.state} = 'published' AND ${e.endsAt} > ${now - codeWorksAfterGame}`

/** How many people of entry `j` have this name. */
const countNamed = (name: SQL): SQL =>
  sql`((SELECT count(*) FROM json_each(${j.guests}) guest WHERE guest.value = ${name}) + (${j.guestName} IS ${name}))`

/** The name of a guest in a game that asks for this form, and how many people of the entry have it. */
export const selectGameGuest = ({ joinerId, number }: GameGuest, formId: string, now: number) => {
  const name =
    number === 0 ? sql`${j.guestName}` : sql`(SELECT guest.value FROM json_each(${j.guests}) guest WHERE guest.key = ${number - 1})`
  return selectFields(
    { name: computed(name, asText), namesakes: computed(countNamed(name), asNumber) },
    sql`${fromEntry(joinerId, formId, now)} AND ${name} IS NOT NULL`,
  )
}

/** SQL value: how many people of the entry have this name. NULL if the entry is not in a game that asks for this form. */
export const countGuestsNamed = (joinerId: string, name: string, formId: string, now: number): SQL =>
  sql`(SELECT ${countNamed(sql`${name}`)} ${fromEntry(joinerId, formId, now)})`
