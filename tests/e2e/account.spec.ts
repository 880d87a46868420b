import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { test } from './fixtures.ts'
import { findMail } from './mailbox.ts'

const settings = '/settings?tab=general'

const uniqueId = (name: string) => `${name}-${test.info().project.name}-${Date.now().toString(36)}`

/** Signs in as a new person without a password, and returns their email address. */
async function signInWithoutPassword(request: APIRequestContext, id: string, name = 'Maya Rivera'): Promise<string> {
  const viewer = { id, name, emailVerified: true, profileComplete: true }
  expect((await request.put('/api/_local/session', { data: { viewer } })).status()).toBe(204)
  return `${id}@local.test`
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a person exports their data, gets an email when it is ready, and downloads it', async ({ page, request, sandboxUrl }) => {
  const email = await signInWithoutPassword(page.request, uniqueId('exports'))
  await page.goto(settings)
  const data = section(page, 'Your data')
  await data.getByRole('button', { name: 'Export my data' }).click()
  await expect(data.getByText(/is ready\./)).toBeVisible({ timeout: 20_000 })
  await expect(data.getByText(/download it until \w+ \d+, \d{4}/)).toBeVisible()
  expect((await findMail(request, sandboxUrl, email, /data is ready/)).text).toContain('/settings?tab=general')

  const downloading = page.waitForEvent('download')
  await data.getByRole('link', { name: /Download \d+ KB/ }).click()
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

test.describe(() => {
  // The other tab may ask for its notifications in the moment between the end of the account and the news of it.
  test.use({ allowedErrors: /status of 401.*unread/ })

  test('a person leaves their communities and deletes their account, which signs out every tab and sends an email', async ({
    page,
    context,
    request,
    playwright,
    baseURL,
    sandboxUrl,
  }) => {
    const [id, heir, otherOwner] = [uniqueId('leaves'), uniqueId('heir'), uniqueId('owner')]
    const otherRequests = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await signInWithoutPassword(otherRequests, otherOwner, 'Olga Owner')
    await signInWithoutPassword(otherRequests, heir, 'Hedda Heir')
    const email = await signInWithoutPassword(page.request, id, 'Lena Leaves')
    const createTeam = async (name: string, people: string[]) =>
      ((await (await page.request.put('/api/_local/teams', { data: { name, people } })).json()) as { id: string }).id
    const courtCrew = await createTeam('Court Crew', [id, heir])
    await createTeam('Lone Wolves', [id])
    await createTeam('River Rats', [otherOwner, id])

    await page.goto(settings)
    await expect(section(page, 'Email').getByText(email)).toBeVisible()
    const other = await context.newPage()
    await other.goto(settings)
    await expect(section(other, 'Email').getByText(email)).toBeVisible()

    await section(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Leave 3 communities first')).toBeVisible()
    const confirmation = dialog.getByLabel('Type DELETE to continue')
    const button = dialog.getByRole('button', { name: 'Delete account' })

    await dialog.getByRole('button', { name: 'Leave River Rats' }).click()
    await expect(dialog.getByText('Leave 2 communities first')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete community Lone Wolves' }).click()
    await dialog.getByLabel('Type the name of the community').fill('Lone Wolves')
    await dialog.getByRole('button', { name: 'Delete Lone Wolves' }).click()
    await expect(dialog.getByText('Leave 1 community first')).toBeVisible()
    await dialog.getByRole('button', { name: /Who takes over Court Crew/ }).click()
    await page.getByRole('option', { name: 'Hedda Heir' }).click()
    await dialog.getByRole('button', { name: 'Ask Hedda Heir to take over Court Crew' }).click()
    await expect(dialog.getByText(/You asked Hedda Heir to take over/)).toBeVisible()
    await expect(confirmation).toBeDisabled()
    expect((await otherRequests.post(`/api/teams/${courtCrew}/hand-over/accept`)).status()).toBe(204)
    await page.reload()
    await section(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByRole('button', { name: 'Leave Court Crew' }).click()
    await expect(dialog.getByText('Leave 1 community first')).toBeHidden()

    await expect(confirmation).toBeEnabled()
    await confirmation.fill('DELETE')
    await button.click()

    await expect(page).toHaveURL(`${baseURL}/`)
    await expect(page.getByText('Account deleted successfully.')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(other).toHaveURL(/\/login\?next=/)
    expect((await (await page.request.get('/api/session')).json()).viewer).toBeNull()
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('Lena')
    expect((await findMail(request, sandboxUrl, email, /account is deleted/)).text).toContain('Lena Leaves')
    await otherRequests.dispose()
  })
})
