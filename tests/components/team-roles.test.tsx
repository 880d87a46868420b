import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RosterPerson } from '../../domain/roster/contract.ts'
import type { HandOverOffer } from '../../domain/teams/contract.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { aFace } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam } from './team-examples.ts'

const viewer = someone
const people = page.getByRole('list', { name: 'People' })
const menuOf = (name: string) => page.getByRole('button', { name: `Options for ${name}` })
const item = (name: string) => page.getByRole('menuitem', { name })

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

const me = { id: someone.id, name: someone.name, pictureUrl: null }
const jo = aPerson('Jo Tan', 'member', { title: 'Equipment' })
const ola = aPerson('Ola Organizer', 'organizer')

/** A small server with the people of one community. */
function setPeople(role: TeamRole, others: RosterPerson[] = [jo, ola]) {
  let rows = [aPerson(someone.name, role, { person: me }), ...others]
  let handOver: HandOverOffer | null = null
  const change = (path: string, changes: Partial<RosterPerson>) => {
    rows = rows.map((row) => (path.includes(`/${row.person.id}/`) ? { ...row, ...changes } : row))
    return null
  }
  answerWith({
    'GET /api/teams/smashers/detail': () => aTeam({ role, handOver }),
    'GET /api/teams/smashers/people': () => ({ people: rows, next: null, fields: [], role }),
    'GET /api/teams/smashers/roles': { roles: [], hasPlan: false },
    'GET /api/teams/smashers/people/online': { online: [] },
    'GET /api/teams/smashers/people/attendance': { games: 0, people: [] },
    'GET /api/teams/smashers/guests': { guests: [], next: null, fields: [] },
    'PUT /api/teams/smashers/members/:user/role': ({ path, body }) => change(path, body as { role: TeamRole }),
    'PUT /api/teams/smashers/members/:user/title': ({ path, body }) => change(path, body as { title: string }),
    'DELETE /api/teams/smashers/members/:user': ({ path }) => {
      rows = rows.filter(({ person }) => !path.endsWith(person.id))
      return null
    },
    'POST /api/teams/smashers/hand-over': () => {
      handOver = { isToMe: false, person: jo.person, expiresAt: Date.now() + 7 * 86_400_000 }
      return null
    },
    'DELETE /api/teams/smashers/hand-over': () => {
      handOver = null
      return null
    },
  })
}

const open = () => openApp('/team/smashers/people', { viewer })

beforeEach(() => setPeople('owner'))

