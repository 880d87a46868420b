import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SubmissionSummary } from '../../domain/forms/summary-contract.ts'
import { makeContent, option } from '../setup/form-examples.ts'
import { anOverview, aRow } from './form-submission-examples.ts'
import { aSeason } from './season-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const main = page.getByRole('main')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const choose = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }).click()
const search = page.getByRole('searchbox', { name: 'Find by first or last name' })
const inDialog = (text: string) => page.getByRole('dialog').getByText(text)
const viewsKey = 'GET /api/forms/:id/views'
const listKey = 'GET /api/forms/:id/submissions'
const patchKey = 'PATCH /api/forms/:id/submissions'

const summaryKey = 'GET /api/forms/:id/submissions/summary'
const aSummary: SubmissionSummary = {
  ...{ counted: 1000, isCut: true },
  days: [
    { day: '2026-11-20', count: 4 },
    { day: '2026-11-22', count: 2 },
  ],
  rankings: [],
  answers: [
    {
      field: 'f9',
      values: [
        { value: 0, count: 3 },
        { value: 1, count: 9 },
      ],
    },
  ],
}

const aWaiver = (id: string, more: object = {}) => ({
  ...{ id, field: 'fold', version: 1, submissionId: id, person: null, email: null, signer: id, forWhom: '', signature: { name: id } },
  ...{ wordsHash: 'a1'.repeat(32), signedAt: Date.UTC(2026, 5, 1, 18), expiresAt: null, ...more },
})

let rows = [aRow('Ana Ortiz'), aRow('Bo Chen', { tags: ['keeper'] }), aRow('Cy Diaz', { state: 'withdrawn', answers: {} })]
const openList = (search = '') => openApp(`/form/camp/submissions${search}`, { viewer })
const lastQuery = () => requestsTo(listKey).at(-1)?.query

beforeEach(() => {
  rows = [aRow('Ana Ortiz'), aRow('Bo Chen', { tags: ['keeper'] }), aRow('Cy Diaz', { state: 'withdrawn', answers: {} })]
  answerWith({
    'GET /api/forms/:id/submissions/overview': anOverview(),
    [summaryKey]: aSummary,
    [viewsKey]: { views: [] },
    [listKey]: () => ({ submissions: rows, next: null }),
  })
})

