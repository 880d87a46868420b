import { News } from './news.tsx'
import type { MailTemplate } from './template.ts'

export const planNews: MailTemplate<'plan-news'> = {
  subject: ({ title }) => title,
  preview: ({ text }) => text,
  Content: ({ data, productUrl }) => <News data={data} href={`${productUrl}/settings?tab=payments`} label="Open the Payments page" />,
  reason: (platform) => `You get this email because of a plan on ${platform.name}.`,
  sample: {
    username: 'Maya Rivera',
    title: 'Varsity was bought twice',
    text: 'There was a plan already, so the second one has ended. Your $15.00 go back to your card within 10 days.',
  },
}
