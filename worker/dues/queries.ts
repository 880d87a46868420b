import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import {
  type Due,
  type DueFilter,
  type DuePath,
  type DuePaymentPage,
  type DuePaymentSearch,
  type DuePerson,
  type DueSums,
  dueMethods,
  duePageSize,
  maxEndedDues,
  maxOpenDues,
  type ShownDuePayment,
  type TeamDues,
} from '../../domain/dues/contract.ts'
import { standingOf } from '../../domain/dues/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { currencies } from '../../domain/money.ts'
import { showRefund } from '../../domain/orders/contract.ts'
import { canAny, requireRight } from '../../domain/teams/rules.ts'
import { toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { feeOf } from '../payments/fee-of.ts'
import { disputesByPayment, selectDisputesOfPayments } from '../payments/list-payment-disputes.ts'
import { currencyOf, ownerOf } from '../payments/payee.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, computed, orNull, type RowOf, select, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { isThisDue } from './manage.ts'
import { restOf } from './refunds.ts'
import { duePayments, dueRefunds, dues } from './schema.ts'
import { isSettled } from './shared.ts'

const p = alias(duePayments, 'p')
const mine = alias(duePayments, 'mine')
const best = alias(duePayments, 'best')
const member = alias(communityMembers, 'member')

/** The id of the payment that settles what a person owes: the one that counts, or else the last one that was given back. */
const settlingId = (dueId: SQL, userId: SQL): SQL => sql`(SELECT ${best.id} FROM ${duePayments} ${best} WHERE ${best.dueId} = ${dueId}
  AND ${best.userId} = ${userId} AND ${best.state} IN ('paid', 'refunded') ORDER BY ${best.state}, ${best.paidAt} DESC LIMIT 1)`

const ofDue = (part: SQL, which: SQL): SQL => sql`(SELECT ${part} FROM ${duePayments} ${p} WHERE ${p.dueId} = ${dues.id} AND ${which})`
const isPaidIn = (...methods: readonly string[]): SQL =>
  sql`${p.state} = 'paid' AND ${p.method} IN (${sql.join(
    methods.map((method) => sql`${method}`),
    sql`, `,
  )})`

const sumColumns = {
  paid: computed(ofDue(sql`count(*)`, isPaidIn('card', 'cash')), asNumber),
  waived: computed(ofDue(sql`count(*)`, isPaidIn('waived')), asNumber),
  collected: computed(
    ofDue(sql`coalesce(sum(${p.amount} - ${p.refunded}), 0)`, sql`${p.state} IN ('paid', 'refunded') AND ${p.method} <> 'waived'`),
    asNumber,
  ),
  owing: computed(
    sql`iif(${dues.endedAt} IS NULL, (SELECT count(*) FROM ${communityMembers} ${member} WHERE ${member.teamId} = ${dues.teamId}
      AND NOT ${isSettled(dues.id, member.userId)}), 0)`,
    asNumber,
  ),
}

const dueColumns = {
  ...{ id: dues.id, title: dues.title, note: dues.note, amount: dues.amount, currency: dues.currency, dueOn: dues.dueOn },
  ...{ createdAt: dues.createdAt, endedAt: dues.endedAt },
}
const mineColumns = {
  method: computed(sql`${mine.method}`, orNull(asOneOf(dueMethods))),
  isRefunded: computed(sql`${mine.state} = 'refunded'`, asBoolean),
}
const fromDues = (viewerId: string): SQL =>
  sql`FROM ${dues} LEFT JOIN ${duePayments} ${mine} ON ${mine.id} = ${settlingId(sql`${dues.id}`, sql`${viewerId}`)}`

type DueRow = Omit<Due, 'standing' | 'sums'> & { method: (typeof dueMethods)[number] | null; isRefunded: boolean }
const toDue = ({ method, isRefunded, ...due }: DueRow, now: number): Omit<Due, 'sums'> => ({
  ...due,
  standing: standingOf(method === null ? null : { method, isRefunded }, due, now),
})

type Reader = { viewerId: string; now: number }

/** What a community asks of its members, with how it stands with the viewer. Those who manage the money also see the sums. */
export async function listDues(db: Database, { viewerId, now }: Reader, teamId: string): Promise<TeamDues> {
  const actor = asPerson(viewerId)
  const ofTeam = (rest: SQL) => sql`${fromDues(viewerId)} WHERE ${dues.teamId} = ${teamId} AND ${rest}`
  const selectDues = (rest: SQL) => selectFields({ ...dueColumns, ...mineColumns }, ofTeam(rest))
  const selectDuesWithSums = (rest: SQL) => selectFields({ ...dueColumns, ...mineColumns, ...sumColumns }, ofTeam(rest))
  const open = sql`${dues.endedAt} IS NULL ORDER BY ${dues.dueOn}, ${dues.id} LIMIT ${maxOpenDues}`
  const ended = sql`${dues.endedAt} IS NOT NULL ORDER BY ${dues.endedAt} DESC, ${dues.id} DESC LIMIT ${maxEndedDues}`
  const { facts, community } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    community: select(
      { name: asText, hasPlan: asBoolean, currency: orNull(asOneOf(currencies)), feeBasisPoints: asNumber },
      sql`SELECT ${communities.name} AS name, ${takesDues(communities.plan)} AS hasPlan,
        ${currencyOf(ownerOf(communities.id))} AS currency, ${feeOf(communities.id)} AS feeBasisPoints
        FROM ${communities} WHERE ${isTeam(teamId)}`,
    ),
  })
  const { actorRoles } = readFacts(actor, facts)
  requireRight(actorRoles, 'team.view')
  const [team] = community.rows
  if (!team) throw new AppError('TeamNotFound')
  const { name, hasPlan, currency, feeBasisPoints } = team
  const head = { team: { id: teamId, name } }
  // The owner may have another account than the one for which the dues were made. Without a plan, what was asked for before can still be paid.
  const withPayable = <One extends { currency: string }>(due: One) => ({ ...due, isPayable: due.currency === currency })
  if (!canAny(actorRoles, 'billing.manage')) {
    const found = await runBatch(db, { open: selectDues(open), ended: selectDues(ended) })
    return {
      ...head,
      dues: [...found.open.rows, ...found.ended.rows].map((row) => withPayable({ ...toDue(row, now), sums: null })),
      manage: null,
    }
  }
  const found = await runBatch(db, { open: selectDuesWithSums(open), ended: selectDuesWithSums(ended) })
  return {
    ...head,
    dues: [...found.open.rows, ...found.ended.rows].map((row) => withPayable(withSums(row, now))),
    manage: { obstacle: hasPlan ? (currency === null ? 'account' : null) : 'plan', currency, feeBasisPoints },
  }
}

