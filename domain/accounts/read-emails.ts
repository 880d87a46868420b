import * as v from 'valibot'
import { Email } from './contract.ts'

/** Splits what was typed or pasted: addresses with spaces, commas, semicolons or lines between them. */
export const splitEmails = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

const maxNamedAddresses = 3

/** "broken@@x is not an email address." */
export function describeBroken(emails: readonly string[]): string | undefined {
  const broken = emails.filter((email) => !v.is(Email, email))
  if (broken.length === 0) return undefined
  const named = broken.slice(0, maxNamedAddresses).join(', ')
  if (broken.length > maxNamedAddresses) return `${named} and ${broken.length - maxNamedAddresses} more are not email addresses.`
  return broken.length === 1 ? `${named} is not an email address.` : `${named} are not email addresses.`
}
