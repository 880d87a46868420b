import { AppError } from './errors.ts'

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
export const digitsOf = (currency: Currency): number => (withoutMinorUnit.has(currency) ? 0 : 2)

const minorUnitsIn = (currency: Currency): number => 10 ** digitsOf(currency)

/** The smallest amounts that Stripe charges. */
const minimums: Readonly<Record<Currency, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  idr: 800_000,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
}
export const minimumOf = (currency: Currency): number => minimums[currency]

/** The largest amounts that Stripe charges: eight digits, and twelve for rupiahs, which are worth little. */
export const maxAmountOf = (currency: Currency): number => (currency === 'idr' ? 999_999_999_999 : 99_999_999)

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

/** Reads what a person typed, "15", "15.5" or "1,500.00", as minor units. Null if it is not such an amount, or has too many decimals. */
export function readAmount(text: string, currency: Currency): number | null {
  const [, whole, decimals = ''] = /^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const digits = digitsOf(currency)
  if (whole === undefined || decimals.length > digits) return null
  const amount = Number(whole.replaceAll(',', '')) * minorUnitsIn(currency) + Number(decimals.padEnd(digits, '0'))
  return amount <= maxAmountOf(currency) ? amount : null
}

/** The error for an amount that nobody can be charged; null if it can be charged. */
export function judgeAmount({ amount, currency }: Money): AppError | null {
  if (!Number.isSafeInteger(amount) || amount < 0 || amount > maxAmountOf(currency)) return new AppError('AmountInvalid')
  const minimum = minimumOf(currency)
  return amount < minimum ? new AppError('AmountTooSmall', { values: { minimum: formatMoney({ amount: minimum, currency }) } }) : null
}

const basisPointsInOne = 10_000

/** A share of an amount, rounded down to a whole minor unit. 500 basis points are 5%. */
export const shareOf = (amount: number, basisPoints: number): number => Math.floor((amount * basisPoints) / basisPointsInOne)

/** Divides an amount into parts that differ by at most one minor unit and sum to it. The first parts are larger. */
export function splitAmount(amount: number, parts: number): number[] {
  const [each, rest] = [Math.floor(amount / parts), amount % parts]
  return Array.from({ length: parts }, (_, index) => each + (index < rest ? 1 : 0))
}
