import { describe, expect, it } from 'vitest'
import { indexContent } from '../../domain/forms/index-content.ts'
import { AnswerStore } from '../../web/forms/fill/answer-store.ts'
import { makeContent } from '../setup/form-examples.ts'

const fileOf = (id: string) => ({ id, name: `${id}.pdf`, type: 'application/pdf', size: 1 })

describe('Starting again', () => {
  it('forgets the files that were added, and knows those that come back', () => {
    const content = makeContent({ pages: [{ fields: [{ id: 'fcard', kind: 'file', label: 'Card', maxFiles: 3 }] }] })
    const begun = {
      answers: { fcard: ['old', 'new'] },
      email: '',
      idempotencyKey: 'one',
      files: [fileOf('old'), fileOf('new')],
      saved: null,
    }
    const store = new AnswerStore(indexContent(content), '2026-11-27', { fcard: ['old'] }, begun)
    store.replace(undefined, { idempotencyKey: 'two' })
    expect(store.readAnswers()).toEqual({ fcard: ['old'] })
    expect([store.readFile('old')?.name, store.readFile('new')]).toEqual(['old.pdf', null])
  })
})
