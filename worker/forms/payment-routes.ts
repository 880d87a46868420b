import { Hono } from 'hono'
import { listDueReceiptLines } from '../../domain/dues/receipt.ts'
import { AppError } from '../../domain/errors.ts'
import { FormPath } from '../../domain/forms/contract.ts'
import {
  FormPaymentPath,
  FormRefundPath,
  NoteFormCash,
  PayForSubmission,
  ReturnToSubmission,
  SubmissionPayment,
} from '../../domain/forms/payment-contract.ts'
import { ChangedSubmissions, RefundSubmissions } from '../../domain/forms/submission-changes-contract.ts'
import { SubmissionKey, SubmissionPath } from '../../domain/forms/submission-contract.ts'
import { RefundOrder } from '../../domain/orders/contract.ts'
import { PaymentResult, RedirectAnswer } from '../../domain/payments/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { answerReceipt, describeReceipt } from '../orders/answer-receipt.ts'
import { judgeRequest } from '../payments/judge-claims.ts'
import { openMoney } from '../payments/money-context.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { confirmWithKey } from './confirm-form-payment.ts'
import { readFormReceipt } from './form-receipts.ts'
import { noteFormGivenBack, refundForm } from './form-refunds.ts'
import { noteFormCash, undoFormCash } from './note-cash.ts'
import { payForSubmission } from './pay-submission.ts'
import { readPayment } from './read-payment.ts'
import { refundChosen } from './refund-chosen.ts'
import { pathOf, viewerOf } from './submission-routes.ts'

const operation = describeOperations('Forms')
const forManagers = 'Only for those who manage the money of the community.'
const forSender = 'For the sender, by their account or by the key from their link.'

/** Each request about money asks our provider, so they are limited. Many without an account share a Wi-Fi, so each of their submissions counts. */
async function requireSomePayer(c: AppContext, what: 'payments' | 'payment-returns' = 'payments'): Promise<void> {
  const viewer = await c.var.viewer()
  if (viewer && !viewer.profileComplete) throw new AppError('ProfileIncomplete')
  await limitCostly(c, what, viewer?.id ?? `submission ${c.req.param('submissionId')}`)
}

/** Mounted under /forms. */
export const formPaymentRoutes = new Hono<AppEnv>()
  .get(
    '/:id/submissions/:submissionId/payment',
    operation('What a submission costs, and what of it is paid', 200, SubmissionPayment, forSender),
    input('param', SubmissionPath),
    input('query', SubmissionKey),
    async (c) => {
      const viewer = await viewerOf(c, c.req.valid('query').key)
      return c.json(await readPayment(getPrimary(c), c.var.now(), viewer, pathOf(c.req.valid('param'))))
    },
  )
  .post(
    '/:id/submissions/:submissionId/pay',
    operation('The page on which I pay for what I have sent', 200, RedirectAnswer, `${forSender} Another amount than theirs gets 409.`),
    input('param', SubmissionPath),
    input('json', PayForSubmission),
    async (c) => {
      await requireSomePayer(c)
      const wanted = c.req.valid('json')
      const viewer = await viewerOf(c, wanted.key)
      return c.json({ url: await payForSubmission(await openMoney(c), viewer, pathOf(c.req.valid('param')), wanted) })
    },
  )
  .post(
    '/:id/submissions/:submissionId/return',
    operation('Come back from the page without an account', 200, PaymentResult, forSender),
    input('param', SubmissionPath),
    input('json', ReturnToSubmission),
    async (c) => {
      await requireSomePayer(c, 'payment-returns')
      const returned = c.req.valid('json')
      const viewer = await viewerOf(c, returned.key)
      return c.json(await confirmWithKey(await openMoney(c), viewer, c.req.valid('param').submissionId, returned))
    },
  )
  .post(
    '/:id/submissions/:submissionId/cash',
    operation('Note that somebody has paid in cash', 204, undefined, forManagers),
    input('param', SubmissionPath),
    input('json', NoteFormCash),
    async (c) => {
      const { id } = await requireComplete(c)
      await noteFormCash(getPrimary(c), getCommandContext(c), id, pathOf(c.req.valid('param')), c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete(
    '/:id/submissions/:submissionId/payments/:paymentId',
    operation('Take back what was noted as paid in cash', 204, undefined, forManagers),
    input('param', FormPaymentPath),
    async (c) => {
      const { id } = await requireComplete(c)
      const path = c.req.valid('param')
      await undoFormCash(getPrimary(c), getClock(c), id, pathOf(path), path.paymentId)
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/submissions/:submissionId/payments/:paymentId/refunds',
    operation('Give a part of a payment for a form back', 204, undefined, forManagers),
    input('param', FormPaymentPath),
    input('json', RefundOrder),
    async (c) => {
      const { id } = await requireComplete(c)
      judgeRequest(c, c.req.valid('json'), { uid: id })
      await refundForm(getPrimary(c), getClock(c), id, c.req.valid('param'), c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/submissions/:submissionId/payments/:paymentId/refunds/:refundId/given-back',
    operation(
      'Say that money for a form was given back by hand',
      204,
      undefined,
      `${forManagers} We can no longer use the account that got it. If we send it by card, the answer is 409.`,
    ),
    input('param', FormRefundPath),
    async (c) => {
      const { id } = await requireComplete(c)
      await noteFormGivenBack(getPrimary(c), getClock(c), id, c.req.valid('param'))
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/submissions/refunds',
    operation(
      'Give what was paid for submissions back',
      200,
      ChangedSubmissions,
      `${forManagers} All that is left of what was paid by card.`,
    ),
    input('param', FormPath),
    input('json', RefundSubmissions),
    async (c) => {
      const { id } = await requireComplete(c)
      const ids = await refundChosen(getPrimary(c), getClock(c), id, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ ids })
    },
  )
  .get(
    '/:id/submissions/:submissionId/payments/:paymentId/receipt',
    describeReceipt('Forms'),
    input('param', FormPaymentPath),
    input('query', SubmissionKey),
    async (c) => {
      const { submissionId, paymentId } = c.req.valid('param')
      const viewer = await viewerOf(c, c.req.valid('query').key)
      const receipt = await readFormReceipt(getPrimary(c), viewer, submissionId, paymentId)
      return answerReceipt(c, { number: receipt.number, lines: listDueReceiptLines(receipt, 'Form') })
    },
  )

export type FormPaymentRoutes = typeof formPaymentRoutes
