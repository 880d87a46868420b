import { clear, get, keys } from 'idb-keyval'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OpenForm, SentForm } from '../../domain/forms/fill-contract.ts'
import type { KnownAnswers } from '../../domain/forms/known-contract.ts'
import { deviceStore } from '../../web/device-store.ts'
import { FormPreview } from '../../web/forms/fill/form-preview.tsx'
import { league, makeContent, makeOpenForm, option, whenIs } from '../setup/form-examples.ts'
import { catchLeaving } from './payment-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { openParts } from './setup/open-parts.tsx'

const viewer = someone
const main = page.getByRole('main')
const stranger = { isSignedIn: false }
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByRole('textbox', { name })
const saving = 'PUT /api/forms/:id/answers'
const sending = 'POST /api/forms/:id/submissions'

const sent = (changes: Partial<SentForm> = {}): SentForm => ({
  id: 'mine',
  state: 'accepted',
  key: null,
  ending: 'e1',
  payUntil: null,
  ...changes,
})
const answerForm = (form: OpenForm, result: object = sent()) =>
  answerWith({ 'GET /api/forms/:id': form, [saving]: { savedAt: Date.now() }, [sending]: result })

function storedDraft(): { key: string; draft: { values: object } } {
  const key = Object.keys(localStorage).find((one) => one.endsWith(':form:league')) ?? ''
  return { key, draft: JSON.parse(localStorage.getItem(key) ?? '{}') }
}

function typeInOtherTab(fname: string) {
  const { key, draft } = storedDraft()
  const values = { ...draft.values, answers: { fname }, idempotencyKey: 'other-key' }
  localStorage.setItem(key, JSON.stringify({ ...draft, values, tab: 'other-tab' }))
}

const twoPages = makeContent({
  pages: [
    { title: 'You', fields: [{ id: 'fname', kind: 'shortText', label: 'Your name', isRequired: true, addressName: 'name' }] },
    {
      title: 'Your team',
      fields: [
        { id: 'fteam', kind: 'shortText', label: 'Team' },
        { id: 'fmail', kind: 'email', label: 'Contact' },
      ],
    },
  ],
})
const onePage = makeContent({ pages: [{ fields: [{ id: 'fname', kind: 'shortText', label: 'Your name', isRequired: true }] }] })

