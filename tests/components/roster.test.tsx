import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ImportRow, RosterGuest, RosterPage, RosterPerson, TeamField } from '../../domain/roster/contract.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { aFace } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam } from './team-examples.ts'

const shirt: TeamField = { id: 'shirt', name: 'Shirt', kind: 'choice', choices: ['S', 'M'], seenBy: 'organizers' }
const nothing = { jersey: '', position: '', notes: null, values: [], version: 0 }

const aPerson = (name: string, more: Partial<RosterPerson> = {}): RosterPerson => ({
  person: aFace(name),
  role: 'member',
  customRole: null,
  title: null,
  joinedAt: Date.UTC(2024, 4, 1),
  ...nothing,
  ...more,
})

const aGuest = (name: string, more: Partial<RosterGuest> = {}): RosterGuest => ({
  ...{ id: name.toLowerCase(), name, email: null, guardian: null, isChild: false, isMyChild: false, hasDeclined: false, createdAt: 1 },
  ...nothing,
  ...more,
})

const dana = aPerson('Dana Alvarez', { role: 'owner', notes: '', position: 'Setter', jersey: '7' })
const jo = aPerson('Jo Tan', { title: 'Equipment', notes: 'Left-handed', values: [{ fieldId: 'shirt', value: 'M' }], version: 3 })

function setRoster(role: TeamRole, people: RosterPerson[] = [dana, jo], guests: RosterGuest[] = []) {
  const answer: RosterPage = { people, next: null, fields: [shirt], role }
  answerWith({
    'GET /api/teams/smashers/detail': aTeam({ role }),
    'GET /api/teams/smashers/people': ({ query }) => ({
      ...answer,
      people: people.filter(
        (one) => (query.role ?? one.role) === one.role && one.person.name.toLowerCase().includes(query.q?.toLowerCase() ?? ''),
      ),
    }),
    'GET /api/teams/smashers/people/online': { online: [dana.person.id] },
    'GET /api/teams/smashers/people/attendance': { games: 12, people: [{ userId: jo.person.id, joined: 9, checkedIn: 8 }] },
    'GET /api/teams/smashers/guests': { guests, next: null, fields: [shirt] },
  })
}

const people = page.getByRole('list', { name: 'People' })
const open = () => openApp('/team/smashers/people', { viewer: someone })

beforeEach(() => setRoster('owner'))

describe('The people of a community', () => {
  it('show roles, who is online, and what organizers know', async () => {
    setRoster(
      'organizer',
      [dana, jo],
      [aGuest('Robin', { email: 'robin@example.com' }), aGuest('Kim', { isChild: true, guardian: jo.person })],
    )
    await open()
    const [first, second] = [people.getByRole('listitem').first(), people.getByRole('listitem').nth(1)]
    await expect.element(first).toHaveTextContent(/Dana Alvarez.*Owner · Online.*Setter.*7/)
    await expect.element(second).toHaveTextContent(/Equipment.*Shirt: M · Joined 9 of 12 games, came to 8.*Left-handed/)
    const guests = page.getByRole('list', { name: 'Guests' }).getByRole('listitem')
    await expect.element(guests.first()).toHaveTextContent('robin@example.com')
    await expect.element(guests.nth(1)).toHaveTextContent('Child of Jo Tan')
    await expectAccessibleInBothThemes()
    await expectNoHorizontalScroll()
  })

  it('have a form filled by those who run the forms, guests too', async () => {
    setRoster('organizer', [dana], [aGuest('Robin')])
    answerWith({ 'GET /api/forms': { forms: [], next: null } })
    await open()
    await page.getByRole('list', { name: 'Guests' }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Fill a form' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Fill a form for Robin' })).toBeVisible()
  })

  it('can be searched by name and filtered by role', async () => {
    await open()
    await expect.element(people.getByRole('listitem')).toHaveLength(2)
    await page.getByRole('searchbox', { name: 'Search people by name' }).fill('jo')
    await expect.element(people.getByRole('listitem')).toHaveLength(1)
    await page.getByRole('searchbox', { name: 'Search people by name' }).fill('nobody')
    await expect.element(page.getByText('Nobody found')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search people by name' }).fill('')
    await expect.element(people.getByRole('listitem')).toHaveLength(2)
    await page.getByRole('button', { name: 'Any role Role' }).click()
    await page.getByRole('option', { name: 'Owner' }).click()
    await expect.element(people.getByRole('listitem')).toHaveLength(1)
    await expect.element(people.getByRole('listitem')).toHaveTextContent('Dana Alvarez')
    await page.getByRole('button', { name: 'Owner Role' }).click()
    await page.getByRole('option', { name: 'Any role' }).click()
    await expect.element(people.getByRole('listitem')).toHaveLength(2)
  })

  it('let a member change only their own position, and see only their own children', async () => {
    const me = aPerson(someone.name, { person: { id: someone.id, name: someone.name, pictureUrl: null }, version: 2 })
    setRoster('member', [dana, me])
    answerWith({ 'PUT /api/teams/smashers/people/me/position': { version: 3 } })
    await open()
    await expect.element(page.getByRole('heading', { name: 'Your children' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Import' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Options for Dana Alvarez' })).not.toBeInTheDocument()
    await page.getByRole('button', { name: `Options for ${someone.name}` }).click()
    await page.getByRole('menuitem', { name: 'Change my position' }).click()
    await page.getByRole('textbox', { name: 'Position' }).fill('Libero')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => requestsTo('PUT /api/teams/smashers/people/me/position')[0]?.body).toEqual({ position: 'Libero', version: 2 })
  })

  it('keep what another organizer saved meanwhile', async () => {
    await open()
    await page.getByRole('button', { name: 'Options for Jo Tan' }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    await page.getByRole('textbox', { name: 'Jersey' }).fill('9')
    let isSaved = false
    answerWith({
      'PUT /api/teams/smashers/people/:userId/details': ({ body }) => {
        if ((body as { version: number }).version === 3) return refuse('DetailsVersionConflict', 'Someone else changed this meanwhile.')
        isSaved = true
        return { version: 5 }
      },
    })
    setRoster('owner', [dana, { ...jo, position: 'Goal', version: 4 }])
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => isSaved).toBe(true)
    expect(requestsTo('PUT /api/teams/smashers/people/:userId/details').at(-1)?.body).toEqual({
      ...{ jersey: '9', position: 'Goal', notes: 'Left-handed', values: [{ fieldId: 'shirt', value: 'M' }], version: 4 },
    })
  })
})

