/** Stripe counts these currencies in whole units. An account that a host has linked can be paid in any of them. */
const withoutDigits = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
/** Stripe counts these currencies in thousandths. */
const withThreeDigits = 'bhd jod kwd omr tnd'.split(' ')

/** How many digits the minor unit adds. Stripe counts forints in hundredths too, although nobody pays with them. */
export const digitsOf = (currency: string): number => (withoutDigits.includes(currency) ? 0 : withThreeDigits.includes(currency) ? 3 : 2)

/** "$15", "$15.50" or "¥1,500": cents are left out if there are none. A file of its own, because every list of games needs it. */
export const formatMoney = ({ amount, currency }: { amount: number; currency: string }, locale = 'en-US') => {
  const minimumFractionDigits = digitsOf(currency)
  const format = { style: 'currency', currency, minimumFractionDigits, trailingZeroDisplay: 'stripIfInteger' } as const
  return (amount / 10 ** minimumFractionDigits).toLocaleString(locale, format)
}

/** "$15", or "from $15" if other tickets cost more. */
export const formatPrice = ({ isFrom, ...money }: { amount: number; currency: string; isFrom?: boolean | undefined }): string =>
  `${isFrom ? 'from ' : ''}${formatMoney(money)}`
