import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { MyTeamDraft, SaveTeamDraft, TeamDraft } from '../../domain/team-drafts/contract.ts'
import { ownProfile } from './people-examples.ts'
import { answerWith, requestsTo } from './setup/answers.ts'
import { openApp, someone } from './setup/open-app.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const ownTopic = page.getByRole('textbox', { name: 'Your own topic' })

const draft: TeamDraft = {
  ...{ id: 'draft', version: 3, step: 5, furthestStep: 5, activity: 'pickleball', name: 'Dawn Dinkers', description: '' },
  ...{ mainColor: 'blue', secondColor: 'white', joinMode: 'open', topics: [], place: null, photoUrl: null },
  city: { id: 4671654, name: 'Austin', state: 'TX', lat: 30.27, lng: -97.74, timeZone: 'America/Chicago' },
}
const saved = () => requestsTo('PUT /api/team-drafts/mine').at(-1)?.body as SaveTeamDraft | undefined

beforeEach(() => {
  answerWith({
    'GET /api/profiles/me': ownProfile,
    'GET /api/team-drafts/mine': { draft, isAtLimit: false } satisfies MyTeamDraft,
    'PUT /api/team-drafts/mine': ({ body }) => ({
      draft: { ...draft, topics: (body as SaveTeamDraft).topics, version: draft.version + 1 },
      isAtLimit: false,
    }),
  })
})

describe('An own topic of a new community', () => {
  it('that was typed but not added is added by Next', async () => {
    await openApp('/teams/create/5', { viewer: someone })
    await ownTopic.fill('Rain calls')
    await button('Next').click()
    await expect.element(page.getByRole('heading', { name: 'Does everything look right?' })).toBeVisible()
    expect(saved()?.topics).toEqual([{ name: 'Rain calls', description: '' }])
  })

  it('that cannot be added keeps the person on the page, with the reason', async () => {
    await openApp('/teams/create/5', { viewer: someone })
    await page.getByRole('textbox', { name: 'What it is about' }).fill('When it rains')
    await button('Next').click()
    await expect.element(ownTopic).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByRole('heading', { name: 'What will you announce?' })).toBeVisible()
  })

  it('is still there after going back', async () => {
    await openApp('/teams/create/5', { viewer: someone })
    await ownTopic.fill('Rain calls')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect.element(page.getByRole('heading', { name: 'Who may join?' })).toBeVisible()
    await button('Next').click()
    await expect.element(ownTopic).toHaveValue('Rain calls')
  })
})

it('The activities of a person come first, after Other', async () => {
  await openApp('/teams/create/0', { viewer: someone })
  const chips = page.getByRole('group', { name: 'Activity' }).getByRole('button')
  await expect
    .poll(() =>
      chips
        .elements()
        .slice(0, 3)
        .map((chip) => chip.textContent),
    )
    .toEqual(['Other', 'Pickleball', 'Soccer'])
})
