import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'

test('the chosen theme is used from the first paint of the next page, and for the color of the browser’s bar', async ({
  page,
  request,
  context,
}) => {
  const readBarColors = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    )
  const readBackground = () =>
    page.evaluate(async () => {
      // `allSettled`, because canceled animations count as finished too.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      return getComputedStyle(document.body).backgroundColor
    })
  const chooseTheme = async (theme: string) => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByText(theme, { exact: true }).click()
  }

  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const lightBarColors = await readBarColors()
  await chooseTheme('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const darkBackground = await readBackground()
  const darkBarColors = await readBarColors()
  expect(darkBarColors).toHaveLength(1)
  expect(darkBarColors).not.toEqual(lightBarColors)

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await (await request.get('/', { headers: { cookie } })).text()).toContain('data-theme="dark"')
  await page.reload()
  expect(await readBackground()).toBe(darkBackground)
  expect(await readBarColors()).toEqual(darkBarColors)
  await expectAccessible(page)

  await chooseTheme('Device')
  expect(await readBarColors()).toEqual(lightBarColors)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await readBarColors()).toEqual(darkBarColors)
})

test('the files of the next page are all requested at once', async ({ page }) => {
  const preloads = (file: string) => page.locator(`head link[rel="modulepreload"][href*="/${file}-"]`)
  const list = page.waitForResponse(/\/screen-files-/)
  await page.goto('/')
  expect((await list).ok()).toBe(true)
  await page.waitForLoadState('networkidle')
  await expect(preloads('terms-page')).not.toBeAttached()
  await page.getByRole('link', { name: 'Terms', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(preloads('terms-page')).toBeAttached()
  await expect(preloads('legal-page')).toBeAttached()
})
