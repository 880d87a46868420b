import { describe, expect, it } from 'vitest'
import { feeOfParts, judgePaying, listPriceLines, stateOfPart } from '../../domain/forms/payment.ts'
import { submissionStates } from '../../domain/forms/submission-contract.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { hour } from '../../domain/time/spans.ts'

const amounts = (...all: number[]) => ({
  parts: all.map((amount, index) => ({ on: index === 0 ? null : `2027-0${index}-01`, amount })),
  amount: all.reduce((sum, amount) => sum + amount, 0),
})

describe('Our fee', () => {
  it('is the same in all, whichever parts are paid together', () => {
    const price = { ...amounts(3333, 3333, 3334), ourFee: 301 }
    const sum = (...groups: number[][]) => groups.reduce((total, group) => total + feeOfParts(price, group), 0)
    expect([sum([0, 1, 2]), sum([0], [1], [2]), sum([0], [1, 2]), sum([0], [2], [1])]).toEqual([301, 301, 301, 301])
    expect(feeOfParts({ ...amounts(), ourFee: 0 }, [])).toBe(0)
  })
})

describe('A part', () => {
  it('is due from its day on, until it is paid', () => {
    const part = { dueOn: '2027-05-01', isPaid: false, isRefunded: false }
    expect(['2027-04-30', '2027-05-01'].map((today) => stateOfPart(part, 'accepted', today))).toEqual(['later', 'due'])
    expect(stateOfPart({ ...part, dueOn: null }, 'paying', '2027-01-01')).toBe('due')
    expect(stateOfPart({ ...part, isPaid: true }, 'accepted', '2027-01-01')).toBe('paid')
    expect(stateOfPart({ ...part, isPaid: true, isRefunded: true }, 'withdrawn', '2027-01-01')).toBe('refunded')
  })

  it('is owed only with a place', () => {
    const part = { dueOn: null, isPaid: false, isRefunded: false }
    expect(submissionStates.filter((state) => stateOfPart(part, state, '2027-01-01') !== 'notOwed')).toEqual(['paying', 'accepted'])
  })

  it('is paid in time, once, and what gives the place comes first', () => {
    const paying = { state: 'paying' as const, payUntil: hour, unpaid: [0, 1, 2] }
    const codeOf = (more: object) => judgePaying({ ...paying, numbers: [0], ...more }, 1)?.code ?? null
    expect([codeOf({}), codeOf({ numbers: [0, 2] }), codeOf({ numbers: [1] })]).toEqual([null, null, 'FirstPartFirst'])
    expect([codeOf({ payUntil: 1 }), codeOf({ state: 'ended' }), codeOf({ unpaid: [1], numbers: [0] })]).toEqual([
      'SubmissionNotPayable',
      'SubmissionNotPayable',
      'SubmissionPaid',
    ])
    expect(codeOf({ state: 'accepted', payUntil: null, unpaid: [1, 2], numbers: [2] })).toBeNull()
  })
})

describe('The lines of a price', () => {
  it('name the option, and the same for several children is one line', () => {
    const content = fromTemplate('payment')
    const field = content.pages.flatMap(({ fields }) => fields).find(({ kind }) => kind === 'product')
    const option = field && 'options' in field ? field.options[0] : undefined
    const charge = { field: field?.id ?? '', row: 0, option: option?.id ?? '', quantity: 1, each: 2000, amount: 2000 }
    expect(listPriceLines(content, { charges: [charge, { ...charge, row: 1 }] })).toEqual([
      { label: option?.label, quantity: 2, each: 2000, amount: 4000 },
    ])
  })
})
