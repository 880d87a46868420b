import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { LinkAccount, LinkCode } from '../../domain/payments/contract.ts'
import type { AccountRoutes } from '../../worker/payments/account-routes.ts'
import { ApiError, awaitSuccess, readAnswer } from '../api.ts'
import { paymentsOverview } from './queries.ts'

const client = hc<AccountRoutes>('/api/payments/account')

const refreshAfter = {
  onSettled: (
    _data: unknown,
    _error: Error | null,
    _variables: unknown,
    _result: unknown,
    { client: queryClient }: { client: QueryClient },
  ) => queryClient.invalidateQueries({ queryKey: paymentsOverview.queryKey }),
}

/** The payout account as Stripe has it now. */
export const payoutAccount = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'account', id],
    queryFn: ({ signal }) => readAnswer(client[':id'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })

/** Returns the page of Stripe on which the person continues. */
export const linkingAccount = mutationOptions({ mutationFn: (body: LinkAccount) => readAnswer(client.index.$post({ json: body })) })

export const linkingByCode = mutationOptions({
  mutationFn: (body: LinkCode) => readAnswer(client.code.$post({ json: body })),
  ...refreshAfter,
})

export const startingVerification = mutationOptions({ mutationFn: () => readAnswer(client.verification.$post()) })

/** The page of Stripe with the payouts, disputes and bank account of the host. */
export const openingDashboard = mutationOptions({ mutationFn: () => readAnswer(client.dashboard.$post()) })

/** Why an account was not unlinked: people still pay through it, or a bank has not decided. It is unlinked if the person insists. */
export const readUnlinkWarning = (error: unknown): 'payers' | 'disputes' | null => {
  if (!(error instanceof ApiError)) return null
  return error.code === 'AccountHasPayers' ? 'payers' : error.code === 'AccountHasDisputes' ? 'disputes' : null
}

export const unlinkingAccount = mutationOptions({
  mutationFn: ({ insists }: { insists: boolean }) => awaitSuccess(client.index.$delete({ query: insists ? { force: 'true' } : {} })),
  ...refreshAfter,
})
