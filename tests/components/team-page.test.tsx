import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { aFoundGame } from './discover-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam } from './team-examples.ts'

const viewer = someone
const heading = page.getByRole('heading', { level: 1 })
const main = page.getByRole('main')
const tabs = page.getByRole('navigation', { name: 'Community' })

const setTeam = (more: Parameters<typeof aTeam>[0] = {}) => answerWith({ 'GET /api/teams/smashers/detail': aTeam(more) })

beforeEach(() => {
  setTeam()
  answerWith({
    'GET /api/discover/events': ({ query }) => ({
      events: [aFoundGame(query.past === '1' ? { id: 'game-old', title: 'Last spring' } : { teamId: 'smashers' })],
      games: 1,
      next: null,
      ranked: null,
    }),
  })
})

describe('The page of a community', () => {
  it('shows what, where and since when it plays, its next games, and who founded it', async () => {
    await openApp('/team/smashers')
    await expect.element(heading).toHaveTextContent('Sunset Smashers')
    await expect.element(main).toHaveTextContent('Pickleball · Austin, TX · since 2023 · open to ask')
    await expect.element(main).toHaveTextContent('38 members')
    await expect.element(main).toHaveTextContent('Founded by Dana Alvarez')
    await expect.element(main.getByRole('link', { name: /Chinati tennis/ })).toHaveAttribute('href', '/discover/events/game-a')
    await expect.poll(() => document.title).toBe('Sunset Smashers · Gather')
    expect(requestsTo('GET /api/discover/events').at(-1)?.query).toEqual({ order: 'date', team: 'smashers' })
    await expectAccessible()
  })

  it('shows past games at an address of their own', async () => {
    const app = await openApp('/team/smashers')
    await page.getByRole('button', { name: 'Past' }).click()
    await expect.element(main.getByRole('link', { name: /Last spring/ })).toBeVisible()
    await expect.element(main.getByRole('link', { name: /Chinati tennis/ })).not.toBeInTheDocument()
    expect(app.address()).toBe('/team/smashers?past=1')
    await expectAccessible()
  })

  it('has tabs for members only, and a way to host for those who may', async () => {
    setTeam({ role: 'captain' })
    const app = await openApp('/team/smashers', { viewer })
    await expect.element(page.getByRole('heading', { name: 'You are a captain' })).toBeVisible()
    await expect.element(tabs.getByRole('link', { name: 'Games' })).toHaveAttribute('aria-current', 'page')
    await expect.element(tabs.getByRole('link', { name: 'When can we play?' })).toHaveAttribute('href', '/team/smashers/when')
    await expect.element(main.getByRole('link', { name: 'Host a game' })).toHaveAttribute('href', '/create/event?team=smashers')
    await expectAccessible()
    setTeam({ role: 'member' })
    await app.reload()
    await expect.element(page.getByRole('heading', { name: 'You are a member' })).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Host a game' })).not.toBeInTheDocument()
    setTeam()
    await app.reload()
    await expect.element(heading).toHaveTextContent('Sunset Smashers')
    await expect.element(page.getByRole('link', { name: 'When can we play?' })).not.toBeInTheDocument()
  })

  it('keeps to the width of a phone with a very long name', async () => {
    await page.viewport(390, 844)
    setTeam({ name: 'Unbelievablylongnamewithoutanyspaceinitthatgoesonandon', role: 'owner', mainColor: 'white', secondColor: null })
    await openApp('/team/smashers', { viewer })
    await expect.element(heading).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
    await expectAccessible()
  })

  it.each(['/team', '/team/smashers'])('leads to the start page with a message if there is no such community: %s', async (path) => {
    answerWith({ 'GET /api/teams/smashers/detail': refuse('TeamNotFound', 'Team not found') })
    const app = await openApp(path)
    await expect.element(page.getByText('Team not found')).toBeVisible()
    await expect.poll(app.address).toBe('/')
  })

  it('offers to try again if it could not be loaded', async () => {
    answerWith({ 'GET /api/teams/smashers/detail': refuse('NotFound', 'Something went wrong') })
    await openApp('/team/smashers')
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    setTeam()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(heading).toHaveTextContent('Sunset Smashers')
  })
})

describe('The page for a link without a community', () => {
  it('says so in words', async () => {
    await openApp('/team-not-found')
    await expect.element(heading).toHaveTextContent('Team not found')
    await expect.element(page.getByRole('link', { name: 'Find communities near you' })).toHaveAttribute('href', '/discover/teams')
    await expectAccessible()
  })
})
