import { Action, Given, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

/** An older release queued words. */
const writeDay = (until: number | string) =>
  typeof until === 'number' ? new Date(until).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }) : until

export const exportReady: MailTemplate<'export-ready'> = {
  subject: () => 'Your data is ready',
  preview: ({ until }) => `Download it until ${writeDay(until)}.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>Your data is ready</Title>
      <Paragraph>
        Hello <Given>{data.username}</Given>, your data is ready in one file. Log in and download it in your settings until{' '}
        {writeDay(data.until)}. After that we delete it.
      </Paragraph>
      <Action href={`${productUrl}/settings?tab=general`}>Open settings</Action>
      <Paragraph>If you did not ask for it, set a new password. Someone else may be signed in as you.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because someone signed in to your ${platform.name} account asked for a copy of its data.`,
  sample: { username: 'Maya Rivera', until: Date.UTC(2026, 10, 27) },
}
