import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type SignInCode, signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import { ownAccount } from './account-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const field = (name: string) => page.getByLabelText(name, { exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const email = 'maya@example.com'

/** Makes the sign-in fail. Its answer is an address whose query contains the error code. */
const failWith = (code: SignInCode) =>
  answerWith({
    'GET /api/auth/csrf': { csrfToken: 'csrf' },
    'POST /api/auth/callback/:by': { url: `${location.origin}/login?${new URLSearchParams({ error: 'CredentialsSignin', code })}` },
  })

async function logIn(typed: string, password = 'four courts at dawn') {
  await field('Email').fill(typed)
  await field('Password').fill(password)
  await button('Log in').click()
}

beforeEach(() => failWith('EmailNotFound'))

describe('a login that fails', () => {
  const alert = page.getByRole('alert')

  it.each(['EmailNotFound', 'InvalidUser', 'NetworkError', 'NoPasswordSet', 'Email unverified && Social set'] as const)(
    'says why and keeps what was typed: %s',
    async (code) => {
      failWith(code)
      await openApp('/login')
      await logIn(email)
      await expect.element(alert).toHaveTextContent(signInMessages[code])
      await expect.element(field('Email')).toHaveValue(email)
      expect(requestsTo('POST /api/auth/callback/password').map(({ body }) => body)).toEqual([
        { callbackUrl: location.origin, email, password: 'four courts at dawn', csrfToken: 'csrf' },
      ])
    },
  )

  it('offers to sign up with the same email if there is no account', async () => {
    answerWith({ 'POST /api/accounts/lookup': { exists: false } })
    await openApp('/login')
    await logIn(email)
    await expect.element(alert).toBeVisible()
    await expectAccessibleInBothThemes()
    await page.getByRole('link', { name: 'Sign up with this email' }).click()
    await expect.element(heading('Sign up')).toBeVisible()
    await expect.element(field('Email')).toHaveValue(email)
  })

  it.each(['NetworkError', 'Email unverified && Social set'] as const)('offers to reset the password for %s', async (code) => {
    failWith(code)
    await openApp('/login')
    await logIn(email)
    await page.getByRole('link', { name: 'Set a new password' }).click()
    await expect.element(heading('Forgot your password?')).toBeVisible()
    await expect.element(field('Email')).toHaveValue(email)
  })

  it('offers a link by email to whoever has no password', async () => {
    failWith('Email unverified && Social set')
    answerWith({ 'POST /api/accounts/login-link': null })
    const app = await openApp('/login')
    await logIn(email)
    await page.getByRole('link', { name: 'Email me a link', exact: true }).click()
    await expect.element(heading('Log in by email')).toBeVisible()
    expect(app.address()).toBe('/login?by=link')
    await expect.element(field('Email')).toHaveValue(email)
    await expectAccessibleInBothThemes()
    await button('Email me a link').click()
    await expect.element(page.getByText(`If there is an account for ${email}, we sent a link to that address.`)).toBeVisible()
    await expectAccessibleInBothThemes()
    expect(requestsTo('POST /api/accounts/login-link').map(({ body }) => body)).toEqual([{ email }])
    await page.getByRole('link', { name: 'Log in with a password' }).click()
    await expect.element(heading('Log in')).toBeVisible()
    expect(app.address()).toBe('/login')
  })

  it('can send the verification link again, and never sends the password along', async () => {
    failWith('NoPasswordSet')
    answerWith({ 'POST /api/accounts/login-link': null })
    await openApp('/login')
    await logIn(email)
    await button('Send the link again').click()
    await expect.element(heading('Check your email')).toBeVisible()
    expect(requestsTo('POST /api/accounts/login-link').map(({ body }) => body)).toEqual([{ email }])
  })

  it.each([
    ['?error=OAuthCallbackError', signInMessages.CancelledByUser],
    [`?error=${encodeURIComponent('No provider user')}`, signInMessages['No provider user']],
  ])('at Google says why when one comes back with %s', async (query, words) => {
    await openApp(`/login${query}`, { config: { googleSignIn: true } })
    await expect.element(alert).toHaveTextContent(words)
    await expect.element(button('Continue with Google')).toBeVisible()
  })
})

describe('a demo account', () => {
  it('can sign in with one click', async () => {
    await openApp('/login', { config: { demoAccounts: [{ email: 'player@demo.test', password: 'demo words', who: 'A player' }] } })
    await button('A player').click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect(requestsTo('POST /api/auth/callback/password')[0]?.body).toMatchObject({ email: 'player@demo.test', password: 'demo words' })
  })
})

