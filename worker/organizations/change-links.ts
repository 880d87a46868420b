import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { OrganizationChangeKind } from '../../domain/organizations/changes-contract.ts'
import { maxOrganizationsOfTeam, maxOrganizationTeams } from '../../domain/organizations/contract.ts'
import { teamNotFound } from '../../domain/teams/rules.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countOutreachTo, explainLimits, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock, CommandContext } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, canAct, doesTeamExist } from '../teams/actor.ts'
import { selectOwner } from '../teams/hand-over.ts'
import { mayDo } from '../teams/may-do.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { isPart, recordForTeams, recordOrganizationChange } from './changes.ts'
import { organizationNotFound, ownsOrganization } from './commands.ts'
import { organizationTeams as links, organizationChanges, organizations } from './schema.ts'

export const organizationRows: readonly TeamRows[] = [links, organizationChanges].map((table) => ({
  table,
  isOf: (teamId) => eq(table.teamId, teamId),
}))

const isLink = (id: string, teamId: string) => and(eq(links.organizationId, id), eq(links.teamId, teamId))

const decidesForTeam = (viewerId: string, teamId: string): SQL => canAct(asPerson(viewerId), teamId, 'organizations.join')

/** Both exist, and there is no block between their owners. With a block, the other side does not exist. */
const canMeet = (id: string, teamId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${organizations} CROSS JOIN ${communities}
    WHERE ${organizations.id} = ${id} AND ${communities.id} = ${teamId} AND ${communities.deletedAt} IS NULL
      AND ${hasNoBlock(organizations.ownerId, selectOwner(teamId))})`

const doesExist = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ${organizations} WHERE ${organizations.id} = ${id})`

/** The number of other organizations to which the team belongs or which it asked. */
const countOrganizations = (id: string, teamId: string): SQL =>
  sql`(SELECT count(*) FROM ${links} WHERE ${links.teamId} = ${teamId} AND ${links.organizationId} <> ${id} AND ${links.teamAgreedAt} IS NOT NULL)`

/** The number of other teams of the organization, including those that were asked. */
const countTeams = (id: string, teamId: string): SQL =>
  sql`(SELECT count(*) FROM ${links} WHERE ${links.organizationId} = ${id} AND ${links.teamId} <> ${teamId})`

/** Put it first in the batch, so that it reads the state before the writes. */
const selectSides = (viewerId: string, id: string, teamId: string) =>
  select(
    {
      ...{ ofOrganization: asBoolean, ofTeam: asBoolean, doesExist: asBoolean, hasTeam: asBoolean, canMeet: asBoolean },
      ...{ organizations: asNumber, teams: asNumber },
    },
    sql`SELECT ${ownsOrganization(viewerId, id)} AS ofOrganization, ${decidesForTeam(viewerId, teamId)} AS ofTeam,
      ${doesExist(id)} AS doesExist, ${doesTeamExist(teamId)} AS hasTeam, ${canMeet(id, teamId)} AS canMeet, ${countOrganizations(id, teamId)} AS organizations, ${countTeams(id, teamId)} AS teams`,
  )

/** The owner of the other side. */
const selectAskedPerson = (viewerId: string, id: string, teamId: string): SQL =>
  sql`iif(${ownsOrganization(viewerId, id)}, ${selectOwner(teamId)}, (SELECT ${organizations.ownerId} FROM ${organizations} WHERE ${organizations.id} = ${id}))`

const hasAgreedAt = (now: number): SQL => sql`(${links.organizationAgreedAt} = ${now} OR ${links.teamAgreedAt} = ${now})`

/** One person decided for both sides. */
const isByOnePerson = (now: number): SQL => sql`(${links.organizationAgreedAt} IS ${now} AND ${links.teamAgreedAt} IS ${now})`

const kindOf = (kind: OrganizationChangeKind): SQL => sql`${kind}`

