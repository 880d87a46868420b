import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { cacheDir } from '../../scripts/environment.ts'
import { getBrowserWithFakeCamera, writeVideo } from './fake-camera.ts'
import { test } from './fixtures.ts'

const video = path.join(cacheDir, 'browser-tests', 'codes.y4m')
const seat = 'https://play.example.com/seat/0190a7c4-7f2e-7c31-9d3e-6a1d2f0b8c55'

test.use({ launchOptions: await getBrowserWithFakeCamera(video) })
test.beforeAll(() => writeVideo(video, [{ code: seat, seconds: 2 }]))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

// A violation of the policy is a console error, which fails the test. The behavior of each part is covered by component tests.
test('the UI parts, including the camera, work under the strict content security policy of every page', async ({ page }) => {
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
