import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { JoinedTeam } from '../../domain/team-joining/contract.ts'
import { invitationOver } from '../../domain/team-joining/rules.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { readFirst, runBatch, write } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { asPerson, countMembers, doesTeamExist } from '../teams/actor.ts'
import { insertMember } from '../teams/insert-member.ts'
import { hasPlace, isInTeam, memberLimit } from '../teams/members.ts'
import { recordChange } from '../teams/record-change.ts'
import { isCompletePerson, isInvitationTo, isOpenInvitation } from './conditions.ts'
import { endJoiningOf } from './end-joining.ts'
import { notifyOfMember } from './notify-of-member.ts'
import { teamInvitations as i } from './schema.ts'

/** Joins by the link of an invitation. A member stays a member, and the link keeps its uses. */
export const acceptByToken = async (db: Database, context: CommandContext, userId: string, token: string): Promise<JoinedTeam> =>
  accept(db, context, userId, eq(i.tokenHash, await hashSecret(token)))

/** Accepts the invitation that was sent to this person or to their email. */
export const acceptOwnInvitation = (db: Database, context: CommandContext, userId: string, teamId: string): Promise<JoinedTeam> =>
  accept(db, context, userId, sql`${i.teamId} = ${teamId} AND ${isInvitationTo(userId)}`, teamId)

/** Without the right to it, an invitation is over: who may not use it learns nothing, not even that it exists. */
async function accept(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  which: SQL,
  ownTeamId?: string,
): Promise<JoinedTeam> {
  const found = await readFirst(
    db,
    db
      .select({ id: i.id, teamId: i.teamId })
      .from(i)
      .where(and(which, isOpenInvitation(userId, now))),
  )
  const teamId = found?.teamId ?? ownTeamId
  if (teamId === undefined) throw invitationOver()
  const isOpen = sql`${i.id} = ${found?.id ?? null} AND ${doesTeamExist(i.teamId)} AND ${isOpenInvitation(userId, now)} AND ${isCompletePerson(userId)}`
  const { before, joined } = await runBatch(db, {
    before: select(
      { isMember: asBoolean, isOpen: asBoolean, hasPlace: asBoolean, maxMembers: asNumber },
      sql`SELECT ${isInTeam(teamId, userId)} AS isMember, EXISTS (SELECT 1 FROM ${i} WHERE ${isOpen}) AS isOpen, ${hasPlace(teamId)} AS hasPlace,
        ${memberLimit(teamId)} AS maxMembers`,
    ),
    joined: insertMember({ teamId: i.teamId, userId, joinedAt: now }, sql`FROM ${i} WHERE ${isOpen} AND ${hasPlace(teamId)}`),
    recorded: recordChange({ now, newId }, asPerson(userId), teamId, { kind: 'member-added', personId: userId, newRole: 'member' }),
    used: updateSet(i, { uses: sql`${i.uses} + 1` }, sql`WHERE ${i.id} = ${found?.id ?? null} AND changes() > 0`),
    notified: notifyOfMember({ now, newId, platform }, teamId, userId),
    ended: endJoiningOf(teamId, userId, isInTeam(teamId, userId)),
    counted: countMembers(teamId),
  })
  const [state] = before.rows
  if (joined.changes > 0 || (state?.isMember && (state.isOpen || ownTeamId !== undefined))) return { id: teamId }
  throw state?.isOpen && !state.hasPlace ? new AppError('TeamFull', { values: { max: state.maxMembers } }) : invitationOver()
}

/** Declines an invitation without a word to who sent it. Doing it again changes nothing. */
export async function declineInvitation(db: Database, userId: string, teamId: string): Promise<void> {
  await write(db, db.delete(i).where(and(eq(i.teamId, teamId), isInvitationTo(userId))))
}
