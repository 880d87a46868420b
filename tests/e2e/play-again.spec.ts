import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { joinGame, openContextAs, publishGame, sunriseOpenPlay } from './games.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a player sees who of their friends could come, and invites one with a tap', { tag: '@both' }, async ({ page, browser }) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, sunriseOpenPlay)
  const me = await signInAsNewPerson(page, 'Maya Rivera')
  const friend = await openContextAs(browser, 'Priya Raman')
  expect((await page.request.put(`/api/connections/${friend.id}`)).ok()).toBe(true)
  expect((await friend.request.put(`/api/connections/${me.id}`)).ok()).toBe(true)
  await joinGame(page.request, id)

  await page.goto(`/evt/${id}`)
  const friends = section(page, 'Who else?')
  await friends.getByRole('button', { name: 'Invite Priya Raman' }).click()
  await expect(friends.getByRole('status')).toHaveText('Invited Priya Raman')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await expect.poll(async () => (await (await friend.request.get('/api/notifications')).text()).includes('invited you to')).toBe(true)
  await joinGame(friend.request, id)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Who is going 2 of 12' })).toBeVisible()
  await expect(friends).toHaveCount(0)
})
