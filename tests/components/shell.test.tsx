import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ApiError } from '../../web/api.ts'
import { defaultBoot, loadBoot } from '../../web/boot.ts'
import { ProgressLine } from '../../web/shell/progress-line.tsx'
import { FormParts } from '../../web/ui/parts/form-parts.tsx'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { openParts } from './setup/open-parts.tsx'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const menu = page.getByRole('button', { name: 'Menu' })
const bar = page.getByRole('navigation', { name: 'Main' })
const tabs = page.getByRole('navigation', { name: 'Tabs' })
const content = page.getByRole('main')

describe('the drawer', () => {
  const drawer = page.getByRole('dialog', { name: 'Gather' })

  it('opens, has links, closes with Escape and returns the focus', async () => {
    const app = await openApp('/')
    await menu.click()
    await expect.element(drawer).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(menu).toHaveFocus()

    await menu.click()
    await drawer.getByRole('link', { name: 'Help & Faqs' }).click()
    await expect.poll(app.address).toBe('/faqs')
    await expect.element(drawer).not.toBeInTheDocument()
  })

  it('has only the pages that the bars do not have, and one button opens it', async () => {
    await page.viewport(390, 844)
    await openApp('/discover/city-search', { viewer: someone })
    await expect.element(menu).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect.element(drawer.getByRole('link', { name: 'Connect' })).toBeVisible()
    for (const name of ['Discover', 'Search']) await expect.element(drawer.getByRole('link', { name })).not.toBeInTheDocument()
    await expect.element(drawer.getByRole('button', { name: 'Log out' })).not.toBeInTheDocument()
  })

  it('has the search and the ways to sign in for people who are not signed in', async () => {
    await page.viewport(390, 844)
    await openApp('/')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    for (const name of ['Search', 'Log in', 'Sign up']) await expect.element(drawer.getByRole('link', { name })).toBeVisible()
    await expectAccessible()
  })

  it('closes with the back button of the browser', async () => {
    await openApp('/discover/city-search')
    await menu.click()
    await expect.element(drawer).toBeVisible()
    dispatchEvent(new PopStateEvent('popstate'))
    await expect.element(drawer).not.toBeInTheDocument()
  })
})

