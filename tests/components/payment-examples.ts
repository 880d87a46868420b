import { onTestFinished } from 'vitest'
import type { MyMembershipPage } from '../../domain/memberships/contract.ts'
import type { Credits } from '../../domain/orders/contract.ts'
import type { OpenDisputes } from '../../domain/orders/disputes.ts'
import type {
  ChangePreview,
  Invoice,
  PaymentsOverview,
  PayoutAccount,
  PlanSubscription,
  TeamWithPlan,
} from '../../domain/payments/contract.ts'
import type { PaymentHistory } from '../../domain/payments/history-contract.ts'
import { listPlanRows } from '../../domain/payments/plan-rows.ts'
import { planListNames } from '../../domain/payments/plans.ts'
import { type ApiRequest, answerWith } from './setup/answers.ts'
import { someone } from './setup/open-app.tsx'

/** Noon in the year of the tests, so that the date is the same in every time zone. */
const renewal = Date.UTC(2031, 11, 26, 12)

export const aSubscription = (changes: Partial<PlanSubscription> = {}): PlanSubscription => ({
  ...{ id: 'sub_1', ownerKind: 'team', ownerId: 'smashers', platform: 'gth', status: 'active', planUid: 'varsity-50' },
  ...{ periodStart: renewal - 30 * 86_400_000, periodEnd: renewal, endsAtPeriodEnd: false, trialEndsAt: null, graceEndsAt: null },
  ...{ isPayer: true, items: [{ plan: { product: 'plan_varsity-50' }, product: { name: 'Varsity, up to 50 members' } }] },
  ...changes,
})

export const memberPlus = aSubscription({
  ...{ id: 'sub_2', ownerKind: 'user', ownerId: someone.id, planUid: 'gth-users-member-plus' },
  items: [{ plan: { product: 'plan_gth-users-member-plus' }, product: { name: 'Member Plus' } }],
})

export const aTeam = (changes: Partial<TeamWithPlan> = {}): TeamWithPlan => ({
  ...{ id: 'smashers', name: 'Sunset Smashers', photo: null, plan: 'ROOKIE', members: 12, maxMembers: 30 },
  ...{ subscription: null, trialDays: 14 },
  ...changes,
})

export const varsityTeam = (changes: Partial<PlanSubscription> = {}) =>
  aTeam({ plan: 'VARSITY', maxMembers: 50, trialDays: 0, subscription: aSubscription(changes) })

export const anAccount = (changes: Partial<PayoutAccount> = {}): PayoutAccount => ({
  ...{ stripeId: 'acct_1', stripeChargesEnabled: true, stripeDetailsSubmitted: true, stripePayoutsEnabled: true },
  ...{ country: 'US', currency: 'usd' },
  ...{ requirements: { currently_due: [] }, deadline: null },
  ...changes,
})

const emptyOverview: PaymentsOverview = {
  ...{ publishableKey: 'pk_test_1', environment: 'sandbox', account: null, teams: [], paidFor: [], memberPlus: null },
  userSubscription: 'Free',
}

export const anInvoice = (changes: Partial<Invoice> = {}): Invoice => ({
  ...{ id: 'in_1', team: { id: 'smashers', name: 'Sunset Smashers' }, number: 'GTH-0001', text: 'Varsity, up to 50 members' },
  ...{ status: 'paid', amount: 1500, currency: 'usd', pageUrl: 'https://pay.example/in_1', pdfUrl: 'https://pay.example/in_1.pdf' },
  ...{ refunded: 0, dispute: null },
  ...{ createdAt: Date.UTC(2031, 10, 26, 12), paidAt: Date.UTC(2031, 10, 26, 12) },
  ...changes,
})

export const aPreview: ChangePreview = {
  dueNow: { amount: 1250, currency: 'usd' },
  lines: [
    { text: 'Unused time on Varsity, up to 50 members', amount: -750 },
    { text: 'Remaining time on Varsity, up to 200 members', amount: 2000 },
  ],
  afterwards: { amount: 2900, currency: 'usd', every: 'month' },
  renewsAt: renewal,
  prorationDate: Date.UTC(2031, 10, 30, 12),
}

/** What the server has from now on. */
export function setPayments(overview: Partial<PaymentsOverview>, ...invoices: Invoice[]): void {
  const { account } = overview
  answerWith({
    'GET /api/payments': { ...emptyOverview, ...overview },
    'GET /api/payments/invoices': { invoices, next: null },
    'GET /api/disputes': { disputes: [] } satisfies OpenDisputes,
    'GET /api/memberships/mine': { memberships: [], next: null } satisfies MyMembershipPage,
    'GET /api/payments/history': { payments: [], next: null } satisfies PaymentHistory,
    'GET /api/credits': { credits: [] } satisfies Credits,
    'GET /api/payments/plans': ({ query }: ApiRequest) => ({
      plans: listPlanRows(planListNames.find((name) => name === query.list) ?? 'teams'),
    }),
    ...(account && { 'GET /api/payments/account/:id': account }),
  })
}

let caught: string[] | null = null

/** Also after a test: a payment that it has started may only now want to lead to another site. */
const stay = (event: NavigateEvent) => {
  caught?.push(event.destination.url)
  if (caught || new URL(event.destination.url).origin !== location.origin) event.preventDefault()
}

/** The addresses of other sites to which the app wants to lead the person. The page of the tests itself stays. */
export function catchLeaving(): string[] {
  const left: string[] = []
  caught = left
  navigation.addEventListener('navigate', stay)
  onTestFinished(() => {
    caught = null
  })
  return left
}
