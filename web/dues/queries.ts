import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { AskForDues, ChangeDues, DueFilter, NoteDues, PayDues } from '../../domain/dues/contract.ts'
import type { RefundOrder } from '../../domain/orders/contract.ts'
import type { TeamDueRoutes } from '../../worker/dues/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const teams = hc<TeamDueRoutes>('/api/teams')

/** What a community asks of its members. Payments change it outside of this tab. */
export const teamDues = (id: string) =>
  queryOptions({
    queryKey: ['dues', id],
    queryFn: ({ signal }) => readAnswer(teams[':id'].dues.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
    retry: false,
    meta: { offline: true },
  })

type Path = { id: string; dueId: string }

/** Who has paid, and who owes. */
export const duePayments = (path: Path, show: DueFilter | undefined) =>
  infiniteQueryOptions({
    queryKey: ['dues', path.id, path.dueId, show ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(
        teams[':id'].dues[':dueId'].payments.$get(
          { param: path, query: { ...fromCursor(pageParam), ...(show && { show }) } },
          { init: { signal } },
        ),
      ),
    ...keysetPages,
    staleTime: 0,
    retry: false,
  })

const refreshAfter = {
  // Also after a refusal: it mostly means that this page is out of date.
  onSettled: (
    _data: unknown,
    _error: Error | null,
    _variables: unknown,
    _result: unknown,
    { client: queryClient }: { client: QueryClient },
  ) => refreshDues(queryClient),
}

export const refreshDues = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: ['dues'] }), client.invalidateQueries({ queryKey: ['teams', 'mine', 'needs-you'] })])

export const askingForDues = (id: string) =>
  mutationOptions({
    mutationFn: (json: AskForDues) => readAnswer(teams[':id'].dues.$post({ param: { id }, json })),
    ...refreshAfter,
  })

export const changingDues = (path: Path) =>
  mutationOptions({
    mutationFn: (json: ChangeDues) => awaitSuccess(teams[':id'].dues[':dueId'].$patch({ param: path, json })),
    ...refreshAfter,
  })

export const endingDues = (path: Path) =>
  mutationOptions({ mutationFn: () => awaitSuccess(teams[':id'].dues[':dueId'].$delete({ param: path })), ...refreshAfter })

export const remindingOfDues = (path: Path) =>
  mutationOptions({ mutationFn: () => awaitSuccess(teams[':id'].dues[':dueId'].remind.$post({ param: path })), ...refreshAfter })

/** Returns the page of Stripe on which the member pays. */
export const payingDues = (id: string) =>
  mutationOptions({
    mutationFn: ({ dueId, ...json }: PayDues & { dueId: string }) =>
      readAnswer(teams[':id'].dues[':dueId'].pay.$post({ param: { id, dueId }, json })),
    ...refreshAfter,
  })

export const notingPayment = (path: Path) =>
  mutationOptions({
    mutationFn: ({ userId, ...json }: NoteDues & { userId: string }) =>
      awaitSuccess(teams[':id'].dues[':dueId'].members[':userId'].$post({ param: { ...path, userId }, json })),
    ...refreshAfter,
  })

export const undoingNote = (path: Path) =>
  mutationOptions({
    mutationFn: (userId: string) => awaitSuccess(teams[':id'].dues[':dueId'].members[':userId'].$delete({ param: { ...path, userId } })),
    ...refreshAfter,
  })

/** What we cannot send by card was given back by hand. */
export const notingDuesGivenBack = (path: Path) =>
  mutationOptions({
    mutationFn: (refund: { paymentId: string; refundId: string }) =>
      awaitSuccess(
        teams[':id'].dues[':dueId'].payments[':paymentId'].refunds[':refundId']['given-back'].$post({ param: { ...path, ...refund } }),
      ),
    ...refreshAfter,
  })

export const givingDuesBack = (path: Path) =>
  mutationOptions({
    mutationFn: ({ paymentId, ...json }: RefundOrder & { paymentId: string }) =>
      awaitSuccess(teams[':id'].dues[':dueId'].payments[':paymentId'].refunds.$post({ param: { ...path, paymentId }, json })),
    ...refreshAfter,
  })
