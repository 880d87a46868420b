import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import type { LedgerSums, PayoutContents, PayoutLine, PayoutRefund, PayoutRefundPage } from '../../domain/ledger/contract.ts'
import { paymentPath, payoutRefundKinds, payoutSources, sourcePath } from '../../domain/ledger/payout-sources.ts'
import { unnamedPlayer } from '../../domain/profiles/faces.ts'
import { people } from '../accounts/shared.ts'
import { duesAsked } from '../dues/shared.ts'
import { isVisibleTo as isGameVisibleTo, isHostOf } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { keptSubmissions } from '../forms/shared.ts'
import { membershipsSold } from '../memberships/shared.ts'
import { managesMoney } from '../orders/manages-money.ts'
import { sales } from '../orders/shared.ts'
import { inList, selectAs } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, computed, orNull, select, selectFields } from '../platform/row-query.ts'
import { hasNoBlock, isVisibleTo } from '../privacy/reach.ts'
import { asPerson, canAct, doesTeamExist } from '../teams/actor.ts'
import { bought, due, form, fromEntriesWithSource, isInPayout, membership, rankOf, sourceId, sourceKind } from './payout-sources.ts'
import { type LedgerReader, payoutFields, pickSums, readBooks, rowsInPage } from './queries.ts'
import { ledgerEntries as entries, ledgerGames, payouts, teamPayouts } from './schema.ts'
import { sumColumns } from './sums.ts'

const sumDecoders = {
  ...{ gross: asNumber, payments: asNumber, stripeFee: asNumber, ourFee: asNumber },
  ...{ refunds: asNumber, disputes: asNumber, other: asNumber, net: asNumber },
}

/** The payout, if money of this owner is in it. It is explained once Stripe has said what is in it. */
export const selectPayout = (db: Database, { owner }: LedgerReader, payoutId: string) =>
  owner.kind === 'user'
    ? db
        .select({ ...payoutFields, amount: payouts.amount, explainedAt: payouts.explainedAt })
        .from(payouts)
        .where(and(eq(payouts.id, payoutId), eq(payouts.userId, owner.id)))
    : db
        .select({ ...payoutFields, amount: teamPayouts.net, explainedAt: sql<number | null>`${teamPayouts.createdAt}`.as('explained_at') })
        .from(payouts)
        .innerJoin(
          teamPayouts,
          and(
            eq(teamPayouts.teamId, owner.id),
            eq(teamPayouts.createdAt, payouts.createdAt),
            eq(teamPayouts.payoutId, payouts.id),
            isNotNull(teamPayouts.createdAt),
          ),
        )
        .where(eq(payouts.id, payoutId))

/** The community is still there, and the viewer has this right in it. */
const mayIn = (viewerId: string, teamId: SQL, right: 'billing.manage' | 'forms.manage'): SQL =>
  sql`(${teamId} IS NOT NULL AND ${canAct(asPerson(viewerId), teamId, right)} AND ${doesTeamExist(teamId)})`

const LineCursor = v.tuple([v.number(), v.number(), v.string()])

