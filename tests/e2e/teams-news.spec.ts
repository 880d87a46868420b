import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'

test('an organizer announces, a member is notified and opens it, and the organizer sees who read it @phone', async ({ page, browser }) => {
  const other = await openOtherPage(browser)
  const owner = await signInAsNewPerson(page, 'Alex Rally')
  const member = await signInAsNewPerson(other, 'Robin Volley', { getsNearbyNotifications: false })
  const made = await page.request.put('/api/_local/teams', { data: { name: 'Javelina', people: [owner.id, member.id] } })
  const { id } = (await made.json()) as { id: string }
  expect((await page.request.post(`/api/teams/${id}/topics`, { data: { name: 'Carpools' } })).status()).toBe(201)

  await page.goto(`/team/${id}`)
  await page.getByRole('navigation', { name: 'Community' }).getByRole('link', { name: 'News' }).click()
  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog', { name: 'New announcement' })
  await dialog.getByRole('button', { name: 'Carpools' }).click()
  await dialog.getByLabel('Title').fill('Two cars on Saturday')
  await dialog.getByRole('textbox', { name: 'Announcement' }).fill('Who needs a **ride**?')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('button', { name: 'Read by 0 of 1' })).toBeVisible()

  // Messages are delivered by a queue.
  const unread = async () => ((await (await other.request.get('/api/notifications/unread')).json()) as { unread: number }).unread
  await expect.poll(unread, { timeout: 30_000 }).toBe(1)
  await other.goto('/notifications')
  const saved = other.waitForResponse((answer) => answer.url().endsWith('/announcements/read'))
  await other.getByRole('link', { name: /Javelina, Carpools: Two cars on Saturday/ }).click()
  await expect(other).toHaveURL(new RegExp(`/team/${id}/news$`))
  await expect(other.getByRole('heading', { name: 'Two cars on Saturday' })).toBeVisible()
  await expect(other.getByRole('button', { name: /Read by/ })).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'New announcement' })).toHaveAttribute('aria-disabled', 'true')
  await expectNoHorizontalScroll(other)
  await expectAccessible(other)
  await saved

  await page.reload()
  await page.getByRole('button', { name: 'Read by 1 of 1' }).click()
  await expect(page.getByRole('list', { name: 'Who has read it' }).getByRole('listitem')).toContainText(['Robin Volley'])
  await expectAccessible(page)
  await other.context().close()
})
