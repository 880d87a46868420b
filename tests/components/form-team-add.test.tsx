import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { TeamAddForm } from '../../domain/forms/team-add-contract.ts'
import { makeContent, makeOpenForm, whenIs } from '../setup/form-examples.ts'
import { anOverview, aSubmission } from './form-submission-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const content = makeContent({
  pages: [
    {
      fields: [
        { id: 'fname', kind: 'shortText', label: 'Name', isRequired: true },
        { id: 'fwaiver', kind: 'waiver', label: 'Waiver', isRequired: true, text: 'At my own risk.' },
        { id: 'fphotos', kind: 'consent', label: 'Photos are fine' },
      ],
    },
  ],
})
const mia = { id: 'mia', name: 'Mia Park', face: { id: 'mia', name: 'Mia Park', pictureUrl: null }, signer: 'Mia Park' }
const reading = 'GET /api/forms/:id/people/:personId'
const filling = 'POST /api/forms/:id/people/:personId/submissions'
const found: TeamAddForm = { form: makeOpenForm({ content, viewer: { isOrganizer: true } }), person: mia }

describe('Choosing for whom to fill a form', () => {
  const guestsKey = 'GET /api/teams/:id/guests'
  const aPerson = (name: string) => ({ person: { id: name, name, pictureUrl: null } })
  const aGuest = (name: string, isChild = false) => ({ id: name, name, isChild })
  const dialog = page.getByRole('dialog', { name: 'Fill for someone' })
  const search = dialog.getByRole('searchbox', { name: 'Search a member or guest' })
  const nobody = 'Nobody with this name is in the community.'

  const openDialog = async () => {
    answerWith({
      'GET /api/forms/:id/submissions/overview': anOverview({ counts: [], options: [] }),
      'GET /api/teams/:id/people': ({ query }: ApiRequest) => ({ people: query.q ? [] : [aPerson('Dana')], fields: [], next: null }),
    })
    await openApp('/form/camp/submissions', { viewer: someone })
    await page.getByRole('button', { name: 'Fill for someone' }).click()
  }

  it('finds a child on a later page of the guests', async () => {
    answerWith({
      [guestsKey]: ({ query }: ApiRequest) => {
        const at = Number(query.cursor ?? 0)
        return { guests: [at === 2 ? aGuest('Zoe', true) : aGuest(`Robin ${at}`)], fields: [], next: at === 2 ? null : `${at + 1}` }
      },
    })
    await openDialog()
    await expect.element(dialog.getByRole('link', { name: 'Dana' })).toBeVisible()
    // Without a name, the rest is loaded when it is asked for.
    expect(requestsTo(guestsKey)).toHaveLength(1)
    await search.fill('zoe')
    await expect.element(dialog.getByRole('link', { name: 'Zoe' })).toHaveTextContent('Child')
    await expect.element(dialog).not.toHaveTextContent(nobody)
    await search.fill('zoa')
    await expect.element(dialog).toHaveTextContent(nobody)
    expect(requestsTo(guestsKey)).toHaveLength(3)
  })

  it('does not say that nobody has the name while guests load', async () => {
    const held = Promise.withResolvers<object>()
    answerWith({ [guestsKey]: () => held.promise })
    await openDialog()
    await search.fill('zoe')
    await expect.poll(() => requestsTo('GET /api/teams/:id/people').at(-1)?.query.q).toBe('zoe')
    await expect.element(dialog.getByRole('link', { name: 'Dana' })).not.toBeInTheDocument()
    await expect.element(dialog).toHaveTextContent('Loading people')
    await expect.element(dialog).not.toHaveTextContent(nobody)
    held.resolve({ guests: [aGuest('Zoe')], fields: [], next: null })
    await expect.element(dialog.getByRole('link', { name: 'Zoe' })).toHaveTextContent('Guest')
  })

  it('says that guests could not be loaded', async () => {
    answerWith({ [guestsKey]: refuse('Unexpected', 'Something went wrong on our side.') })
    await openDialog()
    await search.fill('zoe')
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('We could not load all guests')
    await expect.element(dialog.getByRole('link', { name: 'Dana' })).not.toBeInTheDocument()
    await expect.element(dialog).not.toHaveTextContent('Loading people')
    await expect.element(dialog).not.toHaveTextContent(nobody)
    answerWith({ [guestsKey]: { guests: [aGuest('Zoe')], fields: [], next: null } })
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog.getByRole('link', { name: 'Zoe' })).toBeVisible()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  })
})

