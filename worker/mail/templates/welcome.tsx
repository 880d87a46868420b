import { pages } from '../../../domain/pages.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const welcome: MailTemplate<'welcome'> = {
  subject: ({ username }, platform) => `Welcome to ${platform.name}, ${username}`,
  preview: () => 'Your account is ready. Start with the city you play in.',
  Content: ({ data, platform, productUrl }) => (
    <>
      <Title>
        Welcome, <UserText>{data.username}</UserText>
      </Title>
      <Paragraph>Your {platform.name} account is ready. Tell us where you play to see games near you.</Paragraph>
      <Action href={`${productUrl}/${pages.citySearch.path}`}>Find your city</Action>
    </>
  ),
  reason: (platform) => `You get this email because this address was used to sign up for ${platform.name}.`,
  sample: { username: 'Maya Rivera' },
}