const kindOfAgreement: SQL = sql`CASE WHEN ${links.organizationAgreedAt} IS NULL THEN ${kindOf('team-asks')}
  WHEN ${links.teamAgreedAt} IS NULL THEN ${kindOf('team-asked')} ELSE ${kindOf('team-added')} END`

/** A repeated request in the same millisecond is not recorded again. */
const isRecorded = (id: string, teamId: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${organizationChanges} WHERE ${organizationChanges.organizationId} = ${id}
    AND ${organizationChanges.createdAt} = ${now} AND ${organizationChanges.teamId} = ${teamId} AND ${organizationChanges.kind} = ${kindOfAgreement})`

/** What it means that the viewer ends the link: it depends on who had agreed, and on the side for which they decide. */
const kindOfEnd = (viewerId: string, id: string): SQL => {
  const isOwner = ownsOrganization(viewerId, id)
  return sql`CASE WHEN ${links.organizationAgreedAt} IS NULL THEN iif(${isOwner}, ${kindOf('declined')}, ${kindOf('taken-back')})
    WHEN ${links.teamAgreedAt} IS NULL THEN iif(${isOwner}, ${kindOf('taken-back')}, ${kindOf('declined')})
    ELSE iif(${isOwner}, ${kindOf('team-removed')}, ${kindOf('team-left')}) END`
}

/** Agreeing again changes nothing. */
const keepFirst = (column: Column): SQL => sql`coalesce(${column}, ${excluded(column)})`

/**
 * The viewer agrees that the team belongs to the organization, for each side for which they decide. The first side to agree asks the
 * other one. Returns whether the team belongs to it now.
 */
export async function agree(
  db: Database,
  { now, newId, platform }: CommandContext,
  viewerId: string,
  id: string,
  teamId: string,
): Promise<boolean> {
  const sent = { kind: 'invitation', senderId: viewerId, now } as const
  const askedPerson = selectAskedPerson(viewerId, id, teamId)
  const organizationAgreedAt = sql`iif(${ownsOrganization(viewerId, id)}, ${now}, NULL)`
  const teamAgreedAt = sql`iif(${decidesForTeam(viewerId, teamId)}, ${now}, NULL)`
  const hasRoom = sql`${countTeams(id, teamId)} < ${maxOrganizationTeams}
    AND (NOT ${decidesForTeam(viewerId, teamId)} OR ${countOrganizations(id, teamId)} < ${maxOrganizationsOfTeam})`
  const mayAgree = sql`(${ownsOrganization(viewerId, id)} OR ${decidesForTeam(viewerId, teamId)}) AND ${canMeet(id, teamId)}`
  const isNoQuestion = sql`(${ownsOrganization(viewerId, id)} AND ${decidesForTeam(viewerId, teamId)}
    OR EXISTS (SELECT 1 FROM ${links} WHERE ${isLink(id, teamId)}))`
  const { sides, counts, link } = await runBatch(db, {
    sides: selectSides(viewerId, id, teamId),
    counts: selectOutreachCounts(sent, askedPerson),
    agreed: insertSelect(
      links,
      { organizationId: id, teamId, organizationAgreedAt, teamAgreedAt },
      sql`WHERE ${mayAgree} AND ${hasRoom} AND (${isNoQuestion} OR ${isWithinLimits(sent, askedPerson)}) ${onConflictUpdate(
        links,
        ['organizationId', 'teamId'],
        {
          organizationAgreedAt: keepFirst(links.organizationAgreedAt),
          teamAgreedAt: keepFirst(links.teamAgreedAt),
        },
      )}`,
    ),
    recordedForTeam: recordForTeams(
      { now, newId },
      asPerson(viewerId),
      'organization-joined',
      sql`${isLink(id, teamId)} AND ${isPart} AND ${hasAgreedAt(now)} AND NOT ${isRecorded(id, teamId, now)}`,
    ),
    recorded: recordOrganizationChange(
      { now, newId },
      { organizationId: id, actorId: viewerId, teamId, kind: kindOfAgreement },
      sql`FROM ${links} WHERE ${isLink(id, teamId)} AND ${hasAgreedAt(now)} AND NOT ${isRecorded(id, teamId, now)}`,
    ),
    notified: notifyOf(
      { kind: 'organization-agreed', organizationId: id, teamId, actorId: viewerId, at: now },
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM ${links} WHERE ${isLink(id, teamId)} AND ${hasAgreedAt(now)} AND NOT ${isByOnePerson(now)})`,
    ),
    counted: countOutreachTo(
      sent,
      sql`SELECT ${newId()} AS id, ${askedPerson} AS recipientId FROM ${links} WHERE ${isLink(id, teamId)} AND ${hasAgreedAt(now)}
        AND (${links.organizationAgreedAt} IS NULL OR ${links.teamAgreedAt} IS NULL)`,
    ),
    link: db.select({ ofOrganization: links.organizationAgreedAt, ofTeam: links.teamAgreedAt }).from(links).where(isLink(id, teamId)),
  })
  const [side] = sides.rows
  if (!side?.doesExist) throw organizationNotFound()
  if (!side.ofOrganization && !side.ofTeam) throw new AppError('NotAllowed')
  if (!side.canMeet) throw side.ofOrganization ? teamNotFound() : organizationNotFound()
  const [row] = link.rows
  const hasAgreed = row && (!side.ofOrganization || row.ofOrganization !== null) && (!side.ofTeam || row.ofTeam !== null)
  if (hasAgreed) return row.ofOrganization !== null && row.ofTeam !== null
  if (side.ofTeam && side.organizations >= maxOrganizationsOfTeam)
    throw new AppError('TeamOrganizationsFull', { values: { max: maxOrganizationsOfTeam } })
  if (side.teams >= maxOrganizationTeams) throw new AppError('OrganizationTeamsFull', { values: { max: maxOrganizationTeams } })
  throw explainLimits('invitation', counts) ?? new AppError('Conflict')
}