describe('Filling a form for somebody', () => {
  it('leaves to them what only they can say', async () => {
    answerWith({ [reading]: found, [filling]: { id: 'new', isMissing: true, mustPay: false } })
    await openApp('/form/league/team-form-add/mia', { viewer: someone })
    const main = page.getByRole('main')
    await expect.element(main).toHaveTextContent('You fill this for Mia Park.')
    await expect
      .element(main)
      .toHaveTextContent(/Waiver.*They are asked for it when you have saved.*Photos are fine.*Only they can say this/)
    await expect.element(page.getByRole('checkbox', { name: 'Photos are fine' })).not.toBeInTheDocument()
    // Nothing of the organizer's own is in it.
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
    await expectAccessibleInBothThemes()
    await page.getByRole('textbox', { name: 'Name' }).fill('Mia Park')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByRole('heading', { name: 'Saved for Mia Park' })).toHaveFocus()
    await expect.element(main).toHaveTextContent('Mia Park has a link to what only they can say.')
    expect(requestsTo(filling).map(({ body }) => body)).toEqual([
      { version: 3, answers: { fname: 'Mia Park' }, total: null, idempotencyKey: expect.any(String) },
    ])
    expect(requestsTo('PUT /api/forms/:id/answers')).toEqual([])
  })

  it('checks a code while it is typed, and shows what it takes off', async () => {
    const options = [{ id: 'oseat', label: 'Adult', amount: 5000 }]
    const paid = makeContent({
      payment: { currency: 'usd' },
      pages: [
        {
          fields: [
            { id: 'fseat', kind: 'product', label: 'Seat', options },
            { id: 'fcode', kind: 'coupon', label: 'Code' },
          ],
        },
      ],
    })
    answerWith({
      [reading]: { form: makeOpenForm({ content: paid, viewer: { isOrganizer: true } }), person: mia },
      'POST /api/forms/:id/coupons/check': { code: 'HALF', percent: 50, amountOff: null },
      [filling]: { id: 'new', isMissing: false, mustPay: true },
    })
    await openApp('/form/league/team-form-add/mia', { viewer: someone })
    await page.getByRole('radio', { name: /Adult/ }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill('half')
    await expect.element(page.getByText('HALF: 50% off')).toBeVisible()
    await expect.element(page.getByText('$25 less with your code')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByRole('heading', { name: 'Saved for Mia Park' })).toBeVisible()
    expect(requestsTo(filling)[0]?.body).toMatchObject({
      ...{ coupon: 'HALF', total: { amount: 2500, currency: 'usd' } },
      answers: { fseat: [{ option: 'oseat', quantity: 1 }], fcode: 'half' },
    })
  })

  it('is for organizers, and for people of the community', async () => {
    answerWith({ [reading]: refuse('NotAllowed', 'You may not do this.') })
    const app = await openApp('/form/league/team-form-add/mia', { viewer: someone })
    await expect.element(page.getByRole('heading', { name: 'Only for organizers' })).toBeVisible()
    answerWith({ [reading]: refuse('FormPersonNotFound', 'We could not find this person.') })
    await app.reload()
    await expect.element(page.getByText(/having a "RUFF" time/)).toBeVisible()
  })
})

