import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { checkContent } from '../../domain/forms/check-content.ts'
import { FormContent } from '../../domain/forms/content.ts'
import * as edit from '../../domain/forms/edit-content.ts'
import { Field, type FieldKind } from '../../domain/forms/fields.ts'
import { listFields } from '../../domain/forms/index-content.ts'
import { makeField } from '../../domain/forms/make-field.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { mapFields, writeRule } from '../../web/forms/write-condition.ts'
import { RandomForm } from '../forms/random-forms.ts'

const kinds = Field.options.map(({ entries }) => entries.kind.literal)

const choice = (id: string, ...options: string[]) => ({
  ...{ id, kind: 'choice', label: id, options: options.map((option) => ({ id: option, label: option })) },
})
const content: FormContent = v.parse(FormContent, {
  title: 'Spring league',
  pages: [
    { id: 'p1', title: 'Contact', fields: [choice('fdivision', 'o1', 'o2'), { id: 'fname', kind: 'shortText', label: 'Name' }] },
    {
      id: 'p2',
      fields: [
        {
          ...{ id: 'fkids', kind: 'group', label: 'Kids', rowLabel: 'Child' },
          fields: [
            choice('fsize', 'o3', 'o4'),
            { id: 'fown', kind: 'shortText', label: 'Own size' },
            { id: 'fsum', kind: 'computed', label: 'Sum', formula: 'count(fown) + count(fname)' },
          ],
        },
      ],
    },
    { id: 'p3', fields: [] },
  ],
  rules: [
    { id: 'r1', when: { all: [{ field: 'fdivision', compare: 'is', value: 'o1' }] }, actions: [{ do: 'show', field: 'fkids' }] },
    {
      id: 'r2',
      when: { any: [{ field: 'fsize', compare: 'is', value: 'o4' }, { all: [{ field: 'fname', compare: 'isFilled' }] }] },
      actions: [
        { do: 'require', field: 'fown' },
        { do: 'show', field: 'fown' },
      ],
    },
    { id: 'r3', when: { all: [{ field: 'fname', compare: 'isEmpty' }] }, actions: [{ do: 'goTo', from: 'p1', to: 'p3' }] },
    { id: 'r4', when: { all: [{ field: 'fname', compare: 'is', value: 'x' }] }, actions: [{ do: 'end', from: 'p2', ending: 'e2' }] },
  ],
  endings: [
    { id: 'e1', title: 'Thank you' },
    { id: 'e2', title: 'Sorry', isRefusal: true },
  ],
})
const ruleIds = ({ rules }: FormContent) => rules.map(({ id }) => id)
const fieldIds = ({ pages }: FormContent) => pages.map(({ fields }) => fields.map(({ id }) => id))
const kidsOf = (form: FormContent) => {
  const kids = edit.findField(form, 'fkids')?.field
  return kids?.kind === 'group' ? kids.fields.map(({ id }) => id) : null
}

describe('A new field', () => {
  it.each(kinds)('of the kind %s is valid and complete', (kind: FieldKind) => {
    const field = makeField(kind, { label: 'A question' })
    expect(v.parse(Field, field)).toEqual(field)
    const form = edit.addField(fromTemplate('payment'), field, { page: 'p1', group: null, index: 0 })
    const isToBeFilled = kind === 'picture' || kind === 'richText' || kind === 'waiver'
    expect(checkContent(form).map(({ code }) => code)).toEqual(isToBeFilled ? ['nothingToShow'] : [])
  })

  it('never has an id that was used', () => {
    const ids = Array.from({ length: 500 }, () => makeField('choice', { label: 'A' })).flatMap(({ id, options }) => [
      id,
      ...options.map((option) => option.id),
    ])
    expect(new Set(ids).size).toBe(1500)
  })
})

