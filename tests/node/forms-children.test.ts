import { describe, expect, it } from 'vitest'
import { duplicateField } from '../../domain/forms/edit-content.ts'
import { fillChild } from '../../domain/forms/fill-child.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { labelOf } from '../../domain/forms/list-options.ts'
import { makeField } from '../../domain/forms/make-field.ts'
import { correctNames, listChildrenInForm } from '../../domain/forms/season-guests.ts'
import { nameInRow } from '../../domain/forms/signed-before.ts'
import { listSignings } from '../../domain/forms/waivers.ts'
import { makeContent } from '../setup/form-examples.ts'

const division = { id: 'fdivision', kind: 'choice', label: 'Division', options: [{ id: 'ou10', label: 'U10', refId: 'u10' }] }
const formOf = (fields: object[], nameFields?: string[]) =>
  makeContent({
    pages: [{ fields: [{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', fields: [...fields, division], nameFields }] }],
  })
/** By which name a waiver that was signed before counts in this row. */
function signedName(content: ReturnType<typeof formOf>, row: object): string {
  const group = content.pages[0]?.fields[0]
  return group?.kind === 'group' ? nameInRow(indexContent(content), group, row as never) : 'no group'
}
const name = { id: 'fname', kind: 'shortText', label: 'Name' }
const namesIn = (content: ReturnType<typeof formOf>, ...rows: object[]) =>
  listChildrenInForm(content, { fkids: rows.map((row) => ({ fdivision: 'ou10', ...row })) } as never).map((child) => child.name)

describe('The children in a form', () => {
  it('have the first and the last name of their row', () => {
    const content = formOf([
      { id: 'flast', kind: 'shortText', label: 'Last name' },
      { id: 'ffirst', kind: 'shortText', label: 'First name' },
    ])
    expect(namesIn(content, { flast: 'Lane', ffirst: 'Ava' }, { ffirst: 'Leo' }, {})).toEqual(['Ava Lane', 'Leo'])
  })

  it('are nobody if only the owner sees the name, and never named by what is asked next', () => {
    const nickname = { id: 'fnickname', kind: 'shortText', label: 'T-shirt' }
    expect(namesIn(formOf([{ ...name, seenBy: 'owner' }, nickname]), { fname: 'Ava', fnickname: 'Size M' })).toEqual([])
    expect(namesIn(formOf([name, { ...nickname, seenBy: 'owner' }]), { fname: 'Ava', fnickname: 'Size M' })).toEqual(['Ava'])
  })

  it('are one child for one name, whatever its capital letters are', () => {
    expect(namesIn(formOf([name]), { fname: 'Zoë' }, { fname: 'ZOË' }, { fname: 'Zoe' })).toEqual(['Zoë', 'Zoe'])
  })
})

describe('What names the children of a form', () => {
  const size = { id: 'fsize', kind: 'shortText', label: 'Jersey' }
  const kind = { id: 'fchild', kind: 'shortText', label: 'Kind' }
  const family = { id: 'ffamily', kind: 'shortText', label: 'Nachname' }
  const row = { fsize: 'M', fchild: 'Ava', ffamily: 'Lane' }

  it('is what the organizers have picked, whatever it is called and wherever it stands', () => {
    const content = formOf([size, kind, family], ['fchild', 'ffamily'])
    expect(namesIn(content, row)).toEqual(['Ava Lane'])
    expect(signedName(content, row)).toBe('Ava Lane')
    const group = content.pages[0]?.fields[0]
    if (group?.kind !== 'group') throw new Error('There is no group.')
    expect(fillChild(group, { id: 'ava', name: 'Ava Lane', facts: {} }, '2026-01-01')).toEqual({ fchild: 'Ava', ffamily: 'Lane' })
  })

  it('is a first and a last name in this order, if they are called so', () => {
    const last = { ...family, label: 'Last name' }
    const first = { ...kind, label: 'First name' }
    expect(namesIn(formOf([size, last, first], ['ffamily', 'fchild']), row)).toEqual(['Ava Lane'])
  })

  it('is what is called a name, or the first short text, if nothing was picked or what was picked is gone', () => {
    for (const picked of [undefined, [], ['fgone'], ['fdivision']]) {
      expect(signedName(formOf([{ ...kind, label: 'Name of the child' }, size], picked), row)).toBe('Ava')
      // Two children can wear one size, so nothing is known to be signed for either of them.
      expect(signedName(formOf([size, kind], picked), row)).toBe('')
      expect(namesIn(formOf([kind, size], picked), row)).toEqual(['Ava'])
    }
  })

  it('stays the same in a new group whose name is called something else, and in its copy', () => {
    const group = makeField('group', { label: 'Children' })
    const renamed = { ...group, fields: [size, { ...group.fields[0], label: 'Kind' }] }
    const content = makeContent({ pages: [{ fields: [renamed as never] }] })
    const copied = duplicateField(content, group.id)
    const groups = copied.pages.flatMap(({ fields }) => fields).filter((one) => one.kind === 'group')
    expect(groups).toHaveLength(2)
    for (const one of groups) {
      const [shirt, child] = one.fields
      expect(nameInRow(indexContent(copied), one, { [shirt?.id ?? '']: 'M', [child?.id ?? '']: 'Ava' })).toBe('Ava')
    }
  })
})

describe('A name that was changed', () => {
  const content = formOf([name, { id: 'fborn', kind: 'shortText', label: 'Born' }])
  const correct = (before: object[], after: object[]) => {
    const [old, now] = [before, after].map((rows) => ({ fkids: rows.map((row) => ({ fdivision: 'ou10', ...row })) }))
    return [...correctNames(content, old as never, now as never)]
  }

  it('is a correction if it is nearly the same, and nothing else of the row was changed', () => {
    expect(correct([{ fname: 'Avva' }], [{ fname: 'Ava' }])).toEqual([['ava', 'Avva']])
    expect(correct([{ fname: 'Ava' }], [{ fname: 'Ava Lane' }])).toEqual([['ava lane', 'Ava']])
    expect(correct([{ fname: 'Aav Lane' }], [{ fname: 'Ava Lane' }])).toEqual([['ava lane', 'Aav Lane']])
  })

  it('is another child if it is another name, another row, or another answer was changed too', () => {
    expect(correct([{ fname: 'Leo' }], [{ fname: 'Mia' }])).toEqual([])
    expect(correct([{ fname: 'Bo' }], [{ fname: 'Al' }])).toEqual([])
    expect(correct([{ fname: 'Mila', fborn: '2016' }], [{ fname: 'Mia', fborn: '2018' }])).toEqual([])
    expect(correct([{ fname: 'Leo' }, { fname: 'Avva' }], [{ fname: 'Ava' }])).toEqual([])
  })

  it('is another child if one of the two names stands in another row', () => {
    expect(correct([{ fname: 'Mia' }, { fname: 'Leo' }], [{ fname: 'Mila' }, { fname: 'Mia' }])).toEqual([])
    expect(correct([{ fname: 'Mia' }, { fname: 'Mila' }], [{ fname: 'Mila' }])).toEqual([])
  })
})

describe('Somebody with a first and a last name', () => {
  const first = { id: 'ffirst', kind: 'shortText', label: 'First name' }
  const last = { id: 'flast', kind: 'shortText', label: 'Last name' }

  it('has both in lists, whatever is asked between and before them', () => {
    const team = { id: 'fteam', kind: 'shortText', label: 'Team' }
    const content = makeContent({ pages: [{ fields: [team, first] }, { fields: [last] }] })
    expect(labelOf(content, { fteam: 'Owls', ffirst: 'Ana', flast: 'Ortiz' })).toBe('Ana Ortiz')
    expect(labelOf(content, { fteam: 'Owls', ffirst: 'Ana' })).toBe('Ana')
    expect(labelOf(content, { fteam: 'Owls' })).toBe('Owls')
  })

  it('has both in the rows of a group, and in what was signed for them', () => {
    const waiver = { id: 'fwaiver', kind: 'waiver', label: 'Waiver', text: 'At my own risk.' }
    const content = formOf([last, first, waiver])
    const signed = { flast: 'Lane', fwaiver: { name: 'Jo Lane' } }
    const answers = { fkids: ['Ava', 'Leo'].map((ffirst) => ({ ffirst, ...signed })) } as never
    expect(labelOf(content, answers)).toBe('Ava Lane, Leo Lane')
    expect(listSignings(content, answers, 0).map(({ forWhom }) => forWhom)).toEqual(['Ava Lane', 'Leo Lane'])
  })
})
