import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { openOtherPage, signInAsNewPerson, waitForSave } from './people.ts'
import { heading, logInAs } from './sign-in.ts'

const main = (page: Page) => page.getByRole('main')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Adds fencing to the person's sports. Hardly anyone in the demo world plays it, so two fencers will find each other. */
const addFencing = async (page: Page) =>
  expect((await page.request.put('/api/profiles/me/activities/fencing', { data: { level: 3, isOn: true } })).ok()).toBe(true)

test('a player sees their next game and who hosts it, and shows their player card @both', async ({ page }) => {
  await logInAs(page, 'player')
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: /, Maya$/ })).toBeVisible()
  // Other tests publish games with the same title, so we find the one of the demo world by its address.
  const demoGame = 'a[href="/evt/demo-open-play"]'
  const next = main(page).locator(demoGame)
  await expect(next).toContainText('Saturday sunrise open play')
  await expect(next).toContainText('7:00 AM')
  await expect(next).toContainText('Northside Courts')
  await expect(next.getByRole('img', { name: /and \d+ more$/ })).toBeVisible()
  const near = section(page, 'Near Austin')
  await expect(near.getByRole('listitem')).toHaveCount(7)
  await expect(near.locator(demoGame)).toHaveCount(0)

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

test('a player finds someone nearby who plays the same sport, sends a request to connect, and cancels it', async ({ page, browser }) => {
  const other = await openOtherPage(browser)
  const otherPlayer = await signInAsNewPerson(other, `Yara ${Date.now().toString(36)}`)
  await addFencing(other)
  await other.context().close()
  await signInAsNewPerson(page, 'Mia Near')
  await addFencing(page)
  await page.goto('/home')
  await section(page, 'Players near you').getByRole('link', { name: 'See all players near you' }).click()
  await expect(page).toHaveURL(/\/localconnect$/)
  await page.getByRole('button', { name: 'Fencing' }).click()
  await expect(page).toHaveURL(/\/localconnect\?activity=fencing$/)
  const row = page.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: otherPlayer.name })
  await expect(row).toContainText('Fencing, intermediate')
  await expect(row).toContainText('Austin, within 5 miles')
  const requested = row.getByRole('button', { name: /^Requested/ })
  await waitForSave(page, '/api/connections/', async () => {
    await row.getByRole('button', { name: `Connect with ${otherPlayer.name}` }).click()
    await expect(requested).toBeVisible()
  })
  await page.reload()
  await requested.click()
  await expect(row.getByRole('button', { name: /^Connect/ })).toBeVisible()
})
