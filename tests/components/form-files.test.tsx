import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SaveDraft } from '../../domain/forms/contract.ts'
import type { FormFile } from '../../domain/forms/files.ts'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import { firstSettings } from '../../domain/forms/settings.ts'
import { makeContent, makeOpenForm, option } from '../setup/form-examples.ts'
import { aContent, anOverview, aPayment, aRow, aSubmission, asOrganizer } from './form-submission-examples.ts'
import { answerUploads } from './setup/answer-uploads.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const uploadKey = 'POST /api/forms/:id/files'
const sendKey = 'POST /api/forms/:id/submissions'

const content = makeContent({
  pages: [
    {
      fields: [
        { id: 'fcard', kind: 'file', label: 'Insurance card', maxFiles: 2 },
        { id: 'fface', kind: 'photo', label: 'Photo for the pass' },
      ],
    },
  ],
})

type Opening = { viewer?: Partial<OpenForm['viewer']>; at?: string; content?: OpenForm['content'] }

async function open({ viewer = {}, at = '/form/league', content: asked = content }: Opening = {}) {
  answerUploads()
  answerWith({
    'GET /api/forms/:id': makeOpenForm({ content: asked, viewer }),
    'PUT /api/forms/:id/answers': { savedAt: 1 },
    'DELETE /api/forms/:id/files/:fileId': null,
    [uploadKey]: stored,
    [sendKey]: { id: 'sent', state: 'accepted', key: null, ending: 'e1', payUntil: null },
  })
  const app = await openApp(at, { viewer: viewer.isSignedIn === false ? null : someone })
  await expect.element(page.getByRole('heading', { name: 'Spring league' })).toBeVisible()
  return app
}

const aPdf = (name = 'card.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
async function aPhoto(name = 'me.png'): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 60
  canvas.height = 40
  canvas.getContext('2d')?.fillRect(0, 0, 30, 40)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob ?? ''], name, { type: 'image/png' })
}
const pick = (label: string, ...files: File[]) =>
  userEvent.upload(document.querySelector(`input[type=file][aria-label="${label}"]`) as HTMLElement, files)
