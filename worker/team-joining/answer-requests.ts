import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { notifyOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, canAct, countMembers, doesTeamExist, readFacts, selectFacts } from '../teams/actor.ts'
import { insertMember } from '../teams/insert-member.ts'
import { hasPlace, isInTeam, memberLimit } from '../teams/members.ts'
import { recordChange } from '../teams/record-change.ts'
import { isCompletePerson, isOpenRequest } from './conditions.ts'
import { endJoiningOf } from './end-joining.ts'
import { notifyOfMember } from './notify-of-member.ts'
import { teamRequests as r } from './schema.ts'

/** The open request of this person, as far as the actor may answer it. For people with a block it does not exist. */
const isAnswerable = (actorId: string, teamId: string, userId: string) =>
  sql`${r.teamId} = ${teamId} AND ${r.userId} = ${userId} AND ${isOpenRequest} AND ${doesTeamExist(teamId)}
    AND ${canAct(asPerson(actorId), teamId, 'members.add')} AND ${hasNoBlock(actorId, userId)}`

/** The person becomes a member. They and the other organizers are told. Doing it again changes nothing. */
export async function acceptRequest(
  db: Database,
  { now, newId, platform }: CommandContext,
  actorId: string,
  teamId: string,
  userId: string,
): Promise<void> {
  const actor = asPerson(actorId)
  const { facts, before, accepted } = await runBatch(db, {
    facts: selectFacts(actor, teamId, userId),
    before: select(
      { isOpen: asBoolean, hasPlace: asBoolean, maxMembers: asNumber },
      sql`SELECT EXISTS (SELECT 1 FROM ${r} WHERE ${isAnswerable(actorId, teamId, userId)}) AS isOpen, ${hasPlace(teamId)} AS hasPlace, ${memberLimit(teamId)} AS maxMembers`,
    ),
    accepted: insertMember(
      { teamId: r.teamId, userId: r.userId, joinedAt: now },
      sql`FROM ${r} WHERE ${isAnswerable(actorId, teamId, userId)} AND ${hasPlace(teamId)} AND ${isCompletePerson(userId)}`,
    ),
    recorded: recordChange({ now, newId }, actor, teamId, { kind: 'member-added', personId: userId, newRole: 'member' }),
    notified: notifyOf(
      { kind: 'team-request-accepted', teamId, personId: userId, at: now },
      { id: newId(), now, platform },
      sql`changes() > 0`,
    ),
    organizersNotified: notifyOfMember({ now, newId, platform }, teamId, userId, actorId),
    ended: endJoiningOf(teamId, userId, isInTeam(teamId, userId)),
    counted: countMembers(teamId),
  })
  if (accepted.changes > 0) return
  const { actorRoles, targetRole } = readFacts(actor, facts)
  requireRight(actorRoles, 'members.add')
  if (targetRole !== null) return
  const [state] = before.rows
  throw state?.isOpen && !state.hasPlace ? new AppError('TeamFull', { values: { max: state.maxMembers } }) : new AppError('TeamRequestOver')
}

/** The person is not told. For a while, asking again reaches nobody. Doing it again changes nothing. */
export async function declineRequest(db: Database, now: number, actorId: string, teamId: string, userId: string): Promise<void> {
  const actor = asPerson(actorId)
  const { facts } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    declined: updateSet(r, { declinedAt: now }, sql`WHERE ${isAnswerable(actorId, teamId, userId)}`),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'members.add')
}