describe('The role of a member', () => {
  it('is changed together with their title', async () => {
    await open()
    await menuOf('Jo Tan').click()
    await item('Change role').click()
    const dialog = page.getByRole('dialog', { name: 'Change the role of Jo Tan' })
    await expect.element(dialog.getByRole('radio', { name: /^Member/ })).toBeChecked()
    await expect.element(dialog.getByText('Runs games and invites people. A coach may do the same.')).toBeVisible()
    await expectAccessibleInBothThemes()
    await dialog.getByRole('radio', { name: /^Captain/ }).click()
    await dialog.getByLabelText('Title').fill('Skipper')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('Jo Tan is now a captain.')).toBeVisible()
    await expect.element(people.getByRole('listitem').nth(1)).toHaveTextContent(/Jo Tan.*Skipper · Captain/)
    expect(requestsTo('PUT /api/teams/smashers/members/:user/role').map(({ body }) => body)).toEqual([{ role: 'captain' }])
    expect(requestsTo('PUT /api/teams/smashers/members/:user/title').map(({ body }) => body)).toEqual([{ title: 'Skipper' }])
  })

  it('stays what it was when only the title changes, also for the owner', async () => {
    await open()
    await menuOf(someone.name).click()
    await expect.element(item('Change role')).not.toBeInTheDocument()
    await item('Change my title').click()
    await page.getByRole('dialog').getByLabelText('Title').fill('President')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.element(people.getByRole('listitem').first()).toHaveTextContent(/President · Owner/)
    expect(requestsTo('PUT /api/teams/smashers/members/:user/role')).toEqual([])
  })

  it('is given by organizers only below their own, and the others say who may', async () => {
    setPeople('organizer', [aPerson('Dana Alvarez', 'owner'), jo, ola])
    await open()
    await menuOf('Ola Organizer').click()
    await expect.element(item('Change role')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(item('Change role')).toHaveTextContent('Only the owner can do this.')
    await expect.element(item('Hand over ownership')).not.toBeInTheDocument()
  })

  it('cannot be changed by a person who was demoted meanwhile, who reads who may', async () => {
    setPeople('organizer', [aPerson('Dana Alvarez', 'owner'), jo])
    answerWith({
      'PUT /api/teams/smashers/members/:user/role': refuse('NotAllowed', 'You are not allowed to do this.'),
      'GET /api/teams/smashers/holders': {
        isAllowed: false,
        roles: ['owner', 'organizer'],
        customRoles: [],
        people: [{ person: aFace('Dana Alvarez'), role: 'owner', customRole: null }],
      },
    })
    await open()
    await menuOf('Jo Tan').click()
    await item('Change role').click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('radio', { name: /^Organizer/ })).not.toBeInTheDocument()
    await dialog.getByRole('radio', { name: /^Coach/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Only the owner and organizers can change roles. Ask Dana Alvarez (owner).')).toBeVisible()
  })
})

describe('A person who may change nobody', () => {
  const reason = 'Only the owner and organizers can change roles. Ask Dana Alvarez (owner).'

  it.each(['member', 'captain'] as const)('as %s reaches the actions by keyboard, and reads who may use them', async (role) => {
    setPeople(role, [aPerson('Dana Alvarez', 'owner'), jo])
    await open()
    await expect.element(people).toHaveTextContent('Jo Tan')
    await expect.element(menuOf('Dana Alvarez')).not.toBeInTheDocument()
    await menuOf('Jo Tan').click()
    await expect.element(item('Change role')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(item('Change role')).toHaveAccessibleDescription(reason)
    await expect.element(item('Remove from community')).toHaveAttribute('aria-disabled', 'true')
    await expectAccessibleInBothThemes()
    await userEvent.keyboard('{ArrowDown}{Home}')
    await expect.element(item('Change role')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await item('Change role').click({ force: true })
    await expect.element(item('Change role')).toBeVisible()
    await expect.element(page.getByRole('dialog', { name: /Change the role/ })).not.toBeInTheDocument()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(item('Remove from community')).toHaveFocus()
  })
})

describe('A refused action on a page of a community', () => {
  const pages = [
    ['/team/smashers/seasons', 'New season', 'plan seasons'],
    ['/team/smashers/news', 'New announcement', 'write announcements'],
  ] as const

  it.each(pages)('at %s can be reached, and says who may', async (path, name, action) => {
    setPeople('member')
    answerWith({
      'GET /api/teams/smashers/seasons': { seasons: [], next: null },
      'GET /api/teams/smashers/announcements': { announcements: [], next: null },
      'GET /api/discover/events': { events: [], games: 0, next: null, ranked: null },
      'GET /api/teams/smashers/photos': { photos: [] },
    })
    const app = await openApp(path, { viewer })
    const button = page.getByRole('main').getByRole('button', { name })
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button).toHaveAccessibleDescription(`Only the owner and organizers can ${action}. Ask Dana Alvarez (owner).`)
    await expectAccessibleInBothThemes()
    button.element().focus()
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(page.getByRole('dialog').elements()).toEqual([])
    expect(app.address()).toBe(path)
  })

  it.each(pages)('at %s can be used by those who may', async (path, name) => {
    setPeople('organizer')
    answerWith({
      'GET /api/teams/smashers/seasons': { seasons: [], next: null },
      'GET /api/teams/smashers/announcements': { announcements: [], next: null },
      'GET /api/discover/events': { events: [], games: 0, next: null, ranked: null },
      'GET /api/teams/smashers/photos': { photos: [] },
    })
    await openApp(path, { viewer })
    await expect.element(page.getByRole('main').getByText(name).first()).toBeVisible()
    await expect.element(page.getByText(/^Only the owner and organizers/)).not.toBeInTheDocument()
  })
})

describe('A member', () => {
  it('is removed after a question that says what it means', async () => {
    await open()
    await menuOf('Jo Tan').click()
    await item('Remove from community').click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove Jo Tan?' })
    await expect.element(dialog.getByText(/leaves Sunset Smashers and its running seasons at once/)).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText('Jo Tan is no longer in Sunset Smashers.')).toBeVisible()
    await expect.element(people.getByRole('listitem')).toHaveLength(2)
    await expect.element(page.getByRole('heading', { name: 'People', exact: true })).toHaveFocus()
  })

  it('is asked to take over, which the owner can take back', async () => {
    await open()
    await menuOf('Jo Tan').click()
    await item('Hand over ownership').click()
    await expect.element(page.getByText(/Jo Tan has 7 days to accept\. Until then you are the owner/)).toBeVisible()
    await expectAccessible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ask Jo Tan to take over' }).click()
    await expect.element(people.getByRole('listitem').nth(1)).toHaveTextContent('Asked to take over')
    await expect.element(page.getByText(/You asked Jo Tan to take over\. They can accept until/)).toBeVisible()
    expect(requestsTo('POST /api/teams/smashers/hand-over').map(({ body }) => body)).toEqual([{ to: jo.person.id }])
    await menuOf('Ola Organizer').click()
    await expect.element(item('Hand over ownership')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(item('Hand over ownership')).toHaveTextContent('You asked Jo Tan.')
    await item('Change role').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await menuOf('Jo Tan').click()
    await item('Take the offer back').click()
    await expect.element(people.getByText('Asked to take over')).not.toBeInTheDocument()
  })

  it('takes over on the page of the community', async () => {
    const offer = { isToMe: true, person: aFace('Dana Alvarez'), expiresAt: Date.now() + 7 * 86_400_000 }
    answerWith({
      'GET /api/teams/smashers/detail': aTeam({ role: 'member', handOver: offer }),
      'GET /api/discover/events': { events: [], games: 0, next: null, ranked: null },
      'GET /api/teams/smashers/photos': { photos: [] },
      'POST /api/teams/smashers/hand-over/accept': () => {
        answerWith({ 'GET /api/teams/smashers/detail': aTeam({ role: 'owner' }) })
        return null
      },
    })
    await openApp('/team/smashers', { viewer })
    await expect.element(page.getByText('Dana Alvarez asks you to take over')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Take over Sunset Smashers' }).click()
    await expect.element(page.getByRole('heading', { name: 'You are the owner' })).toBeVisible()
  })
})
