import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { KnownAnswers } from '../../domain/forms/known-contract.ts'
import { makeContent, makeOpenForm, whenIs } from '../setup/form-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
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
    const signed = [{ field: 'fw', forWhom: '', signedAt, expiresAt: Date.UTC(2027, 5, 1, 18) }]
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

describe('A waiver that was signed before for a child', () => {
  it('is not asked in the row with this name, and again if the server says that it has expired', async () => {
    const fields = [{ id: 'fn', kind: 'shortText', label: 'Name of the player', isRequired: true }, waiver]
    const group = makeContent({ pages: [{ fields: [{ ...kids, fields }] }] })
    const signed = [{ field: 'fw', forWhom: 'Mia Park', signedAt, expiresAt: null }]
    answerWith({ 'GET /api/forms/:id': makeOpenForm({ content: group, viewer: { signed } }), [saving]: { savedAt: 1 }, [sending]: sent })
    await openApp('/form/league', { viewer })
    const name = page.getByRole('textbox', { name: 'Name of the player' })
    const note = page.getByText('You signed this on June 1, 2026.')
    await name.fill('Mia')
    await expect.element(page.getByText('At my own risk.')).toBeVisible()
    await expect.element(note).not.toBeInTheDocument()
    await name.fill('mia park')
    await expect.element(note).toBeVisible()
    await expectAccessible()
    const issues = [{ path: 'answers.fkids.0.fw', message: 'Sign here.' }]
    answerWith({ [sending]: refuse('AnswersInvalid', 'Some answers are not right.', issues) })
    await button('Send').click()
    await expect.poll(() => requestsTo(sending)[0]?.body).toMatchObject({ answers: { fkids: [{ fn: 'mia park' }] } })
    await expect.element(note).not.toBeInTheDocument()
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
      profile: null,
      children: [],
    }
    answerWith({
      'GET /api/forms/:id': makeOpenForm({ content: withNew, viewer: { hasKnownAnswers: true } }),
      'GET /api/forms/:id/known': known,
      [saving]: { savedAt: 1 },
    })
    const app = await openApp('/form/league', { viewer })
    await expect.element(page.getByText('Only 2 things to check')).toBeVisible()
    await expect.element(page.getByText('We know 1 answer from “Spring 2026”')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Your name' })).not.toBeInTheDocument()
    await expect.element(page.getByText('New', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Expired', { exact: true })).toBeVisible()
    await expectAccessible()
    // Nothing was entered, so nothing is saved.
    expect(requestsTo(saving)).toEqual([])
    await expect.element(button('Show and change')).toHaveAttribute('aria-expanded', 'false')
    button('Show and change').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Jo Park')
    await expect.element(button('Hide')).toHaveFocus()
    await expectAccessibleInBothThemes()
    await button('Hide').click()
    await expect.element(page.getByRole('textbox', { name: 'Your name' })).not.toBeInTheDocument()
    await button('Start with an empty form').click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await expect.element(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('')
    await expect.element(page.getByText(/We know/)).not.toBeInTheDocument()
    await expect.element(page.getByText('New', { exact: true })).not.toBeInTheDocument()
    await button('Undo').click()
    await expect.element(page.getByText('We know 1 answer from “Spring 2026”')).toBeVisible()
    // As before, nothing was entered.
    await app.reload()
    await expect.element(page.getByText('Only 2 things to check')).toBeVisible()
    await button('Start with an empty form').click()
    await app.reload()
    await expect.element(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('')
  })

  it('opens what goes wrong with a known answer, and leaves it open', async () => {
    const fields = [
      { id: 'fhead', kind: 'heading', label: 'About you' },
      { id: 'fname', kind: 'shortText', label: 'Your name', isRequired: true },
      { id: 'fnote', kind: 'shortText', label: 'Allergies' },
      { id: 'fnext', kind: 'heading', label: 'This season' },
      { id: 'fdrive', kind: 'yesNo', label: 'Will you drive?' },
    ]
    const rules = [{ id: 'r1', when: whenIs('fdrive', true), actions: [{ do: 'require', field: 'fnote' }] }]
    answerWith({
      'GET /api/forms/:id': makeOpenForm({ content: makeContent({ pages: [{ fields }], rules }), viewer: { hasKnownAnswers: true } }),
      'GET /api/forms/:id/known': {
        earlier: { title: 'Spring 2026', sentAt: signedAt, answers: { fname: 'Jo Park' }, marks: { fdrive: 'new' } },
        // Last season counts more than the profile.
        profile: { name: 'Another Name', email: 'jo@example.com', cityId: null, activity: null },
        children: [],
      },
      [saving]: { savedAt: 1 },
    })
    await openApp('/form/league', { viewer })
    await expect.element(page.getByText('We know 1 answer from “Spring 2026”')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'This season' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'About you' })).not.toBeInTheDocument()
    await page.getByRole('radio', { name: 'Yes' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Allergies' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'About you' })).toBeVisible()
    await button('Send').click()
    await page.getByRole('link', { name: 'Allergies' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Allergies' })).toHaveFocus()
    await userEvent.keyboard('None')
    await expect.element(page.getByRole('textbox', { name: 'Allergies' })).toHaveValue('None')
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
      'GET /api/forms/:id/known': { earlier: null, profile: null, children },
      [saving]: { savedAt: 1 },
      [sending]: sent,
    })
    await openApp('/form/league', { viewer })
    await button('Add Mia Park').click()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mia Park')
    await expect.element(button('Mia Park')).toHaveFocus()
    await button('Add Bo Park').click()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Bo Park')
    await expect.element(button('Add Mia Park')).not.toBeInTheDocument()
    await expectAccessible()
    await button('Send').click()
    const rows = [{ fn: 'Mia Park', fb: '2016-05-01' }, { fn: 'Bo Park' }]
    await expect.poll(() => requestsTo(sending)[0]?.body).toMatchObject({ answers: { fkids: rows } })
  })
})

describe('A guest of a game at check-in', () => {
  const at = '/form/league?game=sunrise&guest=entry.1'
  const open = (more: object = {}) =>
    answerWith({
      'GET /api/forms/:id': makeOpenForm({ content, viewer: { isSignedIn: false, guestName: 'Bob', ...more } }),
      [sending]: { ...sent, key: 'k' },
    })

  it('signs without an account, also on the phone of a host who is signed in', async () => {
    open()
    await openApp(at, { viewer })
    await expect.element(page.getByText('You fill this as Bob, a guest in the game.')).toBeVisible()
    expect(requestsTo('GET /api/forms/:id')[0]?.query).toEqual({ guest: 'entry.1' })
    await page.getByRole('textbox', { name: 'Your name' }).fill('Bob Lee')
    await button('Type your name instead').click()
    await page.getByRole('textbox', { name: 'Your full name' }).fill('Bob Lee')
    await page.getByRole('textbox', { name: 'Your email' }).fill('bob@example.com')
    // Neither an account nor a link for later would tell the hosts who has signed.
    await expect.element(page.getByRole('link', { name: 'Sign in' })).not.toBeInTheDocument()
    await expect.element(button('Mail me a link to go on later')).not.toBeInTheDocument()
    await expectAccessible()
    await button('Send').click()
    await expect.element(page.getByRole('link', { name: 'Back to the game' })).toBeVisible()
    expect(requestsTo(sending)[0]?.body).toMatchObject({ guest: 'entry.1', guestName: 'Bob', email: 'bob@example.com' })
    expect(requestsTo(saving)).toEqual([])
  })

  it('begins with nothing of the guest before', async () => {
    open()
    const app = await openApp(at, { viewer })
    await page.getByRole('textbox', { name: 'Your name' }).fill('Bob Lee')
    await app.goTo('/form/league?game=sunrise&guest=entry.2')
    await expect.element(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('')
  })

  it('is told when they have signed, and when their code has ended', async () => {
    open({ canSend: false })
    const app = await openApp(at, { viewer })
    await expect.element(page.getByRole('heading', { name: 'Done already' })).toHaveFocus()
    await expect.element(page.getByText('Bob has filled “Spring league” for this game.')).toBeVisible()
    answerWith({ 'GET /api/forms/:id': refuse('GameGuestNotFound', 'This code is for nobody who is in the game now.') })
    await app.reload()
    await expect.element(page.getByRole('heading', { name: 'This code has ended' })).toBeVisible()
    await expectAccessible()
  })
})
