import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatDeadline } from '../../../domain/events/format.ts'
import type { EventPrice, RefundTerms } from '../../../domain/events/pricing-contract.ts'
import { isRefunded, refundTermsFor } from '../../../domain/events/seat-price.ts'

type Game = Pick<EventDetail, 'startsAt' | 'timeZone'> & { price: EventPrice }

/** Until when somebody who leaves gets their money back. `own` are the terms under which they have paid. */
export function formatRefund({ price, startsAt, timeZone }: Game, now: number, own?: RefundTerms | null): string {
  const terms = refundTermsFor(price, startsAt, own)
  const { until, ifResold } = terms
  const onlyResold = 'Money back only if somebody buys your seat.'
  if (until === null) return ifResold ? onlyResold : 'No refunds.'
  const deadline = formatDeadline(until, { timeZone, now })
  if (!isRefunded(terms, now)) return ifResold ? onlyResold : `No refunds since ${deadline}.`
  return until >= startsAt ? 'Money back if you leave before it starts.' : `Money back if you leave by ${deadline}.`
}
