import { Action, Given, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

/** An older release queued words. */
const writeMoment = (at: number | string) => (typeof at === 'number' ? new Date(at).toUTCString() : at)

export const newDevice: MailTemplate<'new-device'> = {
  subject: (_, platform) => `New sign-in to ${platform.name}`,
  preview: ({ device }) => `${device}. If it was you, all is well.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>Was this you?</Title>
      <Paragraph>
        Hello <Given>{data.username}</Given>, your account was just opened on a device we had not seen before: {data.device},{' '}
        {writeMoment(data.at)}.
      </Paragraph>
      <Paragraph>If it was you, all is well. If not, set a new password: that signs everyone out.</Paragraph>
      <Action href={`${productUrl}/forgot-password`}>Set a new password</Action>
    </>
  ),
  reason: (platform) => `You get this because it is about the safety of your ${platform.name} account.`,
  sample: { username: 'Maya Rivera', device: 'Chrome on Windows', at: Date.UTC(2026, 10, 20, 10, 24) },
}
