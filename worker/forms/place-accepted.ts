import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { SeasonGuest } from '../../domain/forms/season-guests.ts'
import type { Statement } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { dropUnchosen, registerChosen } from '../seasons/register-chosen.ts'
import { dropUnchosenGuests, registerGuests } from '../seasons/register-guests.ts'
import { endJoiningOf } from '../team-joining/end-joining.ts'
import { notifyOfMember } from '../team-joining/notify-of-member.ts'
import { asPerson, countMembers, doesTeamExist } from '../teams/actor.ts'
import { insertMember } from '../teams/insert-member.ts'
import { isInTeam } from '../teams/members.ts'
import { recordChange } from '../teams/record-change.ts'
import { communities, communityGuests } from '../teams/shared.ts'
import { submissionEvents, submissionOptions, submissionPayments, submissions } from './schema.ts'
import { findAddedSince } from './season-guests.ts'

const [accepted, other, sent] = [alias(submissions, 'accepted'), alias(submissions, 'other'), alias(submissions, 'sent')]
const [chosen, team] = [alias(submissionOptions, 'chosen'), alias(communities, 'team')]
const [filled, said, paid] = [alias(submissionEvents, 'filled'), alias(submissionEvents, 'said'), alias(submissionPayments, 'paid')]

/**
 * The sender stands for what is in a submission. What an organizer has filled counts as theirs once they have added what was missing, have changed
 * it, or have paid for it by card. `exceptPayment` is the id of a payment that does not count.
 */
export const isOfSender = (
  submissionId: SQLWrapper | string,
  exceptPayment = '',
): SQL => sql`(NOT EXISTS (SELECT 1 FROM ${submissionEvents} ${filled}
    WHERE ${filled.submissionId} = ${submissionId} AND ${filled.kind} = 'filled')
  OR EXISTS (SELECT 1 FROM ${submissionEvents} ${said} WHERE ${said.submissionId} = ${submissionId} AND ${said.kind} IN ('completed', 'changed'))
  OR EXISTS (SELECT 1 FROM ${submissionPayments} ${paid} WHERE ${paid.submissionId} = ${submissionId} AND ${paid.method} = 'card' AND ${paid.state} = 'paid' AND ${paid.id} <> ${exceptPayment}))`

/** What a submission had chosen before its answers were changed. It was placed then, and is not placed again if somebody was taken out since. */
type Before = { chosen: readonly { field: string; refId: string | null }[]; guests: readonly SeasonGuest[] }

/** The sender has chosen it for themselves. An answer in a row of a group is about somebody else: see `chosenForGuests`. */
const isForSender = ({ answers }: { answers: SQLWrapper }): SQL => sql`json_type(${answers}, '$.' || ${chosen.fieldId}) IS NOT NULL`

/** What the places stand for that the sender of a submission has now, such as seasons. */
const chosenBy = (submissionId: string, before?: Before): SQL => sql`SELECT ${chosen.refId} FROM ${submissions} ${sent}
  JOIN ${submissionOptions} ${chosen} ON ${chosen.submissionId} = ${sent.id}
  WHERE ${sent.id} = ${submissionId} AND ${chosen.refId} IS NOT NULL AND ${chosen.state} = 'taken' AND ${isForSender(sent)}
    ${before ? sql`AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(before.chosen)}) had WHERE had.value->>'field' = ${chosen.fieldId} AND had.value->>'refId' = ${chosen.refId})` : sql``}`

/** What a submission has chosen for guests, and for the children of its sender. */
const chosenForGuests = (
  submissionId: string,
  before?: Before,
): SQL => sql`SELECT guest.value->>'id' AS guestId, guest.key AS place, ref.value AS refId
  FROM ${submissions} ${sent} CROSS JOIN json_each(${sent.guests}) guest CROSS JOIN json_each(guest.value, '$.refIds') ref
  WHERE ${sent.id} = ${submissionId} AND ${sent.state} IN ('paying', 'asked', 'accepted')
    ${before ? sql`AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(before.guests)}) had CROSS JOIN json_each(had.value, '$.refIds') once WHERE had.value->>'id' = guest.value->>'id' AND once.value = ref.value)` : sql``}`

/** Another accepted submission of the same account or address that chooses the season, or one of the groups, for a guest. */
function otherForGuest(submissionId: string, guestId: SQLWrapper, seasonId: SQLWrapper, groups: SQL): SQL {
  const of = (
    isSameSender: SQL,
  ) => sql`(SELECT ${other.id} FROM ${submissions} ${sent} CROSS JOIN ${submissions} ${other} ON ${isSameSender}
    CROSS JOIN json_each(${other.guests}) guest CROSS JOIN json_each(guest.value, '$.refIds') ref
    WHERE ${sent.id} = ${submissionId} AND ${other.id} <> ${submissionId} AND ${other.state} = 'accepted' AND guest.value->>'id' = ${guestId}
      AND (ref.value = ${seasonId} OR ref.value IN (${groups})) LIMIT 1)`
  return sql`coalesce(${of(sql`${other.userId} = ${sent.userId} AND ${other.userId} IS NOT NULL`)},
    ${of(sql`${other.emailKey} = ${sent.emailKey} AND ${other.emailKey} IS NOT NULL`)})`
}