describe('signing up', () => {
  beforeEach(() => answerWith({ 'POST /api/accounts': null, 'POST /api/accounts/lookup': { exists: false } }))

  it('shows which fields are missing, and keeps the email after a reload, but never the password', async () => {
    const app = await openApp('/sign-up')
    await button('Sign up').click()
    for (const texts of ['Enter your email.', 'Use at least 8 characters.', 'You must be 13 or older.', 'Please accept the terms.']) {
      await expect.element(page.getByText(texts)).toBeVisible()
    }
    const linkTo = (words: RegExp) => page.getByRole('main').getByRole('link', { name: words })
    await expect.element(linkTo(/^terms/)).toHaveAttribute('href', '/terms')
    await expect.element(linkTo(/^how we handle your data/)).toHaveAttribute('href', '/privacy')
    // The form keeps the typed password, because the links open a new tab.
    await expect.element(linkTo(/^terms/)).toHaveAttribute('target', '_blank')
    await expectAccessibleInBothThemes()
    await field('Email').fill(email)
    await field('Password').fill('four courts at dawn')
    await expect.element(page.getByText('Very good.')).toBeVisible()
    await button('Show password').click()
    await expect.element(field('Password')).toHaveAttribute('type', 'text')
    await app.reload()
    await expect.element(field('Email')).toHaveValue(email)
    await expect.element(field('Password')).toHaveValue('')
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('four courts')
  })

  it('asks the user to open their email, and then checks whether it is verified', async () => {
    await openApp('/sign-up')
    await field('Email').fill(email)
    await field('Password').fill('four courts at dawn')
    await page.getByText('I am 13 or older').click()
    await page.getByText('I accept the terms').click()
    field('Password').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Check your email')).toBeVisible()
    await expect.element(page.getByText(email)).toBeVisible()
    expect(requestsTo('POST /api/accounts').map(({ body }) => body)).toEqual([
      { email, password: 'four courts at dawn', isOldEnough: true, acceptsTerms: true },
    ])
    await expect.element(button(/Send again in \d+ s/)).toBeDisabled()
    await button('I have verified my email').click()
    await expect.element(page.getByText('Email is not verified')).toBeVisible()
    await expectAccessibleInBothThemes()
    answerWith({ 'GET /api/session': refuse('Unexpected', 'Something went wrong on our side.') })
    await button('I have verified my email').click()
    await expect.element(page.getByText('No current user')).toBeVisible()
    answerWith({ 'GET /api/session': { viewer: null } })
    await button('I have verified my email').click()
    await page.getByRole('button', { name: 'Log in', exact: true }).last().click()
    await expect.element(heading('Log in')).toBeVisible()
  })

  it('says once that a password is easy to guess, and does not praise it', async () => {
    const message = 'This password is easy to guess. Choose one that fewer people use.'
    answerWith({ 'POST /api/accounts': refuse('CommonPassword', message, [{ path: 'password', message }]) })
    await openApp('/sign-up')
    await field('Email').fill(email)
    await field('Password').fill('password1')
    await page.getByText('I am 13 or older').click()
    await page.getByText('I accept the terms').click()
    await button('Sign up').click()
    await expect.element(page.getByText(message)).toBeVisible()
    expect(page.getByText(message).elements()).toHaveLength(1)
    await expect.element(page.getByText(/Long enough/)).not.toBeInTheDocument()
    await field('Password').fill('four courts at dawn')
    await expect.element(page.getByText('Very good.')).toBeVisible()
  })

  it('offers to log in if the email already has an account', async () => {
    answerWith({ 'POST /api/accounts/lookup': { exists: true } })
    await openApp('/sign-up')
    await field('Email').fill(email)
    field('Password').element().focus()
    await page.getByRole('link', { name: 'Log in instead' }).click()
    await expect.element(heading('Log in')).toBeVisible()
    await expect.element(field('Email')).toHaveValue(email)
  })
})

