import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { account, field, heading, leaveAndForget, linkFromMail, logIn, makePerson, password, uniqueEmail } from './sign-in.ts'

test('sign-up leads through the mailbox to the page one was going to, in every tab', async ({ page, context, request, sandboxUrl }) => {
  const email = uniqueEmail('signs-up')
  await page.goto('/discover/city-search')
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click()
  await expect(heading(page, 'Sign up')).toBeVisible()

  await page.getByRole('button', { name: 'Sign up' }).click()
  for (const words of ['Enter your email.', 'Use at least 8 characters.', 'You must be 13 or older.', 'Please accept the terms.']) {
    await expect(page.getByText(words)).toBeVisible()
  }
  await expectAccessible(page)

  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await expect(page.getByText('Very good.')).toBeVisible()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
  await page.reload()
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'Password')).toHaveValue('')
  await field(page, 'Password').fill(password)
  await page.getByText('I am 13 or older').click()
  await page.getByText('I accept the terms').click()
  await field(page, 'Password').press('Enter')

  await expect(heading(page, 'Check your mail')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled()
  await page.getByRole('button', { name: 'I have verified it' }).click()
  await expect(page.getByText('No current user')).toBeVisible()
  await expectAccessible(page)

  const opened = await context.newPage()
  const link = await linkFromMail(request, sandboxUrl, email, /link/)
  await opened.goto(link)
  await expect(heading(opened, 'Email verified!')).toBeVisible()
  await expectAccessible(opened)
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
  await expectAccessible(opened)

  // The password that was chosen is the account's own.
  await opened.goto('/login')
  await logIn(opened, email)
  await expect(account(opened)).toBeVisible()
})

test('a link sent again brings the chosen password along @once', async ({ page, request, sandboxUrl }) => {
  const email = uniqueEmail('again')
  await request.post('/api/accounts', { data: { email, password: 'somebody else’s words', isOldEnough: true, acceptsTerms: true } })
  await page.goto('/login?next=%2Fdiscover%2Fcity-search')
  await logIn(page, email)
  await expect(page.getByText('Please verify your email first.')).toBeVisible()
  await page.getByRole('button', { name: 'Send me the link again' }).click()
  await expect(heading(page, 'Check your mail')).toBeVisible()
  await page.goto(await linkFromMail(request, sandboxUrl, email, /link/, 2))
  await expect(page).toHaveURL(/\/discover\/city-search$/)
  await leaveAndForget(page)
  await page.goto('/login')
  await logIn(page, email)
  await expect(account(page)).toBeVisible()
})

