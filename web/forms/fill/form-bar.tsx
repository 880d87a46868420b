import { type ReactNode, useCallback } from 'react'
import { formatMoney } from '../../../domain/format-money.ts'
import type { Decision } from '../../../domain/forms/decide.ts'
import { type FormPrice, priceAnswers } from '../../../domain/forms/price-answers.ts'
import { minimumOf } from '../../../domain/money.ts'
import type { AnswerStore } from './answer-store.ts'
import { type FormFacts, useStored } from './form-context.ts'
import { writeDay } from './write-day.ts'

const prices = new WeakMap<Decision, { price: FormPrice | null; facts: FormFacts }>()

/** What the answers cost. It is computed once for each decision. */
export function priceOf(store: AnswerStore, facts: FormFacts): FormPrice | null {
  const decision = store.readDecision()
  const known = prices.get(decision)
  if (known && known.facts === facts) return known.price
  const price = priceAnswers(store.index, decision, facts.price)
  prices.set(decision, { price, facts })
  return price
}

export type PriceText = { total: string; detail: string; button: string | null; fault: string | null }

/** "$120 today" and "then $60 on Mar 1". Null while nothing costs money. */
function writePrice(price: FormPrice | null, today: string): PriceText | null {
  if (!price || price.charges.length === 0) return null
  const { currency, parts, bookingFee, amount } = price
  const write = (of: number) => formatMoney({ amount: of, currency })
  const [now, ...later] = parts
  const details = [
    later.length > 0 &&
      `then ${later.map((part) => `${write(part.amount)}${part.on === null ? '' : ` on ${writeDay(part.on, today)}`}`).join(', ')}`,
    price.siblingDiscount > 0 && `${write(price.siblingDiscount)} less for more than one`,
    price.couponDiscount > 0 && `${write(price.couponDiscount)} less with your code`,
    bookingFee > 0 && `includes ${write(bookingFee)} booking fee`,
  ]
  return {
    total: later.length > 0 && now ? `${write(now.amount)} today` : write(amount),
    detail: details.filter((one) => one !== false).join(' · '),
    button: now ? `Pay ${write(now.amount)}` : null,
    fault:
      price.fault === 'tooSmall'
        ? `The smallest amount that can be paid is ${write(minimumOf(currency))}.`
        : price.fault === 'tooLarge'
          ? 'This is more than can be paid at once.'
          : null,
  }
}

/** The price as a text, which stays the same while nothing that it shows changes. */
export function usePriceText(store: AnswerStore, facts: FormFacts): PriceText | null {
  const read = useCallback(() => JSON.stringify(writePrice(priceOf(store, facts), facts.price.today)), [store, facts])
  return JSON.parse(useStored(store, read)) as PriceText | null
}

type FormBarProps = { price: PriceText | null; failure?: ReactNode; isInline?: boolean; children: ReactNode }

const barClasses =
  'sticky bottom-0 z-10 -mx-4.5 mt-auto grid gap-3 border-t border-line bg-card px-4.5 pt-3 pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:-mx-2 sm:bg-paper sm:px-2 sm:py-4'

/** The bar at the bottom with the price and the buttons. On a phone it replaces the tab bar, within reach of the thumb. */
export function FormBar({ price, failure, isInline = false, children }: FormBarProps) {
  return (
    <div data-bar="action" className={isInline ? 'grid gap-3 pb-4' : barClasses}>
      {failure}
      <div className="flex items-center gap-4">
        {price && (
          <p className="grid min-w-0 flex-1" aria-live="polite">
            <b className="text-lead leading-tight">{price.total}</b>
            {price.detail !== '' && <span className="text-small text-soft">{price.detail}</span>}
          </p>
        )}
        <div className={`flex gap-2.5 ${price ? 'flex-none' : 'flex-1'}`}>{children}</div>
      </div>
    </div>
  )
}
