import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type AnswerFault, judgeAnswer } from '../../domain/forms/answers.ts'
import { type ContentFault, checkContent } from '../../domain/forms/check-content.ts'
import { FormContent, type Rule } from '../../domain/forms/content.ts'
import { decide, keepAsked } from '../../domain/forms/decide.ts'
import { type Field, Field as FieldSchema, type InnerField } from '../../domain/forms/fields.ts'
import { computeFormula, parseFormula } from '../../domain/forms/formulas.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { keepTotal, prepareSubmission } from '../../domain/forms/prepare-submission.ts'
import { priceAnswers } from '../../domain/forms/price-answers.ts'
import { mapFields, writeRule } from '../../web/forms/write-condition.ts'

type FieldInput = Partial<Record<string, unknown>> & { id: string; kind: Field['kind'] }

const today = '2026-11-26'
const field = (input: FieldInput): Field => v.parse(FieldSchema, { label: `Question ${input.id}`, ...input })
const option = (id: string, more = {}) => ({ id, label: `Choice ${id}`, ...more })

type FormInput = { pages: FieldInput[][]; rules?: unknown[]; endings?: unknown[]; payment?: unknown }
function form({ pages, rules = [], endings, payment = null }: FormInput): FormContent {
  return v.parse(FormContent, {
    title: 'Spring league',
    pages: pages.map((fields, number) => ({ id: `p${number}`, fields: fields.map(field) })),
    rules,
    endings: endings ?? [{ id: 'e1', title: 'Thank you' }],
    payment,
  })
}
const when = (id: string, compare: string, value?: unknown) => ({ all: [{ field: id, compare, ...(value !== undefined && { value }) }] })
const rule = (id: string, condition: unknown, ...actions: unknown[]) => ({ id, when: condition, actions })
const show = (id: string) => ({ do: 'show', field: id })

const decideOn = (content: FormContent, answers: Record<string, unknown>) => decide(indexContent(content), answers, today)
const judge = (input: Omit<FieldInput, 'id'>, raw: unknown) =>
  judgeAnswer(field({ ...input, id: 'f1' } as FieldInput) as InnerField, raw, { today })

describe('A form with rules', () => {
  const content = form({
    pages: [
      [
        { id: 'fplays', kind: 'yesNo', isRequired: true },
        { id: 'fteam', kind: 'shortText', isRequired: true },
      ],
      [{ id: 'fwhy', kind: 'longText' }],
      [{ id: 'fend', kind: 'consent', isRequired: true }],
    ],
    rules: [
      rule('r1', when('fplays', 'is', true), show('fteam')),
      rule('r2', when('fplays', 'is', true), { do: 'goTo', from: 'p0', to: 'p2' }),
      rule('r3', when('fplays', 'isEmpty'), { do: 'require', field: 'fwhy' }),
    ],
  })

  it('asks a required field that a rule shows, and does not ask for one that it hides', () => {
    const shown = decideOn(content, { fplays: true, fend: true })
    expect(shown.faults).toEqual([{ code: 'required', field: 'fteam', row: null }])
    expect(shown.pages).toEqual(['p0', 'p2'])
    const hidden = decideOn(content, { fplays: false, fteam: 'Aces', fend: true })
    expect(hidden.faults).toEqual([])
    expect(keepAsked(hidden)).toEqual({ fplays: false, fend: true })
  })

  it('requires a field only while its rule holds', () => {
    expect(decideOn(content, { fend: true }).faults.map(({ field: id }) => id)).toEqual(['fplays', 'fwhy'])
    expect(decideOn(content, { fplays: false, fend: true }).faults).toEqual([])
  })

  it('does not take an answer that is not valid for a yes', () => {
    const { fields, faults } = decideOn(content, { fplays: 'true', fteam: 'Aces', fend: true })
    expect(fields.get('fteam')?.isAsked).toBe(false)
    expect(faults).toContainEqual({ code: 'notThis', field: 'fplays', row: null })
  })

  it('ends with the words that a rule chose', () => {
    const ends = form({
      pages: [[{ id: 'fage', kind: 'number' }], [{ id: 'frest', kind: 'shortText', isRequired: true }]],
      endings: [
        { id: 'e1', title: 'Thank you' },
        { id: 'e2', title: 'This league is for adults', isRefusal: true },
      ],
      rules: [rule('r1', when('fage', 'below', 18), { do: 'end', from: 'p0', ending: 'e2' })],
    })
    expect(decideOn(ends, { fage: 17 })).toMatchObject({ pages: ['p0'], ending: { id: 'e2', isRefusal: true }, faults: [] })
    expect(decideOn(ends, { fage: 18 })).toMatchObject({ pages: ['p0', 'p1'], ending: { id: 'e1' } })
  })

  it('names answers to fields that it does not have', () => {
    expect(decideOn(content, { fplays: false, fend: true, fnope: 1, constructor: 'x' }).faults).toEqual([
      { code: 'unknownField', field: 'fnope', row: null },
      { code: 'unknownField', field: 'constructor', row: null },
    ])
  })
})

