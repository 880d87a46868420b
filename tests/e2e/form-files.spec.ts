import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { makeContent } from '../setup/form-examples.ts'
import { call } from './call.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, openOtherPage } from './people.ts'
import { logInAs } from './sign-in.ts'

const pdf = Buffer.from('%PDF-1.7\nAn insurance card')
// A red pixel.
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')

/** Publishes a form that asks for a file and a photo. Until tomorrow the answers can be changed. */
async function publishPass(page: Page): Promise<string> {
  const content = makeContent({
    title: 'Player pass',
    pages: [
      {
        fields: [
          { id: 'fname', kind: 'shortText', label: 'Full name', isRequired: true },
          { id: 'fcard', kind: 'file', label: 'Insurance card', isRequired: true, maxFiles: 2 },
          { id: 'fface', kind: 'photo', label: 'Photo for the pass' },
        ],
      },
    ],
    endings: fromTemplate('waiver').endings,
  })
  const from = { kind: 'template', template: 'blank' }
  const { id } = await call<{ id: string }>(page, 'POST', '/api/teams/sunset-smashers/forms', { from })
  await call(page, 'PUT', `/api/forms/${id}/draft`, { content, version: 1 })
  await call(page, 'POST', `/api/forms/${id}/versions`, { version: 2 })
  const settings = {
    audience: 'anyone',
    people: [],
    timeZone: 'America/Chicago',
    frameOrigins: [],
    changesUntil: Date.now() + 24 * 3_600_000,
  }
  await call(page, 'PUT', `/api/forms/${id}/settings`, { ...settings, version: 1 })
  return id
}

test('a visitor sends a file and a photo, and an organizer saves the file @phone', async ({ page, browser }) => {
  await logInAs(page, 'host')
  await page.goto('/form')
  const id = await publishPass(page)
  const visitor = await openOtherPage(browser)
  await visitor.goto(`/form/${id}`)
  await visitor.getByRole('textbox', { name: 'Full name', exact: true }).fill('Ava Park')
  await visitor
    .getByLabel('Insurance card', { exact: true })
    .and(visitor.locator('input'))
    .setInputFiles({ name: 'card.pdf', mimeType: 'application/pdf', buffer: pdf })
  const cards = visitor.getByRole('list', { name: 'Insurance card' })
  await expect(cards).toContainText(/card\.pdf\s*1 KB/)
  await visitor
    .getByLabel('Photo for the pass', { exact: true })
    .and(visitor.locator('input'))
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expect(visitor.getByRole('list', { name: 'Photo for the pass' }).locator('img')).toBeVisible()
  await visitor.getByRole('textbox', { name: 'Your email' }).fill('ava@example.com')
  await expectAccessible(visitor)
  await expectNoHorizontalScroll(visitor)
  await visitor.reload()
  await expect(cards).toContainText('card.pdf')
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await visitor.getByRole('link', { name: 'See what you sent' }).click()
  await expect(visitor.getByRole('link', { name: 'card.pdf' })).toBeVisible()
  await expectAccessible(visitor)
  const address = (await visitor.getByRole('link', { name: 'card.pdf' }).getAttribute('href')) ?? ''

  await page.goto(`/form/${id}/submissions`)
  await page.getByRole('link', { name: 'Ava Park' }).first().click()
  const photo = page.getByRole('main').locator('img[src*="size=small"]')
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'card.pdf' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('card.pdf')
  expect(await readFile(await saved.path())).toEqual(pdf)

  // The link of the visitor opens it, and nothing else does.
  const other = await openOtherPage(browser)
  await other.goto('/')
  const statusOf = (path: string) => other.evaluate(async (url) => (await fetch(url)).status, path)
  expect([await statusOf(address), await statusOf(address.replace(/\?.*/, ''))]).toEqual([200, 404])
  await other.context().close()
  await visitor.context().close()
})

test('a visitor changes a file that they have sent @phone', async ({ page, browser }) => {
  await logInAs(page, 'host')
  await page.goto('/form')
  const id = await publishPass(page)
  const visitor = await openOtherPage(browser)
  const cards = visitor.getByRole('list', { name: 'Insurance card' })
  const choose = (name: string, buffer: Buffer) =>
    visitor
      .getByLabel('Insurance card', { exact: true })
      .and(visitor.locator('input'))
      .setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await visitor.goto(`/form/${id}`)
  await visitor.getByRole('textbox', { name: 'Full name', exact: true }).fill('Noa Park')
  await choose('old.pdf', pdf)
  await expect(cards).toContainText(/old\.pdf\s*1 KB/)
  await visitor.getByRole('textbox', { name: 'Your email' }).fill('noa@example.com')
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await visitor.getByRole('link', { name: 'See what you sent' }).click()
  await expect(visitor.getByRole('link', { name: 'old.pdf' })).toBeVisible()

  await visitor.getByRole('link', { name: 'Change answers' }).click()
  await visitor.getByRole('button', { name: 'Remove old.pdf' }).click()
  await choose('new.pdf', Buffer.concat([pdf, Buffer.from(' of this year')]))
  await expect(cards).toContainText(/new\.pdf\s*1 KB/)
  await expectAccessible(visitor)
  await expectNoHorizontalScroll(visitor)
  await visitor.getByRole('button', { name: 'Save changes' }).click()
  await expect(visitor.getByText('Your answers were changed.')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'new.pdf' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'old.pdf' })).toHaveCount(0)

  await page.goto(`/form/${id}/submissions`)
  await page.getByRole('link', { name: 'Noa Park' }).first().click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'new.pdf' }).click()
  expect((await readFile(await (await download).path())).toString()).toContain('of this year')
})
