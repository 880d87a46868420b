import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import { makeContent, makeOpenForm } from '../setup/form-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const content = makeContent({ pages: [{ fields: [{ id: 'fname', kind: 'shortText', label: 'Your name' }] }] })
const later = page.getByRole('button', { name: 'Mail me a link to go on later' })
const name = page.getByRole('textbox', { name: 'Your name' })
const mailing = 'POST /api/forms/:id/links'
const saving = 'PUT /api/forms/:id/answers'
const answerForm = (viewer: Partial<OpenForm['viewer']> = {}) =>
  answerWith({
    'GET /api/forms/:id': makeOpenForm({ content, viewer: { isSignedIn: false, ...viewer } }),
    [mailing]: null,
    [saving]: { savedAt: Date.now() },
    'POST /api/forms/:id/submissions': { id: 'mine', state: 'accepted', key: 'k', ending: 'e1', payUntil: null },
  })

describe('Going on with a form later', () => {
  it('is a link by email for whoever has no account', async () => {
    answerForm()
    await openApp('/form/league?code=spring')
    await expect.element(later).not.toBeInTheDocument()
    await name.fill('Ava')
    await later.click()
    const dialog = page.getByRole('dialog', { name: 'Go on later' })
    await dialog.getByRole('button', { name: 'Mail me the link' }).click()
    await expect.element(dialog).toHaveTextContent('Enter your email address.')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ava@example.com')
    await expectAccessibleInBothThemes()
    answerWith({ [mailing]: refuse('TooManyFormMails', 'This address got many emails about forms today.') })
    await dialog.getByRole('button', { name: 'Mail me the link' }).click()
    await expect.element(dialog).toHaveTextContent('This address got many emails')
    answerWith({ [mailing]: null })
    await dialog.getByRole('button', { name: 'Mail me the link' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Look into your mailbox' })).toHaveTextContent('ava@example.com')
    expect(requestsTo(mailing).at(-1)?.body).toEqual({
      ...{ email: 'ava@example.com', answers: { fname: 'Ava' }, website: '', code: 'spring', secret: expect.any(String) },
    })
  })

  it('brings the answers to another device, keeps them there, and ends when it is sent', async () => {
    answerForm({ draft: { answers: { fname: 'Ava' }, savedAt: 5 } })
    await openApp('/form/league?resume=secret')
    await expect.element(name).toHaveValue('Ava')
    expect(requestsTo('GET /api/forms/:id')[0]?.query).toEqual({ resume: 'secret' })
    await name.fill('Ava Park')
    await expect.poll(() => requestsTo(saving).at(-1)?.body).toEqual({ answers: { fname: 'Ava Park' }, savedAt: 5, resume: 'secret' })
    await expect.element(later).not.toBeInTheDocument()
    await page.getByRole('textbox', { name: 'Your email' }).fill('ava@example.com')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => requestsTo('POST /api/forms/:id/submissions')[0]?.body).toMatchObject({ resume: 'secret' })
  })

  it('says when a link has ended', async () => {
    answerForm()
    await openApp('/form/league?resume=old')
    await expect.element(page.getByText(/This link no longer opens answers/)).toBeVisible()
    await name.fill('Ava')
    await expect.element(later).toBeVisible()
  })

  it('needs no link with an account', async () => {
    answerForm({ isSignedIn: true })
    await openApp('/form/league', { viewer: someone })
    await name.fill('Ava')
    await expect.poll(() => requestsTo(saving)).toHaveLength(1)
    await expect.element(later).not.toBeInTheDocument()
  })
})
