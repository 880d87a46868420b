import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { marfa } from './city-examples.ts'
import { aFoundGame, aroundMarfaQuery, noGames, viewerAnswers } from './discover-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { focusOn } from './setup/focus-on.ts'
import { openApp, someone } from './setup/open-app.tsx'

const eventPage = vi.hoisted(() => ({ held: Promise.resolve() }))
vi.mock(import('../../web/events/page/event-page.tsx'), async (original) => {
  await eventPage.held
  return original()
})

const viewer = someone
const game = (title: string | RegExp) => page.getByRole('list', { name: 'Games' }).getByRole('link', { name: title })
const filter = (name: RegExp) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
const zoomIn = page.getByRole('button', { name: 'Zoom in' })
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
    // Only a moved view includes Alpine.
    'GET /api/discover/events': ({ query }) => ({ events: [tennis, doubles, run, ...(query.south ? [chess] : [])], next: null }),
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

  it('filters the list by its view when it is moved, keeps the view in the address, and a reload does not change it', async () => {
    const app = await openMap()
    for (let step = 0; step < 6; step += 1) await zoomOut.click()
    await expect.poll(app.address).toMatch(/south=/)
    await expect.element(game(/Alpine chess/)).toBeVisible()
    await expect.element(filter(/Map area/)).toBeVisible()
    const { south, north, west, east } = requestsTo('GET /api/discover/events').at(-1)?.query ?? {}
    expect([Number(south) < marfa.lat, marfa.lat < Number(north), Number(west) < marfa.lng, marfa.lng < Number(east)]).not.toContain(false)

    const before = app.address()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await app.reload()
    await expect.element(game(/Alpine chess/)).toBeVisible()
    await expect.element(zoomIn).toBeVisible()
    await expect.poll(() => getMapPoints().length).toBeGreaterThan(0)
    // Long enough for the map to report a move.
    await vi.advanceTimersByTimeAsync(2000)
    expect(app.address()).toBe(before)
  })

  it('does not navigate back if the user leaves while the map still moves', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    eventPage.held = promise
    answerWith({ 'GET /api/events/:id': refuse('EventNotFound', 'We could not find this game.') })
    const app = await openMap()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await zoomOut.click()
    await game(/Chinati tennis/).click()
    await vi.advanceTimersByTimeAsync(2000)
    resolve()
    await expect.poll(app.address).toBe('/discover/events/game-a')
    await app.goBack()
    await expect.element(filter(/Map area/)).toBeVisible()
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
    await expect.poll(app.address).toMatch(/south=/)
    await page.getByRole('button', { name: 'List' }).click()
    await expect.element(zoomIn).not.toBeInTheDocument()
    await expect.element(game(/Chinati tennis/)).toBeVisible()
  })

  it('keeps its view if no games were found', async () => {
    answerWith({ 'GET /api/discover/events': noGames })
    await openApp(`/discover?${aroundMarfaQuery}`, { viewer })
    await expect.element(zoomIn).toBeVisible()
    await expect.element(page.getByText('No games found')).toBeVisible()
    expect(getMapPoints()).toEqual([])
  })
})
