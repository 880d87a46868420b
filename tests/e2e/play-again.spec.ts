import { expect, type Page } from '@playwright/test'
import { day } from '../../domain/time/spans.ts'
import { expectAccessible, test, testWithOwnProduct } from './fixtures.ts'
import { joinGame, openContextAs, publishGame, sunriseOpenPlay } from './games.ts'
import { moveClock } from './move-clock.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

testWithOwnProduct(
  'a player asks for the same game next week, the host gets it prefilled, and the next one is one tap away',
  {
    tag: '@phone',
  },
  async ({ page, browser, baseURL }) => {
    const host = await openContextAs(browser, 'Dana Alvarez')
    const id = await publishGame(host.request, sunriseOpenPlay)
    await signInAsNewPerson(page, 'Maya Rivera')
    await joinGame(page.request, id)
    const other = await openContextAs(browser, 'Priya Raman')
    await joinGame(other.request, id)
    // The game is in three days.
    await page.clock.setSystemTime(Date.now() + 5 * day)
    await moveClock(page.request, 5 * day)

    await page.goto(`/evt/${id}`)
    await section(page, 'Play again').getByRole('button', { name: 'Ask: same time next week?' }).click()
    await expect(section(page, 'Play again').getByText('Your hosts know that you would like to play again')).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)

    const hostPage = await host.context.newPage()
    await hostPage.goto(`${baseURL}/notifications`)
    await hostPage.getByRole('link', { name: /Maya Rivera asks: Saturday sunrise open play, same time next week/ }).click()
    await expect(hostPage).toHaveURL(`/create/event?from=${id}`)
    await expect(hostPage.getByRole('heading', { level: 1, name: 'Host a similar game' })).toBeVisible()

    const next = await publishGame(host.request, { ...sunriseOpenPlay, starts: '2028-01-05T12:00', ends: '2028-01-05T14:00' })
    await joinGame(other.request, next)
    await page.reload()
    await section(page, 'Play again')
      .getByRole('link', { name: /Saturday sunrise open play/ })
      .click()
    await expect(page).toHaveURL(`/evt/${next}`)
  },
)

test('a player sees who of their friends could come, and invites one with a tap', { tag: '@phone' }, async ({ page, browser }) => {
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
  await expect(friends.getByText('Invited Priya Raman')).toBeFocused()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await expect.poll(async () => (await (await friend.request.get('/api/notifications')).text()).includes('invited you to')).toBe(true)
  await joinGame(friend.request, id)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Who is going 2 of 12' })).toBeVisible()
  await expect(friends).toHaveCount(0)
})
