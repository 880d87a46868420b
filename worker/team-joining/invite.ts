import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { judgeOutreach } from '../../domain/outreach/limits.ts'
import type { InviteToTeam, InviteToTeamAnswer } from '../../domain/team-joining/contract.ts'
import { invitationDuration, maxEmailed, maxEmailedDays } from '../../domain/team-joining/rules.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { hashSecret, makeMailToken } from '../accounts/secrets.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { emailOptouts } from '../mail/shared.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countLeftToday, countOutreachTo, isNotAskedTooOften, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { columnNames, excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, canAct, doesTeamExist, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { selectListEmails, selectListPeople } from '../user-lists/queries.ts'
import { teamInvitations } from './schema.ts'

const u = alias(people, 'u')
const earlier = alias(teamInvitations, 'earlier')

/**
 * Invites people and email addresses. People who cannot be invited are left out without an error, because nobody may notice a block,
 * or learn whose address it is. Who has an open invitation gets no second one.
 */
export async function inviteToTeam(
  db: Database,
  { now, newId, platform }: Required<CommandContext>,
  inviterId: string,
  teamId: string,
  { userIds, emails, listId }: InviteToTeam,
): Promise<InviteToTeamAnswer> {
  const actor = asPerson(inviterId)
  const sent = { kind: 'invitation', senderId: inviterId, now } as const
  const mailed = { kind: 'emailInvitation', senderId: inviterId, now } as const
  const { facts, counts, mailCounts, listed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    counts: selectOutreachCounts(sent, ''),
    mailCounts: selectOutreachCounts(mailed, ''),
    listed: selectListEmails(inviterId, listId),
  })
  const addresses = [...new Map([...emails, ...listed.rows.map(({ email }) => email)].map((email) => [canonicalAddress(email), email]))]
  const refusal =
    judgeRight(readFacts(actor, facts).actorRoles, 'members.invite') ??
    (counts.rows[0] && judgeOutreach('invitation', counts.rows[0])) ??
    (addresses.length > 0 && mailCounts.rows[0] ? judgeOutreach('emailInvitation', mailCounts.rows[0]) : null)
  if (refusal) throw refusal
  const letters = await Promise.all(
    addresses.map(async ([emailKey, email]) => {
      const token = makeMailToken()
      return { id: newId(), email, emailKey, token, hash: await hashSecret(token) }
    }),
  )
  const expiresAt = now + invitationDuration
  const mayInvite = sql`${doesTeamExist(teamId)} AND ${canAct(actor, teamId, 'members.invite')}`
  const isRenewed = sql`WHERE ${teamInvitations.expiresAt} <= ${now}`
  const renewal = {
    inviterId: excluded(teamInvitations.inviterId),
    tokenHash: excluded(teamInvitations.tokenHash),
    uses: 0,
    createdAt: now,
    expiresAt,
  }
  const letter = sql`json_each(${JSON.stringify(letters)}) letter`
  const { invited } = await runBatch(db, {
    invited: insertSelect(
      teamInvitations,
      { id: sql`lower(hex(randomblob(16)))`, teamId, inviterId, userId: u.id, maxUses: 1, createdAt: now, expiresAt },
      sql`FROM (SELECT value AS id FROM json_each(${JSON.stringify(userIds)}) UNION ${selectListPeople(inviterId, listId)}) invitee
          CROSS JOIN ${people} ${u} ON ${u.id} = invitee.id
        WHERE ${mayInvite} AND ${u.deletedAt} IS NULL AND ${u.completedAt} IS NOT NULL AND ${u.id} <> ${inviterId} AND ${hasNoBlock(inviterId, u.id)}
          AND NOT ${isInTeam(teamId, u.id)} AND NOT EXISTS (SELECT 1 FROM ${teamInvitations} ${earlier}
            WHERE ${earlier.teamId} = ${teamId} AND ${earlier.userId} = ${u.id} AND ${earlier.expiresAt} > ${now})
          AND ${isNotAskedTooOften(sent, u.id)} LIMIT ${countLeftToday(sent)}
        ${onConflictUpdate(teamInvitations, ['teamId', 'userId'], renewal, sql`${columnNames(teamInvitations.userId)} IS NOT NULL`)} ${isRenewed}`,
    ),
    notified: notifyOf({ kind: 'team-invited', teamId, actorId: inviterId, at: now }, { id: newId(), now, platform }, sql`changes() > 0`),
    counted: countOutreachTo(
      sent,
      sql`SELECT 'team-invitation:' || ${teamInvitations.id} || ':' || ${now} AS id, ${teamInvitations.userId} AS recipientId FROM ${teamInvitations}
        WHERE ${isSentNow(teamId, inviterId, now)} AND ${teamInvitations.userId} IS NOT NULL`,
    ),
    addressed: insertSelect(
      teamInvitations,
      {
        id: sql`letter.value->>'id'`,
        teamId,
        inviterId,
        email: sql`letter.value->>'email'`,
        emailKey: sql`letter.value->>'emailKey'`,
        tokenHash: sql`letter.value->>'hash'`,
        maxUses: 1,
        createdAt: now,
        expiresAt,
      },
      sql`FROM ${letter} WHERE ${mayInvite} AND ${mayBeMailed(teamId, inviterId, now)} LIMIT ${countLeftToday(mailed)}
        ${onConflictUpdate(teamInvitations, ['teamId', 'emailKey'], renewal, sql`${columnNames(teamInvitations.emailKey)} IS NOT NULL`)} ${isRenewed}`,
    ),
    mailed: putRowsInOutbox(
      'mail',
      sql`SELECT letter.value->>'id' AS id, json_object('to', letter.value->>'email', 'platform', ${platform}, 'template', json_object(
          'name', 'team-invitation', 'data', json_object('inviter', coalesce(${u.displayName}, 'Someone'), 'team', ${communities.name},
            'expiresAt', ${expiresAt}, 'token', letter.value->>'token'))) AS body
        FROM ${letter} CROSS JOIN ${teamInvitations} ON ${teamInvitations.tokenHash} = letter.value->>'hash'
          CROSS JOIN ${communities} ON ${communities.id} = ${teamId} CROSS JOIN ${people} ${u} ON ${u.id} = ${inviterId}`,
      { now },
    ),
    // Each address counts, also one that was left out, so that the limit says nothing about it.
    countedMail: countOutreachTo(mailed, sql`SELECT 'team-email:' || (letter.value->>'id') AS id, NULL AS recipientId FROM ${letter}`),
  })
  return { invited: invited.changes, emailed: letters.length }
}

const isSentNow = (teamId: string, inviterId: string, now: number): SQL =>
  sql`${teamInvitations.teamId} = ${teamId} AND ${teamInvitations.inviterId} = ${inviterId} AND ${teamInvitations.createdAt} = ${now}`

/** The address is of no member and of nobody with a block, has not turned such emails off, and did not get many of them. */
function mayBeMailed(teamId: string, inviterId: string, now: number): SQL {
  const key = sql`letter.value->>'emailKey'`
  const [holder, others] = [alias(people, 'holder'), alias(teamInvitations, 'others')]
  return sql`NOT EXISTS (SELECT 1 FROM ${people} ${holder} WHERE ${holder.emailKey} = ${key}
      AND (${isInTeam(teamId, holder.id)} OR NOT (${hasNoBlock(inviterId, holder.id)})))
    AND NOT EXISTS (SELECT 1 FROM ${emailOptouts} WHERE ${emailOptouts.email} = ${key} AND ${emailOptouts.topic} = 'connections')
    AND (SELECT count(*) FROM ${teamInvitations} ${others} WHERE ${others.emailKey} = ${key} AND ${others.createdAt} > ${now - maxEmailedDays * day}) < ${maxEmailed}`
}
