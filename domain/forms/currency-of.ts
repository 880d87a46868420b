import type { Currency } from '../money.ts'
import type { FormContent } from './content.ts'

/** The currency of the amounts of a form. A draft can have amounts before payment is turned on. */
export const currencyOf = ({ payment }: Pick<FormContent, 'payment'>): Currency => payment?.currency ?? 'usd'
