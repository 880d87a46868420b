import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { GameYear, MyGame, MyGamesPage } from '../../domain/my-games/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { drawYear } from '../../web/my-games/draw-year.ts'
import { aCard } from './discover-examples.ts'
import { anEvent, eventAnswers } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const myGame = (changes: Partial<MyGame> = {}): MyGame => ({
  ...aCard({ mine: 'going' }),
  isHost: false,
  isGuest: false,
  position: null,
  again: null,
  ...changes,
})
const pageOf = (...games: MyGame[]): MyGamesPage => ({ games, next: null })

const year: GameYear = {
  ...{ year: new Date().getFullYear(), games: 24, hours: 48, people: 61, weeksInARow: 7 },
  partner: { person: { id: 'bo', name: 'Bo Lee', pictureUrl: null }, games: 12 },
  place: { name: 'Chinati Courts', games: 20 },
  activity: { id: 'tennis', games: 18 },
}
const noYear: GameYear = { ...year, games: 0, hours: 0, people: 0, weeksInARow: 0, partner: null, place: null, activity: null }

const games = page.getByRole('list', { name: 'Games' })
const tab = (name: string) => page.getByRole('tab', { name })
const open = (path = '/my-games') => openApp(path, { viewer: someone })

beforeEach(() =>
  answerWith({ 'GET /api/my-games': pageOf(), 'GET /api/my-games/series': { series: [] }, 'GET /api/my-games/years/:year': noYear }),
)

describe('My games', () => {
  it('are tabs of lists, which the address names, and say what I am in each game', async () => {
    const waiting = myGame({ id: 'w', title: 'Full tennis', mine: 'waiting', position: 3 })
    const again = { id: 'n', title: 'Sunday tennis', startsAt: Date.now() + 3 * day, timeZone: 'America/Chicago' }
    const past = (['series', 'community', 'host'] as const).map((of) =>
      myGame({ id: of, title: 'Old tennis', again: { ...again, id: `next-of-${of}`, of } }),
    )
    const hosted = myGame({ id: 'h', title: 'My tennis', mine: null, isHost: true })
    answerWith({
      'GET /api/my-games': ({ query }) => pageOf(...({ next: [myGame(), waiting], past, hosting: [hosted] }[query.tab ?? ''] ?? [])),
    })
    const app = await open()
    await expect.element(games).toHaveTextContent(/Chinati tennis.*3rd on the waitlist.*Full tennis/)
    await expectNoHorizontalScroll()
    await expectAccessibleInBothThemes()
    await tab('Hosting').click()
    await expect.element(games).toHaveTextContent(/11 seats left.*My tennis/)
    expect(app.address()).toBe('/my-games?tab=hosting')
    await tab('Past').click()
    const next = (name: RegExp) => expect.element(games.getByRole('link', { name }))
    await next(/^Next: \w+,? /).toHaveAttribute('href', '/discover/events/next-of-series')
    // Another game is no promise of the same one again.
    await next(/^Next in this community: Sunday tennis, /).toHaveAttribute('href', '/discover/events/next-of-community')
    await next(/^Next with this host: Sunday tennis, /).toHaveAttribute('href', '/discover/events/next-of-host')
    await expectNoHorizontalScroll()
    await expectAccessible()
    await tab('Saved').click()
    await expect.element(page.getByText('You have saved no games')).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it('say that one was cancelled, whatever I am in it, and in which I am a guest', async () => {
    const cancelled = myGame({ id: 'c', title: 'Rained off', state: 'cancelled', mine: 'waiting', position: 3 })
    const asGuest = myGame({ id: 'g', title: 'Clinic', mine: null, isGuest: true })
    answerWith({ 'GET /api/my-games': pageOf(cancelled, asGuest) })
    await open()
    await expect.element(games).toHaveTextContent(/Cancelled.*Rained off.*Guest of a friend.*Clinic/)
    await expect.element(games).not.toHaveTextContent('waitlist')
    expect(games.element().querySelector('s')?.textContent).toBe('Rained off')
    await expectAccessibleInBothThemes()
  })

  it('say that one is a draft, which nobody can join', async () => {
    answerWith({ 'GET /api/my-games': pageOf(myGame({ title: 'Not out yet', state: 'draft', mine: null, isHost: true })) })
    await open('/my-games?tab=hosting')
    await expect.element(games).toHaveTextContent(/Draft.*Not out yet/)
    await expect.element(games).not.toHaveTextContent('seats left')
  })

  it('can be loaded again after an error', async () => {
    allowErrors(/403/)
    answerWith({ 'GET /api/my-games': () => refuse('NotAllowed', 'You may not do this.') })
    await open()
    await expect.element(page.getByText('We could not load your games')).toBeVisible()
    answerWith({ 'GET /api/my-games': pageOf(myGame()) })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(games).toHaveTextContent('Chinati tennis')
  })

  it('stand in the month in which they are', async () => {
    const game = myGame({ startsAt: Date.UTC(2031, 4, 15, 18), endsAt: Date.UTC(2031, 4, 15, 20) })
    const june = Promise.withResolvers<void>()
    answerWith({
      'GET /api/my-games/month': async ({ query }) => {
        if (query.month === '2031-06') await june.promise
        return { games: query.month === '2031-05' ? [game] : [], isCut: false }
      },
    })
    const app = await open('/my-games?month=2031-05')
    const table = page.getByRole('table', { name: 'Your games in May 2031' })
    await expect.element(table).toBeVisible()
    await expect.element(page.getByText('Chinati tennis').first()).toBeInTheDocument()
    await expectNoHorizontalScroll()
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'The next month' }).click()
    // Nobody knows yet what is in it.
    await expect.element(page.getByRole('heading', { name: 'June 2031' })).toBeVisible()
    await expect.element(page.getByText('No games in this month.')).not.toBeInTheDocument()
    june.resolve()
    await expect.element(page.getByText('No games in this month.')).toBeVisible()
    expect(app.address()).toBe('/my-games?month=2031-06')
    await page.getByRole('button', { name: 'List' }).click()
    await expect.poll(app.address).toBe('/my-games')
  })

  it('open in the month of the next one, and not in an empty one', async () => {
    answerWith({
      'GET /api/my-games': pageOf(myGame({ startsAt: Date.parse('2031-05-20T23:00:00Z') })),
      'GET /api/my-games/month': { games: [], isCut: false },
    })
    const app = await open()
    await expect.element(games).toBeVisible()
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await expect.element(page.getByRole('heading', { name: 'May 2031' })).toBeVisible()
    expect(app.address()).toBe('/my-games?month=2031-05')
  })

  it.each([390, 1440])('that were cancelled say so in the month, on a screen of %s px', async (width) => {
    await page.viewport(width, 844)
    const game = myGame({ startsAt: Date.UTC(2031, 4, 15, 18), endsAt: Date.UTC(2031, 4, 15, 20), state: 'cancelled' })
    answerWith({ 'GET /api/my-games/month': { games: [game], isCut: false } })
    await open('/my-games?month=2031-05')
    const link = page.getByRole('link', { name: /Cancelled.*Chinati tennis/ })
    await expect.element(link).toBeVisible()
    expect(link.element().querySelector('s')?.textContent).toBe('Chinati tennis')
    await expectAccessibleInBothThemes()
  })

  it('that are drafts say so in the month', async () => {
    await page.viewport(1440, 844)
    const game = myGame({ startsAt: Date.UTC(2031, 4, 15, 18), endsAt: Date.UTC(2031, 4, 15, 20), state: 'draft' })
    answerWith({ 'GET /api/my-games/month': { games: [game], isCut: false } })
    await open('/my-games?month=2031-05')
    await expect.element(page.getByRole('link', { name: /Draft.*Chinati tennis/ })).toBeVisible()
  })

  it('stand in the bars in place of the city search', async () => {
    await open()
    await expect.element(page.getByRole('link', { name: 'My games' }).first()).toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Find your city' })).not.toBeInTheDocument()
  })
})