describe('A group of children', () => {
  const content = form({
    payment: { currency: 'usd', siblingPercent: 50, earlyUntil: '2026-11-26' },
    pages: [
      [
        {
          ...{ id: 'fkids', kind: 'group', rowLabel: 'Child', minRows: 1, maxRows: 3 },
          fields: [
            { id: 'fname', kind: 'shortText', label: 'Name', isRequired: true },
            { id: 'fborn', kind: 'birthDate', label: 'Birth date', minAge: 8, maxAge: 14, ageOn: '2027-03-01' },
            { id: 'fallergies', kind: 'yesNo', label: 'Allergies' },
            { id: 'fwhich', kind: 'shortText', label: 'Which', isRequired: true },
            {
              ...{ id: 'fshirt', kind: 'product', label: 'Shirt' },
              options: [option('oys', { amount: 3000, earlyAmount: 2000, memberAmount: 2500 }), option('oym', { amount: 1001 })],
            },
          ],
        },
        { id: 'fages', kind: 'computed', formula: 'sum(fborn)' },
        { id: 'fcount', kind: 'computed', formula: 'count(fname)' },
      ],
    ],
    rules: [rule('r1', when('fallergies', 'is', true), show('fwhich')), rule('r2', when('fkids', 'atLeast', 2), show('fcount'))],
  })

  it('decides each row by itself', () => {
    const { faults, fields } = decideOn(content, {
      fkids: [
        { fname: 'Ava', fborn: '2019-03-01', fallergies: true },
        { fname: '', fborn: '2019-03-02', fwhich: 'not asked' },
      ],
    })
    expect(faults).toEqual([
      { code: 'required', field: 'fwhich', row: 0 },
      { code: 'required', field: 'fname', row: 1 },
      { code: 'tooYoung', limit: 8, field: 'fborn', row: 1 },
    ])
    expect(keepAsked({ fields })).toMatchObject({
      fkids: [{ fname: 'Ava', fborn: '2019-03-01', fallergies: true }, {}],
      fages: 8,
      fcount: 1,
    })
  })

  it('says when it has too few or too many rows, or rows that are none', () => {
    const faultsOf = (fkids: unknown) => decideOn(content, { fkids }).faults.filter(({ field: id }) => id === 'fkids')
    expect(faultsOf([])).toEqual([{ code: 'tooFew', limit: 1, field: 'fkids', row: null }])
    expect(faultsOf([{}, {}, {}, {}])).toEqual([{ code: 'tooMany', limit: 3, field: 'fkids', row: null }])
    for (const wrong of ['a', { 0: {} }, [null], [[]]]) expect(faultsOf(wrong)).toEqual([{ code: 'notThis', field: 'fkids', row: null }])
  })

  it('costs less for each further child, whichever comes first', () => {
    const kid = (shirt: string) => ({ fname: 'Ava', fshirt: [{ option: shirt, quantity: 1 }] })
    const priceOf = (rows: unknown[], isMember = false, day = today) =>
      priceAnswers(indexContent(content), decideOn(content, { fkids: rows }), { today: day, isMember, coupon: null, feeBasisPoints: 0 })
    expect(priceOf([kid('oys'), kid('oym')])).toMatchObject({
      amount: 2000 + 501,
      siblingDiscount: 500,
      parts: [{ on: null, amount: 2501 }],
    })
    expect(priceOf([kid('oym'), kid('oys')])?.amount).toBe(2501)
    expect(priceOf([kid('oys')], true)?.amount).toBe(2000)
    expect(priceOf([kid('oys')], true, '2026-11-27')?.amount).toBe(2500)
    expect(priceOf([kid('oys')], false, '2026-11-27')?.amount).toBe(3000)
  })

  it('counts the first rows of two groups as two people', () => {
    const group = (id: string, shirt: string, amount: number) => ({
      ...{ id, kind: 'group' as const, rowLabel: 'Person', minRows: 0, maxRows: 3 },
      fields: [{ id: shirt, kind: 'product', label: 'Shirt', options: [option('oshirt', { amount })] }],
    })
    const two = form({
      payment: { currency: 'usd', siblingPercent: 50 },
      pages: [[group('fkids', 'fsmall', 1000), group('fguests', 'flarge', 3000)]],
    })
    const wears = (shirt: string) => [{ [shirt]: [{ option: 'oshirt', quantity: 1 }] }]
    const decision = decideOn(two, { fkids: wears('fsmall'), fguests: wears('flarge') })
    const facts = { today, isMember: false, coupon: null, feeBasisPoints: 0 }
    expect(priceAnswers(indexContent(two), decision, facts)).toMatchObject({ siblingDiscount: 500, amount: 3500 })
  })
})

