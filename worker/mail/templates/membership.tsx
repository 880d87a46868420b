import { News } from './news.tsx'
import type { MailTemplate } from './template.ts'

export const membership: MailTemplate<'membership'> = {
  subject: ({ title }) => title,
  preview: ({ text }) => text,
  Content: ({ data, productUrl }) => <News data={data} href={`${productUrl}/subscriptions`} label="Open Your Subscriptions" />,
  reason: (platform) => `You get this email because you have bought a membership on ${platform.name}.`,
  sample: {
    username: 'Maya Rivera',
    title: 'Your membership “Drop-in pass” has ended',
    text: 'Sunset Smashers was deleted. What you have paid for the rest of its time goes back to you.',
  },
}
