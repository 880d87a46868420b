/** Currencies in which hosts are paid. All amounts of money are whole numbers in the minor unit of their currency. */
export const currencies = [
  'usd',
  'aed',
  'aud',
  'brl',
  'cad',
  'chf',
  'czk',
  'dkk',
  'eur',
  'gbp',
  'hkd',
  'huf',
  'idr',
  'inr',
  'jpy',
  'mxn',
  'myr',
  'nok',
  'nzd',
  'pln',
  'ron',
  'sek',
  'sgd',
  'thb',
] as const
export type Currency = (typeof currencies)[number]
export const defaultCurrency: Currency = 'usd'

export type Money = { amount: number; currency: Currency }

/** Currencies without a minor unit, as Stripe counts them. It counts forints in hundredths, although nobody pays with them. */
const withoutMinorUnit: ReadonlySet<Currency> = new Set(['jpy'])

/** How many digits the minor unit adds. */
const digitsOf = (currency: Currency): number => (withoutMinorUnit.has(currency) ? 0 : 2)

const minorUnitsIn = (currency: Currency): number => 10 ** digitsOf(currency)

/** "$15", "$15.50" or "¥1,500": cents are left out if there are none. */
export function formatMoney({ amount, currency }: Money, locale = 'en-US'): string {
  const digits = digitsOf(currency)
  const hasMinorUnits = amount % minorUnitsIn(currency) !== 0
  const shown = hasMinorUnits ? digits : 0
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(amount / minorUnitsIn(currency))
}
