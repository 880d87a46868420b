import * as v from 'valibot'
import { currencies } from '../money.ts'
import { Instant } from '../numbers.ts'
import { Receipt } from '../orders/receipt.ts'
import { line } from './parts.ts'

/** Whose plan it is: the name of the team, or null for the plan of the person. */
const planNames = { username: line(300), plan: line(100), team: v.nullable(line(200)) }

/** The plan stays until `endsAt`, and is paid if the card is changed before. */
const planPaymentFailed = v.object({
  name: v.literal('plan-payment-failed'),
  data: v.object({ ...planNames, endsAt: Instant, isLast: v.boolean() }),
})

const planEnded = v.object({ name: v.literal('plan-ended'), data: v.object(planNames) })

/** `price` is what the plan costs from then on, such as "$15 a month". */
const planTrialEnds = v.object({ name: v.literal('plan-trial-ends'), data: v.object({ ...planNames, price: line(60), endsAt: Instant }) })

/** Other news about a plan that a person pays for. */
const planNews = v.object({
  name: v.literal('plan-news'),
  data: v.object({ username: line(300), title: line(300), text: line(600) }),
})

/** What a person has paid for a plan. */
const planReceipt = v.object({
  name: v.literal('plan-receipt'),
  data: v.object({
    ...{ username: line(300), number: line(64), title: line(300) },
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    currency: v.picklist(currencies),
    paidAt: Instant,
  }),
})

const receipt = v.object({ name: v.literal('receipt'), data: v.object({ username: line(300), receipt: Receipt }) })

/** News about the account on which a host is paid. */
const payoutAccount = v.object({
  name: v.literal('payout-account'),
  data: v.object({ username: line(300), title: line(200), text: line(600) }),
})

/** News about the money of a game, such as a dispute. */
const moneyNews = v.object({
  name: v.literal('money-news'),
  data: v.object({ username: line(300), title: line(400), text: line(600) }),
})

/** News about a membership that a person has bought from a community. */
const membership = v.object({
  name: v.literal('membership'),
  data: v.object({ username: line(300), title: line(200), text: line(600) }),
})

/** About what a person pays, or is paid. */
export const moneyMails = [
  planPaymentFailed,
  planEnded,
  planTrialEnds,
  planNews,
  planReceipt,
  receipt,
  payoutAccount,
  moneyNews,
  membership,
] as const