describe('a link in an email', () => {
  it('says that the email is verified before it redirects', async () => {
    answerWith({ 'POST /api/auth/callback/link': { url: `${location.origin}/` }, 'GET /api/accounts': ownAccount })
    // The redirect would replace the page of the test.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await openApp(`/verify-email?token=${'b'.repeat(43)}`)
    await button('Verify my email').click()
    await expect.element(heading('Email verified!')).toBeVisible()
    vi.useRealTimers()
    await expectAccessibleInBothThemes()
  })

  it('asks for a password if none was set, because the link was opened in another browser', async () => {
    answerWith({
      'POST /api/auth/callback/link': { url: `${location.origin}/` },
      'GET /api/accounts': { ...ownAccount, hasPassword: false },
      'POST /api/accounts/password': refuse('PasswordExists', 'Your account already has a password.'),
    })
    await openApp(`/verify-email?token=${'c'.repeat(43)}`)
    await button('Verify my email').click()
    await expect.element(heading('Choose a password')).toBeVisible()
    await expect.element(button('Skip for now')).toBeVisible()
    await button('Set password').click()
    await expect.element(page.getByText('Use at least 8 characters.')).toBeVisible()
    await expectAccessibleInBothThemes()
    await field('Password').fill('four courts at dawn')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your account already has a password.')
    expect(requestsTo('POST /api/accounts/password').map(({ body }) => body)).toEqual([{ password: 'four courts at dawn' }])
  })

  it('asks for no password if the account signs in with Google', async () => {
    answerWith({
      'POST /api/auth/callback/link': { url: `${location.origin}/` },
      'GET /api/accounts': { ...ownAccount, hasPassword: false, hasGoogle: true },
    })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await openApp(`/verify-email?token=${'d'.repeat(43)}`)
    await button('Verify my email').click()
    await expect.element(heading('Email verified!')).toBeVisible()
    vi.useRealTimers()
  })

  it('does not say that it verified the email if it did not work, also for a viewer whose email is verified', async () => {
    failWith('LinkUsed')
    answerWith({ 'GET /api/accounts': ownAccount })
    await openApp(`/verify-email?token=${'e'.repeat(43)}`, { viewer: someone })
    // The link may be of another person.
    await expect.element(heading('Use this link?')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Stay signed in' })).toBeVisible()
    await expectAccessibleInBothThemes()
    expect(requestsTo('POST /api/auth/callback/link')).toEqual([])
    await button('Use the link').click()
    await expect.element(heading('This link does not work')).toBeVisible()
    await expect.element(page.getByText(/the email of your account is already verified/)).toBeVisible()
    await expect.element(heading('Email verified!')).not.toBeInTheDocument()
    await expect.element(button('Continue')).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it('that logs in says so, and a new one can be requested', async () => {
    const answer = Promise.withResolvers<object>()
    answerWith({ 'POST /api/auth/callback/link': () => answer.promise, 'POST /api/accounts/login-link': null })
    await openApp(`/verify-email?token=${'f'.repeat(43)}&for=login`)
    // Email scanners run scripts, but they press no buttons.
    await expect.element(heading('Welcome back')).toBeVisible()
    await expectAccessibleInBothThemes()
    expect(requestsTo('POST /api/auth/callback/link')).toEqual([])
    await button('Log in').click()
    await expect.element(heading('Logging you in')).toBeVisible()
    answer.resolve({ url: `${location.origin}/login?error=CredentialsSignin&code=LinkUsed` })
    await field('Email').fill(email)
    await button('Send a new link').click()
    await expect.element(heading('Check your email')).toBeVisible()
    expect(requestsTo('POST /api/accounts/login-link').map(({ body }) => body)).toEqual([{ email }])
  })

  it('shows when it was already used, and a new one can be requested', async () => {
    failWith('LinkUsed')
    answerWith({ 'POST /api/accounts/login-link': null })
    await openApp(`/verify-email?token=${'a'.repeat(43)}`)
    // Whoever takes the words for a login away gets no further without a press.
    await expect.element(heading('One last step')).toBeVisible()
    await expectAccessibleInBothThemes()
    expect(requestsTo('POST /api/auth/callback/link')).toEqual([])
    await button('Verify my email').click()
    await expect.element(heading('This link no longer works')).toBeVisible()
    await expectAccessibleInBothThemes()
    await field('Email').fill(email)
    await button('Send a new link').click()
    await expect.element(heading('Check your email')).toBeVisible()
  })
})

describe('a forgotten password', () => {
  it('can be reset with the email that was typed before, without revealing who has an account', async () => {
    const neutral = (address: string) => page.getByText(`If there is an account for ${address}, we sent a link to that address.`)
    answerWith({ 'POST /api/accounts/password-reset': null })
    await openApp('/login')
    await field('Email').fill(email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect.element(button('Send the link')).toBeVisible()
    await expect.element(field('Email')).toHaveValue(email)
    await field('Email').fill('nobody@example.com')
    await button('Send the link').click()
    await expect.element(neutral('nobody@example.com')).toBeVisible()
    await expect.poll(() => document.activeElement?.textContent).toContain('we sent a link to that address')
    await expectAccessibleInBothThemes()
    await button('Use another email').click()
    await expect.element(field('Email')).toHaveFocus()
    await field('Email').fill(email)
    await button('Send the link').click()
    await expect.element(neutral(email)).toBeVisible()
    expect(requestsTo('POST /api/accounts/password-reset').map(({ body }) => body)).toEqual([{ email: 'nobody@example.com' }, { email }])
  })

  it.each([null, someone])('is replaced through a link, which works once, even for a signed-in user', async (viewer) => {
    answerWith({
      'POST /api/accounts/password-reset/check': null,
      'PUT /api/accounts/password': refuse('LinkUsed', 'This link is invalid or has expired.'),
    })
    await openApp(`/forgot-password?token=${'a'.repeat(43)}`, { viewer })
    await expect.element(field('New password')).toBeVisible()
    await field('New password').fill('short')
    await button('Set password').click()
    await expect.element(page.getByText('Use at least 8 characters.')).toBeVisible()
    await expectAccessibleInBothThemes()
    await field('New password').fill('rain over the bay')
    await button('Set password').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('This link is invalid or has expired. Please request a new one.')
    expect(requestsTo('PUT /api/accounts/password').map(({ body }) => body)).toEqual([
      { token: 'a'.repeat(43), password: 'rain over the bay' },
    ])
  })
})

describe('a reset link that no longer works', () => {
  it('says so before a password is typed, and leads to a new one', async () => {
    answerWith({ 'POST /api/accounts/password-reset/check': refuse('LinkUsed', 'This link is invalid or has expired.') })
    await openApp(`/forgot-password?token=${'b'.repeat(43)}`)
    await expect.element(page.getByRole('alert')).toHaveTextContent(signInMessages.LinkUsed)
    await expect.element(field('New password')).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    expect(requestsTo('POST /api/accounts/password-reset/check').at(-1)?.body).toEqual({ token: 'b'.repeat(43) })
    await page.getByRole('main').getByRole('link', { name: 'Get a new link' }).click()
    await expect.element(heading('Forgot your password?')).toBeVisible()
  })

  it('can be checked again after an error', async () => {
    answerWith({ 'POST /api/accounts/password-reset/check': refuse('Unexpected', 'Something went wrong on our side.') })
    await openApp(`/forgot-password?token=${'c'.repeat(43)}`)
    await expect.element(page.getByRole('alert')).toBeVisible()
    answerWith({ 'POST /api/accounts/password-reset/check': null })
    await button('Try again').click()
    await expect.element(field('New password')).toBeVisible()
  })
})

describe('a signed-in user', () => {
  it('is redirected from the sign-in pages', async () => {
    const nothing = refuse('NotFound', 'Not in this test.')
    answerWith({ 'GET /api/:a': nothing, 'GET /api/:a/:b': nothing, 'GET /api/:a/:b/:c': nothing })
    const app = await openApp('/login?next=%2Ffeedback', { viewer: someone })
    await expect.poll(app.address).toBe('/feedback')
    for (const path of ['/login', '/sign-up', '/forgot-password', '/auth/login', '/auth/sign-up', '/auth/forgot-password']) {
      await app.goTo(path)
      await expect.poll(app.address).toBe('/home')
      await app.goTo('/feedback')
    }
  })

  it('can reach everything in their menu with the keyboard, and Escape returns the focus', async () => {
    await openApp('/feedback', { viewer: someone })
    const account = page.getByRole('button', { name: 'Your account' })
    await expect.element(account).toBeVisible()
    account.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    await expectAccessibleInBothThemes()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(account).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(page.getByRole('menuitem', { name: 'Log out' })).toHaveFocus()
  })
})

describe('the login page', () => {
  it('shows a message after a failed logout for a while, or until it is dismissed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    sessionStorage.setItem('partingWords', 'logoutFailed')
    await openApp('/login?logout=true')
    await expect.element(page.getByText('You are signed out.')).toBeVisible()
    const message = page.getByText('Error during logout. You have been signed out.')
    await expect.element(message).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Dismiss' })).toBeVisible()
    await vi.advanceTimersByTimeAsync(5000)
    await expect.element(message).not.toBeInTheDocument()
  })

  it.each([
    ['/login', 'Log in'],
    ['/sign-up', 'Sign up'],
    ['/forgot-password', 'Forgot your password?'],
    ['/verify-email', 'Verify your email'],
  ])('and its neighbors have titles of their own: %s', async (path, title) => {
    await openApp(path)
    await expect.element(heading(title)).toBeVisible()
    await expect.poll(() => document.title).toBe(`${title} · Gather`)
  })
})
