import { expect, type Page } from '@playwright/test'
import type { MailTemplateRequest } from '../../domain/mail/contract.ts'
import { expectAccessible, test } from './fixtures.ts'

// The sandbox's mailbox page has no icon, and this test opens an incomplete link.
test.use({ allowedErrors: /favicon\.ico|status of 404/ })

type Mail = { id: string; to: string; subject: string; html: string; text: string; headers: Record<string, string> }

const createAnnouncement = (heading: string): MailTemplateRequest => ({
  name: 'announcement',
  data: { username: 'Maya', heading, body: 'All four courts are back.\n\nBring a paddle.' },
})

/** Sends emails to one address through the product, and reads them in the sandbox's mailbox. */
class Mailbox {
  private readonly page: Page
  private readonly sandboxUrl: string
  readonly address: string

  constructor(page: Page, sandboxUrl: string, name: string) {
    this.page = page
    this.sandboxUrl = sandboxUrl
    // Each test uses an address of its own, on each screen size.
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

  /** Waits until exactly these emails have arrived. The newest comes first. */
  async untilReceived(...subjects: string[]): Promise<void> {
    await expect.poll(async () => (await this.received()).map(({ subject }) => subject), { timeout: 30_000 }).toEqual(subjects)
  }
}

const unsubscribeLink = (page: Page) =>
  page.frameLocator('iframe[title="Email content"]').getByRole('link', { name: 'Unsubscribe from News' })
/** Follows the unsubscribe link at the end of the newest email, which opens in a new tab. */
async function openUnsubscribePage(page: Page): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), unsubscribeLink(page).click()])
  await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
  return opened
}

test('an email arrives in the mailbox, and its link unsubscribes from the topic and undoes that', async ({ page, sandboxUrl }) => {
  const mailbox = new Mailbox(page, sandboxUrl, 'reads')
  await mailbox.send(createAnnouncement('Courts at Northside are open again'))
  await mailbox.untilReceived('Courts at Northside are open again')

  await page.goto(`${sandboxUrl}/mailbox/?matching=${encodeURIComponent(mailbox.address)}`)
  const row = page.getByRole('region', { name: 'Emails' }).getByRole('link')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Gather')
  await expect(row).toContainText('All four courts are back. Bring a paddle.')
  await expectAccessible(page)

  await row.click()
  const mail = page.getByRole('region', { name: 'Email', exact: true })
  await expect(mail.getByRole('heading', { name: 'Courts at Northside are open again' })).toBeVisible()
  await expect(mail.getByText(mailbox.address)).toBeVisible()
  const mailFrame = page.frameLocator('iframe[title="Email content"]')
  await expect(mailFrame.getByRole('heading', { name: 'Courts at Northside are open again' })).toBeVisible()
  await expect(mailFrame.getByText('Hi Maya,')).toBeVisible()
  await expect(mailFrame.getByText('Bring a paddle.', { exact: true })).toBeVisible()
  await expect(mailFrame.getByRole('link', { name: 'Open Gather' })).toBeVisible()

  const unsubscribePage = await openUnsubscribePage(page)
  await expect(unsubscribePage.getByRole('heading', { level: 1 })).toHaveText('Stop News emails?')
  await expect(unsubscribePage.getByText(mailbox.address)).toBeVisible()
  await expectAccessible(unsubscribePage)
  await unsubscribePage.getByRole('button', { name: 'Unsubscribe from News' }).click()
  await expect(unsubscribePage.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed.')
  await expectAccessible(unsubscribePage)
  await unsubscribePage.getByRole('button', { name: 'Undo' }).click()
  await expect(unsubscribePage.getByRole('heading', { level: 1 })).toHaveText('News emails are on again.')
  await expectAccessible(unsubscribePage)
  // An incomplete link.
  await unsubscribePage.goto('/mail/unsubscribe/WyJtYXlhQGdhdGhlci50ZXN0IiwibmV3cyJd.AAAA')
  await expect(unsubscribePage.getByRole('heading', { level: 1 })).toHaveText('This link does not work.')
  await expectAccessible(unsubscribePage)

  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Text' })).toContainText('All four courts are back.\n\nBring a paddle.')
  await page.getByRole('tab', { name: 'Headers' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Headers' })).toContainText('List-Unsubscribe=One-Click')
  const [sent] = await mailbox.received()

  // The mailbox has a button that unsubscribes with one click.
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByText('You are unsubscribed.')).toBeVisible()

  // No script may run in the email's frame, not even the accessibility check. So the mailbox is checked without the frame,
  // and the email is checked by itself at the end.
  await page.locator('iframe').evaluate((frame) => frame.remove())
  await expectAccessible(page)
  // An email that answers a person's own action has no unsubscribe button, and is sent even to people who unsubscribed from news.
  await mailbox.send({ name: 'welcome', data: { username: 'Maya' } })
  await mailbox.untilReceived('Welcome to Gather, Maya', 'Courts at Northside are open again')
  await page.goto(`${sandboxUrl}/mailbox/?matching=${encodeURIComponent(mailbox.address)}`)
  await row.first().click()
  await expect(mailFrame.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(unsubscribeLink(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeHidden()

  await page.goto('about:blank')
  await page.setContent(sent?.html ?? '')
  await expectAccessible(page)
})
