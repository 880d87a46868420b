import { formatMoney } from '../../domain/format-money.ts'
import type { Currency } from '../../domain/money.ts'
import type { Discount } from '../../domain/orders/coupon-contract.ts'

/** What a coupon takes off: "20% off". */
export const formatDiscount = ({ percent, amountOff, currency }: Discount & { currency: Currency }): string =>
  percent === null ? `${formatMoney({ amount: amountOff ?? 0, currency })} off` : `${percent}% off`
