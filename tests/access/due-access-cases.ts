import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { type AccessCase, aboutTeam, aboutThing, forRoles, forSignedIn } from './access-case.ts'

/** Every member sees what the community asks for. An admin sees no money. */
const forMembers = (status: number) => forRoles('team.view', status, { member: 403, admin: 404 })
const forTreasurers = (status: number) => forRoles('billing.manage', status, { member: 403 })

const dues = {
  ...{ title: 'Season fee', note: '', amount: 4000, currency: 'usd', dueOn: dateText(Math.floor(Date.now() / day) + 30) },
  idempotencyKey: 'access-dues',
}
const { idempotencyKey: _, ...change } = dues

/** The community asks for dues that a mate has paid by card, and `demo-player` in cash. */
export const dueAccessCases: readonly AccessCase[] = [
  {
    endpoint: 'GET /dues/{id}/receipt',
    ...aboutThing('GET', (id) => `/api/dues/${id}/receipt`, 'access-paid-dues'),
    statuses: forSignedIn(404, { member: 403, mate: 200 }),
  },
  { endpoint: 'GET /teams/{id}/dues', ...aboutTeam('GET', '/dues'), statuses: forMembers(200) },
  { endpoint: 'POST /teams/{id}/dues', ...aboutTeam('POST', '/dues', dues), statuses: forTreasurers(201) },
  { endpoint: 'PATCH /teams/{id}/dues/{dueId}', ...aboutTeam('PATCH', '/dues/access-dues', change), statuses: forTreasurers(204) },
  { endpoint: 'DELETE /teams/{id}/dues/{dueId}', ...aboutTeam('DELETE', '/dues/access-dues'), statuses: forTreasurers(204) },
  {
    endpoint: 'GET /teams/{id}/dues/{dueId}/payments',
    ...aboutTeam('GET', '/dues/access-dues/payments'),
    statuses: forTreasurers(200),
  },
  {
    endpoint: 'POST /teams/{id}/dues/{dueId}/pay',
    // The amount differs from ours, or has been paid.
    ...aboutTeam('POST', '/dues/access-dues/pay', { amount: 1, currency: 'usd' }),
    statuses: forMembers(409),
  },
  {
    endpoint: 'POST /teams/{id}/dues/{dueId}/members/{userId}',
    ...aboutTeam('POST', '/dues/access-dues/members/demo-player', { method: 'cash' }),
    statuses: forTreasurers(204),
  },
  {
    endpoint: 'DELETE /teams/{id}/dues/{dueId}/members/{userId}',
    ...aboutTeam('DELETE', '/dues/access-dues/members/demo-player'),
    statuses: forTreasurers(204),
  },
  {
    endpoint: 'POST /teams/{id}/dues/{dueId}/payments/{paymentId}/refunds',
    ...aboutTeam('POST', '/dues/access-dues/payments/access-paid-dues/refunds', { amount: 3000, idempotencyKey: 'access-refund' }),
    statuses: forTreasurers(204),
  },
  {
    endpoint: 'POST /teams/{id}/dues/{dueId}/payments/{paymentId}/refunds/{refundId}/given-back',
    ...aboutTeam('POST', '/dues/access-dues/payments/access-paid-dues/refunds/access-stuck/given-back'),
    statuses: forTreasurers(204),
  },
  { endpoint: 'POST /teams/{id}/dues/{dueId}/remind', ...aboutTeam('POST', '/dues/access-dues/remind'), statuses: forTreasurers(204) },
]