describe('A form', () => {
  it.each(['product', 'team'] as const)('begins with what the profile says, on the domain of the %s', async (host) => {
    const profile = { name: 'Person Ann Abel', email: 'ann@example.com', cityId: null, activity: null }
    answerForm(makeOpenForm({ content: twoPages, layout: 'whole' }))
    answerWith({ 'GET /api/forms/:id/known': { earlier: null, profile, children: [] } satisfies KnownAnswers })
    await openApp('/form/league', { viewer, host })
    await expect.element(box('Your name')).toHaveValue(profile.name)
    await expect.element(box('Contact')).toHaveValue(profile.email)
    expect(requestsTo('GET /api/profiles/me')).toEqual([])
  })

  it('shows all of its pages at once if its organizers chose that', async () => {
    answerForm(makeOpenForm({ content: twoPages, layout: 'whole' }))
    await openApp('/form/league', { viewer })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Spring league')
    await expect.element(page.getByRole('region', { name: 'You', exact: true })).toBeVisible()
    await box('Contact').fill('nobody')
    await button('Send').click()
    // One list has what is wrong on all pages.
    await expect.poll(() => main.element().textContent).toContain('2 answers need a change')
    await expect.element(main.getByRole('link', { name: 'Contact' })).toBeVisible()
    await expectAccessibleInBothThemes()
    await expectNoHorizontalScroll()
    await box('Your name').fill('Jo')
    await box('Contact').fill('jo@example.com')
    await button('Send').click()
    await expect.poll(() => requestsTo(sending)).toHaveLength(1)
    expect(requestsTo(sending)[0]?.body).toMatchObject({ answers: { fname: 'Jo', fmail: 'jo@example.com' } })
  })

  it('shows only the pages to which the answers lead, also all at once', async () => {
    const rules = [{ id: 'r1', when: whenIs('fname', 'Jo'), actions: [{ do: 'end', from: 'p1', ending: 'e1' }] }]
    answerForm(
      makeOpenForm({
        content: { ...twoPages, ...makeContent({ pages: [{ fields: [] }], rules }), pages: twoPages.pages },
        layout: 'whole',
      }),
    )
    await openApp('/form/league', { viewer })
    await expect.element(box('Contact')).toBeVisible()
    await box('Your name').fill('Jo')
    await expect.element(box('Contact')).not.toBeInTheDocument()
  })

  it('is filled a page at a time, and goes back without a loss', async () => {
    answerForm(makeOpenForm({ content: twoPages }))
    const app = await openApp('/form/league?utm=x', { viewer })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('You')
    await expect.element(main).toHaveTextContent('Spring league · page 1 of 2')
    await button('Continue').click()
    // The list has the focus, and its links lead to the fields.
    await expect.poll(() => document.activeElement?.textContent).toContain('One answer needs a change')
    await expectAccessibleInBothThemes()
    await page.getByRole('link', { name: 'Your name' }).click()
    await expect.element(box('Your name')).toHaveFocus()
    await userEvent.keyboard('Jo')
    await expect.element(page.getByText('One answer needs a change')).not.toBeInTheDocument()
    await button('Continue').click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your team')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(app.address()).toBe('/form/league?utm=x&page=p2')
    await box('Team').fill('Aces')
    await button('Back').click()
    await expect.element(box('Your name')).toHaveValue('Jo')
    await app.goBack()
    await expect.element(box('Team')).toHaveValue('Aces')
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toHaveFocus()
    await expect.element(page.getByText('play', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'See what you sent' })).toHaveAttribute('href', '/form/league/mine')
    expect(requestsTo(sending).map(({ body }) => body)).toEqual([
      {
        ...{ version: 3, answers: { fname: 'Jo', fteam: 'Aces' }, acceptsWaiting: false, total: null, email: null, website: '' },
        idempotencyKey: expect.any(String),
      },
    ])
    await expectAccessible()
  })

  it('cannot be opened behind a page that is not right yet', async () => {
    answerForm(makeOpenForm({ content: twoPages }))
    await openApp('/form/league?page=p2', { viewer })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('You')
  })

  it('begins with what its address says', async () => {
    answerForm(makeOpenForm({ content: twoPages }))
    await openApp('/form/league?name=Kim', { viewer })
    await expect.element(box('Your name')).toHaveValue('Kim')
    await expect.element(page.getByText('Restored what you had begun.')).not.toBeInTheDocument()
  })

  it('leaves pages out, and ends without sending for whom it is not', async () => {
    const content = makeContent({
      pages: [
        { title: 'First', fields: [{ id: 'fadult', kind: 'yesNo', label: 'Are you 18?', isRequired: true }] },
        { title: 'Second', fields: [] },
        { title: 'Third', fields: [] },
      ],
      endings: [
        { id: 'e1', title: 'Thank you' },
        { id: 'e2', title: 'This league is for adults', text: 'Look at our *youth* league.', isRefusal: true },
      ],
      rules: [
        { id: 'r1', when: whenIs('fadult', true), actions: [{ do: 'goTo', from: 'p1', to: 'p3' }] },
        { id: 'r2', when: whenIs('fadult', false), actions: [{ do: 'end', from: 'p1', ending: 'e2' }] },
      ],
    })
    answerForm(makeOpenForm({ content }))
    await openApp('/form/league', { viewer })
    await page.getByRole('radio', { name: 'No', exact: true }).click()
    await button('Continue').click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('This league is for adults')
    await expect.element(main).toHaveTextContent(/youth.*Nothing was sent/)
    await expectAccessible()
    await button('Change my answers').click()
    await expect.element(page.getByRole('radio', { name: 'No', exact: true })).toBeChecked()
    await page.getByRole('radio', { name: 'Yes' }).click()
    await expect.element(main).toHaveTextContent('page 1 of 2')
    await button('Continue').click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Third')
    expect(requestsTo(sending)).toEqual([])
  })

  it('shows what is due today and later, and asks for that amount', async () => {
    answerForm(
      makeOpenForm({ content: league, left: [{ field: 'fdivision', option: 'ou14', left: 0 }] }),
      sent({ state: 'paying', payUntil: 1 }),
    )
    // What is paid is a page of its own.
    answerWith({ 'GET /api/forms/:id/submissions/:submissionId/payment': refuse('SubmissionNotFound', 'We could not find these answers.') })
    await page.viewport(390, 844)
    const app = await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo Park')
    await button('Continue').click()
    await box('First name').fill('Ava')
    await page.getByRole('radio', { name: 'U10' }).click()
    await page.getByRole('radio', { name: 'YM' }).click()
    await page.getByRole('radio', { name: /Whole season/ }).click()
    await expect.element(main).toHaveTextContent(/\$60 today.*then \$60 on Mar 1, 2199/)
    await button('Type your name instead').click()
    await box('Your full name').fill('Jo Park')
    await expectAccessibleInBothThemes()
    await expectNoHorizontalScroll()
    await button('Continue').click()
    await button('Pay $60').click()
    await expect.poll(() => app.address()).toBe('/form/payment/league/mine')
    expect(requestsTo(sending)[0]?.body).toMatchObject({ total: { amount: 12_000, currency: 'usd' }, acceptsWaiting: false })
  })
})

