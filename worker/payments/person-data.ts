import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { countOtherDisputesOf } from './disputed.ts'
import { queueEndOfPlans } from './end-plans.ts'
import {
  stripeCustomers as customers,
  planDisputes as disputes,
  planInvoices as invoices,
  payoutAccounts as payouts,
  planCheckouts,
  planSubscriptions as plans,
  unlinkedAccounts as unlinked,
} from './schema.ts'
import { forgetAccount } from './unlink-account.ts'

const lawful = 'The law asks us to keep what was sold for years. The row refers to the account, which has no name any longer.'
const untilJob = 'The job that ends the plans of the person at Stripe needs it, and deletes the row at its end.'
const ofTeam = 'A community keeps its place at Stripe, without the cards and the address of the person, until its next payer adds a card.'

export const paymentData: PersonData = {
  feature: 'payments',
  tables: {
    stripe_customers: ['owner_id', 'payer_id'],
    plan_subscriptions: ['owner_id', 'payer_id'],
    plan_checkouts: ['payer_id'],
    plan_invoices: ['owner_id', 'payer_id'],
    payout_accounts: ['user_id'],
    unlinked_accounts: ['user_id'],
  },
  keptColumns: {
    'plan_invoices.owner_id': lawful,
    'plan_invoices.payer_id': lawful,
    'plan_subscriptions.owner_id': lawful,
    'plan_subscriptions.payer_id': lawful,
    'stripe_customers.owner_id': untilJob,
    'stripe_customers.payer_id': ofTeam,
  },
  blocksDeletion: { error: 'StillPaid', when: (userId) => sql`${countOtherDisputesOf(userId)} > 0` },
  erase: (userId, now) => [
    queueEndOfPlans({ kind: 'user', id: userId }, now),
    sql`DELETE FROM ${planCheckouts} WHERE ${planCheckouts.payerId} = ${userId}`,
    ...forgetAccount(userId, now),
    sql`DELETE FROM ${unlinked} WHERE ${unlinked.userId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      'payout-account': selectAs(
        {
          account: payouts.stripeId,
          kind: payouts.kind,
          country: payouts.country,
          currency: payouts.currency,
          chargesEnabled: payouts.chargesEnabled,
          detailsSubmitted: payouts.detailsSubmitted,
          payoutsEnabled: payouts.payoutsEnabled,
          currentlyDueJson: payouts.currentlyDue,
          deadlineAt: payouts.deadline,
          createdAt: payouts.createdAt,
        },
        sql`FROM ${payouts} WHERE ${payouts.userId} = ${userId}`,
      ),
      'unlinked-payout-accounts': selectAs(
        { account: unlinked.stripeId, country: unlinked.country, unlinkedAt: unlinked.createdAt },
        sql`FROM ${unlinked} WHERE ${unlinked.userId} = ${userId} ORDER BY ${unlinked.country}`,
      ),
      customers: selectAs(
        { customer: customers.customerId, for: customers.ownerKind, createdAt: customers.createdAt },
        sql`FROM ${customers} WHERE ${customers.payerId} = ${userId} ORDER BY ${customers.createdAt}`,
      ),
      plans: selectAs(
        {
          plan: plans.planUid,
          for: plans.ownerKind,
          platform: plans.platform,
          status: plans.status,
          periodStartsAt: plans.periodStart,
          periodEndsAt: plans.periodEnd,
          endsAtPeriodEnd: plans.endsAtPeriodEnd,
          trialEndsAt: plans.trialEndsAt,
          unpaidSinceAt: plans.pastDueSince,
          createdAt: plans.createdAt,
        },
        sql`FROM ${plans} WHERE ${plans.payerId} = ${userId} ORDER BY ${plans.createdAt}`,
      ),
      'started-payments': selectAs(
        { plan: planCheckouts.planUid, createdAt: planCheckouts.createdAt },
        sql`FROM ${planCheckouts} WHERE ${planCheckouts.payerId} = ${userId} ORDER BY ${planCheckouts.createdAt}`,
      ),
      invoices: selectAs(
        {
          number: invoices.number,
          for: invoices.ownerKind,
          text: invoices.text,
          status: invoices.status,
          total: invoices.total,
          refunded: invoices.refunded,
          refused: invoices.refused,
          currency: invoices.currency,
          page: invoices.pageUrl,
          file: invoices.pdfUrl,
          createdAt: invoices.createdAt,
          paidAt: invoices.paidAt,
        },
        sql`FROM ${invoices} WHERE ${invoices.payerId} = ${userId} ORDER BY ${invoices.createdAt}`,
      ),
      'invoice-disputes': selectAs(
        {
          invoice: invoices.number,
          amount: disputes.amount,
          currency: disputes.currency,
          reason: disputes.reason,
          state: disputes.state,
          createdAt: disputes.createdAt,
          decidedAt: disputes.closedAt,
        },
        sql`FROM ${disputes} JOIN ${invoices} ON ${invoices.id} = ${disputes.invoiceId}
          WHERE ${invoices.payerId} = ${userId} ORDER BY ${disputes.createdAt}`,
      ),
    }),
}
