import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { RosterPerson } from '../../domain/roster/contract.ts'
import type { CustomRole } from '../../domain/teams/custom-roles-contract.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { aFace } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam, aTeamForm } from './team-examples.ts'

const umpire: CustomRole = { id: 'role-umpire', name: 'Umpire', rights: ['results.enter'], members: 3 }
const bookkeeper: CustomRole = { id: 'role-books', name: 'Bookkeeper', rights: ['billing.manage'], members: 0 }
const longName = 'Wardenofthecourtsandtheirnets!'

/** A small server with the roles of one community. */
function setRoles(start: CustomRole[], hasPlan = true) {
  let roles = start
  answerWith({
    'GET /api/teams/smashers/roles': () => ({ roles, hasPlan }),
    'POST /api/teams/smashers/roles': ({ body }) => {
      const { name, rights } = body as CustomRole
      const role = { id: `role-${name}`, name, rights, members: 0 }
      roles = [...roles, role]
      return role
    },
    'PATCH /api/teams/smashers/roles/:role': ({ body, path }) => {
      roles = roles.map((role) => (path.endsWith(role.id) ? { ...role, ...(body as CustomRole) } : role))
      return roles[0]
    },
    'DELETE /api/teams/smashers/roles/:role': ({ path }) => {
      roles = roles.filter(({ id }) => !path.endsWith(id))
      return null
    },
  })
}

