import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import type { ParsedQuestion } from '../../domain/ask/contract.ts'
import { noAskFilters } from '../../domain/ask/search-path.ts'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { discoveredEventsKey } from '../../domain/discover/keys.ts'
import type { PlaceCard } from '../../domain/places/contract.ts'
import { inlineFirstPage } from '../../domain/query-keys.ts'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { austin, marfa } from './city-examples.ts'
import { aFoundGame, aroundMarfaQuery, noGames, viewerAnswers } from './discover-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { formatDay } from './setup/format-day.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const heading = page.getByRole('heading', { level: 1 })
const list = page.getByRole('list', { name: 'Games' })
const game = (title: string | RegExp) => list.getByRole('link', { name: title })
const filter = (name: RegExp) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
const question = page.getByRole('searchbox', { name: 'Search', exact: true })
const lastAsked = () => requestsTo('GET /api/discover/events').at(-1)?.query

const tennis = aFoundGame({ levelMin: 3, levelMax: 4 })
const doubles = aFoundGame({ id: 'game-b', title: 'Chinati doubles' })
const run = aFoundGame({ id: 'game-c', title: 'Lights run', activity: 'running', miles: 8 })

const aParsedQuestion = (filters: Partial<ParsedQuestion['filters']>): ParsedQuestion => ({
  ...{ asked: 'a question', wasCut: false, today: '2026-09-01', cityChoices: [], needsCity: false, chips: [], leftover: ['frobnicate'] },
  filters: { ...noAskFilters, ...filters },
})

const northside: PlaceCard = {
  ...{ id: 'courts', name: 'Northside Courts', lat: 30.3, lng: -97.7, address: '1 Court St', cityName: 'Austin', cityState: 'TX' },
  ...{ activities: ['tennis'], courts: 4, surface: '', isIndoor: false, hasLights: true, fee: '', photo: null },
}

/** Answers with the few test games that match the query. */
const gamesAroundMarfa = ({ query }: ApiRequest): { events: DiscoverEvent[]; next: null } => ({
  events: [tennis, doubles, run].filter(
    ({ activity, levelMin }) =>
      query.past !== '1' &&
      (query.activity === undefined || query.activity === activity) &&
      (query.level === undefined || levelMin === null || Number(query.level.split('-')[0]) >= levelMin),
  ),
  next: null,
})

const noNames: SearchAnswer = { events: [], teams: [], places: [], people: [], corrections: [] }

beforeEach(() => answerWith({ ...viewerAnswers, 'GET /api/discover/events': gamesAroundMarfa, 'GET /api/search': noNames }))

