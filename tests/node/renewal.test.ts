import { describe, expect, it } from 'vitest'
import { decide } from '../../domain/forms/decide.ts'
import type { GroupField } from '../../domain/forms/fields.ts'
import { fillChild } from '../../domain/forms/fill-child.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { renew } from '../../domain/forms/renewal.ts'
import { countKnown, countToCheck, joinKnown, listFolded, marksOf } from '../../web/forms/fill/known-answers.ts'
import { makeContent, option, whenIs } from '../setup/form-examples.ts'

const today = '2026-11-27'
const field = (id: string, kind: string, more: object = {}) => ({ id, kind, label: `Question ${id}`, ...more })
const contentOf = (...fields: ReturnType<typeof field>[]) => makeContent({ pages: [{ fields }], payment: { currency: 'usd' } })
const renewed = (before: ReturnType<typeof field>[], answers: object, after: ReturnType<typeof field>[]) =>
  renew(contentOf(...after), { content: contentOf(...before), answers: { ...answers } }, { today })

describe('The form of the next season', () => {
  it('has the answers of last season, only of fields with the same id and kind, that are still valid', () => {
    const before = [field('fname', 'shortText'), field('fage', 'number'), field('fmail', 'email'), field('fgone', 'shortText')]
    const after = [field('fname', 'shortText'), field('fage', 'number', { max: 10 }), field('fmail', 'phone'), field('fnew', 'shortText')]
    const { answers, marks } = renewed(before, { fname: 'Jo', fage: 12, fmail: 'jo@example.com', fgone: 'x' }, after)
    expect(answers).toEqual({ fname: 'Jo' })
    expect(marks).toEqual({ fage: 'changed', fmail: 'new', fnew: 'new' })
  })

  it('has no price, signature, consent, file or place of last season', () => {
    const options = [option('oa', 'A', { amount: 100 })]
    const all = [
      ...[field('fp', 'product', { options }), field('fo', 'ownAmount'), field('fk', 'coupon'), field('fs', 'signature')],
      ...[field('fw', 'waiver', { text: 'x' }), field('fc', 'consent'), field('ff', 'file'), field('fi', 'photo')],
      ...[field('fe', 'season', { options: [option('oa', 'Spring')] }), field('fh', 'hidden', { addressName: 'x' })],
    ]
    const sent = { fp: [{ option: 'oa', quantity: 1 }], fo: 5, fk: 'CODE', fs: { name: 'Jo Park' }, fw: { name: 'Jo Park' }, fc: true }
    const { answers, marks } = renewed(all, { ...sent, ff: ['a-file'], fi: ['a-photo'], fe: 'oa', fh: 'y' }, all)
    expect(answers).toEqual({})
    expect(marks).toEqual({})
  })

  it('has a choice only if it is still called the same', () => {
    const shirts = (...labels: string[]) => field('fs', 'choices', { options: labels.map((label, at) => option(`o${at}`, label)) })
    expect(renewed([shirts('S', 'M')], { fs: ['o0'] }, [shirts('S', 'L')]).answers).toEqual({ fs: ['o0'] })
    expect(renewed([shirts('S', 'M')], { fs: ['o0', 'o1'] }, [shirts('S', 'L')])).toEqual({ answers: {}, marks: { fs: 'changed' } })
  })

  it('has the rows of last season, and survives answers that are not what they should be', () => {
    const kids = (max: number) =>
      field('fkids', 'group', { rowLabel: 'Child', maxRows: max, fields: [field('fn', 'shortText'), field('fc', 'consent')] })
    const rows = [{ fn: 'Mia', fc: true }, { fn: 'Bo' }, null, 'x']
    expect(renewed([kids(5)], { fkids: rows }, [kids(5)]).answers).toEqual({ fkids: [{ fn: 'Mia' }, { fn: 'Bo' }] })
    expect(renewed([kids(5)], { fkids: rows }, [kids(1)]).answers).toEqual({ fkids: [{ fn: 'Mia' }] })
    expect(renewed([kids(5)], { fkids: { __proto__: 1 } }, [kids(5)]).answers).toEqual({})
  })

  it('says how little is left to check', () => {
    const before = [field('fname', 'shortText', { isRequired: true }), field('fw', 'waiver', { text: 'x', isRequired: true })]
    const after = [...before, field('fnew', 'shortText'), field('fopt', 'longText')]
    const { answers, marks } = renewed([...before, field('fopt', 'longText')], { fname: 'Jo' }, after)
    const known = { earlier: { title: 'Last', sentAt: 1, answers, marks }, children: [], profile: null }
    const index = indexContent(contentOf(...after))
    const count = (signed: string[]) => {
      const before = signed.map((id) => ({ field: id, forWhom: '' }))
      return countToCheck(index, decide(index, answers, today, { signed: new Set(signed) }), marksOf(index, known, before))
    }
    expect(marksOf(index, known, [])).toEqual({ fnew: 'new', fw: 'expired' })
    expect([count([]), count(['fw'])]).toEqual([2, 1])
    expect(joinKnown(known, { fname: 'From the link' })).toEqual({ fname: 'From the link' })
  })
})

