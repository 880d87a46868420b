import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { MapPlace } from '../../domain/places/map-contract.ts'
import type { TeamCard } from '../../domain/teams/contract.ts'
import type { MapTeam } from '../../domain/teams/map-contract.ts'
import { marfa } from './city-examples.ts'
import { aroundMarfaQuery, emptyPlacesMap, emptyTeamsMap, viewerAnswers } from './discover-examples.ts'
import { aPlaceCard } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { waitForMap } from './setup/wait-for-map.ts'
import { noFacts } from './team-examples.ts'

const searchArea = page.getByRole('button', { name: 'Search this area' })
const zoomOut = page.getByRole('button', { name: 'Zoom out' })
const getMapPoints = () => [...document.querySelectorAll<HTMLElement>('.map-spot')]
const getTexts = () => getMapPoints().map(({ textContent }) => textContent)
const card = () => document.querySelector<HTMLElement>('.map-card')
const at = { lat: marfa.lat, lng: marfa.lng }

const aPlace = (id: string, lng: number): MapPlace => ({ ...aPlaceCard(`Courts ${id}`, { id, lat: marfa.lat, lng }) })
const [listed, unlisted, far] = [aPlace('listed', marfa.lng), aPlace('unlisted', marfa.lng), aPlace('far', marfa.lng + 0.5)]

describe('The map of places', () => {
  beforeEach(() =>
    answerWith({
      ...viewerAnswers,
      // The list has one page of places, and the map has all of them.
      'GET /api/places': ({ query }) => ({ places: [aPlaceCard('Courts listed', { ...listed })], next: query.cursor ? null : 'more' }),
      'GET /api/places/map': ({ query }) => ({
        ...emptyPlacesMap,
        places: [listed, unlisted, ...(Number(query.east) > far.lng ? [far] : [])],
      }),
    }),
  )

  it('shows places that the list has not loaded, and asks for its own view with the filters', async () => {
    const app = await openApp(`/discover/places?${aroundMarfaQuery}&activity=tennis&lights=1`, { viewer: someone })
    await expect.poll(getTexts).toEqual(['2'])
    await expect.element(page.getByText('2 places on the map')).toBeInTheDocument()
    await expectAccessible()
    getMapPoints()[0]?.click()
    await expect.poll(() => card()?.querySelectorAll('a').length).toBe(2)
    await expect.poll(() => card()?.textContent).toContain('Courts unlisted')
    const address = app.address()
    for (let step = 0; step < 6; step += 1) await zoomOut.click()
    await expect.poll(() => getTexts().reduce((sum, text) => sum + Number(text || 1), 0)).toBe(3)
    const asked = await waitForMap('GET /api/places/map')
    expect(asked).toMatchObject({ activity: 'tennis', lights: '1' })
    expect([asked.lat, asked.lng, asked.cursor]).toEqual([undefined, undefined, undefined])
    expect(app.address()).toBe(address)
    await searchArea.click()
    await expect.poll(app.address).toMatch(/south=/)
    await expect
      .poll(() => requestsTo('GET /api/places').at(-1)?.query)
      .toMatchObject({ south: asked.south, east: asked.east, lights: '1' })
  })

  it('shows clusters with true counts, which filters it does not count, and a cluster that cannot be divided', async () => {
    answerWith({
      'GET /api/places/map': {
        ...emptyPlacesMap,
        clusters: [{ key: '14-1-1', ...at, count: 1312 }],
        bits: 14,
        uncounted: ['activities', 'indoor'],
      },
    })
    await openApp(`/discover/places?${aroundMarfaQuery}`, { viewer: someone })
    await expect.poll(getTexts).toEqual(['1,312'])
    await expect.element(page.getByText('Zoom in to see only places that match: activities, indoors')).toBeVisible()
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    for (let step = 0; step < 12; step += 1) await zoomIn.click()
    await expect
      .poll(() => {
        getMapPoints()[0]?.click()
        return card()?.textContent
      })
      .toContain('1312 places are close together here. Search this area to list them.')
  })

  it('says that there are none, or that they could not be loaded', async () => {
    answerWith({ 'GET /api/places/map': refuse('InvalidInput', 'No.') })
    await openApp(`/discover/places?${aroundMarfaQuery}`, { viewer: someone })
    await expect.element(page.getByText('The places could not be loaded.')).toBeVisible()
    answerWith({ 'GET /api/places/map': emptyPlacesMap })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('No places in this area')).toBeVisible()
  })
})

describe('The map of communities', () => {
  it('shows communities that the list has not loaded', async () => {
    const aTeam = (id: string): MapTeam => ({ id, name: `Team ${id}`, members: 3, ...at })
    const row: TeamCard = {
      ...noFacts,
      id: 'one',
      name: 'Team one',
      photo: null,
      members: 3,
      upcoming: 0,
      city: { id: 1, name: 'Marfa', state: 'TX', ...at },
    }
    answerWith({
      ...viewerAnswers,
      'GET /api/teams': ({ query }) => ({ teams: [row], next: query.cursor ? null : 'more' }),
      'GET /api/teams/map': { ...emptyTeamsMap, teams: ['one', 'two', 'three'].map(aTeam) },
    })
    await openApp(`/discover/teams?${aroundMarfaQuery}`, { viewer: someone })
    await expect.poll(getTexts).toEqual(['3'])
    await expect.element(page.getByText('3 communities on the map')).toBeInTheDocument()
    getMapPoints()[0]?.click()
    await expect.poll(() => card()?.textContent).toContain('Team three')
    await expectAccessible()
  })
})