test('a failed login says why, keeps what was typed, and knows the way on', async ({ page, request, sandboxUrl }) => {
  const email = await makePerson(request, sandboxUrl, 'fails')
  const unknown = uniqueEmail('unknown')
  await page.goto('/login?next=%2Fdiscover%2Fcity-search')
  await logIn(page, unknown)
  await expect(page.getByRole('alert')).toHaveText('There is no account with this email.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign up with this email' }).click()
  await expect(heading(page, 'Sign up')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(unknown)

  // Sign-up tells who has an account already.
  await field(page, 'Email').fill(email)
  await field(page, 'Password').focus()
  await page.getByRole('link', { name: 'Log in instead' }).click()
  await expect(field(page, 'Email')).toHaveValue(email)

  await field(page, 'Password').fill('not the password')
  await field(page, 'Password').press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This email and password do not go together.')
  await expect(field(page, 'Email')).toHaveValue(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Password').press('Enter')
  await expect(page).toHaveURL(/\/discover\/city-search$/)
  await expect(account(page)).toBeVisible()
  // Login is no step to go back to.
  await page.goBack()
  await expect(page).not.toHaveURL(/login|sign-up/)
})

test('after ten wrong tries even the right password waits, and a new one is offered @once', async ({ page, request, sandboxUrl }) => {
  const email = await makePerson(request, sandboxUrl, 'locked')
  await page.goto('/login')
  await expect(heading(page, 'Log in')).toBeVisible()
  await page.evaluate(async (address) => {
    for (let n = 0; n < 10; n++) {
      const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
      const body = new URLSearchParams({ email: address, password: `guess ${n}`, csrfToken })
      await fetch('/api/auth/callback/password', { method: 'POST', headers: { 'x-auth-return-redirect': '1' }, body })
    }
  }, email)
  await logIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Too many tries. Please wait a while, or set a new password.')
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(email)
})

test.describe('a forgotten password', () => {
  test.use({ allowedErrors: /status of 404/ })

  test('is set anew by mail, and nobody learns who has an account @once', async ({ page, request, sandboxUrl }) => {
    const email = await makePerson(request, sandboxUrl, 'forgets')
    const neutral = (address: string) => page.getByText(`If there is an account for ${address}, a mail is on its way.`)
    await page.goto('/login')
    await field(page, 'Email').fill(email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // The login page has a field of the same name until the next page is there.
    await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
    await expect(field(page, 'Email')).toHaveValue(email)
    const unknown = uniqueEmail('nobody')
    await field(page, 'Email').fill(unknown)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(neutral(unknown)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use another email' }).click()
    await field(page, 'Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(neutral(email)).toBeVisible()

    const link = await linkFromMail(request, sandboxUrl, email, /password/i)
    await page.goto(link)
    await field(page, 'New password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
    await expectAccessible(page)
    await field(page, 'New password').fill('rain over the bay')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(heading(page, 'Log in')).toBeVisible()
    await expect(page.getByText('Your new password is set. Please log in.')).toBeVisible()
    await logIn(page, email, 'rain over the bay')
    await expect(account(page)).toBeVisible()

    // The link works once; it also opens for someone signed in.
    await page.goto(link)
    await field(page, 'New password').fill('a second one')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('alert')).toHaveText('This link was used already or is too old. Ask for a new one.')
  })
})

test('who is signed in is sent on from the sign-in pages @once', async ({ page, baseURL }) => {
  await page.request.put('/api/_local/session', {
    data: { viewer: { id: `guarded-${test.info().project.name}`, name: 'Maya', emailVerified: true, profileComplete: true } },
  })
  for (const path of ['/login', '/sign-up', '/forgot-password', '/auth/login', '/auth/sign-up', '/auth/forgot-password']) {
    await page.goto(path)
    await expect(page).toHaveURL(`${baseURL}/home`)
  }
  await page.goto('/login?next=%2Fdiscover%2Fcity-search')
  await expect(page).toHaveURL(/\/discover\/city-search$/)
})

test('each sign-in page is accessible in both themes and leads to its neighbors', async ({ page }) => {
  test.slow()
  const screens = {
    '/login': 'Log in',
    '/sign-up': 'Sign up',
    '/forgot-password': 'Forgot your password?',
    '/verify-email': 'Verify your email',
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [path, title] of Object.entries(screens)) {
      await page.goto(path)
      await expect(heading(page, title)).toBeVisible()
      await expect(page).toHaveTitle(`${title} · Gather`)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
  }
  await page.goto('/auth/login?next=%2Fx')
  await expect(heading(page, 'Log in')).toBeVisible()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/sign-up\?next=%2Fx$/)
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

test.describe('logging out', () => {
  test('ends the session, forgets the person on this device, and every tab knows @once', async ({ page, context }) => {
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
    await expectAccessible(page)
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

  test('is in the drawer too', async ({ page }) => {
    await becomeSomeone(page, 'drawer')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login\?logout=true$/)
    expect(await whoAmI(page)).toBeNull()
  })

  test('works from the keyboard, and Escape gives the focus back @once', async ({ page }) => {
    await becomeSomeone(page, 'keys')
    await account(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(account(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login\?logout=true$/)
  })
})

test('a device that cannot forget does not keep anyone signed in @once', async ({ page }) => {
  // A database that another tab holds open, say: it neither opens nor fails.
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => Object.create(EventTarget.prototype)
  })
  await becomeSomeone(page, 'stuck')
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login\?logout=true$/)
  expect(await whoAmI(page)).toBeNull()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Maya')
})

test('a page on its way out opens no socket in the name of whom it signed out @once', async ({ page }) => {
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
  await becomeSomeone(page, 'late')
  const late = page.waitForResponse('**/assets/socket-*.js')
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await late
  await expect(page).toHaveURL(/\/login\?logout=true$/)
  expect(sockets).toEqual([])
})

test.describe('a logout that does not reach the server', () => {
  test.use({ allowedErrors: /ERR_FAILED/ })

  for (const kind of ['fails', 'hangs'] as const) {
    test(`says so, is as good as done here, and is made good later (it ${kind}) @once`, async ({ page, context }) => {
      await becomeSomeone(page, kind)
      const other = await context.newPage()
      await other.goto('/_test/signed-in')
      await context.route('**/api/auth/signout', (route) => (kind === 'fails' ? route.abort() : undefined))
      await account(page).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await expect(page).toHaveURL(/\/login\?logout=true$/)
      const words = page.getByText('Error during logout. You have been signed out.')
      await expect(words).toBeVisible()
      await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible()
      await expect(words).toBeHidden({ timeout: 8000 })
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

test('a demo account is one press away @once', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'A player' }).click()
  await expect(account(page)).toBeVisible()
  expect(await whoAmI(page)).toMatchObject({ id: 'demo-player' })
})

// With Google, through the sandbox's OpenID provider.
test.describe('Google', () => {
  test('signs in first, and a password joins the same account later', async ({ page, request, sandboxUrl }) => {
    const email = uniqueEmail('google')
    await page.goto('/login?next=%2Fdiscover%2Fcity-search')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await continueAs(page, email)
    await expect(page).toHaveURL(/\/discover\/city-search$/)
    await expect(account(page)).toBeVisible()
    const viewer = await whoAmI(page)

    await leaveAndForget(page)
    await page.goto('/login')
    await logIn(page, email)
    await expect(page.getByRole('alert')).toHaveText('This email signs in with Google. You can also set a password by mail.')
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

  test('stopping on the way is no fault, and the page one was going to is not forgotten @once', async ({ page, request, sandboxUrl }) => {
    const email = await makePerson(request, sandboxUrl, 'stops')
    await page.goto('/login?next=%2Fdiscover%2Fcity-search')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toHaveText('You stopped before you were signed in.')
    await logIn(page, email)
    await expect(page).toHaveURL(/\/discover\/city-search$/)
  })

  test('without a verified email nobody is signed in @once', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Continue as Unverified Uma' }).click()
    await expect(page.getByRole('alert')).toHaveText('Google did not tell us a verified email, so we cannot sign you in with it.')
    expect(await whoAmI(page)).toBeNull()
  })
})

async function continueAs(page: Page, email: string) {
  await page.getByText('Someone else').click()
  await page.getByLabel('Name').fill('Gail Green')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue as this person' }).click()
}