const withSums = ({ paid, waived, collected, owing, ...row }: DueRow & DueSums, now: number) => ({
  ...toDue(row, now),
  sums: { paid, waived, collected, owing },
})

const NameCursor = v.tuple([v.string(), v.string()])
const maxRefundsShown = 200
/** Of all people of a page. Hardly anybody has one. */
const maxOthersShown = 100

const everybody = alias(communityMembers, 'everybody')
const payer = alias(duePayments, 'payer')
const payment = alias(duePayments, 'payment')

const nameKey = sql`lower(coalesce(${people.displayName}, ''))`

/** Every member, and everybody who has paid, by their names. */
const selectPeople = (viewerId: string, { id: teamId, dueId }: DuePath, show: DueFilter | undefined, after: readonly string[] | null) => {
  const isMember = isInTeam(teamId, people.id)
  const settled = isSettled(dueId, people.id)
  const isOwing = sql`${isMember} AND NOT ${settled} AND EXISTS (SELECT 1 FROM ${dues} WHERE ${dues.id} = ${dueId} AND ${dues.endedAt} IS NULL)`
  const filters: Record<DueFilter, SQL> = { owing: isOwing, paid: settled }
  return selectFields(
    {
      ...{ id: people.id, photoKey: people.photoKey, personName: people.displayName },
      nameKey: computed(nameKey, asText),
      isShown: computed(sql`(${hasNoBlock(viewerId, people.id)} OR ${canAct(asPerson(viewerId), teamId, 'roster.manage')})`, asBoolean),
      isMember: computed(isMember, asBoolean),
      paymentId: computed(sql`${payment.id}`, orNull(asText)),
      method: computed(sql`${payment.method}`, orNull(asOneOf(dueMethods))),
      isRefunded: computed(sql`${payment.state} = 'refunded'`, asBoolean),
      amount: computed(sql`coalesce(${payment.amount}, 0)`, asNumber),
      paidAt: computed(sql`coalesce(${payment.paidAt}, 0)`, asNumber),
      rest: computed(sql`coalesce(${restOf(payment)}, 0)`, asNumber),
    },
    sql`FROM (SELECT ${everybody.userId} AS id FROM ${communityMembers} ${everybody} WHERE ${everybody.teamId} = ${teamId}
        UNION SELECT ${payer.userId} FROM ${duePayments} ${payer} WHERE ${payer.dueId} = ${dueId} AND ${payer.state} IN ('paid', 'refunded', 'late')) found
      CROSS JOIN ${people} ON ${people.id} = found.id
      LEFT JOIN ${duePayments} ${payment} ON ${payment.id} = ${settlingId(sql`${dueId}`, sql`${people.id}`)}
      WHERE ${show ? filters[show] : sql`1`} ${after ? sql`AND (${nameKey}, ${people.id}) > (${after[0]}, ${after[1]})` : sql``}
      ORDER BY ${nameKey}, ${people.id} LIMIT ${duePageSize + 1}`,
  )
}

