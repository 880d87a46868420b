import { expect, it } from 'vitest'
import type { FormPaymentRow } from '../../domain/forms/payment-contract.ts'
import { tellMoneyOnWithdrawal } from '../../domain/forms/submission-texts.ts'

const payment = (state: FormPaymentRow['state'], back: FormPaymentRow['refunds'] = []): FormPaymentRow => ({
  ...{ id: 'one', method: 'card', amount: 5000, parts: [0], state, paidAt: 1, rest: 0, refunds: back, dispute: null },
})
const refund = (state: 'due' | 'sent', amount: number) => ({ id: 'back', amount, state, at: 2 })
const tell = (paid: number, payments: FormPaymentRow[], state: 'paying' | 'accepted' = 'accepted') =>
  tellMoneyOnWithdrawal({ state, currency: 'usd', paid, payments })

it('Whoever withdraws is told what happens to their money', () => {
  expect(tell(0, [])).toBe('Nothing was paid.')
  expect(tell(0, [], 'paying')).toMatch(/on its way goes back to you in full/)
  expect(tell(5000, [payment('paid')])).toMatch(/^\$50\.00 that you have paid stays/)
  expect(tell(4000, [payment('paid', [refund('sent', 1000)])])).toMatch(/^\$40\.00 that you have paid stays/)
  for (const back of [payment('paid', [refund('due', 5000)]), payment('late')])
    expect(tell(back.state === 'late' ? 0 : 5000, [back])).toBe('What you have paid goes back to you in full.')
  expect(tell(0, [payment('refunded', [refund('sent', 5000)])])).toBe('What you have paid goes back to you in full.')
})
