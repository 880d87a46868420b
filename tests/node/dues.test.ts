import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { AskForDues } from '../../domain/dues/contract.ts'
import { isDeadline, nextReminder, standingOf } from '../../domain/dues/rules.ts'
import { describeDues } from '../../domain/dues/texts.ts'
import { day, hour } from '../../domain/time/spans.ts'

/** Noon in London, on November 26. */
const now = Date.UTC(2026, 10, 26, 12)

describe('The deadline of dues', () => {
  it('is a day from tomorrow on, at most two years away', () => {
    expect(['2026-11-26', '2026-11-27', '2028-11-25', '2028-11-26'].map((dueOn) => isDeadline(dueOn, now))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('is over once the day is over everywhere', () => {
    const due = { dueOn: '2026-11-26', endedAt: null }
    // In Hawaii and further west it is still November 26.
    expect([now, now + day - hour, now + day].map((at) => standingOf(null, due, at))).toEqual(['owes', 'owes', 'overdue'])
  })

  it('has a reminder three days before and one on the day after, if these are to come', () => {
    const at = (text: string) => Date.parse(`${text}T17:00Z`)
    expect(nextReminder('2026-12-10', now)).toBe(at('2026-12-07'))
    expect(nextReminder('2026-12-10', at('2026-12-07'))).toBe(at('2026-12-11'))
    expect(nextReminder('2026-11-28', now)).toBe(at('2026-11-29'))
    expect(nextReminder('2026-11-20', now)).toBeNull()
  })
})

describe('What a member owes', () => {
  it('is settled by what they have paid, and by nothing once the dues have ended', () => {
    const open = { dueOn: '2026-12-01', endedAt: null }
    const methods = ['card', 'cash', 'waived'] as const
    expect(methods.map((method) => standingOf({ method, isRefunded: false }, open, now))).toEqual(['paid', 'cash', 'waived'])
    expect(standingOf({ method: 'card', isRefunded: true }, open, now)).toBe('refunded')
    expect(standingOf(null, { ...open, endedAt: 1 }, now)).toBe('none')
  })

  it('is said in one line', () => {
    expect(describeDues({ team: 'Sunset Smashers', dueOn: '2026-12-01', amount: 4000, currency: 'usd' }, now)).toBe(
      'Pay $40 to Sunset Smashers by Dec 1',
    )
  })

  it('has a title, and an amount that fits its currency', () => {
    const form = { title: 'Season fee', note: '', amount: 4000, currency: 'usd', dueOn: '2026-12-01' }
    const isValid = (more: object) => v.is(AskForDues, { ...form, ...more })
    expect([{}, { title: 'x'.repeat(60) }, { amount: 50, currency: 'jpy' }].map(isValid)).toEqual([true, true, true])
    const wrong = [
      { title: ' ' },
      { title: 'x'.repeat(61) },
      { amount: 49 },
      { amount: 1.5 },
      { amount: -4000 },
      { currency: 'xyz' },
      { dueOn: '2026-02-30' },
    ]
    expect(wrong.map(isValid)).toEqual(wrong.map(() => false))
  })
})