describe('What is folded in the form of the next season', () => {
  const before = [
    ...[field('fname', 'shortText', { isRequired: true }), field('fnote', 'longText'), field('fage', 'number')],
    ...[field('fw', 'waiver', { text: 'x', isRequired: true }), field('fc', 'consent'), field('fhead', 'heading')],
  ]
  const kids = (...inner: ReturnType<typeof field>[]) => field('fkids', 'group', { rowLabel: 'Child', fields: inner })
  const folded = (
    fields: ReturnType<typeof field>[],
    sent: object,
    now: object = {},
    { signed = [] as string[], rules = [] as unknown[] } = {},
  ) => {
    const content = makeContent({ pages: [{ fields }], rules })
    const { answers, marks } = renew(
      content,
      { content: contentOf(...before, kids(field('fn', 'shortText'))), answers: { ...sent } },
      { today },
    )
    const known = { earlier: { title: 'Last', sentAt: 1, answers, marks }, children: [], profile: null }
    const index = indexContent(content)
    const filled = { ...answers, ...now }
    const decision = decide(index, filled, today, { signed: new Set(signed) })
    const opened = { index, decision, answers: filled, earlier: known.earlier }
    const marked = marksOf(
      index,
      known,
      signed.map((id) => ({ field: id, forWhom: '' })),
    )
    const ids = listFolded({ ...opened, marks: marked })
    const count = countKnown(
      fields.flatMap(({ id }) => index.fields.get(id)?.field ?? []).filter(({ id }) => ids.has(id)),
      decision,
    )
    return { ids: [...ids], count }
  }

  it('is what was said and still fits, with what was left empty beside it', () => {
    expect(folded(before, { fname: 'Jo', fage: 12 })).toEqual({ ids: ['fname', 'fnote', 'fage'], count: 2 })
    expect(folded(before, { fname: 'Jo' }, {}, { signed: ['fw'] })).toEqual({ ids: ['fname', 'fnote', 'fage', 'fw'], count: 2 })
    // Nothing is known beside it.
    expect(folded([field('fnote', 'longText')], { fname: 'Jo' })).toEqual({ ids: [], count: 0 })
  })

  it('is nothing that is new, changed, required but empty, no longer right, or entered otherwise meanwhile', () => {
    const after = [
      field('fname', 'shortText'),
      field('fnew', 'shortText'),
      field('fage', 'number', { max: 10 }),
      field('fnote', 'longText'),
    ]
    expect(folded(after, { fname: 'Jo', fage: 12, fnote: 'Hi' }).ids).toEqual(['fname', 'fnote'])
    expect(folded(after, { fname: 'Jo', fnote: 'Hi' }, { fname: 'Kim' }).ids).toEqual(['fnote'])
    expect(folded([field('fname', 'shortText'), field('fnote', 'longText', { isRequired: true })], { fname: 'Jo' }).ids).toEqual(['fname'])
  })

  it('is not what a rule showed to nobody then', () => {
    const rules = [{ id: 'r1', when: whenIs('fnew', 'x'), actions: [{ do: 'show', field: 'fnote' }] }]
    expect(
      folded([field('fname', 'shortText'), field('fnew', 'shortText'), field('fnote', 'longText')], { fname: 'Jo' }, {}, { rules }).ids,
    ).toEqual(['fname'])
  })

  it('is a group only as a whole', () => {
    const rows = { fname: 'Jo', fkids: [{ fn: 'Mia' }] }
    expect(folded([kids(field('fn', 'shortText'))], rows)).toEqual({ ids: ['fkids'], count: 1 })
    expect(folded([kids(field('fn', 'shortText'), field('fb', 'birthDate'))], rows).ids).toEqual([])
    expect(folded([kids(field('fn', 'shortText', { isRequired: true }))], { fkids: [{}] }).ids).toEqual([])
  })
})

describe('A child', () => {
  const groupOf = (...fields: ReturnType<typeof field>[]) =>
    contentOf(field('fkids', 'group', { rowLabel: 'Child', fields })).pages[0]?.fields[0] as GroupField
  const mia = { id: 'c1', name: 'Mia Park', facts: { 'Shirt size': 'ym', 'Birth date': '2016-05-01', Allergies: 'Nuts' } }

  it('fills a row with its name and what the community knows', () => {
    const group = groupOf(
      field('fn', 'shortText', { label: 'Name of the player' }),
      field('fb', 'birthDate', { label: 'Birth date' }),
      field('fs', 'choice', { label: 'Shirt size', options: [option('os', 'YS'), option('om', 'YM')] }),
      field('fa', 'longText', { label: 'Allergies' }),
    )
    expect(fillChild(group, mia, today)).toEqual({ fn: 'Mia Park', fb: '2016-05-01', fs: 'om' })
  })

  it('has a first and a last name where both are asked', () => {
    const group = groupOf(field('fl', 'shortText', { label: 'Last name' }), field('ff', 'shortText', { label: 'First name' }))
    expect(fillChild(group, mia, today)).toEqual({ ff: 'Mia', fl: 'Park' })
    expect(fillChild(group, { ...mia, name: 'Mia' }, today)).toEqual({ ff: 'Mia' })
  })
})
