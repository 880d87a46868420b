import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { SeriesAnswer, SeriesDate } from '../../domain/events/series-contract.ts'
import type { FollowedSeriesList, GameYear } from '../../domain/my-games/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { aMyJoiner, anEvent, eventAnswers, startsAt } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

const aSeries = (changes: Partial<NonNullable<EventDetail['series']>> = {}): NonNullable<EventDetail['series']> => ({
  id: 'series',
  words: 'Every week on Saturday',
  others: [1, 2].map((weeks) => ({ id: `in-${weeks}`, startsAt: startsAt + weeks * 7 * day, isMine: false })),
  joinable: 2,
  laterMine: 0,
  isFollowed: false,
  ...changes,
})

const aDate = (weeks: number, changes: Partial<SeriesDate> = {}): SeriesDate => ({
  id: weeks === 0 ? 'sunrise' : `in-${weeks}`,
  startsAt: startsAt + weeks * 7 * day,
  timeZone: 'America/Chicago',
  state: 'going',
  isNew: true,
  why: null,
  ...changes,
})

const aYear: GameYear = {
  ...{ year: 2026, games: 0, hours: 0, people: 0, weeksInARow: 0 },
  ...{ partner: null, place: null, activity: null },
}

const openGame = (event: EventDetail) => {
  answerWith(eventAnswers(event))
  return openApp('/evt/sunrise', { viewer: someone })
}

