import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'

test.use({ allowedErrors: /status of 404/ })

test('the drawer opens, leads on, closes by Escape and gives the focus back', async ({ page }) => {
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const drawer = page.getByRole('dialog', { name: 'Gather' })
  await expect(drawer).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(menu).toBeFocused()

  await menu.click()
  await drawer.getByRole('link', { name: 'Find your city' }).click()
  await expect(page).toHaveURL(/city-search$/)
  await expect(drawer).toBeHidden()
})

test('a new page is said aloud, and the keyboard continues at its top', async ({ page }) => {
  await page.goto('/')
  await page.locator('nav').getByRole('link', { name: 'Find your city' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Find your city · Gather' })).toBeAttached()
  await expect(page.locator('#content')).toBeFocused()
})

test('the theme is chosen in the drawer and is there from the first paint of the next page', async ({ page, request, context }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await (await request.get('/', { headers: { cookie } })).text()).toContain('data-theme="dark"')
  await page.reload()
  expect(await background()).toBe(dark)
  await expectAccessible(page)
})

test('the first Tab is a way past the bars', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test('a phone has its tabs where the thumb is, a desktop has them on top', async ({ page, isMobile }) => {
  await page.goto('/')
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await expect(tabs).toBeVisible({ visible: isMobile })
  const bar = isMobile ? tabs : page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'Find your city' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Find your city' })).toHaveAttribute('aria-current', 'page')
})

test('every target is at least 44 pixels high', async ({ page }) => {
  for (const path of ['/', '/discover/city-search', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('header a, header button, nav a, nav button, main button, main p > a.inline-flex')]
        .filter((element) => element.offsetParent !== null && element.getBoundingClientRect().height < 43.5)
        .map((element) => element.outerHTML.slice(0, 120)),
    )
    expect(small).toEqual([])
  }
})

test('what an operator has to say stands on every page', async ({ page, request }) => {
  const admin = { authorization: 'Bearer local-admin-token' }
  await request.put('/api/admin/config/notice', { headers: admin, data: { value: 'Courts are closed today.' } })
  try {
    await page.goto('/discover/city-search')
    await expect(page.getByText('Courts are closed today.')).toBeVisible()
  } finally {
    await request.delete('/api/admin/config/notice', { headers: admin })
  }
})

test('nothing scrolls sideways', async ({ page }) => {
  for (const path of ['/', '/discover/city-search?city=4671654', '/nowhere', '/_ui']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
})
