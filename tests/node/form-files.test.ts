import { describe, expect, it } from 'vitest'
import { formFileUrl, listAnsweredFiles } from '../../domain/forms/files.ts'
import { listPictureIds } from '../../domain/forms/list-pictures.ts'
import { makeContent, option } from '../setup/form-examples.ts'

describe('The files in answers', () => {
  const content = makeContent({
    pages: [
      {
        fields: [
          { id: 'fcard', kind: 'file', maxFiles: 3 },
          { id: 'fchoices', kind: 'choices', options: [option('oa', 'A')] },
          { id: 'fkids', kind: 'group', rowLabel: 'Child', fields: [{ id: 'fface', kind: 'photo', label: 'Photo' }] },
        ],
      },
    ],
  })

  it('are listed with the place of their answer', () => {
    const answers = { fcard: ['one', 'two'], fchoices: ['oa'], fkids: [{}, { fface: ['three'] }] }
    expect(listAnsweredFiles(content, answers)).toEqual([
      { id: 'one', field: 'fcard', path: 'answers.fcard' },
      { id: 'two', field: 'fcard', path: 'answers.fcard' },
      { id: 'three', field: 'fface', path: 'answers.fkids.1.fface' },
    ])
    expect(listAnsweredFiles(content, {})).toEqual([])
  })

  it('have an address with the key of who has no account', () => {
    const place = { formId: 'form', submissionId: 'sent', key: null }
    expect(formFileUrl(place, 'file')).toBe('/api/forms/form/submissions/sent/files/file')
    expect(formFileUrl({ ...place, key: 'a+b' }, 'file', 'small')).toBe('/api/forms/form/submissions/sent/files/file?key=a%2Bb&size=small')
  })
})

describe('The pictures of a form', () => {
  it('are those of its fields and of its choices, each once', () => {
    const content = makeContent({
      pages: [
        {
          fields: [
            { id: 'fmap', kind: 'picture', pictureId: 'map' },
            { id: 'fempty', kind: 'picture' },
            {
              id: 'fshirt',
              kind: 'choice',
              style: 'pictures',
              options: [option('oa', 'A', { pictureId: 'red' }), option('ob', 'B', { pictureId: 'map' }), option('oc', 'C')],
            },
          ],
        },
      ],
    })
    expect(listPictureIds(content)).toEqual(['map', 'red'])
  })
})
