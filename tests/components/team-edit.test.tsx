import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TeamTopic } from '../../domain/team-topics/contract.ts'
import type { TeamForm } from '../../domain/teams/contract.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam, aTeamForm } from './team-examples.ts'

const viewer = someone
const main = page.getByRole('main')
const topics = page.getByRole('list', { name: 'Topics' })

const aForm = (more: Partial<TeamForm> = {}): TeamForm => ({ ...aTeamForm, ...more })

/** A small server with one community. */
function setTeam(role: TeamRole, saved = aForm(), list: TeamTopic[] = [{ id: 'games', name: 'Games', description: 'New dates.' }]) {
  let current = saved
  let shown = list
  answerWith({
    'GET /api/teams/smashers/detail': () => aTeam({ role, name: current.name }),
    'GET /api/teams/smashers/form': () => current,
    'PUT /api/teams/smashers': ({ body }) => {
      const { version, cityId: _, ...values } = body as TeamForm & { cityId: number }
      if (version !== current.version) return refuse('TeamVersionConflict', 'This community was changed in another tab or by someone else.')
      current = { ...current, ...values, version: version + 1 }
      return current
    },
    'GET /api/teams/smashers/topics': () => ({ topics: shown }),
    'POST /api/teams/smashers/topics': ({ body }) => {
      const { name, description = '' } = body as { name: string; description?: string }
      if (shown.some((topic) => topic.name === name))
        return refuse('TopicNameTaken', 'Taken', [{ path: 'name', message: 'There is a topic with this name.' }])
      const topic = { id: name.toLowerCase(), name, description }
      shown = [...shown, topic]
      return topic
    },
    'PUT /api/teams/smashers/topics/:topic': ({ body, path }) => {
      shown = shown.map((topic) => (path.endsWith(topic.id) ? { ...topic, ...(body as TeamTopic) } : topic))
      return shown[0]
    },
    'PUT /api/teams/smashers/topic-order': ({ body }) => {
      const { ids } = body as { ids: string[] }
      shown = ids.flatMap((id) => shown.filter((topic) => topic.id === id))
      return { topics: shown }
    },
    'DELETE /api/teams/smashers/topics/:topic': ({ path }) => {
      shown = shown.filter(({ id }) => !path.endsWith(id))
      return null
    },
    'GET /api/teams/smashers/holders': ({ query }) => ({
      isAllowed: false,
      roles: query.capability === 'team.delete' ? ['owner'] : ['owner', 'organizer'],
      customRoles: [],
      people: [
        { person: { id: 'dana', name: 'Dana Alvarez', pictureUrl: null }, role: 'owner', customRole: null },
        ...(query.capability === 'team.delete'
          ? []
          : [{ person: { id: 'jo', name: 'Jo Tan', pictureUrl: null }, role: 'organizer', customRole: null }]),
      ],
    }),
    'GET /api/discover/events': { events: [], games: 0, next: null, ranked: null },
    'GET /api/teams/smashers/photos': { photos: [] },
    'GET /api/organizations/of-team/smashers': { organizations: [] },
    'GET /api/teams/smashers/hostname': { isAllowed: false, domain: null },
    'GET /api/teams/smashers/roles': { roles: [], hasPlan: false },
  })
  return { save: (more: Partial<TeamForm>) => (current = { ...current, ...more, version: current.version + 1 }) }
}

const open = () => openApp('/team/smashers/edit', { viewer })
const save = () => page.getByRole('button', { name: 'Save changes' }).click()

beforeEach(() => setTeam('owner'))

