import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { EventFeedbackSummary, MyEventFeedback } from '../../domain/events/event-feedback-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { aHost, aJoiner, aManaged, aManagedJoiner, aMyJoiner, anEvent, eventAnswers } from './event-examples.ts'
import { type ApiRequest, answerWith, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const over = { startsAt: Date.now() - 3 * hour, endsAt: Date.now() - hour }
const played: EventDetail = anEvent({ ...over, live: { taken: 2, mine: aMyJoiner(), joiners: [aJoiner('Bo Other')] } })
const noFeedback = { maySay: true, until: Date.now() + 13 * day, said: null } satisfies MyEventFeedback

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = page.getByRole('heading', { level: 2, name: 'How was it?' })
const choice = (name: string) => page.getByRole('group', { name: 'Overall' }).getByRole('radio', { name, exact: true })
/** Clicks the label, because the radio button itself is visually hidden. */
const pick = (name: string) => page.getByRole('group', { name: 'Overall' }).getByText(name, { exact: true }).click()
const comment = page.getByRole('textbox', { name: 'Comment for your hosts' })

beforeEach(() => {
  answerWith({
    ...eventAnswers(played),
    'GET /api/events/:id/me/feedback': noFeedback,
    'PUT /api/events/:id/me/feedback': ({ body }: ApiRequest) => ({
      ...noFeedback,
      said: { ...(body as { rating: number; words: string }), at: Date.now() },
    }),
  })
  return page.viewport(390, 844)
})

describe('A player', () => {
  it('gets to the feedback form by the notification, and keeps a draft after a reload', async () => {
    const app = await openApp('/evt/sunrise?after=1', { viewer: someone })
    await expect.element(heading).toHaveFocus()
    await expect.element(heading).toBeInViewport()
    await expectAccessible()
    await button('Send feedback').click()
    await expect.element(page.getByText('Choose a rating.')).toBeVisible()
    await pick('Good')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(choice('Great')).toBeChecked()
    await userEvent.keyboard('{ArrowLeft}')
    await comment.fill('Two courts were just right.')
    await app.reload()
    await expect.element(comment).toHaveValue('Two courts were just right.')
    await expect.element(choice('Good')).toBeChecked()
    expect(requestsTo('PUT /api/events/sunrise/me/feedback')).toEqual([])
  })

  it('can give feedback, change it, and then endorse other players', async () => {
    await openApp('/evt/sunrise', { viewer: someone })
    await pick('Good')
    await comment.fill('Two courts were just right.')
    await button('Send feedback').click()
    await expect.element(page.getByText('Thank you. You said: Good')).toBeVisible()
    await expect.element(page.getByText('Two courts were just right.')).toBeVisible()
    await expect.element(heading).toHaveFocus()
    await expectAccessible()
    await button('Change it').click()
    await pick('Great')
    await button('Send feedback').click()
    await expect.element(page.getByText('Thank you. You said: Great')).toBeVisible()
    await button('Change it').click()
    await comment.fill('')
    await button('Send feedback').click()
    await expect.element(page.getByText('Two courts were just right.')).not.toBeInTheDocument()
    expect(requestsTo('PUT /api/events/sunrise/me/feedback').map(({ body }: ApiRequest) => body)).toEqual([
      { rating: 4, words: 'Two courts were just right.' },
      { rating: 5, words: 'Two courts were just right.' },
      { rating: 5, words: '' },
    ])
    await button('Endorse people you played with').click()
    const others = page.getByRole('dialog', { name: 'Who came' })
    await expect.element(others.getByText('Bo Other')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(others).not.toBeInTheDocument()
  })

  it('sees their feedback again later, and can change it only for two weeks', async () => {
    const said = { rating: 4, words: 'Fine by me.', at: Date.now() - 20 * day }
    answerWith({ 'GET /api/events/:id/me/feedback': { maySay: false, until: Date.now() - day, said } satisfies MyEventFeedback })
    await openApp('/evt/sunrise', { viewer: someone })
    await expect.element(page.getByText('Thank you. You said: Good')).toBeVisible()
    await expect.element(page.getByText('Fine by me.')).toBeVisible()
    await expect.element(button('Change it')).not.toBeInTheDocument()
  })

  it('sees until when they can change it, with the year if that is another one', async () => {
    const said = { rating: 4, words: '', at: Date.now() }
    const until = Date.UTC(2031, 0, 5, 18)
    answerWith({ 'GET /api/events/:id/me/feedback': { maySay: true, until, said } satisfies MyEventFeedback })
    await openApp('/evt/sunrise', { viewer: someone })
    await expect.element(page.getByText('until January 5, 2031.')).toBeVisible()
  })

  it('sees no feedback form without having played, or as a host', async () => {
    answerWith({ 'GET /api/events/:id/me/feedback': { ...noFeedback, maySay: false } satisfies MyEventFeedback })
    const app = await openApp('/evt/sunrise?after=1', { viewer: someone })
    await expect.poll(() => requestsTo('GET /api/events/sunrise/me/feedback').length).toBeGreaterThan(0)
    await expect.element(page.getByText('This game is over')).toBeVisible()
    await expect.element(heading).not.toBeInTheDocument()
    answerWith(eventAnswers({ ...played, id: 'mine', isHost: true }))
    await app.goTo('/evt/mine?after=1')
    await expect.element(page.getByText('This game is over')).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: 'Host tools' })).toBeVisible()
    await expect.element(heading).not.toBeInTheDocument()
    expect(requestsTo('GET /api/events/mine/me/feedback')).toEqual([])
  })
})

describe('A host', () => {
  const joiners = [aManagedJoiner('Maya Rivera'), aManagedJoiner('Bo Other'), aManagedJoiner('Cy Gone', { isNoShow: true })]

  it('sees the feedback and how many players gave it', async () => {
    const summary = {
      count: 1,
      average: 4,
      ratings: [0, 0, 0, 1, 0],
      words: ['Two courts were just right.'],
    } satisfies EventFeedbackSummary
    answerWith({ 'GET /api/events/:id/manage': aManaged(joiners, over), 'GET /api/events/:id/feedback': summary })
    await page.viewport(1440, 900)
    await openApp('/discover/events/sunrise/manage?tab=feedback', { viewer: aHost() })
    await expect.element(page.getByRole('heading', { level: 2, name: 'Feedback' })).toBeVisible()
    const panel = page.getByRole('tabpanel')
    await expect.element(panel.getByRole('listitem').getByText('Two courts were just right.')).toBeVisible()
    await expect.element(panel.getByText(/^of 5, from 1 of 2 players$/)).toBeVisible()
    await expect.element(panel).not.toHaveTextContent('Maya')
    await expectAccessible()
  })

  it('sees an explanation if nobody gave feedback', async () => {
    const emptySummary = { count: 0, average: null, ratings: [0, 0, 0, 0, 0], words: [] } satisfies EventFeedbackSummary
    answerWith({ 'GET /api/events/:id/manage': aManaged(joiners, over), 'GET /api/events/:id/feedback': emptySummary })
    await openApp('/discover/events/sunrise/manage', { viewer: aHost() })
    await page.getByRole('tab', { name: /^Feedback/ }).click()
    await expect.element(page.getByText('No feedback yet')).toBeVisible()
  })
})
