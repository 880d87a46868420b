/** What a person may have paid for. */
export const paymentKinds = ['game', 'dues', 'form', 'membership', 'plan'] as const
export type PaymentKind = (typeof paymentKinds)[number]
