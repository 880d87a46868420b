import { useId } from 'react'
import { formatMoney } from '../../../domain/format-money.ts'
import type { Chosen } from '../../../domain/forms/answers.ts'
import type { FieldState } from '../../../domain/forms/decide.ts'
import type { ProductOption } from '../../../domain/forms/fields.ts'
import { priceOfOne } from '../../../domain/forms/price-answers.ts'
import { Stepper } from '../../ui/stepper.tsx'
import { ChoiceBoxes } from './choice-boxes.tsx'
import { type InputProps, textsOf } from './field-props.ts'
import { useFormFacts } from './form-context.ts'
import { Question } from './question.tsx'
import { writeDay } from './write-day.ts'
import { writeLeft } from './write-left.ts'

const isChosen = (one: unknown): one is Chosen =>
  typeof one === 'object' && one !== null && 'option' in one && 'quantity' in one && typeof one.quantity === 'number' && one.quantity > 0

/** What costs money: boxes to choose from, or how many of each. */
export function ProductInput(props: InputProps<'product'>) {
  const { field, state, value, onChange, left, error } = props
  const name = useId()
  const chosen = new Map(Array.isArray(value) ? value.filter(isChosen).map(({ option, quantity }) => [option, quantity]) : [])
  const texts = textsOf(props)
  const set = (option: string, quantity: number) => {
    const others = field.isMany ? [...chosen].filter(([id]) => id !== option) : []
    onChange(
      [...others, [option, quantity] as const].filter(([, count]) => count > 0).map(([id, count]) => ({ option: id, quantity: count })),
    )
  }
  if (field.maxQuantity > 1) {
    return (
      <Question {...texts}>
        <ul className="border-b border-line">
          {field.options.map((option) => (
            <ProductRow
              key={option.id}
              option={option}
              prices={state.prices}
              quantity={chosen.get(option.id) ?? 0}
              maxQuantity={field.maxQuantity}
              left={left}
              onChange={(quantity) => set(option.id, quantity)}
            />
          ))}
        </ul>
      </Question>
    )
  }
  return (
    <Question {...texts} onClear={texts.isOptional && !field.isMany && chosen.size > 0 ? () => onChange([]) : undefined}>
      <ChoiceBoxes
        boxes={field.options.map((option) => {
          const { text, isFull, isClosed } = writeLeft(option, left)
          return {
            ...{ id: option.id, label: option.label, isFull, isDisabled: isClosed && !chosen.has(option.id) },
            note: <Price option={option} prices={state.prices} places={text} />,
          }
        })}
        {...(!field.isMany && { radioName: name })}
        chosen={new Set(chosen.keys())}
        onToggle={(id, isOn) => set(id, isOn ? 1 : 0)}
        isInvalid={error !== undefined}
      />
    </Question>
  )
}

type ProductRowProps = {
  option: ProductOption
  prices: FieldState['prices']
  quantity: number
  maxQuantity: number
  left: ReadonlyMap<string, number>
  onChange: (quantity: number) => void
}

function ProductRow({ option, prices, quantity, maxQuantity, left, onChange }: ProductRowProps) {
  const { text, isClosed } = writeLeft(option, left)
  // Whoever waits can want more than is left.
  const most = option.hasWaitlist ? maxQuantity : Math.min(maxQuantity, Math.max(0, left.get(option.id) ?? maxQuantity))
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 border-t border-line py-2.5">
      <span className="grid min-w-0">
        <span className={`font-strong wrap-anywhere ${isClosed ? 'text-soft' : ''}`}>{option.label}</span>
        <span className="text-small text-soft">
          <Price option={option} prices={prices} places={text} />
        </span>
      </span>
      {(!isClosed || quantity > 0) && (
        <Stepper
          label={`How many: ${option.label}`}
          isLabelHidden
          value={quantity}
          onChange={onChange}
          min={0}
          max={Math.max(most, quantity)}
        />
      )}
    </li>
  )
}

/** What one costs this person now, and why it is less than for others. */
function Price({ option, prices = [], places }: { option: ProductOption; prices: FieldState['prices']; places: string }) {
  const { payment, price } = useFormFacts()
  if (!payment) return places
  const { currency, earlyUntil } = payment
  const each = priceOfOne(option, prices, payment, price)
  const write = (amount: number) => (amount === 0 ? 'Free' : formatMoney({ amount, currency }))
  const hasRule = prices.some((changed) => changed.option === null || changed.option === option.id)
  const isMemberPrice = !hasRule && price.isMember && each === option.memberAmount && each < option.amount
  const isEarlyPrice = !hasRule && !isMemberPrice && each < option.amount && earlyUntil !== null
  return (
    <>
      <span className="font-medium text-ink">{write(each)}</span>
      {each < option.amount && (
        <>
          {' '}
          <span className="sr-only">instead of </span>
          <s>{write(option.amount)}</s>
        </>
      )}
      {isMemberPrice && ' · for members'}
      {isEarlyPrice && ` · until ${writeDay(earlyUntil, price.today)}`}
      {places !== '' && ` · ${places}`}
    </>
  )
}
