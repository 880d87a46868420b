import * as v from 'valibot'
import { Amount, withAmount } from '../amounts.ts'
import { PlainDate } from '../availability/contract.ts'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { currencies } from '../money.ts'
import { RefundId, shownRefundStates } from '../orders/contract.ts'
import { Dispute } from '../orders/disputes.ts'
import { claims } from '../payments/claims.ts'
import { Face } from '../profiles/contract.ts'
import { plainText, properName } from '../texts.ts'

/**
 * 'open': the member may be paying on the page at Stripe. 'paid': this settles what they owe. 'refunded': all of it was given back. 'late':
 * the money arrived when it was settled by other means, and goes back. 'ended': nobody paid, or it was undone.
 */
export const duePaymentStates = ['open', 'paid', 'refunded', 'late', 'ended'] as const

/** How somebody has paid. 'waived': they do not have to. */
export const dueMethods = ['card', 'cash', 'waived'] as const
export type DueMethod = (typeof dueMethods)[number]
/** What those who manage the money note by hand. */
export const notedMethods = ['cash', 'waived'] as const satisfies readonly DueMethod[]

/** Why money goes back: somebody gave it back, or it was paid twice. 'bank': a bank gave it back meanwhile, so nothing more does. */
export const dueRefundReasons = ['manager', 'twice', 'bank'] as const
export type DueRefundReason = (typeof dueRefundReasons)[number]

/** How it stands with one person. 'none': the dues have ended, or the person has left, and nothing settles them. */
export const dueStandings = ['owes', 'overdue', 'paid', 'cash', 'waived', 'refunded', 'none'] as const
export type DueStanding = (typeof dueStandings)[number]

/** How many dues of a community can be open at a time. */
export const maxOpenDues = 20
/** How many of those that have ended are shown. */
export const maxEndedDues = 50
export const duePageSize = 30

export const dueTexts = {
  title: properName('A title', 1, 60),
  note: v.optional(plainText('A note', 300), ''),
}
const Currency = v.picklist(currencies, 'Choose a currency.')
const fields = { ...dueTexts, amount: Amount, currency: Currency, dueOn: PlainDate }

/** What members are asked to pay. The currency must be that of the account on which the owner is paid. */
export const AskForDues = withAmount(v.object({ ...fields, idempotencyKey: v.optional(IdempotencyKey) }))
export type AskForDues = v.InferOutput<typeof AskForDues>

/** The amount stays as it is once somebody has paid. The currency always does. */
export const ChangeDues = withAmount(v.object(fields))
export type ChangeDues = v.InferOutput<typeof ChangeDues>

export const DuePath = v.object({ id: Id, dueId: Id })
export type DuePath = v.InferOutput<typeof DuePath>
export const DueMemberPath = v.object({ ...DuePath.entries, userId: Id })
export type DueMemberPath = v.InferOutput<typeof DueMemberPath>
export const DuePaymentPath = v.object({ ...DuePath.entries, paymentId: v.pipe(v.string(), v.regex(/^[\w:-]{1,64}$/)) })
export const DueReceiptPath = v.object({ id: DuePaymentPath.entries.paymentId })
export type DuePaymentPath = v.InferOutput<typeof DuePaymentPath>
export const DueRefundPath = v.object({ ...DuePaymentPath.entries, refundId: RefundId })
export type DueRefundPath = v.InferOutput<typeof DueRefundPath>

/** What the member has seen. If it is no longer the amount, nothing is paid. */
export const PayDues = v.object({ amount: Amount, currency: Currency, ...claims })
export type PayDues = v.InferOutput<typeof PayDues>

export const NoteDues = v.object({ method: v.picklist(notedMethods) })
export type NoteDues = v.InferOutput<typeof NoteDues>

/** Sums of everybody. Only those who manage the money see them. */
const DueSums = v.object({
  /** How many have paid, by card or in cash. */
  paid: v.number(),
  owing: v.number(),
  waived: v.number(),
  /** What was paid, without what went back. */
  collected: v.number(),
})
export type DueSums = v.InferOutput<typeof DueSums>

