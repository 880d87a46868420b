import { expose } from '../platform/columns.ts'
import { ledgerAccounts } from './schema.ts'

/** Which account belonged to whom. A row stays when the host unlinks the account. */
export const knownAccounts = expose(ledgerAccounts, 'accountId', 'userId')
