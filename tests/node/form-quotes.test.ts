import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkContent } from '../../domain/forms/check-content.ts'
import { FormContent } from '../../domain/forms/content.ts'
import { decide } from '../../domain/forms/decide.ts'
import { removeField } from '../../domain/forms/edit-content.ts'
import { fillRichText } from '../../domain/forms/fill-rich-text.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { makeField } from '../../domain/forms/make-field.ts'
import { nameEnding, nameQuotes } from '../../domain/forms/name-quotes.ts'
import {
  namedInEnding,
  namedInStored,
  namedWhileFilling,
  quoteStored,
  quotesOfEnding,
  quotesWhileFilling,
} from '../../domain/forms/quote-answers.ts'
import { quoteIn } from '../../domain/forms/quotes.ts'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'

const name = makeField('shortText', { label: 'Name', id: 'fname' })
const sign = makeField('signature', { label: 'Sign', id: 'fsign' })
const form = (...fields: unknown[]) =>
  v.parse(FormContent, { title: 'Form', pages: [{ id: 'p1', fields }], endings: [{ id: 'e1', title: 'Thanks' }] })
const faults = (...fields: unknown[]) => checkContent(form(...fields)).map(({ code }) => code)

test('a label quotes an earlier answer as plain text', () => {
  const age = makeField('number', { label: 'How old is {{fname}}?' })
  const index = indexContent(form(name, age))
  const labelWith = (answers: Record<string, unknown>) =>
    quoteIn(age, quotesWhileFilling(index, decide(index, answers, '2026-01-01'), age, null)).label
  expect(labelWith({ fname: ' Ana $& ' })).toBe('How old is Ana $&?')
  expect(labelWith({})).toBe('How old is …?')
})

test('a city, a place or a person is quoted by its name, which has to be asked for', () => {
  const [city, person] = [makeField('city', { label: 'City', id: 'fcity' }), makeField('person', { label: 'Coach', id: 'fcoach' })]
  const court = makeField('place', { label: 'Court', id: 'fcourt' })
  const asking = makeField('shortText', { label: 'Why {{fcourt}} in {{fcity}}?', id: 'fwhy' })
  const kids = { ...makeField('group', { label: 'Kids', id: 'fkids', rowLabel: 'Kid' }), fields: [court, asking] }
  const content = { ...form(city, person, kids), endings: [{ id: 'e1', title: 'See you in {{fcity}}', text: '', isRefusal: false }] }
  expect(checkContent(content)).toEqual([])
  const index = indexContent(content)
  const answers = { fcity: '4671654', fcoach: 'jo', fkids: [{ fcourt: 'court-1', fwhy: 'x' }, { fwhy: 'y' }] }
  const decision = decide(index, answers, '2026-01-01')
  const names = new Map([
    ['4671654', 'Austin, TX'],
    ['court-1', 'South court'],
  ])
  const labelIn = (row: number, known = names) => quoteIn(asking, quotesWhileFilling(index, decision, asking, row, known)).label
  expect([labelIn(0), labelIn(1), labelIn(0, new Map())]).toEqual(['Why South court in Austin, TX?', 'Why … in Austin, TX?', 'Why … in …?'])
  const cityOf = { kind: 'city', id: '4671654' }
  expect(namedWhileFilling(index, decision, asking, 0)).toEqual([{ kind: 'place', id: 'court-1' }, cityOf])
  expect(namedInStored(index, answers)).toEqual([{ kind: 'place', id: 'court-1' }, cityOf, cityOf])
  expect(quoteStored(index, asking, answers, answers.fkids[0] ?? null, names).label).toBe('Why South court in Austin, TX?')
  const [ending = { title: '', text: '' }] = content.endings
  expect(namedInEnding(index, ending, answers)).toEqual([cityOf])
  expect(quotesOfEnding(index, ending, answers, names)).toEqual({ fcity: 'Austin, TX' })
})

test('an answer in a rich text is never markup', () => {
  const tree = fillRichText(readRichText('Hi **{{fname}}**'), { fname: '[x](https://a.com) *b*' })
  expect(tree).toEqual([{ kind: 'paragraph', runs: [{ text: 'Hi ' }, { text: '[x](https://a.com) *b*', isBold: true }] }])
})

test('only earlier answers that can be shown are quoted', () => {
  const quoting = (id: string) => makeField('shortText', { label: `About {{${id}}}` })
  expect(faults(name, quoting('fname'))).toEqual([])
  expect(faults(quoting('fname'), name)).toEqual(['notYetAnswered'])
  expect(faults(sign, quoting('fsign'))).toEqual(['notQuotable'])
  expect(faults(quoting('fgone'))).toEqual(['unknownField'])
  expect(faults(name, makeField('waiver', { label: 'Waiver', text: 'I, {{fname}}' }))).toEqual(['wordsChange'])
})

test('a table names what is quoted, and a removed field takes its quotes with it', () => {
  const content = form(name, makeField('number', { label: 'Age of {{fname}}' }))
  expect(nameQuotes(content).pages[0]?.fields[1]?.label).toBe('Age of [Name]')
  expect(removeField(content, 'fname').pages[0]?.fields[0]?.label).toBe('Age of ')
})

test('an ending quotes what was answered outside of groups', () => {
  const child = makeField('shortText', { label: 'Child', id: 'fchild' })
  const kids = { ...makeField('group', { label: 'Kids', id: 'fkids', rowLabel: 'Kid' }), fields: [child] }
  const thanking = (id: string) => ({
    ...form(name, sign, kids),
    endings: [{ id: 'e1', title: `Thanks, {{${id}}}`, text: '', isRefusal: false }],
  })
  const content = thanking('fname')
  expect(['fname', 'fsign', 'fgone', 'fchild'].map((id) => checkContent(thanking(id)).map(({ at, code }) => `${at} ${code}`))).toEqual([
    [],
    ['e1 notQuotable'],
    ['e1 unknownField'],
    ['e1 otherGroup'],
  ])
  const [ending = { title: '', text: '' }] = content.endings
  expect(quotesOfEnding(indexContent(content), ending, { fname: 'Ana' })).toEqual({ fname: 'Ana' })
  expect(nameEnding(content, ending)).toBe('Thanks, [Name]')
  expect(removeField(content, 'fname').endings[0]?.title).toBe('Thanks, ')
})
