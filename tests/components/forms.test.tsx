import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FormRow } from '../../domain/forms/contract.ts'
import { firstSettings } from '../../domain/forms/settings.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { ownTeam } from './team-examples.ts'

const viewer = someone
const main = page.getByRole('main')
const row = (title: string, more: Partial<FormRow> = {}): FormRow => ({
  ...{ id: title.toLowerCase(), title, team: { id: 'team', name: 'Sunset Smashers' } },
  ...{ state: 'draft', hasChanges: false, updatedAt: Date.parse('2026-11-20T12:00:00Z') },
  ...more,
})
const rows = [row('Tryout'), row('League', { state: 'open', hasChanges: true }), row('Camp', { state: 'closed' })]
const nothingSent = { 'GET /api/forms/submissions': { submissions: [], next: null } }
const list = (forms: FormRow[], next: string | null = null) => ({ 'GET /api/forms': { forms, next }, ...nothingSent })
const menu = async (title: string, entry: string) => {
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
const draft = { ...rows[0], id: 'new', content: fromTemplate('waiver'), version: 1 }

describe('The list of my forms', () => {
  it('shows where each form stands, page by page', async () => {
    answerWith({
      ...nothingSent,
      'GET /api/forms': ({ query }: { query: Record<string, string> }) =>
        query.cursor ? { forms: [row('Gala')], next: null } : { forms: rows, next: 'more' },
    })
    await openApp('/form', { viewer })
    await expect.element(main).toHaveTextContent(/Tryout.*Sunset Smashers · changed Nov 20.*Draft.*League.*Open, has changes.*Camp.*Closed/)
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(page.getByRole('link', { name: /Gala/ })).toHaveAttribute('href', '/form/build/gala')
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('says what to do if there is none, and what went wrong', async () => {
    answerWith(list([]))
    const app = await openApp('/form', { viewer })
    await expect.element(page.getByText('You have no forms yet')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Start a form' })).toHaveAttribute('href', '/form/build')
    answerWith({ 'GET /api/forms': refuse('NotAllowed', 'You may not do this.') })
    await app.reload()
    await expect.element(page.getByText('We could not load your forms')).toBeVisible()
    answerWith(list(rows))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('link', { name: /League/ })).toBeVisible()
  })

  it('closes, opens and deletes forms, and shares and copies them', async () => {
    answerWith({
      ...list(rows),
      'PATCH /api/forms/:id': null,
      'DELETE /api/forms/:id': null,
      'POST /api/teams/:id/forms': { id: 'new' },
      'GET /api/forms/:id/draft': draft,
      'GET /api/forms/:id/settings': { ...firstSettings('UTC'), version: 1 },
    })
    const app = await openApp('/form', { viewer })
    await menu('League', 'Share')
    await expect.element(page.getByRole('dialog', { name: 'Share' })).toHaveTextContent(/\/form\/league/)
    await page.getByRole('button', { name: 'Close' }).click()
    await menu('League', 'Close')
    await page.getByRole('button', { name: 'Close the form' }).click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await menu('Camp', 'Open again')
    await expect.element(page.getByText('Camp is open again.')).toBeVisible()
    await menu('Tryout', 'Delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByText('Tryout is deleted.')).toBeVisible()
    expect(requestsTo('PATCH /api/forms/:id').map(({ path, body }) => [path, body])).toEqual([
      ['/api/forms/league', { isClosed: true }],
      ['/api/forms/camp', { isClosed: false }],
    ])
    expect(requestsTo('DELETE /api/forms/:id').map(({ path }) => path)).toEqual(['/api/forms/tryout'])
    await menu('Camp', 'Make a copy')
    await expect.poll(app.address).toBe('/form/build/new')
    expect(requestsTo('POST /api/teams/:id/forms').map(({ body }) => body)).toEqual([
      { from: { kind: 'copy', formId: 'camp' }, timeZone: 'America/Chicago', idempotencyKey: expect.any(String) },
    ])
  })
})

describe('A new form', () => {
  const teams = [
    { ...ownTeam, id: 'team', name: 'Sunset Smashers', role: 'owner' as const },
    { ...ownTeam, id: 'other', name: 'Trailhead Runners', role: 'organizer' as const },
    { ...ownTeam, id: 'guest', name: 'Chess Club', role: 'member' as const },
  ]

  it('starts from a template in a community of mine, once', async () => {
    let tries = 0
    answerWith({
      ...list(rows),
      'GET /api/teams/mine': { teams, next: null },
      'POST /api/teams/:id/forms': () => (tries++ === 0 ? refuse('Unexpected', 'Something went wrong on our side.') : { id: 'new' }),
      'GET /api/forms/:id/draft': draft,
    })
    const app = await openApp('/form/build?team=other', { viewer })
    await expect.element(page.getByRole('button', { name: /Community/ })).toHaveTextContent('Trailhead Runners')
    await expectAccessible()
    await page.getByRole('button', { name: /^Registration/ }).click()
    await expect.element(page.getByText('We could not start the form')).toBeVisible()
    await page.getByRole('button', { name: /^Registration/ }).click()
    await expect.poll(app.address).toBe('/form/build/new')
    const sent = requestsTo('POST /api/teams/:id/forms')
    expect(sent.map(({ path }) => path)).toEqual(['/api/teams/other/forms', '/api/teams/other/forms'])
    expect(sent[0]?.body).toEqual({
      from: { kind: 'template', template: 'registration' },
      timeZone: 'America/Chicago',
      idempotencyKey: expect.any(String),
    })
    expect(sent[1]?.body).toEqual(sent[0]?.body)
  })

  it('is a copy of another one', async () => {
    answerWith({
      ...list(rows),
      'GET /api/teams/mine': { teams, next: null },
      'POST /api/teams/:id/forms': { id: 'new' },
      'GET /api/forms/:id/draft': draft,
    })
    const app = await openApp('/form/build', { viewer })
    await page.getByRole('button', { name: /^League/ }).click()
    await expect.poll(app.address).toBe('/form/build/new')
    expect(requestsTo('POST /api/teams/:id/forms')[0]).toMatchObject({
      path: '/api/teams/team/forms',
      body: { from: { kind: 'copy', formId: 'league' } },
    })
  })

  it('needs a community that I run', async () => {
    answerWith({ 'GET /api/teams/mine': { teams: teams.slice(2), next: null } })
    await openApp('/form/build', { viewer })
    await expect.element(page.getByText('Forms belong to a community')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Start a community' }).first()).toBeVisible()
  })
})
