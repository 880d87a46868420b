import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type ChangeMembership, maxMembershipsOnSale, type OfferMembership } from '../../domain/memberships/contract.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { canBePaid, ownerOf } from '../payments/payee.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { asPerson, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { memberships } from './schema.ts'

type Money = Pick<OfferMembership, 'currency'>

const isOnSale = (teamId: string): SQL => sql`${memberships.teamId} = ${teamId} AND ${memberships.endedAt} IS NULL`
const countOnSale = (teamId: string): SQL => sql`(SELECT count(*) FROM ${memberships} WHERE ${isOnSale(teamId)})`

/** Selects why a community could not sell a membership. Put it first in the batch. */
const selectSaleFacts = (teamId: string, { currency }: Money) =>
  select(
    { hasPlan: asBoolean, hasAccount: asBoolean, onSale: asNumber },
    sql`SELECT ${takesDues(communities.plan)} AS hasPlan, ${canBePaid(ownerOf(teamIdOf(teamId)), currency)} AS hasAccount, ${countOnSale(teamId)} AS onSale
      FROM ${communities} WHERE ${isTeam(teamId)}`,
  )
const teamIdOf = (teamId: string): SQL => sql`${teamId}`

/** The person may sell memberships of this community, and its owner can be paid for them. */
const maySell = (userId: string, teamId: string, { currency }: Money): SQL =>
  sql`${isTeam(teamId)} AND ${canAct(asPerson(userId), teamId, 'billing.manage')} AND ${takesDues(communities.plan)}
    AND ${canBePaid(ownerOf(communities.id), currency)}`

type SaleFacts = { hasPlan: boolean; hasAccount: boolean; onSale: number }

const judgeSale = (facts: SaleFacts | undefined): AppError | null =>
  facts?.hasPlan === false
    ? new AppError('MembershipsNeedPlan')
    : facts?.hasAccount === false
      ? new AppError('MembershipsNeedAccount')
      : null

/** Puts a membership on sale, and returns its id. A repeated request with the same key does it once. */
export async function offerMembership(
  db: Database,
  { now, newId }: Clock,
  userId: string,
  teamId: string,
  { idempotencyKey, ...form }: OfferMembership,
): Promise<string> {
  const actor = asPerson(userId)
  const id = idempotencyKey === undefined ? newId() : await deriveId('membership', teamId, userId, idempotencyKey)
  const { facts, sale, stored } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    sale: selectSaleFacts(teamId, form),
    inserted: insertSelect(
      memberships,
      { ...form, id, teamId: communities.id, createdAt: now },
      sql`FROM ${communities} WHERE ${maySell(userId, teamId, form)} AND ${countOnSale(teamId)} < ${maxMembershipsOnSale} ON CONFLICT DO NOTHING`,
    ),
    stored: db
      .select({ id: memberships.id })
      .from(memberships)
      .where(and(eq(memberships.id, id), canAct(actor, teamId, 'billing.manage'))),
  })
  if (stored.rows.length > 0) return id
  throw (
    judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage') ??
    judgeSale(sale.rows[0]) ??
    new AppError('MembershipsFull', { values: { max: maxMembershipsOnSale } })
  )
}

/**
 * Changes what is on sale. A new price is a new membership in the place of the old one, so whoever has the old one keeps its price. Returns
 * the id of what is on sale now.
 */
export async function changeMembership(
  db: Database,
  { now }: Clock,
  userId: string,
  { id: teamId, membershipId }: { id: string; membershipId: string },
  { amount, currency, ...texts }: ChangeMembership,
): Promise<string> {
  const actor = asPerson(userId)
  const price = { amount, currency }
  const isThis = and(eq(memberships.id, membershipId), eq(memberships.teamId, teamId), isNull(memberships.endedAt))
  const isSamePrice = sql`${memberships.amount} = ${amount} AND ${memberships.currency} = ${currency}`
  const id = await deriveId('membership-price', membershipId, String(amount), currency, String(now))
  const { facts, sale, found, renamed, replaced } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    sale: selectSaleFacts(teamId, price),
    found: db.select({ id: memberships.id }).from(memberships).where(isThis),
    renamed: db
      .update(memberships)
      .set(texts)
      .where(and(isThis, isSamePrice, canAct(actor, teamId, 'billing.manage'))),
    replaced: insertSelect(
      memberships,
      { ...texts, ...price, id, teamId: memberships.teamId, type: memberships.type, every: memberships.every, createdAt: now },
      sql`FROM ${memberships} CROSS JOIN ${communities} ON ${communities.id} = ${memberships.teamId}
        WHERE ${isThis} AND NOT (${isSamePrice}) AND ${maySell(userId, teamId, price)} ON CONFLICT DO NOTHING`,
    ),
    ended: db
      .update(memberships)
      .set({ endedAt: now })
      .where(and(isThis, sql`EXISTS (SELECT 1 FROM ${memberships} newer WHERE newer.id = ${id})`)),
  })
  if (renamed.changes > 0) return membershipId
  if (replaced.changes > 0) return id
  throw (
    judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage') ??
    (found.rows.length === 0 ? new AppError('MembershipNotFound') : (judgeSale(sale.rows[0]) ?? new AppError('Conflict')))
  )
}

/** Takes a membership off sale. Who has it keeps it. Doing it again changes nothing. */
export async function endSale(
  db: Database,
  { now }: Clock,
  userId: string,
  { id: teamId, membershipId }: { id: string; membershipId: string },
): Promise<void> {
  const actor = asPerson(userId)
  const isThis = and(eq(memberships.id, membershipId), eq(memberships.teamId, teamId))
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db.select({ id: memberships.id }).from(memberships).where(isThis),
    ended: db
      .update(memberships)
      .set({ endedAt: now })
      .where(and(isThis, isNull(memberships.endedAt), canAct(actor, teamId, 'billing.manage'))),
  })
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  if (refusal) throw refusal
  if (found.rows.length === 0) throw new AppError('MembershipNotFound')
}
