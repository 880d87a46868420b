import { type APIRequestContext, type Cookie, expect, type Page } from '@playwright/test'
import { demoPassword } from '../../domain/demo-accounts.ts'
import { test } from './fixtures.ts'
import { linkIn, listMails, type Mail } from './mailbox.ts'

export const password = 'four courts at dawn'

export const uniqueEmail = (name: string) => `${name}-${test.info().project.name}-${Date.now().toString(36)}@gather.test`

/** Waits for the newest mail with this subject and answers with the link it is about. */
export async function linkFromMail(
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
      { timeout: 15_000 },
    )
    .toBe(count)
  return linkIn(found[0] as Mail)
}

export const account = (page: Page) => page.getByRole('button', { name: 'Your account' })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** As in a browser that was never here. Pages are left first: an open one would ask on with a cookie that is gone. */
export async function leaveAndForget(...tabs: [Page, ...Page[]]) {
  for (const tab of tabs) await tab.goto('about:blank')
  await tabs[0].context().clearCookies()
}

export async function logIn(page: Page, email: string, typed = password) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(typed)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Sessions of the demo world's people in this lane's product, so that not every test signs in anew. */
const kept = new Map<string, Cookie[]>()

/** Signs this page in as one of the demo world's people, without the sign-in page. */
export async function logInAs(page: Page, handle: 'player' | 'host' | 'organizer' | 'new' | 'admin') {
  const { request } = page
  const context = page.context()
  const isSignedIn = async () => (await (await request.get('/api/session')).json()).viewer?.id === `demo-${handle}`
  await context.addCookies(kept.get(handle) ?? [])
  // A test before may have ended the session that is kept.
  if (await isSignedIn()) return
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  await request.post('/api/auth/callback/password', {
    headers: { 'x-auth-return-redirect': '1' },
    form: { email: `${handle}@demo.test`, password: demoPassword, csrfToken },
  })
  expect(await isSignedIn(), `${handle} is signed in`).toBe(true)
  kept.set(handle, await context.cookies())
}
