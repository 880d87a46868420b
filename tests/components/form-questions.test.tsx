import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import { FormPreview } from '../../web/forms/fill/form-preview.tsx'
import { makeContent, makeOpenForm, option, whenIs } from '../setup/form-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { openParts } from './setup/open-parts.tsx'

const viewer = someone
const main = page.getByRole('main')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByRole('textbox', { name })
const saving = 'PUT /api/forms/:id/answers'
const sending = 'POST /api/forms/:id/submissions'
const sent = { id: 'mine', state: 'accepted', key: null, ending: 'e1', payUntil: null }

const content = makeContent({
  pages: [
    {
      title: 'You',
      fields: [
        { id: 'fhead', kind: 'heading', label: 'First of all' },
        { id: 'fname', kind: 'shortText', label: 'Your name', isRequired: true },
        { id: 'fdrive', kind: 'choice', label: 'How do you come?', options: [option('ocar', 'By car'), option('obus', 'By bus')] },
        { id: 'fseats', kind: 'number', label: 'Free seats', isRequired: true },
      ],
    },
    {
      title: 'Your children',
      fields: [
        {
          ...{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 1, maxRows: 3 },
          fields: [
            { id: 'fchild', kind: 'shortText', label: 'Name of the child', isRequired: true },
            { id: 'fschool', kind: 'shortText', label: 'School', isRequired: true },
          ],
        },
      ],
    },
  ],
  rules: [{ id: 'r1', when: whenIs('fdrive', 'ocar'), actions: [{ do: 'show', field: 'fseats' }] }],
})

const open = (more: Partial<Omit<OpenForm, 'viewer' | 'content'>> & { viewer?: Partial<OpenForm['viewer']> } = {}, result: object = sent) =>
  answerWith({
    'GET /api/forms/:id': makeOpenForm({ content, layout: 'questions', ...more }),
    [saving]: { savedAt: Date.now() },
    [sending]: result,
  })

describe('The preview of a form with a question at a time', () => {
  it('shows the questions of a page one after the other', async () => {
    await openParts(<FormPreview content={content} pageId="p1" feeBasisPoints={0} layout="questions" />)
    await expect.element(main).toHaveTextContent('question 1 of 3')
    await box('Your name').fill('Jo')
    await button('Continue').click()
    await page.getByRole('radio', { name: 'By car' }).click()
    await button('Continue').click()
    await expect.element(box('Free seats')).toBeVisible()
    await expect.element(button('Continue')).toBeDisabled()
    await button('Back').click()
    await button('Back').click()
    await expect.element(box('Your name')).toHaveValue('Jo')
    expect(requestsTo()).toEqual([])
  })
})

describe('A form with a question at a time', () => {
  it('goes on with Enter, back without a loss, and asks what the rules show', async () => {
    open()
    const app = await openApp('/form/league?utm=x', { viewer })
    await expect.element(main).toHaveTextContent('Spring league · question 1 of 3')
    await expect.element(page.getByRole('heading', { name: 'First of all' })).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'How do you come?' })).not.toBeInTheDocument()
    // One question needs no list of what is wrong: the focus is at its field.
    await button('Continue').click()
    await expect.element(box('Your name')).toHaveFocus()
    await expect.element(box('Your name')).toHaveAccessibleDescription(/.+/)
    await expectAccessibleInBothThemes()
    await expectNoHorizontalScroll()
    await userEvent.keyboard('Jo{Enter}')
    await expect.element(page.getByRole('group', { name: 'How do you come?' })).toBeVisible()
    expect(app.address()).toBe('/form/league?utm=x&page=fdrive')
    await expect.element(page.getByRole('radio', { name: 'By car' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(main).toHaveTextContent('question 2 of 4')
    await userEvent.keyboard('{Enter}')
    await expect.element(box('Free seats')).toHaveFocus()
    await button('Back').click()
    await expect.element(page.getByRole('radio', { name: 'By car' })).toBeChecked()
    await page.getByRole('radio', { name: 'By bus' }).click()
    await button('Continue').click()
    await expect.element(box('Name of the child')).toBeVisible()
    await app.goBack()
    await expect.element(page.getByRole('radio', { name: 'By bus' })).toBeChecked()
    await button('Continue').click()
    await expectAccessibleInBothThemes()
    await box('Name of the child').fill('Mia')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('link', { name: 'Mia: School' })).toBeVisible()
    await page.getByRole('link', { name: 'Mia: School' }).click()
    await userEvent.keyboard('Oak{Enter}')
    await expect.poll(() => requestsTo(sending)).toHaveLength(1)
    expect(requestsTo(sending)[0]?.body).toMatchObject({
      answers: { fname: 'Jo', fdrive: 'obus', fkids: [{ fchild: 'Mia', fschool: 'Oak' }] },
    })
  })

  it('cannot be opened behind a question that is not right yet', async () => {
    open()
    await openApp('/form/league?page=fkids', { viewer })
    await expect.element(box('Your name')).toBeVisible()
  })

  it('goes back to the question that the server refuses', async () => {
    open({}, refuse('AnswersInvalid', 'Some answers need a change.', [{ path: 'answers.fname', message: 'This name is taken.' }]))
    const only = makeContent({ pages: [{ fields: ['fname', 'fnote'].map((id) => ({ id, kind: 'shortText', label: id })) }] })
    answerWith({ 'GET /api/forms/:id': makeOpenForm({ content: only, layout: 'questions' }) })
    await openApp('/form/league', { viewer })
    await box('fname').fill('Jo')
    await button('Continue').click()
    await expect.element(box('fnote')).toHaveFocus()
    await button('Send').click()
    await expect.element(box('fname')).toHaveFocus()
    await expect.element(page.getByText('This name is taken.')).toBeVisible()
  })

  it('has what is known already on one screen before what is new', async () => {
    open({ viewer: { hasKnownAnswers: true } })
    const answers = { fname: 'Jo', fdrive: 'obus', fkids: [{ fchild: 'Mia', fschool: 'Oak' }] }
    answerWith({
      'GET /api/forms/:id/known': {
        earlier: { title: 'Spring 2026', sentAt: 1, answers, marks: { fdrive: 'changed' } },
        profile: null,
        children: [],
      },
    })
    await openApp('/form/league', { viewer })
    await expect.element(page.getByText('We know 1 answer from “Spring 2026”')).toBeVisible()
    await expect.element(main).toHaveTextContent('question 1 of 3')
    await button('Continue').click()
    await expect.element(page.getByText('Changed', { exact: true })).toBeVisible()
    await button('Continue').click()
    await expect.element(page.getByText('We know 1 answer from “Spring 2026”')).toBeVisible()
    await button('Send').click()
    await expect.poll(() => requestsTo(sending)[0]?.body).toMatchObject({ answers })
  })
})
