import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { TeamChange } from '../../domain/teams/changes-contract.ts'
import { aFace } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam } from './team-examples.ts'

const dana = aFace('Dana Alvarez')
const jo = aFace('Jo Tan')
const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')

const aChange = (id: string, more: Partial<TeamChange>): TeamChange => ({
  ...{
    id,
    kind: 'edited',
    at: Date.UTC(2025, 4, 1),
    actor: dana,
    person: null,
    oldRole: null,
    newRole: null,
    fields: null,
    guest: null,
    details: null,
  },
  ...more,
})

const open = () => openApp('/team/smashers/changes', { viewer: someone })

describe('The changes of a community', () => {
  it('are listed page by page, each in a sentence', async () => {
    answerWith({
      'GET /api/teams/smashers/changes': ({ query }) =>
        query.cursor === 'older'
          ? { changes: [aChange('c', { kind: 'member-added', actor: jo, person: jo, newRole: 'member' })], next: null }
          : {
              changes: [
                aChange('a', { kind: 'role-changed', person: jo, oldRole: 'member', newRole: 'captain' }),
                aChange('b', { kind: 'edited', fields: ['name', 'joinMode'] }),
              ],
              next: 'older',
            },
    })
    await open()
    await expect.element(rows.first()).toHaveTextContent('Dana Alvarez made Jo Tan a captain. Before: Member.')
    await expect.element(rows.nth(1)).toHaveTextContent('Dana Alvarez changed the name and who may join.')
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(rows.nth(2)).toHaveTextContent('Jo Tan joined.')
    expect(requestsTo('GET /api/teams/smashers/changes').at(-1)?.query).toEqual({ cursor: 'older' })
  })

  it('have words for none, and can be tried again', async () => {
    answerWith({ 'GET /api/teams/smashers/changes': refuse('Unexpected', 'Something went wrong.') })
    await open()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    answerWith({ 'GET /api/teams/smashers/changes': { changes: [], next: null } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('No changes yet')).toBeVisible()
    await expectAccessible()
  })

  it('are for the owner, and an organizer reads who that is', async () => {
    answerWith({
      'GET /api/teams/smashers/changes': refuse('NotAllowed', 'You are not allowed to do this.'),
      'GET /api/teams/smashers/holders': {
        isAllowed: false,
        roles: ['owner'],
        customRoles: [],
        people: [{ person: dana, role: 'owner', customRole: null }],
      },
    })
    await open()
    await expect.element(page.getByText('Only the owner can see who changed what. Ask Dana Alvarez (owner).')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Back to the community' })).toHaveAttribute('href', '/team/smashers')
    await expectAccessible()
  })

  it('do not exist for people outside, who can go back to the community', async () => {
    const missing = refuse('TeamNotFound', 'Team not found')
    answerWith({
      'GET /api/teams/smashers/changes': missing,
      'GET /api/teams/smashers/holders': missing,
      'GET /api/teams/smashers/detail': aTeam(),
    })
    await open()
    await expect.element(page.getByText('Only the owner can see who changed what.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Back to the community' })).toHaveAttribute('href', '/team/smashers')
  })
})