describe('Editing a community', () => {
  it('starts on its page, and saves every field at once', async () => {
    const app = await openApp('/team/smashers', { viewer })
    await main.getByRole('link', { name: 'Edit community' }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Sunset Smashers')
    await expect.poll(() => document.title).toBe('Edit Sunset Smashers · Gather')
    await expectAccessibleInBothThemes()
    await page.getByLabelText('Name', { exact: true }).fill('Sunset Volleys')
    await page.getByRole('button', { name: /Activity/ }).click()
    await page.getByRole('option', { name: 'Volleyball', exact: true }).click()
    await page.getByRole('group', { name: 'Main color' }).getByRole('radio', { name: 'purple' }).click()
    await page.getByRole('radio', { name: /^Anyone/ }).click()
    await save()
    await expect.element(page.getByText('Your changes are saved.')).toBeVisible()
    await expect.poll(app.address).toBe('/team/smashers')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sunset Volleys')
    expect(requestsTo('PUT /api/teams/smashers').map(({ body }) => body)).toEqual([
      {
        ...{ name: 'Sunset Volleys', description: 'Open play at sunrise.', activity: 'volleyball', cityId: 4671654 },
        ...{ joinMode: 'open', mainColor: 'purple', secondColor: 'blue', version: 3 },
      },
    ])
  })

  it('says beside the field what is wrong with it', async () => {
    await open()
    await page.getByLabelText('Name', { exact: true }).fill('x')
    await save()
    await expect.element(page.getByText('A community name must have at least 2 characters.')).toBeVisible()
    expect(requestsTo('PUT /api/teams/smashers')).toEqual([])
  })

  it('keeps what was typed over a reload', async () => {
    const app = await open()
    await page.getByRole('textbox', { name: /^Description/ }).fill('Rain or shine.')
    await app.reload()
    await expect.element(page.getByRole('textbox', { name: /^Description/ })).toHaveValue('Rain or shine.')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.element(page.getByRole('textbox', { name: /^Description/ })).toHaveValue('Open play at sunrise.')
  })

  it('keeps what another organizer saved meanwhile', async () => {
    const server = setTeam('organizer')
    await open()
    await page.getByLabelText('Name', { exact: true }).fill('Sunset Volleys')
    server.save({ description: 'Now with coffee.', joinMode: 'open' })
    await save()
    await expect.element(page.getByText(/We also kept what was changed elsewhere: Description and Who may join/)).toBeVisible()
    await expect
      .poll(() => requestsTo('PUT /api/teams/smashers').at(-1)?.body)
      .toMatchObject({
        ...{ name: 'Sunset Volleys', description: 'Now with coffee.', joinMode: 'open', version: 4 },
      })
  })

  it('lets the person choose where both changed the same field', async () => {
    const server = setTeam('organizer')
    await open()
    await page.getByLabelText('Name', { exact: true }).fill('Sunset Volleys')
    server.save({ name: 'Dawn Smashers' })
    await save()
    const notice = page.getByRole('group', { name: 'This was changed elsewhere while you edited it' })
    await expect.element(notice).toBeVisible()
    await expectAccessible()
    await notice.getByText('Dawn Smashers').click()
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Dawn Smashers')
    await save()
    await expect.poll(() => requestsTo('PUT /api/teams/smashers').at(-1)?.body).toMatchObject({ name: 'Dawn Smashers', version: 4 })
  })

  it('tells a member which roles may, and who has one', async () => {
    setTeam('member')
    answerWith({ 'GET /api/teams/smashers/form': refuse('NotAllowed', 'You are not allowed to do this.') })
    await open()
    await expect
      .element(main.getByText('Only the owner and organizers can edit this community. Ask Dana Alvarez (owner) or Jo Tan (organizer).'))
      .toBeVisible()
    await expectAccessible()
  })

  it('is told the same to a person outside, who can go back to the community', async () => {
    const missing = refuse('TeamNotFound', 'Team not found')
    answerWith({
      'GET /api/teams/smashers/detail': aTeam(),
      'GET /api/teams/smashers/form': missing,
      'GET /api/teams/smashers/holders': missing,
    })
    await open()
    await expect.element(main.getByText(/^Only the owner and organizers can edit this community/)).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Back to the community' })).toHaveAttribute('href', '/team/smashers')
  })

  it('tells an organizer who was demoted meanwhile why it was not saved', async () => {
    setTeam('organizer')
    await open()
    await page.getByRole('textbox', { name: /^Description/ }).fill('Rain or shine.')
    answerWith({ 'PUT /api/teams/smashers': refuse('NotAllowed', 'You are not allowed to do this.') })
    await save()
    await expect.element(main.getByText(/Only the owner and organizers can edit this community/)).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: /^Description/ })).toHaveValue('Rain or shine.')
  })

  it('leads away from a community that does not exist, and can be tried again after a failure', async () => {
    answerWith({ 'GET /api/teams/smashers/form': refuse('Unexpected', 'Something went wrong.') })
    await open()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    const missing = refuse('TeamNotFound', 'Team not found')
    answerWith({
      'GET /api/teams/smashers/form': missing,
      'GET /api/teams/smashers/detail': missing,
      'GET /api/:part/:name': {},
      'GET /api/needs-you': { items: [] },
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Team not found')).toBeVisible()
  })

  it('keeps to the width of a phone with a very long name', async () => {
    await page.viewport(390, 844)
    const name = 'Unbelievablylongnamewithoutanyspaceinitthatgoesonandon'
    setTeam('owner', aForm({ name }), [{ id: 'long', name: name.slice(0, 40), description: name }])
    await open()
    await expect.element(topics).toBeVisible()
    await expectNoHorizontalScroll()
    await expectAccessible()
  })
})

