import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { screens } from '../../web/screens.ts'
import { marfa } from './city-examples.ts'
import { aFoundGame, aMapGame, aroundMarfaQuery, emptyMap, noGames, viewerAnswers } from './discover-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { focusOn } from './setup/focus-on.ts'
import { formatDay } from './setup/format-day.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { waitForMap } from './setup/wait-for-map.ts'

const viewer = someone
const game = (title: string | RegExp) => page.getByRole('list', { name: 'Games' }).getByRole('link', { name: title })
const filter = (name: RegExp) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
const zoomIn = page.getByRole('button', { name: 'Zoom in' })
const searchArea = page.getByRole('button', { name: 'Search this area' })
const zoomOut = page.getByRole('button', { name: 'Zoom out' })
const getMapPoints = () => [...document.querySelectorAll<HTMLElement>('.map-spot')]
const card = () => document.querySelector<HTMLElement>('.map-card')

const tennis = aFoundGame()
const doubles = aFoundGame({ id: 'game-b', title: 'Chinati doubles' })
const lights = { placeId: null, name: 'Mystery Lights', address: '', lat: 30.2753, lng: -103.8841 }
const run = aFoundGame({ id: 'game-c', title: 'Lights run', activity: 'running', where: lights })
const library = { placeId: null, name: 'Alpine Library', address: '', lat: 30.3585, lng: -103.661 }
const chess = aFoundGame({ id: 'game-d', title: 'Alpine chess', activity: 'chess', where: library })

const openMap = async (path = `/discover?${aroundMarfaQuery}`) => {
  const app = await openApp(path, { viewer })
  await expect.element(zoomIn).toBeVisible()
  await expect.poll(() => getMapPoints().length).toBeGreaterThan(0)
  return app
}

beforeEach(() =>
  answerWith({
    ...viewerAnswers,
    // Only a search of a moved view includes Alpine. The map shows it as soon as it is in its own view.
    'GET /api/discover/events': ({ query }) => ({ events: [tennis, doubles, run, ...(query.south ? [chess] : [])], next: null }),
    'GET /api/discover/map': ({ query }) => ({
      ...emptyMap,
      games: [tennis, doubles, run, ...(Number(query.east) > library.lng ? [chess] : [])].map(aMapGame),
    }),
  }),
)