describe('The roles of a community', () => {
  const section = page.getByRole('region', { name: 'Roles' })
  const list = section.getByRole('list', { name: 'Roles' })
  const dialog = page.getByRole('dialog')
  const choose = (name: string) => dialog.getByRole('checkbox', { name }).click()
  const open = () => openApp('/team/smashers/edit', { viewer: someone })
  const menuItem = async (role: string, name: string) => {
    await section.getByRole('button', { name: `Options for ${role}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  beforeEach(() => {
    answerWith({
      'GET /api/teams/smashers/detail': aTeam({ role: 'owner' }),
      'GET /api/teams/smashers/form': aTeamForm,
      'GET /api/teams/smashers/topics': { topics: [] },
      'GET /api/organizations/of-team/smashers': { organizations: [] },
      'GET /api/teams/smashers/hostname': { isAllowed: false, domain: null },
    })
  })

  it('are made by choosing what people can do, in words', async () => {
    setRoles([])
    await open()
    await expect.element(section.getByText('No roles of your own yet.')).toBeVisible()
    await section.getByRole('button', { name: 'Add a role' }).click()
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: 'Add role' }).click()
    await expect.element(dialog.getByText('Enter a role name.')).toBeVisible()
    await expect.element(dialog.getByText('Choose at least one thing that people with this role can do.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('captain')
    await expect.element(dialog.getByText('Every community has a role with this name. Choose another one.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Umpire')
    await choose('Enter results')
    await choose('Run games')
    await expect.element(dialog.getByRole('group', { name: 'Games' }).getByRole('checkbox', { name: 'Run games' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Add role' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(list.getByRole('listitem')).toHaveTextContent(/^UmpireCan run games and enter results\.Nobody has it yet\./)
    expect(requestsTo('POST /api/teams/smashers/roles').map(({ body }) => body)).toEqual([
      { name: 'Umpire', rights: expect.arrayContaining(['results.enter', 'events.manage']), idempotencyKey: expect.any(String) },
    ])
  })

  it('say who has them, and a change sends only what was changed', async () => {
    setRoles([umpire, bookkeeper])
    await open()
    await expect.element(list.getByRole('listitem').first()).toHaveTextContent('3 members have it.')
    await expectAccessibleInBothThemes()
    await menuItem('Umpire', 'Edit')
    await expect.element(dialog.getByText('A change holds at once for everybody who has it.')).toBeVisible()
    await choose('Run games')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(list.getByRole('listitem').first()).toHaveTextContent('Can run games and enter results.')
    await menuItem('Bookkeeper', 'Edit')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Money')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(list.getByText('Money', { exact: true })).toBeVisible()
    const bodies = requestsTo('PATCH /api/teams/smashers/roles/:role').map(({ body }) => body)
    expect(bodies).toEqual([{ rights: expect.arrayContaining(['results.enter', 'events.manage']) }, { name: 'Money' }])
  })

  it('show what the server refuses beside the name, and keep what was typed', async () => {
    const message = 'This community already has a role with this name.'
    setRoles([umpire])
    answerWith({ 'POST /api/teams/smashers/roles': refuse('CustomRoleNameTaken', message, [{ path: 'name', message }]) })
    await open()
    await section.getByRole('button', { name: 'Add a role' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Umpire')
    await choose('Write announcements')
    await dialog.getByRole('button', { name: 'Add role' }).click()
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(expect.stringContaining(message))
    await expect.element(dialog.getByRole('checkbox', { name: 'Write announcements' })).toBeChecked()
  })

  it('are deleted after a question that says whom it concerns', async () => {
    setRoles([umpire])
    await open()
    await menuItem('Umpire', 'Delete')
    const question = page.getByRole('alertdialog', { name: 'Delete Umpire?' })
    await expect.element(question).toHaveTextContent('3 members have it. They stay in the community and can do only what every member can.')
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect.element(list).toBeVisible()
    await menuItem('Umpire', 'Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(section.getByText('No roles of your own yet.')).toHaveFocus()
  })

  it('need the plan Pro', async () => {
    setRoles([], false)
    await open()
    await expect.element(section.getByText(/^Communities with the plan Pro can make roles of their own/)).toBeVisible()
    await expect.element(section.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings?tab=payments')
    await expect.element(section.getByRole('button', { name: 'Add a role' })).not.toBeInTheDocument()
  })

  it('keep working after the plan, and can then only lose rights', async () => {
    setRoles([umpire], false)
    await open()
    await expect.element(section.getByRole('button', { name: 'Add a role' })).not.toBeInTheDocument()
    await expect.element(section.getByText(/^Your roles keep working without the plan Pro/)).toBeVisible()
    await menuItem('Umpire', 'Edit')
    await expect.element(dialog.getByRole('checkbox', { name: 'Run games' })).toBeDisabled()
    await expect.element(dialog.getByRole('checkbox', { name: 'Enter results' })).toBeEnabled()
  })

  it('can be loaded again, and keep a long name on the screen', async () => {
    answerWith({ 'GET /api/teams/smashers/roles': refuse('Unexpected', 'It broke') })
    await open()
    await expect.element(section.getByText('We could not load the roles')).toBeVisible()
    setRoles([{ ...umpire, name: longName, rights: ['members.invite', 'roster.manage', 'events.manage', 'announce', 'team.edit'] }])
    await section.getByRole('button', { name: /try again/i }).click()
    await expect.element(list.getByText(longName)).toBeVisible()
    await expectNoHorizontalScroll()
  })

  it('are not on the page of an organizer', async () => {
    answerWith({
      'GET /api/teams/smashers/detail': aTeam({ role: 'organizer' }),
      'GET /api/teams/smashers/holders': { isAllowed: false, roles: ['owner'], customRoles: [], people: [] },
    })
    await open()
    await expect.element(page.getByRole('region', { name: 'Topics' })).toBeVisible()
    await expect.element(section).not.toBeInTheDocument()
  })
})

describe('A member in the list of people', () => {
  const people = page.getByRole('list', { name: 'People' })
  const dialog = page.getByRole('dialog', { name: 'Change the role of Jo Tan' })
  const aPerson = (name: string, role: TeamRole, more: Partial<RosterPerson> = {}): RosterPerson => ({
    ...{
      person: aFace(name),
      role,
      customRole: null,
      title: null,
      joinedAt: 1,
      jersey: '',
      position: '',
      notes: null,
      values: [],
      version: 0,
    },
    ...more,
  })

  function setPeople(role: TeamRole, jo: Partial<RosterPerson> = {}) {
    let row = aPerson('Jo Tan', 'member', jo)
    answerWith({
      'GET /api/teams/smashers/detail': aTeam({ role }),
      'GET /api/teams/smashers/people': () => ({
        people: [aPerson(someone.name, role, { person: { id: someone.id, name: someone.name, pictureUrl: null } }), row],
        ...{ next: null, fields: [], role },
      }),
      'GET /api/teams/smashers/people/online': { online: [] },
      'GET /api/teams/smashers/people/attendance': { games: 0, people: [] },
      'GET /api/teams/smashers/guests': { guests: [], next: null, fields: [] },
      'PUT /api/teams/smashers/members/:user/role': ({ body }) => {
        const { role: fixed = 'member', customRoleId } = body as { role?: TeamRole; customRoleId?: string }
        const own = [umpire, bookkeeper].find(({ id }) => id === customRoleId)
        row = { ...row, role: fixed, customRole: own ? { id: own.id, name: own.name } : null }
        return null
      },
    })
    setRoles([umpire, bookkeeper])
  }

  const openDialog = async () => {
    await openApp('/team/smashers/people', { viewer: someone })
    await page.getByRole('button', { name: 'Options for Jo Tan' }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
  }

  it('is given a role of the community, shows its name, and loses it again', async () => {
    setPeople('owner')
    await openDialog()
    await expect.element(dialog.getByText('Can manage the money.')).toBeVisible()
    await expectAccessibleInBothThemes()
    await dialog.getByRole('radio', { name: /^Umpire/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Jo Tan now has the role Umpire.')).toBeVisible()
    await expect.element(people.getByRole('listitem').nth(1)).toHaveTextContent(/Jo Tan.*Umpire · since/)
    await page.getByRole('button', { name: 'Options for Jo Tan' }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await expect.element(dialog.getByRole('radio', { name: /^Umpire/ })).toBeChecked()
    await dialog.getByRole('radio', { name: /^Member/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(people.getByRole('listitem').nth(1)).toHaveTextContent(/Jo Tan.*Member · since/)
    const bodies = requestsTo('PUT /api/teams/smashers/members/:user/role').map(({ body }) => body)
    expect(bodies).toEqual([{ customRoleId: 'role-umpire' }, { role: 'member' }])
  })

  it('gets no role of an organizer that may do more than organizers', async () => {
    setPeople('organizer')
    await openDialog()
    await expect.element(dialog.getByRole('radio', { name: /^Umpire/ })).toBeEnabled()
    await expect.element(dialog.getByRole('radio', { name: /^Bookkeeper/ })).toBeDisabled()
    await expect
      .element(dialog.getByRole('radio', { name: /^Bookkeeper/ }))
      .toHaveAccessibleDescription('Can manage the money. Only the owner gives this role, because it may do more than you.')
  })

  it('can still be given a fixed role if the others do not load', async () => {
    setPeople('owner')
    answerWith({ 'GET /api/teams/smashers/roles': refuse('Unexpected', 'It broke') })
    await openDialog()
    await expect.element(dialog.getByText('We could not load the roles of this community')).toBeVisible()
    await dialog.getByRole('radio', { name: /^Coach/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Jo Tan is now a coach.')).toBeVisible()
  })
})

describe('A viewer with a custom role', () => {
  beforeEach(() =>
    answerWith({
      'GET /api/teams/smashers/photos': { photos: [] },
      'GET /api/discover/events': { events: [], games: 0, next: null, ranked: null },
      'GET /api/teams/smashers/announcements': { announcements: [], next: null },
    }),
  )

  it('reads what it lets them do, and finds the buttons for it', async () => {
    answerWith({
      'GET /api/teams/smashers/detail': aTeam({ role: 'member', customRole: 'Host', rights: ['events.manage', 'members.invite'] }),
    })
    await openApp('/team/smashers', { viewer: someone })
    const panel = page.getByRole('region', { name: 'You are a member' })
    await expect.element(panel.getByText('Your role: Host. Can invite people and run games.')).toBeVisible()
    await expect.element(panel.getByRole('link', { name: 'Host a game' })).toBeVisible()
    await expect.element(panel.getByRole('button', { name: 'Invite people' })).toBeVisible()
    await expect.element(panel.getByRole('link', { name: 'Edit community' })).not.toBeInTheDocument()
  })

  it('is named to those who may not do it', async () => {
    const customRoles = [
      { name: 'Editor', rights: ['announce' as const] },
      { name: 'Host', rights: ['events.manage' as const] },
    ]
    answerWith({ 'GET /api/teams/smashers/detail': aTeam({ role: 'member', customRoles }) })
    await openApp('/team/smashers/news', { viewer: someone })
    await expect
      .element(page.getByRole('button', { name: 'New announcement' }))
      .toHaveAccessibleDescription(
        'Only the owner, organizers, and members with the role Editor can write announcements. Ask Dana Alvarez (owner).',
      )
  })
})
