import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { writeCsv } from '../../domain/csv.ts'
import { AppError } from '../../domain/errors.ts'
import { digitsOf } from '../../domain/format-money.ts'
import type { EntryKind } from '../../domain/ledger/kinds.ts'
import { games } from '../events/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { type LedgerReader, mayExport, readBooks, selectPlan } from './queries.ts'
import { ledgerEntries as entries } from './schema.ts'

const rowsAtOnce = 1000

const kindNames: Record<EntryKind, string> = {
  payment: 'Paid by players',
  refund: 'Given back',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'To the bank',
  other: 'Other',
}

const head = ['Time (UTC)', 'What', 'Game', 'Paid', "Stripe's fee", 'Our fee', 'You get', 'Currency', 'Payout', 'Transaction', 'Payment']

/**
 * Writes the entries of a month as CSV, part by part, so that a long month fits. A community needs a plan for it. A host gets the games
 * without a community.
 */
export async function exportMonth(reader: LedgerReader, month: string): Promise<ReadableStream<Uint8Array>> {
  const { db, owner } = reader
  const { plan } = await readBooks(reader, { plan: selectPlan(db, owner) })
  if (owner.kind === 'team' && !mayExport(plan.rows[0]?.plan)) throw new AppError('ExportNeedsPro')
  const encoder = new TextEncoder()
  let last: Row | undefined
  let isFirst = true
  return new ReadableStream({
    pull: async (controller) => {
      const rows = await readRows(reader, month, last)
      const text = writeCsv([...(isFirst ? [head] : []), ...rows.map(toCells)])
      // Only the first part has the mark at its start.
      controller.enqueue(encoder.encode(isFirst ? text : text.slice(1)))
      isFirst = false
      last = rows.at(-1)
      if (rows.length < rowsAtOnce) controller.close()
    },
  })
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

const readRows = ({ db, owner }: LedgerReader, month: string, last: { createdAt: number; id: string } | undefined) =>
  readAll(db, selectRows(db, owner, month, last))

const selectRows = (db: Database, owner: LedgerReader['owner'], month: string, last: { createdAt: number; id: string } | undefined) =>
  db
    .select({
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
      game: games.title,
    })
    .from(entries)
    .leftJoin(games, eq(games.id, entries.eventId))
    .where(
      and(
        owner.kind === 'user' ? and(eq(entries.userId, owner.id), isNull(entries.teamId)) : eq(entries.teamId, owner.id),
        eq(entries.month, month),
        last ? sql`(${entries.createdAt}, ${entries.id}) > (${last.createdAt}, ${last.id})` : undefined,
      ),
    )
    .orderBy(asc(entries.createdAt), asc(entries.id))
    .limit(rowsAtOnce)

/** Amounts are numbers, so that a spreadsheet can add them up. */
function toCells({ id, kind, gross, stripeFee, ourFee, net, currency, createdAt, payoutId, paymentId, game }: Row): unknown[] {
  const [paid, stripes, ours, got] = [gross, stripeFee, ourFee, net].map((amount) => amount / 10 ** digitsOf(currency))
  return [
    new Date(createdAt).toISOString(),
    kindNames[kind],
    game,
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