describe('Importing people', () => {
  const rows = Array.from({ length: 600 }, (_, index) => `Player ${index},player-${index}@example.com,${index % 100}`)
  const openWith = async (text: string) => {
    const app = await openApp('/team/smashers/people/import', { viewer: someone })
    await userEvent.upload(page.getByLabelText('CSV file'), new File([text], 'players.csv', { type: 'text/csv' }))
    return app
  }

  it('shows a report of bad rows, and goes on after a failure without starting a second import', async () => {
    let requests = 0
    answerWith({
      'POST /api/teams/smashers/imports/:importId/rows': ({ body }) => {
        requests += 1
        if (requests === 2) return refuse('Unexpected', 'Something went wrong on our side.')
        return { results: (body as { rows: ImportRow[] }).rows.map(({ row }) => ({ row, result: row === 600 ? 'exists' : 'added' })) }
      },
    })
    await openWith(['Name,Email,Jersey', ...rows, 'Eve,not an address,1', 'Fay,PLAYER-1@example.com,', '"Gil,g@example.com,'].join('\n'))
    const left = page.getByRole('list', { name: 'Rows that are left out' })
    await expect.element(left.getByRole('listitem')).toHaveLength(3)
    await expect.element(left.getByRole('listitem').nth(1)).toHaveTextContent('Row 603Fay' + 'Row 3 has the same email.')
    await expectAccessible()
    await expectNoHorizontalScroll()
    await page.getByRole('button', { name: 'Import 600 people' }).click()
    await expect.element(page.getByText('The import stopped. Nobody is added twice when you go on.')).toBeVisible()
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect.element(page.getByText('599 people are in your community as guests.')).toBeVisible()
    await expect.element(page.getByText('Your community already has a guest with this email.')).toBeVisible()
    expect(new Set(requestsTo('POST /api/teams/smashers/imports/:importId/rows').map(({ path }) => path)).size).toBe(1)
  })

  it('says that a file has too many rows', async () => {
    await openWith(`Name\n${'Lee\n'.repeat(10_001)}`)
    await expect.element(page.getByText('This file has 10,001 rows. You can import up to 10,000 at once')).toBeVisible()
  })

  it('of 10,000 rows shows how far it is, and lists all rows that are left out in a file', async () => {
    let goOn = () => {}
    const isHeld = new Promise<void>((resolve) => (goOn = resolve))
    let requests = 0
    answerWith({
      'POST /api/teams/smashers/imports/:importId/rows': async ({ body }) => {
        requests += 1
        if (requests === 5) await isHeld
        return { results: (body as { rows: ImportRow[] }).rows.map(({ row }) => ({ row, result: row <= 500 ? 'added' : 'full' })) }
      },
    })
    await openWith(`Name\n${Array.from({ length: 10_000 }, (_, index) => (index === 600 ? '=1+1' : `Player ${index}`)).join('\n')}`)
    await page.getByRole('button', { name: 'Import 10,000 people' }).click()
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '2,000 of 10,000 rows')
    goOn()
    await expect.element(page.getByText('500 people are in your community as guests.')).toBeVisible()
    await expect.element(page.getByText('9,500 rows are left out')).toBeVisible()
    const texts: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      texts.push(blob as Blob)
      return '#'
    })
    await page.getByRole('button', { name: 'Download all with their reasons' }).click()
    const report = (await texts[0]?.text())?.trim().split('\r\n') ?? []
    expect(report).toHaveLength(9501)
    expect(report[1]).toBe('502,Player 500,Your community has no place for more guests.')
    expect(report[101]).toContain("602,'=1+1,")
  })

  it('goes on in a new tab with the same file and columns', async () => {
    const sent: string[] = []
    let isDown = true
    answerWith({
      'POST /api/teams/smashers/imports/:importId/rows': ({ path, body }) => {
        sent.push(path)
        if (isDown && sent.length > 1) return refuse('Unexpected', 'Something went wrong on our side.')
        return { results: (body as { rows: ImportRow[] }).rows.map(({ row }) => ({ row, result: 'added' })) }
      },
    })
    const text = ['Who,Email,Jersey', ...rows].join('\n')
    const app = await openWith(text)
    await page.getByRole('button', { name: 'Who' }).click()
    await page.getByRole('option', { name: 'Full name' }).click()
    await page.getByRole('button', { name: 'Import 600 people' }).click()
    await expect.element(page.getByText('The import stopped. Nobody is added twice when you go on.')).toBeVisible()
    await app.reload()
    await expect.element(page.getByText('The import of players.csv stopped after 500 of 600 rows.')).toBeVisible()
    await expectAccessible()
    isDown = false
    await userEvent.upload(page.getByLabelText('CSV file'), new File([text], 'players.csv', { type: 'text/csv' }))
    await page.getByRole('button', { name: 'Import 600 people' }).click()
    await expect.element(page.getByText('600 people are in your community as guests.')).toBeVisible()
    expect(new Set(sent).size).toBe(1)
    await app.reload()
    await expect.element(page.getByText('Choose a CSV file with one person per row')).toBeVisible()
    await expect.element(page.getByText('The import of players.csv stopped')).not.toBeInTheDocument()
  })

  it('asks for the column with the names, if it cannot guess it', async () => {
    await openWith('Who,Mail\nLee,lee@example.com')
    await expect.element(page.getByText('Choose the column with the names.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Import 0 people' })).toBeDisabled()
  })
})

