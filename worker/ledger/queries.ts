import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
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
  SeasonLedger,
} from '../../domain/ledger/contract.ts'
import { teamEntitlements, teamPlanItems } from '../../domain/payments/plans.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { managesMoney } from '../orders/manages-money.ts'
import { runBatch, type Statements } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
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

const monthsInPage = 12
export const rowsInPage = 20
const maxChecks = 20
const e = alias(entries, 'e')

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

export type Sums = Omit<LedgerSums, 'currency'>

export const pickSums = ({ gross, payments, stripeFee, ourFee, refunds, disputes, other, net }: Sums): Sums => ({
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

/** The accounts that have money of a community: of its owner, and of those before. Each step reads one entry of the next account. */
const accountsOfTeam = (teamId: string): SQL => {
  const next = (after: SQL) => sql`SELECT min(${e.accountId}) FROM ${entries} ${e} WHERE ${e.teamId} = ${teamId} AND ${after}`
  return sql`WITH RECURSIVE found(id) AS (${next(sql`1`)} UNION ALL SELECT (${next(sql`${e.accountId} > found.id`)}) FROM found
    WHERE found.id IS NOT NULL LIMIT ${maxChecks}) SELECT id FROM found WHERE id IS NOT NULL`
}

/** The months of a ledger, the newest first, and whether it adds up. */
export async function findLedger(reader: LedgerReader, cursor: string | undefined): Promise<LedgerOverview> {
  const { db, owner } = reader
  const after = readCursor(MonthCursor, cursor)
  const isOurs =
    owner.kind === 'user' ? eq(ledgerAccounts.userId, owner.id) : sql`${ledgerAccounts.accountId} IN (${accountsOfTeam(owner.id)})`
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
      .where(isOurs)
      .limit(maxChecks),
    accounts: db.select({ endedAt: ledgerAccounts.endedAt }).from(ledgerAccounts).where(isOurs).limit(maxChecks),
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

export const payoutFields = {
  id: payouts.id,
  currency: payouts.currency,
  state: payouts.state,
  arrivesAt: payouts.arrivesAt,
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
            .select({ ...payoutFields, amount: payouts.amount, createdAt: payouts.createdAt })
            .from(payouts)
            .where(and(eq(payouts.userId, owner.id), isBefore))
            .orderBy(desc(payouts.createdAt), desc(payouts.id))
            .limit(rowsInPage + 1)
        : db
            .select({ ...payoutFields, amount: teamPayouts.net, createdAt: teamPayouts.createdAt })
            .from(teamPayouts)
            .innerJoin(payouts, eq(payouts.id, teamPayouts.payoutId))
            .where(and(eq(teamPayouts.teamId, owner.id), isBefore))
            .orderBy(desc(teamPayouts.createdAt), desc(teamPayouts.payoutId))
            .limit(rowsInPage + 1),
  })
  const all: (LedgerPayout & { createdAt: number })[] = rows.rows
  const { page, next } = cutPage(all, rowsInPage, (payout) => [payout.createdAt, payout.id])
  return { payouts: page.map(({ createdAt: _, ...payout }) => payout), next }
}
