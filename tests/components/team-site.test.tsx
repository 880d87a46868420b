import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { TeamSite } from '../../domain/hostnames/contract.ts'
import { aFoundGame } from './discover-examples.ts'
import { answerWith, refuse } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp } from './setup/open-app.tsx'
import { aTeam } from './team-examples.ts'

const team = aTeam({ id: 'smashers', name: 'Smashers', members: 7, description: 'We smash.' })
const productUrl = 'https://product.example'

const openSite = (site: TeamSite) => {
  answerWith({ 'GET /api/hostnames/team-site': site })
  return openApp('/any/path', { host: 'team', config: { productUrl } })
}

describe('the domain of a community', () => {
  it('shows its next games, whose links lead to the product', async () => {
    await openSite({ team, events: [aFoundGame()], hasMore: true })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Smashers' })).toBeVisible()
    await expect.element(page.getByText('We smash.')).toBeVisible()
    const game = page.getByRole('main').getByRole('link', { name: /Chinati tennis/ })
    await expect.element(game).toHaveAttribute('href', `${productUrl}/discover/events/game-a`)
    await expect.element(page.getByRole('link', { name: 'All games on Gather' })).toHaveAttribute('href', `${productUrl}/team/smashers`)
    await expect.poll(() => document.title).toBe('Smashers · Gather')
    await expectAccessible()
  })

  it('says if there are no games yet, and leads to the product', async () => {
    await openSite({ team, events: [], hasMore: false })
    await expect.element(page.getByText('No games yet')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Find other games on Gather' })).toHaveAttribute('href', productUrl)
  })

  it('shows the not-found page if the community was deleted', async () => {
    answerWith({ 'GET /api/hostnames/team-site': refuse('TeamNotFound', 'Team not found') })
    await openApp('/', { host: 'team' })
    await expect.element(page.getByText('Maybe try another page, please?')).toBeVisible()
  })
})