describe('People without an account', () => {
  it('give their email, and get a key to what they sent', async () => {
    answerForm(makeOpenForm({ content: twoPages, viewer: stranger }), sent({ state: 'asked', key: 'secret' }))
    await openApp('/form/league')
    await box('Your name').fill('Jo')
    await button('Continue').click()
    await button('Send').click()
    await expect.element(box('Your email')).toHaveAccessibleDescription(/Enter your email address\./)
    await expect.element(box('Your email')).toHaveFocus()
    // The email among the answers is offered.
    await box('Contact').fill('jo@example.com')
    await expect.element(box('Your email')).toHaveValue('jo@example.com')
    await box('Your email').fill('')
    await expect.element(box('Your email')).toHaveValue('')
    // Emptied, it stays so, and nothing goes to the address among the answers.
    await userEvent.keyboard('{Enter}')
    await expect.element(box('Your email')).toHaveAccessibleDescription(/Enter your email address\./)
    await userEvent.keyboard('{Tab}')
    await expect.element(box('Your email')).toHaveValue('')
    expect(requestsTo(sending)).toEqual([])
    await box('Your email').fill('me@example.com')
    await expect.element(box('Your email')).toHaveValue('me@example.com')
    await expect
      .element(page.getByRole('link', { name: 'Sign in' }))
      .toHaveAttribute('href', '/login?next=%2Fform%2Fleague%3Fpage%3Dp2%26begun%3D1')
    await expectAccessible()
    await button('Send').click()
    await expect.element(main).toHaveTextContent('An organizer will look at it.')
    await expect.element(page.getByRole('link', { name: 'See what you sent' })).toHaveAttribute('href', '/form/league/mine?key=secret')
    expect(requestsTo(sending)[0]?.body).toMatchObject({ email: 'me@example.com', answers: { fmail: 'jo@example.com' } })
    // Nothing is kept in an account that does not exist.
    expect(requestsTo(saving)).toEqual([])
  })

  it('keep their answers when they sign in on the way', async () => {
    answerForm(makeOpenForm({ content: onePage, viewer: stranger }))
    await openApp('/form/league')
    await box('Your name').fill('Jo')
    await expect.element(main).toHaveTextContent('Saved on this device')
    answerForm(makeOpenForm({ content: onePage }))
    await openApp('/form/league?begun=1', { viewer })
    await expect.element(box('Your name')).toHaveValue('Jo')
  })

  it('are told what the server says about their email', async () => {
    answerForm(
      makeOpenForm({ content: onePage, viewer: stranger }),
      refuse('EmailNeeded', 'Enter your email address.', [{ path: 'email', message: 'Enter your email address.' }]),
    )
    await openApp('/form/league')
    await box('Your name').fill('Jo')
    await box('Your email').fill('jo@example.com')
    await button('Send').click()
    await expect.element(box('Your email')).toHaveAccessibleDescription(/Enter your email address\./)
  })

  it('pay at the product from the domain of a community', async () => {
    const left = catchLeaving()
    answerForm(makeOpenForm({ content: onePage, viewer: stranger }), sent({ state: 'paying', key: 'secret', payUntil: 1 }))
    await openApp('/form/league', { host: 'team', config: { productUrl: 'https://gather.example' } })
    await box('Your name').fill('Jo')
    await box('Your email').fill('jo@example.com')
    await button('Send').click()
    const pay = 'https://gather.example/form/payment/league/mine?key=secret'
    await expect.poll(() => left).toEqual([pay])
    await expect.element(main).toHaveTextContent('Pay now to keep your place.')
    await expect.element(page.getByRole('link', { name: 'Go on' })).toHaveAttribute('href', pay)
  })

  it('can also sign in on the domain of a community', async () => {
    answerForm(makeOpenForm({ content: onePage, viewer: stranger }))
    await openApp('/form/league', { host: 'team' })
    await expect
      .element(page.getByRole('link', { name: 'Sign in' }))
      .toHaveAttribute('href', `/login?next=${encodeURIComponent('/form/league?begun=1')}`)
  })
})