describe('What somebody else has filled for me', () => {
  const adding = 'POST /api/forms/:id/submissions/:submissionId/missing'
  const submission = aSubmission({
    ...{ id: 'mine', content, answers: { fname: 'Mia Park' }, total: null, organizer: null, isMine: true, canChange: false },
    missing: { answers: [{ field: 'fwaiver', row: null }], today: '2026-11-27', isMember: false },
  })

  it('asks only for what is missing', async () => {
    answerWith({ 'GET /api/forms/:id/submissions/:submissionId': submission, [adding]: null })
    await openApp('/form/league/mine?key=secret')
    const form = page.getByRole('form', { name: 'What is missing' })
    await expect.element(form).toBeVisible()
    await expect.element(page.getByText('Something is missing')).toBeVisible()
    await expect.element(form.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument()
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.element(form).toHaveTextContent('One answer needs a change')
    await expectAccessibleInBothThemes()
    await form.getByRole('button', { name: 'Type your name instead' }).click()
    await form.getByRole('textbox', { name: 'Your full name' }).fill('Mia Park')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.element(page.getByText('Thank you. Nothing is missing any more.')).toBeVisible()
    expect(requestsTo(adding).map(({ body }) => body)).toEqual([
      { answers: { fname: 'Mia Park', fwaiver: { name: 'Mia Park' } }, secret: expect.any(String), revision: 1, key: 'secret' },
    ])
  })

  it('shows a waiver that was signed before, and does not ask for it again', async () => {
    const signed = [{ field: 'fwaiver', forWhom: '', signedAt: Date.UTC(2026, 2, 3), expiresAt: null }]
    const asked = { answers: [{ field: 'fphotos', row: null }], today: '2026-11-27', isMember: false }
    answerWith({ 'GET /api/forms/:id/submissions/:submissionId': { ...submission, signed, missing: asked }, [adding]: null })
    await openApp('/form/league/mine?key=secret')
    const form = page.getByRole('form', { name: 'What is missing' })
    await expect.element(form).toHaveTextContent('You signed this on')
    await form.getByRole('checkbox', { name: 'Photos are fine' }).click()
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.element(page.getByText('Thank you. Nothing is missing any more.')).toBeVisible()
  })

  it('keeps what it asks more while that is answered, and leaves the rest of a row as it is', async () => {
    const more = makeContent({
      pages: [
        {
          fields: [
            { id: 'fphotos', kind: 'consent', label: 'Photos are fine' },
            { id: 'fwhere', kind: 'shortText', label: 'Where may we show them?', isRequired: true },
            {
              ...{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 1, maxRows: 4 },
              fields: [
                { id: 'fkid', kind: 'shortText', label: 'Name of the child', isRequired: true },
                { id: 'fsign', kind: 'signature', label: 'Signature', way: 'typed', isRequired: true },
              ],
            },
          ],
        },
      ],
      rules: [{ id: 'r1', when: whenIs('fphotos', true), actions: [{ do: 'show', field: 'fwhere' }] }],
    })
    const missing = { answers: [{ field: 'fsign', row: 0 }], today: '2026-11-27', isMember: false }
    const asked = { ...submission, ...{ content: more, answers: { fkids: [{ fkid: 'Bo' }] }, missing } }
    answerWith({ 'GET /api/forms/:id/submissions/:submissionId': asked, [adding]: null })
    await openApp('/form/league/mine?key=secret')
    const form = page.getByRole('form', { name: 'What is missing' })
    await expect.element(form.getByRole('button', { name: 'Bo', exact: true })).toBeVisible()
    await expect.element(form.getByRole('textbox', { name: 'Name of the child' })).not.toBeInTheDocument()
    await expect.element(form.getByRole('button', { name: 'Add Child' })).not.toBeInTheDocument()
    await form.getByRole('checkbox', { name: 'Photos are fine' }).click()
    await form.getByRole('textbox', { name: 'Where may we show them?' }).fill('On the wall')
    await expect.element(form.getByRole('textbox', { name: 'Where may we show them?' })).toHaveValue('On the wall')
    await form.getByRole('textbox', { name: 'Your full name' }).fill('Mia Park')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.element(page.getByText('Thank you. Nothing is missing any more.')).toBeVisible()
    expect(requestsTo(adding)[0]?.body).toMatchObject({
      answers: { fphotos: true, fwhere: 'On the wall', fkids: [{ fkid: 'Bo', fsign: { name: 'Mia Park' } }] },
    })
  })

  it('keeps what was begun after a reload, and is sent with the same secret', async () => {
    answerWith({ 'GET /api/forms/:id/submissions/:submissionId': submission, [adding]: refuse('TooManyRequests', 'Please wait.') })
    const app = await openApp('/form/league/mine?key=secret')
    const form = page.getByRole('form', { name: 'What is missing' })
    await form.getByRole('button', { name: 'Type your name instead' }).click()
    await form.getByRole('textbox', { name: 'Your full name' }).fill('Mia Park')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.element(form.getByRole('alert')).toHaveTextContent('Please wait.')
    // An organizer has changed something else meanwhile.
    answerWith({
      'GET /api/forms/:id/submissions/:submissionId': { ...submission, revision: 2, answers: { fname: 'Mia J. Park' } },
      [adding]: null,
    })
    await app.reload()
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.element(page.getByText('Thank you. Nothing is missing any more.')).toBeVisible()
    const [first, last] = requestsTo(adding).map(({ body }) => body as { secret: string })
    expect(last).toEqual({
      ...{ answers: { fname: 'Mia J. Park', fwaiver: { name: 'Mia Park' } }, secret: first?.secret, revision: 2, key: 'secret' },
    })
    expect(JSON.stringify({ ...localStorage })).not.toContain('Mia Park')
  })

  it('shows what it is now if the answer to the first request was lost', async () => {
    let now = submission
    answerWith({
      'GET /api/forms/:id/submissions/:submissionId': () => now,
      [adding]: () => {
        now = { ...submission, state: 'accepted', missing: null, revision: 2 }
        return refuse('SubmissionFixed', 'These answers can no longer be changed.')
      },
    })
    await openApp('/form/league/mine?key=secret')
    const form = page.getByRole('form', { name: 'What is missing' })
    await form.getByRole('button', { name: 'Type your name instead' }).click()
    await form.getByRole('textbox', { name: 'Your full name' }).fill('Mia Park')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(page.getByText('Something is missing')).not.toBeInTheDocument()
    expect(JSON.stringify({ ...localStorage })).not.toContain('Mia Park')
  })

  it('lets a member choose a person whom their answer asks for', async () => {
    const buddies = makeContent({
      pages: [
        {
          fields: [
            { id: 'fphotos', kind: 'consent', label: 'Photos are fine' },
            { id: 'fbuddy', kind: 'person', label: 'Who takes them?', isRequired: true },
          ],
        },
      ],
      rules: [{ id: 'r1', when: whenIs('fphotos', true), actions: [{ do: 'show', field: 'fbuddy' }] }],
    })
    const missing = { answers: [{ field: 'fphotos', row: null }], today: '2026-11-27', isMember: true }
    answerWith({ 'GET /api/forms/:id/submissions/:submissionId': { ...submission, content: buddies, answers: {}, missing } })
    await openApp('/form/league/mine', { viewer: someone })
    const form = page.getByRole('form', { name: 'What is missing' })
    await form.getByRole('checkbox', { name: 'Photos are fine' }).click()
    await expect.element(form.getByRole('combobox', { name: 'Who takes them?' })).toBeVisible()
  })

  it('cannot be decided by organizers before that', async () => {
    const organizer = { tags: [], note: '' }
    answerWith({ 'GET /api/forms/:id/submissions/:submissionId': { ...submission, isMine: false, organizer } })
    await openApp('/form/league/mine', { viewer: someone })
    await expect.element(page.getByText(/It counts when they have added/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Decline' })).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveTextContent('Something is missing')
  })
})
