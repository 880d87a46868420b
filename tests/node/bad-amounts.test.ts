import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { AskForDues, ChangeDues, PayDues } from '../../domain/dues/contract.ts'
import { PayForSubmission } from '../../domain/forms/payment-contract.ts'
import { ChangeMembership, JoinMembership, OfferMembership } from '../../domain/memberships/contract.ts'
import { NotePayment, PayForSeat, RefundOrder } from '../../domain/orders/contract.ts'
import { CreateCoupon, CreateGameCoupon } from '../../domain/orders/coupon-contract.ts'

const usd = { amount: 1500, currency: 'usd' }
const dues = { ...usd, title: 'Season fee', dueOn: '2030-01-01' }
const pass = { ...usd, name: 'Pass' }
const coupon = { code: 'SUMMER', percent: null, amountOff: 1500, maxUses: 5, endsAt: null }

/** Each request that names an amount: its schema, one that is right, and the field. */
const requests: [name: string, schema: v.GenericSchema, right: Record<string, unknown>, field: string][] = [
  ['a seat', PayForSeat, usd, 'amount'],
  ['what is paid later for a seat', PayForSeat, { ...usd, balance: 500 }, 'balance'],
  ['credit for a seat', PayForSeat, { ...usd, credit: 500 }, 'credit'],
  ['cash for a seat', NotePayment, { ...usd, method: 'cash' }, 'amount'],
  ['money that goes back', RefundOrder, { amount: 1500, idempotencyKey: 'a-key-of-a-refund' }, 'amount'],
  ['a coupon of a game', CreateGameCoupon, coupon, 'amountOff'],
  ['a coupon of a form', CreateCoupon, coupon, 'amountOff'],
  ['dues that are asked for', AskForDues, dues, 'amount'],
  ['dues that change', ChangeDues, dues, 'amount'],
  ['dues that are paid', PayDues, usd, 'amount'],
  ['a membership on sale', OfferMembership, { ...pass, type: 'DROPIN_PICKUP', every: 'month' }, 'amount'],
  ['a membership that changes', ChangeMembership, pass, 'amount'],
  ['a membership that is bought', JoinMembership, usd, 'amount'],
  ['a form', PayForSubmission, { parts: [0], amount: 1500, key: 'k'.repeat(32) }, 'amount'],
]
const bad: [name: string, amount: unknown][] = [
  ...([
    ['negative', -1500],
    ['a part of a cent', 1500.5],
    ['a text', '1500'],
    ['no number', Number.NaN],
    ['endless', Number.POSITIVE_INFINITY],
    ['too large to be counted', 2 ** 53],
  ] as [string, unknown][]),
]

describe.each(requests)('The amount of %s', (_, schema, right, field) => {
  it('is taken as it is', () => expect(v.safeParse(schema, right).issues).toBeUndefined())
  it.each(bad)('is refused if it is %s', (_name, amount) => expect(v.is(schema, { ...right, [field]: amount })).toBe(false))
})

describe.each(requests.filter(([name]) => /^(dues that (are asked|change)|a membership (on|that changes))/.test(name)))(
  'What a community asks for as %s',
  (_, schema, right) => {
    it.each([0, 1, 49])('is at least what Stripe can charge, and not %i cents', (amount) =>
      expect(v.safeParse(schema, { ...right, amount }).issues?.[0].message).toMatch(/smallest amount is|above zero/),
    )
  },
)