describe('What was begun', () => {
  it('is restored after a reload, and can be started again', async () => {
    answerForm(makeOpenForm({ content: twoPages }))
    const app = await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    await expect.element(main).toHaveTextContent('page 1 of 2 · saved for 90 days')
    await app.reload()
    await expect.element(page.getByText('Restored what you had begun.')).toBeVisible()
    await expect.element(box('Your name')).toHaveValue('Jo')
    await button('Start again').click()
    await expect.element(box('Your name')).toHaveValue('')
    await expect.element(page.getByText('Restored what you had begun.')).not.toBeInTheDocument()
    await expect.poll(() => requestsTo(saving).at(-1)?.body).toMatchObject({ answers: {} })
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('')
  })

  it('is put back on its page after it was started again, also on the device and in the account', async () => {
    answerForm(makeOpenForm({ content: twoPages }))
    const app = await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    await button('Continue').click()
    await box('Team').fill('Aces')
    await expect.element(main).toHaveTextContent('page 2 of 2 · saved for 90 days')
    await app.reload()
    await button('Start again').click()
    await expect.element(box('Your name')).toHaveValue('')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await expect.poll(() => requestsTo(saving).at(-1)?.body).toMatchObject({ answers: {} })
    await button('Undo').click()
    await expect.element(box('Team')).toHaveValue('Aces')
    await expect.element(button('Start again')).toBeVisible()
    await expect.poll(() => requestsTo(saving).at(-1)?.body).toMatchObject({ answers: { fname: 'Jo', fteam: 'Aces' } })
    await app.reload()
    await expect.element(box('Team')).toHaveValue('Aces')
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    expect(requestsTo(sending).at(-1)?.body).toMatchObject({ answers: { fname: 'Jo', fteam: 'Aces' } })
  })

  it('is not put back any more once the form is sent', async () => {
    answerForm(makeOpenForm({ content: onePage }))
    const app = await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    await expect.element(main).toHaveTextContent('Saved for 90 days')
    await app.reload()
    await button('Start again').click()
    await expect.element(button('Undo')).toBeVisible()
    await box('Your name').fill('Kim')
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    await expect.element(button('Undo')).not.toBeInTheDocument()
  })

  it('comes from another device if that is newer, whatever the clock of this one says', async () => {
    const draft = (fname: string, savedAt: number) =>
      makeOpenForm({ content: twoPages, viewer: { draft: { answers: { fname, fgone: 1 }, savedAt } } })
    answerForm(draft('From the phone', 1))
    answerWith({ [saving]: { savedAt: 2 } })
    const app = await openApp('/form/league', { viewer })
    await expect.element(box('Your name')).toHaveValue('From the phone')
    await box('Your name').fill('From here')
    await expect.poll(() => requestsTo(saving).at(-1)?.body).toEqual({ answers: { fname: 'From here' }, savedAt: 1 })
    await expect.element(main).toHaveTextContent('page 1 of 2 · saved for 90 days')
    // The words appear before the answer of the server. The device keeps its version after it.
    await expect.poll(() => Object.values({ ...localStorage }).join()).toContain('"savedAt":2')
    answerForm(draft('From here', 2))
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('From here')
    answerForm(draft('From the phone again', 3))
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('From the phone again')
  })

  it('gets what another tab has saved meanwhile, and loses nothing', async () => {
    answerForm(makeOpenForm({ content: twoPages }))
    answerWith({
      [saving]: ({ body }) =>
        (body as { savedAt: number | null }).savedAt === 7 ? { savedAt: 8 } : refuse('AnswersChangedElsewhere', 'Changed in another tab.'),
    })
    await openApp('/form/league', { viewer })
    await expect.element(box('Your name')).toBeVisible()
    const draft = { answers: { fname: 'From the other tab', fteam: 'Aces' }, savedAt: 7 }
    answerWith({ 'GET /api/forms/:id': makeOpenForm({ content: twoPages, viewer: { draft } }) })
    await box('Your name').fill('From here')
    await expect.poll(() => requestsTo(saving).at(-1)?.body).toEqual({ answers: { fname: 'From here', fteam: 'Aces' }, savedAt: 7 })
    await expect.element(page.getByText('Answers from another tab or device were added. What you typed here stays.')).toBeVisible()
    await expect.element(box('Your name')).toHaveValue('From here')
    await expect.element(main).toHaveTextContent(/saved(?! on)/)
  })

  it('is saved in the account at most once in five seconds, and stays on the device if that fails', async () => {
    answerForm(makeOpenForm({ content: twoPages }))
    answerWith({ [saving]: refuse('Unexpected', 'Something went wrong on our side.') })
    await openApp('/form/league', { viewer })
    await box('Your name').fill('J')
    await expect.poll(() => requestsTo(saving).length).toBe(1)
    await expect.element(main).toHaveTextContent('saved on this device')
    for (const name of ['Jo', 'Jo P', 'Jo Park']) await box('Your name').fill(name)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(requestsTo(saving).map(({ body }) => body)).toEqual([{ answers: { fname: 'J' }, savedAt: null }])
    answerWith({ [saving]: { savedAt: 1 } })
    // Who leaves the page does not wait.
    dispatchEvent(new Event('pagehide'))
    await expect.poll(() => requestsTo(saving).at(-1)?.body).toEqual({ answers: { fname: 'Jo Park' }, savedAt: null })
    await expect.element(main).toHaveTextContent(/saved(?! on)/)
  })

  it('is forgotten once it was sent', async () => {
    answerForm(makeOpenForm({ content: onePage }))
    const app = await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('')
  })

  it.each([
    ['sends the form', 'Send'],
    ['starts again', 'Start again'],
  ])('in another tab stays when this one %s', async (_, act) => {
    answerForm(makeOpenForm({ content: onePage }))
    const app = await openApp('/form/league', { viewer })
    await box('Your name').fill('First child')
    await expect.element(main).toHaveTextContent('Saved for 90 days')
    await app.reload()
    await expect.element(button('Start again')).toBeVisible()
    typeInOtherTab('Second child')
    await button(act).click()
    await expect.element(page.getByText('Restored what you had begun.')).not.toBeInTheDocument()
    // The phone has closed the other tab, which loads again. The account has nothing any more.
    sessionStorage.setItem('form-key:form:league', 'other-key')
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('Second child')
  })

  it('comes back on the device when another tab had taken its place and was sent', async () => {
    answerForm(makeOpenForm({ content: onePage }))
    const app = await openApp('/form/league', { viewer })
    await box('Your name').fill('First child')
    await expect.element(main).toHaveTextContent('Saved for 90 days')
    localStorage.removeItem(storedDraft().key)
    dispatchEvent(new StorageEvent('storage'))
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('First child')
  })

  it('is forgotten when it was sent, also if a tab that crashed has left it', async () => {
    answerForm(makeOpenForm({ content: onePage }))
    const app = await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    await expect.element(main).toHaveTextContent('Saved for 90 days')
    typeInOtherTab('Jo Park')
    sessionStorage.clear()
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('Jo Park')
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('')
  })
})

