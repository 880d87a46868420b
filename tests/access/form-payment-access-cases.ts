import { type AccessCase, forEveryone, forRoles } from './access-case.ts'

/** Whoever runs the forms sees what was paid, and so does whoever manages the money. */
const forSeeing = forEveryone(404, { mate: 200, treasurer: 200, organizer: 200, owner: 200 })
const forTreasurers = forRoles('billing.manage', 204, { member: 403 })

const about = (endpoint: string, path: string, statuses: AccessCase['statuses'], json?: unknown): AccessCase => {
  const [method = ''] = endpoint.split(' ')
  const at = (id: string) => () => ({
    path: `/api/forms/${id}/submissions/${path.startsWith('/') || path === '' ? 'access-paid' : ''}${path}`,
    method,
    ...(json === undefined ? {} : { json }),
  })
  return { endpoint, request: at('access-paid-form'), absentTeam: at('not-there'), statuses }
}

const submission = '/forms/{id}/submissions/{submissionId}'

/** A mate has sent a form, and has paid one part by card and one in cash. */
export const formPaymentAccessCases: readonly AccessCase[] = [
  about(`GET ${submission}/payment`, '/payment', forSeeing),
  // The amount differs from ours.
  about(`POST ${submission}/pay`, '/pay', forEveryone(404, { member: 403, mate: 409 }), { parts: [1], amount: 1 }),
  // Nobody has come back from this page.
  about(`POST ${submission}/return`, '/return', forEveryone(404, { member: 403 }), { sessionId: 'cs_access' }),
  about(`POST ${submission}/cash`, '/cash', forTreasurers, { parts: [1], idempotencyKey: 'access-form-cash-1' }),
  about(`DELETE ${submission}/payments/{paymentId}`, '/payments/access-form-cash', forTreasurers),
  about(`POST ${submission}/payments/{paymentId}/refunds`, '/payments/access-form-card/refunds', forTreasurers, {
    amount: 2000,
    idempotencyKey: 'access-form-refund',
  }),
  about(
    `POST ${submission}/payments/{paymentId}/refunds/{refundId}/given-back`,
    '/payments/access-form-card/refunds/access-stuck/given-back',
    forTreasurers,
  ),
  about('POST /forms/{id}/submissions/refunds', 'refunds', forRoles('billing.manage', 200, { member: 403 }), {
    ids: ['access-paid'],
    idempotencyKey: 'access-form-refunds',
  }),
  about(`GET ${submission}/payments/{paymentId}/receipt`, '/payments/access-form-card/receipt', forEveryone(404, { mate: 200 })),
]
