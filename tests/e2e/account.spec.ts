import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expectAccessible, test } from './fixtures.ts'
import { findMail, linkIn } from './mailbox.ts'

const settings = '/settings?tab=general'
const password = 'four courts at dawn'

const uniqueId = (name: string) => `${name}-${test.info().project.name}-${Date.now().toString(36)}`

/** Someone new who is signed in here. They have no password. Answers their address. */
async function become(request: APIRequestContext, id: string, name = 'Maya Rivera'): Promise<string> {
  const viewer = { id, name, emailVerified: true, profileComplete: true }
  expect((await request.put('/api/_local/session', { data: { viewer } })).status()).toBe(204)
  return `${id}@local.test`
}

/** The same, with a password, by signing up. */
async function becomeWithPassword(request: APIRequestContext, sandboxUrl: string, name: string): Promise<string> {
  const email = `${uniqueId(name)}@gather.test`
  await request.post('/api/accounts', { data: { email, password, isOldEnough: true, acceptsTerms: true } })
  const token = new URL(linkIn(await findMail(request, sandboxUrl, email, /link/))).searchParams.get('token') ?? ''
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  await request.post('/api/auth/callback/link', { headers: { 'x-auth-return-redirect': '1' }, form: { token, csrfToken } })
  const { viewer } = await (await request.get('/api/session')).json()
  await become(request, viewer.id)
  return email
}

// Each look at the whole page in both themes takes its time.
test.beforeEach(() => test.slow())

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function expectAccessibleInBothThemes(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settle(page)
    await expectAccessible(page)
  }
}

/** Colors on their way from one theme to the other, or a dialog on its way in, are nobody's contrast. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
}

test.describe('devices', () => {
  test.use({ allowedErrors: /ERR_FAILED/ })

  test('are listed, signed out one by one or all at once, and come back when that fails @once', async ({ page, playwright, baseURL }) => {
    const id = uniqueId('devices')
    await become(page.request, id)
    const agents = {
      'Safari on iPhone': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
      'Firefox on Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/150.0',
      'Edge on Mac': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/156.0 Safari/537.36 Edg/156.0',
    }
    const others = new Map<string, APIRequestContext>()
    for (const [name, userAgent] of Object.entries(agents)) {
      const other = await playwright.request.newContext({ userAgent, baseURL: baseURL ?? '' })
      await become(other, id)
      others.set(name, other)
    }
    const isIn = async (name: string) => (await (await others.get(name)?.get('/api/session'))?.json())?.viewer !== null

    await page.goto(settings)
    const devices = section(page, 'Devices')
    await expect(devices.getByRole('listitem')).toHaveCount(4)
    await expect(devices.getByRole('listitem').first()).toContainText('This device')
    await expect(devices.getByText('Active in the last hour').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)

    await devices.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(devices.getByRole('button', { name: 'Sign out Safari on iPhone' })).toBeHidden()
    await expect(page.getByText('Safari on iPhone is signed out.')).toBeVisible()
    expect([await isIn('Safari on iPhone'), await isIn('Edge on Mac')]).toEqual([false, true])

    await page.route('**/api/accounts/devices/*', (route) => route.abort())
    await devices.getByRole('button', { name: 'Sign out Edge on Mac' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText(/^Edge on Mac could not be signed out\./)).toBeVisible()
    await expect(devices.getByRole('button', { name: 'Sign out Edge on Mac' })).toBeVisible()

    await devices.getByRole('button', { name: 'Sign out all other devices' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await expect(devices.getByRole('button', { name: 'Sign out all other devices' })).toBeHidden()
    await expect.poll(() => isIn('Edge on Mac')).toBe(false)
    expect(await isIn('Firefox on Windows')).toBe(false)
    await page.reload()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    for (const other of others.values()) await other.dispose()
  })
})

test.describe('the email', () => {
  test.use({ allowedErrors: /status of (400|404)/ })

  test('changes by the link in the new mailbox, and both addresses are told @once', async ({ page, request, sandboxUrl }) => {
    const email = await becomeWithPassword(page.request, sandboxUrl, 'moves')
    const next = `new-${email}`
    await page.goto(settings)
    const box = section(page, 'Email')
    await expect(box.getByText(email)).toBeVisible()
    await box.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New email').fill(next)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog.getByText('Enter your password.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await dialog.getByLabel('Your password').fill('not my password')
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog.getByText('This is not your password.')).toBeVisible()
    await expect(dialog.getByLabel('New email')).toHaveValue(next)
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog).toBeHidden()
    await expect(box.getByRole('status')).toContainText(next)

    const link = linkIn(await findMail(request, sandboxUrl, next, /Confirm your new email/))
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'Your email is changed' })).toBeVisible()
    await expect(page.getByText(`From now on you log in with ${next}.`)).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('main').getByRole('link', { name: 'To your settings' }).click()
    await expect(box.getByText(next)).toBeVisible()
    await expect(box.getByRole('status')).toBeHidden()

    expect((await findMail(request, sandboxUrl, email, /email was changed/)).text).toContain('If it was not you')
    expect((await findMail(request, sandboxUrl, next, /email was changed/)).text).toContain('from now on you log in with')

    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
  })

  test('a first password is set by mail @once', async ({ page, request, sandboxUrl }) => {
    const email = await become(page.request, uniqueId('sets'))
    await page.goto(settings)
    const box = section(page, 'Password')
    await expect(box.getByText('You have no password yet.')).toBeVisible()
    await box.getByRole('button', { name: 'Set a password' }).click()
    await expect(box.getByRole('status')).toContainText(email)
    await expect(box.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled()
    const link = linkIn(await findMail(request, sandboxUrl, email, /password/i))
    await page.goto(link)
    await expect(page.getByLabel('New password')).toBeVisible()
  })
})

test('a data export is collected, told of by mail and downloaded @once', async ({ page, request, sandboxUrl }) => {
  const email = await become(page.request, uniqueId('exports'))
  await page.goto(settings)
  const data = section(page, 'Your data')
  await data.getByRole('button', { name: 'Collect my data' }).click()
  await expect(data.getByText(/is ready\./)).toBeVisible({ timeout: 20_000 })
  await expect(data.getByText(/download it until \w+ \d+, \d{4}/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  expect((await findMail(request, sandboxUrl, email, /data is ready/)).text).toContain('/settings?tab=general')

  const downloading = page.waitForEvent('download')
  await data.getByRole('link', { name: /Download \d+ kB/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const files = unzipSync(Buffer.concat(chunks))
  expect(new TextDecoder().decode(files['accounts/account.json'])).toContain(email)
  expect(Object.keys(files)).toContain('README.txt')

  await page.reload()
  await expect(data.getByRole('link', { name: /Download/ })).toBeVisible()
})

test('how far an export is shows while it is made @once', async ({ page }) => {
  await become(page.request, uniqueId('watches'))
  const standing = { id: 'x', state: 'working', done: 6, total: 16, size: null, createdAt: Date.now(), expiresAt: null }
  await page.route('**/api/data-exports/latest', (route) => route.fulfill({ json: { export: standing } }))
  await page.goto(settings)
  const bar = section(page, 'Your data').getByRole('progressbar', { name: 'Collecting your data' })
  await expect(bar).toHaveAttribute('aria-valuetext', '6 of 16')
  standing.done = 12
  await expect(bar).toHaveAttribute('aria-valuetext', '12 of 16')
  await expectAccessibleInBothThemes(page)
})

