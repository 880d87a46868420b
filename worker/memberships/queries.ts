import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import {
  type HostMemberships,
  type MembershipHolder,
  type MembershipHolderPage,
  type MyMembership,
  type MyMembershipPage,
  maxEndedMemberships,
  maxMembershipsOnSale,
  membershipPageSize,
  type TeamMemberships,
} from '../../domain/memberships/contract.ts'
import { currencies } from '../../domain/money.ts'
import { graceEndOf, isEntitled, readStatus } from '../../domain/payments/subscription-states.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { maxOwnedTeams } from '../../domain/teams/contract.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { feeOf } from '../payments/fee-of.ts'
import { disputesByPayment, selectDisputesOfPayments } from '../payments/list-payment-disputes.ts'
import { canBePaid, currencyOf, ownerOf } from '../payments/payee.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, computed, orNull, select, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { membershipSubscriptions as bought, memberships, membershipPayments as p } from './schema.ts'
import { holdsPlace, isLiveRow } from './shared.ts'

const m = alias(memberships, 'm')
const team = alias(communities, 'team')
const owner = alias(communityMembers, 'owner')
const own = alias(bought, 'own')

/** What the communities of a host sell now, for one viewer. */
export async function listHostMemberships(db: Database, viewerId: string, hostId: string): Promise<HostMemberships> {
  const { host, offers } = await runBatch(db, {
    host: db
      .select(faceColumns)
      .from(people)
      .where(and(eq(people.id, hostId), isNull(people.deletedAt), hasNoBlock(viewerId, people.id))),
    offers: selectFields(
      {
        ...{ id: m.id, type: m.type, name: m.name, description: m.description, amount: m.amount, currency: m.currency, every: m.every },
        teamId: m.teamId,
        team: computed(sql`${team.name}`, asText),
        photoKey: team.photoKey,
        isMine: computed(
          sql`EXISTS (SELECT 1 FROM ${bought} ${own} WHERE ${own.memberId} = ${viewerId} AND ${own.teamId} = ${m.teamId} AND ${own.type} = ${m.type}
            AND ${holdsPlace(own)} AND ${isLiveRow(own)})`,
          asBoolean,
        ),
      },
      sql`FROM ${communityMembers} ${owner} CROSS JOIN ${communities} ${team} ON ${team.id} = ${owner.teamId} AND ${team.deletedAt} IS NULL AND ${takesDues(team.plan)}
        CROSS JOIN ${memberships} ${m} ON ${m.teamId} = ${team.id} AND ${m.endedAt} IS NULL
        WHERE ${owner.userId} = ${hostId} AND ${owner.role} = 'owner' AND ${canBePaid(sql`${hostId}`, m.currency)}
        ORDER BY ${team.name}, ${team.id}, ${m.createdAt}, ${m.id} LIMIT ${maxOwnedTeams * maxMembershipsOnSale}`,
    ),
  })
  const [face] = host.rows
  if (!face) throw new AppError('PersonNotFound')
  return {
    host: toFace(face),
    communities: [...Map.groupBy(offers.rows, ({ teamId }) => teamId)].flatMap(([id, rows]) => {
      const [first] = rows
      if (!first) return []
      const photo = first.photoKey === null ? null : photoUrl(first.photoKey, 480)
      return { id, name: first.team, photo, memberships: rows.map(({ teamId: _, team: __, photoKey: ___, ...offer }) => offer) }
    }),
  }
}

/** What a community sells and has sold, for those who manage its money. */
export async function listTeamMemberships(db: Database, viewerId: string, teamId: string): Promise<TeamMemberships> {
  const actor = asPerson(viewerId)
  const columns = {
    ...{ id: m.id, type: m.type, name: m.name, description: m.description, amount: m.amount, currency: m.currency, every: m.every },
    ...{ createdAt: m.createdAt, endedAt: m.endedAt },
    holders: computed(sql`(SELECT count(*) FROM ${bought} WHERE ${bought.membershipId} = ${m.id} AND ${isLiveRow(bought)})`, asNumber),
  }
  const { facts, sale, onSale, ended } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    sale: select(
      { hostId: asText, hasPlan: asBoolean, currency: orNull(asOneOf(currencies)), feeBasisPoints: asNumber },
      sql`SELECT coalesce(${ownerOf(communities.id)}, '') AS hostId, ${takesDues(communities.plan)} AS hasPlan, ${currencyOf(ownerOf(communities.id))} AS currency,
        ${feeOf(communities.id)} AS feeBasisPoints FROM ${communities} WHERE ${isTeam(teamId)}`,
    ),
    onSale: selectFields(
      columns,
      sql`FROM ${memberships} ${m} WHERE ${m.teamId} = ${teamId} AND ${m.endedAt} IS NULL ORDER BY ${m.createdAt}, ${m.id} LIMIT ${maxMembershipsOnSale}`,
    ),
    ended: selectFields(
      columns,
      sql`FROM ${memberships} ${m} WHERE ${m.teamId} = ${teamId} AND ${m.endedAt} IS NOT NULL
        ORDER BY ${m.endedAt} DESC, ${m.createdAt} DESC LIMIT ${maxEndedMemberships}`,
    ),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  const [row] = sale.rows
  if (!row) throw new AppError('TeamNotFound')
  const { hasPlan, ...rest } = row
  return {
    ...rest,
    obstacle: !hasPlan ? 'plan' : row.currency === null ? 'account' : null,
    memberships: [...onSale.rows, ...ended.rows],
  }
}

