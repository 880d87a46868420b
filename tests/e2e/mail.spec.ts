import { expect, type Page } from '@playwright/test'
import type { MailTemplateRequest } from '../../domain/mail/contract.ts'
import { expectAccessible, test } from './fixtures.ts'

// The mailbox is a tool of this machine; it has no icon.
test.use({ allowedErrors: /favicon\.ico/ })

type Mail = { id: string; to: string; subject: string; html: string; text: string; headers: Record<string, string> }

const news = (heading: string): MailTemplateRequest => ({
  name: 'announcement',
  data: { username: 'Maya', heading, body: 'All four courts are back.\n\nBring a paddle.' },
})
const welcome: MailTemplateRequest = { name: 'welcome', data: { username: 'Maya' } }

/** One person's mail, as the product sends it and the mailbox keeps it. */
class Correspondence {
  private readonly page: Page
  private readonly sandboxUrl: string
  readonly address: string

  constructor(page: Page, sandboxUrl: string, name: string) {
    this.page = page
    this.sandboxUrl = sandboxUrl
    // No two tests write to one address, also not the same test on another screen.
    this.address = `${name}-${test.info().project.name}-${Date.now().toString(36)}@gather.test`
  }

  async send(template: MailTemplateRequest): Promise<void> {
    const headers = { authorization: 'Bearer local-admin-token' }
    const answer = await this.page.request.post('/api/admin/mail', { headers, data: { to: this.address, template } })
    expect(answer.status(), await answer.text()).toBe(202)
  }

  /** Newest first. */
  async received(): Promise<Mail[]> {
    const answer = await this.page.request.get(`${this.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(this.address)}`)
    return (await answer.json()).messages
  }

  /** Waits until these mails and no others have come; the newest is the first. */
  async untilReceived(...subjects: string[]): Promise<void> {
    await expect.poll(async () => (await this.received()).map(({ subject }) => subject), { timeout: 15_000 }).toEqual(subjects)
  }

  async openNewest(): Promise<void> {
    await this.page.goto(`${this.sandboxUrl}/mailbox/?matching=${encodeURIComponent(this.address)}`)
    await this.page.getByRole('region', { name: 'Mails' }).getByRole('link').first().click()
  }
}

const leaveLink = (page: Page) => page.frameLocator('iframe[title="The mail"]').getByRole('link', { name: 'Unsubscribe from News' })
/** Follows the link at the end of the newest mail, as a person does: it opens beside the mailbox. */
async function followLeaveLink(page: Page): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), leaveLink(page).click()])
  await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
  return opened
}