describe('The topics of a community', () => {
  it('are added, renamed, moved and removed', async () => {
    await open()
    await page.getByRole('button', { name: 'Add a topic' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Name').fill('Games')
    await dialog.getByRole('button', { name: 'Add topic' }).click()
    await expect.element(dialog.getByText('There is a topic with this name.')).toBeVisible()
    await expectAccessible()
    await dialog.getByLabelText('Name').fill('Potlucks')
    await dialog.getByRole('button', { name: 'Add topic' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(topics.getByRole('listitem').nth(1)).toHaveTextContent('Potlucks')

    await page.getByRole('button', { name: 'Options for Potlucks' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect.element(topics.getByRole('listitem').first()).toHaveTextContent('Potlucks')
    await page.getByRole('button', { name: 'Options for Potlucks' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabelText('What it is about').fill('Who brings what.')
    await userEvent.keyboard('{Enter}')
    await expect.element(topics.getByRole('listitem').first()).toHaveTextContent('PotlucksWho brings what.')

    await page.getByRole('button', { name: 'Options for Games' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect.element(topics.getByRole('listitem')).toHaveLength(1)
    await page.getByRole('list', { name: 'Suggestions' }).getByRole('button', { name: 'Add Games' }).click()
    await expect.element(topics.getByRole('listitem')).toHaveLength(2)
  })
})

describe('Deleting a community', () => {
  it('needs its name, and says what happens', async () => {
    answerWith({
      'DELETE /api/teams/smashers': null,
      'GET /api/teams/mine': { teams: [], next: null },
      'GET /api/teams/mine/deleted': { teams: [] },
      'GET /api/teams/followed': { teams: [], next: null },
      'GET /api/teams/guest-offers': { offers: [] },
      'GET /api/needs-you': { items: [] },
      'GET /api/organizations/mine': { organizations: [] },
    })
    const app = await open()
    await page.getByRole('button', { name: 'Delete community' }).click()
    await expect.element(main.getByText(/Its upcoming games will be cancelled, and their players notified\. You can bring/)).toBeVisible()
    await expect.element(main.getByText(/by card goes back to them, and so does the rest of each membership/)).toBeVisible()
    const confirm = page.getByRole('button', { name: 'Delete Sunset Smashers' })
    await expect.element(confirm).toBeDisabled()
    await page.getByLabelText('Type the name of the community').fill('Sunset Smashers')
    await expectAccessible()
    await confirm.click()
    await expect.poll(app.address).toBe('/my-communities')
    await expect.element(page.getByText('Sunset Smashers is deleted. You can bring it back for 30 days.')).toBeVisible()
    expect(requestsTo('DELETE /api/teams/smashers').map(({ query }) => query)).toEqual([{ name: 'Sunset Smashers' }])
  })

  it('is for the owner, and an organizer reads who that is', async () => {
    setTeam('organizer')
    await open()
    await expect.element(main.getByText('Only the owner can delete this community. Ask Dana Alvarez (owner).')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Delete community' })).not.toBeInTheDocument()
  })
})
