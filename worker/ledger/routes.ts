import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import {
  EventLedger,
  LedgerEventPath,
  LedgerMonthPage,
  LedgerOverview,
  type LedgerOwner,
  LedgerPayoutPage,
  LedgerSearch,
  LedgerSeasonPath,
  MonthPath,
  PayoutContents,
  PayoutPath,
  PayoutRefundPage,
  SeasonLedger,
} from '../../domain/ledger/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { exportMonth, exportPayout } from './export-ledger.ts'
import { findEventLedger, findLedger, findMonth, findSeasonLedger, type LedgerReader, listPayouts } from './queries.ts'
import { explainPayout, listPayoutRefunds } from './read-payout.ts'

const operation = describeOperations('Ledger')

const describeCsv = (summary: string, description: string) =>
  describeRoute({
    tags: ['Ledger'],
    summary,
    description,
    responses: { 200: { description: 'The table', content: { 'text/csv': { schema: { type: 'string' } } } } },
  })

async function readOwn(c: AppContext): Promise<LedgerReader> {
  const { id } = await requireComplete(c)
  return { db: c.var.db, viewerId: id, owner: { kind: 'user', id } }
}

async function readTeam(c: AppContext, id: string): Promise<LedgerReader> {
  const viewer = await requireViewer(c)
  return { db: c.var.db, viewerId: viewer.id, owner: { kind: 'team', id } satisfies LedgerOwner }
}

const answerFile = (c: AppContext, name: string, file: ReadableStream) =>
  c.body(file, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'private, no-store',
  })

export const ledgerRoutes = new Hono<AppEnv>()
  .get('/', operation('My books: months, and whether they match Stripe', 200, LedgerOverview), input('query', LedgerSearch), async (c) =>
    c.json(await findLedger(await readOwn(c), c.req.valid('query').cursor)),
  )
  .get(
    '/months/:month',
    operation('One month of my books, by game', 200, LedgerMonthPage, 'Months are in UTC.'),
    input('param', MonthPath),
    input('query', LedgerSearch),
    async (c) => c.json(await findMonth(await readOwn(c), c.req.valid('param').month, c.req.valid('query').cursor)),
  )
  .get(
    '/months/:month/export',
    describeCsv('One month of my books as CSV', 'Only of games without a community.'),
    input('param', MonthPath),
    async (c) => {
      const { month } = c.req.valid('param')
      return answerFile(c, `books-${month}`, await exportMonth(await readOwn(c), month))
    },
  )
  .get(
    '/events/:eventId',
    operation('The books of a game', 200, EventLedger, 'For whoever is paid, and those who manage the money of its community.'),
    input('param', LedgerEventPath),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await findEventLedger(c.var.db, id, c.req.valid('param').eventId))
    },
  )
  .get(
    '/seasons/:seasonId',
    operation('The books of a season, by game', 200, SeasonLedger, 'For those who manage the money of its community.'),
    input('param', LedgerSeasonPath),
    input('query', LedgerSearch),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await findSeasonLedger(c.var.db, id, c.req.valid('param').seasonId, c.req.valid('query').cursor))
    },
  )
  .get('/payouts', operation('List my payouts', 200, LedgerPayoutPage), input('query', LedgerSearch), async (c) =>
    c.json(await listPayouts(await readOwn(c), c.req.valid('query').cursor)),
  )
  .get(
    '/payouts/:payoutId',
    operation(
      'What is in one of my payouts',
      200,
      PayoutContents,
      'A line for each game, dues, form and membership, and for money that came from none.',
    ),
    input('param', PayoutPath),
    input('query', LedgerSearch),
    async (c) => c.json(await explainPayout(await readOwn(c), c.req.valid('param').payoutId, c.req.valid('query').cursor)),
  )
  .get(
    '/payouts/:payoutId/export',
    describeCsv('One of my payouts as CSV', 'All entries that are in it.'),
    input('param', PayoutPath),
    async (c) => {
      const { payoutId } = c.req.valid('param')
      return answerFile(c, `payout-${payoutId}`, await exportPayout(await readOwn(c), payoutId))
    },
  )
  .get(
    '/payouts/:payoutId/refunds',
    operation('List the refunds and disputes in one of my payouts', 200, PayoutRefundPage, 'The newest first.'),
    input('param', PayoutPath),
    input('query', LedgerSearch),
    async (c) => c.json(await listPayoutRefunds(await readOwn(c), c.req.valid('param').payoutId, c.req.valid('query').cursor)),
  )

