import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizationOfTeam } from '../../domain/organizations/contract.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam, aTeamForm } from './team-examples.ts'

const viewer = someone
const main = page.getByRole('main')

describe('The edit page of a community', () => {
  const section = main.getByRole('region', { name: 'Organizations' })
  const field = section.getByRole('combobox', { name: 'Ask to be part of an organization' })
  let organizations: OrganizationOfTeam[]

  /** The click scrolls to the field. Scrolling after the text is typed would close the list. */
  const type = async (text: string) => {
    await field.click()
    await field.fill(text)
  }

  beforeEach(() => {
    organizations = []
    answerWith({
      'GET /api/teams/smashers/detail': aTeam({ role: 'organizer' }),
      'GET /api/teams/smashers/form': aTeamForm,
      'GET /api/teams/smashers/topics': { topics: [] },
      'GET /api/teams/smashers/holders': { isAllowed: false, roles: ['owner'], customRoles: [], people: [] },
      'GET /api/organizations/of-team/smashers': () => ({ organizations }),
      'GET /api/organizations': ({ query }) => ({
        organizations: [
          { id: 'league', name: 'City League', teams: 3 },
          { id: 'youth', name: 'City Youth', teams: 1 },
        ].filter(({ name }) => name.toLowerCase().includes(String(query.q).toLowerCase())),
      }),
      'PUT /api/organizations/:id/teams/smashers': ({ path }) => {
        const wasAsked = organizations.length > 0
        organizations = [{ id: path.split('/')[3] ?? '', name: 'City League', state: wasAsked ? 'belongs' : 'organizationMustAgree' }]
        return { belongs: wasAsked }
      },
      'DELETE /api/organizations/league/teams/smashers': () => {
        organizations = []
        return null
      },
    })
  })

  it('asks an organization by its name, shows that it waits, and takes it back', async () => {
    await openApp('/team/smashers/edit', { viewer })
    await expect.element(section.getByRole('button', { name: 'Ask' })).toBeDisabled()
    await type('city')
    await page.getByRole('option', { name: /City League/ }).click()
    await expectAccessible()
    await section.getByRole('button', { name: 'Ask' }).click()
    await expect.element(section).toHaveTextContent('City LeagueAsked, no answer yet')
    await expect.element(field).toHaveValue('')
    expect(requestsTo('PUT /api/organizations/league/teams/smashers')).toHaveLength(1)
    await type('city')
    await expect.element(page.getByRole('option', { name: /City Youth/ })).toBeVisible()
    expect(page.getByRole('option', { name: /City League/ }).elements()).toEqual([])
    await field.fill('')
    await section.getByRole('button', { name: 'Take back: City League' }).click()
    await expect.element(section).not.toHaveTextContent('City League')
    await expectAccessible()
  })

  it('answers an organization that asks, and leaves it', async () => {
    organizations = [{ id: 'league', name: 'City League', state: 'teamMustAgree' }]
    await openApp('/team/smashers/edit', { viewer })
    await expect.element(section).toHaveTextContent('Asks this community to be part of it')
    await section.getByRole('button', { name: 'Accept: City League' }).click()
    await expect.element(section).toHaveTextContent('This community is part of it')
    await section.getByRole('button', { name: 'Leave: City League' }).click()
    await expect.element(section).not.toHaveTextContent('City League')
  })

  it('says why an organization cannot be asked, and offers a retry', async () => {
    answerWith({
      'PUT /api/organizations/league/teams/smashers': refuse('TeamOrganizationsFull', 'A community can be part of up to 10 organizations.'),
      'GET /api/organizations/of-team/smashers': refuse('Conflict', 'Try again.'),
    })
    await openApp('/team/smashers/edit', { viewer })
    await expect.element(section).toHaveTextContent('We could not load the organizations')
    answerWith({ 'GET /api/organizations/of-team/smashers': { organizations: [] } })
    await section.getByRole('button', { name: 'Try again' }).click()
    await type('league')
    await page.getByRole('option', { name: /City League/ }).click()
    await section.getByRole('button', { name: 'Ask' }).click()
    await expect.element(page.getByText('A community can be part of up to 10 organizations.')).toBeVisible()
    await expect.element(field).toHaveValue('City League')
  })

  it('does not offer it to an admin, who decides for no community', async () => {
    answerWith({ 'GET /api/teams/smashers/detail': aTeam({ role: null }) })
    await openApp('/team/smashers/edit', { viewer })
    await expect.element(main.getByRole('region', { name: 'Topics' })).toBeVisible()
    expect(requestsTo('GET /api/organizations/of-team/smashers')).toEqual([])
  })
})
