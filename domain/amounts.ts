import * as v from 'valibot'
import { formatMoney } from './format-money.ts'
import { type Money, maxAmountOf, minimumOf } from './money.ts'

/** What somebody is asked to pay, in minor units. */
export const Amount = v.pipe(v.number('Enter a price.'), v.safeInteger('Enter a price.'), v.minValue(1, 'Enter a price above zero.'))

/** What is wrong with a price; null if nothing is. */
export const judgeAmount = ({ amount, currency }: Money): string | null => {
  const [minimum, maximum] = [minimumOf(currency), maxAmountOf(currency)]
  if (amount < minimum) return `The smallest amount is ${formatMoney({ amount: minimum, currency })}.`
  return amount > maximum ? `The largest amount is ${formatMoney({ amount: maximum, currency })}.` : null
}

/** The amount fits the currency. */
export const withAmount = <Schema extends v.GenericSchema<unknown, Money>>(schema: Schema) =>
  v.pipe(
    schema,
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? judgeAmount(dataset.value) : null
      if (!dataset.typed || message === null) return
      const { value } = dataset
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: { ...value }, key: 'amount', value: value.amount }] })
    }),
  )