export type LedgerRoutes = typeof ledgerRoutes

const onlyManagers = 'For those who manage the money of the community. Only its own money.'

/** The books of a community are an address of the community. */
export const teamLedgerRoutes = new Hono<AppEnv>()
  .get(
    '/:id/ledger',
    operation('The books of a community: its months', 200, LedgerOverview, onlyManagers),
    input('param', TeamId),
    input('query', LedgerSearch),
    async (c) => c.json(await findLedger(await readTeam(c, c.req.valid('param').id), c.req.valid('query').cursor)),
  )
  .get(
    '/:id/ledger/months/:month',
    operation('One month of the books of a community, by game', 200, LedgerMonthPage, onlyManagers),
    input('param', v.object({ ...TeamId.entries, ...MonthPath.entries })),
    input('query', LedgerSearch),
    async (c) => {
      const { id, month } = c.req.valid('param')
      return c.json(await findMonth(await readTeam(c, id), month, c.req.valid('query').cursor))
    },
  )
  .get(
    '/:id/ledger/months/:month/export',
    describeCsv('One month of the books of a community as CSV', `${onlyManagers} The community needs a plan for it.`),
    input('param', v.object({ ...TeamId.entries, ...MonthPath.entries })),
    async (c) => {
      const { id, month } = c.req.valid('param')
      return answerFile(c, `books-${month}`, await exportMonth(await readTeam(c, id), month))
    },
  )
  .get(
    '/:id/ledger/payouts',
    operation('List the payouts that brought money of a community', 200, LedgerPayoutPage, onlyManagers),
    input('param', TeamId),
    input('query', LedgerSearch),
    async (c) => c.json(await listPayouts(await readTeam(c, c.req.valid('param').id), c.req.valid('query').cursor)),
  )
  .get(
    '/:id/ledger/payouts/:payoutId',
    operation('What a payout brought of the money of a community', 200, PayoutContents, onlyManagers),
    input('param', v.object({ ...TeamId.entries, ...PayoutPath.entries })),
    input('query', LedgerSearch),
    async (c) => {
      const { id, payoutId } = c.req.valid('param')
      return c.json(await explainPayout(await readTeam(c, id), payoutId, c.req.valid('query').cursor))
    },
  )
  .get(
    '/:id/ledger/payouts/:payoutId/export',
    describeCsv('What a payout brought of the money of a community, as CSV', `${onlyManagers} The community needs a plan for it.`),
    input('param', v.object({ ...TeamId.entries, ...PayoutPath.entries })),
    async (c) => {
      const { id, payoutId } = c.req.valid('param')
      return answerFile(c, `payout-${payoutId}`, await exportPayout(await readTeam(c, id), payoutId))
    },
  )
  .get(
    '/:id/ledger/payouts/:payoutId/refunds',
    operation(
      'List the refunds and disputes in a payout, of the money of a community',
      200,
      PayoutRefundPage,
      `${onlyManagers} The newest first.`,
    ),
    input('param', v.object({ ...TeamId.entries, ...PayoutPath.entries })),
    input('query', LedgerSearch),
    async (c) => {
      const { id, payoutId } = c.req.valid('param')
      return c.json(await listPayoutRefunds(await readTeam(c, id), payoutId, c.req.valid('query').cursor))
    },
  )

export type TeamLedgerRoutes = typeof teamLedgerRoutes
