import { describe, expect, it } from 'vitest'
import { decide } from '../../domain/forms/decide.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import type { FormLayout } from '../../domain/forms/settings.ts'
import { nothingFolded } from '../../web/forms/fill/known-answers.ts'
import { listScreens, partsOf } from '../../web/forms/fill/screens.ts'
import { makeContent, whenIs } from '../setup/form-examples.ts'

const field = (id: string, kind = 'shortText', more: object = {}) => ({ id, kind, ...more })
const content = makeContent({
  pages: [
    {
      fields: [
        field('fhead', 'heading'),
        field('fa'),
        field('fhide', 'hidden', { addressName: 'x' }),
        field('fb'),
        field('ftext', 'richText', { text: 'Hi' }),
      ],
    },
    { fields: [field('fnext', 'heading'), field('fc'), field('fd')] },
  ],
  rules: [{ id: 'r1', when: whenIs('fa', 'x'), actions: [{ do: 'show', field: 'fb' }] }],
})
const screens = (layout: FormLayout, answers: object = {}, folded: string[] = [], of = content) =>
  listScreens(of, decide(indexContent(of), { ...answers }, '2026-11-27'), layout, folded.length > 0 ? new Set(folded) : nothingFolded)

describe('The screens of a form', () => {
  it('are its pages, or all of it', () => {
    expect(screens('pages').map(({ id, fields }) => [id, fields])).toEqual([
      ['p1', null],
      ['p2', null],
    ])
    expect(screens('whole')).toEqual([{ id: 'p1', pages: ['p1', 'p2'], fields: null }])
    expect(screens('pages').flatMap(partsOf)).toEqual(['p1', 'p2'])
  })

  it('are the questions that are asked, below what stands above them', () => {
    expect(screens('questions').map(({ fields }) => fields)).toEqual([['fhead', 'fa', 'ftext'], ['fnext', 'fc'], ['fd']])
    expect(screens('questions', { fa: 'x' }).map(({ fields }) => fields)).toEqual([
      ['fhead', 'fa'],
      ['fb', 'ftext'],
      ['fnext', 'fc'],
      ['fd'],
    ])
  })

  it('have what is known in one of them, without the headings of it', () => {
    expect(screens('questions', {}, ['fc']).map(({ id, fields }) => [id, fields])).toEqual([
      ['fa', ['fhead', 'fa', 'ftext']],
      ['p2', ['fc']],
      ['fd', ['fd']],
    ])
  })

  it('are never none', () => {
    const empty = makeContent({ pages: [{ fields: [] }, { fields: [] }] })
    expect(screens('questions', {}, [], empty)).toEqual([{ id: 'p1', pages: ['p1'], fields: null }])
    const text = makeContent({ pages: [{ fields: [field('ftext', 'richText', { text: 'Hi' })] }, { fields: [field('fa')] }] })
    expect(screens('questions', {}, [], text).map(({ id }) => id)).toEqual(['ftext', 'fa'])
  })
})
