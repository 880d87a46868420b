import { formatMoney, type Money } from '../../domain/money.ts'

/** "$15", or "Free". */
export const formatPrice = (price: Money | null): string => (price ? formatMoney(price) : 'Free')
