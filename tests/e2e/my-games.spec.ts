import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { signInAsNewPerson } from './people.ts'
import { heading } from './sign-in.ts'

test('a player saves a game and finds it in My games, as a list and in its month @both', async ({ page }) => {
  await signInAsNewPerson(page, 'Sana Saves')
  await page.goto('/discover/events/demo-open-play')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Home', exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('link', { name: 'My games' }).filter({ visible: true }).first().click()
  await expect(heading(page, 'My games')).toBeVisible()
  await expect(page.getByText('You have no games planned')).toBeVisible()
  await page.getByRole('tab', { name: 'Saved' }).click()
  const game = page.getByRole('list', { name: 'Games' }).getByRole('link', { name: /Saturday sunrise open play/ })
  await expect(game).toBeVisible()
  await page.reload()
  await expect(game).toBeVisible()
  await game.click()
  await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Month' }).click()
  await expect(page.getByRole('table', { name: /^Your games in / })).toBeVisible()
  await expect(page).toHaveURL(/my-games\?tab=saved&month=20\d\d-\d\d/)
})