/** The payments by card of these people that were taken. */
const isTakenFrom = (dueId: string, userIds: readonly string[]): SQL =>
  sql`${p.dueId} = ${dueId} AND ${inList(p.userId, userIds)} AND ${p.state} IN ('paid', 'refunded', 'late') AND ${p.method} = 'card'`

/** Who has paid and who owes, for those who manage the money. */
export async function listDuePayments(
  db: Database,
  { viewerId, now }: Reader,
  path: DuePath,
  { cursor, show }: DuePaymentSearch,
): Promise<DuePaymentPage> {
  const actor = asPerson(viewerId)
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, path.id),
    found: selectFields(
      { ...dueColumns, ...mineColumns, ...sumColumns, remindedAt: dues.remindedAt, team: computed(sql`${communities.name}`, asText) },
      sql`${fromDues(viewerId)} JOIN ${communities} ON ${communities.id} = ${dues.teamId} WHERE ${isThisDue(path)}`,
    ),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  const [row] = found.rows
  if (!row) throw new AppError('DuesNotFound')
  const after = readCursor(NameCursor, cursor)
  const listed = await runBatch(db, { people: selectPeople(viewerId, path, show, after) })
  const { page, next } = cutPage(listed.people.rows, duePageSize, ({ nameKey: name, id }) => [name, id])
  const isTaken = isTakenFrom(
    path.dueId,
    page.map(({ id }) => id),
  )
  const ids = sql`(SELECT ${p.id} FROM ${duePayments} ${p} WHERE ${isTaken})`
  const settling = page.flatMap(({ paymentId }) => paymentId ?? [])
  const { others, refunds, disputes } = await runBatch(db, {
    others: selectFields(
      {
        ...{ id: p.id, userId: p.userId, method: p.method, amount: p.amount },
        ...{ paidAt: computed(sql`coalesce(${p.paidAt}, 0)`, asNumber), rest: computed(restOf(p), asNumber) },
      },
      sql`FROM ${duePayments} ${p} WHERE ${isTaken} AND NOT ${inList(p.id, settling)} ORDER BY ${p.paidAt}, ${p.id} LIMIT ${maxOthersShown}`,
    ),
    refunds: db
      .select()
      .from(dueRefunds)
      .where(sql`${dueRefunds.duePaymentId} IN ${ids}`)
      .orderBy(dueRefunds.createdAt)
      .limit(maxRefundsShown),
    disputes: selectDisputesOfPayments(ids),
  })
  const disputeOf = disputesByPayment(disputes.rows)
  const refundsOf = Map.groupBy(refunds.rows, ({ duePaymentId }) => duePaymentId)
  const othersOf = Map.groupBy(others.rows, ({ userId }) => userId)
  const toShown = ({ id, method, amount, paidAt, rest }: Omit<ShownDuePayment, 'refunds' | 'dispute'>): ShownDuePayment => ({
    ...{ id, method, amount, paidAt, rest },
    refunds: (refundsOf.get(id) ?? []).map(showRefund),
    dispute: disputeOf.get(id) ?? null,
  })
  const { team, remindedAt, ...due } = row
  return {
    team: { id: path.id, name: team },
    due: { ...withSums(due, now), remindedAt },
    people: page.map((each) => ({
      ...toPerson(each, due, now),
      payment: each.paymentId === null || each.method === null ? null : toShown({ ...each, id: each.paymentId, method: each.method }),
      others: (othersOf.get(each.id) ?? []).map(toShown),
    })),
    next,
  }
}

function toPerson(
  { id, personName, photoKey, isShown, isMember, method, isRefunded }: RowOf<ReturnType<typeof selectPeople>>,
  due: Pick<Due, 'dueOn' | 'endedAt'>,
  now: number,
): Pick<DuePerson, 'person' | 'isMember' | 'standing'> {
  return {
    person: isShown ? toFace({ id, name: personName, photoKey }) : null,
    isMember,
    // Whoever has left owes nothing.
    standing: method === null && !isMember ? 'none' : standingOf(method === null ? null : { method, isRefunded }, due, now),
  }
}
