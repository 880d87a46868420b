import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { cacheDir } from '../../scripts/environment.ts'
import { browserWithFilm, writeFilm } from './fake-camera.ts'
import { test } from './fixtures.ts'

const film = path.join(cacheDir, 'browser-tests', 'codes.y4m')
const seat = 'https://play.example.com/seat/0190a7c4-7f2e-7c31-9d3e-6a1d2f0b8c55'

test.use({ launchOptions: await browserWithFilm(film) })
test.beforeAll(() => writeFilm(film, [{ code: seat, seconds: 2 }]))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

// A violation is an error in the console, which fails the test. What each part does is tested as a component.
test('the parts run under the same strict policy as every page, the camera too', async ({ page }) => {
  const policy = (await page.goto('/_ui'))?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')

  await page.getByRole('combobox', { name: 'Your city' }).click()
  await page.getByRole('combobox', { name: 'Your city' }).fill('aus')
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.locator('form').getByRole('button', { name: /Level/ }).click()
  await page.getByRole('option', { name: 'Beginner' }).click()
  await button(page, 'Manage').click()
  await page.getByRole('menuitem', { name: 'Host again' }).click()
  await expect(page.getByText('You pressed Host again')).toBeVisible()
  for (const opener of ['Dialog', 'Drawer']) {
    await button(page, opener).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await button(page, 'Open the scanner').click()
  await expect(page.getByRole('list', { name: 'Codes read' })).toContainText(seat)
})
