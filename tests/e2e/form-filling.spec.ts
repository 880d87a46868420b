import { expect, type Page } from '@playwright/test'
import { embedLine } from '../../domain/forms/paths.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { call } from './call.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'
import { logInAs } from './sign-in.ts'

/** Publishes a form with a name, an email address and a waiver, of which an organizer accepts each submission. */
async function publishWaiver(page: Page, more: { frameOrigins?: string[] } = {}): Promise<string> {
  const template = fromTemplate('waiver')
  const pages = template.pages.map((one) => ({ ...one, fields: one.fields.filter(({ kind }) => kind !== 'birthDate') }))
  const from = { kind: 'template', template: 'waiver' }
  const { id } = await call<{ id: string }>(page, 'POST', '/api/teams/sunset-smashers/forms', { from })
  await call(page, 'PUT', `/api/forms/${id}/draft`, { content: { ...template, title: 'Court waiver', pages }, version: 1 })
  await call(page, 'POST', `/api/forms/${id}/versions`, { version: 2 })
  const settings = { audience: 'anyone', people: [], timeZone: 'America/Chicago', frameOrigins: [], needsApproval: true, ...more }
  await call(page, 'PUT', `/api/forms/${id}/settings`, { ...settings, version: 1 })
  return id
}

async function fill(visitor: Page, path: string, name: string) {
  await visitor.goto(path)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Court waiver' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Send' }).click()
  // Nothing is sent before everything is there, and each fault leads to its field.
  await expect(visitor.getByRole('region', { name: 'What needs a change' }).getByRole('link', { name: 'Waiver' })).toBeVisible()
  await visitor.getByRole('textbox', { name: 'Full name', exact: true }).fill(name)
  await visitor.getByRole('textbox', { name: 'Email', exact: true }).fill('ava@example.com')
  await visitor.getByRole('button', { name: 'Type your name instead' }).click()
  await visitor.getByRole('textbox', { name: 'Your full name' }).fill(name)
  await visitor.getByRole('textbox', { name: 'Your email' }).fill('ava@example.com')
}

test('a visitor signs a form, an organizer accepts it, and the visitor sees it by their link @both', async ({ page, browser }) => {
  await logInAs(page, 'host')
  await page.goto('/form')
  const id = await publishWaiver(page)
  const visitor = await openOtherPage(browser)
  const name = `Ava ${test.info().project.name}`
  await fill(visitor, `/form/${id}`, name)
  await expectAccessible(visitor)
  await expectNoHorizontalScroll(visitor)
  // What was begun is still there after a reload.
  await visitor.reload()
  await expect(visitor.getByRole('textbox', { name: 'Full name', exact: true })).toHaveValue(name)
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByText('An organizer will look at it.')).toBeVisible()
  await visitor.getByRole('link', { name: 'See what you sent' }).click()
  await expect(visitor.getByRole('main')).toContainText(name)
  await expectAccessible(visitor)

  await page.goto(`/form/${id}/submissions`)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('main')).toContainText(/accepted/i)
  await expectAccessible(page)
  await visitor.reload()
  await expect(visitor.getByRole('main')).toContainText(/accepted/i)
  await visitor.context().close()
})

