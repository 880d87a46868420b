import * as v from 'valibot'
import { NewPassword } from '../../domain/accounts/contract.ts'

/**
 * The password that the user typed last on this page. A request for a new verification link sends it along, because the link
 * activates the password it was requested with. It is only kept in memory, so a reload forgets it.
 */
let lastChoice: { email: string; password: string } | null = null

export function rememberChosenPassword(email: string, password: string): void {
  lastChoice = v.is(NewPassword, password) ? { email, password } : null
}

export const readChosenPassword = (email: string) => (lastChoice?.email === email ? { password: lastChoice.password } : {})
