import { type AccessCase, forEveryone } from './access-case.ts'

/** Only Stripe may call these, whoever is signed in. Their tests are in `tests/payments`. */
const webhook = (path: string): AccessCase => ({
  endpoint: `POST /payments/${path}`,
  request: () => ({ path: `/api/payments/${path}`, method: 'POST', json: { type: 'invoice.paid' } }),
  statuses: forEveryone(400),
})

export const paymentAccessCases: readonly AccessCase[] = [webhook('webhooks'), webhook('webhooks/connect')]
