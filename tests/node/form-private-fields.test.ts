import { describe, expect, it } from 'vitest'
import { checkContent } from '../../domain/forms/check-content.ts'
import { labelOf } from '../../domain/forms/list-options.ts'
import { leaveOut, listPrivateFields, listTellingRules, withoutFields } from '../../domain/forms/private-fields.ts'
import { makeContent } from '../setup/form-examples.ts'

const seenBy = 'owner'
const content = makeContent({
  pages: [
    {
      fields: [
        { id: 'fnick', kind: 'shortText', seenBy },
        { id: 'fname', kind: 'shortText' },
        { id: 'fage', kind: 'number', seenBy },
        { id: 'fnext', kind: 'computed', formula: 'fage + 1' },
        { id: 'fover', kind: 'computed', formula: 'fnext > 18 ? 1 : 0' },
        { id: 'fopen', kind: 'computed', formula: '1 + 1' },
        {
          ...{ id: 'fkids', kind: 'group', label: 'Kids', rowLabel: 'Kid' },
          fields: [
            { id: 'fill', kind: 'longText', label: 'Illness', seenBy },
            { id: 'fkid', kind: 'shortText', label: 'First name' },
          ],
        },
      ],
    },
  ],
})

describe('Answers that only the owner sees', () => {
  it('are those of private fields, and what is computed from them', () => {
    expect(listPrivateFields(content)).toEqual(['fnick', 'fage', 'fnext', 'fover', 'fill'])
  })

  it('are left out, also in rows', () => {
    const answers = { fnick: 'A', fname: 'B', fage: 3, fkids: [{ fill: 'C', fkid: 'D' }, {}], fmany: ['fill'] }
    expect(leaveOut(answers, listPrivateFields(content))).toEqual({ fname: 'B', fkids: [{ fkid: 'D' }, {}], fmany: ['fill'] })
    expect(leaveOut(answers, [])).toBe(answers)
  })

  it('can be guessed from a rule that shows, prices or ends something which all organizers see', () => {
    const when = (field: string) => ({ all: [{ field, compare: 'isFilled' }] })
    const rules = [
      { id: 'r1', when: when('fage'), actions: [{ do: 'show', field: 'fname' }] },
      { id: 'r2', when: when('fage'), actions: [{ do: 'show', field: 'fnick' }] },
      { id: 'r3', when: when('fover'), actions: [{ do: 'require', field: 'fname' }] },
      { id: 'r4', when: when('fover'), actions: [{ do: 'end', from: 'p1', ending: 'e1' }] },
      { id: 'r5', when: when('fopen'), actions: [{ do: 'show', field: 'fname' }] },
    ]
    const telling = listTellingRules({ ...content, rules: makeContent({ pages: content.pages, rules }).rules })
    expect(telling).toEqual([
      { rule: 'r1', field: 'fage' },
      { rule: 'r4', field: 'fover' },
    ])
  })

  it('have no place in a form that is shown without them', () => {
    const [page] = withoutFields(content, ['fage', 'fill']).pages
    expect(page?.fields.map(({ id }) => id)).not.toContain('fage')
    expect(page?.fields.find(({ id }) => id === 'fkids')).toMatchObject({ fields: [{ id: 'fkid' }] })
  })

  it('never name a submission', () => {
    expect(labelOf(content, { fnick: 'Secret', fname: 'Ana' })).toBe('Ana')
    expect(labelOf(content, { fnick: 'Secret' })).toBe('')
    const first = { id: 'ffirst', kind: 'shortText', label: 'First name' }
    const last = { id: 'flast', kind: 'shortText', label: 'Last name', seenBy }
    expect(labelOf(makeContent({ pages: [{ fields: [first, last] }] }), { ffirst: 'Ana', flast: 'Secret' })).toBe('Ana')
  })

  it('cannot be signatures, prices or places, with which all organizers deal', () => {
    const signed = makeContent({ pages: [{ fields: [{ id: 'fsign', kind: 'signature', seenBy }] }] })
    expect(checkContent(signed)).toEqual([{ at: 'fsign', code: 'notPrivate' }])
    expect(listPrivateFields(signed)).toEqual([])
  })
})
