import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatExactMoney, type Money } from '../../domain/money.ts'
import type { ShownRefundState } from '../../domain/orders/contract.ts'
import { Status, type StatusTone } from '../ui/status.tsx'

type PaymentRowProps = {
  title: string
  /** Where it leads. Without it there is nothing to see any more. */
  to: string | undefined
  facts: readonly (string | false)[]
  /** The address of the receipt, if there is one. */
  receipt: string | undefined
  paid: Money
  status: { label: string; tone: StatusTone }
  /** What came back. */
  children: ReactNode
}

/** Something that the viewer paid for. */
export function PaymentRow({ title, to, facts, receipt, paid, status, children }: PaymentRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-5 gap-y-1 border-b border-line py-3.5 sm:grid-cols-[minmax(0,1fr)_5.5rem_5.5rem]">
      <div className="min-w-0">
        {to === undefined ? (
          <p className="flex min-h-11 items-center font-strong wrap-anywhere">{title}</p>
        ) : (
          <Link to={to} className="-my-2.5 inline-flex min-h-11 items-center font-strong underline-offset-3 wrap-anywhere hover:underline">
            {title}
          </Link>
        )}
        <p className="text-small text-soft wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
        {receipt !== undefined && (
          <a
            href={receipt}
            download
            className="-mt-1.5 -mb-2.5 inline-flex min-h-11 items-center text-small font-strong text-court underline-offset-3 hover:underline"
          >
            Receipt<span className="sr-only"> for {title}</span>
          </a>
        )}
        {children}
      </div>
      <div className="grid justify-items-end gap-1 sm:contents">
        <p className="text-right font-strong tabular-nums sm:order-3">{formatExactMoney(paid)}</p>
        <Status tone={status.tone} className="text-small sm:order-2 sm:pt-0.5">
          {status.label}
        </Status>
      </div>
    </li>
  )
}

/** An amount that came back, and what is to be said of it. */
export const AmountBack = ({ children, ...money }: Money & { children: ReactNode }) => (
  <p className="text-small text-soft">
    <b className="font-strong text-ink">{formatExactMoney(money)}</b> {children}
  </p>
)

/** Nothing comes back from a host, because a bank gave the money back. */
export const BackByBank = () => <p className="text-small text-soft">Your bank gave the money back.</p>

type Refund = { amount: number; state: ShownRefundState }

export const sumSent = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amount, state }) => sum + (state === 'sent' || state === 'by-hand' ? amount : 0), 0)

/** What is said of a payment of which something went back. Null if nothing did. */
export const describeBack = (amount: number, refunded: number): { label: string; tone: StatusTone } | null =>
  refunded > 0 ? { label: refunded < amount ? 'Partly refunded' : 'Refunded', tone: 'quiet' } : null
