import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { KnownAnswers } from '../../domain/forms/known-contract.ts'
import { makeContent, makeOpenForm } from '../setup/form-examples.ts'
import { answerWith, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const saving = 'PUT /api/forms/:id/answers'
const sending = 'POST /api/forms/:id/submissions'
const sent = { id: 'mine', state: 'accepted', key: null, ending: 'e1', payUntil: null }
const signedAt = Date.UTC(2026, 5, 1, 18)
const button = (name: string) => page.getByRole('button', { name, exact: true })

const waiver = { id: 'fw', kind: 'waiver', label: 'Waiver', text: 'At my own risk.', isRequired: true }
const content = makeContent({ pages: [{ fields: [{ id: 'fname', kind: 'shortText', label: 'Your name', isRequired: true }, waiver] }] })
const kids = {
  ...{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 1, maxRows: 3 },
  fields: [
    { id: 'fn', kind: 'shortText', label: 'Name', isRequired: true },
    { id: 'fb', kind: 'birthDate', label: 'Birth date' },
  ],
}

describe('A waiver that was signed before', () => {
  it('is shown with its date and not asked', async () => {
    const signed = [{ field: 'fw', signedAt, expiresAt: Date.UTC(2027, 5, 1, 18) }]
    answerWith({ 'GET /api/forms/:id': makeOpenForm({ content, viewer: { signed } }), [saving]: { savedAt: 1 }, [sending]: sent })
    await openApp('/form/league', { viewer })
    await expect.element(page.getByText('You signed this on June 1, 2026. It is valid until June 1, 2027.')).toBeVisible()
    await expect.element(page.getByText('At my own risk.')).toBeVisible()
    await expect.element(button('Type your name instead')).not.toBeInTheDocument()
    await expectAccessible()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Jo')
    await button('Send').click()
    await expect.poll(() => requestsTo(sending)[0]?.body).toMatchObject({ answers: { fname: 'Jo' } })
  })
})

describe('The form of the next season', () => {
  it('begins with the answers of last season, and says what stands out', async () => {
    const withNew = makeContent({
      pages: [
        {
          fields: [
            { id: 'fname', kind: 'shortText', label: 'Your name', isRequired: true },
            { id: 'fnew', kind: 'shortText', label: 'Nickname' },
            waiver,
          ],
        },
      ],
    })
    const known: KnownAnswers = {
      earlier: { title: 'Spring 2026', sentAt: signedAt, answers: { fname: 'Jo Park' }, marks: { fnew: 'new' } },
      children: [],
    }
    answerWith({
      'GET /api/forms/:id': makeOpenForm({ content: withNew, viewer: { hasKnownAnswers: true } }),
      'GET /api/forms/:id/known': known,
      [saving]: { savedAt: 1 },
    })
    await openApp('/form/league', { viewer })
    await expect.element(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Jo Park')
    await expect.element(page.getByText('Only 2 things to check')).toBeVisible()
    await expect.element(page.getByText('New', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Expired', { exact: true })).toBeVisible()
    await expectAccessible()
    // Nothing was entered, so nothing is saved.
    expect(requestsTo(saving)).toEqual([])
  })
})

describe('A parent', () => {
  it('adds each child with one tap', async () => {
    const children = [
      { id: 'c1', name: 'Mia Park', facts: { 'Birth date': '2016-05-01' } },
      { id: 'c2', name: 'Bo Park', facts: {} },
    ]
    answerWith({
      'GET /api/forms/:id': makeOpenForm({ content: makeContent({ pages: [{ fields: [kids] }] }), viewer: { hasKnownAnswers: true } }),
      'GET /api/forms/:id/known': { earlier: null, children },
      [saving]: { savedAt: 1 },
      [sending]: sent,
    })
    await openApp('/form/league', { viewer })
    await button('Add Mia Park').click()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mia Park')
    await button('Add Bo Park').click()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Bo Park')
    await expect.element(button('Add Mia Park')).not.toBeInTheDocument()
    await expectAccessible()
    await button('Send').click()
    const rows = [{ fn: 'Mia Park', fb: '2016-05-01' }, { fn: 'Bo Park' }]
    await expect.poll(() => requestsTo(sending)[0]?.body).toMatchObject({ answers: { fkids: rows } })
  })
})
