import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { ledgerEntries as entries, payouts } from './schema.ts'

const lawful = 'The law asks us to keep books for years. The row refers to the account, which has no name any longer.'

/** Whose money it was. Who has paid is only in the orders. Sums of transactions are in no export. */
export const ledgerData: PersonData = {
  feature: 'ledger',
  tables: {
    ledger_accounts: ['user_id'],
    ledger_entries: ['user_id'],
    ledger_months: ['owner_id'],
    ledger_games: ['user_id'],
    payouts: ['user_id'],
  },
  keptColumns: {
    'ledger_accounts.user_id':
      'Money may still move on the account, and belongs in the books. The row refers to the account, which has no name any longer.',
    'ledger_entries.user_id': lawful,
    'ledger_months.owner_id': lawful,
    'ledger_games.user_id': lawful,
    'payouts.user_id': lawful,
  },
  erase: () => [],
  export: (db, userId) =>
    readParts(db, {
      transactions: selectAs(
        {
          kind: entries.kind,
          gross: entries.gross,
          stripeFee: entries.stripeFee,
          ourFee: entries.ourFee,
          net: entries.net,
          currency: entries.currency,
          game: entries.eventId,
          payout: entries.payoutId,
          createdAt: entries.createdAt,
          availableAt: entries.availableAt,
        },
        sql`FROM ${entries} WHERE ${entries.userId} = ${userId} ORDER BY ${entries.month}, ${entries.createdAt}, ${entries.id}`,
      ),
      payouts: selectAs(
        {
          payout: payouts.id,
          account: payouts.accountId,
          amount: payouts.amount,
          currency: payouts.currency,
          state: payouts.state,
          failure: payouts.failure,
          createdAt: payouts.createdAt,
          arrivesAt: payouts.arrivesAt,
        },
        sql`FROM ${payouts} WHERE ${payouts.userId} = ${userId} ORDER BY ${payouts.createdAt}`,
      ),
    }),
}
