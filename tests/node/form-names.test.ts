import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { GroupField } from '../../domain/forms/fields.ts'
import { fillChild } from '../../domain/forms/fill-child.ts'
import { joinName, nameFieldsOf } from '../../domain/forms/name-fields.ts'
import { listChildrenInForm } from '../../domain/forms/season-guests.ts'
import { AddChild } from '../../domain/roster/contract.ts'
import { makeContent } from '../setup/form-examples.ts'

const first = { id: 'ffirst', kind: 'shortText', label: 'First name' }
const last = { id: 'flast', kind: 'shortText', label: 'Last name' }
const season = { id: 'fseason', kind: 'season', label: 'Season', options: [{ id: 'ospring', label: 'Spring', refId: 'spring' }] }
const formOf = (...fields: object[]) =>
  makeContent({ pages: [{ fields: [{ id: 'fkids', kind: 'group', label: 'Kids', rowLabel: 'Kid', fields: [...fields, season] }] }] })
const groupOf = (...fields: object[]) => formOf(...fields).pages[0]?.fields[0] as GroupField
const inBothOrders = [formOf(first, last), formOf(last, first)]

const today = '2027-05-10'
const fill = (group: GroupField, name: string) => fillChild(group, { id: 'kid', name, facts: {} }, today)
const rejoin = (group: GroupField, name: string) => joinName(nameFieldsOf(group.fields), fill(group, name))

/** A name as a community stores it, of one or several words. */
const word = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('Mary', 'Ann', 'de', 'la', 'Cruz', 'O’Neill', 'Zoë', '李', 'الله', 'Jr.', '👧🏽'),
)
const words = (min: number, max: number) =>
  fc
    .array(word, { minLength: min, maxLength: max })
    .map((parts) => v.safeParse(AddChild, { name: parts.join(' ') }))
    .filter(({ success }) => success)
    .map(({ output }) => (output as AddChild).name)

describe('A name that is asked in two parts', () => {
  it('is split so that the parts are the whole name again', () => {
    expect(fill(groupOf(first, last), 'Ana Maria de la Cruz')).toEqual({ ffirst: 'Ana', flast: 'Maria de la Cruz' })
    fc.assert(
      fc.property(words(1, 5), (name) => {
        for (const { pages } of inBothOrders) expect(rejoin(pages[0]?.fields[0] as GroupField, name)).toBe(name)
        expect(rejoin(groupOf({ ...first, label: 'Name' }), name)).toBe(name)
      }),
    )
  })

  it('keeps a middle name that was typed into either part', () => {
    const nameOf = (firstName: string, lastName: string, content: ReturnType<typeof formOf>) =>
      listChildrenInForm(content, { fkids: [{ ffirst: firstName, flast: lastName, fseason: 'ospring' }] } as never).map(({ name }) => name)
    fc.assert(
      fc.property(words(1, 2), words(1, 2), (firstName, lastName) => {
        const whole = `${firstName} ${lastName}`
        for (const content of inBothOrders) {
          const group = content.pages[0]?.fields[0] as GroupField
          expect(joinName(nameFieldsOf(group.fields), { ffirst: firstName, flast: lastName })).toBe(whole)
          expect(nameOf(firstName, lastName, content)).toEqual([whole])
          // Next season, it may be split elsewhere, and is the same child.
          const again = fill(group, whole)
          expect(nameOf(String(again.ffirst), String(again.flast), content)).toEqual([whole])
        }
      }),
    )
  })

  it('is not filled at all if a part of it does not fit, because the other part would be another child', () => {
    const short = groupOf(first, { ...last, maxLength: 4 })
    expect([fill(short, 'Ana Cruz'), fill(short, 'Ana Maria de la Cruz')]).toEqual([{ ffirst: 'Ana', flast: 'Cruz' }, {}])
  })
})
