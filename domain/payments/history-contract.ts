import * as v from 'valibot'
import { MyDuePayment } from '../dues/contract.ts'
import { MyFormPayment } from '../forms/payment-contract.ts'
import { Cursor } from '../ids.ts'
import { currencies } from '../money.ts'
import { MyOrder } from '../orders/contract.ts'
import { Invoice, paymentDisputeStates } from './contract.ts'
import { paymentKinds } from './payment-kinds.ts'

/** What a member has paid for one period of a membership. */
const MyMembershipPayment = v.object({
  /** The number of its receipt. */
  id: v.string(),
  name: v.string(),
  team: v.object({ id: v.string(), name: v.string() }),
  amount: v.number(),
  currency: v.picklist(currencies),
  /** What went back of it. */
  refunded: v.number(),
  dispute: v.nullable(v.picklist(paymentDisputeStates)),
  periodStart: v.number(),
  periodEnd: v.number(),
  paidAt: v.number(),
})
export type MyMembershipPayment = v.InferOutput<typeof MyMembershipPayment>

export const PaymentHistorySearch = v.object({ kind: v.optional(v.picklist(paymentKinds)), cursor: Cursor })

const MyPayment = v.variant('kind', [
  v.object({ kind: v.literal('game'), payment: MyOrder }),
  v.object({ kind: v.literal('dues'), payment: MyDuePayment }),
  v.object({ kind: v.literal('form'), payment: MyFormPayment }),
  v.object({ kind: v.literal('membership'), payment: MyMembershipPayment }),
  v.object({ kind: v.literal('plan'), payment: Invoice }),
])
export type MyPayment = v.InferOutput<typeof MyPayment>

export const PaymentHistory = v.object({ payments: v.array(MyPayment), next: v.nullable(v.string()) })
export type PaymentHistory = v.InferOutput<typeof PaymentHistory>
export const historyPageSize = 20
