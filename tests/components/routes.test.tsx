import { createMemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Viewer } from '../../domain/access/contract.ts'
import { createAppRouter } from '../../web/router.tsx'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const lost = page.getByRole('heading', { level: 1, name: 'Beans is having a "RUFF" time finding your page.' })

/** Where an address leads this person within the app, without drawing what is there; null when nothing is there for them. */
async function followAddress(path: string, viewer: Viewer | null = null): Promise<string | null> {
  const router = createAppRouter({ host: 'product', viewer: () => viewer }, (routes) =>
    createMemoryRouter(routes, { initialEntries: [path] }),
  )
  await expect.poll(() => router.state.initialized && router.state.navigation.state === 'idle').toBe(true)
  const { location, errors } = router.state
  router.dispose()
  return errors ? null : location.pathname + location.search
}

describe('the lost page', () => {
  it('speaks with Beans’s words and knows the way home', async () => {
    const app = await openApp('/no/such/page')
    await expect.element(lost).toBeVisible()
    await expect.element(page.getByText('Maybe try another page, please?')).toBeVisible()
    await expect.poll(() => document.title).toBe('Page not found · Gather')
    await expectAccessible()
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect.poll(() => document.title).toBe('Find a game near you · Gather')
    expect(app.address()).toBe('/')
  })

  it('is all there is on a community’s own domain so far, and it leads nowhere that is not there', async () => {
    await openApp('/discover/city-search', { host: 'team' })
    await expect.element(lost).toBeVisible()
    await expect.element(page.getByRole('main').getByRole('link')).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Find your city' })).not.toBeInTheDocument()
  })

  it('does not stand where a page of the community’s own domain catches the rest of the address', async () => {
    await openApp('/_test/team/some/where', { host: 'team' })
    await expect.element(page.getByRole('heading', { level: 1, name: 'The rest of the address is some/where.' })).toBeVisible()
  })

  it('stands on the product’s own domain for a page of a community’s', async () => {
    await openApp('/_test/team/some/where')
    await expect.element(lost).toBeVisible()
  })

  it('stands where the address is written in another case', async () => {
    await openApp('/Discover/City-Search')
    await expect.element(lost).toBeVisible()
  })
})

describe('an old, short or careless address', () => {
  it.each([
    ['/faqs/cats', '/faqs'],
    // A stranger is asked to log in first.
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
  it('send a stranger to Login with a way back', async () => {
    expect(await followAddress('/_test/signed-in?tab=two')).toBe(`/login?next=${encodeURIComponent('/_test/signed-in?tab=two')}`)
  })

  it.each(['/_test/signed-in', '/_test/verified', '/_test/complete', '/_test/owner/person-a'])('let a person in: %s', async (path) => {
    const app = await openApp(path, { viewer: someone })
    await expect.element(page.getByRole('heading', { level: 1, name: 'You may be here, person-a.' })).toBeVisible()
    expect(app.address()).toBe(path)
  })

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

  it('send the unverified to verify their email, who are told there that it is not done', async () => {
    const app = await openApp('/_test/verified', { viewer: { ...someone, emailVerified: false } })
    await page.getByRole('button', { name: 'I have verified my email' }).click()
    await expect.element(page.getByText('Email is not verified')).toBeVisible()
    expect(app.address()).toBe('/verify-email?next=%2F_test%2Fverified')
  })

  it('send the unfinished to finish their profile', async () => {
    const viewer = { ...someone, profileComplete: false }
    expect(await followAddress('/_test/complete', viewer)).toBe('/user-onboarding?next=%2F_test%2Fcomplete')
  })

  it('hide what belongs to someone else', async () => {
    await openApp('/_test/owner/person-b', { viewer: someone })
    await expect.element(lost).toBeVisible()
  })
})

describe('a page that fails', () => {
  it('says so and keeps the bars', async () => {
    allowErrors(/Crashed on purpose/)
    await openApp('/_test/crash')
    await expect.element(page.getByRole('heading', { level: 1, name: 'This page did not load.' })).toBeVisible()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    await expect.element(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expectAccessible()
  })
})