describe('Without a network', () => {
  it('a form that was begun opens again with its answers, and is sent once', async () => {
    let isOffline = false
    const orOffline = (answer: () => object) => () => {
      if (isOffline) throw new TypeError('Failed to fetch')
      return answer()
    }
    // The account saves each change later than the form was opened.
    let savedAt = 5
    const draft = { answers: { fname: 'J' }, savedAt }
    answerWith({
      'GET /api/forms/:id': orOffline(() => makeOpenForm({ content: twoPages, viewer: { draft } })),
      [saving]: orOffline(() => ({ savedAt: ++savedAt })),
      [sending]: orOffline(sent),
    })
    await clear(deviceStore)
    const app = await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo Park')
    await expect.poll(() => requestsTo(saving).length).toBe(1)
    await button('Continue').click()
    await expect.poll(async () => (await keys(deviceStore)).join()).toContain(`${viewer.id}:forms`)
    isOffline = true
    await app.reload()
    await box('Team').fill('Aces')
    await button('Back').click()
    await expect.element(box('Your name')).toHaveValue('Jo Park')
    await button('Continue').click()
    isOffline = false
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    expect(requestsTo(sending).map(({ body }) => (body as { answers: object }).answers)).toEqual([{ fname: 'Jo Park', fteam: 'Aces' }])
    // What was sent is not kept.
    await expect.poll(async () => (await get<unknown[]>(`${viewer.id}:forms`, deviceStore))?.length).toBe(0)
  })
})

