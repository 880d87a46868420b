import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { becomePerson, expectNoSideways, openOther, untilSaved } from './people.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a profile shows who someone is, and follows from it are told and counted', async ({ page, browser }) => {
  const nils = await becomePerson(page, 'Nils Oberg')
  const other = await openOther(browser)
  const jun = await becomePerson(other, 'Jun Takeda')

  await other.goto(`/profile/${nils.id}`)
  await expect(heading(other, 'Nils Oberg')).toBeVisible()
  await expect(other).toHaveTitle('Nils Oberg · Gather')
  const main = other.getByRole('main')
  await expect(main.getByText('They/Them')).toBeVisible()
  await expect(main.getByText('Austin, Texas')).toBeVisible()
  await expect(main.getByText('Nils Oberg plays most evenings.')).toBeVisible()
  await expect(main.getByRole('listitem').filter({ hasText: 'Pickleball' })).toContainText('Intermediate')
  await expect(main.getByText('Founding member')).toBeVisible()

  await expect(main.getByText('0 followers')).toBeVisible()
  await untilSaved(other, '/api/follows/', async () => {
    await button(other, 'Follow').click()
    await expect(button(other, 'Following')).toBeVisible()
    await expect(main.getByText('1 follower', { exact: true })).toBeVisible()
  })
  await other.reload()
  await expect(button(other, 'Following')).toBeVisible()

  // The one who is followed reads it, and comes to the other's profile from there.
  await page.goto('/notifications')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: /Jun Takeda follows you/ })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await page.getByRole('link', { name: /Jun Takeda follows you/ }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${jun.id}$`))
  await expect(heading(page, 'Jun Takeda')).toBeVisible()
})

test('my own profile is as others see it, with the ways to change it', async ({ page }) => {
  const maya = await becomePerson(page, 'Maya Rivera')
  await page.goto('/')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(heading(page, 'Maya Rivera')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/settings?tab=general')
  await expect(main.getByRole('link', { name: 'Sports' })).toHaveAttribute('href', '/settings?tab=sports')
  await expect(main.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/settings?tab=privacy')
  await expect(main.getByRole('button', { name: 'Follow' })).toHaveCount(0)

  await button(page, 'QR code').click()
  const dialog = page.getByRole('dialog', { name: 'My QR code' })
  await expect(dialog.getByRole('img', { name: 'QR code to my profile' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // No share sheet here: the address goes to the clipboard.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await button(page, 'Share').click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/profile/${maya.id}$`))
})

test.describe('what the server refuses', () => {
  test.use({ allowedErrors: /status of (400|404|500)/ })

  test('nobody by that id is a kind page, not a crash @once', async ({ page }) => {
    await becomePerson(page, 'Sol Vega')
    for (const id of ['nobody-at-all', 'no%20id']) {
      await page.goto(`/profile/${id}`)
      await expect(heading(page, 'User not found')).toBeVisible()
      await expect(page).toHaveTitle('User not found · Gather')
    }
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'My connections' }).click()
    await expect(heading(page, 'Connect')).toBeVisible()
  })

  test('a write is taken back, and the person told @once', async ({ page, browser }) => {
    const other = await openOther(browser)
    const kofi = await becomePerson(other, 'Kofi Lartey')
    await other.context().close()
    await becomePerson(page, 'Priya Raman')
    await page.route('**/api/follows/**', (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.goto(`/profile/${kofi.id}`)
    await button(page, 'Follow').click()
    await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect(button(page, 'Follow')).toBeVisible()
    await expect(page.getByText('0 followers')).toBeVisible()

    await page.route('**/api/privacy/blocks', (route) => route.fulfill({ status: 500, body: 'no' }))
    await button(page, 'Block').click()
    const dialog = page.getByRole('alertdialog', { name: 'Block Kofi Lartey?' })
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Error blocking users.')
  })
})

test('a level, a switch and a new activity are saved as they are set', async ({ page }) => {
  await becomePerson(page, 'Theo Wright')
  await page.goto('/settings?tab=sports')
  const level = page.getByRole('slider', { name: 'Your level in Pickleball' })
  await expect(level).toHaveAttribute('aria-valuetext', /Intermediate/)
  const saved = (name: string) => page.waitForResponse((answer) => answer.url().endsWith(`/activities/${name}`) && answer.status() === 204)

  let answer = saved('pickleball')
  await level.press('ArrowRight')
  await answer
  await expect(page.getByText('Updated user data successfully.')).toBeVisible()
  answer = saved('soccer')
  await page.getByRole('switch', { name: /Soccer/ }).click()
  await answer
  await page.getByRole('combobox', { name: 'Add an activity' }).pressSequentially('che')
  answer = saved('chess')
  await expect(page.getByRole('option', { name: 'Chess' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await answer
  await expect(page.getByRole('combobox', { name: 'Add an activity' })).toHaveValue('')
  await expectAccessible(page)

  await page.reload()
  await expect(level).toHaveValue('3.5')
  await expect(page.getByRole('switch', { name: /Soccer/ })).not.toBeChecked()
  await expect(page.getByRole('slider', { name: 'Your level in Chess' })).toHaveAttribute('aria-valuetext', 'No level given')

  // Down to the last, which stays.
  for (const name of ['Pickleball', 'Soccer']) await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: 'Remove Chess' }).click()
  await expect(page.getByText('Pick atleast one')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('slider', { name: 'Your level in Soccer' })).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText('All you play is switched off')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Chess' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Soccer')).toHaveCount(0)
})

test('the longest names fit, in both themes, and everything is accessible', async ({ page }) => {
  test.slow()
  for (const name of ['W'.repeat(25), '👨‍👩‍👧‍👦'.repeat(3)]) {
    await becomePerson(page, name)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const path of ['/profile', '/connect', '/settings?tab=sports']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expectNoSideways(page)
        await expectAccessible(page)
      }
    }
  }
})
