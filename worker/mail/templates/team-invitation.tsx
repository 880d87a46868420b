import { writeDate } from '../../../domain/time/write-time.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

/** The zone of the person is not known, so the end has a time and a zone. It is then true everywhere. */
const formatEnd = (at: number) =>
  writeDate(
    at,
    { timeZone: 'America/Chicago', now: at },
    { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  )

/** The link opens a page with a button, so that a mail scanner that opens it joins nothing. */
export const teamInvitation: MailTemplate<'team-invitation'> = {
  subject: ({ inviter, team }) => `${inviter} invites you to ${team}`,
  preview: ({ expiresAt }) => `Join until ${formatEnd(expiresAt)}.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>
        Join <UserText>{data.team}</UserText>
      </Title>
      <Paragraph>
        <UserText>{data.inviter}</UserText> would like to play with you in the community <UserText>{data.team}</UserText>.
      </Paragraph>
      <Paragraph>The invitation is open until {formatEnd(data.expiresAt)}. It works once.</Paragraph>
      <Action href={`${productUrl}/team-invitation?token=${data.token}`}>See the invitation</Action>
    </>
  ),
  reason: (platform) => `You get this email because someone on ${platform.name} entered your address to invite you.`,
  unsubscribeName: 'invitations',
  sample: { inviter: 'Maya Rivera', team: 'Sunset Smashers', expiresAt: 1795266000000, token: 'A'.repeat(43) },
}
