import { duesPath } from '../../../domain/dues/paths.ts'
import { asDueReceipt, listDueReceiptLines, type PaidKind } from '../../../domain/dues/receipt.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { Action, Fact, Facts, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

type Paid = Parameters<typeof asDueReceipt>[0]

function Receipt({ paid, what }: { paid: Paid; what: PaidKind }) {
  return (
    <>
      <Title>Your receipt</Title>
      <Paragraph>
        Hello <UserText>{paid.username}</UserText>, thank you for your payment. The receipt is attached as PDF.
      </Paragraph>
      <Facts>
        {listDueReceiptLines(asDueReceipt(paid), what).map(({ label, value }) => (
          <Fact key={label} label={label}>
            <UserText>{value}</UserText>
          </Fact>
        ))}
      </Facts>
    </>
  )
}

const subject = ({ title, team }: Pick<Paid, 'title' | 'team'>) => `Receipt: ${title}, ${team}`
const preview = (money: Pick<Paid, 'amount' | 'currency'>) => `You paid ${formatExactMoney(money)}.`

const sample = {
  ...{ username: 'Maya Rivera', number: 'payment-1', title: 'Season fee', team: 'Sunset Smashers' },
  ...{ amount: 4000, currency: 'usd' as const, paidAt: 1795190000000 },
}

export const dueReceipt: MailTemplate<'due-receipt'> = {
  ...{ subject, preview },
  Content: ({ data: { teamId, ...receipt }, productUrl }) => (
    <>
      <Receipt paid={receipt} what="Dues" />
      <Action href={`${productUrl}${duesPath(teamId)}`}>Your dues</Action>
    </>
  ),
  reason: (platform) => `You get this email because you paid dues to a community on ${platform.name}.`,
  sample: { ...sample, teamId: 'sunset-smashers' },
}

export const formReceipt: MailTemplate<'form-receipt'> = {
  ...{ subject, preview },
  Content: ({ data: { path, ...receipt }, productUrl }) => (
    <>
      <Receipt paid={receipt} what="Form" />
      {path !== null && <Action href={`${productUrl}${path}`}>See what you sent</Action>}
    </>
  ),
  reason: (platform) => `You get this email because you paid for a form on ${platform.name}.`,
  sample: { ...sample, path: '/form/form-1/submission-1' },
}

export const membershipReceipt: MailTemplate<'membership-receipt'> = {
  ...{ subject, preview },
  Content: ({ data, productUrl }) => (
    <>
      <Receipt paid={data} what="Membership" />
      <Action href={`${productUrl}/subscriptions`}>Your memberships</Action>
    </>
  ),
  reason: (platform) => `You get this email because you pay for a membership on ${platform.name}.`,
  sample: { ...sample, title: 'Drop-in pass' },
}

export const planReceipt: MailTemplate<'plan-receipt'> = {
  ...{ subject: ({ title }) => `Receipt: ${title}`, preview },
  Content: ({ data, platform, productUrl }) => (
    <>
      <Receipt paid={{ ...data, team: platform.name }} what="Plan" />
      <Action href={`${productUrl}/invoices`}>Your invoices</Action>
    </>
  ),
  reason: (platform) => `You get this email because you pay for a plan on ${platform.name}.`,
  sample: {
    ...{ username: 'Maya Rivera', number: 'A1B2C3D4-0001', title: 'Varsity for Sunset Smashers' },
    ...{ amount: 2900, currency: 'usd', paidAt: 1795190000000 },
  },
}
