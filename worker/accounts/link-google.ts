import { and, eq, sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { claimAddress } from './claim-address.ts'
import type { AccountContext } from './context.ts'
import { authIdentities, users } from './schema.ts'

export type GooglePerson = { subject: string; email: string }

/**
 * Returns the user of this Google account: the user it is linked to, otherwise the owner of its email, otherwise a new user.
 * Google has verified the email.
 */
export async function linkGoogle(context: AccountContext, { subject, email }: GooglePerson): Promise<string> {
  const { db, now } = context
  const selectLink = db
    .select({ userId: authIdentities.userId })
    .from(authIdentities)
    .where(and(eq(authIdentities.provider, 'google'), eq(authIdentities.subject, subject)))
  const isNew = sql`NOT EXISTS ${selectLink}`
  const { link } = await runBatch(db, {
    ...claimAddress(context, email, isNew),
    linked: insertSelect(
      authIdentities,
      { provider: 'google', subject, userId: users.id, createdAt: now },
      sql`FROM ${users} WHERE ${eq(users.emailKey, canonicalAddress(email))} AND ${isNew}`,
    ),
    link: selectLink,
  })
  const [person] = link.rows
  if (!person) throw new Error('The link to the Google account was not found')
  return person.userId
}
