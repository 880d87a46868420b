import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { checkContent } from '../../domain/forms/check-content.ts'
import { FormContent } from '../../domain/forms/content.ts'
import { decide } from '../../domain/forms/decide.ts'
import { dryRun } from '../../domain/forms/dry-run.ts'
import { findTotals } from '../../domain/forms/dry-run-total.ts'
import { findPastDates } from '../../domain/forms/find-past-dates.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { priceAnswers } from '../../domain/forms/price-answers.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { listWays } from '../../domain/forms/write-example.ts'
import { RandomForm, today } from '../forms/random-forms.ts'

const form = (fields: object[], rules: object[] = [], more: object = {}): FormContent =>
  v.parse(FormContent, {
    title: 'Spring league',
    pages: [
      { id: 'p1', fields: fields.map((field) => ({ label: 'A question', ...field })) },
      { id: 'p2', fields: [{ id: 'flast', kind: 'heading', label: 'Last' }] },
    ],
    rules,
    endings: [
      { id: 'e1', title: 'Thank you' },
      { id: 'e2', title: 'Sorry', isRefusal: true },
    ],
    ...more,
  })
const test = (field: string, compare: string, value?: unknown) => ({ field, compare, ...(value !== undefined && { value }) })
const show = (id: string, field: string, when: object) => ({ id, when, actions: [{ do: 'show', field }] })
const payment = { currency: 'usd' }
const number = { id: 'fage', kind: 'number', min: 5, max: 99 }
const option = (id: string, amount: number, more = {}) => ({ id, label: id, amount, ...more })

describe('A dry run', () => {
  it('finds answers that lead to each field, also between two limits', () => {
    const content = form(
      [number, { id: 'fbetween', kind: 'shortText' }],
      [show('r1', 'fbetween', { all: [test('fage', 'above', 10), test('fage', 'below', 11)] })],
    )
    const reach = dryRun(content, today).fields.get('fbetween')
    expect(reach).toEqual({ is: 'reached', answers: { fage: 10.5 } })
  })

  it('says of a field, a rule and an ending that no answers lead there', () => {
    const content = form(
      [number, { id: 'fnever', kind: 'shortText' }, { id: 'fafter', kind: 'shortText' }],
      [
        show('r1', 'fnever', { all: [test('fage', 'above', 20), test('fage', 'below', 10)] }),
        show('r2', 'fafter', { all: [test('fnever', 'isFilled')] }),
      ],
    )
    const { fields, rules, endings } = dryRun(content, today)
    expect([fields.get('fnever'), fields.get('fafter'), rules.get('r1'), endings.get('e2')].map((reach) => reach?.is)).toEqual(
      Array.from({ length: 4 }, () => 'never'),
    )
    expect([fields.get('fage'), fields.get('flast'), endings.get('e1')].map((reach) => reach?.is)).toEqual([
      'reached',
      'reached',
      'reached',
    ])
  })

  it('writes the answers that lead to what not everybody gets to', () => {
    const division = { id: 'fdiv', kind: 'division', label: 'Division', options: [option('o1', 0), { id: 'o2', label: 'U12' }] }
    const child = {
      id: 'fkid',
      kind: 'group',
      label: 'Children',
      rowLabel: 'Child',
      fields: [
        { ...number, label: 'Age' },
        { id: 'fschool', kind: 'shortText', label: 'School' },
      ],
    }
    const content = form(
      [division, { id: 'fcoach', kind: 'yesNo' }, child],
      [
        show('r1', 'fcoach', { all: [test('fdiv', 'is', 'o2')] }),
        show('r2', 'fschool', { all: [test('fage', 'below', 6)] }),
        { id: 'r3', when: { all: [test('fcoach', 'is', true)] }, actions: [{ do: 'end', from: 'p1', ending: 'e2' }] },
      ],
    )
    expect(listWays(content, dryRun(content, today))).toEqual([
      { id: 'fcoach', answers: 'Division: U12' },
      { id: 'fschool', answers: 'Age: 5' },
      { id: 'e2', answers: 'Division: U12, A question: Yes' },
    ])
  })

  it('knows that a required answer cannot be left out', () => {
    const fields = (isRequired: boolean) => [
      { id: 'fname', kind: 'shortText', isRequired },
      { id: 'fwhy', kind: 'shortText' },
    ]
    const rules = [show('r1', 'fwhy', { all: [test('fname', 'isEmpty')] })]
    expect(dryRun(form(fields(false), rules), today).fields.get('fwhy')?.is).toBe('reached')
    expect(dryRun(form(fields(true), rules), today).fields.get('fwhy')?.is).toBe('never')
  })

  it('follows the pages to an ending, and says of what lies behind that it is not reached', () => {
    const end = { id: 'r1', when: { any: [test('fage', 'below', 18), test('fage', 'atLeast', 18), test('fage', 'isEmpty')] } }
    const content = form([number], [{ ...end, actions: [{ do: 'end', from: 'p1', ending: 'e2' }] }])
    const { fields, endings } = dryRun(content, today)
    expect([fields.get('flast')?.is, endings.get('e1')?.is, endings.get('e2')?.is]).toEqual(['never', 'never', 'reached'])
  })

  it('does not claim what it could not try', () => {
    const computed = { id: 'ftotal', kind: 'computed', formula: 'fage * 2' }
    const rules = [show('r1', 'fwhy', { all: [test('ftotal', 'is', 21)] })]
    expect(dryRun(form([number, computed, { id: 'fwhy', kind: 'shortText' }], rules), today).fields.get('fwhy')?.is).toBe('unknown')
    const many = Array.from({ length: 8 }, (_, at) => ({ id: `fn${at}`, kind: 'number' }))
    const all = show('r1', 'fwhy', { all: many.map(({ id }) => test(id, 'above', 7)) })
    expect(dryRun(form([...many, { id: 'fwhy', kind: 'shortText' }], [all]), today).fields.get('fwhy')?.is).toBe('unknown')
  })
})