describe('The price of a form', () => {
  const priced = (payment: Record<string, unknown>, more: { rules?: unknown[] } = {}) =>
    form({
      payment: { currency: 'usd', ...payment },
      pages: [
        [
          {
            id: 'fseat',
            kind: 'product',
            maxQuantity: 3,
            isMany: true,
            options: [option('oa', { amount: 10_000 }), option('ob', { amount: 0 })],
          },
          { id: 'fgift', kind: 'ownAmount', max: 50_000 },
          { id: 'fcode', kind: 'coupon' },
        ],
      ],
      ...more,
    })
  const priceOf = (content: FormContent, answers: Record<string, unknown>, facts = {}) =>
    priceAnswers(indexContent(content), decideOn(content, answers), { today, isMember: false, coupon: null, feeBasisPoints: 300, ...facts })
  const seat = (quantity: number) => ({ fseat: [{ option: 'oa', quantity }] })

  it('is what was chosen, with the fee for whoever bears it', () => {
    expect(priceOf(priced({}), { ...seat(2), fgift: 501 })).toMatchObject({ amount: 20_501, bookingFee: 0, ourFee: 615 })
    expect(priceOf(priced({ feeBy: 'player' }), seat(1))).toMatchObject({ amount: 10_300, bookingFee: 300, ourFee: 300 })
    expect(priceOf(form({ pages: [[]] }), {})).toBeNull()
    expect(priceOf(priced({}), {})).toMatchObject({ amount: 0, parts: [], fault: null })
  })

  it('is paid now and on the dates that are still ahead', () => {
    const later = [
      { on: '2026-12-01', percent: 25 },
      { on: '2027-03-01', percent: 25 },
    ]
    const content = priced({ later })
    expect(priceOf(content, seat(1))?.parts).toEqual([
      { on: null, amount: 5000 },
      { on: '2026-12-01', amount: 2500 },
      { on: '2027-03-01', amount: 2500 },
    ])
    expect(priceOf(content, seat(1), { today: '2026-12-01' })?.parts).toEqual([
      { on: null, amount: 7500 },
      { on: '2027-03-01', amount: 2500 },
    ])
    // A quarter of this is less than Stripe takes.
    expect(priceOf(content, { fgift: 150 })?.parts).toEqual([{ on: null, amount: 150 }])
  })

  it('is changed by rules, the last of which counts, and by a coupon', () => {
    const content = priced(
      {},
      {
        rules: [100, 200].map((amount, at) => rule(`r${at}`, when('fseat', 'includes', 'oa'), { do: 'setPrice', field: 'fseat', amount })),
      },
    )
    expect(priceOf(content, seat(3))?.amount).toBe(600)
    expect(priceOf(content, seat(3), { coupon: { percent: 50, amountOff: null } })).toMatchObject({ amount: 300, couponDiscount: 300 })
    expect(priceOf(content, seat(3), { coupon: { percent: null, amountOff: 590 } })?.amount).toBe(0)
  })

  it('is not taken with a code that nobody has made', () => {
    const facts = { today, isMember: false, coupon: null, feeBasisPoints: 300 }
    const prepare = (answers: Record<string, unknown>) => prepareSubmission(priced({}), answers, facts)
    expect(prepare({ ...seat(1), fcode: ' ' }).price?.amount).toBe(10_000)
    expect(() => prepare({ ...seat(1), fcode: 'SPRING' })).toThrowError(
      expect.objectContaining({ code: 'CouponNotValid', issues: [expect.objectContaining({ path: 'answers.fcode' })] }),
    )
  })

  it('is less by a coupon whose code was entered, and by no other', () => {
    const coupon = { code: 'SPRING', percent: 50, amountOff: null }
    const prepare = (answers: Record<string, unknown>) =>
      prepareSubmission(priced({}), answers, { today, isMember: false, coupon, feeBasisPoints: 0 })
    expect(prepare({ ...seat(1), fcode: ' spring ' })).toMatchObject({ code: 'SPRING', price: { amount: 5000, couponDiscount: 5000 } })
    expect(prepare(seat(1))).toMatchObject({ code: null, price: { amount: 10_000, couponDiscount: 0 } })
    expect(() => prepare({ ...seat(1), fcode: 'SUMMER' })).toThrowError(expect.objectContaining({ code: 'CouponNotValid' }))
  })

  it('stays the same when answers are changed, also if our fee would be another one today', () => {
    const content = priced({ feeBy: 'player' })
    const price = (answers: Record<string, unknown>, feeBasisPoints: number) =>
      prepareSubmission(content, answers, { today, isMember: false, coupon: null, feeBasisPoints }).price
    const stored = price(seat(2), 300)
    expect(stored?.bookingFee).toBe(600)
    expect(keepTotal(stored, price(seat(2), 0))).toEqual(stored)
    expect(() => keepTotal(stored, price(seat(3), 0))).toThrowError(expect.objectContaining({ code: 'SubmissionPriceFixed' }))
    expect(() => keepTotal(null, price(seat(1), 0))).toThrowError(expect.objectContaining({ code: 'SubmissionPriceFixed' }))
    expect(keepTotal(null, null)).toBeNull()
  })

  it('says when Stripe takes no such amount', () => {
    expect(priceOf(priced({}), { fgift: 49 })?.fault).toBe('tooSmall')
    const dear = form({
      payment: { currency: 'usd' },
      pages: [[{ id: 'fseat', kind: 'product', maxQuantity: 100, options: [option('oa', { amount: 99_999_999 })] }]],
    })
    expect(priceOf(dear, seat(2))?.fault).toBe('tooLarge')
  })
})

