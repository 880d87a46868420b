import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type Field, type FieldKind, Field as FieldSchema } from '../../domain/forms/fields.ts'
import { writeAnswer } from '../../domain/forms/write-answer.ts'

const options = [
  { id: 'os', label: 'Small' },
  { id: 'ol', label: 'Large', amount: 1500 },
]
const field = (kind: FieldKind, more: Record<string, unknown> = {}): Field =>
  v.parse(FieldSchema, { id: 'f1', kind, label: 'Question', ...more })
const write = (kind: FieldKind, answer: unknown, more: Record<string, unknown> = {}) => writeAnswer(field(kind, more), answer, 'usd')

describe('An answer in words', () => {
  it.each<[FieldKind, unknown, string, Record<string, unknown>?]>([
    ['shortText', 'Ana', 'Ana'],
    ['longText', 'One\nTwo', 'One\nTwo'],
    ['email', 'ana@example.com', 'ana@example.com'],
    ['phone', '+15125550100', '+15125550100'],
    ['address', '1 Main St\nAustin', '1 Main St\nAustin'],
    ['coupon', 'SPRING', 'SPRING'],
    ['hidden', 'poster', 'poster', { addressName: 'source' }],
    ['number', 2026, '2026'],
    ['number', 0, '0'],
    ['number', 1.5, '1.5'],
    ['date', '2026-02-28', 'February 28, 2026'],
    ['birthDate', '2015-07-01', 'July 1, 2015'],
    ['time', '18:30', '6:30 PM'],
    ['time', '00:00', '12:00 AM'],
    ['choice', 'ol', 'Large', { options }],
    ['team', 'os', 'Small', { options }],
    ['season', 'os', 'Small', { options }],
    ['division', 'os', 'Small', { options }],
    ['choices', ['os', 'ol'], 'Small, Large', { options }],
    ['ranking', ['ol', 'os'], '1. Large, 2. Small', { options }],
    ['yesNo', true, 'Yes'],
    ['yesNo', false, 'No'],
    ['consent', true, 'Yes'],
    ['rating', 4, '4 of 5'],
    ['level', 2.5, 'Beginner to intermediate'],
    ['activity', 'disc-golf', 'Disc Golf'],
    ['city', '4671654', 'A city'],
    ['place', 'courts', 'A place'],
    ['person', 'ana', 'A person'],
    ['file', ['a'], '1 file'],
    ['file', ['a', 'b'], '2 files', { maxFiles: 2 }],
    ['photo', ['a', 'b'], '2 photos', { maxFiles: 2 }],
    ['waiver', { name: 'Jo Park' }, 'Signed by Jo Park', { text: 'I take the risk.' }],
    ['signature', { strokes: [[0, 0, 500, 80]] }, 'Signed by hand'],
    ['ownAmount', 2500, '$25.00'],
    ['computed', 1 / 3, '0.333333', { formula: '1 / 3' }],
    ['computed', 'Child', 'Child', { formula: '"Child"' }],
    ['computed', true, 'Yes', { formula: '1 > 0' }],
    ['heading', 'anything', ''],
    ['richText', 'anything', '', { text: 'Hello' }],
    ['picture', 'anything', '', { pictureId: 'picture' }],
  ])('of the kind %s: %j is "%s"', (kind, answer, text, more) => {
    expect(write(kind, answer, more)).toBe(text)
  })

  it('says how many of a product somebody wants', () => {
    const products = { options: options.map((option) => ({ ...option, amount: 1500 })) }
    expect(write('product', [{ option: 'ol', quantity: 1 }], products)).toBe('Large')
    const chosen = [
      { option: 'os', quantity: 1 },
      { option: 'ol', quantity: 2 },
    ]
    expect(write('product', chosen, { ...products, maxQuantity: 3, isMany: true })).toBe('1 × Small, 2 × Large')
  })

  it('leaves an amount in a form without money a number', () => {
    expect(writeAnswer(field('ownAmount'), 2500, null)).toBe('2500')
  })

  it('names each row of a group', () => {
    const group = {
      rowLabel: 'Child',
      fields: [
        { id: 'f2', kind: 'shortText', label: 'Name' },
        { id: 'f3', kind: 'birthDate', label: 'Born' },
      ],
    }
    const rows = [{ f2: 'Ana', f3: '2015-07-01' }, { f2: 'Bo' }, {}]
    expect(write('group', rows, group)).toBe('Child 1: Ana, July 1, 2015; Child 2: Bo; Child 3: no answers')
  })

  it('is text, whatever it begins with', () => {
    for (const text of ['=cmd()', '+1+1', '-2', '@SUM(A1)', '<b>bold</b>']) expect(write('shortText', text)).toBe(text)
  })

  it('is empty without an answer', () => {
    for (const kind of ['shortText', 'number', 'yesNo', 'city', 'file', 'signature'] as const) {
      expect(write(kind, undefined)).toBe('')
      expect(write(kind, null)).toBe('')
    }
    expect(write('group', undefined, { rowLabel: 'Child', fields: [{ id: 'f2', kind: 'shortText', label: 'Name' }] })).toBe('')
  })

  it('does not fail on what an older version of the form has stored', () => {
    expect(write('choice', 'ogone', { options })).toBe('A choice that was removed')
    expect(write('choices', 'os', { options })).toBe('os')
    expect(write('date', 'next week')).toBe('next week')
    expect(write('signature', true)).toBe('Yes')
    expect(write('file', { anything: 1 })).toBe('')
  })
})
