import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

/** Jobs queued by an older release contain a formatted text instead of a time. */
const formatMoment = (at: number | string) => (typeof at === 'number' ? new Date(at).toUTCString() : at)

export const newDevice: MailTemplate<'new-device'> = {
  subject: (_, platform) => `New sign-in to ${platform.name}`,
  preview: ({ device }) => `${device}. If this was you, you do not need to do anything.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>Was this you?</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, someone just signed in to your account on a new device: {data.device},{' '}
        {formatMoment(data.at)}.
      </Paragraph>
      <Paragraph>If this was you, you do not need to do anything. If not, please set a new password. This signs out all devices.</Paragraph>
      <Action href={`${productUrl}/forgot-password`}>Set a new password</Action>
    </>
  ),
  reason: (platform) => `You get this email because it is about the security of your ${platform.name} account.`,
  sample: { username: 'Maya Rivera', device: 'Chrome on Windows', at: Date.UTC(2026, 10, 20, 10, 24) },
}
