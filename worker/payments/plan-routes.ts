import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import {
  ChangePreview,
  CreateSubscription,
  CreateSubscriptionAnswer,
  CustomerSession,
  CustomerSessionRequest,
  InvoicePage,
  InvoiceSearch,
  PaymentResult,
  PaymentReturn,
  PaymentsOverview,
  PlanListAnswer,
  PlanListSearch,
  PlanOwner,
  PreviewChange,
  RedirectAnswer,
} from '../../domain/payments/contract.ts'
import { PaymentHistory, PaymentHistorySearch } from '../../domain/payments/history-contract.ts'
import type { PlanOwnerRef } from '../../domain/payments/plan-owner.ts'
import { listPlanRows } from '../../domain/payments/plan-rows.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { buyPlan, previewPlan } from './buy-plan.ts'
import { cancelPlan, resumePlan } from './cancel-plan.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createCustomerSession, findPortal, openCardPage } from './customer-pages.ts'
import { judgeRequest } from './judge-claims.ts'
import { listPaymentHistory } from './list-history.ts'
import { openMoney } from './money-context.ts'
import { findPayments, listInvoices } from './plan-queries.ts'
import { requirePayer } from './require-payer.ts'

const operation = describeOperations('Payments')

/** Whose plan it is: of a team, or of the person on this site. */
function readOwner(c: AppContext, payer: { id: string }, { type, id, ...said }: PlanOwner): PlanOwnerRef {
  judgeRequest(c, said, { uid: payer.id })
  return type === 'team' ? { kind: 'team', id } : { kind: 'user', id, platform: c.var.site.platform }
}

export const planRoutes = new Hono<AppEnv>()
  .get('/', operation('What I pay and am paid, for the Payments page', 200, PaymentsOverview), async (c) => {
    const { id } = await requireComplete(c)
    const { settings, site } = c.var
    return c.json(await findPayments(getPrimary(c), settings, { userId: id, platform: site.platform, now: c.var.now() }))
  })
  .get(
    '/plans',
    operation('List the plans of teams, or those of people on one platform', 200, PlanListAnswer),
    input('query', PlanListSearch),
    (c) => c.json({ plans: listPlanRows(c.req.valid('query').list) }),
  )
  .post(
    '/subscriptions',
    operation(
      'Start a plan, or change the one of a team',
      200,
      CreateSubscriptionAnswer,
      'Names a plan. Everything else that is sent must be what we would charge.',
    ),
    input('json', CreateSubscription),
    async (c) => {
      const payer = await requirePayer(c)
      return c.json(await buyPlan(await openMoney(c), payer, c.req.valid('json')))
    },
  )
  .post(
    '/subscriptions/preview',
    operation('What changing the plan of a team costs, to the cent', 200, ChangePreview),
    input('json', PreviewChange),
    async (c) => {
      const payer = await requirePayer(c)
      return c.json(await previewPlan(await openMoney(c), payer, c.req.valid('json')))
    },
  )
  .post('/subscriptions/cancel', operation('End a plan with the period that is paid', 204), input('json', PlanOwner), async (c) => {
    const payer = await requirePayer(c)
    await cancelPlan(await openMoney(c), readOwner(c, payer, c.req.valid('json')), payer.id)
    return c.body(null, 204)
  })
  .post('/subscriptions/resume', operation('Keep a plan that would end', 204), input('json', PlanOwner), async (c) => {
    const payer = await requirePayer(c)
    await resumePlan(await openMoney(c), readOwner(c, payer, c.req.valid('json')), payer.id)
    return c.body(null, 204)
  })
  .post(
    '/subscriptions/card',
    operation('The page on which I add a card for a plan, and pay from then on', 200, RedirectAnswer),
    input('json', PlanOwner),
    async (c) => {
      const payer = await requirePayer(c)
      return c.json({ url: await openCardPage(await openMoney(c), payer, readOwner(c, payer, c.req.valid('json'))) })
    },
  )
  .post(
    '/portal',
    operation('The page of our payment provider with my cards and invoices', 200, RedirectAnswer),
    input('json', PlanOwner),
    async (c) => {
      const payer = await requirePayer(c)
      return c.json({ url: await findPortal(await openMoney(c), payer, readOwner(c, payer, c.req.valid('json'))) })
    },
  )
  .post(
    '/customer-session',
    operation('A short key to my own saved cards', 200, CustomerSession),
    input('json', CustomerSessionRequest),
    async (c) => {
      const payer = await requirePayer(c)
      const { email, ...said } = c.req.valid('json')
      judgeRequest(c, said, { uid: payer.id })
      if (email.toLowerCase() !== payer.email.toLowerCase()) throw new AppError('PlanOwnerDiffers')
      return c.json(await createCustomerSession(await openMoney(c), payer))
    },
  )
  .post(
    '/return',
    operation('Whether a payment from which I come back has succeeded', 200, PaymentResult),
    input('json', PaymentReturn),
    async (c) => {
      const payer = await requirePayer(c, 'payment-returns')
      const said = c.req.valid('json')
      judgeRequest(c, said, { uid: payer.id })
      return c.json(await confirmPayment(await openMoney(c), payer.id, said))
    },
  )
  .get(
    '/invoices',
    operation('List my invoices, and those of teams whose money I manage', 200, InvoicePage),
    input('query', InvoiceSearch),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listInvoices(getPrimary(c), id, c.req.valid('query').cursor))
    },
  )
  .get(
    '/history',
    operation(
      'List everything that I have paid, by date',
      200,
      PaymentHistory,
      'Games, dues, forms, memberships and plans, and the plans of communities whose money I manage.',
    ),
    input('query', PaymentHistorySearch),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listPaymentHistory(getPrimary(c), { userId: id, now: c.var.now() }, c.req.valid('query')))
    },
  )

export type PlanRoutes = typeof planRoutes