describe('The submissions of a form', () => {
  it('are a table with the answers in words', async () => {
    await openList()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Summer camp')
    await expect.element(rowOf('Ana Ortiz')).toHaveTextContent(/ana@example\.com.*To decide.*Large.*July 1, 2015.*\$125\.00/)
    await expect.element(rowOf('Cy Diaz')).toHaveTextContent(/Withdrawn.*No answer/)
    await expect.element(page.getByRole('link', { name: 'Ana Ortiz' })).toHaveAttribute('href', '/form/camp/ana-ortiz')
    await expect.element(main).toHaveTextContent(/All 3.*To decide 2.*Accepted 1/)
    expect(document.title).toContain('Submissions, Summer camp')
    await expectAccessibleInBothThemes()
  })

  it('say that the line of a closed form does not move', async () => {
    const counts = [{ state: 'waiting' as const, count: 3 }]
    const note = page.getByText('nobody in line gets a free place by themselves')
    answerWith({ 'GET /api/forms/:id/submissions/overview': anOverview({ counts, isClosed: true }) })
    const { reload } = await openList()
    await expect.element(note).toBeVisible()
    answerWith({ 'GET /api/forms/:id/submissions/overview': anOverview({ counts }) })
    await reload()
    await expect.element(rowOf('Ana Ortiz')).toBeVisible()
    await expect.element(note).not.toBeInTheDocument()
  })

  it('show what is still owed, and on request only who still owes', async () => {
    rows = [aRow('Ana Ortiz', { state: 'accepted', owed: { amount: 6500, currency: 'usd' } }), aRow('Bo Chen')]
    const { address, reload } = await openList()
    await expect.element(page.getByRole('columnheader', { name: 'Open', exact: true })).toBeVisible()
    await expect.element(rowOf('Ana Ortiz')).toHaveTextContent(/\$125\.00.*\$65\.00/)
    await expect.element(rowOf('Bo Chen')).toHaveTextContent('Nothing is owed')
    await button('Still owes').click()
    await expect.poll(lastQuery).toEqual({ owes: '1' })
    expect(address()).toBe('/form/camp/submissions?owes=1')
    await expect.element(button('Still owes')).toHaveAttribute('aria-pressed', 'true')
    await expectAccessibleInBothThemes()
    await button('Still owes').click()
    await expect.poll(lastQuery).toEqual({})
    await button('Paid, no place').click()
    await expect.poll(lastQuery).toEqual({ holds: '1' })
    expect(address()).toBe('/form/camp/submissions?holds=1')
    await button('Paid, no place').click()
    await expect.poll(lastQuery).toEqual({})
    // A form without a price asks nobody for money.
    const content = makeContent({ pages: [{ fields: [{ id: 'f1', kind: 'shortText' }] }] })
    answerWith({
      'GET /api/forms/:id/submissions/overview': anOverview({ content, options: [] }),
      [summaryKey]: { ...aSummary, answers: [] },
    })
    rows = [aRow('Ana Ortiz', { total: null, owed: null })]
    await reload()
    await expect.element(rowOf('Ana Ortiz')).toBeVisible()
    await expect.element(button('Still owes')).not.toBeInTheDocument()
    await expect.element(button('Paid, no place')).not.toBeInTheDocument()
    await expect.element(page.getByRole('columnheader', { name: 'Open', exact: true })).not.toBeInTheDocument()
  })

  it('show what was signed, also when the form has no waiver any more and what was sent is deleted', async () => {
    const texts = [{ wordsHash: 'a1'.repeat(32), label: 'Risk', text: 'I know the *risk*.' }]
    const waiversKey = 'GET /api/forms/:id/waivers'
    const content = makeContent({ pages: [{ fields: [{ id: 'f1', kind: 'shortText' }] }] })
    answerWith({
      'GET /api/forms/:id/submissions/overview': anOverview({ content, counts: [], options: [], hasSignedWaivers: true }),
      [waiversKey]: ({ query }: ApiRequest) =>
        query.q === undefined
          ? { waivers: [aWaiver('Ana'), aWaiver('Bo', { submissionId: null, forWhom: 'Mia' })], texts, next: null }
          : { waivers: [], texts: [], next: query.cursor === undefined ? 'more' : null },
    })
    await openList()
    await button('Signed waivers').click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('link', { name: 'Ana' })).toHaveAttribute('href', '/form/camp/Ana')
    await expect.element(dialog).toHaveTextContent('Mia, signed by Bo')
    await expect.element(dialog).toHaveTextContent('The other answers are deleted.')
    await expect.element(dialog.getByRole('link', { name: /Mia/ })).not.toBeInTheDocument()
    const words = dialog.getByText('I know the risk.')
    await expect.element(words.first()).not.toBeVisible()
    await expect
      .element(dialog.getByRole('link', { name: 'Download all as CSV' }))
      .toHaveAttribute('href', '/api/forms/camp/waivers/export')
    await dialog.getByText('Read what was signed').first().click()
    await expect.element(words.first()).toBeVisible()
    await expectAccessibleInBothThemes()
    await dialog.getByRole('searchbox', { name: 'Find by name' }).fill('cy')
    await expect.element(dialog).toHaveTextContent('None so far. There are more to look through.')
    await button('Show more').click()
    await expect.element(dialog).toHaveTextContent('Nobody with this name has signed.')
    expect(requestsTo(waiversKey).map(({ query }) => query)).toEqual([{}, { q: 'cy' }, { q: 'cy', cursor: 'more' }])
  })

  it('do not say that nobody has signed while a name is still looked for', async () => {
    const held = Promise.withResolvers<object>()
    answerWith({
      'GET /api/forms/:id/submissions/overview': anOverview({ hasSignedWaivers: true }),
      'GET /api/forms/:id/waivers': ({ query }: ApiRequest) =>
        query.q === 'An' ? held.promise : { waivers: query.q ? [] : [aWaiver('Bo')], texts: [], next: null },
    })
    await openList()
    await button('Signed waivers').click()
    const dialog = page.getByRole('dialog')
    const find = dialog.getByRole('searchbox', { name: 'Find by name' })
    await find.fill('Anx')
    await expect.element(dialog).toHaveTextContent('Nobody with this name has signed.')
    await find.fill('An')
    await expect.element(dialog).toHaveTextContent('Loading the waivers')
    await expect.poll(() => requestsTo('GET /api/forms/:id/waivers').at(-1)?.query).toEqual({ q: 'An' })
    await expect.element(dialog).not.toHaveTextContent('Nobody with this name')
    held.resolve({ waivers: [aWaiver('Ana')], texts: [], next: null })
    await expect.element(dialog.getByRole('link', { name: 'Ana' })).toBeVisible()
    await expect.element(dialog.getByRole('list')).toHaveAttribute('aria-busy', 'false')
    await find.fill('Anx')
    // The rows of the last search are not those of this one.
    await expect.element(dialog.getByRole('list')).toHaveAttribute('aria-busy', 'true')
  })

  it('do not say that nothing matches while a filter is not answered', async () => {
    const held = Promise.withResolvers<object>()
    answerWith({
      [listKey]: ({ query }: ApiRequest) => (query.q === 'an' ? held.promise : { submissions: query.q ? [] : rows, next: null }),
    })
    await openList('?q=anx')
    await expect.element(main).toHaveTextContent('No submission fits all of these filters.')
    await search.fill('an')
    await expect.poll(lastQuery).toEqual({ q: 'an' })
    await expect.element(main).toHaveTextContent('Loading submissions of summer camp')
    await expect.element(main).not.toHaveTextContent('Nothing matches')
    held.resolve({ submissions: rows, next: null })
    await expect.element(rowOf('Ana Ortiz')).toBeVisible()
  })

  it('say how many places of a choice are taken, and show who chose it', async () => {
    const { address } = await openList()
    const bar = button(/^Large/)
    await expect.element(bar).toHaveTextContent('10 of 10 taken, 3 waiting')
    await bar.click()
    await expect.poll(lastQuery).toEqual({ field: 'f2', option: 'ol' })
    expect(address()).toBe('/form/camp/submissions?field=f2&option=ol')
    await bar.click()
    await expect.poll(lastQuery).toEqual({})
  })

  it('show the average place of what was ranked, and amounts as money', async () => {
    const fields = [
      { id: 'frank', kind: 'ranking', label: 'Sports', options: [option('o1', 'Chess'), option('o2', 'Tennis')] },
      { id: 'fgift', kind: 'ownAmount', label: 'Gift' },
    ]
    const places = [
      { option: 'o2', place: 1.25, count: 4 },
      { option: 'o1', place: 1.75, count: 4 },
    ]
    answerWith({
      'GET /api/forms/:id/submissions/overview': anOverview({
        content: makeContent({ pages: [{ fields }], payment: { currency: 'usd' } }),
      }),
      [summaryKey]: {
        ...aSummary,
        answers: [{ field: 'fgift', values: [{ value: 500, count: 2 }] }],
        rankings: [{ field: 'frank', options: places }],
      },
    })
    await openList()
    await expect.element(page.getByRole('region', { name: 'Sports' })).toHaveTextContent(/Tennis.*Place 1\.25.*Chess.*Place 1\.75/)
    await expect.element(page.getByRole('region', { name: 'Gift' })).toHaveTextContent(/\$5\.00.*Average \$5\.00/)
    await expectAccessible()
  })

  it('are sorted by name, by time or by state', async () => {
    const { address } = await openList('?state=asked')
    const header = (name: string) => page.getByRole('columnheader', { name })
    await expect.element(header('Sent')).toHaveAttribute('aria-sort', 'descending')
    await button('Name').click()
    await expect.poll(lastQuery).toEqual({ state: 'asked', sort: 'aToZ' })
    expect(address()).toBe('/form/camp/submissions?state=asked&sort=aToZ')
    await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending')
    await button('Name').click()
    await expect.poll(lastQuery).toEqual({ state: 'asked', sort: 'zToA' })
    await button('State').click()
    await expect.poll(lastQuery).toEqual({ state: 'asked', sort: 'stateUp' })
    await button('Name').click()
    await expect.poll(lastQuery).toEqual({ state: 'asked', sort: 'aToZ' })
    await button('Name').click()
    await expect.poll(lastQuery).toEqual({ state: 'asked', sort: 'zToA' })
    // What begins with a name is sorted by it.
    await search.fill('ana')
    await expect.poll(lastQuery).toEqual({ state: 'asked', sort: 'zToA', q: 'ana' })
    await expect.element(button('Sent')).not.toBeInTheDocument()
  })

  it('say when nobody can decide yet', async () => {
    rows = [aRow('Ana Ortiz', { isMissing: true })]
    await openList()
    await expect.element(rowOf('Ana Ortiz')).toHaveTextContent('Something is missing')
    await choose('Ana Ortiz')
    await expect.element(button('Accept')).toBeDisabled()
    await expect.element(button('Decline')).toBeEnabled()
  })

  it('are counted in numbers and days', async () => {
    await openList()
    await expect.element(page.getByRole('region', { name: 'Can swim' })).toHaveTextContent(/Yes9No3/)
    const days = page.getByRole('region', { name: 'Sent each day' })
    await expect.element(days).toHaveTextContent(/Nov 20(, 2026)?: 4Nov 21(, 2026)?: 0Nov 22(, 2026)?: 2/)
    await expect.element(main).toHaveTextContent('Numbers and days are of the latest 1,000 submissions.')
  })

  it('are reminded, written to, and given their money back', async () => {
    const refundKey = 'POST /api/forms/:id/submissions/refunds'
    answerWith({
      [patchKey]: ({ body }: ApiRequest) => ({ ids: (body as { ids: string[] }).ids.slice(0, 1), refused: [] }),
      [refundKey]: { ids: ['ana-ortiz'] },
    })
    await openList()
    await choose('Ana Ortiz')
    await choose('Bo Chen')
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Ask again for what is missing' }).click()
    await expect.element(main).toHaveTextContent(/1 submission asked again\..*Not changed: Bo Chen \(to decide\)/)
    await choose('Ana Ortiz')
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Send a message' }).click()
    await page.getByRole('textbox', { name: /^Message/ }).fill('Bring water.')
    await button('Send').click()
    await expect.element(main).toHaveTextContent('1 submission got your message.')
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Give money back' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Give all back' }).click()
    await expect.element(main).toHaveTextContent('Money is given back for 1 submission.')
    const ids = expect.any(Array)
    expect(requestsTo(patchKey).map(({ body }) => body)).toEqual([
      { ids, change: { do: 'remind' } },
      { ids, change: { do: 'message', text: 'Bring water.', idempotencyKey: expect.any(String) } },
    ])
    expect(requestsTo(refundKey)).toHaveLength(1)
  })

  it('are filtered by state, name and tag in the address, also after a reload', async () => {
    const { address, reload } = await openList()
    await button(/^To decide/).click()
    await search.fill('bo')
    await expect.poll(lastQuery).toEqual({ state: 'asked', q: 'bo' })
    await button(/^Any tag/).click()
    await page.getByRole('option', { name: 'keeper' }).click()
    await expect.poll(lastQuery).toEqual({ state: 'asked', q: 'bo', tag: 'keeper' })
    expect(address()).toBe('/form/camp/submissions?state=asked&q=bo&tag=keeper')
    await reload()
    await expect.poll(lastQuery).toEqual({ state: 'asked', q: 'bo', tag: 'keeper' })
    await expect.element(search).toHaveValue('bo')
    rows = []
    await button(/^Accepted/).click()
    await button('Clear the filters').click()
    await expect.poll(lastQuery).toEqual({})
    await expect.element(search).toHaveValue('')
  })

  it('ignore a filter in the address that is not valid', async () => {
    await openList('?state=anything&field=f2')
    await expect.element(rowOf('Ana Ortiz')).toBeVisible()
    expect(lastQuery()).toEqual({})
  })

  it('are found by any choice of the form', async () => {
    await openList()
    await button('Answer: Any answer').click()
    await page.getByRole('option', { name: /Small/ }).click()
    await expect.poll(lastQuery).toEqual({ field: 'f2', option: 'os' })
  })

  it('are found by yes or no, and by a number from and to', async () => {
    const fields = [
      { id: 'fsure', kind: 'yesNo', label: 'Sure' },
      { id: 'fage', kind: 'number', label: 'Age' },
    ]
    answerWith({
      'GET /api/forms/:id/submissions/overview': anOverview({ content: makeContent({ pages: [{ fields }] }), options: [] }),
      [summaryKey]: { ...aSummary, answers: [] },
    })
    const { address, reload } = await openList()
    await button('Answer: Any answer').click()
    await page.getByRole('option', { name: /^No/ }).click()
    await expect.poll(lastQuery).toEqual({ field: 'fsure', answer: 'no' })
    await button('Answer: Sure: No').click()
    await page.getByRole('option', { name: /^Age/ }).click()
    await expect.poll(lastQuery).toEqual({})
    await page.getByRole('textbox', { name: 'Age, from' }).fill('7')
    await expect.poll(lastQuery).toEqual({ field: 'fage', min: '7' })
    await page.getByRole('textbox', { name: 'Age, to' }).fill('ten')
    await expect.element(page.getByText('Enter a number, such as 12 or 9.5.')).toBeVisible()
    await expectAccessible()
    await page.getByRole('textbox', { name: 'Age, to' }).fill('10,5')
    await expect.poll(lastQuery).toEqual({ field: 'fage', min: '7', max: '10.5' })
    expect(address()).toBe('/form/camp/submissions?field=fage&min=7&max=10.5')
    rows = []
    await reload()
    await expect.element(page.getByRole('textbox', { name: 'Age, to' })).toHaveValue('10.5')
    await button('Clear the filters').click()
    await expect.poll(lastQuery).toEqual({})
    await expect.element(page.getByRole('textbox', { name: 'Age, to' })).not.toBeInTheDocument()
  })

  describe('with numbers to find them by', () => {
    const from = page.getByRole('textbox', { name: 'Age, from' })
    beforeEach(() => {
      const content = makeContent({ pages: [{ fields: [{ id: 'fage', kind: 'number', label: 'Age' }] }] })
      answerWith({
        'GET /api/forms/:id/submissions/overview': anOverview({ content, options: [] }),
        [summaryKey]: { ...aSummary, answers: [] },
      })
    })

    it('keep the field in which somebody types another number', async () => {
      await openList('?field=fage&min=7')
      await expect.element(from).toHaveValue('7')
      await from.fill('')
      await expect.poll(lastQuery).toEqual({})
      await expect.element(button('Answer: Age')).toBeVisible()
      await expect.element(from).toHaveFocus()
      await userEvent.keyboard('8')
      await expect.poll(lastQuery).toEqual({ field: 'fage', min: '8' })
      await expect.element(from).toHaveFocus()
    })

    it('have no number left once the filters are cleared', async () => {
      rows = []
      await openList()
      await button('Answer: Any answer').click()
      await page.getByRole('option', { name: /^Age/ }).click()
      await from.fill('7')
      await expect.poll(lastQuery).toEqual({ field: 'fage', min: '7' })
      await button('Clear the filters').click()
      await expect.poll(lastQuery).toEqual({})
      await expect.element(button('Answer: Any answer')).toBeVisible()
      await expect.element(from).not.toBeInTheDocument()
    })
  })

  it('are found by the days on which they were sent, in the zone of the form', async () => {
    rows = [aRow('Ana Ortiz', { sentAt: Date.UTC(2025, 0, 1, 5) })]
    const { address } = await openList('?sentFrom=2024-12-31&sentUntil=2024-12-31')
    await expect.element(rowOf('Ana Ortiz')).toHaveTextContent('Dec 31, 2024')
    expect(lastQuery()).toEqual({ sentFrom: '2024-12-31', sentUntil: '2024-12-31' })
    const days = page.getByRole('group', { name: 'Sent', exact: true })
    const last = days.getByRole('group', { name: 'Ends' })
    await last.getByRole('spinbutton', { name: /^day/ }).click()
    await userEvent.keyboard('30')
    await expect.element(page.getByText('The first day is after the last.')).toBeVisible()
    await expectNoHorizontalScroll()
    await days.getByRole('button', { name: 'Sent' }).click()
    await button('Clear both dates').click()
    await expect.poll(lastQuery).toEqual({})
    expect(address()).toBe('/form/camp/submissions')
  })

  it('are looked for further when few of those that the server looked through fit', async () => {
    const slow = Promise.withResolvers<void>()
    answerWith({
      [listKey]: async ({ query }: ApiRequest) => {
        const at = Number(query.cursor ?? '0')
        if (at === 2) await slow.promise
        return { submissions: at === 3 ? [aRow('Di Evans')] : [], next: at < 4 ? String(at + 1) : null }
      },
    })
    await openList('?field=f9&answer=yes')
    await expect.poll(lastQuery).toMatchObject({ cursor: '2' })
    await expect.element(page.getByText('Loading submissions of summer camp')).toBeInTheDocument()
    await expect.element(main).not.toHaveTextContent('None so far')
    slow.resolve()
    await expect.element(rowOf('Di Evans')).toBeVisible()
    await expect.element(main).toHaveTextContent('No more results.')
  })

  it('are looked for after a press until one more fits', async () => {
    const first = Array.from({ length: 50 }, (_, index) => aRow(`Player ${index}`))
    answerWith({
      [listKey]: ({ query }: ApiRequest) => {
        const at = Number(query.cursor ?? '0')
        return { submissions: at === 0 ? first : at === 3 ? [aRow('Di Evans')] : [], next: at < 5 ? String(at + 1) : null }
      },
    })
    await openList('?field=f9&answer=yes')
    await expect.element(rowOf('Player 49')).toBeVisible()
    expect(lastQuery()).not.toHaveProperty('cursor')
    await button('Show more').click()
    await expect.element(rowOf('Di Evans')).toBeVisible()
    await expect.element(main).toHaveTextContent('No more results.')
  })

  it('that come while the list is open are counted, and shown when asked for', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const overviewKey = 'GET /api/forms/:id/submissions/overview'
    const counts = (asked: number) => [
      { state: 'asked' as const, count: asked },
      { state: 'accepted' as const, count: 1 },
    ]
    const line = page.getByRole('status').filter({ hasText: /new|up to date/ })
    const { goTo } = await openList()
    await expect.element(rowOf('Ana Ortiz')).toBeVisible()
    await expect.element(line).not.toBeInTheDocument()
    rows = [aRow('Di Evans'), ...rows]
    answerWith({ [overviewKey]: anOverview({ counts: counts(3) }) })
    await vi.advanceTimersByTimeAsync(20_000)
    await expect.element(line).toHaveTextContent('Show 1 new')
    await expect.element(rowOf('Di Evans')).not.toBeInTheDocument()
    rows = [aRow('Ed Fox'), aRow('Flo Gray'), ...rows]
    answerWith({ [overviewKey]: anOverview({ counts: counts(5) }) })
    await vi.advanceTimersByTimeAsync(20_000)
    await expect.element(line).toHaveTextContent('Show 3 new')
    await expectAccessibleInBothThemes()
    // What could not be loaded is still new.
    answerWith({ [listKey]: refuse('Unavailable', 'This is not available right now.') })
    await button('Show 3 new').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('This is not available right now.')
    answerWith({ [listKey]: () => ({ submissions: rows, next: null }) })
    await button('Show 3 new').click()
    await expect.element(rowOf('Flo Gray')).toBeVisible()
    await expect.element(line).toHaveTextContent('The list is up to date.')
    await expect.element(line).toHaveFocus()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    // One more is to decide, so none is new among the accepted, where the list stays as it is.
    await goTo('/form/camp/submissions?state=accepted')
    await expect.element(button(/Accepted/)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(lastQuery).toEqual({ state: 'accepted' })
    answerWith({ [overviewKey]: anOverview({ counts: counts(6) }) })
    await vi.advanceTimersByTimeAsync(20_000)
    await expect.element(main).toHaveTextContent(/All 7/)
    await expect.element(line).not.toBeInTheDocument()
  })

  it('that somebody decides about are not new', async () => {
    await openList()
    await choose('Ana Ortiz')
    answerWith({
      [patchKey]: () => ({ ids: ['ana-ortiz'], refused: [] }),
      'GET /api/forms/:id/submissions/overview': anOverview({ counts: [{ state: 'asked', count: 4 }] }),
    })
    rows = [aRow('Di Evans'), ...rows]
    await button('Accept').click()
    await expect.element(rowOf('Di Evans')).toBeVisible()
    await expect.element(main).toHaveTextContent(/All 4/)
    await expect.element(button(/^Show \d+ new$/)).not.toBeInTheDocument()
  })

  it('are loaded page by page', async () => {
    answerWith({
      [listKey]: ({ query }: ApiRequest) =>
        query.cursor ? { submissions: [aRow('Dee Fox')], next: null } : { submissions: rows, next: 'more' },
    })
    await openList()
    await button('Show more').click()
    await expect.element(rowOf('Dee Fox')).toBeVisible()
    expect(lastQuery()).toEqual({ cursor: 'more' })
  })

  it('do not say that nothing fits while there are more to look through', async () => {
    answerWith({
      [listKey]: ({ query }: ApiRequest) => {
        const looked = Number(query.cursor ?? '0') + 1
        return looked > 20 ? { submissions: rows, next: null } : { submissions: [], next: String(looked) }
      },
    })
    await openList('?q=ana')
    await expect.poll(lastQuery).toEqual({ q: 'ana', cursor: '19' })
    await expect.element(main).toHaveTextContent('None so far')
    await expect.element(main).not.toHaveTextContent('Nothing matches')
    await button('Show more').click()
    await expect.element(rowOf('Ana Ortiz')).toBeVisible()
  })

  it('are accepted together, and it says what stayed as it was', async () => {
    answerWith({ [patchKey]: { ids: ['ana-ortiz'], refused: [{ id: 'bo-chen', reason: 'sideFull' }] } })
    await openList()
    await page.getByRole('checkbox', { name: 'Choose all 3 that are shown' }).click()
    await expect.element(page.getByRole('region', { name: 'Chosen submissions' })).toHaveTextContent('3 chosen')
    await expectAccessible()
    await button('Accept').click()
    await expect
      .element(main)
      .toHaveTextContent(/1 submission accepted\.\s*Not changed: Bo Chen \(the side is full\), Cy Diaz \(withdrawn\)\./)
    await expect.element(page.getByRole('region', { name: 'Chosen submissions' })).toHaveTextContent('2 chosen')
    expect(requestsTo(patchKey).map(({ body }) => body)).toEqual([{ ids: ['ana-ortiz', 'bo-chen', 'cy-diaz'], change: { do: 'accept' } }])
    // The list, the counts and the summary are loaded again.
    const last = requestsTo().slice(-3)
    expect(last.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /api/forms/camp/submissions',
      'GET /api/forms/camp/submissions/overview',
      'GET /api/forms/camp/submissions/summary',
    ])
  })

  it('are put on the roster of a season', async () => {
    const seasons = [
      { id: 'fall', label: 'Fall 2099', startDate: '2099-09-01', endDate: '2099-12-01' },
      { id: 'old', label: 'Fall 2020', startDate: '2020-09-01', endDate: '2020-12-01' },
    ]
    answerWith({
      [patchKey]: { ids: ['ana-ortiz'], refused: [{ id: 'bo-chen', reason: 'noAccount' }] },
      'GET /api/teams/:id/seasons': { seasons, next: null },
      'GET /api/seasons/:id': aSeason({
        id: 'fall',
        groups: [{ id: 'u10', name: 'U10', levelMin: null, levelMax: null, people: 3, size: 12 }],
      }),
    })
    await openList()
    await choose('Ana Ortiz')
    await choose('Bo Chen')
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Put on a roster' }).click()
    const dialog = page.getByRole('dialog', { name: 'Put 2 submissions on a roster' })
    // The only season that is not over is chosen.
    await dialog.getByRole('button', { name: /Group/ }).click()
    await page.getByRole('option', { name: 'U10 (3 of 12)' }).click()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Put on the roster' }).click()
    await expect.element(main).toHaveTextContent(/1 submission is on the roster\.\s*Not changed: Bo Chen \(no account\)\./)
    const change = { do: 'roster', seasonId: 'fall', groupId: 'u10' }
    expect(requestsTo(patchKey).map(({ body }) => body)).toEqual([{ ids: ['ana-ortiz', 'bo-chen'], change }])
  })

  it('are declined with a reason', async () => {
    answerWith({ [patchKey]: { ids: ['ana-ortiz'], refused: [] } })
    await openList()
    await choose('Ana Ortiz')
    await button('Decline').click()
    await expect.element(page.getByRole('dialog', { name: 'Decline Ana Ortiz?' })).toBeVisible()
    await page.getByRole('textbox', { name: /Reason/ }).fill('We have no more coaches.')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
    await expect.element(main).toHaveTextContent('1 submission declined.')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    // The bar with the button has gone, so the focus moves to what was done.
    await expect.poll(() => document.activeElement?.textContent).toContain('1 submission declined.')
    expect(requestsTo(patchKey).at(-1)?.body).toEqual({
      ids: ['ana-ortiz'],
      change: { do: 'decline', reason: 'We have no more coaches.' },
    })
  })

  it('are declined with or without giving back what was paid', async () => {
    const paid = { state: 'accepted', held: { amount: 12_500, currency: 'usd' } } as const
    rows = [aRow('Ana Ortiz', paid), aRow('Bo Chen', paid), aRow('Cy Diaz')]
    answerWith({ [patchKey]: ({ body }: ApiRequest) => ({ ids: (body as { ids: string[] }).ids, refused: [] }) })
    await openList()
    const decline = async (name: string) => {
      await choose(name)
      await button('Decline').click()
    }
    const dialog = page.getByRole('dialog')
    const box = dialog.getByRole('checkbox', { name: 'Give back what was paid' })
    const confirm = dialog.getByRole('button', { name: 'Decline', exact: true })
    await decline('Cy Diaz')
    await expect.element(confirm).toBeVisible()
    await expect.element(box).not.toBeInTheDocument()
    await confirm.click()
    await decline('Ana Ortiz')
    await expect.element(box).toBeChecked()
    await expectAccessible()
    await confirm.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await decline('Bo Chen')
    await inDialog('Give back what was paid').click()
    await confirm.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requestsTo(patchKey).map(({ body }) => (body as { change: object }).change)).toEqual([
      { do: 'decline', reason: '' },
      { do: 'decline', reason: '', refundKey: expect.any(String) },
      { do: 'decline', reason: '' },
    ])
  })

  it('keep the reason in the dialog if none was declined', async () => {
    answerWith({ 'GET /api/forms/:id/submissions/overview': anOverview({ managesMoney: false }) })
    rows = [aRow('Ana Ortiz', { state: 'accepted', held: { amount: 12_500, currency: 'usd' } })]
    answerWith({ [patchKey]: { ids: [], refused: [] } })
    await openList()
    await choose('Ana Ortiz')
    await button('Decline').click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toHaveTextContent('What was paid is not given back by this.')
    await page.getByRole('textbox', { name: /Reason/ }).fill('We have no more coaches.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Nothing was declined.')
    await expect.element(page.getByRole('textbox', { name: /Reason/ })).toHaveValue('We have no more coaches.')
    await expectAccessible()
  })

  it('get tags and lose them', async () => {
    answerWith({ [patchKey]: ({ body }: ApiRequest) => ({ ids: (body as { ids: string[] }).ids, refused: [] }) })
    await openList()
    await choose('Ana Ortiz')
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Add a tag' }).click()
    await button('Add tag').click()
    await expect.element(page.getByText('Enter a tag.')).toBeVisible()
    await page.getByRole('textbox', { name: /^Tag/ }).fill('  called   back ')
    await button('Add tag').click()
    await expect.element(main).toHaveTextContent('1 submission got the tag “called back”.')
    await choose('Bo Chen')
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Remove a tag' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'keeper', exact: true }).click()
    await button('Remove tag').click()
    await expect.element(main).toHaveTextContent('1 submission lost the tag “keeper”.')
    expect(requestsTo(patchKey).map(({ body }) => body)).toEqual([
      { ids: ['ana-ortiz'], change: { do: 'addTag', tag: 'called back' } },
      { ids: ['bo-chen'], change: { do: 'removeTag', tag: 'keeper' } },
    ])
  })

  it('get a note, and the same words after an error once', async () => {
    answerWith({ [patchKey]: refuse('NotAllowed', 'You may not do this.') })
    await openList()
    await choose('Ana Ortiz')
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Add a note' }).click()
    await page.getByRole('textbox', { name: /^Note/ }).fill('Called them.')
    await button('Add note').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('You may not do this.')
    answerWith({ [patchKey]: { ids: ['ana-ortiz'], refused: [] } })
    await button('Add note').click()
    await expect.element(main).toHaveTextContent('Your note was added to 1 submission.')
    const keys = requestsTo(patchKey).map(({ body }) => (body as { change: { idempotencyKey: string } }).change.idempotencyKey)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  it('stay chosen if the server refuses', async () => {
    answerWith({ [patchKey]: refuse('NotAllowed', 'You may not do this.') })
    await openList()
    await choose('Ana Ortiz')
    await button('Accept').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('You may not do this.')
    await expect.element(page.getByRole('region', { name: 'Chosen submissions' })).toHaveTextContent('1 chosen')
  })

  it('have the columns that were chosen, which this device keeps', async () => {
    const { reload } = await openList()
    await expect.element(page.getByRole('columnheader', { name: 'Born on' })).toBeVisible()
    await button('Columns and views').click()
    await inDialog('Born on').click()
    await inDialog('Siblings').click()
    await expect.element(page.getByRole('checkbox', { name: 'Only a heading' })).not.toBeInTheDocument()
    await expectAccessible()
    await button('Done').click()
    await expect.element(page.getByRole('columnheader', { name: 'Siblings' })).toBeVisible()
    await reload()
    await expect.element(page.getByRole('columnheader', { name: 'Siblings' })).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: 'Born on' })).not.toBeInTheDocument()
  })

  it('have the names of cities, which are asked for only if such a column is shown', async () => {
    const fields = [
      { id: 'f1', kind: 'shortText' },
      { id: 'fcity', kind: 'city', label: 'Home town' },
    ]
    const content = makeContent({ pages: [{ fields }] })
    rows = [aRow('Ana Ortiz', { answers: { f1: 'Ana Ortiz', fcity: '7' }, names: { 7: 'Austin, TX' } })]
    answerWith({
      'GET /api/forms/:id/submissions/overview': anOverview({ content, options: [] }),
      [summaryKey]: { ...aSummary, answers: [] },
    })
    await openList()
    await expect.element(rowOf('Ana Ortiz')).toHaveTextContent('Austin, TX')
    expect(lastQuery()).toEqual({ named: 'fcity' })
    await button('Columns and views').click()
    await inDialog('Home town').click()
    await expect.poll(lastQuery).toEqual({})
  })

  it('can be kept as a view for all organizers, picked and deleted', async () => {
    let views: object[] = []
    answerWith({
      [viewsKey]: () => ({ views }),
      'POST /api/forms/:id/views': refuse('FormViewsFull', 'A form can have up to 20 views. Delete one first.'),
      'DELETE /api/forms/:id/views/:viewId': () => {
        views = []
      },
    })
    const { reload, address } = await openList('?q=ana')
    await button(/^To decide/).click()
    await button('Columns and views').click()
    await inDialog('Shirt size').click()
    await page.getByRole('textbox', { name: /Save this list/ }).fill('New ones')
    await button('Save view').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('A form can have up to 20 views.')
    answerWith({
      'POST /api/forms/:id/views': ({ body }: ApiRequest) => {
        views = [{ id: 'view-1', ...(body as object) }]
      },
    })
    await button('Save view').click()
    await expect.element(page.getByRole('dialog')).toHaveTextContent('“New ones” is above the list now.')
    await expectAccessible()
    await button('Done').click()
    // A search for somebody is not part of it.
    expect(views).toMatchObject([{ name: 'New ones', filter: { state: 'asked' } }])
    expect(JSON.stringify(views)).not.toContain('ana')
    await button(/^All/).click()
    await reload()
    await button('New ones').click()
    expect(address()).toBe('/form/camp/submissions?state=asked')
    await expect.element(page.getByRole('columnheader', { name: 'Shirt size' })).not.toBeInTheDocument()
    await expect.element(button('New ones')).toHaveAttribute('aria-pressed', 'true')
    await button('Columns and views').click()
    await button('Delete the view New ones').click()
    await button('Done').click()
    await expect.element(button('New ones')).not.toBeInTheDocument()
  })

  it('are cards on a phone, with the bar within reach', async () => {
    await page.viewport(390, 844)
    await openList()
    const card = page.getByRole('listitem').filter({ hasText: 'Ana Ortiz' })
    await expect.element(card).toHaveTextContent(/To decide.*Shirt size.*Large/)
    // The summary would push the list down.
    await expect.element(button(/^Large/)).not.toBeInTheDocument()
    await choose('Ana Ortiz')
    await expect.element(button('Accept')).toBeInViewport()
    await expectNoHorizontalScroll()
    await expectAccessible()
  })

  it('are shared when nobody has sent any', async () => {
    answerWith({ 'GET /api/forms/:id/submissions/overview': anOverview({ counts: [], options: [] }) })
    await openList()
    await expect.element(page.getByText('Nobody has sent this form yet')).toBeVisible()
    await expect.element(button('Share the link')).toBeVisible()
    expect(requestsTo(listKey)).toEqual([])
  })

  it('are only for those who run the form', async () => {
    answerWith({ 'GET /api/forms/:id/submissions/overview': refuse('NotAllowed', 'You may not do this.') })
    await openList()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Only for organizers')
    await expectAccessible()
  })

  it('are not there for a form that is not there', async () => {
    answerWith({ 'GET /api/forms/:id/submissions/overview': refuse('FormNotFound', 'We could not find this form.') })
    await openList()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Form not found')
  })

  it('cannot be there before the form is published', async () => {
    answerWith({ 'GET /api/forms/:id/submissions/overview': refuse('FormNotPublished', 'This form is not published yet.') })
    await openList()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Not published yet')
    await expect.element(page.getByRole('link', { name: 'Open the builder' })).toHaveAttribute('href', '/form/build/camp')
  })

  it('can be loaded again after an error', async () => {
    answerWith({ 'GET /api/forms/:id/submissions/overview': refuse('Unavailable', 'Please try again.') })
    await openList()
    await expect.element(page.getByRole('alert')).toBeVisible()
    answerWith({ 'GET /api/forms/:id/submissions/overview': anOverview() })
    await button('Try again').click()
    await expect.element(rowOf('Ana Ortiz')).toBeVisible()
  })
})

