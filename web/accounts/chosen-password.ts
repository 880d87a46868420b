import * as v from 'valibot'
import { NewPassword } from '../../domain/accounts/contract.ts'

/** A new link is bound to the password it was asked for with. It is never written down: a reload forgets it. */
let chosen: { email: string; password: string } | null = null

export function rememberChosenPassword(email: string, password: string): void {
  chosen = v.is(NewPassword, password) ? { email, password } : null
}

export const chosenPasswordFor = (email: string) => (chosen?.email === email ? { password: chosen.password } : {})