it('A person decides whether to take the place of a guest with their email, and is then asked about their hours', async () => {
  let isDown = true
  let offers = [
    { team: { id: 'smashers', name: 'Sunset Smashers', photo: null }, guestName: 'Robin R.', addedAt: 1 },
    { team: { id: 'rookies', name: 'Rookies', photo: null }, guestName: 'R.', addedAt: 1 },
  ]
  answerWith({
    'GET /api/teams/mine': { teams: [], next: null },
    'GET /api/teams/mine/deleted': { teams: [] },
    'GET /api/teams/followed': { teams: [], next: null },
    'GET /api/teams/guest-offers': () => (isDown ? new Response(null, { status: 500 }) : { offers }),
    'GET /api/teams/smashers/detail': aTeam({ id: 'smashers', role: 'member' }),
    'GET /api/teams/smashers/photos': { photos: [] },
    'GET /api/discover/events': { events: [], next: null },
    'GET /api/needs-you': { items: [] },
    'GET /api/organizations/mine': { organizations: [] },
    'POST /api/teams/:id/guest-offer/:answer': ({ path }) => {
      offers = offers.filter(({ team }) => !path.includes(team.id))
      return new Response(null, { status: 204 })
    },
  })
  const app = await openApp('/my-communities', { viewer: someone })
  await expect.element(page.getByText('We could not load where you are a guest')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  const rows = page.getByRole('list', { name: 'Communities in which you are a guest' }).getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent('Added your email as “Robin R.”.')
  await expectAccessible()
  await rows.nth(1).getByRole('button', { name: 'No, thanks' }).click()
  await expect.element(rows).toHaveLength(1)
  await rows.first().getByRole('button', { name: 'Become a member' }).click()
  await expect.poll(app.address).toBe('/team/smashers?joined=1')
  await expect.element(page.getByRole('dialog')).toHaveTextContent('hours')
  await app.goTo('/my-communities')
  await expect.element(page.getByRole('heading', { name: 'Your Communities' })).toBeVisible()
  await expect.element(rows).toHaveLength(0)
  expect(requestsTo('POST /api/teams/:id/guest-offer/:answer').map(({ path }) => path)).toEqual([
    '/api/teams/rookies/guest-offer/decline',
    '/api/teams/smashers/guest-offer/accept',
  ])
})