describe('a game that repeats', () => {
  it('can be joined on all dates, and says what happened on each', async () => {
    const dates = [aDate(0), aDate(1, { state: 'waiting' }), aDate(2, { state: null, isNew: false, why: 'Seats of this game cost money.' })]
    await openGame(anEvent({ series: aSeries() }))
    await button('Join').click()
    await expect.element(dialog('Join').getByRole('radio', { name: /Only this date/ })).toBeChecked()
    await dialog('Join').getByText('All dates (3)').click()
    answerWith({
      'PUT /api/events/:id/me/series': () => {
        const joined = anEvent({ series: aSeries({ joinable: 0 }), live: { taken: 1, mine: aMyJoiner() } })
        answerWith(eventAnswers(joined))
        return { dates, live: joined.live } satisfies SeriesAnswer
      },
    })
    await button('Join 3 dates').click()
    const result = dialog('You are in')
    await expect
      .element(result.getByRole('status'))
      .toHaveTextContent('You are in 1 of 3 dates. 1 is full: you are on its waitlist. 1 could not be joined.')
    await expect.element(result.getByRole('link', { name: /cost money/ })).toHaveAttribute('href', '/discover/events/in-2')
    await expectAccessible()
    expect(requestsTo('PUT /api/events/:id/me/series').map(({ body }) => body)).toEqual([{ slotId: null, guests: [], answers: {} }])
    expect(requestsTo('PUT /api/events/:id/me')).toEqual([])
    await button('Done').click()
    await expect.element(button('Show my ticket').first()).toBeVisible()
  })

  it('keeps what was chosen when the request fails', async () => {
    await openGame(anEvent({ series: aSeries(), maxGuests: 1 }))
    await button('Join').click()
    await dialog('Join').getByText('All dates (3)').click()
    answerWith({ 'PUT /api/events/:id/me/series': refuse('EventOverOrCancelled', 'This game is over or was cancelled.') })
    await button('Join 3 dates').click()
    await expect.element(dialog('Join').getByRole('alert')).toHaveTextContent('This game is over')
    await expect.element(dialog('Join').getByRole('radio', { name: /All dates/ })).toBeChecked()
  })

  it('is joined date by date if it costs money or asks for a form first', async () => {
    const form = { id: 'form', title: 'Waiver', isWaiver: true, isNeededToJoin: true, isDone: false }
    await openGame(anEvent({ series: aSeries(), form, maxGuests: 2 }))
    await button('Bring a guest').click()
    await expect.element(dialog('Join')).toBeVisible()
    await expect.element(page.getByText(/All dates/)).not.toBeInTheDocument()
  })

  it('lets a player of one date join the others, without the guests of this date', async () => {
    const questions = [{ id: 'shirt', text: 'Which shirt?', isRequired: true }]
    const mine = aMyJoiner({ seats: 2, guests: ['Kim'], answers: { shirt: 'Red' } })
    await openGame(anEvent({ series: aSeries(), questions, live: { taken: 2, mine } }))
    const list = page.getByRole('list', { name: 'Other dates' })
    await expect.element(page.getByText('Your guests come only to this date.')).toBeVisible()
    await expectAccessible()
    answerWith({
      'PUT /api/events/:id/me/series': () => {
        const others = aSeries().others.map((other) => ({ ...other, isMine: true }))
        const joined = anEvent({ series: aSeries({ others, joinable: 0, laterMine: 2 }), questions, live: { taken: 2, mine } })
        answerWith(eventAnswers(joined))
        const dates = [aDate(0, { isNew: false }), aDate(1), aDate(2, { state: 'waiting' })]
        return { dates, live: joined.live } satisfies SeriesAnswer
      },
    })
    await button('Join the other 2 dates').click()
    await expect.element(dialog('You are in').getByText('You were in already')).toBeVisible()
    expect(requestsTo('PUT /api/events/:id/me/series').map(({ body }) => body)).toEqual([
      { slotId: null, guests: [], answers: { shirt: 'Red' } },
    ])
    await button('Done').click()
    await expect.element(list.getByText('You are on its list').first()).toBeInTheDocument()
    await expect.element(button('Join the other 2 dates')).not.toBeInTheDocument()
    await expect.element(list).toHaveFocus()
  })

  it.each([
    { who: 'waits for a seat', event: { live: { taken: 12, mine: aMyJoiner({ state: 'waiting' }) } } },
    { who: 'has no seat', event: {} },
    { who: 'is in all dates', event: { series: aSeries({ joinable: 0 }), live: { taken: 1, mine: aMyJoiner() } } },
  ])('offers the other dates to nobody who $who', async ({ event }) => {
    await openGame(anEvent({ series: aSeries(), ...event }))
    await expect.element(button('Follow this series')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /the other/ })).not.toBeInTheDocument()
  })

  it('asks for the other dates where a host decides, and says why they could not be asked for', async () => {
    await openGame(anEvent({ series: aSeries({ joinable: 1 }), needsApproval: true, live: { taken: 1, mine: aMyJoiner() } }))
    answerWith({ 'PUT /api/events/:id/me/series': refuse('EventOverOrCancelled', 'This game is over or was cancelled.') })
    await button('Ask to join the other date').click()
    await expect.element(page.getByText('This game is over or was cancelled.')).toBeVisible()
    await expect.element(button('Ask to join the other date')).toBeVisible()
  })

  it('marks the dates of the viewer, who can leave this one or all later ones', async () => {
    const others = aSeries().others.map((other) => ({ ...other, isMine: true }))
    const going = { taken: 1, mine: aMyJoiner() }
    await openGame(anEvent({ series: aSeries({ others, joinable: 0, laterMine: 2 }), live: going }))
    await expect.element(page.getByText('You are on its list').first()).toBeInTheDocument()
    await button('Leave').click()
    const ask = page.getByRole('alertdialog', { name: 'Leave this game?' })
    await ask.getByText('This and all later dates (3)').click()
    answerWith({
      'DELETE /api/events/:id/me/series': () => {
        const left = anEvent({ series: aSeries() })
        answerWith(eventAnswers(left))
        return { dates: [0, 1, 2].map((weeks) => aDate(weeks, { state: null })), live: left.live } satisfies SeriesAnswer
      },
    })
    await ask.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect.element(page.getByText('You left 3 dates.')).toBeVisible()
  })

  it('can be followed, and shows at once that it is', async () => {
    await openGame(anEvent({ series: aSeries() }))
    answerWith({ 'PUT /api/my-games/series/:id': null, 'GET /api/my-games/series': { series: [] } })
    await button('Follow this series').click()
    await expect.element(button('Following')).toHaveAttribute('aria-pressed', 'true')
    await vi.waitFor(() => expect(requestsTo('PUT /api/my-games/series/:id').length).toBe(1))
    answerWith({ 'DELETE /api/my-games/series/:id': refuse('TooManyRequests', 'Please wait a moment.') })
    await button('Following').click()
    await expect.element(page.getByText('Please wait a moment.')).toBeVisible()
    await expect.element(button('Following')).toHaveAttribute('aria-pressed', 'true')
  })

  it('is listed among the saved games while it is followed', async () => {
    const next = { eventId: 'sunrise', startsAt, timeZone: 'America/Chicago', placeName: 'Northside Courts' }
    const followed = [{ id: 'series', title: 'Saturday ladder', words: 'Every week on Saturday', next }]
    answerWith({
      'GET /api/my-games': { games: [], next: null },
      'GET /api/my-games/years/:year': aYear,
      'GET /api/my-games/series': { series: followed } satisfies FollowedSeriesList,
      'DELETE /api/my-games/series/:id': () => {
        answerWith({ 'GET /api/my-games/series': { series: [] } satisfies FollowedSeriesList })
        return null
      },
    })
    await openApp('/my-games?tab=saved', { viewer: someone })
    const list = page.getByRole('list', { name: 'Series you follow' })
    await expect.element(list.getByRole('link', { name: /Saturday ladder/ })).toHaveAttribute('href', '/discover/events/sunrise')
    await expectAccessible()
    await button('Unfollow Saturday ladder').click()
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(page.getByText('You follow no series now.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Series you follow' })).toHaveFocus()
  })
})
