import { createMemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Viewer } from '../../domain/access/contract.ts'
import { createAppRouter } from '../../web/router.tsx'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const notFoundHeading = page.getByRole('heading', { level: 1, name: 'Beans is having a "RUFF" time finding your page.' })

/**
 * Returns the address to which the app redirects this user, without rendering the page. Null means that the page does not exist
 * for them.
 */
async function followAddress(path: string, viewer: Viewer | null = null): Promise<string | null> {
  const router = createAppRouter({ host: 'product', productUrl: window.location.origin, viewer: () => viewer }, (routes) =>
    createMemoryRouter(routes, { initialEntries: [path] }),
  )
  await expect.poll(() => router.state.initialized && router.state.navigation.state === 'idle').toBe(true)
  const { location, errors } = router.state
  router.dispose()
  return errors ? null : location.pathname + location.search
}

describe('a page that was just loaded', () => {
  /** The key under which React Router keeps the scroll position. */
  function loadKey(): string {
    const router = createAppRouter({ host: 'product', productUrl: window.location.origin, viewer: () => null })
    router.dispose()
    return router.state.location.key
  }

  it('has its own scroll position, which a reload finds again', () => {
    history.pushState(null, '')
    const first = loadKey()
    expect(loadKey()).toBe(first)
    // The browser loads another page in the same tab.
    history.pushState(null, '')
    expect(loadKey()).not.toBe(first)
  })
})

describe('the not-found page', () => {
  it('shows the text of Beans and a link home', async () => {
    const app = await openApp('/no/such/page')
    await expect.element(notFoundHeading).toBeVisible()
    await expect.element(page.getByText('Maybe try another page, please?')).toBeVisible()
    await expect.poll(() => document.title).toBe('Page not found · Gather')
    await expectAccessible()
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect.poll(() => document.title).toBe('Find a game near you · Gather')
    expect(app.address()).toBe('/')
  })

  it('is not shown where a page on the domain of a community handles the rest of the address', async () => {
    await openApp('/_test/team/some/where', { host: 'team' })
    await expect.element(page.getByRole('heading', { level: 1, name: 'The rest of the address is some/where.' })).toBeVisible()
  })

  it('is shown on the product’s domain for a page of a community’s domain', async () => {
    await openApp('/_test/team/some/where')
    await expect.element(notFoundHeading).toBeVisible()
  })

  it('is shown if the address has another case', async () => {
    await openApp('/Discover/City-Search')
    await expect.element(notFoundHeading).toBeVisible()
  })
})

describe('an old, short or slightly wrong address', () => {
  it.each([
    ['/faqs/cats', '/faqs'],
    // A visitor must log in first.
    ['/games/abc/manage', '/login?next=%2Fdiscover%2Fevents%2Fabc%2Fmanage'],
    ['/share/event/abc', '/evt/abc'],
    ['/auth', '/auth/sign-up'],
    ['/discover/city-search/?city=4671654', '/discover/city-search?city=4671654'],
    ['/_test/signed-out/', '/_test/signed-out'],
    ['/no/such/page/', '/no/such/page'],
  ])('%s leads to %s also from inside', async (from, to) => {
    expect(await followAddress(from)).toBe(to)
  })
})

describe('guards', () => {
  it('send a visitor to Login with a way back', async () => {
    expect(await followAddress('/_test/signed-in?tab=two')).toBe(`/login?next=${encodeURIComponent('/_test/signed-in?tab=two')}`)
  })

  it.each(['/teams', '/teams/create', '/teams/a/b?c=d', '/home/attic', '/profile/a/b'])(
    'send a visitor to Login from %s, although there is no page',
    async (path) => {
      expect(await followAddress(path)).toBe(`/login?next=${encodeURIComponent(path)}`)
      expect(await followAddress(path, someone)).toBe(path)
    },
  )

  it.each(['/_test/signed-in', '/_test/verified', '/_test/complete', '/_test/owner/person-a'])(
    'let a signed-in user open %s',
    async (path) => {
      const app = await openApp(path, { viewer: someone })
      await expect.element(page.getByRole('heading', { level: 1, name: 'You may be here, person-a.' })).toBeVisible()
      expect(app.address()).toBe(path)
    },
  )

  it.each([
    ['home', '', '/home'],
    ['back to where they wanted', '/_test/signed-in', '/_test/signed-in'],
    ['never off the site', '//evil.example', '/home'],
    ['never off the site', 'https://evil.example', '/home'],
    ['never off the site', '/\\evil.example', '/home'],
    ['never off the site', 'javascript:alert(1)', '/home'],
  ])('send who is signed in away from the sign-in pages, %s: %s', async (_, next, to) => {
    const path = next ? `/_test/signed-out?next=${encodeURIComponent(next)}` : '/_test/signed-out'
    expect(await followAddress(path, someone)).toBe(to)
  })

  it('send unverified users to the page to verify their email, which says that they are not verified yet', async () => {
    const app = await openApp('/_test/verified', { viewer: { ...someone, emailVerified: false } })
    await page.getByRole('button', { name: 'I have verified my email' }).click()
    await expect.element(page.getByText('Email is not verified')).toBeVisible()
    expect(app.address()).toBe('/verify-email?next=%2F_test%2Fverified')
  })

  it('send users without a complete profile to complete it', async () => {
    const viewer = { ...someone, profileComplete: false }
    expect(await followAddress('/_test/complete', viewer)).toBe('/user-onboarding?next=%2F_test%2Fcomplete')
  })

  it('hide pages that belong to someone else', async () => {
    await openApp('/_test/owner/person-b', { viewer: someone })
    await expect.element(notFoundHeading).toBeVisible()
  })
})

describe('a page that fails', () => {
  it('shows an error and keeps the navigation bars', async () => {
    allowErrors(/Crashed on purpose/)
    await openApp('/_test/crash')
    await expect.element(page.getByRole('heading', { level: 1, name: 'This page did not load' })).toBeVisible()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    await expect.element(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expectAccessible()
  })
})
