import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Statement } from '../platform/batch.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { dropUnchosen, registerChosen } from '../seasons/register-chosen.ts'
import { endJoiningOf } from '../team-joining/end-joining.ts'
import { notifyOfMember } from '../team-joining/notify-of-member.ts'
import { asPerson, countMembers, doesTeamExist } from '../teams/actor.ts'
import { insertMember } from '../teams/insert-member.ts'
import { isInTeam } from '../teams/members.ts'
import { recordChange } from '../teams/record-change.ts'
import { communities } from '../teams/shared.ts'
import { submissionOptions, submissions } from './schema.ts'

const [accepted, other, sent] = [alias(submissions, 'accepted'), alias(submissions, 'other'), alias(submissions, 'sent')]
const [chosen, team] = [alias(submissionOptions, 'chosen'), alias(communities, 'team')]

/** The sender has chosen it for themselves. An answer in a row of a group is about somebody else, such as a child. */
const isForSender = ({ answers }: { answers: SQLWrapper }): SQL => sql`json_type(${answers}, '$.' || ${chosen.fieldId}) IS NOT NULL`

/** What the places stand for that the sender of a submission has now, such as seasons. */
const chosenBy = (submissionId: string): SQL => sql`SELECT ${chosen.refId} FROM ${submissions} ${sent}
  JOIN ${submissionOptions} ${chosen} ON ${chosen.submissionId} = ${sent.id}
  WHERE ${sent.id} = ${submissionId} AND ${chosen.refId} IS NOT NULL AND ${chosen.state} = 'taken' AND ${isForSender(sent)}`

/** Takes back the seasons and sides that a submission no longer has, after its answers or its state were changed in the same batch. */
export const leaveUnchosen = (submissionId: string, now: number, when: SQL): Statement[] =>
  dropUnchosen({
    ...{ submissionId, ids: chosenBy(submissionId), now, when },
    otherOf: (userId, seasonId, groups) => sql`(SELECT ${other.id} FROM ${submissions} ${other}
      CROSS JOIN ${submissionOptions} ${chosen} ON ${chosen.submissionId} = ${other.id} AND (${chosen.refId} = ${seasonId} OR ${chosen.refId} IN (${groups}))
      WHERE ${other.userId} = ${userId} AND ${other.userId} IS NOT NULL AND ${other.guestId} IS NULL AND ${other.state} = 'accepted'
        AND ${other.id} <> ${submissionId} AND ${isForSender(other)} LIMIT 1)`,
  })

type Placed = {
  submissionId: string
  teamId: string
  /** Null without an account: then nobody can be a member. */
  userId: string | null
  addsMembers: boolean
  /** The organizer who has accepted it. */
  acceptedBy?: string
  /** Only if this holds as well. */
  when?: SQL
}

/**
 * Gives an accepted submission its place on the roster, in the batch that accepts it: the person becomes a member and is registered for the
 * seasons that they have chosen, but not for those in the rows of a group. It does nothing if the submission is in another state, or is about a
 * guest: the parent of a child is not registered in its place. The plan's limit of members was checked when it was sent: whoever was accepted,
 * and may have paid, is never left out.
 */
export function placeAccepted(
  context: CommandContext,
  { submissionId, teamId, userId, addsMembers, acceptedBy, when = sql`1` }: Placed,
): Statement[] {
  if (userId === null) return []
  const isAccepted: SQL = sql`(${when} AND EXISTS (SELECT 1 FROM ${submissions} ${accepted} WHERE ${accepted.id} = ${submissionId}
    AND ${accepted.state} = 'accepted' AND ${accepted.guestId} IS NULL))`
  const seasons = registerChosen({ teamId, userId, submissionId, ids: chosenBy(submissionId), now: context.now, when: isAccepted })
  if (!addsMembers) return seasons
  return [
    insertMember(
      { teamId: team.id, userId, joinedAt: context.now },
      sql`FROM ${communities} ${team} WHERE ${team.id} = ${teamId} AND ${doesTeamExist(teamId)} AND ${isAccepted} AND NOT ${isInTeam(teamId, userId)}`,
    ),
    recordChange(context, asPerson(acceptedBy ?? userId), teamId, { kind: 'member-added', personId: userId, newRole: 'member' }),
    notifyOfMember(context, teamId, userId, acceptedBy),
    ...endJoiningOf(teamId, userId, sql`${isAccepted} AND ${isInTeam(teamId, userId)}`),
    countMembers(teamId),
    ...seasons,
  ]
}
