import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll } from './people.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('every email fits on a phone and is accessible, in light and dark', async ({ page }) => {
  test.setTimeout(180_000)
  await page.goto('/mail/preview')
  const links = await page.getByRole('link', { name: 'HTML', exact: true }).all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  expect(paths.length).toBeGreaterThan(20)
  // The page of a template allows no scripts, not even the accessibility check.
  await page.goto('about:blank')
  for (const path of paths) {
    const mail = await page.request.get(path ?? '')
    expect(mail.status(), path ?? '').toBe(200)
    await page.setContent(await mail.text())
    for (const colorScheme of ['light', 'dark'] as const) {
      await test.step(`${path}, ${colorScheme}`, async () => {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
        await expectNoHorizontalScroll(page)
      })
    }
  }
})
