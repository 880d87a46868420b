import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../domain/demo-accounts.ts'
import { test } from './fixtures.ts'
import { account, field, forgetSession, heading, logIn, password, uniqueEmail, waitForMailLink } from './sign-in.ts'

test('sign-up by email leads back to the page the person came from, in every tab, and the password then works for login', async ({
  page,
  context,
  request,
  sandboxUrl,
}) => {
  const email = uniqueEmail('signs-up')
  await page.goto('/auth/login?next=%2Fdiscover%2Fcity-search')
  await expect(heading(page, 'Log in')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/sign-up\?next=%2Fdiscover%2Fcity-search$/)
  await expect(heading(page, 'Sign up')).toBeVisible()
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByText('I am 13 or older').click()
  await page.getByText('I accept the terms').click()
  await field(page, 'Password').press('Enter')

  await expect(heading(page, 'Check your email')).toBeVisible()

  const mailTab = await context.newPage()
  const link = await waitForMailLink(request, sandboxUrl, email, /Verify your email/)
  await mailTab.goto(link)
  await mailTab.getByRole('button', { name: 'Verify my email' }).click()
  await expect(heading(mailTab, 'Email verified!')).toBeVisible()
  for (const tab of [mailTab, page]) {
    await expect(tab).toHaveURL(/\/discover\/city-search$/)
    await expect(account(tab)).toBeVisible()
  }
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))).not.toContain(password)

  // If the signed-in owner opens the link again, the page says that the email is already verified. For anyone else it no longer works.
  await mailTab.goto(link)
  await mailTab.getByRole('button', { name: 'Use the link' }).click()
  await expect(heading(mailTab, 'This link does not work')).toBeVisible()
  await expect(mailTab.getByText(/the email of your account is already verified/)).toBeVisible()
  await forgetSession(page, mailTab)
  await mailTab.goto(link)
  await mailTab.getByRole('button', { name: 'Verify my email' }).click()
  await expect(heading(mailTab, 'This link no longer works')).toBeVisible()

  // The password chosen at sign-up is now the password of the account.
  await mailTab.goto('/login?next=%2Fdiscover%2Fcity-search')
  await logIn(mailTab, email)
  await expect(mailTab).toHaveURL(/\/discover\/city-search$/)
  await expect(account(mailTab)).toBeVisible()
  // Back must not lead to the login page.
  await mailTab.goBack()
  await expect(mailTab).not.toHaveURL(/login|sign-up/)
})

/** Signs in, and leaves personal data in the browser's storage. */
async function signInWithLocalData(page: Page, name: string) {
  const id = `${name}-${test.info().project.name}`
  await page.request.put('/api/_local/session', {
    data: { viewer: { id, name: 'Maya Rivera', emailVerified: true, profileComplete: true } },
  })
  await page.goto('/discover/city-search?city=4671654')
  await expect(page.getByRole('heading', { level: 2, name: 'Austin' })).toBeVisible()
  await page.getByRole('combobox', { name: 'City' }).fill('bosto')
  await expect(page.getByRole('option', { name: /Boston/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    localStorage.setItem('recentCities', '[]')
    localStorage.setItem('draft:event:new', '{}')
    sessionStorage.setItem('mine', 'yes')
  })
}

const getViewer = async (page: Page) => (await (await page.request.get('/api/session')).json()).viewer

const readStoredData = (page: Page) =>
  page.evaluate(async () => {
    const read = (): Promise<unknown[]> =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('gather')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('seen').objectStore('seen').getAll()
          all.onsuccess = () => resolve(all.result)
        }
      })
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await read()])
  })

test.describe('with several tabs', () => {
  // A tab may count what is unread once more before it learns that its session ended.
  test.use({ allowedErrors: /status of 401.*unread/ })

  test('logging out ends the session, deletes personal data from this device, and signs out every tab', async ({ page, context }) => {
    await signInWithLocalData(page, 'leaves')
    const guarded = await context.newPage()
    await guarded.goto('/_test/signed-in')
    await expect(heading(guarded, 'You may be here')).toBeVisible()
    const open = await context.newPage()
    await open.goto('/')
    await expect(account(open)).toBeVisible()
    // Requests that are still on their way would be refused when the session ends.
    await expect(open.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(open.locator('main [aria-busy=true], main .animate-pulse')).toHaveCount(0)
    // The app saves loaded data for offline use about a second later.
    await expect.poll(() => readStoredData(page), { timeout: 20_000 }).toContain('Austin')

    await account(page).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login\?logout=true$/)
    await expect(page.getByText('You are signed out.')).toBeVisible()
    await expect(page.getByText('Error during logout.')).toBeHidden()
    expect(await getViewer(page)).toBeNull()
    const storedData = await readStoredData(page)
    for (const trace of ['recentCities', 'draft:', 'mine', 'Maya', 'Austin']) expect(storedData).not.toContain(trace)
    expect(storedData).toContain('visitCount')

    await expect(guarded).toHaveURL(/\/login\?next=%2F_test%2Fsigned-in$/)
    await expect(account(open)).toBeHidden()
    // Back must not show anything of the person again.
    await page.goBack()
    await expect(account(page)).toBeHidden()
  })
})

