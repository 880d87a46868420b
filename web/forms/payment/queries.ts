import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { paymentHistoryKey } from '../../../domain/payments/keys.ts'
import type { FormPaymentRoutes } from '../../../worker/forms/payment-routes.ts'
import { readAnswer } from '../../api.ts'

const forms = hc<FormPaymentRoutes>('/api/forms')

/** A submission, with the key of who has no account. */
export type SubmissionAddress = { id: string; submissionId: string; key: string | undefined }

const withKey = (key: string | undefined) => (key === undefined ? {} : { key })

/** What a submission costs, and what of it is paid. Payments change it outside of this tab. */
export const submissionPayment = ({ key, ...param }: SubmissionAddress) =>
  queryOptions({
    queryKey: ['form-payments', param.submissionId, key ?? ''],
    queryFn: ({ signal }) =>
      readAnswer(forms[':id'].submissions[':submissionId'].payment.$get({ param, query: withKey(key) }, { init: { signal } })),
    staleTime: 0,
    retry: false,
  })

/** While Stripe waits for the money, for example from a bank, we ask again. */
const askAgainMs = 5000

/** Somebody without an account has come back from the page at Stripe. */
export const returnWithKey = ({ key, ...param }: SubmissionAddress, sessionId: string) =>
  queryOptions({
    queryKey: ['form-payment-returns', sessionId],
    queryFn: () => readAnswer(forms[':id'].submissions[':submissionId'].return.$post({ param, json: { sessionId, ...withKey(key) } })),
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' ? askAgainMs : false),
    retry: false,
  })

/** What was sent changes with a payment, too. */
export const refreshFormPayments = (client: QueryClient) =>
  Promise.all([['form-payments'], ['forms'], paymentHistoryKey].map((queryKey) => client.invalidateQueries({ queryKey })))

/** Returns the page of Stripe on which the person pays these parts. */
export const payingForSubmission = ({ key, ...param }: SubmissionAddress) =>
  mutationOptions({
    mutationFn: (wanted: { parts: number[]; amount: number }) =>
      readAnswer(forms[':id'].submissions[':submissionId'].pay.$post({ param, json: { ...wanted, ...withKey(key) } })),
    // Also after a refusal: it mostly means that this page is out of date.
    onSettled: (
      _data: unknown,
      _error: Error | null,
      _variables: unknown,
      _result: unknown,
      { client: queryClient }: { client: QueryClient },
    ) => refreshFormPayments(queryClient),
  })