/**
 * Either side ends it, takes its question back or says no. Nothing happens if it is over already. The links of a deleted team wait until
 * it is back.
 */
export async function endLink(db: Database, clock: Clock, viewerId: string, id: string, teamId: string): Promise<void> {
  const mayEnd = sql`${doesTeamExist(teamId)} AND (${ownsOrganization(viewerId, id)} OR ${decidesForTeam(viewerId, teamId)})`
  const { sides } = await runBatch(db, {
    sides: selectSides(viewerId, id, teamId),
    recordedForTeam: [
      recordForTeams(clock, asPerson(viewerId), 'organization-left', sql`${isLink(id, teamId)} AND ${mayEnd} AND ${isPart}`),
      recordForTeams(
        clock,
        asPerson(viewerId),
        'organization-declined',
        sql`${isLink(id, teamId)} AND ${mayEnd} AND ${kindOfEnd(viewerId, id)} = ${kindOf('declined')}`,
      ),
    ],
    recorded: recordOrganizationChange(
      clock,
      { organizationId: id, actorId: viewerId, teamId, kind: kindOfEnd(viewerId, id) },
      sql`FROM ${links} WHERE ${isLink(id, teamId)} AND ${mayEnd}`,
    ),
    ended: db.delete(links).where(and(isLink(id, teamId), mayEnd)),
  })
  const [side] = sides.rows
  if (!side?.doesExist) throw organizationNotFound()
  if (!side.ofOrganization && !side.ofTeam) throw new AppError('NotAllowed')
  if (!side.hasTeam) throw teamNotFound()
}

/** The viewer of a list of teams decides for the team of this row. */
export const decidesForTeamOf = (teamId: SQL, viewerId: string | null): SQL<number> =>
  sql`EXISTS (SELECT 1 FROM ${communityMembers} WHERE ${communityMembers.teamId} = ${teamId} AND ${communityMembers.userId} = ${viewerId}
    AND ${mayDo(communityMembers, 'organizations.join')})`