test('logging out works even if the browser cannot delete its data, and opens no socket meanwhile', async ({ page }) => {
  // As if another tab blocked the database: opening it neither succeeds nor fails.
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => Object.create(EventTarget.prototype)
  })
  const signedOut = page.waitForResponse('**/api/auth/signout')
  await page.route('**/assets/open-socket-*.js', async (route) => {
    await signedOut
    await route.continue()
  })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await signInWithLocalData(page, 'stuck')
  const lateScript = page.waitForResponse('**/assets/open-socket-*.js')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await lateScript
  await expect(page).toHaveURL(/\/login\?logout=true$/)
  expect(await getViewer(page)).toBeNull()
  expect(sockets).toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Maya')
})

test.describe('a logout whose request does not reach the server', () => {
  // The other tab may try to connect at the moment at which its session ends.
  test.use({ allowedErrors: /ERR_FAILED|WebSocket.*HTTP Authentication failed/ })

  for (const kind of ['fails', 'hangs'] as const) {
    test(`shows an error, signs out this browser, and ends the session on the next visit (the request ${kind})`, async ({
      page,
      context,
    }) => {
      await signInWithLocalData(page, kind)
      const other = await context.newPage()
      await other.goto('/_test/signed-in')
      await context.route('**/api/auth/signout', (route) => (kind === 'fails' ? route.abort() : undefined))
      await account(page).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await expect(page).toHaveURL(/\/login\?logout=true$/)
      const message = page.getByText('Error during logout. You have been signed out.')
      await expect(message).toBeVisible()
      // The session still exists on the server, but this browser ignores it.
      expect(await getViewer(page)).not.toBeNull()
      await expect(other).toHaveURL(/\/login\?next=/)
      await page.goto('/_test/signed-in')
      await expect(heading(page, 'Log in')).toBeVisible()

      await context.unroute('**/api/auth/signout')
      await page.reload()
      await expect.poll(() => getViewer(page)).toBeNull()
    })
  }
})

// Uses the OpenID provider of the sandbox.
test('Google signs a person in, unless they cancel or have no verified email, and they can set a password later', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const email = uniqueEmail('google')
  const alert = page.getByRole('alert')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await page.goto('/login?next=%2Fdiscover%2Fcity-search')
  await google.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert).toHaveText('You canceled before you were signed in.')
  // The page that the person came from is still remembered.
  await logIn(page, 'player@demo.test', demoPassword)
  await expect(page).toHaveURL(/\/discover\/city-search$/)
  await forgetSession(page)

  await page.goto('/login?next=%2Fdiscover%2Fcity-search')
  await google.click()
  await page.getByRole('button', { name: 'Continue as Unverified Uma' }).click()
  await expect(alert).toHaveText('Google did not share a verified email, so we cannot sign you in with it.')
  expect(await getViewer(page)).toBeNull()

  await page.goto('/login?next=%2Fdiscover%2Fcity-search')
  await google.click()
  await continueAs(page, email)
  await expect(page).toHaveURL(/\/discover\/city-search$/)
  await expect(account(page)).toBeVisible()
  const viewer = await getViewer(page)

  await forgetSession(page)
  await page.goto('/login')
  await logIn(page, email)
  await expect(alert).toHaveText('This email has no password yet. Continue with Google, or let us email you a link.')
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.goto(await waitForMailLink(request, sandboxUrl, email, /password/i))
  await field(page, 'New password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your new password is set. Please log in.')).toBeVisible()
  await logIn(page, email)
  await expect(account(page)).toBeVisible()
  expect((await getViewer(page)).id).toBe(viewer.id)
})

async function continueAs(page: Page, email: string) {
  await page.getByText('Someone else').click()
  await page.getByLabel('Name').fill('Gail Green')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue as this person' }).click()
}