test('a mail arrives once, and the mailbox shows it as a person reads it and as it was sent @once', async ({ page, sandboxUrl }) => {
  const maya = new Correspondence(page, sandboxUrl, 'reads')
  await maya.send(news('Courts at Northside are open again'))
  await maya.untilReceived('Courts at Northside are open again')

  await page.goto(`${sandboxUrl}/mailbox/?matching=${encodeURIComponent(maya.address)}`)
  const row = page.getByRole('region', { name: 'Mails' }).getByRole('link')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Gather')
  await expect(row).toContainText('All four courts are back. Bring a paddle.')
  await expectAccessible(page)

  await row.click()
  const mail = page.getByRole('region', { name: 'Mail', exact: true })
  await expect(mail.getByRole('heading', { name: 'Courts at Northside are open again' })).toBeVisible()
  await expect(mail.getByText(maya.address)).toBeVisible()
  const letter = page.frameLocator('iframe[title="The mail"]')
  await expect(letter.getByRole('heading', { name: 'Courts at Northside are open again' })).toBeVisible()
  await expect(letter.getByText('Hi Maya,')).toBeVisible()
  await expect(letter.getByText('Bring a paddle.', { exact: true })).toBeVisible()
  await expect(letter.getByRole('link', { name: 'Open Gather' })).toBeVisible()

  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Text' })).toContainText('All four courts are back.\n\nBring a paddle.')
  await page.getByRole('tab', { name: 'Headers' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Headers' })).toContainText('List-Unsubscribe=One-Click')
  // A second delivery would have come by now.
  const [sent, ...more] = await maya.received()
  expect(more).toEqual([])

  // No script may run in the mail's frame, the check of it included: the mailbox is looked at without it, the mail by itself.
  await page.locator('iframe').evaluate((frame) => frame.remove())
  await expectAccessible(page)
  await page.goto('about:blank')
  await page.setContent(sent?.html ?? '')
  await expectAccessible(page)
})

test('the link in a mail asks first: opening it changes nothing, the button does, and it can be undone', async ({ page, sandboxUrl }) => {
  // Five mails go through the queue, one after the other.
  test.slow()
  const maya = new Correspondence(page, sandboxUrl, 'leaves')
  await maya.send(news('First'))
  await maya.untilReceived('First')
  await maya.openNewest()

  const leave = await followLeaveLink(page)
  await expect(leave.getByRole('heading', { level: 1 })).toHaveText('Stop News mail?')
  await expect(leave.getByText(maya.address)).toBeVisible()
  await expectAccessible(leave)
  await leave.reload()
  await maya.send(news('Second'))
  await maya.untilReceived('Second', 'First')

  await leave.getByRole('button', { name: 'Unsubscribe from News' }).click()
  await expect(leave.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed.')
  await expectAccessible(leave)
  await maya.send(news('Not wanted'))
  await maya.send(welcome)
  await expect.poll(async () => (await maya.received()).length, { timeout: 15_000 }).toBeGreaterThan(2)
  // The two may come in either order; this is time for the other.
  await page.waitForTimeout(1500)
  expect((await maya.received()).map(({ subject }) => subject)).toEqual(['Welcome to Gather, Maya', 'Second', 'First'])

  await leave.getByRole('button', { name: 'Undo' }).click()
  await expect(leave.getByRole('heading', { level: 1 })).toHaveText('News mail is on again.')
  await expectAccessible(leave)
  await maya.send(news('Third'))
  await maya.untilReceived('Third', 'Welcome to Gather, Maya', 'Second', 'First')
})

test('a mailbox’s own Unsubscribe button leaves with one click, and the link in the mail says so @once', async ({ page, sandboxUrl }) => {
  const maya = new Correspondence(page, sandboxUrl, 'one-click')
  await maya.send(news('First'))
  await maya.untilReceived('First')
  await maya.openNewest()
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByText('Unsubscribed with one click.')).toBeVisible()
  const leave = await followLeaveLink(page)
  await expect(leave.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed.')
})

test('mail that answers what a person just did offers no way to leave it @once', async ({ page, sandboxUrl }) => {
  const maya = new Correspondence(page, sandboxUrl, 'essential')
  await maya.send(welcome)
  await maya.untilReceived('Welcome to Gather, Maya')
  await maya.openNewest()
  await expect(page.frameLocator('iframe[title="The mail"]').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(leaveLink(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeHidden()
})

test.describe('a link that was cut short', () => {
  test.use({ allowedErrors: /status of 404/ })

  test('says so @once', async ({ page }) => {
    await page.goto('/mail/unsubscribe/WyJtYXlhQGdhdGhlci50ZXN0IiwibmV3cyJd.AAAA')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work.')
    await expectAccessible(page)
  })
})

// No screen is involved: once is enough.
test('a mail the provider refuses for a moment arrives a little later, once', { tag: '@desktop' }, async ({ page, sandboxUrl }) => {
  const maya = new Correspondence(page, sandboxUrl, 'retried')
  await page.request.put(`${sandboxUrl}/mailbox/faults`, { data: { times: 1, status: 503 } })
  await maya.send(news('Late but here'))
  // The first retry comes after ten seconds.
  await expect.poll(async () => (await maya.received()).length, { timeout: 22_000 }).toBe(1)
  await page.waitForTimeout(500)
  await maya.untilReceived('Late but here')
})
