import { describe, expect, it } from 'vitest'
import { maxListedChanges } from '../../domain/forms/limits.ts'
import { listChanges } from '../../domain/forms/list-changes.ts'
import { makeContent } from '../setup/form-examples.ts'

const content = makeContent({
  pages: [
    {
      fields: [
        { id: 'fname', kind: 'shortText', label: 'Name' },
        { id: 'fday', kind: 'date', label: 'Day' },
        {
          id: 'fsize',
          kind: 'choice',
          label: 'Size',
          options: [
            { id: 'osmall', label: 'Small' },
            { id: 'olarge', label: 'Large' },
          ],
        },
        { id: 'fsign', kind: 'signature', label: 'Signature' },
        {
          ...{ id: 'fchildren', kind: 'group', label: 'Children', rowLabel: 'Child' },
          fields: [{ id: 'fchild', kind: 'shortText', label: 'Name' }],
        },
      ],
    },
  ],
})

describe('What was changed in a submission', () => {
  it('is told in words, field by field', () => {
    const before = { fname: 'Ana', fday: '2026-12-01', fsize: 'osmall', fchildren: [{ fchild: 'Kim' }, { fchild: 'Lou' }] }
    const after = { fname: 'Ana', fsize: 'olarge', fchildren: [{ fchild: 'Kim' }, { fchild: 'Lu' }, { fchild: 'Max' }] }
    expect(listChanges(content, before, after)).toEqual([
      { field: 'fday', row: null, before: 'December 1, 2026', after: '' },
      { field: 'fsize', row: null, before: 'Small', after: 'Large' },
      { field: 'fchild', row: 2, before: 'Lou', after: 'Lu' },
      { field: 'fchild', row: 3, before: '', after: 'Max' },
    ])
    expect(listChanges(content, before, before)).toEqual([])
  })

  it('says that another signature was drawn, without its lines', () => {
    const drawn = (x: number) => ({ fsign: { strokes: [[x, 1, 2, 2]] } })
    expect(listChanges(content, drawn(1), drawn(2))).toEqual([
      { field: 'fsign', row: null, before: 'Signed by hand', after: 'Signed by hand' },
    ])
  })

  it('shows only the row that was removed, added or changed', () => {
    const children = (...names: string[]) => ({ fchildren: names.map((fchild) => ({ fchild })) })
    const change = (row: number, before: string, after: string) => ({ field: 'fchild', row, before, after })
    const all = children('Kim', 'Lou', 'Max')
    expect(listChanges(content, all, children('Lou', 'Max'))).toEqual([change(1, 'Kim', '')])
    expect(listChanges(content, all, children('Ada', 'Kim', 'Lou', 'Max'))).toEqual([change(1, '', 'Ada')])
    expect(listChanges(content, all, children('Kim', 'Lu', 'Max'))).toEqual([change(2, 'Lou', 'Lu')])
    expect(listChanges(content, all, children('Lu', 'Max'))).toEqual([change(1, 'Kim', 'Lu'), change(2, 'Lou', '')])
    expect(listChanges(content, children('Kim', 'Kim'), children('Kim'))).toEqual([change(2, 'Kim', '')])
  })

  it('is bounded', () => {
    const children = (name: string) => ({ fchildren: Array.from({ length: 60 }, () => ({ fchild: name.repeat(500) })) })
    const changes = listChanges(content, children('a'), children('b'))
    expect(changes).toHaveLength(maxListedChanges)
    expect(changes[0]?.after).toHaveLength(200)
  })
})
