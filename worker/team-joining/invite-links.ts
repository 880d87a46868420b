import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { InviteLink, MakeInviteLink } from '../../domain/team-joining/contract.ts'
import { judgeRight, requireRight } from '../../domain/teams/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { hashSecret, makeMailToken } from '../accounts/secrets.ts'
import { runBatch } from '../platform/batch.ts'
import { columnNames, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asPerson, canAct, doesTeamExist, readFacts, selectFacts } from '../teams/actor.ts'
import { teamInvitations as i } from './schema.ts'

/** Makes the link of this person to the team. A new one replaces the one before, which then no longer works. */
export async function makeInviteLink(
  db: Database,
  { now, newId }: Clock,
  inviterId: string,
  teamId: string,
  { days, maxUses }: MakeInviteLink,
): Promise<InviteLink> {
  const actor = asPerson(inviterId)
  const token = makeMailToken()
  const link = { tokenHash: await hashSecret(token), maxUses, uses: 0, createdAt: now, expiresAt: now + days * day }
  const { facts, made } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    made: insertSelect(
      i,
      { id: newId(), teamId, inviterId, ...link },
      sql`WHERE ${doesTeamExist(teamId)} AND ${canAct(actor, teamId, 'members.invite')}
        ${onConflictUpdate(i, ['teamId', 'inviterId'], link, sql`${columnNames(i.userId)} IS NULL AND ${columnNames(i.emailKey)} IS NULL`)}`,
    ),
  })
  if (made.changes > 0) return { token, expiresAt: link.expiresAt, maxUses }
  throw judgeRight(readFacts(actor, facts).actorRoles, 'members.invite') ?? new AppError('Conflict')
}

/** Ends an invitation: who sent it may, and who answers requests. Doing it again changes nothing. */
export async function endInvitation(db: Database, actorId: string, teamId: string, invitationId: string): Promise<void> {
  const actor = asPerson(actorId)
  const { facts } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    ended: db
      .delete(i)
      .where(
        and(eq(i.id, invitationId), eq(i.teamId, teamId), sql`(${i.inviterId} = ${actorId} OR ${canAct(actor, teamId, 'members.add')})`),
      ),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'members.invite')
}
