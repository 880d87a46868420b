import { pages } from '../../../domain/pages.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const teamCreationReminder: MailTemplate<'team-creation-reminder'> = {
  subject: () => 'Your community is almost ready',
  preview: () => 'We kept everything that you typed.',
  Content: ({ data, productUrl }) => (
    <>
      <Title>
        Your community is almost ready, <UserText>{data.username}</UserText>
      </Title>
      <Paragraph>You started to create a community. We kept everything that you typed, so you can go on where you stopped.</Paragraph>
      <Action href={`${productUrl}/${pages.createTeam.path}`}>Go on</Action>
      <Paragraph>If you changed your mind, you can throw the draft away on the same page. We remind you of it only once.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because you started to create a community on ${platform.name}.`,
  sample: { username: 'Maya Rivera' },
}
