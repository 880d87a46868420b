import { hour } from '../time/spans.ts'
import type { EventDetail } from './contract.ts'
import { formatDeadline } from './format.ts'
import type { EventPrice } from './pricing-contract.ts'
import { isRefunded } from './seat-price.ts'

type Game = Pick<EventDetail, 'startsAt' | 'timeZone'> & { price: EventPrice }

/** Until when somebody who leaves gets their money back. */
export function formatRefund({ price, startsAt, timeZone }: Game, now: number, locale?: string): string {
  const { refundHours } = price
  const onlyResold = 'Money back only if somebody buys your seat.'
  if (refundHours === null) return price.refundIfResold ? onlyResold : 'No refunds.'
  const deadline = formatDeadline(startsAt - refundHours * hour, { timeZone, now, locale })
  if (!isRefunded(price, startsAt, now)) return price.refundIfResold ? onlyResold : `No refunds since ${deadline}.`
  return refundHours === 0 ? 'Money back if you leave before it starts.' : `Money back if you leave by ${deadline}.`
}
