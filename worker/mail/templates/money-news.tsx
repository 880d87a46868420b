import { payoutPath } from '../../../domain/payments/payout-news.ts'
import { News } from './news.tsx'
import type { MailTemplate } from './template.ts'

export const moneyNews: MailTemplate<'money-news'> = {
  subject: ({ title }) => title,
  preview: ({ text }) => text,
  Content: ({ data, productUrl }) => <News data={data} href={`${productUrl}${payoutPath}`} label="Open the Payments page" />,
  reason: (platform) => `You get this email because you are paid on ${platform.name}, or manage the money of a community.`,
  sample: {
    username: 'Maya Rivera',
    title: 'A payment of $15.00 is disputed: Open play',
    text: 'The bank of the player has taken the money until it decides. Answer at Stripe by December 3, 2026. Without an answer you lose the money.',
  },
}
