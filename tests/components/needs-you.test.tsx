import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { NeedsYouItem } from '../../domain/needs-you/contract.ts'
import { answerWith, refuse } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone as viewer } from './setup/open-app.tsx'
import { ownTeam } from './team-examples.ts'

const dana = { id: 'dana', name: 'Dana Alvarez', pictureUrl: null }
const team = { id: 'smashers', name: 'Sunset Smashers' }
const game = { id: 'game-a', title: 'Open play', startsAt: Date.now() + 86_400_000, timeZone: 'America/Chicago' }
const expiresAt = game.startsAt

const all: NeedsYouItem[] = [
  { kind: 'seat', game, expiresAt },
  { kind: 'paying', game },
  { kind: 'transfer', game, person: dana, expiresAt },
  { kind: 'handOver', team, person: dana, expiresAt },
  { kind: 'coHost', game, person: dana, expiresAt },
  { kind: 'invitation', team, person: dana },
  { kind: 'answer', game },
  { kind: 'requests', team, count: 2 },
  { kind: 'results', team, season: { id: 'fall', label: 'Fall' }, count: 1 },
  { kind: 'unconfirmed', team, season: { id: 'fall', label: 'Fall' }, count: 2 },
  { kind: 'dues', team, due: { id: 'fee', title: 'Season fee', amount: 4000, currency: 'usd', dueOn: '2199-12-01' } },
  { kind: 'calendar', team: { id: 'padel', name: 'River City Padel' } },
]
const section = page.getByRole('region', { name: 'Needs you' })

beforeEach(() =>
  answerWith({
    'GET /api/teams/mine': { teams: [ownTeam], next: null },
    'GET /api/teams/guest-offers': { offers: [] },
    'GET /api/teams/mine/deleted': { teams: [] },
    'GET /api/teams/followed': { teams: [], next: null },
    'GET /api/organizations/mine': { organizations: [] },
    'GET /api/needs-you': { items: all },
  }),
)

describe('What needs the viewer', () => {
  it('says what it is, and leads to where they can answer', async () => {
    await openApp('/my-communities', { viewer })
    const lines: [string, string][] = [
      ['A seat is held for you', '/evt/game-a'],
      ['Your seat is held while you pay', '/evt/game-a'],
      ['Dana Alvarez offers you their seat', '/evt/game-a'],
      ['Dana Alvarez asks you to take over Sunset Smashers', '/team/smashers'],
      ['Dana Alvarez asks you to co-host', '/discover/events/game-a/co-host'],
      ['Dana Alvarez invites you to Sunset Smashers', '/team/smashers'],
      ['Are you coming?', '/evt/game-a'],
      ['2 people ask to join Sunset Smashers', '/team/smashers?show=requests'],
      ['1 result is disputed', '/team/smashers/seasons/fall'],
      ['2 results wait for your side to confirm them', '/team/smashers/seasons/fall'],
      ['Pay $40 to Sunset Smashers by Dec 1, 2199', '/team/smashers/dues'],
      ['We cannot load the calendar of River City Padel', '/external-teams'],
    ]
    await expect.element(section.getByRole('link')).toHaveLength(lines.length)
    for (const [index, [text, path]] of lines.entries()) {
      const link = section.getByRole('link').nth(index)
      await expect.element(link).toHaveTextContent(text)
      await expect.element(link).toHaveAttribute('href', path)
    }
    await expectAccessible()
  })

  it('shows nothing if nothing waits', async () => {
    answerWith({ 'GET /api/needs-you': { items: [] } })
    await openApp('/my-communities', { viewer })
    await expect.element(page.getByRole('list', { name: 'Your communities' })).toBeVisible()
    await expect.element(section).not.toBeInTheDocument()
  })

  it('offers to try again if it could not be loaded, beside the list of communities', async () => {
    answerWith({ 'GET /api/needs-you': refuse('NotFound', 'Something went wrong') })
    await openApp('/my-communities', { viewer })
    await expect.element(page.getByText('We could not load what needs you')).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'Your communities' })).toBeVisible()
    answerWith({ 'GET /api/needs-you': { items: all } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(section).toBeVisible()
  })

  it('keeps to the width of a phone with very long names', async () => {
    await page.viewport(390, 844)
    const name = 'Unbelievablylongnamewithoutanyspaceinitthatgoesonandonandon'
    answerWith({ 'GET /api/needs-you': { items: [{ kind: 'invitation', team: { ...team, name }, person: { ...dana, name } }] } })
    await openApp('/my-communities', { viewer })
    await expect.element(section).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
  })
})
