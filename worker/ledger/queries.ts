import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import { addSums } from '../../domain/ledger/add-sums.ts'
import type {
  EventLedger,
  LedgerGame,
  LedgerMonth,
  LedgerMonthPage,
  LedgerOverview,
  LedgerOwner,
  LedgerPayout,
  LedgerPayoutPage,
  LedgerSums,
  PayoutContents,
  SeasonLedger,
} from '../../domain/ledger/contract.ts'
import { teamEntitlements, teamPlanItems } from '../../domain/payments/plans.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { games } from '../events/shared.ts'
import { managesMoney } from '../orders/manages-money.ts'
import { runBatch, type Statements } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, computed, select, selectFields } from '../platform/row-query.ts'
import { communitySeasons } from '../seasons/shared.ts'
import { asPerson, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import {
  ledgerChecks as checks,
  ledgerEntries as entries,
  ledgerAccounts,
  ledgerGames,
  ledgerMonths,
  payouts,
  teamPayouts,
} from './schema.ts'
import { sumColumns } from './sums.ts'

const monthsInPage = 12
const rowsInPage = 20
const maxChecks = 20

/** Who asks for which books. */
export type LedgerReader = { db: Database; viewerId: string; owner: LedgerOwner }

/** Refuses people who may not see the money of the community. One's own books need no right. */
export async function readBooks<const All extends Statements>({ db, viewerId, owner }: LedgerReader, statements: All) {
  if (owner.kind === 'user') return runBatch(db, statements)
  const actor = asPerson(viewerId)
  const { facts } = await runBatch(db, { facts: selectFacts(actor, owner.id) })
  requireRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  return runBatch(db, statements)
}

type Sums = Omit<LedgerSums, 'currency'>

const pickSums = ({ gross, payments, stripeFee, ourFee, refunds, disputes, other, net }: Sums): Sums => ({
  ...{ gross, payments, stripeFee, ourFee, refunds, disputes, other, net },
})

/** Adds up rows, for each currency. */
function addUp(rows: readonly LedgerSums[]): LedgerSums[] {
  const all = new Map<string, LedgerSums>()
  for (const row of rows) {
    const sums = { currency: row.currency, ...pickSums(row) }
    const before = all.get(row.currency)
    all.set(row.currency, before ? addSums(before, sums) : sums)
  }
  return [...all.values()]
}

const isOwnMonth = ({ kind, id }: LedgerOwner) => and(eq(ledgerMonths.ownerKind, kind), eq(ledgerMonths.ownerId, id))

const toMonth = ({ ownerKind: _, ownerId: __, ...month }: typeof ledgerMonths.$inferSelect): LedgerMonth => month

const MonthCursor = v.tuple([v.string(), v.string()])

/** The months of a ledger, the newest first, and whether it adds up. */
export async function findLedger(reader: LedgerReader, cursor: string | undefined): Promise<LedgerOverview> {
  const { db, owner } = reader
  const after = readCursor(MonthCursor, cursor)
  // A community has no account. Ids of people and communities are never the same.
  const isMine = eq(ledgerAccounts.userId, owner.id)
  const found = await readBooks(reader, {
    months: db
      .select()
      .from(ledgerMonths)
      .where(
        and(isOwnMonth(owner), after ? sql`(${ledgerMonths.month}, ${ledgerMonths.currency}) < (${after[0]}, ${after[1]})` : undefined),
      )
      .orderBy(desc(ledgerMonths.month), desc(ledgerMonths.currency))
      .limit(monthsInPage + 1),
    checks: db
      .select({ accountId: checks.accountId, currency: checks.currency, difference: checks.difference, checkedAt: checks.checkedAt })
      .from(checks)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.accountId, checks.accountId))
      .where(isMine)
      .limit(maxChecks),
    accounts: db.select({ endedAt: ledgerAccounts.endedAt }).from(ledgerAccounts).where(isMine).limit(maxChecks),
    plan: selectPlan(db, owner),
  })
  const { page, next } = cutPage(found.months.rows, monthsInPage, ({ month, currency }) => [month, currency])
  return {
    months: page.map(toMonth),
    next,
    checks: found.checks.rows.flatMap(({ difference, checkedAt, ...check }) =>
      difference === null || checkedAt === null ? [] : [{ ...check, difference, checkedAt }],
    ),
    isAccessEnded: found.accounts.rows.some(({ endedAt }) => endedAt !== null),
    canExport: owner.kind === 'user' || mayExport(found.plan.rows[0]?.plan),
  }
}

export const selectPlan = (db: Database, { id }: LedgerOwner) =>
  db.select({ plan: communities.plan }).from(communities).where(eq(communities.id, id))

/** A plan of another release counts as the free one. */
export function mayExport(plan: string | undefined): boolean {
  const item = teamPlanItems.find((known) => known === plan)
  return item !== undefined && teamEntitlements[item].exportsLedger
}

