import type { Books } from './books.ts'
import { invalid } from './errors.ts'

/** What is charged at least, in minor units, per currency that this stand-in supports. */
const minimums: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
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

const zeroDecimal = new Set(['jpy'])

export function checkCurrency(books: Books, currency: string, param = 'currency'): void {
  if (!(currency in minimums))
    throw invalid(`Invalid currency: ${currency}. Stripe currently supports these currencies: ${Object.keys(minimums).join(', ')}`, {
      param,
    })
  // Accounts in most countries take all currencies. Those in Brazil take only their own.
  const { country } = books.main.get('account', books.account) ?? {}
  if (country === 'BR' && currency !== 'brl') throw invalid('Accounts in BR can only charge in brl.', { param })
}

/** Refuses an amount that Stripe would not charge. */
export function checkAmount(books: Books, amount: number, currency: string, param = 'amount'): void {
  checkCurrency(books, currency)
  const minimum = minimums[currency] ?? 50
  if (amount < minimum) throw invalid(`Amount must be at least ${format(minimum, currency)}`, { code: 'amount_too_small', param })
  const maximum = currency === 'idr' ? 999_999_999_999 : 99_999_999
  if (amount > maximum) throw invalid(`Amount must be no more than ${format(maximum, currency)}`, { code: 'amount_too_large', param })
}

export const format = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(zeroDecimal.has(currency) ? amount : amount / 100)

export const minimumOf = (currency: string): number => minimums[currency] ?? 50
