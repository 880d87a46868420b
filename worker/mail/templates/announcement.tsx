import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

const paragraphsOf = (body: string) => body.split(/\n\s*\n/).map((text) => text.trim())

export const announcement: MailTemplate<'announcement'> = {
  subject: ({ heading }) => heading,
  preview: ({ body }) => body.replaceAll(/\s+/g, ' '),
  Content: ({ data, platform, productUrl }) => (
    <>
      <Title>
        <UserText>{data.heading}</UserText>
      </Title>
      <Paragraph>
        Hi <UserText>{data.username}</UserText>,
      </Paragraph>
      {paragraphsOf(data.body).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
        <Paragraph key={index}>{text}</Paragraph>
      ))}
      <Action href={productUrl}>{`Open ${platform.name}`}</Action>
    </>
  ),
  reason: (platform) => `You get this email because you turned on news from ${platform.name}.`,
  sample: {
    username: 'Maya Rivera',
    heading: 'Courts at Northside are open again',
    body: 'The resurfacing is done two weeks early. All four courts are back from Saturday, with new nets and lights until 10 PM.\n\nOpen play returns on Saturday and Sunday mornings. Bring a paddle if you have one, there are four spares in the shed.',
  },
}
