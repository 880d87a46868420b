import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { guessedCityKey } from '../../domain/cities/keys.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import { countVisit } from '../../web/visits.ts'
import { austin, cityAnswers } from './city-examples.ts'
import { aFoundGame, noGames } from './discover-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp } from './setup/open-app.tsx'
import { aListedTeam } from './team-examples.ts'

const tagline = page.getByRole('heading', { level: 1, name: 'Find people to play with, today and near you.' })

const noTeams = { 'GET /api/teams': { teams: [], next: null } }

describe('the landing page', () => {
  it('asks a visitor where they play and opens that city; after Back, it shows the games near that city', async () => {
    answerWith({ ...cityAnswers, ...noTeams, 'GET /api/discover/events': { events: [aFoundGame()], next: null } })
    const app = await openApp('/')
    await expect.element(tagline).toBeVisible()
    await expect.poll(() => document.title).toBe('Find a game near you · Gather')
    await page.getByRole('combobox', { name: 'Where do you play?' }).fill('aust')
    await expect.element(page.getByRole('option', { name: 'Austin Texas', exact: true })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(app.address).toMatch(/^\/discover\?city=4671654&/)
    await expect.poll(() => document.title).toBe('Games near Austin, TX · Gather')
    await app.goBack()
    await expect.element(tagline).toBeVisible()
    const near = page.getByRole('region', { name: 'Games near Austin' })
    await expect.element(near.getByRole('link', { name: /Chinati tennis/ })).toBeVisible()
    await expect
      .element(near.getByRole('link', { name: 'All games on the map' }))
      .toHaveAttribute('href', expect.stringMatching(/city=4671654/))
    expect(requestsTo('GET /api/discover/events').every(({ query }) => query.city === '4671654')).toBe(true)
  })

  it('says that there are no games near the city of this device', async () => {
    localStorage.setItem('recentCities', JSON.stringify([austin]))
    answerWith({ ...noTeams, 'GET /api/discover/events': noGames })
    await openApp('/')
    await expect.element(page.getByText('There are no games here in the next few days.')).toBeVisible()
  })

  it('says that the games could not be loaded, and loads them again', async () => {
    allowErrors(/403/)
    localStorage.setItem('recentCities', JSON.stringify([austin]))
    answerWith({ ...noTeams, 'GET /api/discover/events': () => refuse('NotAllowed', 'You may not do this.') })
    await openApp('/')
    const near = page.getByRole('region', { name: 'Games near Austin' })
    await expect.element(near.getByText('The games could not be loaded')).toBeVisible()
    await expect.element(near.getByText('There are no games here in the next few days.')).not.toBeInTheDocument()
    answerWith({ 'GET /api/discover/events': { events: [aFoundGame()], next: null } })
    await near.getByRole('button', { name: 'Try again' }).click()
    await expect.element(near.getByRole('link', { name: /Chinati tennis/ })).toBeVisible()
  })

  it('shows the largest communities where the city has none, and leads to the games of an activity there', async () => {
    localStorage.setItem('recentCities', JSON.stringify([austin]))
    answerWith({
      ...noTeams,
      'GET /api/discover/events': noGames,
      'GET /api/teams/directory': { teams: [aListedTeam()], next: null },
    })
    await openApp('/')
    const communities = page.getByRole('region', { name: 'Our largest communities' })
    await expect.element(communities.getByRole('link', { name: /Javelina/ })).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: 'All activities' }).getByRole('link', { name: 'Pickleball' }))
      .toHaveAttribute('href', '/discover?activity=pickleball&city=4671654')
  })

  it('starts with the city that the edge guesses, and says so', async () => {
    answerWith({ ...noTeams, 'GET /api/discover/events': noGames })
    const queries = [inlineAnswer(guessedCityKey, austin)]
    await openApp('/', { queries })
    const near = page.getByRole('region', { name: 'Games near Austin' })
    await expect.element(near.getByText('We guess this city from your connection. Choose another one above.')).toBeVisible()
  })

  it('says that it does not know the city, and shows the largest communities and games everywhere', async () => {
    answerWith({ 'GET /api/teams/directory': { teams: [aListedTeam()], next: 'more' } })
    await openApp('/')
    const games = page.getByRole('region', { name: 'Games near you' })
    await expect.element(games.getByText(/^We do not know your city yet. Type it above/)).toBeVisible()
    await expect.element(games.getByRole('link', { name: 'Games everywhere' })).toHaveAttribute('href', '/discover')
    const communities = page.getByRole('region', { name: 'Our largest communities' })
    await expect.element(communities.getByRole('link', { name: /Javelina/ })).toHaveAttribute('href', '/team/javelina')
    expect(requestsTo('GET /api/teams/directory').at(-1)?.query).toEqual({ limit: '2' })
    await expectAccessible()
  })

  it('shows in three pictures how hosting works', async () => {
    await openApp('/')
    const steps = page.getByRole('region', { name: 'How hosting works' })
    await expect.element(steps.getByRole('listitem')).toHaveLength(3)
    await expect.element(steps.getByRole('link', { name: 'Host a game' })).toHaveAttribute('href', '/create')
    await expect
      .element(page.getByRole('navigation', { name: 'Games by city' }).getByRole('link', { name: 'Austin' }))
      .toHaveAttribute('href', '/discover?city=4671654')
    await expectAccessible()
  })

  it('draws court lines, and a picture for every activity', async () => {
    await openApp('/')
    await expect.element(page.getByRole('heading', { name: 'All activities' })).toBeVisible()
    expect(document.querySelector('section svg path')).not.toBeNull()
    const activities = page.getByRole('region', { name: 'All activities' }).getByRole('listitem')
    await expect.element(activities.filter({ hasText: 'Pickleball' })).toBeVisible()
    expect(activities.elements().filter((one) => one.querySelector('svg path') === null)).toEqual([])
    await expect.element(activities.getByRole('link', { name: 'Pickleball' })).toHaveAttribute('href', '/discover?activity=pickleball')
  })

  it('names the license of its data', async () => {
    await openApp('/')
    await expect.element(page.getByRole('link', { name: 'GeoNames' })).toHaveAttribute('href', 'https://www.geonames.org')
    await expect.element(page.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible()
  })
})

describe('a visit', () => {
  it('is counted once, not once per page', () => {
    expect([countVisit(), countVisit()]).toEqual([1, 1])
    expect(localStorage.getItem('visitCount')).toBe('1')
    // This simulates another tab.
    sessionStorage.clear()
    expect([countVisit(), countVisit()]).toEqual([2, 2])
    expect(localStorage.getItem('visitCount')).toBe('2')
  })
})