test.describe('deleting the account', () => {
  test('settles the teams in the dialog, signs out every tab and says goodbye', async ({
    page,
    context,
    request,
    playwright,
    baseURL,
    sandboxUrl,
  }) => {
    const [id, heir, foreign] = [uniqueId('leaves'), uniqueId('heir'), uniqueId('owner')]
    const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await become(elsewhere, heir, 'Hedda Heir')
    await become(elsewhere, foreign, 'Olga Owner')
    const email = await become(page.request, id, 'Lena Leaves')
    const place = async (name: string, people: string[]) =>
      expect((await page.request.put('/api/_local/teams', { data: { name, people } })).status()).toBe(200)
    await place('Court Crew', [id, heir])
    await place('Lone Wolves', [id])
    await place('River Rats', [foreign, id])

    await page.goto(settings)
    await expect(section(page, 'Email').getByText(email)).toBeVisible()
    const other = await context.newPage()
    await other.goto(settings)
    await expect(section(other, 'Email').getByText(email)).toBeVisible()

    await section(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('3 teams first')).toBeVisible()
    const word = dialog.getByLabel('Type DELETE to go on')
    const button = dialog.getByRole('button', { name: 'Delete account' })
    await expect(word).toBeDisabled()
    await expect(button).toBeDisabled()
    await expectAccessibleInBothThemes(page)

    await dialog.getByRole('button', { name: 'Leave River Rats' }).click()
    await expect(dialog.getByText('2 teams first')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete team Lone Wolves' }).click()
    await dialog.getByRole('button', { name: 'Delete Lone Wolves' }).click()
    await expect(dialog.getByText('One team first')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Hand over and leave Court Crew' })).toBeDisabled()
    await dialog.getByRole('button', { name: /Who takes over Court Crew/ }).click()
    await page.getByRole('option', { name: 'Hedda Heir' }).click()
    await dialog.getByRole('button', { name: 'Hand over and leave Court Crew' }).click()
    await expect(dialog.getByText('One team first')).toBeHidden()

    await expect(word).toBeEnabled()
    for (const typed of ['delete', 'DELETE ', 'DELET']) {
      await word.fill(typed)
      await expect(button).toBeDisabled()
    }
    await word.fill('DELETE')
    await button.click()

    await expect(page).toHaveURL(`${baseURL}/`)
    await expect(page.getByText('Account deleted successfully.')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(other).toHaveURL(/\/login\?next=/)
    expect((await (await page.request.get('/api/session')).json()).viewer).toBeNull()
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('Lena')
    expect((await findMail(request, sandboxUrl, email, /account is deleted/)).text).toContain('Lena Leaves')
    await elsewhere.dispose()
  })

  test.describe('that fails', () => {
    test.use({ allowedErrors: /status of 500/ })

    test('says so and keeps everything @once', async ({ page }) => {
      await become(page.request, uniqueId('stays'))
      await page.route('**/api/accounts', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
      )
      await page.goto(settings)
      await section(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Type DELETE to go on').fill('DELETE')
      await dialog.getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByText('An error occurred while deleting your account.')).toBeVisible()
      await expect(dialog.getByLabel('Type DELETE to go on')).toHaveValue('DELETE')
      await dialog.getByRole('button', { name: 'Keep my account' }).click()
      await expect(dialog).toBeHidden()
    })
  })
})
