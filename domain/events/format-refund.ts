import type { EventDetail } from './contract.ts'
import { formatDeadline } from './format.ts'
import type { EventPrice, RefundTerms } from './pricing-contract.ts'
import { isRefunded, refundTermsFor } from './seat-price.ts'

type Game = Pick<EventDetail, 'startsAt' | 'timeZone'> & { price: EventPrice }

type Reader = {
  /** The terms under which the reader has paid. */
  own?: RefundTerms | null | undefined
  locale?: string | undefined
}

/** Until when somebody who leaves gets their money back. */
export function formatRefund({ price, startsAt, timeZone }: Game, now: number, { own, locale }: Reader = {}): string {
  const terms = refundTermsFor(price, startsAt, own)
  const { until, ifResold } = terms
  const onlyResold = 'Money back only if somebody buys your seat.'
  if (until === null) return ifResold ? onlyResold : 'No refunds.'
  const deadline = formatDeadline(until, { timeZone, now, locale })
  if (!isRefunded(terms, now)) return ifResold ? onlyResold : `No refunds since ${deadline}.`
  return until >= startsAt ? 'Money back if you leave before it starts.' : `Money back if you leave by ${deadline}.`
}