describe('The totals of a dry run', () => {
  it('are those of the cheapest and the dearest way through the form', () => {
    const fee = { id: 'ffee', kind: 'product', isRequired: true, options: [option('o1', 6000, { memberAmount: 5000 }), option('o2', 9000)] }
    const shirts = { id: 'fshirts', kind: 'product', maxQuantity: 3, isMany: true, options: [option('o3', 1000), option('o4', 2000)] }
    expect(findTotals(form([fee, shirts], [], { payment }), today, 0)).toEqual({ lowest: 5000, highest: 9000 + 3 * 3000 })
    const free = {
      id: 'r1',
      when: { all: [test('fage', 'above', 65)] },
      actions: [{ do: 'setPrice', field: 'ffee', option: null, amount: 0 }],
    }
    expect(findTotals(form([number, fee], [free], { payment }), today, 0)).toEqual({ lowest: 0, highest: 9000 })
  })

  it('count the rows of a group, and know of amounts without a limit', () => {
    const fee = { id: 'ffee', kind: 'product', label: 'Fee', isRequired: true, options: [option('o1', 6000)] }
    const group = { id: 'fgroup', kind: 'group', rowLabel: 'Child', minRows: 1, maxRows: 3, fields: [fee] }
    expect(findTotals(form([group], [], { payment: { ...payment, siblingPercent: 50 } }), today, 0)).toEqual({
      lowest: 6000,
      highest: 12_000,
    })
    expect(findTotals(form([{ id: 'fgift', kind: 'ownAmount' }], [], { payment }), today, 0)).toEqual({ lowest: 0, highest: null })
    expect(findTotals(form([]), today, 0)).toBeNull()
    expect(findTotals(fromTemplate('payment'), today, 0)).toEqual({ lowest: 3500, highest: 6000 })
  })

  it('have our fee in them if it is paid on top', () => {
    const fee = { id: 'ffee', kind: 'product', isRequired: true, options: [option('o1', 6000), option('o2', 9000)] }
    const totals = (feeBy: string) => findTotals(form([fee], [], { payment: { ...payment, feeBy } }), today, 300)
    expect([totals('host'), totals('player')]).toEqual([
      { lowest: 6000, highest: 9000 },
      { lowest: 6180, highest: 9270 },
    ])
  })
})