describe('Discover', () => {
  it('counts and lists the games around a point', async () => {
    await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await expect.element(heading).toHaveTextContent(/^3 games/)
    await expect.element(game(/Chinati tennis/)).toHaveAttribute('href', '/discover/events/game-a')
    expect(lastAsked()).toEqual({ lat: String(marfa.lat), lng: String(marfa.lng), radius: '15' })
  })

  it('saves a game from its row, and says so to who has pressed', async () => {
    let ids: string[] = []
    answerWith({
      'GET /api/my-games/saved': () => ({ ids }),
      'PUT /api/my-games/saved/:id': () => {
        ids = ['game-a']
        return null
      },
    })
    await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    const save = list.getByRole('button', { name: 'Save Chinati tennis' })
    await expect.element(save).toHaveAttribute('aria-pressed', 'false')
    await save.click()
    await expect.element(page.getByText('Saved. You find it in My games.')).toBeVisible()
    await expect.element(save).toHaveAttribute('aria-pressed', 'true')
    expect(requestsTo('PUT /api/my-games/saved/game-a').length).toBe(1)
    await expectAccessible()
  })

  it('counts the dates of a series as games, and says what the best were chosen from', async () => {
    const nextDates = [7, 14].map((days) => tennis.startsAt + days * 24 * 3_600_000)
    const series = { ...tennis, seriesId: 'series', nextDates }
    const answer = { events: [series, doubles], games: 2, next: null, ranked: { count: 9, until: null } }
    answerWith({ 'GET /api/discover/events': answer })
    const app = await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await expect.element(heading).toHaveTextContent(/^9 games/)
    await expect.element(page.getByText('The best of all 9 games come first.')).toBeVisible()
    await expect.element(game(new RegExp(`Also ${nextDates.map(formatDay).join(', ')}`))).toBeVisible()
    const until = { startsAt: tennis.startsAt, timeZone: 'America/Chicago' }
    answerWith({ 'GET /api/discover/events': { ...answer, ranked: { count: 200, until } } })
    await app.goTo(`/discover?${aroundMarfaQuery}&activity=tennis`)
    await expect.element(heading).toHaveTextContent(/^200\+ games/)
    await expect
      .element(page.getByText(`The best of the next 200 games, until ${formatDay(tennis.startsAt)}, come first. Later games follow.`))
      .toBeVisible()
  })

  it('joins the dates of a series that are on several pages', async () => {
    const series = [1, 2].map((index) => ({ ...tennis, id: `date-${index}`, seriesId: 'series' }))
    answerWith({
      'GET /api/discover/events': ({ query }) => ({
        events: [series[query.cursor ? 1 : 0]],
        games: 1,
        next: query.cursor ? null : 'more',
        ranked: null,
      }),
    })
    await openApp(`/discover?${aroundMarfaQuery}&order=date`, { viewer })
    await expect.element(heading).toHaveTextContent(/^2 games/)
    await expect.element(game(/Chinati tennis/)).toHaveAttribute('href', '/discover/events/date-1')
  })

  it('sends no request for games that came with the page', async () => {
    const games = inlineFirstPage(discoveredEventsKey(aroundMarfaQuery), { events: [tennis], games: 1, next: null, ranked: null })
    await openApp(`/discover?${aroundMarfaQuery}`, { viewer, queries: [games] })
    await expect.element(game(/Chinati tennis/)).toBeVisible()
    expect(requestsTo('GET /api/discover/events')).toEqual([])
  })

  it('puts filters into the address, so that a reload keeps them and Back removes them', async () => {
    const app = await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await filter(/Activities/).click()
    await page.getByRole('searchbox', { name: 'Search activities' }).fill('tennis')
    await page.getByRole('button', { name: 'Tennis', exact: true }).click()
    await expect.poll(app.address).toMatch(/activity=tennis/)
    await userEvent.keyboard('{Escape}')
    await expect.element(heading).toHaveTextContent(/^2 games/)
    await filter(/Level/).click()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(app.address).toMatch(/level=1/)
    await expect.element(game(/Chinati doubles/)).toBeVisible()
    await expect.element(game(/Chinati tennis/)).not.toBeInTheDocument()
    expect(lastAsked()).toMatchObject({ activity: 'tennis', level: '1', lat: String(marfa.lat) })

    await app.reload()
    await expect.element(filter(/Tennis/)).toBeVisible()
    await expect.element(game(/Chinati doubles/)).toBeVisible()
    await expect.element(game(/Chinati tennis/)).not.toBeInTheDocument()
  })

  it('asks for games that cost money or do not, and drops an amount of a question', async () => {
    const app = await openApp(`/discover?price=10&${aroundMarfaQuery}`, { viewer })
    await filter(/Price: Up to \$10/).click()
    await page.getByRole('button', { name: 'Paid', exact: true }).click()
    await expect.poll(app.address).toMatch(/paid=1/)
    expect(app.address()).not.toMatch(/price=/)
    await expect.poll(lastAsked).toMatchObject({ paid: '1' })
    await page.getByRole('button', { name: 'Free', exact: true }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(filter(/Price: Free/)).toBeVisible()
    await expect.poll(lastAsked).toMatchObject({ free: '1' })
  })

  it('removes one filter with each step back', async () => {
    const app = await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await expect.element(heading).toHaveTextContent(/^3 games/)
    await app.goTo(`/discover?activity=tennis&${aroundMarfaQuery}`)
    await expect.element(heading).toHaveTextContent(/^2 games/)
    await filter(/Level/).click()
    // Several changes of one filter are one step back.
    await page.getByRole('button', { name: 'Beginner', exact: true }).click()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(heading).toHaveTextContent(/^1 game/)
    await app.goBack()
    await expect.element(heading).toHaveTextContent(/^2 games/)
    await app.goBack()
    await expect.element(heading).toHaveTextContent(/^3 games/)
  })

  it.each([/Activities/, /Near the chosen point/, /When/, /Level/])('has an accessible sheet for the filter %s', async (name) => {
    await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await filter(name).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    // While a popover is open, React Aria hides the rest of the page from screen readers. The keyboard cannot reach it either.
    await expectAccessible({ except: ['aria-hidden-focus'] })
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('offers an alert for a search without results', async () => {
    answerWith({
      'GET /api/discover/events': noGames,
      'GET /api/activity-subscriptions': { subscriptions: [] },
      'POST /api/activity-subscriptions': ({ body }) => ({ ...(body as ActivitySubscription), id: 'one', version: 1, createdAt: 1 }),
    })
    await openApp(`/discover?activity=fencing&level=4&city=${marfa.id}`, { viewer })
    await expect.element(page.getByText('No games found')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Get alerts' }).first().click()
    await expect.element(page.getByText('within 15 miles')).toBeVisible()
    await expect.element(page.getByText('Alerts do not use these filters: level.')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Save alert' }).click()
    await expect.element(page.getByText('Alert saved. We will notify you about new games.')).toBeVisible()
    expect(requestsTo('POST /api/activity-subscriptions').map(({ body }) => body)).toMatchObject([
      {
        activities: ['Fencing'],
        radius: 15,
        address: { name: 'Marfa, TX', lat: marfa.lat, lng: marfa.lng },
        startDate: null,
        endDate: null,
      },
    ])
  })

  it('saves only one alert when the user sends it again after a failed request', async () => {
    answerWith({
      'GET /api/discover/events': noGames,
      'POST /api/activity-subscriptions': refuse('Unexpected', 'Something went wrong on our side.'),
    })
    await openApp(`/discover?activity=fencing&city=${marfa.id}`, { viewer })
    await page.getByRole('button', { name: 'Get alerts' }).first().click()
    const save = page.getByRole('button', { name: 'Save alert' })
    await save.click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await save.click()
    await expect.poll(() => requestsTo('POST /api/activity-subscriptions').length).toBe(2)
    const keys = requestsTo('POST /api/activity-subscriptions').map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  })

  it('turns a question into filters, and shows the words that were not understood', async () => {
    answerWith({ 'GET /api/ask': aParsedQuestion({ activities: ['tennis'], city: marfa }) })
    const app = await openApp('/discover', { viewer })
    await expect.element(question).toBeVisible()
    await userEvent.keyboard('/')
    await expect.element(question).toHaveFocus()
    await userEvent.keyboard('tennis near Marfa frobnicate{Enter}')
    await expect.poll(app.address).toMatch(/^\/discover\?activity=tennis/)
    await expect.element(page.getByText('Left out: “frobnicate”.')).toBeVisible()
    await expect.element(filter(/Marfa, 15 miles/)).toBeVisible()
    await expect.element(game(/Chinati tennis/)).toBeVisible()
    expect(requestsTo('GET /api/ask')[0]?.query.q).toBe('tennis near Marfa frobnicate')
  })

  it('answers a question about places with places, and shows the words that were not understood', async () => {
    answerWith({
      'GET /api/ask': aParsedQuestion({ activities: ['tennis'], city: austin, kind: 'places' }),
      'GET /api/places': { places: [northside], next: null },
    })
    const app = await openApp('/discover', { viewer })
    await question.fill('tennis courts in Austin frobnicate')
    await userEvent.keyboard('{Enter}')
    await expect.poll(app.address).toMatch(/^\/discover\/places\?activity=tennis/)
    await expect.element(page.getByText('Left out: “frobnicate”.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: /Northside Courts/ })).toBeVisible()
    expect(requestsTo('GET /api/places').at(-1)?.query).toMatchObject({ activity: 'tennis' })
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.element(page.getByText('Left out')).not.toBeInTheDocument()
  })

  it('starts at the home city, and keeps showing its name while it loads again', async () => {
    const app = await openApp('/discover', { viewer })
    await expect.element(filter(/Austin, 15 miles/)).toBeVisible()
    await expect.element(game(/Chinati tennis/)).toBeVisible()
    expect(lastAsked()).toMatchObject({ city: String(austin.id), radius: '15' })
    answerWith({ 'GET /api/cities/:id': () => new Promise(() => undefined) })
    await page.getByRole('button', { name: 'By date' }).click()
    await expect.poll(app.address).toMatch(/order=date/)
    await expect.element(filter(/Austin, 15 miles/)).toBeVisible()
  })

  it('starts at the last city of a visitor who is not signed in', async () => {
    localStorage.setItem('recentCities', JSON.stringify([marfa]))
    await openApp('/discover')
    await expect.element(filter(/Marfa, 15 miles/)).toBeVisible()
    await expect.element(game(/Chinati tennis/)).toBeVisible()
    expect(lastAsked()).toMatchObject({ city: String(marfa.id) })
    await expect.element(filter(/Hosts I follow/)).not.toBeInTheDocument()
  })

  it('asks a new visitor where they play', async () => {
    await openApp('/discover?hosts=followed')
    await expect.element(page.getByRole('combobox', { name: 'Where do you play?' })).toBeVisible()
    await expect.element(filter(/Hosts I follow/)).not.toBeInTheDocument()
  })

  it('links from an empty list of past games to the upcoming games', async () => {
    await openApp(`/discover?${aroundMarfaQuery}&past=1`, { viewer })
    await expect.element(page.getByText('No past games found')).toBeVisible()
    await expect.element(page.getByRole('main').getByRole('link', { name: 'Host a game' })).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Upcoming games' }).click()
    await expect.element(game(/Chinati tennis/)).toBeVisible()
  })

  it('shows an error if the games could not be loaded, and can try again', async () => {
    await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await expect.element(game(/Chinati tennis/)).toBeVisible()
    answerWith({ 'GET /api/discover/events': refuse('NotAllowed', 'This is not for you.') })
    await filter(/^Past/).click()
    await expect.element(page.getByText('The games could not be loaded')).toBeVisible()
    answerWith({ 'GET /api/discover/events': noGames })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('No past games here match your filters.')).toBeVisible()
  })

  it('shows the not-found page for unknown kinds', async () => {
    await openApp('/discover/nonsense')
    await expect.element(page.getByText('Maybe try another page, please?')).toBeVisible()
  })
})

describe('The games of followed hosts', () => {
  const follow = () => answerWith({ 'GET /api/follows': { people: [{ id: 'host', name: 'Noor', pictureUrl: null }], next: null } })

  it('explain how to follow hosts if the user follows nobody', async () => {
    answerWith({ 'GET /api/discover/events': noGames })
    await openApp('/discover?hosts=followed', { viewer })
    await expect.element(page.getByText('You do not follow anyone yet')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Players near you' })).toHaveAttribute('href', '/localconnect')
    await expectAccessible()
  })

  it('are not a filter if the user follows nobody', async () => {
    await openApp('/discover', { viewer })
    await expect.element(filter(/Austin, 15 miles/)).toBeVisible()
    await expect.element(game(/Chinati tennis/)).toBeVisible()
    await expect.poll(() => requestsTo('GET /api/follows').length).toBeGreaterThan(0)
    await expect.element(filter(/Hosts I follow/)).not.toBeInTheDocument()
  })

  it('are listed wherever they are, with the filter visible and focused', async () => {
    follow()
    const app = await openApp('/discover', { viewer })
    await expect.element(filter(/Austin, 15 miles/)).toBeVisible()
    answerWith({ 'GET /api/discover/events': { events: [doubles], next: null } })
    await filter(/Hosts I follow/).click()
    // The home city is only the default, so it does not limit these games.
    await expect.poll(app.address).toBe('/discover?hosts=followed')
    await expect.element(heading).toHaveTextContent('1 game by hosts you follow')
    expect(lastAsked()).toEqual({ hosts: 'followed' })
    // The filter moved to a visible position, and the focus moved with it.
    await expect.element(filter(/Hosts I follow/)).toHaveFocus()
    await expect.element(filter(/Hosts I follow/)).toBeInViewport({ ratio: 1 })
    await expect.element(page.getByRole('link', { name: 'People you follow' })).toHaveAttribute('href', '/connect?tab=following')
    await expectAccessible()
    await filter(/Hosts I follow/).click()
    await expect.element(filter(/Austin, 15 miles/)).toBeVisible()
  })

  it('keep the focus if the list changes between the press and the answer', async () => {
    follow()
    await openApp('/discover', { viewer })
    await expect.element(game(/Chinati tennis/)).toBeVisible()
    await expect.element(filter(/Hosts I follow/)).toBeVisible()
    const chip = filter(/Hosts I follow/).element() as HTMLElement
    const row = game(/Chinati tennis/).element()
    chip.focus()
    chip.click()
    // The list moves under the pointer, so another row is highlighted.
    row.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    await expect.element(filter(/Hosts I follow/)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(filter(/Hosts I follow/)).toHaveFocus()
  })

  it('suggest other searches if there are none', async () => {
    follow()
    answerWith({
      'GET /api/discover/events': ({ query }) => (query.past === '1' || query.lat ? noGames : { events: [doubles], next: null }),
    })
    const app = await openApp('/discover?hosts=followed', { viewer })
    await expect.element(game(/Chinati doubles/)).toBeVisible()
    await filter(/^Past/).click()
    await expect.element(page.getByText('No past games by hosts you follow')).toBeVisible()
    await page.getByRole('button', { name: 'Upcoming games' }).click()
    await expect.element(game(/Chinati doubles/)).toBeVisible()
    await app.goTo(`/discover?hosts=followed&${aroundMarfaQuery}`)
    await expect.element(page.getByText('No upcoming games by hosts you follow')).toBeVisible()
    await page.getByRole('button', { name: 'Search everywhere' }).click()
    await expect.element(game(/Chinati doubles/)).toBeVisible()
  })
})

describe('The kinds of results', () => {
  const contexts = page.getByRole('navigation', { name: 'Discover' })
  const bar = page.getByRole('navigation', { name: 'Tabs' })

  it.each(['/discover', '/discover/places', '/discover/teams'])(
    'stands whole on a narrow phone at %s, with Discover marked below',
    async (path) => {
      await page.viewport(360, 740)
      answerWith({ 'GET /api/places': { places: [], next: null }, 'GET /api/teams': { teams: [], next: null } })
      await openApp(`${path}?${aroundMarfaQuery}`, { viewer })
      await expect.element(bar.getByRole('link', { name: 'Discover' })).toHaveAttribute('aria-current', 'page')
      await expect
        .poll(() =>
          contexts
            .getByRole('link')
            .elements()
            .map((link) => link.textContent),
        )
        .toEqual(['Games', 'Places', 'Communities', 'Players'])
      expect(contexts.getByRole('link', { name: 'Players' }).element().getBoundingClientRect().right).toBeLessThanOrEqual(360)
      expect(document.documentElement.scrollWidth).toBe(360)
    },
  )

  it('are marked in the bar on a desktop too, and other pages are not', async () => {
    answerWith({ 'GET /api/places': { places: [], next: null } })
    const app = await openApp(`/discover/places?${aroundMarfaQuery}`, { viewer })
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect.element(main.getByRole('link', { name: 'Discover' })).toHaveAttribute('aria-current', 'page')
    await app.goTo('/discover/city-search')
    await expect.element(main.getByRole('link', { name: 'Discover' })).not.toHaveAttribute('aria-current')
  })

  it('include players, and places with their own filters', async () => {
    answerWith({
      'GET /api/places': ({ query }) => ({ places: query.indoor === '1' ? [] : [northside], next: null }),
    })
    const app = await openApp('/discover/places?city=4671654', { viewer })
    await expect.poll(() => document.title).toBe('Places to play near Austin, TX · Gather')
    const court = page.getByRole('link', { name: /Northside Courts/ })
    await expect.element(court).toBeVisible()
    await expect.element(contexts.getByRole('link', { name: 'Players' })).toHaveAttribute('href', '/localconnect')
    const where = filter(/Austin/)
      .element()
      .getBoundingClientRect()
    const lights = page.getByRole('button', { name: 'Lights' }).element().getBoundingClientRect()
    expect(lights.left >= where.right || lights.top >= where.bottom).toBe(true)
    await page.getByRole('button', { name: 'Indoors' }).click()
    await expect.poll(app.address).toMatch(/indoor=1/)
    await expect.element(court).not.toBeInTheDocument()
    expect(requestsTo('GET /api/places').at(-1)?.query).toMatchObject({ indoor: '1' })
    await app.goBack()
    await expect.element(court).toBeVisible()
  })
})
