import { expect, type Page } from '@playwright/test'
import type { MailTemplateRequest } from '../../domain/mail/contract.ts'
import { expectAccessible, test } from './fixtures.ts'

// The mailbox is a tool of this machine; it has no icon. A link that was cut short leads to nothing.
test.use({ allowedErrors: /favicon\.ico|status of 404/ })

type Mail = { id: string; to: string; subject: string; html: string; text: string; headers: Record<string, string> }

const news = (heading: string): MailTemplateRequest => ({
  name: 'announcement',
  data: { username: 'Maya', heading, body: 'All four courts are back.\n\nBring a paddle.' },
})

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
}

const leaveLink = (page: Page) => page.frameLocator('iframe[title="The mail"]').getByRole('link', { name: 'Unsubscribe from News' })
/** Follows the link at the end of the newest mail, as a person does: it opens beside the mailbox. */
async function followLeaveLink(page: Page): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), leaveLink(page).click()])
  await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
  return opened
}

test('a mail arrives, the mailbox shows it as it was sent, and its link leaves the topic and comes back', async ({ page, sandboxUrl }) => {
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

  const leave = await followLeaveLink(page)
  await expect(leave.getByRole('heading', { level: 1 })).toHaveText('Stop News emails?')
  await expect(leave.getByText(maya.address)).toBeVisible()
  await expectAccessible(leave)
  await leave.getByRole('button', { name: 'Unsubscribe from News' }).click()
  await expect(leave.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed.')
  await expectAccessible(leave)
  await leave.getByRole('button', { name: 'Undo' }).click()
  await expect(leave.getByRole('heading', { level: 1 })).toHaveText('News emails are on again.')
  await expectAccessible(leave)
  // A link that was cut short.
  await leave.goto('/mail/unsubscribe/WyJtYXlhQGdhdGhlci50ZXN0IiwibmV3cyJd.AAAA')
  await expect(leave.getByRole('heading', { level: 1 })).toHaveText('This link does not work.')
  await expectAccessible(leave)

  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Text' })).toContainText('All four courts are back.\n\nBring a paddle.')
  await page.getByRole('tab', { name: 'Headers' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Headers' })).toContainText('List-Unsubscribe=One-Click')
  const [sent] = await maya.received()

  // The mailbox's own button leaves with one click.
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByText('Unsubscribed with one click.')).toBeVisible()

  // No script may run in the mail's frame, the check of it included: the mailbox is looked at without it, the mail by itself.
  await page.locator('iframe').evaluate((frame) => frame.remove())
  await expectAccessible(page)
  // Mail that answers what a person just did has no such button, also for who wants no news.
  await maya.send({ name: 'welcome', data: { username: 'Maya' } })
  await maya.untilReceived('Welcome to Gather, Maya', 'Courts at Northside are open again')
  await page.goto(`${sandboxUrl}/mailbox/?matching=${encodeURIComponent(maya.address)}`)
  await row.first().click()
  await expect(letter.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(leaveLink(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeHidden()

  await page.goto('about:blank')
  await page.setContent(sent?.html ?? '')
  await expectAccessible(page)
})
