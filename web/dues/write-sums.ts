import type { Due, DueSums } from '../../domain/dues/contract.ts'
import { formatMoney } from '../../domain/format-money.ts'

/** "12 of 30 paid, $480 of $1,200". Once dues have ended, nobody owes them. */
export function writeSums({ amount, currency, endedAt }: Due, { paid, owing, waived, collected }: DueSums): string {
  const money = (sum: number) => formatMoney({ amount: sum, currency })
  const facts =
    endedAt === null
      ? [`${paid} of ${paid + owing} paid`, `${money(collected)} of ${money(collected + owing * amount)}`]
      : [`${paid} paid`, money(collected)]
  return [...facts, ...(waived > 0 ? [`${waived} waived`] : [])].join(', ')
}
