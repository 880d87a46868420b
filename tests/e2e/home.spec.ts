import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { becomePerson, expectNoSideways, openOther, untilSaved } from './people.ts'
import { heading, logInAs } from './sign-in.ts'

const main = (page: Page) => page.getByRole('main')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Hardly anyone in the demo world does, so that two who do are sure to see each other. */
const fences = async (page: Page) =>
  expect((await page.request.put('/api/profiles/me/activities/fencing', { data: { level: 3, isOn: true } })).ok()).toBe(true)

test('a player sees their next game, what is on around them, and the ways on', async ({ page }) => {
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
  await expect(near.getByRole('listitem').first()).toContainText(/mi/)
  await expect(near.locator(open)).toHaveCount(0)
  await expect(main(page).getByText('Austin, TX')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Change city' })).toHaveAttribute('href', '/settings?tab=general')

  const links = page.getByRole('navigation', { name: 'Quick links' })
  await expect(links.getByRole('link', { name: 'Hosts You Follow' })).toHaveAttribute('href', '/discover?hosts=followed')
  await expectAccessible(page)
  await expectNoSideways(page)

  await near.getByRole('link', { name: 'See all games near Austin' }).click()
  await expect(page).toHaveURL(/\/discover\?city=4671654/)
  await page.goBack()
  await next.click()
  await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
})

test('the player card shows a code, the own email, and what one is signed up for', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await logInAs(page, 'player')
  await page.goto('/home')
  await expect(section(page, 'Near Austin').getByRole('listitem')).toHaveCount(7)
  expect(asked).not.toContain('/api/seasons/mine')
  await page.getByRole('button', { name: 'Player card' }).click()
  const card = page.getByRole('dialog', { name: 'Player card' })
  await expect(card.getByRole('img', { name: 'QR code to my profile' })).toBeVisible()
  await expect(card).toContainText('Maya Rivera')
  await expect(card).toContainText('player@demo.test')
  const registrations = card.getByRole('list', { name: 'Registrations' }).getByRole('listitem')
  await expect(registrations).toHaveCount(2)
  await expect(registrations.first()).toContainText(/Sunset Smashers(Winter|Spring|Summer|Fall) 20\d\d · \w+ \d+.*\s–\s\w+ \d+, 20\d\d$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(page.getByRole('button', { name: 'Player card' })).toBeFocused()
})

test('someone without a name is an unnamed player @once', async ({ page }) => {
  await logInAs(page, 'player')
  await page.route('**/api/profiles/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), displayName: null } })
  })
  await page.goto('/home')
  await page.getByRole('button', { name: 'Player card' }).click()
  await expect(page.getByRole('dialog')).toContainText('Unnamed Player')
})

test('an empty account is told what to do next', async ({ page }) => {
  await becomePerson(page, 'Wolfeschlegelsteinhausenb')
  await page.goto('/home')
  await expect(main(page).getByText('Your next game goes here')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Find a game' })).toBeVisible()
  await expect(main(page).getByText('Set your availability')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Player card' }).click()
  await expect(page.getByRole('dialog', { name: 'Player card' })).toContainText('No registrations found for this user')
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
  await expectAccessible(page)
  await expectNoSideways(page)
  const requested = row.getByRole('button', { name: /^Requested/ })
  await untilSaved(page, '/api/connections/', async () => {
    await row.getByRole('button', { name: `Connect with ${found.name}` }).click()
    await expect(requested).toBeVisible()
  })
  await page.reload()
  await requested.click()
  await expect(row.getByRole('button', { name: /^Connect/ })).toBeVisible()
})

test('a host’s profile lists the games they host', async ({ page }) => {
  await logInAs(page, 'player')
  await page.goto('/profile/demo-host')
  await expect(section(page, 'Games they host').getByRole('link', { name: /Saturday sunrise open play/ })).toBeVisible()
  await page.goto('/profile')
  await expect(section(page, 'Upcoming games').getByRole('link', { name: /Saturday sunrise open play/ })).toBeVisible()
  await expectAccessible(page)
})

test.describe('What cannot be asked for', () => {
  test.use({ allowedErrors: /503/ })

  test('is an empty list with a way to try again, and the rest of home stands @once', async ({ page }) => {
    await logInAs(page, 'player')
    // The device remembers what was seen; here nothing was.
    await page.route('**/api/home/nearby', (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto('/home')
    const near = section(page, 'Near Austin')
    const again = near.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible({ timeout: 20_000 })
    await expect(near.getByRole('listitem')).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: /Saturday sunrise open play/ })).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/home/nearby')
    await again.click()
    await expect(near.getByRole('listitem')).toHaveCount(7)
  })

  test('leaves the rest of the player card, with a way to try again @once', async ({ page }) => {
    await logInAs(page, 'player')
    await page.route('**/api/seasons/mine', (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto('/home')
    await page.getByRole('button', { name: 'Player card' }).click()
    const card = page.getByRole('dialog', { name: 'Player card' })
    const again = card.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible({ timeout: 20_000 })
    await expect(card).toContainText('player@demo.test')
    await expect(card).not.toContainText('No registrations found for this user')
    await page.unroute('**/api/seasons/mine')
    await again.click()
    await expect(card.getByRole('listitem')).toHaveCount(2)
  })
})

test('an operator’s sale stands on home while it is on @once', async ({ page, request }) => {
  const headers = { authorization: 'Bearer local-admin-token' }
  await logInAs(page, 'player')
  await page.goto('/home')
  await expect(main(page).getByRole('link', { name: /Half off/ })).toHaveCount(0)
  const value = { text: 'Half off for new communities', link: '/discover' }
  expect((await request.put('/api/admin/config/communitySale', { headers, data: { value } })).status()).toBe(204)
  try {
    await page.reload()
    await expect(main(page).getByRole('link', { name: 'Half off for new communities' })).toHaveAttribute('href', '/discover')
    await expectAccessible(page)
  } finally {
    await request.delete('/api/admin/config/communitySale', { headers, maxRetries: 1 })
  }
})
