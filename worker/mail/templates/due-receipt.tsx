import { duesPath } from '../../../domain/dues/paths.ts'
import { formatFullMoment } from '../../../domain/events/format-when.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { Action, Fact, Facts, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const dueReceipt: MailTemplate<'due-receipt'> = {
  subject: ({ title, team }) => `Receipt: ${title}, ${team}`,
  preview: (money) => `You paid ${formatExactMoney(money)}.`,
  Content: ({ data: { username, number, title, team, teamId, paidAt, ...money }, productUrl }) => (
    <>
      <Title>Your receipt</Title>
      <Paragraph>
        Hello <UserText>{username}</UserText>, thank you for your payment.
      </Paragraph>
      <Facts>
        <Fact label="Receipt number">{number}</Fact>
        <Fact label="Paid on">{formatFullMoment(paidAt, { timeZone: 'UTC', now: paidAt })}</Fact>
        <Fact label="Paid to">
          <UserText>{team}</UserText>
        </Fact>
        <Fact label="For">
          <UserText>{title}</UserText>
        </Fact>
        <Fact label="Total">
          {formatExactMoney(money)} ({money.currency.toUpperCase()})
        </Fact>
      </Facts>
      <Action href={`${productUrl}${duesPath(teamId)}`}>Your dues</Action>
    </>
  ),
  reason: (platform) => `You get this email because you paid dues to a community on ${platform.name}.`,
  sample: {
    username: 'Maya Rivera',
    number: 'payment-1',
    title: 'Season fee',
    team: 'Sunset Smashers',
    teamId: 'sunset-smashers',
    amount: 4000,
    currency: 'usd',
    paidAt: 1795190000000,
  },
}
