import { payoutPath } from '../../../domain/payments/payout-news.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const payoutAccount: MailTemplate<'payout-account'> = {
  subject: ({ title }) => title,
  preview: ({ text }) => text,
  Content: ({ data, productUrl }) => (
    <>
      <Title>{data.title}</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>. {data.text}
      </Paragraph>
      <Action href={`${productUrl}${payoutPath}`}>Open the Payments page</Action>
    </>
  ),
  reason: (platform) => `You get this email because you have a payout account on ${platform.name}.`,
  sample: { username: 'Maya Rivera', title: 'Your payout account is active', text: 'People can pay you now.' },
}
