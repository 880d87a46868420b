import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { aboutWords } from '../../domain/forms/list-changes.ts'
import type { ChangeSubmissions, NoteSubmission } from '../../domain/forms/submission-changes-contract.ts'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import { makeContent } from '../setup/form-examples.ts'
import { aContent, aPayment, aSubmission, asOrganizer } from './form-submission-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const main = page.getByRole('main')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const state = page.getByRole('region', { name: 'State' })
const path = '/form/camp/ana'
const readKey = 'GET /api/forms/:id/submissions/:submissionId'
const marksKey = 'PUT /api/forms/:id/submissions/:submissionId/marks'
const patchKey = 'PATCH /api/forms/:id/submissions'
const withdrawKey = 'DELETE /api/forms/:id/submissions/:submissionId'

const paymentKey = 'GET /api/forms/:id/submissions/:submissionId/payment'

beforeEach(() => answerWith({ [paymentKey]: aPayment() }))

describe('What somebody has sent', () => {
  it('shows them the state in words, what is next, and the answers by page and row', async () => {
    answerWith({ [readKey]: aSubmission() })
    await openApp(path, { viewer })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Summer camp')
    await expect.element(state).toHaveTextContent(/Sent.*The organizers read your answers and decide.*Bring a bottle of water\./)
    const player = page.getByRole('region', { name: 'The player' })
    await expect.element(player).toHaveTextContent(/Full nameAna Ortiz.*Shirt sizeLarge.*Born onJuly 1, 2015.*=cmd\(\)/)
    await expect.element(player.getByRole('link', { name: 'parent@example.com' })).toHaveAttribute('href', 'mailto:parent@example.com')
    await expect.element(page.getByRole('region', { name: 'Child 2' })).toHaveTextContent(/NameCy.*Can swimNo/)
    await expect.element(main).toHaveTextContent(/Signed by Jo Park.*Total\s*\$125\.00/)
    await expect.element(main).not.toHaveTextContent('Only a heading')
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('can be changed on the form that was filled, and what was typed stays after a refusal', async () => {
    const changeKey = 'PUT /api/forms/:id/submissions/:submissionId'
    let now = aSubmission()
    answerWith({ [readKey]: () => now, [changeKey]: refuse('SubmissionPriceFixed', 'This would change the price.') })
    const app = await openApp(path, { viewer })
    await page.getByRole('link', { name: 'Change answers' }).click()
    const name = page.getByRole('textbox', { name: 'Full name' })
    await expect.element(name).toHaveValue('Ana Ortiz')
    await expect.element(button('Cancel')).toBeVisible()
    await name.fill('Ana Maria Ortiz')
    for (const _ of aContent.pages.slice(1)) await button('Continue').click()
    await button('Save changes').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('This would change the price.')
    // The address tells that it is being changed, so a reload goes on with it.
    expect(app.address()).toContain('change=1')
    // Meanwhile they were changed on another device. What was typed here before does not undo it.
    now = aSubmission({ revision: 2, answers: { ...aSubmission().answers, f7: [{ f8: 'Bo' }, { f8: 'Di' }] } })
    await app.reload()
    await expect.element(main).toHaveTextContent('Restored what you had begun here and on another device.')
    answerWith({ [readKey]: () => now, [changeKey]: { revision: 3 } })
    await button('Save changes').click()
    await expect.element(state).toBeVisible()
    await expect.element(page.getByText('Your answers were changed.')).toBeVisible()
    expect(app.address()).toBe(path)
    const [, last] = requestsTo(changeKey).map(({ body }) => body as { answers: Record<string, unknown>; revision: number })
    expect(last).toMatchObject({ revision: 2, answers: { f1: 'Ana Maria Ortiz', f7: [{ f8: 'Bo' }, { f8: 'Di' }] } })
  })

  it('can be changed also if an organizer decides meanwhile, and is looked at first if it has other answers now', async () => {
    const changeKey = 'PUT /api/forms/:id/submissions/:submissionId'
    let now = aSubmission()
    const put = ({ body }: ApiRequest) =>
      (body as { revision: number }).revision === now.revision
        ? { revision: now.revision + 1 }
        : refuse('SubmissionChanged', 'These answers were changed in the meantime.')
    answerWith({ [readKey]: () => now, [changeKey]: put })
    const app = await openApp(`${path}?change=1`, { viewer })
    await page.getByRole('textbox', { name: 'Full name' }).fill('Ana Maria Ortiz')
    for (const _ of aContent.pages.slice(1)) await button('Continue').click()
    // The page has not loaded this yet.
    now = aSubmission({ revision: 2, answers: { ...aSubmission().answers, f7: [{ f8: 'Bo' }, { f8: 'Di' }] } })
    await button('Save changes').click()
    await expect.element(page.getByText('Answers from another tab or device were added.')).toBeVisible()
    await expect.element(page.getByRole('alert')).toHaveTextContent('These answers were changed in the meantime.')
    now = { ...now, revision: 3, state: 'accepted' }
    await button('Save changes').click()
    await expect.element(page.getByText('Your answers were changed.')).toBeVisible()
    expect(app.address()).toBe(path)
    const sent = requestsTo(changeKey).map(({ body }) => body as { answers: Record<string, unknown>; revision: number })
    expect(sent.map(({ revision }) => revision)).toEqual([1, 2, 3])
    expect(sent.at(-1)?.answers).toMatchObject({ f1: 'Ana Maria Ortiz', f7: [{ f8: 'Bo' }, { f8: 'Di' }] })
  })

  it('has a drawn signature as it was drawn', async () => {
    answerWith({ [readKey]: aSubmission() })
    await openApp(path, { viewer })
    const drawn = page.getByRole('img', { name: 'Signed by hand' })
    await expect.element(drawn).toBeVisible()
    expect(drawn.element().querySelector('path')?.getAttribute('d')).toBe('M100 100L400 300L700 80M500 50h0')
    expect(drawn.element().getAttribute('viewBox')).toBe('80 30 640 290')
  })

  it.each<[Partial<Submission>, RegExp]>([
    [{ state: 'waiting' }, /On the waitlist.*We tell you when a place is free/],
    [{ state: 'accepted', total: null }, /Received.*nothing more to do/],
    [{ state: 'accepted' }, /Received.*Your payments show what is paid/],
    [{ state: 'accepted', history: [{ kind: 'accepted', by: null, at: 1, changes: [] }] }, /Accepted.*The organizers have accepted/],
    [{ state: 'declined' }, /Declined.*did not accept/],
    [
      { state: 'declined', history: [{ kind: 'declined', by: null, at: 1, changes: [aboutWords('The camp is full.')] }] },
      /Declined.*They wrote: The camp is full\./,
    ],
    [{ state: 'withdrawn' }, /Withdrawn.*were taken back/],
    [{ state: 'ended' }, /Not paid in time.*You can send the form once more/],
    [{ state: 'paying', payUntil: Date.UTC(2026, 10, 28, 18) }, /Not paid yet.*We hold your place until Nov 28, 2026, 12:00 PM/],
  ])('tells what happens next: %j', async (changes, words) => {
    answerWith({ [readKey]: aSubmission({ ...changes, canWithdraw: false, changing: null }) })
    await openApp(path, { viewer })
    await expect.element(state).toHaveTextContent(words)
    await expect.element(button('Withdraw')).not.toBeInTheDocument()
  })

  it('is opened without an account by the key from the link, and can be withdrawn and changed', async () => {
    answerWith({ [readKey]: aSubmission({ person: null }) })
    await openApp(`${path}?key=secret`)
    await expect.element(state).toBeVisible()
    expect(requestsTo(readKey).at(-1)).toMatchObject({ path: '/api/forms/camp/submissions/ana', query: { key: 'secret' } })
    await expect.element(button('Withdraw')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Change answers' })).toHaveAttribute('href', '/form/camp/ana?change=1&key=secret')
  })

  it('is also on the domains of communities, without links to other pages of the product', async () => {
    answerWith({ [readKey]: aSubmission({ person: null }) })
    await openApp(`${path}?key=secret`, { host: 'team' })
    await expect.element(main).toHaveTextContent('Sunset Smashers')
    await expect.element(main.getByRole('link', { name: 'Sunset Smashers' })).not.toBeInTheDocument()
  })

  it.each<[string, Submission['state'], 'product' | 'team', Record<string, string>]>([
    ['', 'accepted', 'product', { Payments: '/pay-balance/camp/ana' }],
    ['', 'paying', 'product', { Pay: '/form/payment/camp/ana', Payments: '/pay-balance/camp/ana' }],
    ['?key=secret', 'accepted', 'product', { Payments: '/form/payment/camp/ana?key=secret' }],
    ['?key=secret', 'paying', 'product', { Pay: '/form/payment/camp/ana?key=secret' }],
    ['?key=secret', 'paying', 'team', { Pay: 'https://gather.example/form/payment/camp/ana?key=secret' }],
    ['?key=secret', 'accepted', 'team', { Payments: 'https://gather.example/form/payment/camp/ana?key=secret' }],
    ['', 'declined', 'product', {}],
  ])('leads to the payments: %s, %s, %s', async (search, now, host, links) => {
    answerWith({ [readKey]: aSubmission({ state: now }) })
    await openApp(path + search, { ...(search === '' && { viewer }), host, config: { productUrl: 'https://gather.example' } })
    await expect.element(state).toBeVisible()
    const shown = state.getByRole('link', { name: /^Pay/ }).elements()
    expect(Object.fromEntries(shown.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual(links)
  })

  it('is withdrawn after a question', async () => {
    let now = aSubmission()
    answerWith({
      [readKey]: () => now,
      [withdrawKey]: () => {
        now = aSubmission({ state: 'withdrawn', canWithdraw: false, changing: null })
        return null
      },
    })
    await openApp(`${path}?key=secret`)
    await button('Withdraw').click()
    const question = page.getByRole('alertdialog')
    await expect
      .element(question)
      .toHaveTextContent(/You cannot undo this\..*\$95\.00 that you have paid stays with the community\..*Ask the organizers\./)
    await question.getByRole('button', { name: 'Keep them' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(requestsTo(withdrawKey)).toEqual([])
    await button('Withdraw').click()
    await question.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect.element(state).toHaveTextContent('Withdrawn')
    expect(requestsTo(withdrawKey).map(({ query }) => query)).toEqual([{ key: 'secret' }])
  })

  it('says why it can no longer be withdrawn', async () => {
    answerWith({ [readKey]: aSubmission(), [withdrawKey]: refuse('SubmissionFixed', 'These answers can no longer be changed.') })
    await openApp(path, { viewer })
    await button('Withdraw').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('These answers can no longer be changed.')
  })

  it('is not found for others, who can log in', async () => {
    answerWith({ [readKey]: refuse('SubmissionNotFound', 'We could not find these answers.') })
    await openApp(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Answers not found')
    await expect.element(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fform%2Fcamp%2Fana')
    await expectAccessible()
  })

  it.each(['NotAllowed', 'SignInRequired'] as const)('looks the same if the server refuses with %s', async (code) => {
    answerWith({ [readKey]: refuse(code, 'No.') })
    await openApp(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Answers not found')
  })

  it('has what came with the link only for organizers', async () => {
    const [first] = aContent.pages
    const source = {
      ...{ id: 'fsource', kind: 'hidden' as const, label: 'Source', hint: '', isRequired: false, width: 'full' as const },
      ...{ seenBy: 'organizers' as const, addressName: 'source' },
    }
    const content = { ...aContent, pages: first ? [{ ...first, fields: [...first.fields, source] }] : [] }
    const answers = { f1: 'Ana Ortiz', fsource: 'poster' }
    answerWith({ [readKey]: aSubmission({ content, answers }) })
    const { reload } = await openApp(path, { viewer })
    await expect.element(main).toHaveTextContent('Ana Ortiz')
    await expect.element(main).not.toHaveTextContent('poster')
    answerWith({ [readKey]: aSubmission({ ...asOrganizer, content, answers }) })
    await reload()
    await expect.element(main).toHaveTextContent('Sourceposter')
  })

  it('names a city, a place and a person that were chosen', async () => {
    const [first] = aContent.pages
    const common = { hint: '', isRequired: false, width: 'full', seenBy: 'organizers' } as const
    const content = {
      ...aContent,
      pages: first
        ? [
            {
              ...first,
              fields: [
                { ...common, id: 'fc', kind: 'city' as const, label: 'City' },
                { ...common, id: 'fp', kind: 'place' as const, label: 'Place' },
                { ...common, id: 'fq', kind: 'person' as const, label: 'Coach' },
              ],
            },
          ]
        : [],
    }
    answerWith({
      [readKey]: aSubmission({ content, answers: { fc: '4671654', fp: 'courts', fq: 'jo' } }),
      'GET /api/cities/:id': { id: 4_671_654, name: 'Austin', state: 'TX', lat: 30, lng: -97, timeZone: 'America/Chicago' },
      'GET /api/places/:id': { id: 'courts', name: 'Demo Courts' },
      'GET /api/profiles/:id': refuse('NotFound', 'We could not find this person.'),
    })
    await openApp(path, { viewer })
    await expect.element(main).toHaveTextContent(/CityAustin, TX.*PlaceDemo Courts.*CoachA person/)
    await expect.element(page.getByRole('link', { name: 'Demo Courts' })).toHaveAttribute('href', '/places/view/courts')
  })

  it('leads to a community that was chosen, unless the choice is only a name', async () => {
    const options = [
      { id: 'orivals', label: 'Rivals', refId: 'riverside-rivals' },
      { id: 'oother', label: 'Another club' },
    ]
    const team = { kind: 'team', options }
    const fields = [
      { ...team, id: 'fold', label: 'Last club' },
      { ...team, id: 'fnew', label: 'Next club' },
    ]
    const submission = aSubmission({ content: makeContent({ pages: [{ fields }] }), answers: { fold: 'oother', fnew: 'orivals' } })
    answerWith({ [readKey]: submission })
    await openApp(path, { viewer })
    await expect.element(main).toHaveTextContent(/Last clubAnother club.*Next clubRivals/)
    await expect.element(main.getByRole('link', { name: 'Rivals' })).toHaveAttribute('href', '/team/riverside-rivals')
    await expect.element(main.getByRole('link', { name: 'Another club' })).not.toBeInTheDocument()
  })
})

describe('A submission for organizers', () => {
  it('says that some answers are only for the owner', async () => {
    answerWith({ [readKey]: aSubmission({ ...asOrganizer, hidden: ['f3'] }) })
    await openApp(path, { viewer })
    await expect.element(page.getByText('Some answers are only for the owner of the community.')).toBeVisible()
  })

  it('has who sent it, its state and its history', async () => {
    answerWith({ [readKey]: aSubmission(asOrganizer) })
    await openApp(path, { viewer })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ana Ortiz')
    await expect.element(main).toHaveTextContent(/Person A.*person\.a@example\.com.*To decide/)
    await expect.element(page.getByRole('region', { name: 'History' })).toHaveTextContent(/Tags or note changedPerson A,.*Sent/)
    await expect.element(page.getByRole('link', { name: 'Submissions' })).toHaveAttribute('href', '/form/camp/submissions')
    await expect.element(button('Withdraw')).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('tells in its history what was changed, and which tag', async () => {
    const at = Date.UTC(2026, 10, 21, 18)
    const changes = [
      { field: 'f2', row: null, before: 'Small', after: 'Large' },
      { field: 'f8', row: 2, before: '', after: 'Cy' },
      { field: 'f11', row: null, before: 'Signed by hand', after: 'Signed by hand' },
      { field: 'f4', row: null, before: 'Nothing', after: '' },
    ]
    const history: Submission['history'] = [
      { kind: 'changed', by: null, at, changes },
      { kind: 'tagged', by: null, at, changes: [{ field: null, row: null, before: '', after: 'keeper' }] },
    ]
    answerWith({ [readKey]: aSubmission({ ...asOrganizer, history }) })
    await openApp(path, { viewer })
    const region = page.getByRole('region', { name: 'History' })
    await expect.element(region).toHaveTextContent(/Shirt sizeSmall is now Large.*Name \(Child 2\)Cy.*Signature of a parentwas changed/)
    await expect.element(region).toHaveTextContent(/Anything we should knowNothing was removed.*Tag added: keeper/)
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('is asked again for what is missing', async () => {
    const missing = { answers: [{ field: 'f10', row: null }], today: '2026-11-01', isMember: false }
    answerWith({ [readKey]: aSubmission({ ...asOrganizer, missing, total: null }), [patchKey]: { ids: ['ana'], refused: [] } })
    await openApp(path, { viewer })
    await button('Ask again').click()
    await expect.element(page.getByText('Asked again.')).toBeVisible()
    answerWith({ [patchKey]: { ids: [], refused: [] } })
    await button('Ask again').click()
    await expect.element(page.getByText(/^Not sent: nothing is missing/)).toBeVisible()
    expect(requestsTo(patchKey).map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => ({ ids: ['ana'], change: { do: 'remind' } })),
    )
  })

  it('is accepted, or declined with a reason', async () => {
    let now = aSubmission(asOrganizer)
    answerWith({
      [readKey]: () => now,
      [patchKey]: ({ body }: ApiRequest) => {
        const isAccepted = (body as { change: { do: string } }).change.do === 'accept'
        now = aSubmission({ ...asOrganizer, state: isAccepted ? 'accepted' : 'declined' })
        return { ids: ['ana'], refused: [] }
      },
    })
    await openApp(path, { viewer })
    await button('Accept').click()
    await expect.element(button('Accept')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await button('Decline').click()
    await expect.element(page.getByRole('checkbox', { name: 'Give back what was paid: $50' })).toBeChecked()
    await page.getByRole('textbox', { name: /Reason/ }).fill('No coach.')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(button('Decline')).not.toBeInTheDocument()
    await expect.element(button('Accept')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(requestsTo(patchKey).map(({ body }) => body)).toEqual([
      { ids: ['ana'], change: { do: 'accept' } },
      { ids: ['ana'], change: { do: 'decline', reason: 'No coach.', refundKey: expect.any(String) } },
    ])
  })

  it('is declined only when it is known what was paid', async () => {
    const held = Promise.withResolvers<object>()
    answerWith({ [readKey]: aSubmission(asOrganizer), [paymentKey]: () => held.promise })
    await openApp(path, { viewer })
    await button('Decline').click()
    const dialog = page.getByRole('dialog')
    const decline = dialog.getByRole('button', { name: 'Decline', exact: true })
    await expect.element(dialog).toHaveTextContent('Loading what was paid')
    await expect.element(decline).toBeDisabled()
    held.resolve(aPayment())
    await expect.element(dialog.getByRole('checkbox', { name: 'Give back what was paid: $50' })).toBeChecked()
    await expect.element(decline).toBeEnabled()
  })

  it('is not declined if we could not load what was paid, before that has worked', async () => {
    answerWith({ [readKey]: aSubmission(asOrganizer), [paymentKey]: refuse('Unavailable', 'Please try again soon.') })
    await openApp(path, { viewer })
    await button('Decline').click()
    const dialog = page.getByRole('dialog')
    const decline = dialog.getByRole('button', { name: 'Decline', exact: true })
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/We could not load what was paid.*Please try again soon\./)
    await expect.element(decline).toBeDisabled()
    answerWith({ [paymentKey]: aPayment({ isManager: false }) })
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog).toHaveTextContent('What was paid is not given back by this.')
    await expect.element(decline).toBeEnabled()
  })

  it('is written to, and reminded of what is open', async () => {
    answerWith({ [readKey]: aSubmission({ ...asOrganizer, state: 'accepted' }), [patchKey]: { ids: ['ana'], refused: [] } })
    await openApp(path, { viewer })
    await button('Remind to pay').click()
    await expect.element(page.getByText('Asked again.')).toBeVisible()
    await button('Send a message').click()
    await page.getByRole('textbox', { name: /^Message/ }).fill('Bring water.')
    await button('Send').click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(requestsTo(patchKey).map(({ body }) => (body as { change: object }).change)).toEqual([
      { do: 'remind' },
      { do: 'message', text: 'Bring water.', idempotencyKey: expect.any(String) },
    ])
  })

  it('says if a decision came too late', async () => {
    answerWith({ [readKey]: aSubmission(asOrganizer), [patchKey]: { ids: [], refused: [] } })
    await openApp(path, { viewer })
    await button('Accept').click()
    await expect.element(page.getByText('Nothing was changed. This page shows the newest state.')).toBeVisible()
    answerWith({ [patchKey]: { ids: [], refused: [{ id: 'ana', reason: 'sideFull' }] } })
    await button('Accept').click()
    await expect.element(page.getByText('Not accepted: the side is full.')).toBeVisible()
  })

  it.each([
    ['asked', ['Accept', 'Decline']],
    ['waiting', ['Accept', 'Decline']],
    ['paying', ['Decline']],
    ['accepted', ['Decline']],
    ['declined', []],
    ['withdrawn', []],
    ['ended', []],
  ] as const)('can be decided as the server allows: %s', async (state, names) => {
    answerWith({ [readKey]: aSubmission({ ...asOrganizer, state }) })
    await openApp(path, { viewer })
    await expect.element(page.getByRole('region', { name: 'History' })).toBeVisible()
    const shown = page.getByRole('button', { name: /^(Accept|Decline)$/ }).elements()
    expect(shown.map(({ textContent }) => textContent?.trim())).toEqual(names)
  })

  it('keeps the reason of a decision that came too late, and says why', async () => {
    let now = aSubmission(asOrganizer)
    answerWith({
      [readKey]: () => now,
      [patchKey]: () => {
        now = aSubmission({ ...asOrganizer, state: 'withdrawn' })
        return { ids: [], refused: [] }
      },
    })
    await openApp(path, { viewer })
    await button('Decline').click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toBeVisible()
    await expect.element(dialog).not.toHaveTextContent('What was paid')
    await page.getByRole('textbox', { name: /Reason/ }).fill('No coach.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Nothing was declined. Meanwhile it was withdrawn')
    await expect.element(page.getByRole('textbox', { name: /Reason/ })).toHaveValue('No coach.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(main).toHaveTextContent('Withdrawn')
    await expect.element(button('Decline')).not.toBeInTheDocument()
  })

  describe('The marks of organizers', () => {
    type Marks = NonNullable<Submission['organizer']>
    let stored: Marks

    /** Stores as the server does: each tag alone, and a note only over the one that it replaces. */
    beforeEach(() => {
      stored = { tags: ['keeper'], note: '' }
      answerWith({
        [readKey]: () => aSubmission({ ...asOrganizer, organizer: stored }),
        [marksKey]: ({ body }: ApiRequest) => {
          const { note, before } = body as NoteSubmission
          if (stored.note !== before) return refuse('Conflict', 'Someone else just changed this. Please try again.')
          stored = { ...stored, note }
          return null
        },
        [patchKey]: ({ body }: ApiRequest) => {
          const { change } = body as ChangeSubmissions
          if (!('tag' in change)) return refuse('InvalidInput', 'This test only changes tags.')
          const others = stored.tags.filter((tag) => tag !== change.tag)
          stored = { ...stored, tags: change.do === 'addTag' ? [...others, change.tag] : others }
          return { ids: ['ana'], refused: [] }
        },
      })
    })

    const note = page.getByRole('textbox', { name: 'Note' })
    const addTag = async (tag: string) => {
      await page.getByRole('textbox', { name: 'New tag' }).fill(tag)
      await userEvent.keyboard('{Enter}')
    }

    it('are kept at once', async () => {
      await openApp(path, { viewer })
      await addTag('called')
      await expect.poll(() => stored).toEqual({ tags: ['keeper', 'called'], note: '' })
      await button('Remove the tag keeper').click()
      await expect.poll(() => stored).toEqual({ tags: ['called'], note: '' })
      await note.fill('Call the parents.')
      await expect.poll(() => stored).toEqual({ tags: ['called'], note: 'Call the parents.' })
      await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
      await note.fill('Called.')
      await userEvent.tab()
      await expect.poll(() => stored.note).toBe('Called.')
      await expect.element(note).toHaveValue('Called.')
    })

    it('leave what another organizer has marked since the page was loaded', async () => {
      await openApp(path, { viewer })
      await expect.element(note).toHaveValue('')
      stored = { tags: ['keeper', 'late'], note: 'Paid cash.' }
      await addTag('called')
      await expect.element(button('Remove the tag late')).toBeVisible()
      await expect.element(note).toHaveValue('Paid cash.')
      expect(stored).toEqual({ tags: ['keeper', 'late', 'called'], note: 'Paid cash.' })
    })

    it('show the note of another organizer, and lose neither', async () => {
      await openApp(path, { viewer })
      await note.fill('Called')
      stored = { ...stored, note: 'Paid cash.' }
      await userEvent.tab()
      const notice = page.getByRole('alert')
      await expect.element(notice).toHaveTextContent(/Someone changed this note meanwhile\. Yours is not saved yet\..*Paid cash\./)
      await expectAccessibleInBothThemes()
      // Typing on saves nothing before the person has said what becomes of the two.
      await note.fill('Called them.')
      await userEvent.tab()
      expect(stored.note).toBe('Paid cash.')
      await button('Keep both').click()
      await expect.element(notice).not.toBeInTheDocument()
      await expect.element(note).toHaveFocus()
      await expect.element(note).toHaveValue('Paid cash.\nCalled them.')
      await expect.poll(() => stored.note).toBe('Paid cash.\nCalled them.')
    })

    it('send a note that was typed while the last one is on its way after it, over it', async () => {
      const held = Promise.withResolvers<void>()
      await openApp(path, { viewer })
      const sent: unknown[] = []
      answerWith({
        [marksKey]: async ({ body }: ApiRequest) => {
          sent.push(body)
          await held.promise
          stored = { ...stored, note: (body as NoteSubmission).note }
          return null
        },
      })
      await note.fill('Call')
      await userEvent.tab()
      await expect.poll(() => sent).toEqual([{ note: 'Call', before: '' }])
      await note.fill('Call them')
      await userEvent.tab()
      held.resolve()
      await expect
        .poll(() => sent)
        .toEqual([
          { note: 'Call', before: '' },
          { note: 'Call them', before: 'Call' },
        ])
      await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
      await expect.element(note).toHaveValue('Call them')
    })

    it('keep a note when the page is left directly after a key', async () => {
      answerWith({ 'GET /api/forms': { forms: [], next: null }, 'GET /api/forms/submissions': { submissions: [], next: null } })
      const { goTo } = await openApp(path, { viewer })
      await note.fill('By the tab.')
      dispatchEvent(new Event('pagehide'))
      await expect.poll(() => stored.note).toBe('By the tab.')
      await note.fill('By the link.')
      await goTo('/form')
      await expect.poll(() => stored.note).toBe('By the link.')
    })

    it.each([
      ['a note', marksKey],
      ['a tag', patchKey],
    ])('do not lose %s that could not be saved', async (what, key) => {
      await openApp(path, { viewer })
      await expect.element(note).toBeVisible()
      let isDown = true
      const asked: unknown[] = []
      answerWith({
        [key]: ({ body }: ApiRequest) => {
          if (isDown) return refuse('Unavailable', 'Please try again.')
          asked.push(body)
          stored = { tags: ['keeper', 'called'], note: 'Call the parents.' }
          return key === patchKey ? { ids: ['ana'], refused: [] } : null
        },
      })
      await (what === 'a tag' ? addTag('called') : note.fill('Call the parents.'))
      await expect.element(page.getByRole('alert')).toHaveTextContent(/We could not save this.*Please try again\./)
      if (what === 'a tag') await expect.element(button('Remove the tag called')).toBeVisible()
      else await expect.element(note).toHaveValue('Call the parents.')
      isDown = false
      await button('Try again').click()
      await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
      expect(asked).toContainEqual(
        what === 'a tag' ? { ids: ['ana'], change: { do: 'addTag', tag: 'called' } } : { note: 'Call the parents.', before: '' },
      )
    })
  })

  it('is printed without what is only for the screen', async () => {
    const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    answerWith({ [readKey]: aSubmission(asOrganizer) })
    await openApp(path, { viewer })
    await button('Print').click()
    expect(printed).toHaveBeenCalledOnce()
    document.documentElement.dataset.theme = 'dark'
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
    await expect.element(button('Print')).not.toBeInTheDocument()
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
    await expect.element(main).toHaveTextContent(/Ana Ortiz.*The player.*Total/)
    expect(getComputedStyle(document.documentElement).colorScheme).toBe('light')
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
    delete document.documentElement.dataset.theme
  })
})
