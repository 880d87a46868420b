import { expose } from '../platform/columns.ts'
import { membershipPayments } from './schema.ts'

/** What members have paid, as far as other features may read it. */
export const paidMemberships = expose(
  membershipPayments,
  'id',
  'subscriptionId',
  'memberId',
  'paymentId',
  'currency',
  'refused',
  'refusedAt',
)
