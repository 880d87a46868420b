import { Hono } from 'hono'
import * as v from 'valibot'
import {
  AskForDues,
  ChangeDues,
  DueMemberPath,
  DuePath,
  DuePaymentPage,
  DuePaymentPath,
  DuePaymentSearch,
  DueReceiptPath,
  DueRefundPath,
  NoteDues,
  PayDues,
  TeamDues,
} from '../../domain/dues/contract.ts'
import { listDueReceiptLines } from '../../domain/dues/receipt.ts'
import { RefundOrder } from '../../domain/orders/contract.ts'
import { RedirectAnswer } from '../../domain/payments/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { answerReceipt, describeReceipt } from '../orders/answer-receipt.ts'
import { judgeRequest } from '../payments/judge-claims.ts'
import { openMoney } from '../payments/money-context.ts'
import { requirePayer } from '../payments/require-payer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { askForDues, changeDues, endDues } from './manage.ts'
import { notePayment, undoNote } from './note-payment.ts'
import { payDues } from './pay.ts'
import { listDuePayments, listDues } from './queries.ts'
import { readDueReceipt } from './receipts.ts'
import { noteDuesGivenBack, refundDues } from './refunds.ts'
import { remindNow } from './reminders.ts'

const operation = describeOperations('Dues')
const SavedDues = v.object({ id: v.string() })
const forManagers = 'Only for those who manage the money of the community.'

/** Mounted under /teams. */
export const teamDueRoutes = new Hono<AppEnv>()
  .get(
    '/:id/dues',
    operation('What a community asks of its members', 200, TeamDues, 'With how it stands with the viewer.'),
    input('param', TeamId),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listDues(getPrimary(c), { viewerId: id, now: c.var.now() }, c.req.valid('param').id))
    },
  )
  .post(
    '/:id/dues',
    operation('Ask every member for dues', 201, SavedDues, forManagers),
    input('param', TeamId),
    input('json', AskForDues),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json({ id: await askForDues(getPrimary(c), getClock(c), id, c.req.valid('param').id, c.req.valid('json')) }, 201)
    },
  )
  .patch(
    '/:id/dues/:dueId',
    operation('Change what members are asked for', 204, undefined, 'The amount stays as it is once somebody has paid.'),
    input('param', DuePath),
    input('json', ChangeDues),
    async (c) => {
      const { id } = await requireComplete(c)
      await changeDues(getPrimary(c), getClock(c), id, c.req.valid('param'), c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete(
    '/:id/dues/:dueId',
    operation('End dues', 204, undefined, 'Nobody owes them any longer. What was paid stays paid.'),
    input('param', DuePath),
    async (c) => {
      const { id } = await requireComplete(c)
      await endDues(getPrimary(c), getClock(c), id, c.req.valid('param'))
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/dues/:dueId/payments',
    operation('Who has paid dues, and who owes them', 200, DuePaymentPage, forManagers),
    input('param', DuePath),
    input('query', DuePaymentSearch),
    async (c) => {
      const { id } = await requireComplete(c)
      const reader = { viewerId: id, now: c.var.now() }
      return c.json(await listDuePayments(getPrimary(c), reader, c.req.valid('param'), c.req.valid('query')))
    },
  )
  .post(
    '/:id/dues/:dueId/pay',
    operation(
      'The page on which I pay dues',
      200,
      RedirectAnswer,
      'Sends the amount that the person has seen. If it is no longer the amount, the answer is 409 and nothing is paid.',
    ),
    input('param', DuePath),
    input('json', PayDues),
    async (c) => {
      const payer = await requirePayer(c)
      return c.json({ url: await payDues(await openMoney(c), payer, c.req.valid('param'), c.req.valid('json')) })
    },
  )
  .post(
    '/:id/dues/:dueId/members/:userId',
    operation('Note that a member has paid in cash, or does not have to pay', 204, undefined, forManagers),
    input('param', DueMemberPath),
    input('json', NoteDues),
    async (c) => {
      const { id } = await requireComplete(c)
      await notePayment(getPrimary(c), getClock(c), id, c.req.valid('param'), c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete(
    '/:id/dues/:dueId/members/:userId',
    operation('Take back what was noted about a member', 204, undefined, forManagers),
    input('param', DueMemberPath),
    async (c) => {
      const { id } = await requireComplete(c)
      await undoNote(getPrimary(c), id, c.req.valid('param'))
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/dues/:dueId/payments/:paymentId/refunds',
    operation('Give a part of a payment back', 204, undefined, forManagers),
    input('param', DuePaymentPath),
    input('json', RefundOrder),
    async (c) => {
      const { id } = await requireComplete(c)
      judgeRequest(c, c.req.valid('json'), { uid: id })
      await refundDues(getPrimary(c), getClock(c), id, c.req.valid('param'), c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/dues/:dueId/payments/:paymentId/refunds/:refundId/given-back',
    operation(
      'Say that money was given back by hand',
      204,
      undefined,
      `${forManagers} We can no longer use the account that got it. If we send it by card, the answer is 409.`,
    ),
    input('param', DueRefundPath),
    async (c) => {
      const { id } = await requireComplete(c)
      await noteDuesGivenBack(getPrimary(c), getClock(c), id, c.req.valid('param'))
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/dues/:dueId/remind',
    operation('Remind everybody who owes dues', 204, undefined, 'At most once a day.'),
    input('param', DuePath),
    async (c) => {
      const { id } = await requireComplete(c)
      await remindNow(getPrimary(c), getClock(c), id, c.req.valid('param'))
      return c.body(null, 204)
    },
  )

/** What the viewer has paid. */
export const dueRoutes = new Hono<AppEnv>().get('/:id/receipt', describeReceipt('Dues'), input('param', DueReceiptPath), async (c) => {
  const { id } = await requireComplete(c)
  const receipt = await readDueReceipt(getPrimary(c), id, c.req.valid('param').id)
  return answerReceipt(c, { number: receipt.number, lines: listDueReceiptLines(receipt) })
})

export type TeamDueRoutes = typeof teamDueRoutes
