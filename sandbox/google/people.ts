import { createHash } from 'node:crypto'

export type Person = { name: string; email: string | null; isVerified: boolean; remark?: string }

/** The people on the page: one for each kind of Google account. */
export const people: readonly Person[] = [
  { name: 'Dana Alvarez', email: 'dana@gmail.test', isVerified: true },
  { name: 'Priya Raman', email: 'priya@gmail.test', isVerified: true },
  { name: 'Maya Rivera', email: 'player@demo.test', isVerified: true, remark: 'also in the demo' },
  { name: 'Unverified Uma', email: 'uma@gmail.test', isVerified: false },
  { name: 'No-email Nico', email: null, isVerified: false },
]

/** The account id: 21 digits, like Google's. It depends only on the email, or on the name if there is none, so it survives a restart. */
export function subjectOf({ name, email }: Person): string {
  const digest = createHash('sha256').update(email?.toLowerCase() ?? name)
  return `1${(BigInt(`0x${digest.digest('hex')}`) % 10n ** 20n).toString().padStart(20, '0')}`
}

export const claimsOf = (person: Person) => ({
  sub: subjectOf(person),
  name: person.name,
  ...(person.email === null ? {} : { email: person.email, email_verified: person.isVerified }),
})
