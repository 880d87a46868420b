import { type APIRequestContext, type Cookie, expect, type Page } from '@playwright/test'
import { demoPassword } from '../../domain/demo-accounts.ts'
import { test } from './fixtures.ts'
import { getLink, listMails, type Mail } from './mailbox.ts'

export const password = 'four courts at dawn'

export const uniqueEmail = (name: string) => `${name}-${test.info().project.name}-${Date.now().toString(36)}@gather.test`

/** Waits until there are `count` emails with this subject, and returns the link in the newest one. */
export async function waitForMailLink(
  request: APIRequestContext,
  sandboxUrl: string,
  email: string,
  subject: RegExp,
  count = 1,
): Promise<string> {
  let found: Mail[] = []
  await expect
    .poll(
      async () => {
        found = (await listMails(request, sandboxUrl, email)).filter((mail) => subject.test(mail.subject))
        return found.length
      },
      { timeout: 30_000 },
    )
    .toBe(count)
  return getLink(found[0] as Mail)
}

export const account = (page: Page) => page.getByRole('button', { name: 'Your account' })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Deletes all cookies, as in a new browser. First it closes the pages in these tabs, which would otherwise keep sending requests without a session. */
export async function forgetSession(...tabs: [Page, ...Page[]]) {
  for (const tab of tabs) await tab.goto('about:blank')
  await tabs[0].context().clearCookies()
}

export async function logIn(page: Page, email: string, enteredPassword = password) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(enteredPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The session cookies of demo accounts in this worker process, so that not every test has to sign in again. */
const savedCookies = new Map<string, Cookie[]>()

/** Signs this page in as one of the demo accounts, without the login page. */
export async function logInAs(page: Page, handle: 'player' | 'host' | 'organizer' | 'new' | 'admin') {
  const { request } = page
  const context = page.context()
  const isSignedIn = async () => (await (await request.get('/api/session')).json()).viewer?.id === `demo-${handle}`
  await context.addCookies(savedCookies.get(handle) ?? [])
  // An earlier test may have ended the saved session.
  if (await isSignedIn()) return
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  await request.post('/api/auth/callback/password', {
    headers: { 'x-auth-return-redirect': '1' },
    form: { email: `${handle}@demo.test`, password: demoPassword, csrfToken },
  })
  expect(await isSignedIn(), `${handle} is signed in`).toBe(true)
  savedCookies.set(handle, await context.cookies())
}
