import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { becomePerson, openOther, untilSaved } from './people.ts'
import { heading, logInAs } from './sign-in.ts'

const main = (page: Page) => page.getByRole('main')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Hardly anyone in the demo world does, so that two who do are sure to see each other. */
const fences = async (page: Page) =>
  expect((await page.request.put('/api/profiles/me/activities/fencing', { data: { level: 3, isOn: true } })).ok()).toBe(true)

test('a player sees their next game and who hosts it, and shows their player card @both', async ({ page }) => {
  await logInAs(page, 'player')
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: /, Maya$/ })).toBeVisible()
  // Other tests put up games of this name: the demo world's own is known by its address.
  const open = 'a[href="/evt/demo-open-play"]'
  const next = main(page).locator(open)
  await expect(next).toContainText('Saturday sunrise open play')
  await expect(next).toContainText('7:00 AM')
  await expect(next).toContainText('Northside Courts')
  await expect(next.getByRole('img', { name: /and \d+ more$/ })).toBeVisible()
  const near = section(page, 'Near Austin')
  await expect(near.getByRole('listitem')).toHaveCount(7)
  await expect(near.locator(open)).toHaveCount(0)

  await page.getByRole('button', { name: 'Player card' }).click()
  const card = page.getByRole('dialog', { name: 'Player card' })
  await expect(card).toContainText('player@demo.test')
  await expect(card.getByRole('list', { name: 'Registrations' }).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')

  await near.getByRole('link', { name: 'See all games near Austin' }).click()
  await expect(page).toHaveURL(/\/discover\?city=4671654/)
  await page.goBack()
  await next.click()
  await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
  await page.goto('/profile/demo-host')
  await expect(section(page, 'Games they host').getByRole('link', { name: /Saturday sunrise open play/ })).toBeVisible()
  await page.goto('/profile')
  await expect(section(page, 'Upcoming games').getByRole('link', { name: /Saturday sunrise open play/ })).toBeVisible()
})

test('two who play the same near each other meet: found on home and in the list, asked, and taken back', async ({ page, browser }) => {
  const other = await openOther(browser)
  const found = await becomePerson(other, `Yara ${Date.now().toString(36)}`)
  await fences(other)
  await other.context().close()
  await becomePerson(page, 'Mia Near')
  await fences(page)
  await page.goto('/home')
  await section(page, 'Players near you').getByRole('link', { name: 'See all players near you' }).click()
  await expect(page).toHaveURL(/\/localconnect$/)
  await page.getByRole('button', { name: 'Fencing' }).click()
  await expect(page).toHaveURL(/\/localconnect\?activity=fencing$/)
  const row = page.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: found.name })
  await expect(row).toContainText('Fencing, intermediate')
  await expect(row).toContainText('Austin, within 5 miles')
  const requested = row.getByRole('button', { name: /^Requested/ })
  await untilSaved(page, '/api/connections/', async () => {
    await row.getByRole('button', { name: `Connect with ${found.name}` }).click()
    await expect(requested).toBeVisible()
  })
  await page.reload()
  await requested.click()
  await expect(row.getByRole('button', { name: /^Connect/ })).toBeVisible()
})
