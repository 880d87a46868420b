import { describe, expect, it } from 'vitest'
import * as notices from '../../domain/forms/notices.ts'
import { isWaitingTopic } from '../../domain/mail/topics.ts'
import { moneyStuckNotice } from '../../domain/orders/refund-waits.ts'

const about = { formId: 'form', submissionId: 'mine', teamId: 'team', team: 'Club', title: 'League' }
const money = { amount: 6000, currency: 'usd' } as const
const now = Date.UTC(2031, 0, 1)

describe('What senders of a form are told', () => {
  it.each([
    ...(['accepted', 'declined', 'ended', 'payable'] as const).map((news) =>
      notices.submissionDecidedNotice(about, { news, reason: '', at: now }),
    ),
    notices.formFilledNotice(about, true),
    notices.formPartNotice({ ...about, ...money, part: 1, dueOn: '2031-02-01' }, { at: now, now }),
    notices.formReminderNotice({ ...about, ...money, isPlaceHeld: true }, now),
    notices.formMissingNotice(about, now),
    notices.formMessageNotice(about, { text: 'Bring shoes.', at: now }),
    notices.formRefundedNotice({ ...about, ...money, refundId: 'back', reason: 'manager', isByHand: false }),
    moneyStuckNotice('form', { ...money, refundId: 'back', title: 'League', path: '/' }),
  ])('comes at once, also without the emails about connections: $title', ({ topic }) => {
    expect(topic).not.toBe('connections')
    expect(isWaitingTopic(topic)).toBe(false)
  })
})
