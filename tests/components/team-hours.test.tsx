import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Availability } from '../../domain/availability/contract.ts'
import type { TeamHours } from '../../domain/team-hours/contract.ts'
import { countForDay, showCounts } from '../../domain/team-hours/day-counts.ts'
import { packHalfHours } from '../../domain/team-hours/free-half-hours.ts'
import { listGridPeriods, makeGrid } from '../../domain/team-hours/make-grid.ts'
import { markHours, showPeople } from '../../domain/team-hours/rules.ts'
import { localDayOf } from '../../domain/time/wall-clock.ts'
import { everyDay, schedule } from '../availability/schedules.ts'
import { aFace, anEvent, eventAnswers, formAnswers } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

/** A Monday, 7 AM in Chicago. */
const now = Date.parse('2027-06-07T12:00Z')
const zone = 'America/Chicago'

const evenings = everyDay(zone, ['18:00-21:00'])
const members: [name: string, role: 'organizer' | 'member', hours: Availability][] = [
  ['Dana Alvarez', 'organizer', evenings],
  ['Jo Tan', 'member', evenings],
  ['Theo Park', 'member', schedule(zone, { tuesday: ['18:00-21:00'] })],
  ['Kim Lee', 'member', schedule(zone, { tuesday: ['18:00-20:30'], saturday: ['09:00-12:00'] })],
]

type Options = { isOrganizer?: boolean; timeZone?: string; sharing?: number; isSharing?: boolean }

/** The answer of the Worker, made by the same rules. */
function makeAnswer({ isOrganizer = true, timeZone = zone, sharing = members.length, isSharing = false }: Options = {}): TeamHours {
  const firstDay = localDayOf(now, timeZone)
  const periods = listGridPeriods(timeZone, firstDay)
  const grid = makeGrid(firstDay, periods)
  const rows = members.slice(0, sharing).map(([name, role, availability]) => ({
    ...{ person: aFace(name), role, availability, sharedSince: 1, weeklySince: 0, earlierWeekly: null, busy: [], isBlocked: false },
  }))
  return {
    team: { id: 'crew', name: 'Court Crew' },
    timeZone,
    hasOwnZone: true,
    cityName: timeZone === zone ? 'Austin' : null,
    now,
    firstDay,
    periods,
    ...(isOrganizer ? showPeople(rows, grid, now) : showCounts(countForDay(rows, now, now), grid, now)),
    mine: { isMember: true, isSharing, free: packHalfHours(markHours(grid, everyDay(zone, ['19:00-21:00']), [])) },
    groups: isOrganizer ? [{ id: 'aces', name: 'Sunset Aces', people: [aFace('Jo Tan').id, aFace('Kim Lee').id] }] : [],
    mayHost: isOrganizer,
  }
}

async function open(answer: TeamHours = makeAnswer()) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  answerWith({ 'GET /api/teams/:id/hours': answer })
  const app = await openApp('/team/crew/when', { viewer: someone })
  await expect.element(page.getByRole('heading', { name: 'When can we play?' })).toBeVisible()
  return app
}

const cell = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const host = page.getByRole('main').getByRole('link', { name: 'Host a game here' })