/** What a payout is made of: its games, the latest first, then dues, forms, memberships, and what came from none of them. */
export async function explainPayout(reader: LedgerReader, payoutId: string, cursor: string | undefined): Promise<PayoutContents> {
  const { db, viewerId, owner } = reader
  const after = readCursor(LineCursor, cursor)
  const isInside = isInPayout(owner, payoutId)
  const grouped = selectAs(
    { kind: sourceKind, id: sourceId, team: sql`max(${entries.teamId})`, form_title: sql`max(${form.title})`, ...sumColumns(entries) },
    sql`${fromEntriesWithSource} WHERE ${isInside} GROUP BY 1, 2`,
  )
  const [kind, id, teamId] = [sql`line.kind`, sql`line.id`, sql`line.team`]
  const rank = rankOf(kind)
  const order = sql`iif(${kind} = 'game', -coalesce(${game.startsAt}, 0), 0)`
  const nameOfGame = sql`coalesce(${game.title}, (SELECT max(${ledgerGames.title}) FROM ${ledgerGames} WHERE ${ledgerGames.eventId} = ${id}))`
  const isOpenTo = sql`CASE ${kind} WHEN 'game' THEN ${isGameVisibleTo(viewerId)} WHEN 'form' THEN ${mayIn(viewerId, teamId, 'forms.manage')}
    ELSE ${mayIn(viewerId, teamId, 'billing.manage')} END`
  const found = await readBooks(reader, {
    payout: selectPayout(db, reader, payoutId),
    sums: select(sumDecoders, selectAs(coalesced(sumColumns(entries)), sql`FROM ${entries} WHERE ${isInside}`)),
    lines: selectFields(
      {
        kind: computed(kind, asOneOf(payoutSources)),
        id: computed(id, asText),
        teamId: computed(teamId, orNull(asText)),
        name: computed(
          sql`CASE ${kind} WHEN 'game' THEN ${nameOfGame} WHEN 'dues' THEN ${duesAsked.title} WHEN 'form' THEN line.form_title
            WHEN 'membership' THEN ${membershipsSold.name} END`,
          orNull(asText),
        ),
        startsAt: computed(sql`${game.startsAt}`, orNull(asNumber)),
        timeZone: computed(sql`${game.timeZone}`, orNull(asText)),
        isOpen: computed(isOpenTo, asBoolean),
        rank: computed(rank, asNumber),
        order: computed(order, asNumber),
        ...partsOfLine,
      },
      sql`FROM (${grouped}) line LEFT JOIN ${games} ${game} ON ${kind} = 'game' AND ${game.id} = ${id}
        LEFT JOIN ${duesAsked} ON ${kind} = 'dues' AND ${duesAsked.id} = ${id}
        LEFT JOIN ${membershipsSold} ON ${kind} = 'membership' AND ${membershipsSold.id} = ${id}
        WHERE ${after ? sql`(${rank}, ${order}, ${id}) > (${after[0]}, ${after[1]}, ${after[2]})` : sql`1`}
        ORDER BY ${rank}, ${order}, ${id} LIMIT ${rowsInPage + 1}`,
    ),
  })
  const [row] = found.payout.rows
  const [total] = found.sums.rows
  if (!row || !total) throw new AppError('PayoutNotFound')
  const { explainedAt, ...payout } = row
  if (explainedAt === null) return { payout, sums: null, unexplained: 0, lines: [], next: null }
  const { page, next } = cutPage(found.lines.rows, rowsInPage, (line) => [line.rank, line.order, line.id])
  const sums: LedgerSums = { currency: payout.currency, ...total }
  const toLine = ({ kind: source, startsAt, timeZone, name, isOpen, ...line }: (typeof page)[number]): PayoutLine => ({
    ...{ kind: source, id: line.id, name, startsAt, timeZone, currency: payout.currency },
    path: isOpen ? sourcePath({ kind: source, id: line.id, teamId: line.teamId }) : null,
    ...pickSums(line),
  })
  return { payout, sums, unexplained: payout.amount - sums.net, lines: page.map(toLine), next }
}

/** The sum of no rows is 0. */
const coalesced = (sums: Record<string, SQL>): Record<string, SQL> =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sql`coalesce(${sum}, 0)`]))

const part = (name: keyof typeof sumDecoders) => computed(sql`line.${sql.identifier(name)}`, asNumber)
const partsOfLine = {
  ...{ gross: part('gross'), payments: part('payments'), stripeFee: part('stripeFee'), ourFee: part('ourFee') },
  ...{ refunds: part('refunds'), disputes: part('disputes'), other: part('other'), net: part('net') },
}

const refundFields = {
  ...{
    id: computed(sql`back.id`, asText),
    kind: computed(sql`back.kind`, asOneOf(payoutRefundKinds)),
    at: computed(sql`back.at`, asNumber),
  },
  ...{ currency: computed(sql`back.currency`, asText), amount: computed(sql`back.amount`, asNumber) },
  ...{ stripeFee: computed(sql`back."stripeFee"`, asNumber), ourFee: computed(sql`back."ourFee"`, asNumber) },
  ...{ source: computed(sql`back.source`, asOneOf(payoutSources)), sourceId: computed(sql`back.source_id`, asText) },
  teamId: computed(sql`back.team`, orNull(asText)),
}

/**
 * What went back in a payout, one by one, the newest first. Names are shown as in the lists of payments: of a game without those who have
 * blocked the viewer, and of others without those with a block between them, unless the viewer sees everybody there.
 */