const toGame = ({ eventId, title, startsAt, timeZone, currency, ...sums }: GameRow): LedgerGame => ({
  event: { id: eventId, title, startsAt, timeZone },
  currency,
  ...pickSums(sums),
})
type GameRow = LedgerSums & { eventId: string; title: string; startsAt: number; timeZone: string }

/** One month: its sums, and its games by their start, the latest first. */
export async function findMonth(reader: LedgerReader, month: string, cursor: string | undefined): Promise<LedgerMonthPage> {
  const { db, owner } = reader
  const after = readCursor(TimeCursor, cursor)
  const found = await readBooks(reader, {
    months: db
      .select()
      .from(ledgerMonths)
      .where(and(isOwnMonth(owner), eq(ledgerMonths.month, month))),
    games: db
      .select()
      .from(ledgerGames)
      .where(
        and(
          eq(owner.kind === 'user' ? ledgerGames.userId : ledgerGames.teamId, owner.id),
          eq(ledgerGames.month, month),
          after ? sql`(${ledgerGames.startsAt}, ${ledgerGames.eventId}) < (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(ledgerGames.startsAt), desc(ledgerGames.eventId))
      .limit(rowsInPage + 1),
  })
  const { page, next } = cutPage(found.games.rows, rowsInPage, ({ startsAt, eventId }) => [startsAt, eventId])
  return { months: found.months.rows.map(toMonth), games: page.map(toGame), next }
}

const maySee = (viewerId: string): SQL => managesMoney(viewerId, { payeeId: ledgerGames.userId, teamId: ledgerGames.teamId })

/** One game, over all months. */
export async function findEventLedger(db: Database, viewerId: string, eventId: string): Promise<EventLedger> {
  const { rows } = await runBatch(db, {
    rows: db
      .select()
      .from(ledgerGames)
      .where(and(eq(ledgerGames.eventId, eventId), maySee(viewerId)))
      .orderBy(asc(ledgerGames.month)),
  })
  const last = rows.rows.at(-1)
  if (!last) throw new AppError('EventNotFound')
  return { event: toGame(last).event, sums: addUp(rows.rows) }
}

const SeasonCursor = v.tuple([v.number(), v.string(), v.string()])

/** The games of a season by their start, and their sums. A game with money in two months has a row for each. */
export async function findSeasonLedger(
  db: Database,
  viewerId: string,
  seasonId: string,
  cursor: string | undefined,
): Promise<SeasonLedger> {
  const after = readCursor(SeasonCursor, cursor)
  const isSeason = and(eq(ledgerGames.seasonId, seasonId), maySee(viewerId))
  const found = await runBatch(db, {
    season: db
      .select({ id: communitySeasons.id, label: communitySeasons.label })
      .from(communitySeasons)
      .where(and(eq(communitySeasons.id, seasonId), canAct(asPerson(viewerId), communitySeasons.teamId, 'billing.manage'))),
    sums: db.select().from(ledgerGames).where(isSeason),
    games: db
      .select()
      .from(ledgerGames)
      .where(
        and(
          isSeason,
          after
            ? sql`(${ledgerGames.startsAt}, ${ledgerGames.eventId}, ${ledgerGames.month}) > (${after[0]}, ${after[1]}, ${after[2]})`
            : undefined,
        ),
      )
      .orderBy(asc(ledgerGames.startsAt), asc(ledgerGames.eventId), asc(ledgerGames.month))
      .limit(rowsInPage + 1),
  })
  const [season] = found.season.rows
  if (!season) throw new AppError('SeasonNotFound')
  const { page, next } = cutPage(found.games.rows, rowsInPage, ({ startsAt, eventId, month }) => [startsAt, eventId, month])
  return { season, sums: addUp(found.sums.rows), games: page.map(toGame), next }
}

const payoutFields = {
  id: payouts.id,
  currency: payouts.currency,
  state: payouts.state,
  arrivesAt: payouts.arrivesAt,
  createdAt: payouts.createdAt,
  failure: payouts.failure,
}

/** The payouts that brought this money, the newest first. */
export async function listPayouts(reader: LedgerReader, cursor: string | undefined): Promise<LedgerPayoutPage> {
  const { db, owner } = reader
  const after = readCursor(TimeCursor, cursor)
  const table = owner.kind === 'user' ? payouts : teamPayouts
  const id = owner.kind === 'user' ? payouts.id : teamPayouts.payoutId
  const isBefore = after ? sql`(${table.createdAt}, ${id}) < (${after[0]}, ${after[1]})` : undefined
  const { rows } = await readBooks(reader, {
    rows:
      owner.kind === 'user'
        ? db
            .select({ ...payoutFields, amount: payouts.amount })
            .from(payouts)
            .where(and(eq(payouts.userId, owner.id), isBefore))
            .orderBy(desc(payouts.createdAt), desc(payouts.id))
            .limit(rowsInPage + 1)
        : db
            .select({ ...payoutFields, amount: teamPayouts.net })
            .from(teamPayouts)
            .innerJoin(payouts, eq(payouts.id, teamPayouts.payoutId))
            .where(and(eq(teamPayouts.teamId, owner.id), isBefore))
            .orderBy(desc(teamPayouts.createdAt), desc(teamPayouts.payoutId))
            .limit(rowsInPage + 1),
  })
  const all: LedgerPayout[] = rows.rows
  const { page, next } = cutPage(all, rowsInPage, (payout) => [payout.createdAt, payout.id])
  return { payouts: page, next }
}

const EventCursor = v.tuple([v.string()])

/** What a payout has brought: the games, with what was paid and given back. */
export async function explainPayout(reader: LedgerReader, payoutId: string, cursor: string | undefined): Promise<PayoutContents> {
  const { db, owner } = reader
  const after = readCursor(EventCursor, cursor)
  const isMine = owner.kind === 'user' ? eq(payouts.userId, owner.id) : undefined
  const isInside = sql`${entries.payoutId} = ${payoutId} AND ${entries.eventId} > ${after?.[0] ?? ''} AND ${entries.kind} <> 'payout'
    AND ${owner.kind === 'user' ? eq(entries.userId, owner.id) : eq(entries.teamId, owner.id)}`
  const page = sql`(SELECT ${entries.eventId} AS event, ${entries.currency} AS currency, ${sql.join(
    Object.entries(sumColumns(entries)).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`),
    sql`, `,
  )} FROM ${entries} WHERE ${isInside} GROUP BY ${entries.eventId} ORDER BY ${entries.eventId} LIMIT ${rowsInPage + 1}) inside`
  const part = (name: string) => computed(sql`inside.${sql.identifier(name)}`, asNumber)
  const found = await readBooks(reader, {
    payout: db
      .select()
      .from(payouts)
      .where(and(eq(payouts.id, payoutId), isMine)),
    ofTeam: db
      .select()
      .from(teamPayouts)
      .where(
        and(
          eq(teamPayouts.teamId, owner.id),
          eq(teamPayouts.payoutId, payoutId),
          sql`${teamPayouts.createdAt} = (SELECT ${payouts.createdAt} FROM ${payouts} WHERE ${payouts.id} = ${payoutId})`,
        ),
      ),
    // Dues of the community.
    outside: select(
      { net: asNumber },
      sql`SELECT coalesce(sum(${entries.net}), 0) AS net FROM ${entries}
        WHERE ${entries.payoutId} = ${payoutId} AND ${entries.eventId} IS NULL AND ${entries.teamId} = ${owner.id}`,
    ),
    games: selectFields(
      {
        id: games.id,
        title: games.title,
        startsAt: games.startsAt,
        timeZone: games.timeZone,
        currency: computed(sql`inside.currency`, { decode: String }),
        gross: part('gross'),
        payments: part('payments'),
        stripeFee: part('stripeFee'),
        ourFee: part('ourFee'),
        refunds: part('refunds'),
        disputes: part('disputes'),
        other: part('other'),
        net: part('net'),
      },
      sql`FROM ${page} CROSS JOIN ${games} ON ${games.id} = inside.event ORDER BY ${games.id}`,
    ),
  })
  const [payout] = found.payout.rows
  const [ofTeam] = found.ofTeam.rows
  if (!payout || (owner.kind === 'team' && !ofTeam)) throw new AppError('PayoutNotFound')
  const { id, currency, state, arrivesAt, createdAt, failure } = payout
  const { page: shown, next } = cutPage(found.games.rows, rowsInPage, (game) => [game.id])
  return {
    payout: { id, amount: ofTeam?.net ?? payout.amount, currency, state, arrivesAt, createdAt, failure },
    sums: owner.kind === 'team' && ofTeam ? { currency, ...pickSums(ofTeam), outside: found.outside.rows[0]?.net ?? 0 } : readSums(payout),
    games: shown.map(({ id: eventId, ...game }) => toGame({ eventId, ...game })),
    next,
  }
}

function readSums({ currency, outside, ...payout }: typeof payouts.$inferSelect): PayoutContents['sums'] {
  const { gross, payments, stripeFee, ourFee, refunds, disputes, other, net } = payout
  if (payout.explainedAt === null) return null
  return {
    currency,
    gross: gross ?? 0,
    payments: payments ?? 0,
    stripeFee: stripeFee ?? 0,
    ourFee: ourFee ?? 0,
    refunds: refunds ?? 0,
    disputes: disputes ?? 0,
    other: other ?? 0,
    net: net ?? 0,
    outside: outside ?? 0,
  }
}
