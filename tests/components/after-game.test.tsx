import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { HowItWas, MyWord } from '../../domain/events/after-contract.ts'
import type { EventDetail } from '../../domain/events/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { aHost, aJoiner, aManaged, aManagedJoiner, anEvent, aPart, eventAnswers } from './event-examples.ts'
import { type Asked, answerWith, askedFor } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const over = { startsAt: Date.now() - 3 * hour, endsAt: Date.now() - hour }
const played: EventDetail = anEvent({ ...over, live: { taken: 2, mine: aPart(), joiners: [aJoiner('Bo Other')] } })
const unsaid = { maySay: true, until: Date.now() + 13 * day, said: null } satisfies MyWord

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = page.getByRole('heading', { level: 2, name: 'How was it?' })
const choice = (name: string) => page.getByRole('group', { name: 'Overall' }).getByRole('radio', { name, exact: true })
/** The circle itself is out of sight: its words are pressed. */
const pick = (name: string) => page.getByRole('group', { name: 'Overall' }).getByText(name, { exact: true }).click()
const words = page.getByRole('textbox', { name: 'Comment for your hosts' })

beforeEach(() => {
  answerWith({
    ...eventAnswers(played),
    'GET /api/events/:id/me/feedback': unsaid,
    'PUT /api/events/:id/me/feedback': ({ body }: Asked) => ({
      ...unsaid,
      said: { ...(body as { rating: number; words: string }), at: Date.now() },
    }),
  })
  return page.viewport(390, 844)
})

describe('who played', () => {
  it('is led to the question by the notice, and keeps what was begun', async () => {
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
    await words.fill('Two courts were just right.')
    await app.reload()
    await expect.element(words).toHaveValue('Two courts were just right.')
    await expect.element(choice('Good')).toBeChecked()
    expect(askedFor('PUT /api/events/sunrise/me/feedback')).toEqual([])
  })

  it('says how it was, may say it otherwise, and goes on to whom they played with', async () => {
    await openApp('/evt/sunrise', { viewer: someone })
    await pick('Good')
    await words.fill('Two courts were just right.')
    await button('Send feedback').click()
    await expect.element(page.getByText('Thank you. You said: Good')).toBeVisible()
    await expect.element(page.getByText('Two courts were just right.')).toBeVisible()
    await expect.element(heading).toHaveFocus()
    await expectAccessible()
    await button('Change it').click()
    await pick('Great')
    await button('Send feedback').click()
    await expect.element(page.getByText('Thank you. You said: Great')).toBeVisible()
    expect(askedFor('PUT /api/events/sunrise/me/feedback').map(({ body }: Asked) => body)).toEqual([
      { rating: 4, words: 'Two courts were just right.' },
      { rating: 5, words: 'Two courts were just right.' },
    ])
    await button('Endorse people you played with').click()
    const others = page.getByRole('dialog', { name: 'Who came' })
    await expect.element(others.getByText('Bo Other')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(others).not.toBeInTheDocument()
  })

  it('finds what they said when they come again, and changes it only as long as they may', async () => {
    const said = { rating: 4, words: 'Fine by me.', at: Date.now() - 20 * day }
    answerWith({ 'GET /api/events/:id/me/feedback': { maySay: false, until: Date.now() - day, said } satisfies MyWord })
    await openApp('/evt/sunrise', { viewer: someone })
    await expect.element(page.getByText('Thank you. You said: Good')).toBeVisible()
    await expect.element(page.getByText('Fine by me.')).toBeVisible()
    await expect.element(button('Change it')).not.toBeInTheDocument()
  })

  it('is asked only if they did, and a host is not', async () => {
    answerWith({ 'GET /api/events/:id/me/feedback': { ...unsaid, maySay: false } satisfies MyWord })
    const app = await openApp('/evt/sunrise?after=1', { viewer: someone })
    await expect.poll(() => askedFor('GET /api/events/sunrise/me/feedback').length).toBeGreaterThan(0)
    await expect.element(page.getByText('This game is over')).toBeVisible()
    await expect.element(heading).not.toBeInTheDocument()
    answerWith(eventAnswers({ ...played, id: 'mine', isHost: true }))
    await app.goTo('/evt/mine?after=1')
    await expect.element(page.getByText('This game is over')).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: 'Host tools' })).toBeVisible()
    await expect.element(heading).not.toBeInTheDocument()
    expect(askedFor('GET /api/events/mine/me/feedback')).toEqual([])
  })
})

describe('its hosts', () => {
  const joiners = [aManagedJoiner('Maya Rivera'), aManagedJoiner('Bo Other'), aManagedJoiner('Cy Gone', { isNoShow: true })]

  it('read how it was, and from how many', async () => {
    const said = { count: 1, average: 4, ratings: [0, 0, 0, 1, 0], words: ['Two courts were just right.'] } satisfies HowItWas
    answerWith({ 'GET /api/events/:id/manage': aManaged(joiners, over), 'GET /api/events/:id/feedback': said })
    await page.viewport(1440, 900)
    await openApp('/discover/events/sunrise/manage?tab=said', { viewer: aHost() })
    await expect.element(page.getByRole('heading', { level: 2, name: 'Feedback' })).toBeVisible()
    const panel = page.getByRole('tabpanel')
    await expect.element(panel.getByRole('listitem').getByText('Two courts were just right.')).toBeVisible()
    await expect.element(panel.getByText(/^of 5, from 1 of 2 players$/)).toBeVisible()
    await expect.element(panel).not.toHaveTextContent('Maya')
    await expectAccessible()
  })

  it('are told where nobody has said anything', async () => {
    const nothing = { count: 0, average: null, ratings: [0, 0, 0, 0, 0], words: [] } satisfies HowItWas
    answerWith({ 'GET /api/events/:id/manage': aManaged(joiners, over), 'GET /api/events/:id/feedback': nothing })
    await openApp('/discover/events/sunrise/manage', { viewer: aHost() })
    await page.getByRole('tab', { name: /^Feedback/ }).click()
    await expect.element(page.getByText('No feedback yet')).toBeVisible()
  })
})