describe('An edit of a form', () => {
  it('adds, changes and moves fields, also into a group and out of it, and keeps everything else the same object', () => {
    const field = makeField('number', { label: 'Age' })
    const added = edit.addField(content, field, { page: 'p2', group: 'fkids', index: 1 })
    expect(kidsOf(added)).toEqual(['fsize', field.id, 'fown', 'fsum'])
    expect(added.pages[0]).toBe(content.pages[0])
    const changed = edit.changeField(added, 'fname', { label: 'Full name', id: 'fother', kind: 'number' })
    expect(edit.findField(changed, 'fname')?.field).toMatchObject({ kind: 'shortText', label: 'Full name' })
    expect(changed.pages[0]?.fields[0]).toBe(content.pages[0]?.fields[0])
    const moved = edit.moveField(changed, 'fname', { page: 'p2', group: 'fkids', index: 0 })
    expect(kidsOf(moved)).toEqual(['fname', 'fsize', field.id, 'fown', 'fsum'])
    expect(moved.rules).toBe(content.rules)
    expect(edit.moveField(content, 'fsize', { page: 'p1', group: null, index: 1 }).pages[0]?.fields.map(({ id }) => id)).toEqual([
      'fdivision',
      'fsize',
      'fname',
    ])
    expect(fieldIds(edit.moveField(content, 'fdivision', { page: 'p1', group: null, index: 1 }))[0]).toEqual(['fname', 'fdivision'])
    // A group in a group, and places that are not there.
    expect(edit.moveField(content, 'fkids', { page: 'p2', group: 'fkids', index: 0 })).toBe(content)
    expect(edit.moveField(content, 'fname', { page: 'p9', group: null, index: 0 })).toBe(content)
  })

  it('keeps a rule that reads a removed field as it is, and says that it must be mended', () => {
    const both = {
      all: [
        { field: 'fdivision', compare: 'is' as const, value: 'o1' },
        { field: 'fname', compare: 'is' as const, value: 'y' },
      ],
    }
    const strict = edit.changeRule(content, 'r1', { when: both })
    for (const lost of ['fdivision', 'fname']) {
      const without = edit.removeField(strict, lost)
      expect(without.rules[0], lost).toEqual({ id: 'r1', when: both, actions: [{ do: 'show', field: 'fkids' }] })
      expect(checkContent(without), lost).toContainEqual({ at: 'r1', code: 'unknownField' })
    }
    const without = edit.removeField(strict, 'fdivision')
    const [first] = without.rules
    expect(first && writeRule(first, without, mapFields(without))).toBe('If a removed field is … and Name is y, show Kids.')
    // Also one that reads nothing else: without it, everyone would be asked.
    expect(ruleIds(edit.removeField(content, 'fdivision'))).toEqual(['r1', 'r2', 'r3', 'r4'])
  })

  it('removes what rules do with a field that is removed, and rules that have nothing left to do', () => {
    expect(edit.removeField(content, 'fown').rules.map(({ id }) => id)).toEqual(['r1', 'r3', 'r4'])
    const withoutKids = edit.removeField(content, 'fkids')
    expect(ruleIds(withoutKids)).toEqual(['r3', 'r4'])
    expect(withoutKids.rules[0]).toBe(content.rules[2])
    expect(checkContent(withoutKids)).toEqual([])
  })

  it('edits options, and keeps a rule about an option that is removed, to be mended', () => {
    const added = edit.addOption(content, 'fsize', 'XL')
    const changed = edit.changeOption(added, 'fsize', 'o3', { limit: 5, hasWaitlist: true })
    const moved = edit.moveOption(changed, 'fsize', 'o3', 2)
    const size = edit.findField(moved, 'fsize')?.field
    expect(size?.kind === 'choice' && size.options.map(({ label, limit }) => [label, limit])).toEqual([
      ['o4', null],
      ['XL', null],
      ['o3', 5],
    ])
    const removed = edit.removeOption(content, 'fsize', 'o4')
    expect(removed.rules[1]).toBe(content.rules[1])
    expect(checkContent(removed)).toEqual([{ at: 'r2', code: 'unknownOption' }])
    expect(content.rules[1] && writeRule(content.rules[1], removed, mapFields(removed))).toMatch(/^If fsize is a removed choice or /)
    const last = edit.removeOption(removed, 'fsize', 'o3')
    expect(edit.findField(last, 'fsize')?.field).toEqual(edit.findField(removed, 'fsize')?.field)
    const product = makeField('product', { label: 'Fee' })
    const priced = edit.addOption(edit.addField(content, product, { page: 'p1', group: null, index: 0 }), product.id, 'Late')
    const found = edit.findField(priced, product.id)?.field
    expect(found?.kind === 'product' && found.options[1]).toMatchObject({ label: 'Late', amount: 0, memberAmount: null })
  })

  it('adds, moves and removes pages, with the rules that are about them', () => {
    const added = edit.changePage(edit.addPage(content, 'Payment'), 'p3', { title: 'End' })
    expect(added.pages.map(({ title }) => title)).toEqual(['Contact', '', 'End', 'Payment'])
    expect(edit.movePage(content, 'p1', 2).pages.map(({ id }) => id)).toEqual(['p2', 'p3', 'p1'])
    const withoutEnd = edit.removePage(content, 'p3')
    expect(checkContent(withoutEnd)).toEqual([{ at: 'r3', code: 'unknownPage' }])
    expect(content.rules[2] && writeRule(content.rules[2], withoutEnd, mapFields(withoutEnd))).toMatch(
      /, go from Contact to a removed page\.$/,
    )
    const one = edit.removePage(edit.removePage(content, 'p1'), 'p2')
    expect([one.pages.length, one.rules, edit.removePage(one, 'p3')]).toEqual([1, [], one])
  })

  it('copies a field, a group and a page with what their rules do', () => {
    const field = edit.duplicateField(content, 'fown')
    const kids = kidsOf(field) ?? []
    expect(kids).toHaveLength(4)
    expect(field.rules.at(-1)).toMatchObject({ when: content.rules[1]?.when, actions: [{ field: kids[2] }, { field: kids[2] }] })
    const page = edit.duplicatePage(content, 'p2')
    const group = page.pages[2]?.fields[0]
    const inner = group?.kind === 'group' ? group.fields : []
    expect(inner).toHaveLength(3)
    expect(inner[2]?.kind === 'computed' && inner[2].formula).toBe(`count(${inner[1]?.id}) + count(fname)`)
    expect(page.rules).toHaveLength(7)
    expect(checkContent(page)).toEqual([])
    expect(JSON.stringify(page.rules.slice(4))).not.toContain('fsize')
    const named = edit.changeField(content, 'fname', { addressName: 'name' })
    expect(checkContent(edit.duplicateField(named, 'fname'))).toEqual([])
  })

  it('edits rules, endings, payment and texts', () => {
    const when = { all: [{ field: 'fname', compare: 'isFilled' as const }] }
    const added = edit.addRule(content, { when, actions: [{ do: 'show', field: 'fkids' }] })
    expect(added.rules).toHaveLength(5)
    expect(edit.moveRule(edit.changeRule(content, 'r1', { when }), 'r1', 3).rules.at(-1)).toMatchObject({ id: 'r1', when })
    const [first, second] = content.rules[1]?.actions ?? []
    const without = first && edit.removeAction(content, 'r2', first)
    expect(without?.rules[1]?.actions).toEqual([second])
    expect(second && without && ruleIds(edit.removeAction(without, 'r2', second))).toEqual(['r1', 'r3', 'r4'])
    expect(ruleIds(edit.removeRule(content, 'r2'))).toEqual(['r1', 'r3', 'r4'])
    // The rule turns people away, so it is not dropped silently.
    expect(checkContent(edit.removeEnding(content, 'e2'))).toEqual([{ at: 'r4', code: 'unknownEnding' }])
    const ended = edit.changeEnding(edit.addEnding(content, { title: 'Later', text: '', isRefusal: false }), 'e1', { title: 'Done' })
    expect(edit.moveEnding(ended, 'e1', 1).endings.map(({ title }) => title)).toEqual(['Sorry', 'Done', 'Later'])
    const payment = { currency: 'usd', feeBy: 'host', earlyUntil: null, siblingPercent: null, later: [] } as const
    expect(edit.changePayment(content, { ...payment, later: [] }).payment).toEqual(payment)
    expect(edit.changeForm(content, { title: 'Fall', intro: 'Hi' })).toMatchObject({ title: 'Fall', intro: 'Hi' })
  })
})

