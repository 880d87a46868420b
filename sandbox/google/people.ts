import { createHash } from 'node:crypto'

export type Person = { name: string; email: string | null; isVerified: boolean; remark?: string }

/** Who can be picked at once: one for each way an account at Google can differ. */
export const people: readonly Person[] = [
  { name: 'Dana Alvarez', email: 'dana@gmail.test', isVerified: true },
  { name: 'Priya Raman', email: 'priya@gmail.test', isVerified: true },
  { name: 'Maya Rivera', email: 'player@demo.test', isVerified: true, remark: 'also in the demo' },
  { name: 'Unverified Uma', email: 'uma@gmail.test', isVerified: false },
  { name: 'No-mail Nico', email: null, isVerified: false },
]

/** 21 digits, as Google's are; the same for the same address (or name, without one) after every restart. */
export function subjectOf({ name, email }: Person): string {
  const digest = createHash('sha256').update(email?.toLowerCase() ?? name)
  return `1${(BigInt(`0x${digest.digest('hex')}`) % 10n ** 20n).toString().padStart(20, '0')}`
}

export const claimsOf = (person: Person) => ({
  sub: subjectOf(person),
  name: person.name,
  ...(person.email === null ? {} : { email: person.email, email_verified: person.isVerified }),
})
