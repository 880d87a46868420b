import { expect, type Page } from '@playwright/test'
import { makeContent } from '../setup/form-examples.ts'
import { call } from './call.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'

const dateIn = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)

/** Publishes a registration of a community: a name, a season and a waiver. */
async function publishRegistration(page: Page, teamId: string, seasonId: string): Promise<string> {
  const common = { isRequired: true }
  const content = makeContent({
    title: 'Fall registration',
    pages: [
      {
        fields: [
          { ...common, id: 'fname', kind: 'shortText', label: 'Full name' },
          { ...common, id: 'fseason', kind: 'season', label: 'Season', options: [{ id: 'ofall', label: 'Fall league', refId: seasonId }] },
          { ...common, id: 'fwaiver', kind: 'waiver', label: 'Waiver', text: 'I play at my own risk.' },
        ],
      },
    ],
  })
  const from = { kind: 'template', template: 'blank' }
  const { id } = await call<{ id: string }>(page, 'POST', `/api/teams/${teamId}/forms`, { from })
  await call(page, 'PUT', `/api/forms/${id}/draft`, { content, version: 1 })
  await call(page, 'POST', `/api/forms/${id}/versions`, { version: 2 })
  const settings = { audience: 'members', people: [], timeZone: 'America/Chicago', frameOrigins: [] }
  await call(page, 'PUT', `/api/forms/${id}/settings`, { ...settings, version: 1 })
  return id
}

test('an organizer fills a form for a member, who signs it and is on the roster @phone', async ({ page, browser }) => {
  const owner = await signInAsNewPerson(page, 'Olive Organizer')
  const other = await openOtherPage(browser)
  const member = await signInAsNewPerson(other, 'Mia Member')
  const made = await page.request.put('/api/_local/teams', { data: { name: 'Ocelots', people: [owner.id, member.id] } })
  const { id: teamId } = (await made.json()) as { id: string }
  const season = { label: 'Fall league', startDate: dateIn(-1), endDate: dateIn(21) }
  const { id: seasonId } = (await (await page.request.post(`/api/teams/${teamId}/seasons`, { data: season })).json()) as { id: string }
  await page.goto('/form')
  const id = await publishRegistration(page, teamId, seasonId)

  await page.goto(`/form/${id}/submissions`)
  await page.getByRole('button', { name: 'Fill for someone' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Mia Member' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('You fill this for Mia Member.')
  await page.getByRole('textbox', { name: 'Full name', exact: true }).fill('Mia Member')
  await page.getByRole('radio', { name: 'Fall league' }).click()
  await expect(main).toContainText('They are asked for it when you have saved.')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main).toContainText('Mia Member has a link to what only they can say.')

  // The notification is made by a job.
  const notice = other.getByRole('link', { name: /Fall registration/ }).first()
  await expect(async () => {
    await other.goto('/notifications')
    await expect(notice).toBeVisible({ timeout: 1000 })
  }).toPass()
  await notice.click()
  const missing = other.getByRole('form', { name: 'What is missing' })
  await expect(missing.getByRole('textbox', { name: 'Full name', exact: true })).toHaveCount(0)
  await missing.getByRole('button', { name: 'Type your name instead' }).click()
  await missing.getByRole('textbox', { name: 'Your full name' }).fill('Mia Member')
  await expectAccessible(other)
  await expectNoHorizontalScroll(other)
  await missing.getByRole('button', { name: 'Send' }).click()
  await expect(other.getByText('Thank you. Nothing is missing any more.')).toBeVisible()

  await page.goto(`/team/${teamId}/seasons/${seasonId}`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Mia Member' })).toBeVisible()
})
