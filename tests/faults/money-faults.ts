import type { Fault } from './fault.ts'

/** Faults around plans, payouts and paid games. */
export const faults: readonly Fault[] = [
  {
    name: 'An event of Stripe that is delivered twice at once has its effect twice',
    file: 'worker/payments/jobs.ts',
    find: "{ first: mustHold('job-not-done', sql`NOT ${isJobDone(id)}`), effect, done: markDone }",
    replace: '{ effect, done: markDone }',
    caughtBy: { part: 'worker', tests: ['tests/payments/webhooks.test.ts'] },
  },
  {
    name: 'One secret is taken for both endpoints of Stripe',
    file: 'worker/payments/verify-webhook.ts',
    find: 'webhookSecrets[endpoint]',
    replace: 'webhookSecrets.account',
    caughtBy: { part: 'worker', tests: ['tests/payments/webhooks.test.ts'] },
  },
  {
    name: 'Events of Stripe that did not arrive are never found',
    file: 'worker/payments/find-missed-events.ts',
    find: "if (missed.length > 0) await storeEvents(db, 'account', missed, now)",
    replace: "if (missed.length > limit) await storeEvents(db, 'account', missed, now)",
    caughtBy: { part: 'worker', tests: ['tests/payments/sweep.test.ts'] },
  },
  {
    name: 'A person can say what they pay',
    file: 'worker/payments/judge-claims.ts',
    find: "if (!isOurs) throw new AppError('OfferChanged')",
    replace: "if (!isOurs && said.uid === '') throw new AppError('OfferChanged')",
    caughtBy: { part: 'worker', tests: ['tests/payments/claims.test.ts'] },
  },
  {
    name: 'What is given back in the dashboard of Stripe is not known here',
    file: 'worker/payments/refund-events.ts',
    find: "typeof payment === 'string' ? syncRefundsOf(reading, account, payment) : []",
    replace: "payment === '' ? syncRefundsOf(reading, account, payment) : []",
    caughtBy: { part: 'worker', tests: ['tests/orders/refunds.test.ts'] },
  },
  {
    name: 'Money that we can send by card is noted as given back by hand',
    file: 'worker/orders/note-given-back.ts',
    find: '(${isCash} OR ${isStuck})',
    replace: '(${isCash} OR ${isStuck} OR 1)',
    caughtBy: { part: 'worker', tests: ['tests/orders/refunds.test.ts'] },
  },
  {
    name: 'A second account is opened for a host if the answer about the first one was lost',
    file: 'worker/payments/link-account.ts',
    find: "if (opened !== null) return storeAccount(money, userId, opened, 'NEW')",
    replace: "if (opened === '') return storeAccount(money, userId, opened, 'NEW')",
    caughtBy: { part: 'worker', tests: ['tests/payments/payouts.test.ts'] },
  },
  {
    name: 'A refund takes back a fee that was zero, which Stripe refuses',
    file: 'worker/payments/create-refund.ts',
    find: 'ourFee > 0 &&',
    replace: 'ourFee >= 0 &&',
    caughtBy: { part: 'worker', tests: ['tests/orders/refunds.test.ts'] },
  },
  {
    name: 'A payment for a seat that is gone stays with the host',
    file: 'worker/orders/take-payment.ts',
    find: 'late: refundLatePayment(id, now),',
    replace: 'late: [],',
    caughtBy: { part: 'worker', tests: ['tests/orders/paying.test.ts'] },
  },
  {
    name: 'A deleted team goes on paying for its plan',
    file: 'worker/payments/end-plans.ts',
    find: 'stripe.subscriptions.cancel(id)',
    replace: 'stripe.subscriptions.retrieve(id)',
    caughtBy: { part: 'worker', tests: ['tests/payments/ending-plans.test.ts'] },
  },
  {
    name: 'A payout account is unlinked without a warning while players pay',
    file: 'worker/payments/unlink-account.ts',
    find: 'if (payers > 0)',
    replace: 'if (payers > maxTriedAtOnce)',
    caughtBy: { part: 'worker', tests: ['tests/orders/paying.test.ts'] },
  },
  {
    name: 'An account stays linked here although its host has ended our access',
    file: 'worker/payments/sync-account.ts',
    find: 'account ? storeReading(reading, stored, account) : forgetUnlinked(reading, stored)',
    replace: 'account ? storeReading(reading, stored, account) : []',
    caughtBy: { part: 'worker', tests: ['tests/payments/payouts.test.ts'] },
  },
]