describe('A file with submissions', () => {
  const filesKey = 'GET /api/forms/:id/exports'
  const aFile = {
    id: 'file',
    format: 'csv',
    state: 'waiting',
    inParts: null,
    count: null,
    size: null,
    createdAt: Date.UTC(2026, 10, 24),
    expiresAt: null,
  }

  it('appears even if it was asked for before the list of files had loaded', async () => {
    // This answer was read before the file was asked for, and arrives after it.
    const early = Promise.withResolvers<{ exports: unknown[] }>()
    answerWith({ [filesKey]: () => early.promise, 'POST /api/forms/:id/exports': { id: 'file' } })
    await openList()
    await button('Export').click()
    await expect.poll(() => requestsTo(filesKey).length).toBeGreaterThan(0)
    const made = { ...aFile, state: 'made', count: 3, size: 2048, expiresAt: Date.UTC(2026, 10, 27) }
    let asked = 0
    answerWith({
      [filesKey]: () => {
        asked += 1
        return { exports: [asked === 1 ? aFile : made] }
      },
    })
    await button('Make the file').click()
    await expect.poll(() => requestsTo('POST /api/forms/:id/exports').length).toBe(1)
    early.resolve({ exports: [] })
    await expect.element(page.getByRole('link', { name: /download the CSV/ })).toHaveAttribute('href', '/files/form-exports/file.csv')
  })

  it('can be one part of several', async () => {
    const parts = [1, 2].map((number) => ({ ...aFile, id: `part-${number}`, format: 'zip', inParts: { number, of: 2 } }))
    const made = { state: 'made', count: 500, size: 2048, expiresAt: Date.UTC(2026, 10, 27) }
    answerWith({ [filesKey]: { exports: [{ ...parts[0], ...made }, parts[1]] } })
    await openList()
    await button('Export').click()
    const dialog = page.getByRole('dialog')
    await expect
      .element(dialog)
      .toHaveTextContent(
        /ZIP, part 1 of 2, .*500 submissions.*ZIP, part 2 of 2, .*We are making it. You can leave, and we notify you when all parts are done\./,
      )
    await expect
      .element(dialog.getByRole('link', { name: /download the ZIP, part 1/ }))
      .toHaveAttribute('href', '/files/form-exports/part-1.zip')
    await expectAccessible()
  })
})
