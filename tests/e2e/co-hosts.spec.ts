import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { publishGame, sunriseOpenPlay } from './games.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'

test('a host sends a link, and who opens it accepts to co-host and manages the game @phone', async ({
  page,
  context,
  browser,
  browserName,
}) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsNewPerson(page, 'Hana Host')
  const id = await publishGame(page.request, sunriseOpenPlay)
  await page.goto(`/discover/events/${id}/manage`)
  await page.getByRole('button', { name: 'More for this game' }).click()
  await page.getByRole('menuitem', { name: 'Invite a co-host' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a co-host' })
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const other = await openOtherPage(browser)
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1, name: 'You are asked to co-host' })).toBeVisible()
  await expect(other.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible()
  await signInAsNewPerson(other, 'Cora Cohost')
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1, name: 'Hana Host asks you to co-host' })).toBeVisible()
  await expectAccessible(other)
  await expectNoHorizontalScroll(other)
  await other.getByRole('button', { name: 'Accept' }).click()
  await other.getByRole('link', { name: 'Manage game' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Saturday sunrise open play' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'More for this game' })).toBeVisible()
})
