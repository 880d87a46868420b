import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { findMail } from './mailbox.ts'
import { moveClock } from './move-clock.ts'
import { openOtherPage, signInAsNewPerson, waitForSave } from './people.ts'

test('two people connect: request, notification and email, acceptance, endorsement, and removal', async ({
  page,
  browser,
  request,
  sandboxUrl,
}) => {
  const other = await openOtherPage(browser)
  const main = (of: Page) => of.getByRole('main')
  const sender = await signInAsNewPerson(page, 'Mia O’Brien')
  const receiver = await signInAsNewPerson(other, 'Yara Khalil', { getsNearbyNotifications: false })

  await page.goto(`/profile/${receiver.id}`)
  await waitForSave(page, '/api/connections/', async () => {
    await main(page).getByRole('button', { name: 'Connect' }).click()
    await expect(main(page).getByRole('button', { name: 'Requested' })).toBeVisible()
  })
  await page.goto('/connect?tab=requests')
  await expect(page.getByRole('region', { name: 'Sent' }).getByRole('link', { name: /Yara Khalil/ })).toBeVisible()

  // A job writes the notification. Its email waits ten minutes from then, in case the notification is read in the app.
  const countUnread = async () => (await (await other.request.get('/api/notifications/unread')).json()).unread
  await expect.poll(countUnread, { timeout: 30_000 }).toBe(1)
  await moveClock(request, 11 * 60_000)
  await findMail(request, sandboxUrl, receiver.email, /Mia O’Brien wants to connect/)

  await other.goto('/')
  await other.getByRole('banner').getByRole('link', { name: 'Notifications, 1 unread' }).click()
  const notice = other.getByRole('link', { name: /Mia O’Brien wants to connect/ })
  await expect(notice).toContainText('New')
  await notice.click()
  await expect(other).toHaveURL(/\/connect\?tab=requests$/)
  await expect(other.getByRole('tab', { name: 'Requests 1' })).toBeVisible()
  await other.getByRole('button', { name: 'Accept Mia O’Brien' }).click()
  await expect(main(other).getByText('You are connected')).toBeVisible()
  await expect(other.getByRole('tab', { name: 'Requests', exact: true })).toBeVisible()
  await other.getByRole('tab', { name: 'Connections' }).click()
  await expect(other).toHaveURL(/tab=connections$/)
  await other.getByRole('link', { name: /Mia O’Brien/ }).click()
  await expect(other).toHaveURL(new RegExp(`/profile/${sender.id}$`))

  // Only connected people can endorse each other.
  const playsFair = main(other).getByRole('button', { name: /Plays fair/ })
  await waitForSave(other, '/api/endorsements/', async () => {
    await playsFair.click()
    await expect(playsFair).toHaveAttribute('aria-pressed', 'true')
    await expect(playsFair).toHaveText('Plays fair 1')
  })
  await other.reload()
  await expect(playsFair).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/profile')
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Plays fair' })).toHaveText('Plays fair 1')
  await playsFair.click()
  await expect(playsFair).toHaveText('Plays fair')

  await main(other).getByRole('button', { name: 'Connected' }).click()
  await other.getByRole('menuitem', { name: 'Remove connection' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(main(other).getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  await expect(playsFair).toHaveCount(0)
  await page.goto('/connect')
  await expect(page.getByText('No connections yet')).toBeVisible()
})
