import { expect, type Page } from '@playwright/test'
import { repeatWeekly } from '../setup/make-game-form.ts'
import { expectAccessible, test } from './fixtures.ts'
import { openContextAs, publishGame, sunriseOpenPlay } from './games.ts'
import { findMail } from './mailbox.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'

const visibleButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).and(page.locator(':visible'))

test('a player joins all dates of a series with one email, and leaves the later ones', {
  tag: '@phone',
}, async ({ page, browser, request, sandboxUrl }) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, sunriseOpenPlay, { repeat: repeatWeekly(4) })
  const me = await signInAsNewPerson(page, 'Maya Rivera')
  await page.goto(`/evt/${id}`)
  await page.getByRole('button', { name: 'Follow this series' }).click()
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await visibleButton(page, 'Join').click()
  const join = page.getByRole('dialog', { name: 'Join' })
  await join.getByText('All dates (4)').click()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await join.getByRole('button', { name: 'Join 4 dates' }).click()
  const result = page.getByRole('dialog', { name: 'You are in' })
  await expect(result.getByRole('status')).toHaveText('You are in all 4 dates.')
  await expect(result.getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page)
  await result.getByRole('button', { name: 'Done' }).click()
  await findMail(request, sandboxUrl, me.email, /^You are in: Saturday sunrise open play, 4 dates$/)

  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  const leave = page.getByRole('alertdialog', { name: 'Leave this game?' })
  await leave.getByText('This and all later dates (4)').click()
  await leave.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You left 4 dates.')).toBeVisible()
  await findMail(request, sandboxUrl, me.email, /^You left Saturday sunrise open play, 4 dates$/)

  await page.goto('/my-games?tab=saved')
  await expect(page.getByRole('list', { name: 'Series you follow' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})

test('a player brings a friend with an account, who accepts the held seat in one tap', {
  tag: '@phone',
}, async ({ page, browser, baseURL }) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, { ...sunriseOpenPlay, maxGuests: 2 })
  const me = await signInAsNewPerson(page, 'Maya Rivera')
  const friend = await openContextAs(browser, 'Priya Raman')
  expect((await page.request.put(`/api/connections/${friend.id}`)).ok()).toBe(true)
  expect((await friend.request.put(`/api/connections/${me.id}`)).ok()).toBe(true)

  await page.goto(`/evt/${id}`)
  await page.getByRole('button', { name: 'Bring a guest' }).click()
  const join = page.getByRole('dialog', { name: 'Join' })
  await join.getByRole('button', { name: 'Bring friends who have accounts' }).click()
  await join.getByRole('checkbox', { name: 'Priya Raman' }).check()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await join.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page.getByText(/^A seat is held for Priya Raman until /)).toBeVisible()

  const theirs = await friend.context.newPage()
  await theirs.goto(`${baseURL}/notifications`)
  await theirs.getByRole('link', { name: /Maya Rivera holds a seat for you: Saturday sunrise open play/ }).click()
  await expect(theirs.getByText('Maya Rivera holds a seat for you', { exact: true })).toBeVisible()
  await visibleButton(theirs, 'Accept offer').click()
  await expect(theirs.getByText('You came along with Maya Rivera.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Priya Raman accepted and has a seat.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who is going 2 of 12' })).toBeVisible()
})