describe('Dates of the payment', () => {
  const fee = { id: 'ffee', kind: 'product', label: 'Fee', options: [option('o1', 6000), option('o2', 9000, { earlyAmount: 8000 })] }
  const shirt = { id: 'fshirt', kind: 'product', label: 'Shirt', options: [option('o3', 1000)] }
  const kids = {
    id: 'fkids',
    kind: 'group',
    label: 'Kids',
    rowLabel: 'Kid',
    fields: [{ ...fee, id: 'fkidfee', label: 'Fee of {{fname}}' }],
  }
  const name = { id: 'fname', kind: 'shortText', label: 'Name' }
  const day = '2027-05-10'
  const textsOf = (more: object | null, fields: object[] = [name, fee, shirt, kids]) =>
    findPastDates(form(fields, [], { payment: more && { ...payment, ...more } }), day).map(({ message }) => message)

  it('are warned of with the product, if its early price is over', () => {
    expect(textsOf({ earlyUntil: '2027-05-09' })).toEqual([
      'The early price of “Fee” ended on May 9.',
      'The early price of “Fee of [Name]” ended on May 9.',
    ])
    expect(textsOf({ earlyUntil: '2026-12-31' }, [fee])).toEqual(['The early price of “Fee” ended on Dec 31, 2026.'])
    expect([textsOf({ earlyUntil: day }), textsOf({ earlyUntil: null }), textsOf({ earlyUntil: '2027-05-09' }, [shirt])]).toEqual([
      [],
      [],
      [],
    ])
  })

  it('are warned of with their number and share, if they are not later any more', () => {
    const later = [
      { on: '2026-11-01', percent: 20 },
      { on: day, percent: 30 },
      { on: '2027-05-11', percent: 40 },
    ]
    expect(textsOf({ later })).toEqual([
      'Date 1 of “Paid later”, Nov 1, 2026, is over. Its 20% is due at once.',
      'Date 2 of “Paid later”, May 10, is today. Its 30% is due at once.',
    ])
    expect(textsOf(null)).toEqual([])
  })

  it('are no fault: the form can be published, and takes all that they say is due at once', () => {
    const content = form([{ ...fee, isRequired: true }], [], { payment: { ...payment, later: [{ on: day, percent: 50 }] } })
    expect(findPastDates(content, day)).toHaveLength(1)
    expect(checkContent(content)).toEqual([])
    const index = indexContent(content)
    const facts = { today: day, isMember: false, coupon: null, feeBasisPoints: 0 }
    const price = priceAnswers(index, decide(index, { ffee: [{ option: 'o1', quantity: 1 }] }, day), facts)
    expect(price?.parts).toEqual([{ on: null, amount: 6000 }])
  })
})

describe('A dry run of random forms', () => {
  it('tells the truth', { timeout: 20_000 }, () => {
    const seen = { forms: 0, reached: 0, never: 0, unknown: 0, totals: 0, sendable: 0 }
    for (let seed = 1; seen.forms < 150; seed++) {
      const random = new RandomForm(seed)
      const { content } = random
      if (checkContent(content).length > 0) continue
      seen.forms++
      const index = indexContent(content)
      const { fields, endings } = dryRun(content, today)
      for (const [id, reach] of [...fields, ...endings]) {
        seen[reach.is]++
        if (reach.is !== 'reached') continue
        const decision = decide(index, reach.answers, today)
        const group = index.fields.get(id)?.group
        const states = group ? (decision.fields.get(group.id)?.rows ?? []).map((row) => row.get(id)) : [decision.fields.get(id)]
        const isThere = decision.ending.id === id || states.some((state) => state?.isAsked)
        expect(isThere, `seed ${seed}: ${id}`).toBe(true)
      }
      const totals = findTotals(content, today, 0)
      seen.totals += totals ? 1 : 0
      for (let tries = 0; tries < 20; tries++) {
        const decision = decide(index, random.answers(), today)
        if (decision.faults.length > 0) continue
        seen.sendable++
        for (const [id, { isAsked }] of decision.fields)
          if (isAsked) expect(fields.get(id)?.is, `seed ${seed}: ${id} was asked`).not.toBe('never')
        expect(endings.get(decision.ending.id)?.is, `seed ${seed}: ${decision.ending.id}`).not.toBe('never')
        const facts = { today, isMember: tries % 2 === 0, coupon: null, feeBasisPoints: 0 }
        const price = priceAnswers(index, decision, facts)
        if (!totals || !price || decision.ending.isRefusal) continue
        expect(price.amount, `seed ${seed}: total`).toBeGreaterThanOrEqual(totals.lowest)
        expect(price.amount, `seed ${seed}: total`).toBeLessThanOrEqual(totals.highest ?? Number.POSITIVE_INFINITY)
      }
    }
    console.info('Dry runs:', JSON.stringify(seen))
    const { unknown: _, ...wanted } = seen
    for (const [what, count] of Object.entries(wanted)) expect(count, what).toBeGreaterThan(10)
  })
})
