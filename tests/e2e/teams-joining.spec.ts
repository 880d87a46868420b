import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { openOtherPage, signInAsNewPerson, waitForSave } from './people.ts'

test('a person asks to join, an organizer accepts, and they can leave again @both', async ({ page, browser }) => {
  const owner = await signInAsNewPerson(page, 'Olga Owner')
  const made = await page.request.put('/api/_local/teams', { data: { name: 'Askers', people: [owner.id] } })
  const { id } = (await made.json()) as { id: string }
  const { photoUrl: _, city: __, ...form } = await (await page.request.get(`/api/teams/${id}/form`)).json()
  const changed = await page.request.put(`/api/teams/${id}`, { data: { ...form, cityId: null, joinMode: 'ask' } })
  expect(changed.status(), await changed.text()).toBe(200)

  const other = await openOtherPage(browser)
  await signInAsNewPerson(other, 'Nora Newcomer')
  await other.goto(`/team/${id}`)
  await waitForSave(other, '/follow', () => other.getByRole('button', { name: 'Follow', exact: true }).click())
  await expect(other.getByText('1 follower', { exact: true })).toBeVisible()
  await other.goto('/my-communities')
  await other
    .getByRole('list', { name: 'Communities you follow' })
    .getByRole('link', { name: /Askers/ })
    .click()
  await expect(other.getByRole('button', { name: 'Following' })).toBeVisible()
  await other.getByLabel('Message to the organizers').fill('I play on Mondays.')
  await other.getByRole('button', { name: 'Ask to join' }).click()
  await expect(other.getByText('You asked to join. We tell you when an organizer accepts.')).toBeVisible()

  await page.goto(`/team/${id}?show=requests`)
  const requests = page.getByRole('dialog', { name: 'Who asks to join' })
  await expect(requests.getByText('I play on Mondays.')).toBeVisible()
  await expectAccessible(page)
  await requests.getByRole('button', { name: 'Accept Nora Newcomer' }).click()
  await expect(requests.getByText('Nobody asks at the moment.')).toBeVisible()

  await other.reload()
  await expect(other.getByRole('heading', { name: 'You are a member' })).toBeVisible()
  await other.getByRole('button', { name: 'Leave this community' }).click()
  await other.getByRole('alertdialog').or(other.getByRole('dialog')).getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Join', exact: true })).toBeVisible()
})

test('who opens a link to a community joins it, and says whether to share their hours @phone', async ({ page, browser }) => {
  const owner = await signInAsNewPerson(page, 'Lin Linker')
  const made = await page.request.put('/api/_local/teams', { data: { name: 'Linkers', people: [owner.id] } })
  const { id } = (await made.json()) as { id: string }
  const link = await page.request.post(`/api/teams/${id}/invite-link`, { data: { days: 7, maxUses: 1 } })
  const { token } = (await link.json()) as { token: string }

  const other = await openOtherPage(browser)
  await signInAsNewPerson(other, 'Uma User')
  await other.goto(`/team-invitation?token=${token}`)
  await expect(other.getByText('Linkers').first()).toBeVisible()
  await other.getByRole('button', { name: 'Join', exact: true }).click()
  const joined = other.getByRole('dialog', { name: 'You joined Linkers' })
  await expect(joined).toBeVisible()
  await expectAccessible(other)
  await joined.getByRole('button', { name: 'Share my hours' }).click()
  await expect(joined).toHaveCount(0)
  await expect(other.getByRole('heading', { name: 'You are a member' })).toBeVisible()
})