/** Takes back the seasons and sides that a submission no longer has, after its answers or its state were changed in the same batch. */
export const leaveUnchosen = (submissionId: string, now: number, when: SQL): Statement[] => [
  ...dropUnchosen({
    ...{ submissionId, ids: chosenBy(submissionId), now, when },
    otherOf: (userId, seasonId, groups) => sql`(SELECT ${other.id} FROM ${submissions} ${other}
      CROSS JOIN ${submissionOptions} ${chosen} ON ${chosen.submissionId} = ${other.id} AND (${chosen.refId} = ${seasonId} OR ${chosen.refId} IN (${groups}))
      WHERE ${other.userId} = ${userId} AND ${other.userId} IS NOT NULL AND ${other.guestId} IS NULL AND ${other.state} = 'accepted'
        AND ${other.id} <> ${submissionId} AND ${isForSender(other)} LIMIT 1)`,
  }),
  ...dropUnchosenGuests({
    ...{ submissionId, chosen: chosenForGuests(submissionId), now, when },
    otherOf: (guestId, seasonId, groups) => otherForGuest(submissionId, guestId, seasonId, groups),
  }),
]

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
  before?: Before
}

/**
 * Children whom the community does not know yet become guests of it, as children of the sender, if that is a member. Members may add their children
 * at any time, so it does not matter whether the form adds members.
 */
function addChildren(context: CommandContext, { submissionId, teamId, userId, acceptedBy, before }: Placed, when: SQL): Statement[] {
  if (userId === null) return []
  const had = JSON.stringify((before?.guests ?? []).map(({ id }) => id))
  return [
    findAddedSince(submissionId, teamId, userId, when),
    insertSelect(
      communityGuests,
      {
        ...{ id: sql`guest.value->>'id'`, teamId: team.id, name: sql`guest.value->>'name'`, email: null, emailKey: null },
        ...{ createdBy: userId, createdAt: context.now, guardianId: userId },
      },
      sql`FROM ${submissions} ${sent} CROSS JOIN json_each(${sent.guests}) guest CROSS JOIN ${communities} ${team} ON ${team.id} = ${teamId}
        WHERE ${sent.id} = ${submissionId} AND guest.value->>'name' IS NOT NULL AND guest.value->>'id' NOT IN (SELECT value FROM json_each(${had}))
          AND ${isOfSender(submissionId)} AND ${doesTeamExist(teamId)} AND ${isInTeam(teamId, userId)} AND ${when} ON CONFLICT DO NOTHING`,
    ),
    recordChange(context, asPerson(acceptedBy ?? userId), teamId, { kind: 'child-added' }),
  ]
}

/**
 * Gives an accepted submission its places on the roster, in the batch that accepts it: the person becomes a member and is registered for the
 * seasons that they have chosen. What was chosen in the rows of a group registers the children there, and a form that was filled for a guest
 * registers the guest, never the parent in their place. It does nothing if the submission is in another state. The plan's limit of members was
 * checked when it was sent: whoever was accepted, and may have paid, is never left out.
 */
export function placeAccepted(context: CommandContext, placed: Placed): Statement[] {
  const { submissionId, teamId, userId, before, when = sql`1` } = placed
  const isAccepted: SQL = sql`(${when} AND EXISTS (SELECT 1 FROM ${submissions} ${accepted} WHERE ${accepted.id} = ${submissionId}
    AND ${accepted.state} = 'accepted'))`
  return [
    ...(userId === null ? [] : placeSender(context, { ...placed, userId })),
    ...addChildren(context, placed, isAccepted),
    registerGuests({ teamId, submissionId, chosen: chosenForGuests(submissionId, before), now: context.now, when: isAccepted }),
  ]
}

/** The place of the sender, unless the form was filled for a guest. */
function placeSender(
  context: CommandContext,
  { submissionId, teamId, userId, addsMembers, acceptedBy, before, when = sql`1` }: Placed & { userId: string },
): Statement[] {
  const isAccepted: SQL = sql`(${when} AND EXISTS (SELECT 1 FROM ${submissions} ${accepted} WHERE ${accepted.id} = ${submissionId}
    AND ${accepted.state} = 'accepted' AND ${accepted.guestId} IS NULL))`
  const seasons = registerChosen({ teamId, userId, submissionId, ids: chosenBy(submissionId, before), now: context.now, when: isAccepted })
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
