import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { logInAs } from './sign-in.ts'

test('a player finds a community near home, opens it, and comes back to the same list @phone', async ({ page }) => {
  await logInAs(page, 'player')
  await page.goto('/my-communities')
  await page.getByRole('link', { name: 'Find more near you' }).click()
  await expect(page).toHaveURL(/\/teams-v3$/)
  const communities = page.getByRole('list', { name: 'Communities' })
  await expect(communities.getByRole('link', { name: /Sunset Smashers/ })).toBeVisible()
  await page.getByRole('button', { name: 'Ask to join' }).click()
  await expect(page).toHaveURL(/join=ask/)
  await communities.getByRole('link', { name: /Sunset Smashers/ }).click()
  await expect(page).toHaveURL(/\/team\/sunset-smashers$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sunset Smashers')
  await page.goBack()
  await expect(page).toHaveURL(/join=ask/)
  await expect(communities.getByRole('link', { name: /Sunset Smashers/ })).toBeVisible()
})

test('the own domain of a community shows its page at every path', async ({ page, product }) => {
  const origin = product.url.replace('localhost', 'sunset-smashers.localhost')
  for (const path of ['/', '/about/us', '/discover', '/team/another']) {
    await page.goto(origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sunset Smashers')
    await expect(page).toHaveTitle(/Sunset Smashers/)
  }
})
