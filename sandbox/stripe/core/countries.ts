/** The countries in which a host can have an account, by their currency. */
const countriesByCurrency: Record<string, string> = {
  aed: 'AE',
  aud: 'AU',
  brl: 'BR',
  cad: 'CA',
  chf: 'CH LI',
  czk: 'CZ',
  dkk: 'DK',
  eur: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  gbp: 'GB GI',
  hkd: 'HK',
  huf: 'HU',
  idr: 'ID',
  inr: 'IN',
  jpy: 'JP',
  mxn: 'MX',
  myr: 'MY',
  nok: 'NO',
  nzd: 'NZ',
  pln: 'PL',
  ron: 'RO',
  sek: 'SE',
  sgd: 'SG',
  thb: 'TH',
  usd: 'US',
}

const currencies = new Map(
  Object.entries(countriesByCurrency).flatMap(([currency, list]) => list.split(' ').map((country) => [country, currency])),
)

export const isSupported = (country: string): boolean => currencies.has(country)
export const currencyOf = (country: string): string => currencies.get(country) ?? 'usd'
