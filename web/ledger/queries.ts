import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type {
  EventLedger,
  LedgerMonthPage,
  LedgerOverview,
  LedgerPayoutPage,
  PayoutContents,
  PayoutRefundPage,
  SeasonLedger,
} from '../../domain/ledger/contract.ts'
import type { LedgerRoutes, TeamLedgerRoutes } from '../../worker/ledger/routes.ts'
import { isNotFound, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const own = hc<LedgerRoutes>('/api/ledger')
const teams = hc<TeamLedgerRoutes>('/api/teams')

/** The books of a community, or one's own without an id. */
export type BooksOf = string | undefined

const keyOf = (teamId: BooksOf) => ['ledger', teamId ?? 'mine'] as const

/** Stripe changes the books outside of this tab, so they are fetched again with each visit. */
const always = { ...keysetPages, staleTime: 0, retry: false } as const

export const ledgerMonths = (id: BooksOf) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'months'],
    queryFn: ({ pageParam, signal }): Promise<LedgerOverview> => {
      const query = fromCursor(pageParam)
      const options = { init: { signal } }
      return id === undefined
        ? readAnswer(own.index.$get({ query }, options))
        : readAnswer(teams[':id'].ledger.$get({ param: { id }, query }, options))
    },
    ...always,
  })

export const ledgerMonth = (id: BooksOf, month: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'months', month],
    queryFn: ({ pageParam, signal }): Promise<LedgerMonthPage> => {
      const query = fromCursor(pageParam)
      const options = { init: { signal } }
      return id === undefined
        ? readAnswer(own.months[':month'].$get({ param: { month }, query }, options))
        : readAnswer(teams[':id'].ledger.months[':month'].$get({ param: { id, month }, query }, options))
    },
    ...always,
  })

/** For a plain link, so that the browser saves the file while it downloads. */
export const exportPath = (id: BooksOf, part: 'months' | 'payouts', of: string) =>
  `/api/${id === undefined ? 'ledger' : `teams/${encodeURIComponent(id)}/ledger`}/${part}/${encodeURIComponent(of)}/export`

/** The books of one game. Null until a payment for it is in the books. */
export const eventLedger = (eventId: string) =>
  queryOptions({
    queryKey: ['ledger', 'events', eventId],
    queryFn: ({ signal }): Promise<EventLedger | null> =>
      readAnswer(own.events[':eventId'].$get({ param: { eventId } }, { init: { signal } })).catch((error: unknown) => {
        if (isNotFound(error)) return null
        throw error
      }),
    staleTime: 0,
    retry: false,
  })

export const seasonLedger = (seasonId: string) =>
  infiniteQueryOptions({
    queryKey: ['ledger', 'seasons', seasonId],
    queryFn: ({ pageParam, signal }): Promise<SeasonLedger> =>
      readAnswer(own.seasons[':seasonId'].$get({ param: { seasonId }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...always,
  })

export const payoutList = (id: BooksOf) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'payouts'],
    queryFn: ({ pageParam, signal }): Promise<LedgerPayoutPage> => {
      const query = fromCursor(pageParam)
      const options = { init: { signal } }
      return id === undefined
        ? readAnswer(own.payouts.$get({ query }, options))
        : readAnswer(teams[':id'].ledger.payouts.$get({ param: { id }, query }, options))
    },
    ...always,
  })

export const payoutContents = (id: BooksOf, payoutId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'payouts', payoutId],
    queryFn: ({ pageParam, signal }): Promise<PayoutContents> => {
      const query = fromCursor(pageParam)
      const options = { init: { signal } }
      return id === undefined
        ? readAnswer(own.payouts[':payoutId'].$get({ param: { payoutId }, query }, options))
        : readAnswer(teams[':id'].ledger.payouts[':payoutId'].$get({ param: { id, payoutId }, query }, options))
    },
    ...always,
  })

export const payoutRefunds = (id: BooksOf, payoutId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'payouts', payoutId, 'refunds'],
    queryFn: ({ pageParam, signal }): Promise<PayoutRefundPage> => {
      const query = fromCursor(pageParam)
      const options = { init: { signal } }
      return id === undefined
        ? readAnswer(own.payouts[':payoutId'].refunds.$get({ param: { payoutId }, query }, options))
        : readAnswer(teams[':id'].ledger.payouts[':payoutId'].refunds.$get({ param: { id, payoutId }, query }, options))
    },
    ...always,
  })
