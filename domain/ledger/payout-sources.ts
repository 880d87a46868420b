import { duePath } from '../dues/paths.ts'
import { submissionPath, submissionsPath } from '../forms/paths.ts'
import { teamMembershipsPath } from '../memberships/paths.ts'
import { gamePaymentsPath } from '../orders/paths.ts'
import { eventLedgerPath } from './paths.ts'

/**
 * Where the money of a payout comes from, in the order in which it is listed. 'unmatched': a community was paid, and we do not know yet for
 * what. 'elsewhere': payments on the account that have nothing to do with us. 'fee': what Stripe takes or gives by itself. 'other':
 * adjustments, transfers and the like at Stripe. 'bank': an earlier payout that came back.
 */
export const payoutSources = ['game', 'dues', 'form', 'membership', 'unmatched', 'elsewhere', 'fee', 'other', 'bank'] as const
export type PayoutSource = (typeof payoutSources)[number]

/** What of a payout is listed one by one. */
export const payoutRefundKinds = ['refund', 'dispute'] as const

type Source = { kind: PayoutSource; id: string; teamId: string | null }

/** The page of what was paid for. */
export function sourcePath({ kind, id, teamId }: Source): string | null {
  if (kind === 'game') return `/evt/${encodeURIComponent(id)}`
  if (kind === 'form') return submissionsPath(id)
  if (kind === 'dues' && teamId !== null) return duePath(teamId, id)
  if (kind === 'membership' && teamId !== null) return teamMembershipsPath(teamId)
  return null
}

type Paid = Source & { submissionId: string | null; isHost: boolean }

/** The page with one payment. Only hosts can open the payments of a game; everybody else who manages its money sees its books. */
export function paymentPath({ submissionId, isHost, ...source }: Paid): string | null {
  if (source.kind === 'game') return isHost ? gamePaymentsPath(source.id) : eventLedgerPath(source.id)
  if (source.kind === 'form' && submissionId !== null) return submissionPath(source.id, submissionId)
  return sourcePath(source)
}