describe('An answer', () => {
  const options = [option('oa'), option('ob'), option('oc')]
  const sizes = [option('oa', { amount: 1 }), option('ob', { amount: 1 })]
  const line = [0, 0, 300, 10, 600, 40]
  const faults: [what: string, input: Omit<FieldInput, 'id'>, raw: unknown, fault: AnswerFault][] = [
    ['a text of another kind', { kind: 'shortText' }, 5, { code: 'notThis' }],
    ['a text that is too long', { kind: 'shortText', maxLength: 3 }, 'abcd', { code: 'tooLong', limit: 3 }],
    ['a text of a megabyte', { kind: 'longText' }, 'x'.repeat(2 ** 20), { code: 'tooLong', limit: 10_000 }],
    ['a text that is too short', { kind: 'longText', minLength: 3 }, ' ab ', { code: 'tooShort', limit: 3 }],
    ['a part of a whole number', { kind: 'number', isWhole: true }, 1.5, { code: 'notWhole' }],
    ['a text for a whole number', { kind: 'number', isWhole: true }, 'abc', { code: 'notWhole' }],
    ['a text for an amount', { kind: 'ownAmount' }, '9.', { code: 'notANumber' }],
    ['a number as text', { kind: 'number' }, '5', { code: 'notANumber' }],
    ['no number', { kind: 'number' }, Number.NaN, { code: 'notANumber' }],
    ['a number that is too large', { kind: 'number', max: 5 }, 6, { code: 'tooLarge', limit: 5 }],
    ['no email', { kind: 'email' }, 'maya@', { code: 'notAnEmail' }],
    ['a phone number without its country', { kind: 'phone' }, '512 555 0100', { code: 'notAPhone' }],
    ['a day that does not exist', { kind: 'date' }, '2027-02-29', { code: 'notADate' }],
    ['a day that is too early', { kind: 'date', from: '2027-01-02' }, '2027-01-01', { code: 'tooEarly', date: '2027-01-02' }],
    ['a birth date in the future', { kind: 'birthDate' }, '2026-11-27', { code: 'tooLate', date: today }],
    ['somebody a day too young', { kind: 'birthDate', minAge: 18 }, '2008-11-27', { code: 'tooYoung', limit: 18 }],
    ['somebody too old', { kind: 'birthDate', maxAge: 17 }, '2008-11-26', { code: 'tooOld', limit: 17 }],
    ['a time that does not exist', { kind: 'time' }, '24:00', { code: 'notATime' }],
    ['an option of another form', { kind: 'choice', options }, 'oz', { code: 'notAnOption' }],
    ['an option twice', { kind: 'choices', options }, ['oa', 'oa'], { code: 'notThis' }],
    ['too few options', { kind: 'choices', options, min: 2 }, ['oa'], { code: 'tooFew', limit: 2 }],
    ['a ranking with a gap', { kind: 'ranking', options }, ['oc', 'oa'], { code: 'tooFew', limit: 3 }],
    ['a sixth star', { kind: 'rating' }, 6, { code: 'tooLarge', limit: 5 }],
    ['too many of a product', { kind: 'product', options: sizes }, [{ option: 'oa', quantity: 2 }], { code: 'tooLarge', limit: 1 }],
    ['a part of a product', { kind: 'product', options: sizes }, [{ option: 'oa', quantity: 0.5 }], { code: 'notThis' }],
    ['less than none', { kind: 'product', options: sizes }, [{ option: 'oa', quantity: -1 }], { code: 'notThis' }],
    ['a price with a product', { kind: 'product', options: sizes }, [{ option: 'oa', quantity: 1, amount: 0 }], { code: 'notThis' }],
    [
      'two of one product',
      { kind: 'product', options: sizes },
      sizes.map(({ id }) => ({ option: id, quantity: 1 })),
      { code: 'tooMany', limit: 1 },
    ],
    ['less than nothing', { kind: 'ownAmount' }, -100, { code: 'tooSmall', limit: 0 }],
    ['300 files', { kind: 'file', maxFiles: 5 }, Array.from({ length: 300 }, (_, at) => `file-${at}`), { code: 'tooMany', limit: 5 }],
    ['a signature of one dot', { kind: 'signature' }, { strokes: [[5, 5]] }, { code: 'notSigned' }],
    ['a signature with half a point', { kind: 'signature' }, { strokes: [[5, 5, 6]] }, { code: 'notThis' }],
  ]
  it('that is a typed name counts where others draw, because not everyone can draw', () => {
    const name = { name: 'Jo Park' }
    expect(judge({ kind: 'waiver', text: 'Play fair.', way: 'drawn' }, name)).toEqual({ answer: name, fault: null })
  })

  it.each(faults)('that is %s is refused', (_, input, raw, fault) => {
    expect(judge(input, raw)).toEqual({ answer: null, fault })
  })

  it('is cleaned and put in order', () => {
    expect(judge({ kind: 'shortText' }, '  =cmd()\u202e  x ').answer).toBe('=cmd() x')
    expect(judge({ kind: 'choices', options }, ['oc', 'oa']).answer).toEqual(['oa', 'oc'])
    expect(judge({ kind: 'ranking', options }, ['oc', 'oa', 'ob']).answer).toEqual(['oc', 'oa', 'ob'])
    expect(judge({ kind: 'number' }, -0).answer).toBe(0)
    expect(judge({ kind: 'signature' }, { strokes: [line] }).answer).toEqual({ strokes: [line] })
    expect(judge({ kind: 'birthDate', minAge: 18 }, '2008-11-26').answer).toBe('2008-11-26')
    for (const [kind, empty] of [
      ['choices', []],
      ['consent', false],
      ['shortText', ' '],
      ['number', null],
    ] as const)
      expect(judge({ kind, options }, empty)).toEqual({ answer: null, fault: null })
  })
})

