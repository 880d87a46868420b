import { formatExactMoney } from '../../../domain/money.ts'
import { listReceiptLines } from '../../../domain/orders/receipt.ts'
import { Action, Fact, Facts, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const receipt: MailTemplate<'receipt'> = {
  subject: ({ receipt: { title } }) => `Receipt: ${title}`,
  preview: ({ receipt }) => `You paid ${formatExactMoney(receipt)}.`,
  Content: ({ data: { username, receipt }, productUrl }) => (
    <>
      <Title>Your receipt</Title>
      <Paragraph>
        Hello <UserText>{username}</UserText>, thank you for your payment. The receipt is attached as PDF.
      </Paragraph>
      <Facts>
        {listReceiptLines(receipt).map(({ label, value }) => (
          <Fact key={label} label={label}>
            <UserText>{value}</UserText>
          </Fact>
        ))}
      </Facts>
      <Action href={`${productUrl}/transactions`}>Your payments</Action>
    </>
  ),
  reason: (platform) => `You get this email because you paid for a game on ${platform.name}.`,
  sample: {
    username: 'Maya Rivera',
    receipt: {
      orderId: 'order-1',
      title: 'Saturday sunrise open play',
      startsAt: 1795266000000,
      timeZone: 'America/Chicago',
      payer: 'Maya Rivera',
      payee: 'Alex Kim',
      seats: 2,
      amount: 3150,
      credit: 0,
      bookingFee: 150,
      currency: 'usd',
      paidAt: 1795190000000,
      method: 'card',
    },
  },
}
