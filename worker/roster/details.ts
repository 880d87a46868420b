import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { SaveDetails, SavePosition } from '../../domain/roster/contract.ts'
import { judgeValues, keepFilledValues } from '../../domain/roster/rules.ts'
import { requireRight, teamNotFound } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { columnNames, excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { asPerson, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { recordChange, recordGuestChange } from '../teams/record-change.ts'
import { communities, communityGuests } from '../teams/shared.ts'
import { selectFieldsOf } from './fields.ts'
import { memberDetails } from './schema.ts'

/** Whom the details are about: a member or a guest of the team. */
export type DetailsOf = { userId: string } | { guestId: string }

const isRowOf = (teamId: string, target: DetailsOf) =>
  'userId' in target
    ? and(eq(memberDetails.userId, target.userId), eq(memberDetails.teamId, teamId))
    : eq(memberDetails.guestId, target.guestId)

/** The person is in the team, as a member or as a guest. */
const exists = (teamId: string, target: DetailsOf): SQL =>
  'userId' in target
    ? isInTeam(teamId, target.userId)
    : sql`EXISTS (SELECT 1 FROM ${communityGuests} WHERE ${communityGuests.id} = ${target.guestId} AND ${communityGuests.teamId} = ${teamId})`

type Changes = { jersey?: string; position: string; notes?: string; fieldValues?: Record<string, string> }
type Save = { teamId: string; target: DetailsOf; changes: Changes; version: number; when: SQL }

/** Saves if nobody has saved since the person loaded the values. */
function writeDetails({ now, newId }: Clock, { teamId, target, changes, version, when }: Save): SQL {
  const row = { ...changes, version: version + 1, updatedAt: now }
  const [conflictTarget, condition]: [readonly ('userId' | 'teamId' | 'guestId')[], SQL] =
    'userId' in target
      ? [['userId', 'teamId'], sql`${columnNames(memberDetails.userId)} IS NOT NULL`]
      : [['guestId'], sql`${columnNames(memberDetails.guestId)} IS NOT NULL`]
  const isKnown = sql`(${version} = 0 OR EXISTS (SELECT 1 FROM ${memberDetails} WHERE ${isRowOf(teamId, target)}))`
  const update = Object.fromEntries((Object.keys(row) as (keyof typeof row)[]).map((name) => [name, excluded(memberDetails[name])]))
  return sql`${insertSelect(
    memberDetails,
    { id: newId(), teamId: communities.id, ...target, fieldValues: {}, ...row },
    sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${exists(teamId, target)} AND ${when} AND ${isKnown}`,
  )} ${onConflictUpdate(memberDetails, conflictTarget, update, condition)} WHERE ${memberDetails.version} = ${version}`
}

const selectExistence = (teamId: string, target: DetailsOf) =>
  select({ isThere: asBoolean }, sql`SELECT ${exists(teamId, target)} AS isThere`)

const notFound = (target: DetailsOf) => new AppError('userId' in target ? 'NotInTeam' : 'TeamGuestNotFound')

/** Saves what an organizer writes down about a member or a guest, and returns the new version. */
export async function saveDetails(
  db: Database,
  clock: Clock,
  actorId: string,
  teamId: string,
  target: DetailsOf,
  { values, version, ...texts }: SaveDetails,
): Promise<number> {
  const actor = asPerson(actorId)
  const { facts, fields, existence } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    fields: selectFieldsOf(db, teamId),
    existence: selectExistence(teamId, target),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'roster.manage')
  if (!existence.rows[0]?.isThere) throw notFound(target)
  const refusal = judgeValues(fields.rows, values)
  if (refusal) throw refusal
  const changes = { ...texts, fieldValues: keepFilledValues(values) }
  const when = canAct(actor, teamId, 'roster.manage')
  const { saved } = await runBatch(db, {
    saved: writeDetails(clock, { teamId, target, changes, version, when }),
    recorded:
      'userId' in target
        ? recordChange(clock, actor, teamId, { kind: 'details-changed', personId: target.userId })
        : recordGuestChange(clock, actor, teamId, 'edited', sql`${communityGuests.id} = ${target.guestId} AND changes() > 0`),
  })
  if (saved.changes === 0) throw new AppError('DetailsVersionConflict')
  return version + 1
}

/** Members change their own position. */
export async function saveOwnPosition(
  db: Database,
  clock: Clock,
  userId: string,
  teamId: string,
  { position, version }: SavePosition,
): Promise<number> {
  const target = { userId }
  const { facts, saved } = await runBatch(db, {
    facts: selectFacts(asPerson(userId), teamId),
    saved: writeDetails(clock, { teamId, target, changes: { position }, version, when: sql`1` }),
  })
  if (readFacts(asPerson(userId), facts).actorRole === null) throw teamNotFound()
  if (saved.changes === 0) throw new AppError('DetailsVersionConflict')
  return version + 1
}