describe('An amount of 50 dollars', () => {
  const content = (currency: string) =>
    form({
      payment: { currency },
      pages: [
        [
          { id: 'fgift', kind: 'ownAmount', label: 'Gift' },
          { id: 'fdouble', kind: 'computed', formula: 'fgift * 2' },
          {
            ...{ id: 'fkids', kind: 'group', rowLabel: 'Child', minRows: 0, maxRows: 3 },
            fields: [{ id: 'feach', kind: 'ownAmount', label: 'For them' }],
          },
          { id: 'fsum', kind: 'computed', formula: 'sum(feach)' },
          { id: 'fthanks', kind: 'heading' },
          { id: 'fbig', kind: 'heading' },
          { id: 'fexact', kind: 'heading' },
        ],
      ],
      rules: [
        rule('r1', when('fgift', 'atLeast', 5_000), show('fthanks')),
        rule('r2', when('fdouble', 'atLeast', 100), show('fbig')),
        rule('r3', when('fsum', 'is', 0.3), show('fexact')),
      ],
    })
  const shownFor = (answers: Record<string, unknown>) => {
    const { fields } = decideOn(content('usd'), answers)
    return ['fthanks', 'fbig', 'fexact'].filter((id) => fields.get(id)?.isAsked)
  }

  it('is 5,000 cents in a rule about it, and 50 in a formula', () => {
    expect(keepAsked(decideOn(content('usd'), { fgift: 5_000 }))).toMatchObject({ fgift: 5_000, fdouble: 100 })
    expect(shownFor({ fgift: 5_000 })).toEqual(['fthanks', 'fbig'])
    expect(shownFor({ fgift: 4_999 })).toEqual([])
    // Yen have no smaller unit.
    expect(keepAsked(decideOn(content('jpy'), { fgift: 50 }))).toMatchObject({ fgift: 50, fdouble: 100 })
  })

  it('is added up to exactly what people see', () => {
    const answers = { fkids: [{ feach: 10 }, { feach: 20 }] }
    expect(keepAsked(decideOn(content('usd'), answers))).toMatchObject({ fsum: 0.3 })
    expect(shownFor(answers)).toEqual(['fexact'])
  })

  it('is written as money in the words of a rule', () => {
    const words = (currency: string) => {
      const written = content(currency)
      return writeRule(written.rules[0] as Rule, written, mapFields(written))
    }
    expect(words('usd')).toBe('If Gift is at least $50, show Question fthanks.')
    expect(words('jpy')).toBe('If Gift is at least ¥5,000, show Question fthanks.')
  })
})

