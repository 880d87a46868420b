import type { Pricing } from '../../domain/events/pricing-contract.ts'
import { cardPriceOf } from '../../domain/events/seat-price.ts'
import { formatPrice } from '../../domain/format-money.ts'

/** What somebody pays for the seat that a friend holds for them, as everyone sees it: "$15", "from $15 plus booking fee". Null in a free game. */
export const formatHeldPrice = (pricing: Pricing | null, startsAt: number, now: number): string | null =>
  pricing && `${formatPrice(cardPriceOf(pricing, startsAt, now))}${pricing.feeBy === 'player' ? ' plus booking fee' : ''}`