describe('Sending', () => {
  it('waits for the network, and sends the same again', async () => {
    let isOffline = true
    answerForm(makeOpenForm({ content: onePage }))
    answerWith({
      [sending]: () => {
        if (isOffline) throw new TypeError('Failed to fetch')
        return sent()
      },
    })
    await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    await button('Send').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('You seem to be offline. Your answers are safe on this device.')
    await expect.element(box('Your name')).toHaveValue('Jo')
    await expectAccessible()
    isOffline = false
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    const keys = requestsTo(sending).map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('leads to what has arrived before, if something was changed since then, and begins anew', async () => {
    answerForm(makeOpenForm({ content: onePage, viewer: stranger }))
    let tries = 0
    answerWith({
      [sending]: () => {
        tries += 1
        if (tries === 1) throw new TypeError('Failed to fetch')
        return tries === 2 ? refuse('FormSentBefore', 'You sent this before.', [], { path: '/form/league/mine?key=secret' }) : sent()
      },
    })
    const app = await openApp('/form/league')
    await box('Your name').fill('Jo')
    await box('Your email').fill('jo@example.com')
    await button('Send').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('You seem to be offline.')
    await box('Your name').fill('Kim')
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'Sent already' })).toHaveFocus()
    await expect.element(main).toHaveTextContent('You sent this before.')
    await expect.element(page.getByRole('link', { name: 'See what you sent' })).toHaveAttribute('href', '/form/league/mine?key=secret')
    await expectAccessible()
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('')
    await box('Your name').fill('Kim')
    await box('Your email').fill('kim@example.com')
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    const keys = requestsTo(sending).map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
  })

  it('shows at the fields what the server refused, on their page', async () => {
    answerForm(
      makeOpenForm({ content: twoPages }),
      refuse('AnswersInvalid', 'Some answers need a change.', [{ path: 'answers.fname', message: 'This name is taken.' }]),
    )
    await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    await button('Continue').click()
    await button('Send').click()
    await expect.element(box('Your name')).toHaveAccessibleDescription('This name is taken.')
    await expect.element(page.getByRole('region', { name: 'What needs a change' })).toHaveTextContent('Your name: This name is taken.')
    await box('Your name').fill('Jo P')
    await expect.element(page.getByText('This name is taken.')).not.toBeInTheDocument()
  })

  it('shows the places again when a choice is full, and joins the line', async () => {
    const content = makeContent({
      pages: [
        {
          fields: [
            {
              id: 'fseat',
              kind: 'choice',
              label: 'Division',
              isRequired: true,
              options: [option('oa', 'U10', { limit: 1, hasWaitlist: true })],
            },
          ],
        },
      ],
    })
    const left = (count: number) => [{ field: 'fseat', option: 'oa', left: count }]
    answerForm(
      makeOpenForm({ content, left: left(1) }),
      refuse('FormOptionFull', 'A choice is full now. Choose another one.', [{ path: 'answers.fseat', message: 'This is full now.' }]),
    )
    await openApp('/form/league', { viewer })
    await page.getByRole('radio', { name: 'U10 1 left' }).click()
    answerWith({ 'GET /api/forms/:id': makeOpenForm({ content, left: left(0) }) })
    await button('Send').click()
    await expect.element(page.getByRole('radio', { name: 'U10 full · join line' })).toBeChecked()
    await expect.element(page.getByText('This is full now.').first()).toBeVisible()
    await expect.element(main).toHaveTextContent('You pay only if a place becomes free for you.')
    answerWith({ [sending]: sent({ state: 'waiting' }) })
    await button('Join the line').click()
    await expect.element(main).toHaveTextContent('You are in line.')
    expect(requestsTo(sending).map(({ body }) => (body as { acceptsWaiting: boolean }).acceptsWaiting)).toEqual([false, true])
  })

  it('shows a new price before it is paid', async () => {
    const content = (amount: number) =>
      makeContent({
        payment: { currency: 'usd' },
        pages: [
          {
            fields: [
              { id: 'fseat', kind: 'product', label: 'Seat', options: [option('oa', 'Adult', { amount: 5000, memberAmount: amount })] },
            ],
          },
        ],
      })
    answerForm(
      makeOpenForm({ content: content(4000), viewer: { isMember: true } }),
      refuse('FormPriceChanged', 'The price is different now. Look at it and send the form again.'),
    )
    await openApp('/form/league', { viewer })
    await page.getByRole('radio', { name: /Adult/ }).click()
    answerWith({ 'GET /api/forms/:id': makeOpenForm({ content: content(4000), viewer: { isMember: false } }) })
    await button('Pay $40').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('The price is different now.')
    answerWith({ [sending]: sent() })
    await button('Pay $50').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    expect(requestsTo(sending).map(({ body }) => (body as { total: unknown }).total)).toEqual([
      { amount: 4000, currency: 'usd' },
      { amount: 5000, currency: 'usd' },
    ])
  })

  it('is less with a code, which the server knows', async () => {
    const content = makeContent({
      payment: { currency: 'usd' },
      pages: [
        {
          fields: [
            { id: 'fseat', kind: 'product', label: 'Seat', options: [option('oa', 'Adult', { amount: 5000 })] },
            { id: 'fcode', kind: 'coupon', label: 'Code' },
          ],
        },
      ],
    })
    answerForm(makeOpenForm({ content }))
    const checking = 'POST /api/forms/:id/coupons/check'
    answerWith({
      [checking]: ({ body }: ApiRequest) =>
        (body as { code: string }).code === 'HALF'
          ? { code: 'HALF', percent: 50, amountOff: null }
          : refuse('CouponNotValid', 'This code does not work: it is unknown, has ended or was used up.'),
    })
    await openApp('/form/league', { viewer })
    await page.getByRole('radio', { name: /Adult/ }).click()
    await box('Code').fill('none')
    await expect.element(page.getByText('This code does not work: it is unknown, has ended or was used up.')).toBeVisible()
    await expect.element(button('Pay $50')).toBeVisible()
    await box('Code').fill('half')
    await expect.element(page.getByText('HALF: 50% off')).toBeVisible()
    await expect.element(page.getByText('$25 less with your code')).toBeVisible()
    await expectAccessible()
    await button('Pay $25').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    expect(requestsTo(checking).map(({ body }) => body)).toEqual([{ code: 'NONE' }, { code: 'HALF' }])
    expect(requestsTo(sending)[0]?.body).toMatchObject({ coupon: 'HALF', total: { amount: 2500, currency: 'usd' } })
  })

  it('takes the day from the server, also for the new price', async () => {
    const content = makeContent({
      payment: { currency: 'usd', earlyUntil: '2199-03-01' },
      pages: [
        {
          fields: [{ id: 'fseat', kind: 'product', label: 'Seat', options: [option('oa', 'Adult', { amount: 5000, earlyAmount: 4000 })] }],
        },
      ],
    })
    answerForm(makeOpenForm({ content, today: '2199-03-01' }), refuse('FormPriceChanged', 'The price is different now.'))
    await openApp('/form/league', { viewer })
    await page.getByRole('radio', { name: /Adult/ }).click()
    answerWith({ 'GET /api/forms/:id': makeOpenForm({ content, today: '2199-03-02' }) })
    await button('Pay $40').click()
    await expect.element(button('Pay $50')).toBeVisible()
  })

  it('leads to the profile if that is not complete, and loses nothing', async () => {
    answerForm(makeOpenForm({ content: onePage }), refuse('ProfileIncomplete', 'Please complete your profile first.'))
    const app = await openApp('/form/league', { viewer: { ...viewer, profileComplete: false } })
    await box('Your name').fill('Jo')
    await button('Send').click()
    await expect.element(main.getByRole('alert')).toHaveTextContent('Please complete your profile first.')
    await expect
      .element(page.getByRole('link', { name: 'Complete your profile' }))
      .toHaveAttribute('href', '/user-onboarding?next=%2Fform%2Fleague')
    await app.reload()
    await expect.element(box('Your name')).toHaveValue('Jo')
  })

  it.each([
    ['FormClosed', 'This form is closed.'],
    ['FormFull', 'This form has as many submissions as it takes.'],
    ['FormSentAlready', 'You have already sent this form.'],
    ['FormUnpaidTooOften', 'You have 10 unpaid submissions of this form.'],
    ['FormNotForYou', 'With these answers, the form cannot be sent.'],
  ] as const)('says why it was refused (%s), and loses nothing', async (code, message) => {
    answerForm(makeOpenForm({ content: onePage }), refuse(code, message))
    await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    await button('Send').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(message)
    await expect.element(box('Your name')).toHaveValue('Jo')
    // The failure was about the answers of that moment.
    await box('Your name').fill('Kim')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('tells the server what a program has entered in the field that people do not see', async () => {
    answerForm(makeOpenForm({ content: onePage }))
    await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    const trap = document.querySelector<HTMLInputElement>('input[name=website]')
    if (trap) trap.value = 'https://spam.example'
    await button('Send').click()
    await expect.poll(() => requestsTo(sending)[0]?.body).toMatchObject({ website: 'https://spam.example' })
  })

  it('goes on with the version that was opened when the places are loaded again', async () => {
    answerForm(makeOpenForm({ content: onePage }), refuse('FormOptionFull', 'A choice is full now. Choose another one.'))
    await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    const newer = makeContent({ pages: [{ fields: [{ id: 'fother', kind: 'shortText', label: 'Another question' }] }] })
    answerWith({ 'GET /api/forms/:id': makeOpenForm({ content: newer, version: 4 }) })
    const before = requestsTo('GET /api/forms/:id').length
    await button('Send').click()
    await expect.poll(() => requestsTo('GET /api/forms/:id').length).toBe(before + 1)
    await expect.element(box('Your name')).toHaveValue('Jo')
    answerWith({ [sending]: sent() })
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    expect(requestsTo(sending)[1]?.body).toMatchObject({ version: 3, answers: { fname: 'Jo' } })
  })

  it('stays when it closes meanwhile, because it is taken for some minutes more', async () => {
    answerForm(makeOpenForm({ content: onePage }), refuse('FormOptionFull', 'A choice is full now. Choose another one.'))
    await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    answerWith({ 'GET /api/forms/:id': { ...makeOpenForm({ content: onePage }), state: 'closed', content: null } })
    const before = requestsTo('GET /api/forms/:id').length
    await button('Send').click()
    await expect.poll(() => requestsTo('GET /api/forms/:id').length).toBe(before + 1)
    await expect.element(page.getByText('A choice is full now. Choose another one.')).toBeVisible()
    await expect.element(box('Your name')).toHaveValue('Jo')
    answerWith({ [sending]: sent() })
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
  })

  it('opens the page that the organizers chose', async () => {
    const left = catchLeaving()
    answerForm(makeOpenForm({ content: onePage, thankYouUrl: 'https://club.example/thanks' }))
    await openApp('/form/league', { viewer })
    await box('Your name').fill('Jo')
    await button('Send').click()
    await expect.poll(() => left).toEqual(['https://club.example/thanks'])
  })

  it('says nothing can be paid that is too small', async () => {
    const content = makeContent({
      payment: { currency: 'usd' },
      pages: [{ fields: [{ id: 'fgift', kind: 'ownAmount', label: 'Donation' }] }],
    })
    answerForm(makeOpenForm({ content }))
    await openApp('/form/league', { viewer })
    await box('Donation').fill('0.20')
    await expect.element(main).toHaveTextContent('The smallest amount that can be paid is $0.50.')
    await button('Pay $0.20').click()
    expect(requestsTo(sending)).toEqual([])
  })
})

describe('A form that is not open', () => {
  it.each([
    ['early', { opensAt: Date.UTC(2199, 2, 1, 15) }, /This form opens .*Mar 1/],
    ['closed', { closesAt: Date.UTC(2020, 2, 1, 15) }, /This form closed .*Mar 1/],
    ['full', {}, /This form is full/],
  ] as const)('says so (%s)', async (state, changes, text) => {
    answerForm(makeOpenForm({ content: null, state, ...changes }))
    await openApp('/form/league', { viewer })
    await expect.element(main).toHaveTextContent(text)
    await expect.element(page.getByRole('link', { name: 'See Sunset Smashers' })).toHaveAttribute('href', '/team/smashers')
    await expectAccessibleInBothThemes()
  })

  it('is shown with what was sent before', async () => {
    const before = { id: 'mine', state: 'asked' as const, isMissing: false, sentAt: Date.UTC(2199, 2, 1, 15) }
    answerForm(makeOpenForm({ content: onePage, viewer: { sent: [before] } }))
    await openApp('/form/league?game=friday', { viewer })
    await expect.element(page.getByRole('link', { name: 'Back to the game' })).toHaveAttribute('href', '/discover/events/friday')
    await expect.element(page.getByRole('link', { name: /Sent Mar 1, 2199/ })).toHaveAttribute('href', '/form/league/mine')
    await expectAccessible()
    await button('Send another one').click()
    await expect.element(box('Your name')).toBeVisible()
  })

  it.each([
    [['asked'], 'It can be sent once.'],
    [['asked', 'accepted'], 'You have sent it as often as you can.'],
    [['withdrawn', 'ended'], 'You have sent it as often as you can.'],
  ] as const)('is not offered again to who may not send it again: %j', async (states, text) => {
    const before = states.map((state, at) => ({ id: `mine${at}`, state, isMissing: false, sentAt: Date.UTC(2199, 2, 1, 15) }))
    answerForm(makeOpenForm({ content: onePage, viewer: { sent: before, canSend: false } }))
    await openApp('/form/league', { viewer })
    await expect.element(main).toHaveTextContent(text)
    await expect.element(button('Send another one')).not.toBeInTheDocument()
  })

  it('does not exist for everyone', async () => {
    answerWith({ 'GET /api/forms/:id': refuse('FormNotFound', 'We could not find this form.') })
    await openApp('/form/none', { viewer })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Beans is having a "RUFF" time')
  })
})

describe('Who may not fill a form', () => {
  const deny = (code: Parameters<typeof refuse>[0]) => answerWith({ 'GET /api/forms/:id': refuse(code, 'No.') })

  it('signs in and comes back', async () => {
    deny('FormSignInFirst')
    const app = await openApp('/form/league')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in to fill this form')
    expect(app.address()).toBe('/form/access-denied?form=league&why=signIn')
    await expect.element(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fform%2Fleague')
    await expectAccessibleInBothThemes()
  })

  it('comes back with the answers and the code of the address', async () => {
    deny('FormSignInFirst')
    await openApp('/form/league?code=a%26b&name=Jo')
    await expect
      .element(main.getByRole('link', { name: 'Log in' }))
      .toHaveAttribute('href', `/login?next=${encodeURIComponent('/form/league?code=a%26b&name=Jo')}`)
  })

  it('asks to join the community', async () => {
    deny('FormForMembers')
    await openApp('/form/league', { viewer })
    await expect.element(main).toHaveTextContent(/This form is for members.*Ask to join the community/)
    await expect.element(main.getByRole('link', { name: 'Find the community' })).toHaveAttribute('href', '/teams-v3')
    await expectAccessible()
  })

  it('uses the email address that the organizers know', async () => {
    deny('FormForNamed')
    await openApp('/form/league', { viewer })
    await expect.element(main).toHaveTextContent(/people whom the organizers chose.*another email address/)
    await expect.element(main.getByRole('link', { name: 'Change my email' })).toHaveAttribute('href', '/settings?tab=general')
    await expectAccessible()
  })

  it('enters the code', async () => {
    answerWith({
      'GET /api/forms/:id': ({ query }: { query: Record<string, string> }) =>
        query.code === 'open sesame' ? makeOpenForm({ content: onePage }) : refuse('FormNeedsCode', 'No.'),
      [saving]: { savedAt: 1 },
      [sending]: sent(),
    })
    const app = await openApp('/form/league?source=poster', { viewer })
    await button('Open the form').click()
    await expect.element(box('Code')).toHaveAccessibleDescription('Enter the code.')
    await box('Code').fill('wrong')
    await userEvent.keyboard('{Enter}')
    await expect.element(box('Code')).toHaveAccessibleDescription('This code does not open the form.')
    await expectAccessible()
    await box('Code').fill('open sesame')
    await userEvent.keyboard('{Enter}')
    await expect.poll(app.address).toBe('/form/league?source=poster&code=open+sesame')
    await box('Your name').fill('Jo')
    await button('Send').click()
    await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
    expect(requestsTo(sending)[0]?.body).toMatchObject({ code: 'open sesame' })
  })

  it('leads to the login on the domain of a community, which has no page to sign up', async () => {
    deny('FormSignInFirst')
    await openApp('/form/league', { host: 'team' })
    await expect.element(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fform%2Fleague')
    await expect.element(main.getByRole('link', { name: 'Sign up' })).not.toBeInTheDocument()
  })

  it('finds nothing without a reason', async () => {
    await openApp('/form/access-denied?form=league&why=other')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Beans is having a "RUFF" time')
  })
})

describe('The end of a form', () => {
  it('quotes an answer as plain text, and has the focus', async () => {
    const endings = [{ id: 'e1', title: 'Thank you, {{fname}}', text: 'See you, **{{fname}}**.' }]
    const content = makeContent({ pages: [{ fields: [{ id: 'fname', kind: 'shortText', label: 'Team', isRequired: true }] }], endings })
    answerForm(makeOpenForm({ content }))
    await openApp('/form/league', { viewer })
    await box('Team').fill('_Jo_')
    await button('Send').click()
    const heading = page.getByRole('heading', { level: 1, name: 'Thank you, _Jo_' })
    await expect.element(heading).toHaveFocus()
    await expect.element(main).toHaveTextContent('See you, _Jo_.')
  })
})

describe('A question that quotes a city', () => {
  it('names it', async () => {
    const content = makeContent({
      pages: [
        {
          fields: [
            { id: 'fcity', kind: 'city', label: 'City' },
            { id: 'fwhy', kind: 'shortText', label: 'Why {{fcity}}?' },
          ],
        },
      ],
      endings: [{ id: 'e1', title: 'See you in {{fcity}}' }],
    })
    answerForm(makeOpenForm({ content, viewer: { draft: { answers: { fcity: '4671654' }, savedAt: 1 } } }))
    answerWith({ 'GET /api/cities/:id': { id: 4_671_654, name: 'Austin', state: 'TX', lat: 30, lng: -97, timeZone: 'America/Chicago' } })
    await openApp('/form/league', { viewer })
    await box('Why Austin, TX?').fill('The courts')
    await button('Choose another').click()
    await expect.element(box('Why …?')).toHaveValue('The courts')
    await button('Start again').click()
    await expect.element(box('Why …?')).toHaveValue('')
  })
})

describe('The preview of a form', () => {
  it('can be tried, and sends nothing', async () => {
    await openParts(<FormPreview content={league} pageId="p2" feeBasisPoints={0} />)
    await box('First name').fill('Ava')
    await page.getByRole('radio', { name: /Whole season/ }).click()
    await expect.element(main).toHaveTextContent(/Who is playing\?.*\$60 today/)
    await expect.element(button('Continue')).toBeDisabled()
    await expectAccessible()
    expect(requestsTo()).toEqual([])
    expect(Object.keys(localStorage)).toEqual([])
  })
})
