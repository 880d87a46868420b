import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ChangePreview, CreateSubscription, PaymentReturn, PlanOwner, PreviewChange } from '../../domain/payments/contract.ts'
import { paymentHistoryKey, planListKey } from '../../domain/payments/keys.ts'
import type { PaymentKind } from '../../domain/payments/payment-kinds.ts'
import type { PlanListName } from '../../domain/payments/plans.ts'
import type { CreditRoutes, DisputeRoutes } from '../../worker/orders/routes.ts'
import type { PlanRoutes } from '../../worker/payments/plan-routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { keyedQuery } from '../keyed-query.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<PlanRoutes>('/api/payments')
const credits = hc<CreditRoutes>('/api/credits')
const disputes = hc<DisputeRoutes>('/api/disputes')

/** What the viewer pays and is paid. Payments change it outside of this tab, so it is fetched again with each visit. */
export const paymentsOverview = queryOptions({
  queryKey: ['payments', 'overview'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  staleTime: 0,
})

export const planList = (list: PlanListName) =>
  keyedQuery({
    queryKey: planListKey(list),
    queryFn: ({ signal }) => readAnswer(client.plans.$get({ query: { list } }, { init: { signal } })),
  })

export const invoiceList = infiniteQueryOptions({
  queryKey: ['payments', 'invoices'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.invoices.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
})

/** Everything that the viewer has paid, or only what is of this kind. */
export const paymentHistory = (kind: PaymentKind | null) =>
  infiniteQueryOptions({
    queryKey: [...paymentHistoryKey, kind],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client.history.$get({ query: { ...fromCursor(pageParam), ...(kind && { kind }) } }, { init: { signal } })),
    ...keysetPages,
  })

/** What the viewer has with hosts. */
export const creditList = queryOptions({
  queryKey: ['payments', 'credits'],
  queryFn: ({ signal }) => readAnswer(credits.index.$get({}, { init: { signal } })),
  staleTime: 0,
})

/** Disputes that are not decided, about payments whose money the viewer manages. */
export const openDisputes = queryOptions({
  queryKey: ['payments', 'disputes'],
  queryFn: ({ signal }) => readAnswer(disputes.index.$get({}, { init: { signal } })),
  staleTime: 0,
})

/** What a change costs at this moment. The amounts must not change while somebody reads them, so it is fetched once. */
export const changePreview = (json: PreviewChange) =>
  queryOptions({
    queryKey: ['payments', 'preview', json.teamId, json.id],
    queryFn: ({ signal }): Promise<ChangePreview> => readAnswer(client.subscriptions.preview.$post({ json }, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Call it after a payment or a change of a plan. */
export const refreshPayments = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: paymentsOverview.queryKey }),
    queryClient.invalidateQueries({ queryKey: invoiceList.queryKey }),
    queryClient.invalidateQueries({ queryKey: paymentHistoryKey }),
  ])

const refreshAfter = {
  // Also after a refusal: it mostly means that this page is out of date.
  onSettled: (
    _data: unknown,
    _error: Error | null,
    _variables: unknown,
    _result: unknown,
    { client: queryClient }: { client: QueryClient },
  ) => refreshPayments(queryClient),
}

export const buyingPlan = mutationOptions({
  mutationFn: (json: CreateSubscription) => readAnswer(client.subscriptions.$post({ json })),
  ...refreshAfter,
})

export const cancellingPlan = mutationOptions({
  mutationFn: (json: PlanOwner) => awaitSuccess(client.subscriptions.cancel.$post({ json })),
  ...refreshAfter,
})

export const resumingPlan = mutationOptions({
  mutationFn: (json: PlanOwner) => awaitSuccess(client.subscriptions.resume.$post({ json })),
  ...refreshAfter,
})

export const openingPortal = mutationOptions({ mutationFn: (json: PlanOwner) => readAnswer(client.portal.$post({ json })) })

export const addingCard = mutationOptions({ mutationFn: (json: PlanOwner) => readAnswer(client.subscriptions.card.$post({ json })) })

/** Asks whether a payment has succeeded. Asking twice changes nothing. */
export const askAboutPayment = (json: PaymentReturn) => readAnswer(client.return.$post({ json }))
