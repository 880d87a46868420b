import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'

test('the chosen theme is there from the first paint of the next page, and in the browser’s own bar', async ({
  page,
  request,
  context,
}) => {
  const colorOfBar = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    )
  const background = () =>
    page.evaluate(async () => {
      // One that is canceled meanwhile is over too.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      return getComputedStyle(document.body).backgroundColor
    })
  const choose = async (theme: string) => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByText(theme, { exact: true }).click()
  }

  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const day = await colorOfBar()
  await choose('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const dark = await background()
  const night = await colorOfBar()
  expect(night).toHaveLength(1)
  expect(night).not.toEqual(day)

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await (await request.get('/', { headers: { cookie } })).text()).toContain('data-theme="dark"')
  await page.reload()
  expect(await background()).toBe(dark)
  expect(await colorOfBar()).toEqual(night)
  await expectAccessible(page)

  await choose('Device')
  expect(await colorOfBar()).toEqual(day)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await colorOfBar()).toEqual(night)
})
