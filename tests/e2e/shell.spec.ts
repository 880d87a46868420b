import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { holdBack } from './hold-back.ts'

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

  // The browser's own Back closes it as well, and Forward does not bring it back.
  await menu.click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/city-search$/)
  await expect(drawer).toBeHidden()
  await page.goForward()
  await expect(page).toHaveTitle('Find your city · Gather')
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
  const background = () =>
    page.evaluate(async () => {
      // One that is canceled meanwhile is over too.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      return getComputedStyle(document.body).backgroundColor
    })
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
    const small = await page.evaluate(() => {
      // What is drawn lower may be pressed around itself too.
      const height = (element: HTMLElement) => {
        const { position, top, bottom } = getComputedStyle(element, '::after')
        const around = position === 'absolute' ? element.clientHeight - Number.parseFloat(top) - Number.parseFloat(bottom) : 0
        return Math.max(element.getBoundingClientRect().height, around)
      }
      return [...document.querySelectorAll<HTMLElement>('header a, header button, nav a, nav button, main button, main p > a.inline-flex')]
        .filter((element) => element.offsetParent !== null && height(element) < 43.5)
        .map((element) => element.outerHTML.slice(0, 120))
    })
    expect(small).toEqual([])
  }
})

test('what an operator has to say stands on every page @once', async ({ page, request }) => {
  const admin = { authorization: 'Bearer local-admin-token' }
  await request.put('/api/admin/config/notice', { headers: admin, data: { value: 'Courts are closed today.' } })
  try {
    await page.goto('/discover/city-search')
    await expect(page.getByText('Courts are closed today.')).toBeVisible()
  } finally {
    await request.delete('/api/admin/config/notice', { headers: admin })
  }
})

test('what an operator says reaches a tab that is open already @once', async ({ page, request }) => {
  const admin = { authorization: 'Bearer local-admin-token' }
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await request.put('/api/admin/config/notice', { headers: admin, data: { value: 'Storm tonight.' } })
  try {
    await page.clock.fastForward(300_000)
    await expect(page.getByText('Storm tonight.')).toBeVisible()
  } finally {
    await request.delete('/api/admin/config/notice', { headers: admin })
  }
})

for (const [kind, block] of [
  [
    'switched off',
    () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
      }
    },
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    },
  ],
] as const) {
  test(`all works where storage is ${kind} @once`, async ({ page }) => {
    await page.addInitScript(block)
    await page.goto('/')
    const field = page.getByRole('combobox', { name: 'Where do you play?' })
    await field.fill('austin, t')
    await field.press('Enter')
    await expect(field).toHaveAttribute('aria-activedescendant', /./)
    await field.press('Enter')
    await expect(page).toHaveTitle('Games near Austin, TX · Gather')
    await page.goto('/_ui')
    await page.getByLabel('Name of the game').fill('Sunrise open play')
    await expect(page.getByLabel('Name of the game')).toHaveValue('Sunrise open play')
  })
}

test('the browser’s own bar takes the color of the chosen light', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const color = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    )
  const day = await color()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByText('Dark', { exact: true }).click()
  const night = await color()
  expect(night).toHaveLength(1)
  expect(night).not.toEqual(day)
  await page.reload()
  expect(await color()).toEqual(night)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByText('Device', { exact: true }).click()
  expect(await color()).toEqual(day)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await color()).toEqual(night)
})

test.describe('while a page is on its way', () => {
  test.use({ serviceWorkers: 'block' })

  test('a line on top says so @once', async ({ page }) => {
    const release = await holdBack(page, '**/assets/city-search-page-*.js')
    await page.goto('/')
    const line = page.getByRole('progressbar', { name: 'Loading the page' })
    await page.locator('nav').getByRole('link', { name: 'Find your city' }).filter({ visible: true }).click()
    await expect(line).toBeVisible()
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
    await expect(line).toBeHidden()
  })
})

test.describe('a tapped notification', () => {
  /** Taps one as a finger does; the answer is what was opened in a window of its own. */
  const tap = (page: Page, path: string) =>
    page
      .context()
      .serviceWorkers()[0]
      ?.evaluate(async (to) => {
        const scope = globalThis as unknown as {
          clients: { openWindow: (url: string) => Promise<null> }
          dispatchEvent: (event: Event) => void
        }
        const opened: string[] = []
        scope.clients.openWindow = async (url) => {
          opened.push(url)
          return null
        }
        const done: Promise<unknown>[] = []
        const notification = { close: () => undefined, data: { path: to } }
        const waitUntil = (promise: Promise<unknown>) => done.push(promise)
        scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
        // Only a real finger may bring a window forward.
        await Promise.allSettled(done)
        return opened
      }, path)

  const open = async (page: Page) => {
    await page.goto('/_ui')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 35_000 })
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  }
  const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window)

  test('leads an idle tab there without loading it anew @once', async ({ page, baseURL }) => {
    await open(page)
    expect(await tap(page, '/discover/city-search?city=4671654')).toEqual([])
    await expect(page).toHaveURL(`${baseURL}/discover/city-search?city=4671654`)
    await expect(page.getByRole('heading', { level: 2, name: 'Austin' })).toBeVisible()
    expect(await isSamePage(page)).toBe(true)
  })

  test('leaves a tab with unsaved words alone @once', async ({ page, baseURL }) => {
    await open(page)
    await page.getByLabel('Name of the game').fill('Sunrise open play')
    expect(await tap(page, '/discover/city-search')).toEqual(['/discover/city-search'])
    await expect(page).toHaveURL(`${baseURL}/_ui`)
    await expect(page.getByLabel('Name of the game')).toHaveValue('Sunrise open play')
  })
})

test('nothing scrolls sideways', async ({ page }) => {
  for (const path of ['/', '/discover/city-search?city=4671654', '/nowhere', '/_ui']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
})
