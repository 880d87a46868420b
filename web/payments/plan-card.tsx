import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatMoney } from '../../domain/format-money.ts'
import type { PlanRow } from '../../domain/payments/contract.ts'
import { joinClasses } from '../ui/class-names.ts'

type PlanCardProps = {
  plan: PlanRow
  isMarked?: boolean
  /** A line below the price. */
  note?: string | undefined
  className?: string
  /** The button. It gets the id of the heading, so that screen readers say for which plan it is. */
  children: (headingId: string) => ReactNode
}

/** What a plan costs and gives. */
export function PlanCard({ plan, isMarked = false, note, className, children }: PlanCardProps) {
  const { label, cost, currency, every, features } = plan
  const id = useId()
  return (
    <li
      aria-labelledby={id}
      className={joinClasses(
        'flex w-full max-w-[283px] min-w-0 flex-col rounded-card border bg-card p-4.5',
        isMarked ? 'border-court' : 'border-line',
        className,
      )}
    >
      <h3 id={id} className="text-lead! font-strong tracking-tight">
        {label}
      </h3>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-1.5">
        <span className="text-display font-bold tracking-[-0.03em] tabular-nums">{formatMoney({ amount: cost, currency })}</span>
        <span className="text-small text-soft">per {every}</span>
      </p>
      {note && <p className="text-small font-medium text-good">{note}</p>}
      <ul className="mt-3.5 mb-5 grid gap-2 border-t border-line pt-3.5 text-small">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check size={16} aria-hidden="true" className="mt-0.5 flex-none text-good" />
            <span className="min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto grid">{children(id)}</div>
    </li>
  )
}
