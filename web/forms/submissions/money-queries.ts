import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { RefundSubmissions } from '../../../domain/forms/submission-changes-contract.ts'
import type { FormPaymentRoutes } from '../../../worker/forms/payment-routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { refreshFormPayments } from '../payment/queries.ts'

const forms = hc<FormPaymentRoutes>('/api/forms')[':id'].submissions
const one = forms[':submissionId']

type Path = { id: string; submissionId: string }

// Also after a refusal: it mostly means that this page is out of date.
const refresh = {
  onSettled: (_data: unknown, _error: Error | null, _variables: unknown, _result: unknown, { client }: { client: QueryClient }) =>
    refreshFormPayments(client),
}

export const notingCash = (param: Path) =>
  mutationOptions({
    mutationFn: (json: { parts: number[]; idempotencyKey: string }) => awaitSuccess(one.cash.$post({ param, json })),
    ...refresh,
  })

export const undoingCash = (param: Path) =>
  mutationOptions({
    mutationFn: (paymentId: string) => awaitSuccess(one.payments[':paymentId'].$delete({ param: { ...param, paymentId } })),
    ...refresh,
  })

export const refundingForm = (param: Path) =>
  mutationOptions({
    mutationFn: ({ paymentId, ...json }: { paymentId: string; amount: number; idempotencyKey: string }) =>
      awaitSuccess(one.payments[':paymentId'].refunds.$post({ param: { ...param, paymentId }, json })),
    ...refresh,
  })

/** What we cannot send by card was given back by hand. */
export const notingGivenBack = (param: Path) =>
  mutationOptions({
    mutationFn: (refund: { paymentId: string; refundId: string }) =>
      awaitSuccess(one.payments[':paymentId'].refunds[':refundId']['given-back'].$post({ param: { ...param, ...refund } })),
    ...refresh,
  })

/** Gives all that is left of several submissions back. The answer names those of which something goes back. */
export const refundingChosen = (formId: string) =>
  mutationOptions({
    mutationFn: (json: RefundSubmissions) => readAnswer(forms.refunds.$post({ param: { id: formId }, json })),
    ...refresh,
  })