describe('When can we play', () => {
  it('shows how many can play in each half hour, and says the best times in words', async () => {
    await open()
    await expect.element(page.getByText('Court Crew · 4 members share their hours')).toBeVisible()
    await expect.element(cell('Tuesday, June 8, 6 PM: 4 of 4 can play')).toHaveTextContent('4')
    await expect.element(cell('Saturday, June 12, 9 AM: 1 of 4 can play')).toHaveTextContent('1')
    await expect.element(cell('Tuesday, June 8, 8:30 PM: 3 of 4 can play, you too')).toBeVisible()
    const best = page.getByRole('region', { name: 'Best times every week' }).getByRole('button')
    await expect.element(best.first()).toHaveTextContent('Tuesdays 6–8 PM: 4 of 4 can play')
    // The best one is chosen at first.
    await expect.element(page.getByRole('heading', { name: 'Tuesday, 6 PM' })).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it('says who cannot, and opens the game form filled in, with the others invited', async () => {
    const app = await open()
    await cell('Wednesday, June 9, 6:30 PM').click()
    await expect.element(page.getByText('2 of 4 can play two hours. Only Theo Park and Kim Lee cannot.')).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Dana Alvarez, Jo Tan' })).toBeVisible()
    answerWith({
      ...eventAnswers(anEvent({ id: 'made', isHost: true })),
      ...formAnswers(),
      'GET /api/teams/mine': {
        teams: [
          {
            ...{ id: 'crew', name: 'Court Crew', description: '', photoKey: null, creatorId: null, createdAt: 1, city: null },
            ...{ members: 5, role: 'organizer', joinedAt: 1, sharesHours: false, next: null },
          },
        ],
        next: null,
      },
      'POST /api/events': { id: 'made', count: 1 },
      'POST /api/events/:id/invites': { invited: 2 },
    })
    await host.click()
    await expect.poll(app.address).toMatch(/^\/create\/event\?/)
    await expect.element(page.getByRole('checkbox', { name: 'Invite the 2 members who can play then' })).toBeChecked()
    await expectAccessible()
    await page.getByRole('list', { name: 'Places to play' }).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect.element(page.getByText('Your game is published, and 2 people are invited.')).toBeVisible()
    const form = { starts: '2027-06-09T18:30', ends: '2027-06-09T20:30', teamId: 'crew', visibility: 'team' }
    expect(requestsTo('POST /api/events')).toMatchObject([{ body: { form } }])
    expect(requestsTo('POST /api/events/:id/invites')).toMatchObject([{ body: { userIds: ['dana-alvarez', 'jo-tan'] } }])
  })

  it('shows only the people of one role, and only times with enough people', async () => {
    await open()
    await page.getByRole('button', { name: 'Organizers' }).click()
    await expect.element(cell('Tuesday, June 8, 6 PM: 1 of 1 can play')).toBeVisible()
    await page.getByRole('button', { name: 'Everyone' }).click()
    await page.getByRole('button', { name: /^Fewest people/ }).click()
    await page.getByRole('option', { name: 'At least 4' }).click()
    const best = page.getByRole('region', { name: 'Best times every week' }).getByRole('button')
    await expect.poll(() => best.elements().map((one) => one.textContent)).toEqual(['Tuesdays 6–8 PM: 4 of 4 can play'])
  })

  it('shows only the people of one group, and invites them', async () => {
    await open()
    await page.getByRole('button', { name: 'Sunset Aces' }).click()
    await expect.element(cell('Tuesday, June 8, 6 PM: 2 of 2 can play')).toBeVisible()
    await cell('Tuesday, June 8, 6 PM').click()
    await expect.element(host).toHaveAttribute('href', expect.stringContaining('invite=group%3Aaces'))
  })

  it('moves with the arrow keys, and past what is over', async () => {
    await open()
    const start = cell('Tuesday, June 8, 6 PM')
    await start.click()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(cell('Wednesday, June 9, 6 PM')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(cell('Wednesday, June 9, 6:30 PM')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByRole('heading', { name: 'Wednesday, 6:30 PM' })).toBeVisible()
    await page.getByRole('button', { name: 'Week after' }).click()
    await expect.element(cell('Monday, June 14, 7 AM')).toBeVisible()
    await expect.element(page.getByText('Jun 14 – Jun 20')).toBeVisible()
    // Only one cell of the map is reached with Tab.
    expect(document.querySelectorAll('table button[tabindex="0"]')).toHaveLength(1)
  })

  it('shows the time of the viewer beside the time of the community', async () => {
    await open(makeAnswer({ timeZone: 'America/New_York' }))
    await cell('Tuesday, June 8, 7 PM').click()
    await expect.element(page.getByText('Jun 8, 7–9 PM · 6:00 to 8:00 PM your time')).toBeVisible()
    await expect.element(page.getByRole('rowheader', { name: '7 PM 6 PM' })).toBeVisible()
    await expect.element(page.getByText('New York time')).toBeVisible()
  })

  it('shows members only how many, and their form invites nobody', async () => {
    const app = await open(makeAnswer({ isOrganizer: false }))
    await cell('Wednesday, June 9, 6:30 PM').click()
    await expect.element(page.getByText('2 of 4 are free at 6:30 PM.')).toBeVisible()
    await expect.element(page.getByText('Theo')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Organizers' })).not.toBeInTheDocument()
    answerWith(formAnswers())
    await host.click()
    await expect.poll(app.address).toBe('/create/event?date=2027-06-09&time=18%3A30&minutes=120')
    await expect.element(page.getByRole('checkbox', { name: /Invite/ })).not.toBeInTheDocument()
  })

  it('says if too few share, and lets members share', async () => {
    await open(makeAnswer({ isOrganizer: false, sharing: 2 }))
    await expect.element(page.getByText('Not enough people share yet')).toBeVisible()
    await expect.element(page.getByRole('table')).not.toBeInTheDocument()
    answerWith({
      'PUT /api/teams/:id/hours/sharing': null,
      'GET /api/teams/:id/hours': makeAnswer({ isOrganizer: false, sharing: 2, isSharing: true }),
    })
    const share = page.getByRole('switch', { name: /Share my hours with this community/ })
    await share.click()
    await expect.element(share).toBeChecked()
    await expect.poll(() => requestsTo('PUT /api/teams/:id/hours/sharing').map(({ body }) => body)).toEqual([{ isSharing: true }])
    await expectAccessible()
  })

  it('begins within 300 pixels on a phone, also with many roles to choose from', async () => {
    await page.viewport(390, 844)
    await open(makeAnswer({ isSharing: true }))
    const week = page.getByRole('button', { name: 'Week after' })
    await expect.element(week).toBeVisible()
    await expect.poll(() => week.element().getBoundingClientRect().bottom).toBeLessThan(300)
    await expectNoHorizontalScroll()
    await expectAccessible()
  })

  it('fits a phone, and says if the community is not there', async () => {
    await page.viewport(390, 844)
    await open()
    await expect.element(cell('Tuesday, June 8, 6 PM')).toBeVisible()
    await expectNoHorizontalScroll()
    await expectAccessible()
    answerWith({ 'GET /api/teams/:id/hours': refuse('TeamNotFound', 'Team not found') })
    await openApp('/team/gone/when', { viewer: someone })
    await expect.element(page.getByText('Only members see when they can play')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Open the community' })).toHaveAttribute('href', '/team/gone')
  })
})
