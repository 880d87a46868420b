import { expect, type Page } from '@playwright/test'
import type { Viewer } from '../../domain/access/contract.ts'
import { expectAccessible, test } from './fixtures.ts'

test.use({ allowedErrors: /status of 404|Crashed on purpose/ })

async function signIn(page: Page, facts: Partial<Viewer>) {
  const viewer: Viewer = { id: 'person-a', name: 'Person A', emailVerified: true, profileComplete: true, ...facts }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
}

const lost = (page: Page) => page.getByRole('heading', { level: 1, name: 'Beans is having a "RUFF" time finding your page.' })

/** To an address as a link within the app leads there: no page is asked for. */
async function goFromInside(page: Page, path: string) {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

test.describe('the lost page', () => {
  test('speaks with Beans’s words and knows the way home', async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(lost(page)).toBeVisible()
    await expect(page.getByText('Maybe try another page, please?')).toBeVisible()
    await expect(page).toHaveTitle('Page not found · Gather')
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveTitle('Find a game near you · Gather')
  })

  test('is all there is on a community’s own domain so far, and it leads nowhere that is not there @once', async ({ page, baseURL }) => {
    await page.goto(`${baseURL?.replace('localhost', 'sunset-smashers.localhost')}/discover/city-search`)
    await expect(lost(page)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Find your city' })).toHaveCount(0)
  })

  test('is not what an unknown host gets @once', async ({ page, baseURL }) => {
    const answer = await page.goto(`${baseURL?.replace('localhost', 'nobody.localhost')}/`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'No community lives at this address.' })).toBeVisible()
    await expect(page.getByRole('link')).toHaveAttribute('href', baseURL ?? '')
  })
})

test.describe('old and short addresses', () => {
  for (const [from, to] of [
    ['/faqs/cats', '/faqs'],
    // A stranger is asked to log in first.
    ['/games/abc/manage', '/login?next=%2Fdiscover%2Fevents%2Fabc%2Fmanage'],
    ['/share/event/abc', '/evt/abc'],
    ['/auth', '/auth/sign-up'],
  ] as const) {
    test(`${from} leads to ${to}, from outside and from inside @once`, async ({ page, baseURL }) => {
      await page.goto(from)
      await expect(page).toHaveURL(baseURL + to)
      await goFromInside(page, from)
      await expect(page).toHaveURL(baseURL + to)
    })
  }
})

test('a page has one address: no other case, no slash at its end, also from inside @once', async ({ page, baseURL }) => {
  await page.goto('/Discover/City-Search')
  await expect(lost(page)).toBeVisible()
  for (const [from, to] of [
    ['/discover/city-search/?city=4671654', '/discover/city-search?city=4671654'],
    ['/_test/signed-out/', '/_test/signed-out'],
    ['/no/such/page/', '/no/such/page'],
  ] as const) {
    await goFromInside(page, from)
    await expect(page).toHaveURL(baseURL + to)
  }
})

