import type { LedgerSums } from './contract.ts'

/** Adds the sums of two rows in one currency. */
export const addSums = (one: LedgerSums, other: LedgerSums): LedgerSums => ({
  currency: one.currency,
  gross: one.gross + other.gross,
  payments: one.payments + other.payments,
  stripeFee: one.stripeFee + other.stripeFee,
  ourFee: one.ourFee + other.ourFee,
  refunds: one.refunds + other.refunds,
  disputes: one.disputes + other.disputes,
  other: one.other + other.other,
  net: one.net + other.net,
})
