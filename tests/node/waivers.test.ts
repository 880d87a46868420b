import { describe, expect, it } from 'vitest'
import { decide, keepAsked } from '../../domain/forms/decide.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { listSignings, listWaivers } from '../../domain/forms/waivers.ts'
import { addMonths } from '../../domain/time/add-months.ts'
import { makeContent, whenIs } from '../setup/form-examples.ts'

const today = '2026-11-27'
const waiver = (id: string, more: object = {}) => ({
  id,
  kind: 'waiver',
  label: 'Waiver',
  text: 'At my own risk.',
  isRequired: true,
  ...more,
})

describe('A waiver that was signed before', () => {
  const content = makeContent({
    pages: [{ fields: [waiver('fw'), { id: 'fmore', kind: 'shortText' }, { id: 'fsum', kind: 'computed', formula: 'if(fw, 1, 2)' }] }],
    rules: [{ id: 'r1', when: whenIs('fw', true), actions: [{ do: 'show', field: 'fmore' }] }],
  })
  const index = indexContent(content)
  const decideOn = (answers: object, signed: string[]) => decide(index, { ...answers }, today, { signed: new Set(signed) })

  it('is shown, and neither asked, nor stored again', () => {
    expect(decideOn({}, []).faults).toEqual([{ field: 'fw', row: null, code: 'required' }])
    const decision = decideOn({ fw: { name: 'Jo Park' } }, ['fw'])
    expect(decision.faults).toEqual([])
    expect(decision.fields.get('fw')).toMatchObject({ isAsked: true, isRequired: false, isSigned: true, answer: null })
    expect(keepAsked(decision).fw).toBeUndefined()
  })

  it('is signed for rules and formulas, and what is wrong with an old answer is never in the way', () => {
    for (const fw of [undefined, { name: 'Jo Park' }, { strokes: [[1, 1]] }, 'x']) {
      const decision = decideOn({ fw }, ['fw'])
      expect(decision.faults).toEqual([])
      expect(decision.fields.get('fmore')?.isAsked).toBe(true)
      expect(decision.fields.get('fsum')?.answer).toBe(1)
    }
    expect(decideOn({}, []).fields.get('fmore')?.isAsked).toBe(false)
  })

  it('in a group is asked for each row', () => {
    const group = { id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', fields: [waiver('fw')] }
    const inGroup = indexContent(makeContent({ pages: [{ fields: [group] }] }))
    expect(decide(inGroup, { fkids: [{}] }, today, { signed: new Set(['fw']) }).faults).toMatchObject([
      { field: 'fw', row: 0, code: 'required' },
    ])
  })
})

describe('The waivers of a form', () => {
  const listed = (fields: object[], rules: object[] = []) =>
    listWaivers(makeContent({ pages: [{ fields: fields as never }, { fields: [] }], rules })).map(({ field, isForEveryone }) => [
      field,
      isForEveryone,
    ])

  it('are for everyone unless they can be left out', () => {
    const asks = { id: 'fask', kind: 'yesNo' }
    expect(listed([waiver('fw'), waiver('fo', { isRequired: false })])).toEqual([
      ['fw', true],
      ['fo', false],
    ])
    expect(listed([asks, waiver('fw')], [{ id: 'r1', when: whenIs('fask', true), actions: [{ do: 'show', field: 'fw' }] }])).toEqual([
      ['fw', false],
    ])
    expect(
      listed([asks, waiver('fw')], [{ id: 'r1', when: whenIs('fask', true), actions: [{ do: 'end', from: 'p1', ending: 'e1' }] }]),
    ).toEqual([['fw', false]])
    expect(listed([{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', fields: [waiver('fw')] }])).toEqual([['fw', false]])
  })

  it('are signed to the same day some months later', () => {
    const now = Date.UTC(2027, 0, 31, 15, 30)
    const { pages } = makeContent({ pages: [{ fields: [waiver('fw', { months: 1 }), waiver('fever')] }] })
    const signed = listSignings({ pages }, { fw: { name: 'Jo' }, fever: { name: 'Jo' } }, now)
    expect(signed.map(({ expiresAt }) => expiresAt)).toEqual([Date.UTC(2027, 1, 28, 15, 30), null])
    expect(addMonths(Date.UTC(2027, 10, 30), 14)).toBe(Date.UTC(2029, 0, 30))
    expect(addMonths(Date.UTC(2024, 1, 29, 12), 12)).toBe(Date.UTC(2025, 1, 28, 12))
  })
})
