import { type APIRequestContext, expect } from '@playwright/test'

export type Mail = { subject: string; text: string; html: string }

/** Lists the emails to an address, the newest first. */
export async function listMails(request: APIRequestContext, sandboxUrl: string, email: string): Promise<Mail[]> {
  const answer = await request.get(`${sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as { messages: Mail[] }).messages
}

/** Waits until an email with this subject is in the sandbox's mailbox. */
export async function findMail(request: APIRequestContext, sandboxUrl: string, email: string, subject: RegExp): Promise<Mail> {
  let mail: Mail | undefined
  await expect
    .poll(
      async () => {
        mail = (await listMails(request, sandboxUrl, email)).find((found) => subject.test(found.subject))
        return mail !== undefined
      },
      { timeout: 30_000, intervals: [200], message: `a mail about ${subject} to ${email}` },
    )
    .toBe(true)
  return mail as Mail
}

/** The link with a token in an email. */
export function getLink({ text }: Mail): string {
  const link = text.match(/https?:\/\/\S+\?token=[\w-]{43}/)?.[0]
  if (!link) throw new Error(`No link in the mail: ${text}`)
  return link
}