test.describe('after a deploy took the files of an open tab away', () => {
  test.use({ serviceWorkers: 'block', allowedErrors: /ERR_FAILED|dynamically imported module/ })

  /** Until the page is loaded anew its chunk for the city search is gone. */
  async function loseChunk(page: Page) {
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.route('**/assets/city-search-page-*.js', (route) => (loads > 1 ? route.continue() : route.abort()))
    return () => loads
  }

  test('the next page comes by loading anew, once @once', async ({ page }) => {
    const loads = await loseChunk(page)
    await page.goto('/')
    await page.locator('nav').getByRole('link', { name: 'Find your city' }).filter({ visible: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
    expect(loads()).toBe(2)
  })

  test('a page that stays away says so instead of loading for ever @once', async ({ page }) => {
    const loads = await loseChunk(page)
    await page.route('**/assets/city-search-page-*.js', (route) => route.abort())
    await page.goto('/discover/city-search')
    await expect(page.getByRole('heading', { level: 1, name: 'This page stumbled.' })).toBeVisible()
    await page.waitForTimeout(500)
    expect(loads()).toBe(2)
  })

  test('unsaved words are not taken away: a person decides @once', async ({ page }) => {
    const loads = await loseChunk(page)
    await page.goto('/_ui')
    await page.getByLabel('Name of the game').fill('Sunrise open play')
    await page.locator('nav').getByRole('link', { name: 'Find your city' }).filter({ visible: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This page stumbled.' })).toBeVisible()
    expect(loads()).toBe(1)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
  })
})

test.describe('guards', () => {
  const allowed = (page: Page) => page.getByRole('heading', { level: 1, name: 'You may be here' })

  test('send a stranger to Login with a way back @once', async ({ page, baseURL }) => {
    await page.goto('/_test/signed-in?tab=two')
    await expect(page).toHaveURL(`${baseURL}/login?next=${encodeURIComponent('/_test/signed-in?tab=two')}`)
  })

  test('let a person in @once', async ({ page }) => {
    await signIn(page, {})
    for (const path of ['/_test/signed-in', '/_test/verified', '/_test/complete', '/_test/owner/person-a']) {
      await page.goto(path)
      await expect(allowed(page)).toHaveText('You may be here, person-a.')
    }
  })

  test('send who is signed in away from the sign-in pages: back to where they wanted, never off the site @once', async ({
    page,
    baseURL,
  }) => {
    await signIn(page, {})
    await page.goto('/_test/signed-out')
    await expect(page).toHaveURL(`${baseURL}/home`)
    await page.goto(`/_test/signed-out?next=${encodeURIComponent('/_test/signed-in')}`)
    await expect(page).toHaveURL(`${baseURL}/_test/signed-in`)
    for (const evil of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto(`/_test/signed-out?next=${encodeURIComponent(evil)}`)
      await expect(page).toHaveURL(`${baseURL}/home`)
    }
  })

  test('send the unverified and the unfinished where they first need to go @once', async ({ page }) => {
    await signIn(page, { emailVerified: false })
    await page.goto('/_test/verified')
    await expect(page).toHaveURL(/\/verify-email\?next=%2F_test%2Fverified$/)
    await page.getByRole('button', { name: 'I have verified it' }).click()
    await expect(page.getByText('Email is not verified')).toBeVisible()
    await signIn(page, { profileComplete: false })
    await page.goto('/_test/complete')
    await expect(page).toHaveURL(/\/user-onboarding\?next=%2F_test%2Fcomplete$/)
  })

  test('hide what belongs to someone else @once', async ({ page }) => {
    await signIn(page, {})
    await page.goto('/_test/owner/person-b')
    await expect(lost(page)).toBeVisible()
  })
})

test('a page that fails says so, keeps the bars, and can be tried again @once', async ({ page }) => {
  await page.goto('/_test/crash')
  await expect(page.getByRole('heading', { level: 1, name: 'This page stumbled.' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await expect(page.getByRole('alert')).toContainText(/mention [\w-]{16,}/)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => history.replaceState(null, '', '/_test/crash?calm'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'All is well.' })).toBeVisible()
})

test('the parts are accessible in both themes and on both platforms', async ({ page, baseURL }) => {
  test.slow()
  for (const origin of [baseURL ?? '', baseURL?.replace('localhost', 'meh.localhost') ?? '']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${origin}/_ui`)
      await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible()
      await expectAccessible(page)
    }
  }
})

test('the API has a readable page that needs nothing from elsewhere @once', async ({ page, baseURL }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:') && !request.url().startsWith('blob:'))
      elsewhere.push(request.url())
  })
  await page.goto('/api/docs')
  await expect(page.getByText('What the web app speaks.').first()).toBeVisible()
  await expect(page.getByText('Search US cities').first()).toBeAttached()
  expect(elsewhere).toEqual([])
})
