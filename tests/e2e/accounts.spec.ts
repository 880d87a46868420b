import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../domain/demo-accounts.ts'
import { test } from './fixtures.ts'
import { account, field, heading, leaveAndForget, linkFromMail, logIn, password, uniqueEmail } from './sign-in.ts'

test('sign-up leads through the mailbox to the page one was going to, in every tab; the password then signs in by the form', async ({
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

  const opened = await context.newPage()
  const link = await linkFromMail(request, sandboxUrl, email, /Verify your email/)
  await opened.goto(link)
  await expect(heading(opened, 'Email verified!')).toBeVisible()
  for (const tab of [opened, page]) {
    await expect(tab).toHaveURL(/\/discover\/city-search$/)
    await expect(account(tab)).toBeVisible()
  }
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))).not.toContain(password)

  // Opened again, the link says what its owner wants to hear; for anyone else it is spent.
  await opened.goto(link)
  await expect(heading(opened, 'Email verified!')).toBeVisible()
  await leaveAndForget(page, opened)
  await opened.goto(link)
  await expect(heading(opened, 'This link no longer works')).toBeVisible()

  // The password that was chosen is the account's own.
  await opened.goto('/login?next=%2Fdiscover%2Fcity-search')
  await logIn(opened, email)
  await expect(opened).toHaveURL(/\/discover\/city-search$/)
  await expect(account(opened)).toBeVisible()
  // Login is no step to go back to.
  await opened.goBack()
  await expect(opened).not.toHaveURL(/login|sign-up/)
})

/** Signed in for real, with things on the device that tell of the person. */
async function becomeSomeone(page: Page, name: string) {
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

const whoAmI = async (page: Page) => (await (await page.request.get('/api/session')).json()).viewer

const whatIsKept = (page: Page) =>
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

test('logging out ends the session, forgets the person on this device, and every tab knows', async ({ page, context }) => {
  await becomeSomeone(page, 'leaves')
  const guarded = await context.newPage()
  await guarded.goto('/_test/signed-in')
  await expect(heading(guarded, 'You may be here')).toBeVisible()
  const open = await context.newPage()
  await open.goto('/')
  await expect(account(open)).toBeVisible()
  // What was seen is written down a second later.
  await expect.poll(() => whatIsKept(page), { timeout: 5000 }).toContain('Austin')

  await account(page).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login\?logout=true$/)
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await expect(page.getByText('Error during logout.')).toBeHidden()
  expect(await whoAmI(page)).toBeNull()
  const kept = await whatIsKept(page)
  for (const trace of ['recentCities', 'draft:', 'mine', 'Maya', 'Austin']) expect(kept).not.toContain(trace)
  expect(kept).toContain('visitCount')

  await expect(guarded).toHaveURL(/\/login\?next=%2F_test%2Fsigned-in$/)
  await expect(account(open)).toBeHidden()
  // Nothing of the person comes back by the back button.
  await page.goBack()
  await expect(account(page)).toBeHidden()
})

test('a device that cannot forget keeps nobody signed in, and opens no socket on the way out', async ({ page }) => {
  // A database that another tab holds open, say: it neither opens nor fails.
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => Object.create(EventTarget.prototype)
  })
  const signedOut = page.waitForResponse('**/api/auth/signout')
  await page.route('**/assets/socket-*.js', async (route) => {
    await signedOut
    await route.continue()
  })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await becomeSomeone(page, 'stuck')
  const late = page.waitForResponse('**/assets/socket-*.js')
  // The drawer has the same way out as the menu of the account.
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await late
  await expect(page).toHaveURL(/\/login\?logout=true$/)
  expect(await whoAmI(page)).toBeNull()
  expect(sockets).toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Maya')
})

test.describe('a logout that does not reach the server', () => {
  test.use({ allowedErrors: /ERR_FAILED/ })

  for (const kind of ['fails', 'hangs'] as const) {
    test(`says so, is as good as done here, and is made good later (it ${kind})`, async ({ page, context }) => {
      await becomeSomeone(page, kind)
      const other = await context.newPage()
      await other.goto('/_test/signed-in')
      await context.route('**/api/auth/signout', (route) => (kind === 'fails' ? route.abort() : undefined))
      await account(page).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await expect(page).toHaveURL(/\/login\?logout=true$/)
      const words = page.getByText('Error during logout. You have been signed out.')
      await expect(words).toBeVisible()
      // The server still knows the session; this browser takes no notice of it.
      expect(await whoAmI(page)).not.toBeNull()
      await expect(other).toHaveURL(/\/login\?next=/)
      await page.goto('/_test/signed-in')
      await expect(heading(page, 'Log in')).toBeVisible()

      await context.unroute('**/api/auth/signout')
      await page.reload()
      await expect.poll(() => whoAmI(page)).toBeNull()
    })
  }
})

// Through the sandbox's OpenID provider.
test('Google signs in, unless one stops or has no verified email, and a password joins the same account later', async ({
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
  await expect(alert).toHaveText('You cancelled before you were signed in.')
  // The page one was going to is not forgotten on the way.
  await logIn(page, 'player@demo.test', demoPassword)
  await expect(page).toHaveURL(/\/discover\/city-search$/)
  await leaveAndForget(page)

  await page.goto('/login?next=%2Fdiscover%2Fcity-search')
  await google.click()
  await page.getByRole('button', { name: 'Continue as Unverified Uma' }).click()
  await expect(alert).toHaveText('Google did not share a verified email, so we cannot sign you in with it.')
  expect(await whoAmI(page)).toBeNull()

  await page.goto('/login?next=%2Fdiscover%2Fcity-search')
  await google.click()
  await continueAs(page, email)
  await expect(page).toHaveURL(/\/discover\/city-search$/)
  await expect(account(page)).toBeVisible()
  const viewer = await whoAmI(page)

  await leaveAndForget(page)
  await page.goto('/login')
  await logIn(page, email)
  await expect(alert).toHaveText('This email signs in with Google. You can also set a password by email.')
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.goto(await linkFromMail(request, sandboxUrl, email, /password/i))
  await field(page, 'New password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your new password is set. Please log in.')).toBeVisible()
  await logIn(page, email)
  await expect(account(page)).toBeVisible()
  expect((await whoAmI(page)).id).toBe(viewer.id)
})

async function continueAs(page: Page, email: string) {
  await page.getByText('Someone else').click()
  await page.getByLabel('Name').fill('Gail Green')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue as this person' }).click()
}
