import { day, minute } from '../../domain/time/spans.ts'
import { balances } from '../../sandbox/stripe/core/balance.ts'
import type { Row } from '../../sandbox/stripe/core/types.ts'
import { books, deliver, pass, the } from '../orders/paid-game.ts'
import { rowsOf } from '../profiles/people.ts'

/** Stripe tells what has happened, and the ledger of the host reads it. */
export async function catchUp(): Promise<void> {
  await deliver()
  await pass(minute)
}

/** Time passes until the money is at the bank of the host. */
export async function payOut(): Promise<void> {
  await pass(3 * day)
  await catchUp()
  await pass(2 * day)
  await catchUp()
}

/** The entries of the host's account, sorted: kind, gross, Stripe's fee, our fee, net. */
export const entriesOf = async (which = 'true'): Promise<string[]> =>
  (
    await rowsOf(
      `SELECT kind || ' ' || gross || ' ' || stripe_fee || ' ' || our_fee || ' ' || net AS text FROM ledger_entries
        WHERE account_id = ? AND ${which} ORDER BY text`,
      the.account,
    )
  ).map(({ text }) => String(text))

export const checkOf = async () =>
  (await rowsOf("SELECT ours, theirs, difference FROM ledger_checks WHERE account_id = ? AND currency = 'usd'", the.account))[0]

export const balanceAtStripe = (): number => balances(books()).reduce((sum, { available, pending }) => sum + available + pending, 0)

export const lastCharge = (): Row<'charge'> => {
  const charge = books().all('charge').at(-1)
  if (!charge) throw new Error('Nobody has paid.')
  return charge
}
