import * as v from 'valibot'
import { Id, IdempotencyKey } from '../ids.ts'
import { currencies } from '../money.ts'
import { RefundId, shownRefundStates } from '../orders/contract.ts'
import { Dispute } from '../orders/disputes.ts'
import { claims } from '../payments/claims.ts'
import { LastWords } from './last-words.ts'
import { submissionStates } from './submission-contract.ts'

/**
 * 'open': the person may be paying on the page at Stripe. 'late': the money arrived when there was no place any longer, or the parts were
 * paid already, and goes back. 'ended': nobody paid, or it was undone.
 */
export const formPaymentStates = ['open', 'paid', 'refunded', 'late', 'ended'] as const
export const formPaymentMethods = ['card', 'cash'] as const
/** Why money goes back: an organizer gave it back, or it arrived too late. 'bank': a bank gave it back meanwhile, so nothing more does. */
export const formRefundReasons = ['manager', 'late', 'bank'] as const
export type FormRefundReason = (typeof formRefundReasons)[number]

const SecretKey = v.optional(v.pipe(v.string(), v.maxLength(100)))
const PartNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))
const Parts = v.pipe(v.array(PartNumber), v.minLength(1, 'Choose what you pay.'), v.maxLength(20, 'Choose what you pay.'))

/** `amount` is what the person has seen. If it is no longer the sum of these parts, nothing is paid. */
export const PayForSubmission = v.object({
  parts: Parts,
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  key: SecretKey,
  ...claims,
})
export type PayForSubmission = v.InferOutput<typeof PayForSubmission>

/** Somebody without an account comes back from the page at Stripe. */
export const ReturnToSubmission = v.object({
  sessionId: v.pipe(v.string(), v.regex(/^cs_[\w]{1,200}$/, 'This is not the id of a payment.')),
  key: SecretKey,
  ...claims,
})
export type ReturnToSubmission = v.InferOutput<typeof ReturnToSubmission>

export const NoteFormCash = v.object({ parts: Parts, idempotencyKey: IdempotencyKey })
export type NoteFormCash = v.InferOutput<typeof NoteFormCash>

const PaymentId = v.pipe(v.string(), v.regex(/^[\w:-]{1,64}$/))
export const FormPaymentPath = v.object({ id: Id, submissionId: Id, paymentId: PaymentId })
export const FormRefundPath = v.object({ ...FormPaymentPath.entries, refundId: RefundId })
export type FormRefundPath = v.InferOutput<typeof FormRefundPath>

/**
 * 'due': it should be paid now. 'later': its day has not come, but it can be paid. 'refunded': all of it was given back. 'notOwed': it was not paid,
 * and nobody asks for it, because the submission has no place.
 */
export const partStates = ['paid', 'refunded', 'due', 'later', 'notOwed'] as const
export type PartState = (typeof partStates)[number]

const FormPart = v.object({
  number: v.number(),
  /** The last day on which it is paid in time, as 'YYYY-MM-DD'; null for what is due at once. */
  dueOn: v.nullable(v.string()),
  amount: v.number(),
  state: v.picklist(partStates),
})
export type FormPart = v.InferOutput<typeof FormPart>

const PriceLine = v.object({ label: v.string(), quantity: v.number(), each: v.number(), amount: v.number() })
export type PriceLine = v.InferOutput<typeof PriceLine>

const FormPaymentRow = v.object({
  id: v.string(),
  method: v.picklist(formPaymentMethods),
  amount: v.number(),
  parts: v.array(v.number()),
  state: v.picklist(['paid', 'refunded', 'late']),
  paidAt: v.number(),
  /** What can still be given back; 0 for cash. */
  rest: v.number(),
  refunds: v.array(v.object({ id: v.string(), amount: v.number(), state: v.picklist(shownRefundStates), at: v.number() })),
  /** Only for those who manage the money. */
  dispute: v.nullable(Dispute),
})
export type FormPaymentRow = v.InferOutput<typeof FormPaymentRow>

/** What a submission costs, and what of it is paid. */
export const SubmissionPayment = v.object({
  form: v.object({ id: v.string(), title: v.string(), team: v.object({ id: v.string(), name: v.string() }) }),
  submissionId: v.string(),
  state: v.picklist(submissionStates),
  /** In the state `paying`: until when the places are held. */
  payUntil: v.nullable(v.number()),
  /** The zone in which its days are meant. */
  timeZone: v.string(),
  currency: v.picklist(currencies),
  total: v.number(),
  /** Without what was given back. */
  paid: v.number(),
  parts: v.array(FormPart),
  lines: v.array(PriceLine),
  siblingDiscount: v.number(),
  couponDiscount: v.number(),
  bookingFee: v.number(),
  /** The viewer sent it. */
  isMine: v.boolean(),
  /** The viewer can pay what is left by card now. */
  canPay: v.boolean(),
  /** Null before the place is paid, and for others than the sender. */
  lastWords: v.nullable(LastWords),
  payments: v.array(FormPaymentRow),
  /** The viewer can note cash and give money back. */
  isManager: v.boolean(),
})
export type SubmissionPayment = v.InferOutput<typeof SubmissionPayment>

/** A payment for a form that the viewer has made. */
export const MyFormPayment = v.object({
  ...v.omit(FormPaymentRow, ['parts', 'rest', 'refunds', 'dispute']).entries,
  formId: v.string(),
  submissionId: v.string(),
  title: v.string(),
  team: v.object({ id: v.string(), name: v.string() }),
  currency: v.picklist(currencies),
  refunds: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      reason: v.picklist(formRefundReasons),
      state: v.picklist(shownRefundStates),
      at: v.number(),
    }),
  ),
})
export type MyFormPayment = v.InferOutput<typeof MyFormPayment>
