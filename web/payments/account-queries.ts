import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { LinkAccount, LinkCode, LinkedAccount, PayoutAccount, RedirectAnswer } from '../../domain/payments/contract.ts'
import { ApiError, awaitSuccess, readAnswer } from '../api.ts'
import { paymentsOverview } from './queries.ts'

const base = '/api/payments/account'

const send = (path: string, method: 'POST' | 'DELETE', body?: unknown) =>
  fetch(base + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

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
    queryFn: ({ signal }) => readAnswer<PayoutAccount>(fetch(`${base}/${encodeURIComponent(id)}`, { signal })),
    staleTime: 0,
  })

/** Returns the page of Stripe on which the person continues. */
export const linkingAccount = mutationOptions({ mutationFn: (body: LinkAccount) => readAnswer<RedirectAnswer>(send('', 'POST', body)) })

export const linkingByCode = mutationOptions({
  mutationFn: (body: LinkCode) => readAnswer<LinkedAccount>(send('/code', 'POST', body)),
  ...refreshAfter,
})

export const startingVerification = mutationOptions({ mutationFn: () => readAnswer<RedirectAnswer>(send('/verification', 'POST')) })

/** Whether an account was not unlinked because people still pay through it. It is unlinked if the person insists. */
export const hasPayers = (error: unknown): error is ApiError => {
  const code: unknown = error instanceof ApiError && error.code
  return code === 'AccountHasPayers'
}

export const unlinkingAccount = mutationOptions({
  mutationFn: ({ insists }: { insists: boolean }) => awaitSuccess(send(insists ? '?force=true' : '', 'DELETE')),
  ...refreshAfter,
})