/** Who has bought a membership of a community, the newest first. Whoever manages its money sees all of them, but not the names of people with a block. */
export async function listHolders(
  db: Database,
  viewerId: string,
  teamId: string,
  cursor: string | undefined,
): Promise<MembershipHolderPage> {
  const actor = asPerson(viewerId)
  const after = readCursor(TimeCursor, cursor)
  const fromPage = sql`FROM ${bought} CROSS JOIN ${memberships} ${m} ON ${m.id} = ${bought.membershipId} CROSS JOIN ${people} ON ${people.id} = ${bought.memberId}
    WHERE ${bought.teamId} = ${teamId} AND ${bought.subscriptionId} IS NOT NULL
      ${after ? sql`AND (${bought.createdAt}, ${bought.id}) < (${after[0]}, ${after[1]})` : sql``}
    ORDER BY ${bought.createdAt} DESC, ${bought.id} DESC LIMIT ${membershipPageSize + 1}`
  const { facts, rows, disputes, refused } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    disputes: selectDisputesOfPayments(sql`(SELECT ${bought.id} ${fromPage})`),
    refused: selectFields(
      { boughtId: p.subscriptionId, paymentId: p.id, amount: p.refused, currency: p.currency },
      sql`FROM ${p} WHERE ${columnNames(p.refused)} > 0 AND ${p.subscriptionId} IN (SELECT ${bought.id} ${fromPage}) ORDER BY ${p.refusedAt}, ${p.id}`,
    ),
    rows: selectFields(
      {
        id: computed(sql`${bought.id}`, asText),
        ...{
          memberId: bought.memberId,
          personName: computed(sql`${people.displayName}`, orNull(people.displayName)),
          photoKey: people.photoKey,
        },
        isShown: computed(hasNoBlock(viewerId, people.id), asBoolean),
        ...{ name: m.name, amount: m.amount, currency: m.currency, every: m.every },
        ...{ status: bought.status, since: bought.createdAt, periodEnd: bought.periodEnd, endsAtPeriodEnd: bought.endsAtPeriodEnd },
      },
      fromPage,
    ),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  const { page, next } = cutPage(rows.rows, membershipPageSize, ({ since, id }) => [since, id])
  const disputeOf = disputesByPayment(disputes.rows)
  return {
    holders: page.map(
      ({ memberId, personName, photoKey, isShown, status, periodEnd, ...holder }): MembershipHolder => ({
        ...holder,
        person: isShown ? toFace({ id: memberId, name: personName, photoKey }) : null,
        status: readStatus(status),
        periodEnd: periodEnd ?? holder.since,
        dispute: disputeOf.get(holder.id) ?? null,
        refused: refused.rows.filter(({ boughtId }) => boughtId === holder.id).map(({ boughtId: _, ...back }) => back),
      }),
    ),
    next,
  }
}

/** The memberships that a person has bought, the newest first. */
export async function listMyMemberships(
  db: Database,
  { userId, now }: { userId: string; now: number },
  cursor: string | undefined,
): Promise<MyMembershipPage> {
  const after = readCursor(TimeCursor, cursor)
  const rows = await readAll(
    db,
    selectFields(
      {
        ...{ id: bought.id, teamId: bought.teamId, teamName: computed(sql`${team.name}`, asText), status: bought.status },
        ...{ periodEnd: bought.periodEnd, endsAtPeriodEnd: bought.endsAtPeriodEnd, pastDueSince: bought.pastDueSince },
        ...{ createdAt: bought.createdAt, endedAt: bought.endedAt, membershipId: bought.membershipId },
        ...{ type: m.type, name: m.name, description: m.description, amount: m.amount, currency: m.currency, every: m.every },
      },
      sql`FROM ${bought} CROSS JOIN ${memberships} ${m} ON ${m.id} = ${bought.membershipId} CROSS JOIN ${communities} ${team} ON ${team.id} = ${bought.teamId}
        WHERE ${bought.memberId} = ${userId} AND ${bought.subscriptionId} IS NOT NULL
          ${after ? sql`AND (${bought.createdAt}, ${bought.id}) < (${after[0]}, ${after[1]})` : sql``}
        ORDER BY ${bought.createdAt} DESC, ${bought.id} DESC LIMIT ${membershipPageSize + 1}`,
    ),
  )
  const { page, next } = cutPage(rows, membershipPageSize, ({ createdAt, id }) => [createdAt, id])
  return {
    memberships: page.map(
      ({
        teamId,
        teamName,
        membershipId,
        type,
        name,
        description,
        amount,
        currency,
        every,
        createdAt,
        pastDueSince,
        ...row
      }): MyMembership => {
        const payment = { status: readStatus(row.status), pastDueSince }
        return {
          ...row,
          membership: { id: membershipId, type, name, description, amount, currency, every },
          team: { id: teamId, name: teamName },
          status: payment.status,
          periodEnd: row.periodEnd ?? createdAt,
          graceEndsAt: graceEndOf(payment),
          isEntitled: isEntitled(payment, now),
        }
      },
    ),
    next,
  }
}