describe('My year', () => {
  it('says what I played, and becomes a picture', async () => {
    // In January the year before has a card too.
    answerWith({ 'GET /api/my-games/years/:year': ({ path }) => (path.endsWith(`/${year.year}`) ? year : noYear) })
    await open()
    const card = page.getByRole('region', { name: `Your ${year.year}` })
    await expect
      .element(card)
      .toHaveTextContent(/games24hours48people you played with61weeks in a row7.*Tennis.*Chinati Courts.*Bo Lee, 12 games/)
    await expectAccessibleInBothThemes()
    const picture = await drawYear(year, 'Gather')
    const { width, height } = await createImageBitmap(picture)
    expect([picture.type, width, height]).toEqual(['image/png', 1080, 1350])
  })

  it('stands there through January of the next one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2027, 0, 31, 23) })
    answerWith({
      'GET /api/my-games/years/:year': ({ path }) => (path.endsWith('/2026') ? { ...year, year: 2026 } : { ...noYear, year: 2027 }),
    })
    const app = await open()
    await expect.element(page.getByRole('region', { name: 'Your 2026' })).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Your 2027' })).not.toBeInTheDocument()
    vi.setSystemTime(new Date(2027, 1, 1, 1))
    await app.reload()
    await expect.element(page.getByText('You have no games planned')).toBeVisible()
    await expect.element(page.getByRole('region', { name: /^Your 20/ })).not.toBeInTheDocument()
  })

  it('is not shown before the first game', async () => {
    await open()
    await expect.element(page.getByText('You have no games planned')).toBeVisible()
    await expect.poll(() => requestsTo('GET /api/my-games/years/:year').length).toBeGreaterThan(0)
    await expect.element(page.getByRole('region', { name: `Your ${year.year}` })).not.toBeInTheDocument()
  })
})

describe('A game', () => {
  it('is saved and taken off again on its page, and shown at once', async () => {
    let ids: string[] = []
    answerWith({
      ...eventAnswers(anEvent()),
      'GET /api/my-games/saved': () => ({ ids }),
      'PUT /api/my-games/saved/:id': () => {
        ids = ['sunrise']
        return new Response(null, { status: 204 })
      },
      'DELETE /api/my-games/saved/:id': () => {
        ids = []
        return new Response(null, { status: 204 })
      },
    })
    await openApp('/discover/events/sunrise', { viewer: someone })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const saved = page.getByRole('button', { name: 'Saved', exact: true })
    await expect.element(saved).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByText('Saved. You find it in My games.')).toBeVisible()
    await saved.click()
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-pressed', 'false')
    expect(requestsTo('DELETE /api/my-games/saved/sunrise').length).toBe(1)
  })

  it('stays unsaved if the list is full, and says why', async () => {
    allowErrors(/409/)
    answerWith({
      ...eventAnswers(anEvent()),
      'PUT /api/my-games/saved/:id': () => refuse('TooManySavedGames', 'You can save up to 100 games. Remove one first.'),
    })
    await openApp('/discover/events/sunrise', { viewer: someone })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByText('You can save up to 100 games. Remove one first.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  })
})
