import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { becomePerson, expectNoSideways, openOther } from './people.ts'

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

test('the bell counts what is unread, and the list marks it until one leaves', async ({ page, browser }) => {
  test.slow()
  const other = await openOther(browser)
  const me = await becomePerson(page, 'Ben Osei', { hearsOfNewcomers: false })
  await page.goto('/notifications')
  await expect(page.getByText('Nothing new')).toBeVisible()
  await expect(bell(page, 'Notifications')).toBeVisible()
  await expectAccessible(page)

  await becomePerson(other, 'W'.repeat(25))
  await other.request.put(`/api/follows/${me.id}`)
  await other.request.put(`/api/connections/${me.id}`)
  await other.context().close()
  await expect(async () => {
    await page.goto('/')
    await expect(bell(page, 'Notifications, 2 unread')).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 20_000 })
  await expectAccessible(page)

  await bell(page, 'Notifications, 2 unread').click()
  const list = page.getByRole('region', { name: 'Today' })
  await expect(list.getByText('New', { exact: true })).toHaveCount(2)
  await expect(bell(page, 'Notifications')).toBeVisible()
  await expect(list.getByText('New', { exact: true })).toHaveCount(2)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(list.getByRole('link')).toHaveCount(2)
  await expectAccessible(page)
  await expect(list.getByText('New', { exact: true })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings\?tab=notification$/)
})

test('each switch is saved as it is pressed, and the choice counts as made', async ({ page }) => {
  await becomePerson(page, 'Lea Brandt')
  await page.goto('/settings?tab=notification')
  const mail = page.getByRole('switch', { name: 'Endorsement Received by email' })
  const push = page.getByRole('switch', { name: 'Endorsement Received by push' })
  const keep = page.getByRole('button', { name: 'Keep it like this' })
  await expect(keep).toBeVisible()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 204)
  await mail.click()
  await saved
  await expect(mail).not.toBeChecked()
  await expect(keep).toBeHidden()
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(mail).not.toBeChecked()
  await expect(push).toBeChecked()
  await expect(keep).toBeHidden()
  await expectAccessible(page)
})

test('leaving everything as it is counts as a choice, too @once', async ({ page }) => {
  await becomePerson(page, 'Noor Aziz')
  await page.goto('/settings?tab=notification')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 204)
  await page.getByRole('button', { name: 'Keep it like this' }).click()
  await saved
  await page.reload()
  await expect(page.getByRole('switch', { name: 'News by email' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Keep it like this' })).toBeHidden()
})

test('a community is muted, and heard of again @once', async ({ page }) => {
  // One of the demo world: it is a member of two communities.
  await page.request.put('/api/_local/session', {
    data: { viewer: { id: 'demo-player', name: 'Maya Rivera', emailVerified: true, profileComplete: true } },
  })
  await page.goto('/settings?tab=notification')
  const mute = page.getByRole('switch', { name: /Mute Sunset Smashers/ })
  for (const isMuted of [true, false]) {
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/mutes/sunset-smashers') && answer.status() === 204)
    await mute.click()
    await saved
    await page.reload()
    await expect(mute).toBeChecked({ checked: isMuted })
  }
})

test.describe('a switch the server refuses', () => {
  test.use({ allowedErrors: /status of 500/ })

  test('goes back, and says why @once', async ({ page }) => {
    await becomePerson(page, 'Ivo Petrov')
    await page.route('**/api/notifications/settings', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: 'no' }) : route.fallback(),
    )
    await page.goto('/settings?tab=notification')
    const push = page.getByRole('switch', { name: 'News by push' })
    await push.click()
    await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect(push).toBeChecked()
  })
})
