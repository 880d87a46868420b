import { duesPath } from '../../../domain/dues/paths.ts'
import { asDueReceipt, listDueReceiptLines } from '../../../domain/dues/receipt.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { Action, Fact, Facts, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const dueReceipt: MailTemplate<'due-receipt'> = {
  subject: ({ title, team }) => `Receipt: ${title}, ${team}`,
  preview: (money) => `You paid ${formatExactMoney(money)}.`,
  Content: ({ data: { teamId, ...receipt }, productUrl }) => (
    <>
      <Title>Your receipt</Title>
      <Paragraph>
        Hello <UserText>{receipt.username}</UserText>, thank you for your payment. The receipt is attached as PDF.
      </Paragraph>
      <Facts>
        {listDueReceiptLines(asDueReceipt(receipt)).map(({ label, value }) => (
          <Fact key={label} label={label}>
            <UserText>{value}</UserText>
          </Fact>
        ))}
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