describe('A formula', () => {
  const compute = (text: string, values: Record<string, number | string | null> = {}) => {
    const { formula } = parseFormula(text)
    return formula && computeFormula(formula, (id) => values[id] ?? null)
  }

  it.each([
    ['fa + fb * 2', 8],
    ['(fa + fb) / 2', 2.5],
    ['fa / 0', null],
    ['fa % 0', null],
    ['fa + fnone', null],
    ['sum(fa, fb, fnone)', 5],
    ['count(fa, fnone)', 1],
    ['fa > fb ? "more" : "less"', 'less'],
    ['if(fname == "Ava", 1, 2)', 1],
    ['round(10 / 3, 2)', 3.33],
    ['-max(fa, fb)', -3],
    ['min()', null],
    ['fa == 2 && !(fb == 2)', 1],
    ['join(fname, "Park")', 'Ava Park'],
  ])('%s is %s', (text, result) => {
    expect(compute(text, { fa: 2, fb: 3, fname: 'Ava' })).toBe(result)
  })

  it.each([
    ['(((((((((((((((((((((1)))))))))))))))))))))', 'tooDeep'],
    ['('.repeat(10_000), 'tooLong'],
    ['-'.repeat(400) + 1, 'tooDeep'],
    ['!'.repeat(30) + 1, 'tooDeep'],
    ['1 ?'.repeat(30), 'tooDeep'],
    ['fa.constructor', 'notReadable'],
    ['fa["x"]', 'notReadable'],
    ['this', 'notReadable'],
    ['alert(1)', 'unknownName'],
    ['toString', 'unknownName'],
    ['constructor(1)', 'unknownName'],
    ['[1, 2]', 'notReadable'],
    ['1; 2', 'notReadable'],
    ['fa +', 'notReadable'],
    ['', 'notReadable'],
    ['fa = 3', 'notReadable'],
    ['if(1, 2)', 'wrongInputs'],
    ['fa ?? 1', 'notReadable'],
    ['`x`', 'notReadable'],
  ])('%s is refused: %s', (text, fault) => {
    expect(parseFormula(text)).toEqual({ formula: null, fault })
  })
})

