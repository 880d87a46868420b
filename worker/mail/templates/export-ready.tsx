import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

/** Jobs queued by an older release contain a formatted text instead of a time. */
const formatDay = (until: number | string) =>
  typeof until === 'number' ? new Date(until).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }) : until

export const exportReady: MailTemplate<'export-ready'> = {
  subject: () => 'Your data is ready',
  preview: ({ until }) => `Download it until ${formatDay(until)}.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>Your data is ready</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, your data is ready in one file. Log in and download it in your settings until{' '}
        {formatDay(data.until)}. After that we delete it.
      </Paragraph>
      <Action href={`${productUrl}/settings?tab=general`}>Open settings</Action>
      <Paragraph>If you did not ask for it, please set a new password, because someone else may be signed in to your account.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because someone signed in to your ${platform.name} account asked for a copy of your data.`,
  sample: { username: 'Maya Rivera', until: Date.UTC(2026, 10, 27) },
}
