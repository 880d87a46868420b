import type { EventPrice } from '../../../domain/events/pricing-contract.ts'
import { countTierSeats } from '../../../domain/events/seat-price.ts'
import { formatMoney } from '../../../domain/format-money.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field.tsx'

type TierChoiceProps = { price: EventPrice; value: string | null; onChange: (id: string) => void; error?: string | undefined }

/** The kinds of tickets to choose from, each with its price and what is left of it. */
export default function TierChoice({ price, value, onChange, error }: TierChoiceProps) {
  const { tiers = [], currency, isMember } = price
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small font-strong">Which ticket?</legend>
      <div className="grid overflow-hidden rounded-control border border-edge">
        {tiers.map(({ id, name, amount, memberAmount }) => (
          <label
            key={id}
            className={joinClasses(
              'flex min-h-13 cursor-pointer items-center gap-4 border-line px-3.5 py-2.5 not-first:border-t',
              'has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-3 has-focus-visible:outline-court',
              value === id ? 'bg-court-wash' : 'bg-card hover:bg-wash',
            )}
          >
            <input type="radio" name="tier" className="size-4.5 accent-court" checked={value === id} onChange={() => onChange(id)} />
            <span className="grid min-w-0 flex-1">
              <span className="font-strong wrap-anywhere">{name}</span>
              <span className="text-small text-soft">{formatTierSeats(countTierSeats(price, id))}</span>
            </span>
            <span className="text-right font-strong tabular-nums">
              {formatMoney({ amount: isMember && memberAmount !== null ? Math.min(amount, memberAmount) : amount, currency })}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

const formatTierSeats = (left: number): string => {
  if (left === Number.POSITIVE_INFINITY) return ''
  return left === 0 ? 'Sold out' : `${left} left`
}
