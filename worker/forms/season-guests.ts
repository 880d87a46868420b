import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import type { StoredAnswers } from '../../domain/forms/decide.ts'
import { childKey } from '../../domain/forms/name-fields.ts'
import { correctNames, listChildrenInForm, listOwnRefs, type SeasonGuest } from '../../domain/forms/season-guests.ts'
import { maxChildren } from '../../domain/roster/contract.ts'
import { maxGuests } from '../../domain/teams/contract.ts'
import { mustHold, readAll, readFirst } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { asNumber, select, selectFields } from '../platform/row-query.ts'
import { isInTeam } from '../teams/members.ts'
import { communityGuests } from '../teams/shared.ts'
import { submissions } from './schema.ts'

const [child, there] = [alias(communityGuests, 'child'), alias(communityGuests, 'there')]

export type WantedGuest = SeasonGuest & {
  /** The community has them already. */
  isThere: boolean
  /** What a child was called before its name was corrected. */
  former: string | null
}

type About = {
  teamId: string
  /** Who answers for the children. Without an account there are none. */
  userId: string | null
  /** The guest whom the whole form is about. */
  guestId?: string | null
  /** What the answers were, and whom they were about. */
  before?: { answers: StoredAnswers; guests: readonly SeasonGuest[] | null }
}

const isOwnChild = (teamId: string, userId: string): SQL =>
  sql`${child.guardianId} = ${userId} AND ${child.guardianId} IS NOT NULL AND +${child.teamId} = ${teamId}`

const isCalled = (name: string) => (one: { name: string | null }) => one.name !== null && childKey(one.name) === childKey(name)

/** The guests whom answers register for seasons. A child of the sender with the same name in the community, or in another form, is that child. */
export async function listSeasonGuests(
  db: Database,
  content: Pick<FormContent, 'pages'>,
  answers: StoredAnswers,
  { teamId, userId, guestId = null, before }: About,
): Promise<WantedGuest[]> {
  const ownRefs = guestId === null ? [] : listOwnRefs(content, answers)
  const own = guestId === null || ownRefs.length === 0 ? [] : [{ id: guestId, name: null, refIds: ownRefs, isThere: true, former: null }]
  const listed = listChildrenInForm(content, answers)
  if (userId === null || listed.length === 0) return own
  const known = await readAll(
    db,
    selectFields(
      { id: child.id, name: child.name },
      sql`FROM ${communityGuests} ${child} WHERE ${isOwnChild(teamId, userId)} ORDER BY ${child.createdAt}, ${child.id} LIMIT ${maxChildren}`,
    ),
  )
  const corrected = before ? correctNames(content, before.answers, answers) : null
  const children = listed.map(async ({ name, refIds }): Promise<WantedGuest> => {
    const former = corrected?.get(childKey(name)) ?? null
    const earlier = before?.guests?.find(isCalled(former ?? name))
    const same = known.find(isCalled(name))
    const still = known.find(({ id }) => id === earlier?.id)
    const there = former === null ? (still ?? same) : (same ?? still)
    const id = there?.id ?? earlier?.id ?? (await deriveId('child-in-form', teamId, userId, childKey(name)))
    return { id, name, refIds, isThere: known.some((one) => one.id === id), former }
  })
  return [...own, ...(await Promise.all(children))]
}

/** The guests as they are stored. */
export const storedGuests = (guests: readonly WantedGuest[]): SeasonGuest[] | null =>
  guests.length === 0 ? null : guests.map(({ id, name, refIds }) => ({ id, name, refIds }))

const sameChild = (teamId: string, userId: string, name: SQL) => sql`(SELECT ${child.id} FROM ${communityGuests} ${child}
  WHERE ${isOwnChild(teamId, userId)} AND lower(${child.name}) = lower(${name}) ORDER BY ${child.createdAt}, ${child.id} LIMIT 1)`

/** A child whom the sender has added by hand since is the one in the submission. Put it before the statement that adds children. */
export function findAddedSince(submissionId: string, teamId: string, userId: string, when: SQL): SQL {
  const same = sql`CASE WHEN guest.value->>'name' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${communityGuests} ${there} WHERE ${there.id} = guest.value->>'id')
    THEN ${sameChild(teamId, userId, sql`guest.value->>'name'`)} END`
  return updateSet(
    submissions,
    {
      guests: sql`(SELECT json_group_array(json_set(guest.value, '$.id', coalesce(${same}, guest.value->>'id'))) FROM json_each(${submissions.guests}) guest)`,
    },
    sql`WHERE ${submissions.id} = ${submissionId} AND ${when} AND EXISTS (SELECT 1 FROM json_each(${submissions.guests}) guest WHERE ${same} IS NOT NULL)`,
  )
}

/** A child of the sender keeps a name that was corrected, unless it was changed by hand. */
export function renameChildren(guests: readonly WantedGuest[], userId: string | null, when: SQL): SQL[] {
  const renamed = guests.filter(({ former }) => former !== null)
  if (userId === null || renamed.length === 0) return []
  return [
    updateSet(
      communityGuests,
      { name: sql`renamed.value->>'name'` },
      sql`FROM json_each(${JSON.stringify(renamed)}) renamed WHERE ${communityGuests.id} = renamed.value->>'id'
        AND ${communityGuests.guardianId} = ${userId} AND ${communityGuests.name} = renamed.value->>'former' AND ${when}`,
    ),
  ]
}

const childrenFit = 'children-fit'
export const isChildrenFit = (assertion: string): boolean => assertion === childrenFit

const countChildren = (teamId: string, userId: string) =>
  sql`(SELECT count(*) FROM ${communityGuests} ${child} WHERE ${isOwnChild(teamId, userId)})`

type Room = { teamId: string; userId: string | null; guests: readonly WantedGuest[]; before?: readonly SeasonGuest[] | null }

/** Children who come in with the submission. Who was in it before, and is not there any more, was removed and does not come back. */
const listComing = ({ guests, before }: Room) => guests.filter(({ id, isThere }) => !isThere && !before?.some((one) => one.id === id))

/**
 * A parent is told before sending, and not after paying, that a community takes no more children. Put it after the submission was stored. Children
 * of who does not become a member do not come in.
 */
export function requireRoomForChildren(room: Room, addsMembers: boolean): SQL[] {
  const { teamId, userId } = room
  const coming = listComing(room).map(({ id }) => id)
  if (userId === null || coming.length === 0) return []
  const added = sql`(SELECT count(*) FROM json_each(${JSON.stringify(coming)}) coming
    WHERE NOT EXISTS (SELECT 1 FROM ${communityGuests} ${there} WHERE ${there.id} = coming.value))`
  const all = sql`(SELECT count(*) FROM ${communityGuests} ${there} WHERE ${there.teamId} = ${teamId})`
  const stayOut = addsMembers ? sql`0` : sql`NOT ${isInTeam(teamId, userId)}`
  return [
    mustHold(
      childrenFit,
      sql`${stayOut} OR ${added} = 0 OR (${countChildren(teamId, userId)} + ${added} <= ${maxChildren} AND ${all} + ${added} <= ${maxGuests})`,
    ),
  ]
}

/** Why the children of a submission have no room. */
export async function explainChildren(db: Database, room: Room): Promise<AppError> {
  const counted = countChildren(room.teamId, room.userId ?? '')
  const found = await readFirst(db, select({ children: asNumber }, sql`SELECT ${counted} AS children`))
  return (found?.children ?? 0) + listComing(room).length > maxChildren
    ? new AppError('ChildrenFull', { values: { max: maxChildren } })
    : new AppError('TeamGuestsFull', { values: { max: maxGuests } })
}