describe('Random edits', () => {
  it('never change what a rule reads, and leave none that does something with what is gone', () => {
    let edits = 0
    let rulesKept = 0
    for (let seed = 1; edits < 1_500; seed++) {
      const random = new RandomForm(seed)
      const { dice } = random
      let form = random.content
      for (let step = 0; step < 8; step++) {
        const fields = form.pages.flatMap(listFields).map(({ field }) => field)
        if (fields.length === 0) break
        const { id } = dice.pick(fields)
        const page = dice.pick(form.pages).id
        const field = fields.find((one) => one.id === id)
        const option = field && 'options' in field ? dice.pick<{ id: string }>(field.options).id : ''
        const group = dice.pick([null, ...fields.filter(({ kind }) => kind === 'group').map((one) => one.id)])
        const before = new Map(form.rules.map((rule) => [rule.id, rule]))
        form = dice.pick([
          () => edit.removeField(form, id),
          () => edit.duplicateField(form, id),
          () => edit.removeOption(form, id, option),
          () => edit.moveField(form, id, { page, group, index: dice.below(3) }),
          () => edit.removePage(form, page),
          () => edit.duplicatePage(form, page),
          () => edit.removeEnding(form, dice.pick(form.endings).id),
        ])()
        edits++
        const twice = checkContent(form).filter(({ code }) => ['idTwice', 'addressNameTwice'].includes(code))
        expect(twice, `seed ${seed}`).toEqual([])
        const there = new Set([...form.pages.map((one) => one.id), ...form.pages.flatMap(listFields).map((one) => one.field.id)])
        for (const rule of form.rules) {
          const known = before.get(rule.id)
          if (known) expect(rule.when, `seed ${seed}`).toEqual(known.when)
          for (const action of rule.actions) expect(there, `seed ${seed}`).toContain('from' in action ? action.from : action.field)
          rulesKept++
        }
      }
    }
    expect(rulesKept).toBeGreaterThan(500)
  })
})
