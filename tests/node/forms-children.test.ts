import { describe, expect, it } from 'vitest'
import { labelOf } from '../../domain/forms/list-options.ts'
import { correctNames, listChildrenInForm } from '../../domain/forms/season-guests.ts'
import { listSignings } from '../../domain/forms/waivers.ts'
import { makeContent } from '../setup/form-examples.ts'

const division = { id: 'fdivision', kind: 'choice', label: 'Division', options: [{ id: 'ou10', label: 'U10', refId: 'u10' }] }
const formOf = (fields: object[]) =>
  makeContent({
    pages: [{ fields: [{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', fields: [...fields, division] }] }],
  })
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
