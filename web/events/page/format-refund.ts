import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatDeadline } from '../../../domain/events/format.ts'
import type { EventPrice } from '../../../domain/events/pricing-contract.ts'
import { isRefunded } from '../../../domain/events/seat-price.ts'
import { hour } from '../../../domain/time/spans.ts'

type Game = Pick<EventDetail, 'startsAt' | 'timeZone'> & { price: EventPrice }

/** Until when somebody who leaves gets their money back. */
export function formatRefund({ price, startsAt, timeZone }: Game, now: number): string {
  const { refundHours } = price
  const onlyResold = 'Money back only if somebody buys your seat.'
  if (refundHours === null) return price.refundIfResold ? onlyResold : 'No refunds.'
  const deadline = formatDeadline(startsAt - refundHours * hour, { timeZone, now })
  if (!isRefunded(price, startsAt, now)) return price.refundIfResold ? onlyResold : `No refunds since ${deadline}.`
  return refundHours === 0 ? 'Money back if you leave before it starts.' : `Money back if you leave by ${deadline}.`
}
