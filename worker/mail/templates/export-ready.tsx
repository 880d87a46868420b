import { exportLifetime } from '../../../domain/data-exports/contract.ts'
import { formatSpan } from '../../../domain/faqs/rules.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

const time = formatSpan(exportLifetime)

export const exportReady: MailTemplate<'export-ready'> = {
  subject: () => 'Your data is ready',
  preview: () => `You can download it for ${time}.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>Your data is ready</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, your data is ready in one file. Log in and download it in your settings. After {time} we
        delete it.
      </Paragraph>
      <Action href={`${productUrl}/settings?tab=general`}>Open settings</Action>
      <Paragraph>If you did not ask for it, please set a new password, because someone else may be signed in to your account.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because someone signed in to your ${platform.name} account asked for a copy of your data.`,
  sample: { username: 'Maya Rivera' },
}
