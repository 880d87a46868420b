import * as v from 'valibot'
import { maxMessageLength } from '../forms/limits.ts'
import { Id } from '../ids.ts'
import { currencies } from '../money.ts'
import { Instant } from '../numbers.ts'
import { line } from './parts.ts'

const FormLink = v.pipe(v.string(), v.maxLength(300), v.regex(/^\/form\/\P{Cc}*$/u))

/** What a member has paid to their community. */
const dueReceipt = v.object({
  name: v.literal('due-receipt'),
  data: v.object({
    username: line(300),
    number: line(64),
    title: line(200),
    team: line(200),
    teamId: Id,
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    currency: v.picklist(currencies),
    paidAt: Instant,
  }),
})

export const formNews = [
  'waiting',
  'asked',
  'accepted',
  'declined',
  'ended',
  'payable',
  'paying',
  'partDue',
  'refunded',
  'refundedByHand',
  'refundStuck',
  'reminder',
  'message',

  'begun',
  'missing',
  'filled',
  'filledPayable',
] as const
export type FormNews = (typeof formNews)[number]

/** What a person has paid for a form. `path` leads to what they sent; emails that were queued before all of them had it have null. */
const formReceipt = v.object({
  name: v.literal('form-receipt'),
  data: v.object({ ...v.omit(dueReceipt.entries.data, ['teamId']).entries, path: v.nullable(FormLink) }),
})

/** What there is to pay, and the last day to pay it in time: 'YYYY-MM-DD', or null if that is now or there are several. */
const FormMailDue = v.object({
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.picklist(currencies),
  on: v.nullable(v.pipe(v.string(), v.maxLength(10), v.isoDate())),
})
export type FormMailDue = v.InferOutput<typeof FormMailDue>

/** What a person has paid for a membership, with each period. */
const membershipReceipt = v.object({ name: v.literal('membership-receipt'), data: v.omit(dueReceipt.entries.data, ['teamId']) })

/** What a person has sent with a form, and what became of it. The link is for those who sent it, with or without an account. */
const formNewsMail = v.object({
  name: v.literal('form-news'),
  data: v.object({
    title: line(200),
    team: line(200),
    news: v.picklist(formNews),
    /** What the organizers wrote: their message, or why they declined it. */
    reason: v.nullable(line(maxMessageLength)),
    path: v.nullable(FormLink),
    due: v.optional(v.nullable(FormMailDue), null),
  }),
})

/** About dues and memberships, and what people send with forms. */
export const formMails = [dueReceipt, formReceipt, membershipReceipt, formNewsMail] as const
