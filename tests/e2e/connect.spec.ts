import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { findMail } from './mailbox.ts'
import { becomePerson, expectNoSideways, openOther, untilSaved } from './people.ts'

test('two people connect: asked, told by notice and mail, accepted, endorsed, and ended', async ({
  page,
  browser,
  request,
  sandboxUrl,
}) => {
  test.slow()
  const other = await openOther(browser)
  const main = (of: Page) => of.getByRole('main')
  const asker = await becomePerson(page, 'Mia O’Brien')
  const asked = await becomePerson(other, 'Yara Khalil', { hearsOfNewcomers: false })

  await page.goto(`/profile/${asked.id}`)
  await main(page).getByRole('button', { name: 'Connect' }).click()
  await expect(main(page).getByRole('button', { name: 'Requested' })).toBeVisible()
  // A request can be taken back, and made again.
  await main(page).getByRole('button', { name: 'Requested' }).click()
  await untilSaved(page, '/api/connections/', () => page.getByRole('menuitem', { name: 'Withdraw request' }).click())
  await untilSaved(page, '/api/connections/', async () => {
    await main(page).getByRole('button', { name: 'Connect' }).click()
    await expect(main(page).getByRole('button', { name: 'Requested' })).toBeVisible()
  })
  await page.goto('/connect?tab=requests')
  await expect(page.getByRole('region', { name: 'Sent' }).getByRole('link', { name: /Yara Khalil/ })).toBeVisible()

  await findMail(request, sandboxUrl, asked.email, /Mia O’Brien wants to connect/)

  await other.goto('/')
  await other.getByRole('banner').getByRole('link', { name: 'Notifications, 1 unread' }).click()
  const notice = other.getByRole('link', { name: /Mia O’Brien wants to connect/ })
  await expect(notice).toContainText('New')
  await expectAccessible(other)
  await notice.click()
  await expect(other).toHaveURL(/\/connect\?tab=requests$/)
  await expect(other.getByRole('tab', { name: 'Requests 1' })).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Accept Mia O’Brien' }).click()
  await expect(main(other).getByText('You are connected')).toBeVisible()
  await expect(other.getByRole('tab', { name: 'Requests', exact: true })).toBeVisible()
  await other.getByRole('tab', { name: 'Connections' }).click()
  await expect(other).toHaveURL(/tab=connections$/)
  await other.getByRole('link', { name: /Mia O’Brien/ }).click()
  await expect(other).toHaveURL(new RegExp(`/profile/${asker.id}$`))

  // Who is connected may endorse.
  const fair = main(other).getByRole('button', { name: /Plays fair/ })
  await untilSaved(other, '/api/endorsements/', async () => {
    await fair.click()
    await expect(fair).toHaveAttribute('aria-pressed', 'true')
    await expect(fair).toHaveText('Plays fair 1')
  })
  await expectAccessible(other)
  await other.reload()
  await expect(fair).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/profile')
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Plays fair' })).toHaveText('Plays fair 1')
  await fair.click()
  await expect(fair).toHaveText('Plays fair')

  await main(other).getByRole('button', { name: 'Connected' }).click()
  await other.getByRole('menuitem', { name: 'Remove connection' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(main(other).getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  await expect(fair).toHaveCount(0)
  await page.goto('/connect')
  await expect(page.getByText('Nobody yet')).toBeVisible()
})

test('each tab says what to do while it is empty, and whom one follows is listed @once', async ({ page, browser }) => {
  const other = await openOther(browser)
  const followed = await becomePerson(other, 'W'.repeat(25))
  await other.context().close()
  await becomePerson(page, 'Ana Lim')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [tab, words] of [
      ['connections', 'Nobody yet'],
      ['requests', 'No requests'],
      ['following', 'You follow nobody yet'],
    ] as const) {
      await page.goto(`/connect?tab=${tab}`)
      await expect(page.getByText(words)).toBeVisible()
      await expectAccessible(page)
    }
  }
  await page.request.put(`/api/follows/${followed.id}`)
  await page.request.put(`/api/connections/${followed.id}`)
  await page.goto('/connect?tab=requests')
  await expect(page.getByRole('button', { name: /Withdraw/ })).toBeVisible()
  await expectNoSideways(page)
  await page.goto('/connect?tab=following')
  const follow = page.getByRole('button', { name: /^Follow / })
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await expectNoSideways(page)
  await untilSaved(page, '/api/follows/', async () => {
    await follow.click()
    await expect(follow).toHaveAttribute('aria-pressed', 'false')
  })
  await page.reload()
  await expect(page.getByText('You follow nobody yet')).toBeVisible()
})
