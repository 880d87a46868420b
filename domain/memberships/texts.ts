import { formatMoney } from '../format-money.ts'
import type { Currency } from '../money.ts'
import type { MembershipType, membershipPeriods } from './contract.ts'

/** What a membership gives, and nothing else. */
export const typeTexts: Readonly<Record<MembershipType, { label: string; gives: string }>> = {
  DROPIN_PICKUP: {
    label: 'Drop-in games',
    gives: 'You pay the member price for your own seat in games of this community that belong to no season. That is all it includes.',
  },
  TOURNAMENTS: {
    label: 'Season games',
    gives: 'You pay the member price for your own seat in games of this community that belong to a season. That is all it includes.',
  },
}

/** "$20 a month" */
export const writePrice = ({
  every,
  ...money
}: {
  amount: number
  currency: Currency
  every: (typeof membershipPeriods)[number]
}): string => `${formatMoney(money)} a ${every}`