export async function listPayoutRefunds(reader: LedgerReader, payoutId: string, cursor: string | undefined): Promise<PayoutRefundPage> {
  const { db, viewerId, owner } = reader
  const after = readCursor(TimeCursor, cursor)
  const [source, teamId] = [sql`back.source`, sql`back.team`]
  const page = selectAs(
    {
      ...{ id: entries.id, kind: entries.kind, at: entries.createdAt, currency: entries.currency, amount: entries.gross },
      ...{ stripeFee: entries.stripeFee, ourFee: entries.ourFee, team: entries.teamId, sale: entries.orderId },
      ...{ source: sourceKind, source_id: sourceId, form_title: form.title, submission: form.submissionId },
      payer: sql`coalesce(${due.userId}, ${form.userId}, iif(${bought.id} IS NULL, NULL, ${membership.memberId}))`,
    },
    sql`${fromEntriesWithSource} WHERE ${isInPayout(owner, payoutId)} AND ${inList(entries.kind, payoutRefundKinds)}
      ${after ? sql`AND (${entries.createdAt}, ${entries.id}) < (${after[0]}, ${after[1]})` : sql``}
      ORDER BY ${entries.createdAt} DESC, ${entries.id} DESC LIMIT ${rowsInPage + 1}`,
  )
  const managesGame = managesMoney(viewerId, { payeeId: sales.payeeId, teamId: game.teamId })
  const [managesTeam, managesForms] = [mayIn(viewerId, teamId, 'billing.manage'), mayIn(viewerId, teamId, 'forms.manage')]
  const noBlock = hasNoBlock(viewerId, people.id)
  const seesPerson = sql`CASE ${source} WHEN 'game' THEN ${managesGame} AND ${isVisibleTo(viewerId, people)}
    WHEN 'dues' THEN ${managesTeam} AND (${noBlock} OR ${canAct(asPerson(viewerId), teamId, 'roster.manage')})
    WHEN 'form' THEN ${managesForms} OR (${managesTeam} AND ${noBlock})
    WHEN 'membership' THEN ${managesTeam} AND ${noBlock} END`
  const found = await readBooks(reader, {
    payout: selectPayout(db, reader, payoutId),
    refunds: selectFields(
      {
        ...refundFields,
        person: computed(
          sql`iif(${people.id} IS NOT NULL AND ${seesPerson}, coalesce(${people.displayName}, ${unnamedPlayer}), NULL)`,
          orNull(asText),
        ),
        title: computed(
          sql`CASE ${source} WHEN 'game' THEN ${game.title} WHEN 'dues' THEN ${duesAsked.title} WHEN 'form' THEN back.form_title
            WHEN 'membership' THEN ${membershipsSold.name} END`,
          orNull(asText),
        ),
        // A submission may be deleted before its payment.
        submissionId: computed(
          sql`(SELECT ${keptSubmissions.id} FROM ${keptSubmissions} WHERE ${keptSubmissions.id} = back.submission)`,
          orNull(asText),
        ),
        isHost: computed(isHostOf(viewerId), asBoolean),
        isOpen: computed(
          sql`CASE ${source} WHEN 'game' THEN ${managesGame} WHEN 'form' THEN ${managesForms} ELSE ${managesTeam} END`,
          asBoolean,
        ),
      },
      sql`FROM (${page}) back LEFT JOIN ${sales} ON ${sales.id} = back.sale
        LEFT JOIN ${games} ${game} ON ${source} = 'game' AND ${game.id} = back.source_id
        LEFT JOIN ${duesAsked} ON ${source} = 'dues' AND ${duesAsked.id} = back.source_id
        LEFT JOIN ${membershipsSold} ON ${source} = 'membership' AND ${membershipsSold.id} = back.source_id
        LEFT JOIN ${people} ON ${people.id} = coalesce(${sales.payerId}, back.payer)
        ORDER BY back.at DESC, back.id DESC`,
    ),
  })
  const [payout] = found.payout.rows
  if (!payout) throw new AppError('PayoutNotFound')
  // As with its lines: nothing is complete before Stripe has said what is in the payout.
  if (payout.explainedAt === null) return { refunds: [], next: null }
  const { page: shown, next } = cutPage(found.refunds.rows, rowsInPage, ({ at, id }) => [at, id])
  return { refunds: shown.map(toRefund), next }
}

type RefundRow = Omit<PayoutRefund, 'path'> & {
  sourceId: string
  teamId: string | null
  submissionId: string | null
  isHost: boolean
  isOpen: boolean
}

const toRefund = ({ sourceId: id, teamId, submissionId, isHost, isOpen, ...refund }: RefundRow): PayoutRefund => ({
  ...refund,
  path: isOpen ? paymentPath({ kind: refund.source, id, teamId, submissionId, isHost }) : null,
})
