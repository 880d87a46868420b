import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import type { StoredAnswers } from '../../domain/forms/decide.ts'
import { childKey, listChildrenInForm, listOwnRefs, type SeasonGuest } from '../../domain/forms/season-guests.ts'
import { maxChildren } from '../../domain/roster/contract.ts'
import { maxGuests } from '../../domain/teams/contract.ts'
import { mustHold, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { communityGuests } from '../teams/shared.ts'
import { submissions } from './schema.ts'

const [child, sent, there] = [alias(communityGuests, 'child'), alias(submissions, 'sent'), alias(communityGuests, 'there')]

/** `isKnown`: an earlier version of the same submission has found out who it is. */
export type WantedGuest = SeasonGuest & { isKnown: boolean }

type About = {
  teamId: string
  /** Who answers for the children. Without an account there are none. */
  userId: string | null
  /** The guest whom the whole form is about. */
  guestId?: string | null
  before?: readonly SeasonGuest[] | null
}

/** The guests whom answers register for seasons. The same child gets the same id each time, also in another form. */
export async function listSeasonGuests(
  content: Pick<FormContent, 'pages'>,
  answers: StoredAnswers,
  { teamId, userId, guestId = null, before }: About,
): Promise<WantedGuest[]> {
  const ownRefs = guestId === null ? [] : listOwnRefs(content, answers)
  const own = guestId === null || ownRefs.length === 0 ? [] : [{ id: guestId, name: null, refIds: ownRefs, isKnown: true }]
  if (userId === null) return own
  const children = listChildrenInForm(content, answers).map(async ({ name, refIds }): Promise<WantedGuest> => {
    const known = before?.find((one) => one.name !== null && childKey(one.name) === childKey(name))
    const id = known?.id ?? (await deriveId('child-in-form', teamId, userId, childKey(name)))
    return { id, name, refIds, isKnown: known !== undefined }
  })
  return [...own, ...(await Promise.all(children))]
}

/** The guests as they are stored. A child of the sender with the same name in the community is that child. */
export function storedGuests(guests: readonly WantedGuest[], { teamId, userId }: Pick<About, 'teamId' | 'userId'>): SQL | null {
  if (guests.length === 0) return null
  const sameChild = sql`(SELECT ${child.id} FROM ${communityGuests} ${child} WHERE ${child.guardianId} = ${userId} AND ${child.guardianId} IS NOT NULL
    AND +${child.teamId} = ${teamId} AND lower(${child.name}) = lower(wanted.value->>'name') ORDER BY ${child.createdAt}, ${child.id} LIMIT 1)`
  return sql`(SELECT json_group_array(json_object('id', coalesce(iif(wanted.value->>'isKnown', NULL, ${sameChild}), wanted.value->>'id'),
    'name', wanted.value->>'name', 'refIds', json(wanted.value->'refIds'))) FROM json_each(${JSON.stringify(guests)}) wanted)`
}

const childrenFit = 'children-fit'
export const isChildrenFit = (assertion: string): boolean => assertion === childrenFit

const ownChildren = (teamId: string, userId: string) => sql`(SELECT count(*) FROM ${communityGuests} ${child}
  WHERE ${child.guardianId} = ${userId} AND ${child.guardianId} IS NOT NULL AND +${child.teamId} = ${teamId})`

/** A parent is told before sending, and not after paying, that a community takes no more children. Put it after the submission was stored. */
export const requireRoomForChildren = (submissionId: string, teamId: string, userId: string): SQL => {
  const added = sql`(SELECT count(*) FROM ${submissions} ${sent} CROSS JOIN json_each(${sent.guests}) wanted WHERE ${sent.id} = ${submissionId}
    AND wanted.value->>'name' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${communityGuests} ${there} WHERE ${there.id} = wanted.value->>'id'))`
  const all = sql`(SELECT count(*) FROM ${communityGuests} ${there} WHERE ${there.teamId} = ${teamId})`
  return mustHold(
    childrenFit,
    sql`${added} = 0 OR (${ownChildren(teamId, userId)} + ${added} <= ${maxChildren} AND ${all} + ${added} <= ${maxGuests})`,
  )
}

/** Why the children of a submission have no room. */
export async function explainChildren(db: Database, teamId: string, userId: string, wanted: number): Promise<AppError> {
  const found = await readFirst(db, select({ children: asNumber }, sql`SELECT ${ownChildren(teamId, userId)} AS children`))
  return (found?.children ?? 0) + wanted > maxChildren
    ? new AppError('ChildrenFull', { values: { max: maxChildren } })
    : new AppError('TeamGuestsFull', { values: { max: maxGuests } })
}
