import { digitsOf } from './format-money.ts'
import { plainNumber } from './numbers.ts'

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

const minorUnitsIn = (currency: string): number => 10 ** digitsOf(currency)

/** The smallest amounts that Stripe charges. The stand-in has a list of its own, so that a test can hold this one to it. */
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

/** "$15.00": for amounts in a column, and for what somebody is about to pay. */
export function formatExactMoney({ amount, currency }: { amount: number; currency: string }, locale = 'en-US'): string {
  const digits = digitsOf(currency)
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(locale, style).format(amount / minorUnitsIn(currency))
}

/** Reads what a person typed, "15", "15.5", "15,5" or "1,500.00", as minor units. Null if it is not such an amount, or has too many decimals. */
export function readAmount(text: string, currency: Currency): number | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(plainNumber(text)) ?? []
  const digits = digitsOf(currency)
  if (whole === undefined || decimals.length > digits) return null
  const amount = Number(whole) * minorUnitsIn(currency) + Number(decimals.padEnd(digits, '0'))
  return amount <= maxAmountOf(currency) ? amount : null
}

export const basisPointsInOne = 10_000

/** "15" or "15.50": the text that `readAmount` reads as this amount. */
export function writeAmount({ amount, currency }: Money): string {
  const value = amount / minorUnitsIn(currency)
  return Number.isInteger(value) ? String(value) : value.toFixed(digitsOf(currency))
}

/** A share of an amount, rounded down to a whole minor unit. 500 basis points are 5%. */
export const shareOf = (amount: number, basisPoints: number): number => Math.floor((amount * basisPoints) / basisPointsInOne)
