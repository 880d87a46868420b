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
export const formatMoney = (money: Money, locale = 'en-US'): string =>
  writeMoney(money, money.amount % minorUnitsIn(money.currency) === 0 ? 0 : digitsOf(money.currency), locale)

/** "$15.00": for amounts in a column, and for what somebody is about to pay. */
export const formatExactMoney = (money: Money, locale = 'en-US'): string => writeMoney(money, digitsOf(money.currency), locale)

function writeMoney({ amount, currency }: Money, digits: number, locale: string): string {
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(locale, style).format(amount / minorUnitsIn(currency))
}