describe('the bar at the bottom of a phone', () => {
  it('never covers what has the focus', async () => {
    await page.viewport(390, 844)
    await openApp('/faqs')
    await expect.element(tabs.getByRole('link', { name: 'Discover' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Terms' })).toBeInTheDocument()
    const covered: string[] = []
    const bottom = () => tabs.element().getBoundingClientRect().top
    for (let presses = 0; presses < 30; presses++) {
      await userEvent.keyboard('{Tab}')
      const focused = document.activeElement
      if (!content.element().contains(focused)) continue
      if (focused && focused.getBoundingClientRect().bottom > bottom()) covered.push(focused.textContent)
    }
    expect(covered).toEqual([])
  })
})

describe('the keyboard', () => {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  it('opens pages by “g” and a letter, and “?” lists them', async () => {
    const app = await openApp('/faqs')
    const search = page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
    await search.click()
    await userEvent.keyboard('?')
    await expect.element(search).toHaveValue('?')
    await page.getByRole('heading', { level: 1 }).click()
    await expect
      .poll(async () => {
        await userEvent.keyboard('?')
        return list.query()
      })
      .not.toBeNull()
    await expect.element(list.getByText('Discover')).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('gc{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    expect(app.address()).toBe('/faqs')
    await userEvent.keyboard('gc')
    await expect.poll(app.address).toBe('/discover/city-search')
  })
})

describe('a new page', () => {
  it('is announced to screen readers, and the focus moves to its top', async () => {
    await openApp('/')
    await bar.getByRole('link', { name: 'Find your city' }).click()
    await expect.element(heading('Find your city')).toBeVisible()
    await expect.element(page.getByRole('status').filter({ hasText: 'Find your city · Gather' })).toBeInTheDocument()
    await expect.element(content).toHaveFocus()
  })

  it('shows a progress line at the top if it loads slowly', async () => {
    const { promise, resolve } = Promise.withResolvers<null>()
    const router = createMemoryRouter([
      {
        element: <ProgressLine />,
        children: [
          { path: '/', element: null },
          { path: '/slow', loader: () => promise, element: null },
        ],
      },
    ])
    await render(<RouterProvider router={router} />)
    const line = page.getByRole('progressbar', { name: 'Loading the page' })
    await expect.element(line).not.toBeInTheDocument()
    const arrived = router.navigate('/slow')
    await expect.element(line).toBeVisible()
    resolve(null)
    await arrived
    await expect.element(line).not.toBeInTheDocument()
  })
})

describe('the bars', () => {
  it('start with a link to skip them', async () => {
    await openApp('/discover/city-search')
    await expect.element(heading('Find your city')).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(content).toHaveFocus()
  })

  it.each([
    ['on top on a desktop', 1440, bar, tabs],
    ['where the thumb is on a phone', 390, tabs, bar],
  ])('have their places %s', async (_, width, here, notHere) => {
    await page.viewport(width, 844)
    await openApp('/')
    await expect.element(notHere).not.toBeInTheDocument()
    await here.getByRole('link', { name: 'Find your city' }).click()
    await expect.element(heading('Find your city')).toBeVisible()
    await expect.element(here.getByRole('link', { name: 'Find your city' })).toHaveAttribute('aria-current', 'page')
  })

  it.each([1440, 390])('and pages have no click target that is lower than 44 pixels on a screen %s pixels wide', async (width) => {
    await page.viewport(width, 844)
    const app = await openApp('/')
    for (const path of ['/', '/discover/city-search', '/nowhere']) {
      await app.goTo(path)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(listLowTargets(), path).toEqual([])
    }
  })
})

function listLowTargets(): string[] {
  // An element that looks lower may also react to presses around it.
  const heightOf = (element: HTMLElement) => {
    const { position, top, bottom } = getComputedStyle(element, '::after')
    const around = position === 'absolute' ? element.clientHeight - Number.parseFloat(top) - Number.parseFloat(bottom) : 0
    return Math.max(element.getBoundingClientRect().height, around)
  }
  const targets = 'header a, header button, nav a, nav button, main button, main p > a.inline-flex'
  return [...document.querySelectorAll<HTMLElement>(targets)]
    .filter((element) => element.offsetParent !== null && heightOf(element) < 43.5)
    .map((element) => element.outerHTML.slice(0, 120))
}

describe('the banner of an operator', () => {
  const flags = { subscriptionsEnabled: true, notice: 'Courts are closed today.', communitySale: null }

  it('is shown on every page', async () => {
    await openApp('/discover/city-search', { config: { flags } })
    await expect.element(page.getByText('Courts are closed today.')).toBeVisible()
  })

  it('appears in an open tab within five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
    await openApp('/discover/city-search')
    await expect.element(heading('Find your city')).toBeVisible()
    const before = requestsTo('GET /api/config').length
    answerWith({ 'GET /api/config': { ...defaultBoot.config, flags: { ...flags, notice: 'Storm tonight.' } } })
    await vi.advanceTimersByTimeAsync(300_000)
    await expect.element(page.getByText('Storm tonight.')).toBeVisible()
    expect(requestsTo('GET /api/config').length).toBeGreaterThan(before)
  })
})

describe('a device without storage', () => {
  it('has working forms even if its storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    await openParts(<FormParts />)
    const name = page.getByLabelText('Name of the game')
    await name.fill('Sunrise open play')
    await expect.element(name).toHaveValue('Sunrise open play')
    expect(Storage.prototype.setItem).toHaveBeenCalled()
  })

  it('has working forms even if its storage is turned off', async () => {
    const storageGetter = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
    await openParts(<FormParts />)
    const name = page.getByLabelText('Name of the game')
    await name.fill('Sunrise open play')
    await expect.element(name).toHaveValue('Sunrise open play')
    expect(storageGetter).toHaveBeenCalled()
  })
})

describe('the shell without the data that the Worker writes into a page', () => {
  it.each([
    ['UnknownHost', 'There is no community at this address.'],
    ['TooManyRequests', 'Too many requests. Please wait a moment.'],
  ] as const)('takes a refusal at its word: %s', async (code, title) => {
    answerWith({ 'GET /api/config': refuse(code, title), 'GET /api/session': { viewer: null } })
    const refused = await loadBoot().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ code, userMessage: title })
  })

  it('shows the message of a newer server if it does not know the error code', async () => {
    const newer = { type: 'about:blank', title: 'This is new here.', status: 409, code: 'NewerThanThisPage', requestId: 'r-1' }
    answerWith({ 'GET /api/config': Response.json(newer, { status: 409 }), 'GET /api/session': { viewer: null } })
    expect(await loadBoot().catch((error: unknown) => error)).toMatchObject({ code: newer.code, userMessage: newer.title })
  })

  it.each([
    ['while the server is down', refuse('Unavailable', 'Not now.')],
    ['behind the Wi-Fi of a café', new Response('Please log in', { status: 404, headers: { 'content-type': 'text/html' } })],
  ])('opens with what it knows %s', async (_, answer) => {
    answerWith({ 'GET /api/config': answer, 'GET /api/session': answer })
    expect(await loadBoot()).toMatchObject({ boot: { session: { viewer: null }, config: { host: 'product' } }, isFromServer: false })
  })
})
