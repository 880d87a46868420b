import { type SQL, sql } from 'drizzle-orm'
import { writeCsv } from '../../domain/csv.ts'
import { AppError } from '../../domain/errors.ts'
import { digitsOf } from '../../domain/format-money.ts'
import type { EntryKind } from '../../domain/ledger/kinds.ts'
import { type PayoutSource, payoutSources } from '../../domain/ledger/payout-sources.ts'
import { duesAsked } from '../dues/shared.ts'
import { games } from '../events/shared.ts'
import { membershipsSold } from '../memberships/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asOneOf, asText, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { bought, due, form, fromEntriesWithSource, isInPayout, sourceKind } from './payout-sources.ts'
import { type LedgerReader, mayExport, readBooks, selectPlan } from './queries.ts'
import { selectPayout } from './read-payout.ts'
import { ledgerEntries as entries, ledgerGames } from './schema.ts'

const rowsAtOnce = 1000

const kindNames: Record<EntryKind, string> = {
  payment: 'Paid by players',
  refund: 'Given back',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'To the bank',
  other: 'Other',
}

/** What was paid for. Money that moves without a payment has nothing there. */
const sourceNames: Record<PayoutSource, string> = {
  ...{ game: 'Game', dues: 'Dues', form: 'Form', membership: 'Membership' },
  ...{ unmatched: 'Not matched yet', elsewhere: 'Not from here', fee: '', other: '', bank: '' },
}

const head = [
  ...['Time (UTC)', 'What', 'For', 'Name', 'Paid', "Stripe's fee", 'Our fee', 'You get'],
  ...['Currency', 'Payout', 'Transaction', 'Payment'],
]

/** The entries of a month. A host gets the games without a community. */
export const exportMonth = async (reader: LedgerReader, month: string): Promise<ReadableStream<Uint8Array>> => {
  const { db, owner } = reader
  const { plan } = await readBooks(reader, { plan: selectPlan(db, owner) })
  requirePlan(owner, plan.rows[0]?.plan)
  const isOwn =
    owner.kind === 'user' ? sql`${entries.userId} = ${owner.id} AND ${entries.teamId} IS NULL` : sql`${entries.teamId} = ${owner.id}`
  return writeEntries(db, sql`${isOwn} AND ${entries.month} = ${month}`)
}

/** The entries of a payout: what the page of the payout explains, line by line. */
export async function exportPayout(reader: LedgerReader, payoutId: string): Promise<ReadableStream<Uint8Array>> {
  const { db, owner } = reader
  const { plan, payout } = await readBooks(reader, { plan: selectPlan(db, owner), payout: selectPayout(db, reader, payoutId) })
  if (payout.rows.length === 0) throw new AppError('PayoutNotFound')
  requirePlan(owner, plan.rows[0]?.plan)
  return writeEntries(db, isInPayout(owner, payoutId))
}

/** A community needs a plan for files. */
function requirePlan(owner: LedgerReader['owner'], plan: Parameters<typeof mayExport>[0]): void {
  if (owner.kind === 'team' && !mayExport(plan)) throw new AppError('ExportNeedsPro')
}

/** Writes entries as CSV, part by part, so that many fit. */
function writeEntries(db: Database, which: SQL): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let last: Row | undefined
  let isFirst = true
  return new ReadableStream({
    pull: async (controller) => {
      const rows = await readAll(db, selectRows(which, last))
      const text = writeCsv([...(isFirst ? [head] : []), ...rows.map(toCells)])
      // Only the first part has the mark at its start.
      controller.enqueue(encoder.encode(isFirst ? text : text.slice(1)))
      isFirst = false
      last = rows.at(-1)
      if (rows.length < rowsAtOnce) controller.close()
    },
  })
}

type Row = RowOf<ReturnType<typeof selectRows>>

/** A game that is gone keeps the name that it had when it was paid. */
const nameOfGame = sql`coalesce(${games.title}, (SELECT max(${ledgerGames.title}) FROM ${ledgerGames} WHERE ${ledgerGames.eventId} = ${entries.eventId}))`

const selectRows = (which: SQL, last: { createdAt: number; id: string } | undefined) =>
  selectFields(
    {
      id: entries.id,
      kind: entries.kind,
      gross: entries.gross,
      stripeFee: entries.stripeFee,
      ourFee: entries.ourFee,
      net: entries.net,
      currency: entries.currency,
      createdAt: entries.createdAt,
      payoutId: entries.payoutId,
      paymentId: entries.paymentId,
      source: computed(sourceKind, asOneOf(payoutSources)),
      name: computed(sql`coalesce(${nameOfGame}, ${duesAsked.title}, ${form.title}, ${membershipsSold.name})`, orNull(asText)),
    },
    sql`${fromEntriesWithSource} LEFT JOIN ${games} ON ${games.id} = ${entries.eventId} LEFT JOIN ${duesAsked} ON ${duesAsked.id} = ${due.dueId}
      LEFT JOIN ${membershipsSold} ON ${membershipsSold.id} = ${bought.membershipId}
      WHERE ${which} ${last ? sql`AND (${entries.createdAt}, ${entries.id}) > (${last.createdAt}, ${last.id})` : sql``}
      ORDER BY ${entries.createdAt}, ${entries.id} LIMIT ${rowsAtOnce}`,
  )

/** Amounts are numbers, so that a spreadsheet can add them up. */
function toCells({ id, kind, gross, stripeFee, ourFee, net, currency, createdAt, payoutId, paymentId, source, name }: Row): unknown[] {
  const [paid, stripes, ours, got] = [gross, stripeFee, ourFee, net].map((amount) => amount / 10 ** digitsOf(currency))
  return [
    new Date(createdAt).toISOString(),
    kindNames[kind],
    sourceNames[source],
    name,
    paid,
    stripes,
    ours,
    got,
    currency.toUpperCase(),
    payoutId,
    id,
    paymentId,
  ]
}
