import { expect, type Page } from '@playwright/test'
import { makeContent } from '../setup/form-examples.ts'
import { call } from './call.ts'
import { expectAccessible, test } from './fixtures.ts'
import { findMail } from './mailbox.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'
import { setOffline } from './set-offline.ts'
import { logInAs, uniqueEmail } from './sign-in.ts'
import { waitForServiceWorker } from './wait-for-service-worker.ts'

/** Publishes a form with two pages for everyone. */
async function publishLeague(page: Page, title: string): Promise<string> {
  const content = makeContent({
    title,
    pages: [
      { title: 'You', fields: [{ id: 'fname', kind: 'shortText', label: 'Full name', isRequired: true }] },
      { title: 'Your game', fields: [{ id: 'fwish', kind: 'longText', label: 'What do you wish for?' }] },
    ],
  })
  const from = { kind: 'template', template: 'blank' }
  const { id } = await call<{ id: string }>(page, 'POST', '/api/teams/sunset-smashers/forms', { from })
  await call(page, 'PUT', `/api/forms/${id}/draft`, { content, version: 1 })
  await call(page, 'POST', `/api/forms/${id}/versions`, { version: 2 })
  const settings = { audience: 'anyone', people: [], timeZone: 'America/Chicago', frameOrigins: [] }
  await call(page, 'PUT', `/api/forms/${id}/settings`, { ...settings, version: 1 })
  return id
}

/** The host publishes a form on a page of their own. */
async function publishAsHost(page: Page, title: string): Promise<string> {
  await logInAs(page, 'host')
  await page.goto('/form')
  return publishLeague(page, title)
}

/** How many forms a visitor without an account has on this device. */
const countKeptForms = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('gather')
    opening.onerror = reject
    opening.onsuccess = () => {
      const asking = opening.result.transaction('seen').objectStore('seen').get('stranger:forms')
      asking.onerror = reject
      asking.onsuccess = () => {
        opening.result.close()
        resolve(asking.result?.length ?? 0)
      }
    }
  })

const nameIn = (page: Page) => page.getByRole('textbox', { name: 'Full name', exact: true })
const wishIn = (page: Page) => page.getByRole('textbox', { name: 'What do you wish for?' })

test('a form that was begun on one device is finished on another, with an account @phone', async ({ page, browser }) => {
  const id = await publishAsHost(page, 'Fall league')
  const phone = await openOtherPage(browser)
  const person = await signInAsNewPerson(phone, 'Dev Two')
  await phone.goto(`/form/${id}`)
  await nameIn(phone).fill('Dev Two')
  await phone.getByRole('button', { name: 'Continue' }).click()
  const isKept = phone.waitForResponse(
    (answer) => answer.url().endsWith(`/api/forms/${id}/answers`) && (answer.request().postData() ?? '').includes('Evening games'),
  )
  await wishIn(phone).fill('Evening games')
  expect((await isKept).ok()).toBe(true)
  await phone.context().close()

  const laptop = await openOtherPage(browser)
  const viewer = { id: person.id, name: person.name, emailVerified: true, profileComplete: true }
  expect((await laptop.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  await laptop.goto(`/form/${id}`)
  await expect(laptop.getByText('Restored what you had begun.')).toBeVisible()
  await expect(nameIn(laptop)).toHaveValue('Dev Two')
  await laptop.getByRole('button', { name: 'Continue' }).click()
  await expect(wishIn(laptop)).toHaveValue('Evening games')
  await laptop.getByRole('button', { name: 'Send' }).click()
  await laptop.getByRole('link', { name: 'See what you sent' }).click()
  await expect(laptop.getByRole('main')).toContainText('Evening games')
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|You seem to be offline/ })

  test('a form that was begun is still there after a reload, and is sent once @phone', async ({ page, browser }) => {
    test.setTimeout(120_000)
    const id = await publishAsHost(page, 'Winter league')
    const visitor = await openOtherPage(browser)
    await visitor.goto(`/form/${id}`)
    await nameIn(visitor).fill('Oli Offline')
    // The app opens without a network once its service worker is there.
    await waitForServiceWorker(visitor)
    await visitor.reload()
    await expect(nameIn(visitor)).toHaveValue('Oli Offline')
    await expect.poll(() => visitor.evaluate(countKeptForms)).toBe(1)
    await setOffline(visitor.context(), true)
    await visitor.reload()
    await expect(nameIn(visitor)).toHaveValue('Oli Offline')
    await visitor.getByRole('button', { name: 'Continue' }).click()
    await wishIn(visitor).fill('Roofed courts')
    await visitor.getByRole('textbox', { name: 'Your email' }).fill(uniqueEmail('offline'))
    await visitor.getByRole('button', { name: 'Send' }).click()
    await expect(visitor.getByRole('alert')).toContainText('You seem to be offline.')
    await setOffline(visitor.context(), false)
    await visitor.getByRole('button', { name: 'Send' }).click()
    await visitor.getByRole('link', { name: 'See what you sent' }).click()
    await expect(visitor.getByRole('main')).toContainText('Roofed courts')
    const { submissions } = await (await page.request.get(`/api/forms/${id}/submissions`)).json()
    expect(submissions.map(({ label }: { label: string }) => label)).toEqual(['Oli Offline'])
    await visitor.context().close()
  })
})

test('a form that was begun without an account goes on by the mailed link @phone', async ({ page, browser, sandboxUrl }) => {
  const title = `Summer league ${test.info().project.name}`
  const id = await publishAsHost(page, title)
  const email = uniqueEmail('goes-on')
  const visitor = await openOtherPage(browser)
  await visitor.goto(`/form/${id}`)
  await nameIn(visitor).fill('Vi Visitor')
  await visitor.getByRole('button', { name: 'Mail me a link to go on later' }).click()
  const dialog = visitor.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('button', { name: 'Mail me the link' }).click()
  await expect(dialog).toContainText(`We have mailed a link to ${email}.`)
  await expectAccessible(visitor)
  await expectNoHorizontalScroll(visitor)
  await visitor.context().close()

  const mail = await findMail(page.request, sandboxUrl, email, new RegExp(title))
  const link = /https?:\/\/\S+\/form\/\S+\?resume=[\w-]+/.exec(mail.text)?.[0] ?? ''
  const other = await openOtherPage(browser)
  await other.goto(link)
  await expect(nameIn(other)).toHaveValue('Vi Visitor')
  await other.getByRole('button', { name: 'Continue' }).click()
  await wishIn(other).fill('A coach')
  await other.getByRole('textbox', { name: 'Your email' }).fill(email)
  await other.getByRole('button', { name: 'Send' }).click()
  await other.getByRole('link', { name: 'See what you sent' }).click()
  await expect(other.getByRole('main')).toContainText('A coach')
  // The link ends with sending.
  await other.goto(link)
  await expect(other.getByText('This link no longer opens answers')).toBeVisible()
})