describe('The map of games', () => {
  it('opens all games at one point, and closes them', async () => {
    await openMap()
    await expectAccessible()
    const circle = getMapPoints().find(({ textContent }) => textContent === '2')
    circle?.click()
    await expect.poll(() => card()?.querySelectorAll('a').length).toBe(2)
    await expect.element(page.getByRole('link', { name: /Chinati doubles/ }).last()).toHaveAttribute('href', '/discover/events/game-b')
    const close = page.getByRole('button', { name: 'Close' })
    const cross = close.element().getBoundingClientRect()
    const first = card()?.querySelector('a')?.getBoundingClientRect() ?? new DOMRect()
    expect([cross.top < first.bottom, cross.left > first.left + first.width / 2]).toEqual([true, true])
    await close.click()
    await expect.poll(card).toBeNull()
  })

  it('asks for its own view, and leaves the list as it is until the user searches the area', async () => {
    const app = await openMap()
    const address = app.address()
    for (let step = 0; step < 6; step += 1) await zoomOut.click()
    await expect.poll(() => getMapPoints().reduce((sum, { textContent }) => sum + Number(textContent || 1), 0)).toBe(4)
    const asked = await waitForMap('GET /api/discover/map')
    expect([Number(asked.south) < marfa.lat, marfa.lat < Number(asked.north)]).toEqual([true, true])
    expect([asked.lat, asked.lng, asked.radius]).toEqual([undefined, undefined, undefined])
    expect(app.address()).toBe(address)
    await expect.element(game(/Alpine chess/)).not.toBeInTheDocument()

    await expectAccessible()
    await focusOn(searchArea)
    await userEvent.keyboard('{Enter}')
    await expect.poll(app.address).toMatch(/south=/)
    await expect.element(searchArea).not.toBeInTheDocument()
    await expect.element(page.getByRole('application', { name: 'Map' })).toHaveFocus()
    await expect.element(game(/Alpine chess/)).toBeVisible()
    await expect.element(filter(/Map area/)).toBeVisible()
    // The list asks for the same area, and the map does not move.
    const { south, north, west, east } = requestsTo('GET /api/discover/events').at(-1)?.query ?? {}
    expect({ south, north, west, east }).toEqual({ south: asked.south, north: asked.north, west: asked.west, east: asked.east })
    expect(requestsTo('GET /api/discover/map').at(-1)?.query).toEqual(asked)
    await app.goBack()
    await expect.poll(app.address).toBe(address)
    await expect.element(game(/Alpine chess/)).not.toBeInTheDocument()
  })

  it('keeps the searched area after a reload', async () => {
    const app = await openMap()
    for (let step = 0; step < 6; step += 1) await zoomOut.click()
    await searchArea.click()
    await expect.poll(app.address).toMatch(/south=/)
    const before = app.address()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await app.reload()
    await expect.element(game(/Alpine chess/)).toBeVisible()
    await expect.element(zoomIn).toBeVisible()
    await expect.poll(() => getMapPoints().length).toBeGreaterThan(0)
    // Long enough for the map to report a move.
    await vi.advanceTimersByTimeAsync(2000)
    expect(app.address()).toBe(before)
    await expect.element(searchArea).not.toBeInTheDocument()
  })

  it('shows clusters with their counts, and zooms in when one is pressed', async () => {
    const at = { lat: marfa.lat, lng: marfa.lng }
    answerWith({
      'GET /api/discover/map': ({ query }) =>
        Number(query.north) - Number(query.south) > 0.2
          ? { ...emptyMap, clusters: [{ key: '6-1-1', ...at, count: 1312 }], bits: 6, uncounted: ['level', 'seatsLeft'] }
          : { ...emptyMap, games: [aMapGame(tennis)] },
    })
    await openMap()
    await expect.poll(() => getMapPoints().map(({ textContent }) => textContent)).toEqual(['1,312'])
    await expect.element(page.getByText('Zoom in to see only games that match: level, seats left')).toBeVisible()
    await expect.element(page.getByText('1312 games on the map')).toBeInTheDocument()
    getMapPoints()[0]?.click()
    await expect.poll(() => getMapPoints().map(({ textContent }) => textContent)).toEqual([''])
    await expect.element(page.getByText(/Zoom in to see only/)).not.toBeInTheDocument()
    await expect.element(page.getByText('1 game on the map')).toBeInTheDocument()
  })

  it('shows a series as one pin with its dates', async () => {
    const week = 7 * 24 * 3_600_000
    const nextDates = [1, 2, 3].map((ahead) => tennis.startsAt + ahead * week)
    answerWith({ 'GET /api/discover/map': { ...emptyMap, games: [{ ...aMapGame(tennis), count: 6, nextDates }] } })
    await openMap()
    await expect.poll(() => getMapPoints().map(({ textContent }) => textContent)).toEqual(['6'])
    getMapPoints()[0]?.click()
    await expect.poll(() => card()?.textContent).toContain(`Also ${nextDates.map(formatDay).join(', ')} and 2 more`)
  })

  it('says that its games could not be loaded, and tries again', async () => {
    answerWith({ 'GET /api/discover/map': refuse('InvalidInput', 'No.') })
    await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await expect.element(page.getByText('The games could not be loaded.')).toBeVisible()
    answerWith({ 'GET /api/discover/map': { ...emptyMap, games: [aMapGame(tennis)] } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => getMapPoints().length).toBe(1)
  })

  it('does not navigate if the user leaves while the map still moves', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    // With vi.mock, the browser would keep the mocked file, and also use it in the tests of other files.
    const loadGame = screens.event
    vi.spyOn(screens, 'event').mockImplementation(async () => {
      await promise
      return loadGame()
    })
    answerWith({ 'GET /api/events/:id': refuse('EventNotFound', 'We could not find this game.') })
    const app = await openMap()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await zoomOut.click()
    await game(/Chinati tennis/).click()
    await vi.advanceTimersByTimeAsync(2000)
    resolve()
    await expect.poll(app.address).toBe('/discover/events/game-a')
  })

  it('highlights the game under the pointer or the keyboard focus', async () => {
    await openMap()
    const getHighlighted = () => getMapPoints().flatMap((spot) => (spot.classList.contains('is-lit') ? [spot.textContent] : []))
    // An earlier test may have left the pointer at the position of a game.
    await userEvent.hover(zoomIn)
    await expect.poll(getHighlighted).toEqual([])
    await userEvent.hover(game(/Chinati tennis/))
    await expect.poll(getHighlighted).toEqual(['2'])
    await focusOn(game(/Lights run/))
    await expect.poll(getHighlighted).toEqual([''])
  })

  it('opens above the list on a phone, and Back or “List” closes it', async () => {
    await page.viewport(390, 844)
    const app = await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await expect.element(zoomIn).toBeVisible()
    expect(app.address()).toMatch(/show=map/)
    await expectAccessible()
    await app.goBack()
    await expect.element(zoomIn).not.toBeInTheDocument()
    await expect.element(game(/Chinati tennis/)).toBeVisible()

    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await zoomOut.click()
    await searchArea.click()
    await expect.poll(app.address).toMatch(/south=/)
    await page.getByRole('button', { name: 'List' }).click()
    await expect.element(zoomIn).not.toBeInTheDocument()
    await expect.element(game(/Chinati tennis/)).toBeVisible()
  })

  it('keeps its view if no games were found', async () => {
    answerWith({ 'GET /api/discover/events': noGames, 'GET /api/discover/map': emptyMap })
    await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await expect.element(zoomIn).toBeVisible()
    await expect.element(page.getByText('No games found')).toBeVisible()
    await expect.element(page.getByText('No games in this area')).toBeVisible()
    expect(getMapPoints()).toEqual([])
  })
})