describe('A form that cannot work', () => {
  const text = (id: string): FieldInput => ({ id, kind: 'shortText' })
  const end = { do: 'end', from: 'p0', ending: 'e1' }
  const codesOf = (content: FormContent): ContentFault['code'][] => checkContent(content).map(({ code }) => code)
  const two = (rules: unknown[], pages: FieldInput[][] = [[text('fa'), text('fb')], [text('fc')]]) => form({ pages, rules })
  const group = (id: string, inner: FieldInput): FieldInput => ({ id, kind: 'group', rowLabel: 'Child', fields: [field(inner)] })
  const product: FieldInput = { id: 'fp', kind: 'product', options: [option('oa', { amount: 5 })] }

  it.each<[what: string, content: FormContent, code: ContentFault['code']]>([
    ['a rule about its own field', two([rule('r1', when('fa', 'isFilled'), show('fa'))]), 'circle'],
    [
      'two rules in a circle',
      two([rule('r1', when('fa', 'isFilled'), show('fb')), rule('r2', when('fb', 'isFilled'), show('fa'))]),
      'circle',
    ],
    ['a formula that reads itself', form({ pages: [[{ id: 'fa', kind: 'computed', formula: 'fa + 1' }]] }), 'circle'],
    [
      'a group that depends on its rows',
      two([rule('r1', when('fkid', 'isFilled'), show('fg'))], [[group('fg', text('fkid'))]]),
      'otherGroup',
    ],
    ['a rule about a later page', two([rule('r1', when('fc', 'isFilled'), show('fa'))]), 'notYetAnswered'],
    ['a jump after a later answer', two([rule('r1', when('fc', 'isFilled'), end)]), 'notYetAnswered'],
    ['a jump back', two([rule('r1', when('fa', 'isFilled'), { do: 'goTo', from: 'p1', to: 'p0' })]), 'goesBack'],
    ['a jump to nowhere', two([rule('r1', when('fa', 'isFilled'), { do: 'goTo', from: 'p0', to: 'p7' })]), 'unknownPage'],
    ['words that are not there', two([rule('r1', when('fa', 'isFilled'), { ...end, ending: 'e7' })]), 'unknownEnding'],
    ['a field that is not there', two([rule('r1', when('fz', 'isFilled'), show('fa'))]), 'unknownField'],
    ['a formula of a field that is not there', form({ pages: [[{ id: 'fa', kind: 'computed', formula: 'fz' }]] }), 'unknownField'],
    ['a price of what is not sold', two([rule('r1', when('fa', 'isFilled'), { do: 'setPrice', field: 'fb', amount: 5 })]), 'notAProduct'],
    ['a product without a currency', form({ pages: [[product]] }), 'noPayment'],
    ['a text compared by size', two([rule('r1', when('fa', 'above', 3), show('fb'))]), 'comparesWrongly'],
    [
      'an option that is not there',
      two([rule('r1', when('fa', 'is', 'oz'), show('fb'))], [[{ id: 'fa', kind: 'choice', options: [option('oa')] }, text('fb')]]),
      'unknownOption',
    ],
    ['an id twice', form({ pages: [[text('fa')], [text('fa')]] }), 'idTwice'],
    ['limits that no answer meets', form({ pages: [[{ id: 'fa', kind: 'number', min: 5, max: 4 }]] }), 'outOfOrder'],
    ['more options than there are', form({ pages: [[{ id: 'fa', kind: 'choices', options: [option('oa')], min: 2 }]] }), 'outOfOrder'],
    [
      'a name of the link twice',
      form({
        pages: [
          [
            { ...text('fa'), addressName: 'src' },
            { ...text('fb'), addressName: 'src' },
          ],
        ],
      }),
      'addressNameTwice',
    ],
    ...[
      {
        pages: [
          [
            { id: 'fa', kind: 'coupon' as const },
            { id: 'fb', kind: 'coupon' as const },
          ],
        ],
      },
      { pages: [[group('fg', { id: 'fa', kind: 'coupon' })]] },
    ].map(({ pages }): [string, FormContent, ContentFault['code']] => [
      'a second field for a code, or one in a group',
      form({ pages, payment: { currency: 'usd' } }),
      'couponTwice',
    ]),
    [
      'an answer from the link in a group',
      form({ pages: [[group('fg', { id: 'fa', kind: 'hidden', addressName: 'src' })]] }),
      'hiddenInGroup',
    ],
    [
      'a row that reads another group',
      two([rule('r1', when('fx', 'isFilled'), show('fy'))], [[group('fg', text('fx')), group('fh', text('fy'))]]),
      'otherGroup',
    ],
  ])('names %s', (_, content, code) => {
    expect(codesOf(content)).toContain(code)
  })

  it('can have the same name in the link inside of a group, where no answer comes from it', () => {
    const named = (id: string) => ({ ...text(id), addressName: 'src' })
    expect(codesOf(form({ pages: [[named('fa'), group('fg', named('fb'))]] }))).toEqual([])
  })

  it('is refused with an id that every object has', () => {
    for (const id of ['__proto__', 'constructor', 'toString', 'f', 'F1', 'f-1', `f${'a'.repeat(21)}`])
      expect(v.safeParse(FieldSchema, { id, kind: 'shortText', label: 'A' }).success, id).toBe(false)
  })

  it('has conditions up to three deep', () => {
    const deep = (levels: number): unknown => (levels === 0 ? { field: 'fa', compare: 'isFilled' } : { all: [deep(levels - 1)] })
    const parse = (condition: unknown) => () => two([rule('r1', condition, show('fb'))])
    expect(parse(deep(3))).not.toThrow()
    expect(parse(deep(4))).toThrow()
    expect(parse({ all: [] })).toThrow()
  })
})