const cards = page.getByRole('list', { name: 'Insurance card' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const listRemoved = () => requestsTo('DELETE /api/forms/:id/files/:fileId').map(({ path }) => path)

const stored = ({ query }: ApiRequest): FormFile => ({
  id: `id-of-${query.name?.split('.')[0]}`,
  name: query.name ?? '',
  type: 'application/pdf',
  size: 123_456,
})
/** Uploads arrive only when the functions in the returned list are called. */
function holdUploads(): (() => void)[] {
  const held: (() => void)[] = []
  answerWith({ [uploadKey]: (request: ApiRequest) => new Promise((resolve) => held.push(() => resolve(stored(request)))) })
  return held
}

/** A form with a file for each child. Its uploads are held. */
async function openKids(viewer = {}) {
  const fields = [
    { id: 'fname', kind: 'shortText', label: 'Name' },
    { id: 'fcard', kind: 'file', label: 'Insurance card' },
  ]
  const kids = { id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 0, maxRows: 3, fields }
  await open({ content: makeContent({ pages: [{ fields: [kids] }] }), viewer })
  return holdUploads()
}
async function addKid(name: string) {
  await button('Add Child').click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
}
async function send() {
  await button('Send').click()
  await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
  return requestsTo(sendKey).at(-1)?.body as { answers: unknown; idempotencyKey: string }
}

afterEach(() => void vi.unstubAllGlobals())

describe('Files of a form', () => {
  it('are sent when they are chosen, and their ids with the form', async () => {
    await open()
    await expect.element(page.getByText('Up to 2 files.')).toBeVisible()
    await pick('Insurance card', aPdf('front.pdf'), aPdf('back.pdf'))
    await expect.element(cards).toHaveTextContent(/front\.pdf123 KB.*back\.pdf123 KB/)
    await expect.element(page.getByText('back.pdf was added.')).toBeInTheDocument()
    await pick('Photo for the pass', await aPhoto())
    const photo = page.getByRole('list', { name: 'Photo for the pass' })
    await expect.element(photo).toHaveTextContent('me.png')
    await expect.poll(() => photo.element().querySelector('img')?.src).toMatch(/^blob:/)
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
    const { answers, idempotencyKey } = await send()
    expect(answers).toEqual({ fcard: ['id-of-front', 'id-of-back'], fface: ['id-of-me'] })
    const [first] = requestsTo(uploadKey)
    expect(first?.query).toMatchObject({ field: 'fcard', name: 'front.pdf', secret: idempotencyKey, version: '3' })
  })

  it('are sent after the tab was closed, with the key with which they were added', async () => {
    const app = await open()
    await pick('Insurance card', aPdf('front.pdf'))
    await expect.poll(() => JSON.stringify({ ...localStorage })).toContain('id-of-front')
    dispatchEvent(new Event('pagehide'))
    sessionStorage.clear()
    await app.reload()
    await expect.element(cards).toHaveTextContent('front.pdf')
    const { idempotencyKey } = await send()
    expect(requestsTo(uploadKey)[0]?.query.secret).toBe(idempotencyKey)
  })

  it('are there on another device by the mailed link, and so is what is added there', async () => {
    const card = { id: 'card', name: 'front.pdf', type: 'application/pdf', size: 2_000 }
    const draft = { answers: { fcard: ['card'] }, savedAt: Date.now() }
    await open({ viewer: { isSignedIn: false, files: [card], draft }, at: '/form/league?resume=secret' })
    await expect.element(cards).toHaveTextContent('front.pdf')
    await pick('Insurance card', aPdf('back.pdf'))
    await expect.element(page.getByText('back.pdf was added.')).toBeInTheDocument()
    expect(requestsTo(uploadKey)[0]?.query).toMatchObject({ resume: 'secret' })
    await button('Remove front.pdf').click()
    const removed = () => requestsTo('DELETE /api/forms/:id/files/:fileId').map(({ path, query }) => [path, query.resume])
    await expect.poll(removed).toEqual([['/api/forms/league/files/card', 'secret']])
  })

  it('are no more than the field takes, and are removed again', async () => {
    await open()
    await pick('Insurance card', aPdf('a.pdf'), aPdf('b.pdf'), aPdf('c.pdf'))
    await expect.element(page.getByText('You can add up to 2 files.')).toBeVisible()
    await expect.element(cards).toHaveTextContent(/a\.pdf.*b\.pdf/)
    await expect.element(button('Add another')).not.toBeInTheDocument()
    await button('Remove a.pdf').click()
    await expect.element(cards).not.toHaveTextContent('a.pdf')
    await expect.poll(listRemoved).toEqual(['/api/forms/league/files/id-of-a'])
    await expect.element(page.getByText('You can add up to 2 files.')).not.toBeInTheDocument()
    expect((await send()).answers).toEqual({ fcard: ['id-of-b'] })
  })

  it('say why they did not arrive, and hold the form until they are sent again or removed', async () => {
    await open()
    answerWith({ [uploadKey]: refuse('FileKindRefused', 'We do not take files of this kind.') })
    await pick('Insurance card', aPdf('page.html'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('We do not take files of this kind.')
    await button('Send').click()
    await expect.element(page.getByText('page.html could not be added. Remove it, or try again.')).toBeVisible()
    expect(requestsTo(sendKey)).toEqual([])
    await expectAccessibleInBothThemes()
    // What is wrong with the file itself stays wrong.
    await expect.element(page.getByRole('button', { name: /Try again/ })).not.toBeInTheDocument()
    await button('Remove page.html').click()
    answerWith({ [uploadKey]: refuse('FormFilesFull', 'Send or remove some files first.') })
    await pick('Insurance card', aPdf())
    await expect.element(page.getByRole('alert')).toHaveTextContent('Send or remove some files first.')
    answerWith({ [uploadKey]: { id: 'id-at-last', name: 'card.pdf', type: 'application/pdf', size: 9 } })
    await button('Try again to send card.pdf').click()
    await expect.element(cards).toHaveTextContent(/card\.pdf1 KB/)
    await pick('Insurance card', new File([], 'empty.pdf'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('We could not open this file.')
    await button('Remove empty.pdf').click()
    expect((await send()).answers).toEqual({ fcard: ['id-at-last'] })
  })

  it('are sent three at a time, and wait a minute when the server has enough', async () => {
    const many = makeContent({ pages: [{ fields: [{ id: 'fcard', kind: 'file', label: 'Insurance card', maxFiles: 5 }] }] })
    await open({ content: many })
    const answered = holdUploads()
    await pick('Insurance card', ...['a', 'b', 'c', 'd', 'e'].map((name) => aPdf(`${name}.pdf`)))
    await expect.poll(() => answered.length).toBe(3)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    answerWith({ [uploadKey]: refuse('TooManyRequests', 'Please wait a minute.') })
    for (const answer of answered) answer()
    await vi.waitFor(() =>
      expect(cards.element().textContent).toMatch(/a\.pdf123 KB.*b\.pdf123 KB.*c\.pdf123 KB.*d\.pdf.*in a minute.*e\.pdf.*in a minute/),
    )
    answerWith({ [uploadKey]: stored })
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    for (const name of ['d', 'e']) await expect.element(cards).toHaveTextContent(`${name}.pdf123 KB`)
    expect(requestsTo(uploadKey)).toHaveLength(7)
  })

  it('are sent by themselves when the network is back', async () => {
    await open()
    answerWith({
      [uploadKey]: () => {
        throw new TypeError('No network')
      },
    })
    await pick('Insurance card', aPdf())
    await expect.element(page.getByRole('alert')).toHaveTextContent('card.pdf')
    answerWith({ [uploadKey]: { id: 'id-at-last', name: 'card.pdf', type: 'application/pdf', size: 9 } })
    dispatchEvent(new Event('online'))
    await expect.element(cards).toHaveTextContent(/card\.pdf1 KB/)
  })

  it('are there again after a form was started again by mistake, and sent with their key', async () => {
    const app = await open({ viewer: { isSignedIn: false } })
    await pick('Insurance card', aPdf('front.pdf'))
    await page.getByRole('textbox', { name: 'Your email' }).fill('ava@example.com')
    await expect.poll(() => JSON.stringify({ ...localStorage })).toContain('ava@example.com')
    await app.reload()
    await button('Start again').click()
    await expect.element(cards).not.toBeInTheDocument()
    await button('Undo').click()
    await expect.element(cards).toHaveTextContent(/front\.pdf123 KB/)
    await expect.element(page.getByRole('textbox', { name: 'Your email' })).toHaveValue('ava@example.com')
    await app.reload()
    await expect.element(cards).toHaveTextContent(/front\.pdf123 KB/)
    const { answers, idempotencyKey } = await send()
    expect(answers).toMatchObject({ fcard: ['id-of-front'] })
    expect(requestsTo(uploadKey)[0]?.query.secret).toBe(idempotencyKey)
    expect(requestsTo('DELETE /api/forms/:id/files/:fileId')).toEqual([])
  })

  it('stay with their child while others are removed, and go nowhere without it', async () => {
    const answer = await openKids()
    await addKid('Mia')
    await pick('Insurance card', aPdf('mia.pdf'))
    await addKid('Leo')
    await pick('Insurance card', aPdf('leo.pdf'))
    await expect.poll(() => answer.length).toBe(2)
    await button('Mia').click()
    await button('Remove Mia').click()
    await expect.element(page.getByRole('button', { name: /Sending files/ })).toBeVisible()
    for (const one of answer.splice(0)) one()
    await expect.element(cards).toHaveTextContent('leo.pdf123 KB')
    await expect.poll(listRemoved).toEqual(['/api/forms/league/files/id-of-mia'])
    expect((await send()).answers).toEqual({ fkids: [{ fname: 'Leo', fcard: ['id-of-leo'] }] })
  })

  it('are sent again when the removed child comes back', async () => {
    const answer = await openKids()
    await addKid('Mia')
    await pick('Insurance card', aPdf('mia.pdf'))
    await addKid('Leo')
    await expect.poll(() => answer.length).toBe(1)
    await button('Mia').click()
    await button('Remove Mia').click()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Leo')
    await button('Undo').click()
    await expect.poll(() => answer.length).toBe(2)
    for (const one of answer) one()
    await expect.element(cards).toHaveTextContent('mia.pdf123 KB')
    expect((await send()).answers).toEqual({ fkids: [{ fname: 'Mia', fcard: ['id-of-mia'] }, { fname: 'Leo' }] })
  })

  it('are forgotten with an empty form', async () => {
    answerWith({
      'GET /api/forms/:id/known': {
        earlier: { title: 'Spring 2026', sentAt: 1, answers: {}, marks: { fcard: 'new' } },
        ...{ profile: null, children: [] },
      },
    })
    await open({ viewer: { hasKnownAnswers: true } })
    const answer = holdUploads()
    await pick('Insurance card', aPdf('front.pdf'))
    await expect.poll(() => answer.length).toBe(1)
    await button('Start with an empty form').click()
    await expect.element(cards).not.toBeInTheDocument()
    for (const one of answer) one()
    await expect.poll(listRemoved).toEqual(['/api/forms/league/files/id-of-front'])
    expect((await send()).answers).toEqual({})
  })

  it('are sent again for their child when an empty form was a mistake', async () => {
    answerWith({
      'GET /api/forms/:id/known': {
        earlier: { title: 'Spring 2026', sentAt: 1, answers: {}, marks: { fkids: 'new' } },
        ...{ profile: null, children: [] },
      },
    })
    const answer = await openKids({ hasKnownAnswers: true })
    await addKid('Mia')
    await addKid('Leo')
    await pick('Insurance card', aPdf('leo.pdf'))
    await expect.poll(() => answer.length).toBe(1)
    await button('Start with an empty form').click()
    await button('Undo').click()
    await expect.poll(() => answer.length).toBe(2)
    for (const one of answer) one()
    await button('Leo').click()
    await expect.element(cards).toHaveTextContent('leo.pdf123 KB')
    expect((await send()).answers).toEqual({ fkids: [{ fname: 'Mia' }, { fname: 'Leo', fcard: ['id-of-leo'] }] })
  })

  it('are named again after a reload, and on another device', async () => {
    const app = await open()
    await pick('Insurance card', aPdf('front.pdf'))
    await expect.element(cards).toHaveTextContent('front.pdf')
    await expect.poll(() => requestsTo('PUT /api/forms/:id/answers').length).toBe(1)
    await app.reload()
    await expect.element(cards).toHaveTextContent(/front\.pdf123 KB/)
    localStorage.clear()
    answerWith({
      'GET /api/forms/:id': makeOpenForm({
        content,
        viewer: {
          draft: { answers: { fcard: ['id-of-here'] }, savedAt: Date.now() + 60_000 },
          files: [{ id: 'id-of-here', name: 'here.pdf', type: 'application/pdf', size: 2_000_000 }],
        },
      }),
    })
    await app.reload()
    await expect.element(cards).toHaveTextContent(/here\.pdf2 MB/)
  })

  it('are saved from the page and from the list of what was sent', async () => {
    const files = [
      { id: 'card', name: 'card.pdf', type: 'application/pdf', size: 123_456 },
      { id: 'face', name: 'me.webp', type: 'image/webp', size: 98_000 },
    ]
    const asked = { ...content, pages: [...content.pages, ...aContent.pages] }
    const answers = { fcard: ['card'], fface: ['face'] }
    answerWith({
      'GET /api/forms/:id/submissions/:submissionId': aSubmission({ content: asked, answers, files, ...asOrganizer }),
      'GET /api/forms/:id/submissions/:submissionId/payment': aPayment(),
      'GET /api/forms/:id/submissions/overview': anOverview({ content }),
      'GET /api/forms/:id/views': { views: [] },
      'GET /api/forms/:id/submissions/summary': { counted: 1, isCut: false, days: [], answers: [], rankings: [] },
      'GET /api/forms/:id/submissions': { submissions: [aRow('Ana Ortiz', { answers, files })], next: null },
    })
    const app = await openApp('/form/camp/ana', { viewer: someone })
    const link = page.getByRole('link', { name: 'card.pdf' })
    await expect.element(link).toHaveAttribute('href', '/api/forms/camp/submissions/ana/files/card')
    await expect.element(link).toHaveAttribute('download', 'card.pdf')
    expect(document.querySelector('img[src="/api/forms/camp/submissions/ana/files/face?size=small"]')).not.toBeNull()
    await expectAccessibleInBothThemes()
    await app.goTo('/form/camp/submissions')
    await expect
      .element(page.getByRole('link', { name: 'me.webp' }))
      .toHaveAttribute('href', '/api/forms/camp/submissions/ana-ortiz/files/face')
    await expectAccessibleInBothThemes()
  })
})

describe('Pictures of a form', () => {
  const pictureId = 'p'.repeat(43)

  it('are shown where they stand, and on choices', async () => {
    answerWith({
      'GET /api/forms/:id': makeOpenForm({
        content: makeContent({
          pages: [
            {
              fields: [
                { id: 'fmap', kind: 'picture', label: 'The way to the court', pictureId },
                {
                  id: 'fshirt',
                  kind: 'choice',
                  label: 'Shirt',
                  style: 'pictures',
                  options: [option('oa', 'Red', { pictureId }), option('ob', 'Blue')],
                },
              ],
            },
          ],
        }),
      }),
    })
    await openApp('/form/league', { viewer: someone })
    await expect.element(page.getByRole('img', { name: 'The way to the court' })).toHaveAttribute('src', `/files/photos/${pictureId}/1280`)
    expect(page.getByRole('radio', { name: 'Red' }).element().parentElement?.querySelector('img')?.getAttribute('src')).toBe(
      `/files/photos/${pictureId}/1280`,
    )
    await expect.element(page.getByRole('radio', { name: 'Blue' })).toBeVisible()
  })

  it('are chosen by those who build it, and taken away again', async () => {
    const built = makeContent({
      pages: [
        {
          fields: [
            { id: 'fmap', kind: 'picture', label: 'The way to the court' },
            { id: 'fshirt', kind: 'choice', label: 'Shirt', options: [option('oa', 'Red'), option('ob', 'Blue')] },
          ],
        },
      ],
    })
    answerWith({
      'GET /api/forms/:id/draft': {
        ...{ id: 'form', title: built.title, team: { id: 'team', name: 'Sunset Smashers' }, state: 'draft', hasChanges: false },
        ...{ updatedAt: 1, content: built, version: 1, feeBasisPoints: 0 },
      },
      'GET /api/forms/:id/settings': { ...firstSettings('UTC'), version: 1 },
      'PUT /api/forms/:id/draft': ({ body }: ApiRequest) => ({ version: (body as SaveDraft).version + 1 }),
      'POST /api/forms/:id/pictures': { pictureId },
    })
    await openApp('/form/build/form', { viewer: someone })
    const fields = page.getByRole('grid', { name: 'Fields of this page' })
    const saved = () => (requestsTo('PUT /api/forms/:id/draft').at(-1)?.body as SaveDraft | undefined)?.content.pages[0]?.fields
    await fields.getByRole('row', { name: 'The way to the court' }).click()
    await userEvent.upload(page.getByLabelText('Picture file for The way to the court'), await aPhoto())
    await expect.poll(saved).toMatchObject([{ id: 'fmap', pictureId }, { id: 'fshirt' }])
    await expectAccessibleInBothThemes()
    await fields.getByRole('row', { name: /Shirt/ }).click()
    await page.getByRole('button', { name: /Looks like/ }).click()
    await page.getByRole('option', { name: 'Pictures' }).click()
    await userEvent.upload(page.getByLabelText('Picture file for Blue'), await aPhoto())
    await expect.poll(saved).toMatchObject([{}, { style: 'pictures', options: [{ pictureId: null }, { pictureId }] }])
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Remove for Blue' }).click()
    await expect.poll(saved).toMatchObject([{}, { options: [{ pictureId: null }, { pictureId: null }] }])
    answerWith({
      'POST /api/forms/:id/pictures': refuse('FormPicturesFull', 'The forms of a community can have up to 1,000 pictures in all.'),
    })
    await userEvent.upload(page.getByLabelText('Picture file for Red'), await aPhoto())
    await expect.element(page.getByText('up to 1,000 pictures')).toBeVisible()
  })
})