const Due = v.object({
  id: v.string(),
  title: v.string(),
  note: v.string(),
  amount: v.number(),
  currency: Currency,
  /** The last day on which it can be paid in time, as 'YYYY-MM-DD'. */
  dueOn: v.string(),
  createdAt: v.number(),
  /** Since when nobody is asked any longer; null while members owe it. */
  endedAt: v.nullable(v.number()),
  /** How it stands with the viewer. */
  standing: v.picklist(dueStandings),
  sums: v.nullable(DueSums),
})
export type Due = v.InferOutput<typeof Due>

/** `isPayable`: members can pay by card, which needs a payout account in this currency. */
const ListedDue = v.object({ ...Due.entries, isPayable: v.boolean() })
export type ListedDue = v.InferOutput<typeof ListedDue>

/** Why a community cannot collect dues now. */
const dueObstacles = ['plan', 'account'] as const

export const TeamDues = v.object({
  team: v.object({ id: v.string(), name: v.string() }),
  dues: v.array(ListedDue),
  /** Null for members who do not manage the money. */
  manage: v.nullable(
    v.object({
      obstacle: v.nullable(v.picklist(dueObstacles)),
      /** The currency of the account on which the owner is paid; null without one. */
      currency: v.nullable(Currency),
      /** What we keep of each payment by card. */
      feeBasisPoints: v.number(),
    }),
  ),
})
export type TeamDues = v.InferOutput<typeof TeamDues>

export const dueFilters = ['owing', 'paid'] as const
export type DueFilter = (typeof dueFilters)[number]
export const DuePaymentSearch = v.object({ cursor: Cursor, show: v.optional(v.picklist(dueFilters)) })
export type DuePaymentSearch = v.InferOutput<typeof DuePaymentSearch>

const ShownPayment = v.object({
  id: v.string(),
  method: v.picklist(dueMethods),
  amount: v.number(),
  paidAt: v.number(),
  /** What can still be given back; 0 for what was not paid by card. */
  rest: v.number(),
  refunds: v.array(v.object({ id: v.string(), amount: v.number(), state: v.picklist(shownRefundStates), at: v.number() })),
  dispute: v.nullable(Dispute),
})
export type ShownDuePayment = v.InferOutput<typeof ShownPayment>

/** One person, as those see them who manage the money. */
const DuePerson = v.object({
  /** Null for people with a block between them and the viewer. */
  person: v.nullable(Face),
  /** False for people who have paid and left. */
  isMember: v.boolean(),
  standing: v.picklist(dueStandings),
  /** What settles it. */
  payment: v.nullable(ShownPayment),
  /** What was paid by card besides, and goes back: twice, or before it was given back. */
  others: v.array(ShownPayment),
})
export type DuePerson = v.InferOutput<typeof DuePerson>

/** Dues that the viewer has paid. */
export const MyDuePayment = v.object({
  id: v.string(),
  title: v.string(),
  team: v.object({ id: v.string(), name: v.string() }),
  /** False if they have left, or the community is gone. */
  isMember: v.boolean(),
  amount: v.number(),
  currency: Currency,
  method: v.picklist(['card', 'cash']),
  state: v.picklist(['paid', 'refunded', 'late']),
  paidAt: v.number(),
  refunds: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      reason: v.picklist(dueRefundReasons),
      state: v.picklist(shownRefundStates),
      at: v.number(),
    }),
  ),
})
export type MyDuePayment = v.InferOutput<typeof MyDuePayment>

export const DuePaymentPage = v.object({
  team: v.object({ id: v.string(), name: v.string() }),
  due: v.object({ ...Due.entries, sums: DueSums, /** When members were reminded last. */ remindedAt: v.nullable(v.number()) }),
  people: v.array(DuePerson),
  next: v.nullable(v.string()),
})
export type DuePaymentPage = v.InferOutput<typeof DuePaymentPage>