test('a form is filled on the domain of its community @phone', async ({ page, browser }) => {
  await logInAs(page, 'host')
  await page.goto('/form')
  const id = await publishWaiver(page)
  const visitor = await openOtherPage(browser)
  await signInAsNewPerson(visitor, 'Leo Park')
  const { port } = new URL(page.url())
  await fill(visitor, `http://sunset-smashers.localhost:${port}/form/${id}`, 'Leo Park')
  // The domain has no login of its own: ours brings the person back, who finds what they typed.
  await visitor.getByRole('link', { name: 'Sign in' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Go on to sunset-smashers.localhost' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Go on' }).click()
  await expect(visitor.getByText('You are logged in as Leo Park.')).toBeVisible()
  await expect(visitor.getByRole('textbox', { name: 'Full name', exact: true })).toHaveValue('Leo Park')
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByText('An organizer will look at it.')).toBeVisible()
  await visitor.getByRole('link', { name: 'See what you sent' }).click()
  await expect(visitor.getByRole('main')).toContainText('Leo Park')
  await visitor.goto(`http://sunset-smashers.localhost:${port}/form/${id}`)
  await expect(visitor.getByText('You have sent this form.')).toBeVisible()
  await visitor.getByRole('button', { name: 'Log out' }).click()
  await expect(visitor.getByText('You are logged in as')).toBeHidden()
  await expect(visitor.getByRole('textbox', { name: 'Your email' })).toHaveValue('')
  // Who signs up comes back in the tab of the link in their email, which did not ask for the code.
  const other = await visitor.context().newPage()
  await other.goto(`http://sunset-smashers.localhost:${port}/login?next=/form/${id}#code=${'a'.repeat(43)}`)
  await expect(other.getByRole('heading', { level: 1, name: 'Go on to sunset-smashers.localhost' })).toBeVisible()
  await visitor.context().close()
})

test('another site shows a form, as high as its content, and people send it there @both', async ({ page, browser }) => {
  await logInAs(page, 'host')
  await page.goto('/form')
  const club = 'https://club.example'
  const id = await publishWaiver(page, { frameOrigins: [club] })
  const { origin } = new URL(page.url())
  const visitor = await openOtherPage(browser)
  // The product runs on this machine, which browsers keep from other sites.
  await visitor.context().grantPermissions(['local-network-access'])
  const head = '<meta name="viewport" content="width=device-width" /><title>Club</title>'
  const site = (line: string) => `<!doctype html><html lang="en">${head}<h1>Join us</h1>${line}<p>Below the form</p></html>`
  for (const address of [club, 'https://stranger.example'])
    await visitor.route(`${address}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: site(embedLine(origin, { id, title: 'Court waiver' })) }),
    )
  await visitor.goto(`${club}/`)
  const form = visitor.frameLocator('iframe')
  await expect(form.getByRole('heading', { level: 1, name: 'Court waiver' })).toBeVisible()
  await expect(form.getByRole('banner')).toHaveCount(0)
  await expect(form.getByRole('navigation')).toHaveCount(0)
  // Everything is visible without scrolling in the frame, and nothing is empty below it.
  const measure = async () => {
    const outer = (await visitor.locator('iframe').boundingBox())?.height ?? 0
    const inner = await form.getByRole('main').evaluate((main) => main.getBoundingClientRect().height)
    return Math.abs(outer - inner)
  }
  await expect.poll(measure).toBeLessThan(2)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('region', { name: 'What needs a change' })).toBeVisible()
  await expect.poll(measure).toBeLessThan(2)
  await expectAccessible(visitor)
  await expectNoHorizontalScroll(visitor)
  await form.getByRole('textbox', { name: 'Full name', exact: true }).fill('Ava Frame')
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill('ava@example.com')
  await form.getByRole('button', { name: 'Type your name instead' }).click()
  await form.getByRole('textbox', { name: 'Your full name' }).fill('Ava Frame')
  await form.getByRole('textbox', { name: 'Your email' }).fill('ava@example.com')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('An organizer will look at it.')).toBeVisible()
  await expect.poll(measure).toBeLessThan(2)
  await expectAccessible(visitor)
  // What leads on opens in a window of its own, where there are cookies.
  const opened = visitor.waitForEvent('popup')
  await form.getByRole('link', { name: 'See what you sent' }).click()
  await expect((await opened).getByRole('main')).toContainText('Ava Frame')
  await visitor.goto('https://stranger.example/')
  await expect(visitor.locator('iframe')).toHaveCount(1)
  await expect.poll(() => visitor.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
  await visitor.context().close()
})
