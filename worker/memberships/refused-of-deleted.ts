import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxRefusedListed, type RefusedMemberships } from '../../domain/memberships/contract.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { knownAccounts } from '../ledger/shared.ts'
import { accounts } from '../payments/shared.ts'
import { readAll } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asText, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { communities } from '../teams/shared.ts'
import { membershipSubscriptions as bought, memberships, membershipPayments as p } from './schema.ts'

const deleted = alias(communities, 'deleted')

/** The accounts that a person has or had: they may have unlinked one since. */
const selectAccounts = (
  userId: string,
): SQL => sql`SELECT ${accounts.stripeId} AS accountId FROM ${accounts} WHERE ${accounts.userId} = ${userId}
  UNION SELECT ${knownAccounts.accountId} AS accountId FROM ${knownAccounts} WHERE ${knownAccounts.userId} = ${userId}`

/** Nobody manages the money of a community that was deleted. Whoever was paid on the account has it. */
export const wasPaidBeforeDeletion = (userId: string, { teamId, accountId }: Record<'teamId' | 'accountId', SQLWrapper>): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${communities} ${deleted} WHERE ${deleted.id} = ${teamId} AND ${deleted.deletedAt} IS NOT NULL)
    AND ${accountId} IN (${selectAccounts(userId)}))`

/** What banks did not take of memberships of deleted communities, for whoever was paid. */
export async function listRefusedOfDeleted(db: Database, viewerId: string): Promise<RefusedMemberships> {
  const rows = await readAll(
    db,
    selectFields(
      {
        ...{ paymentId: p.id, amount: p.refused, currency: p.currency, teamId: bought.teamId },
        teamName: computed(sql`${deleted.name}`, asText),
        membership: computed(sql`${memberships.name}`, asText),
        ...faceColumns,
        isShown: computed(hasNoBlock(viewerId, people.id), asBoolean),
      },
      sql`FROM (${selectAccounts(viewerId)}) payee CROSS JOIN ${bought} ON ${bought.accountId} = payee.accountId
        CROSS JOIN ${p} ON ${p.subscriptionId} = ${bought.id} AND ${columnNames(p.refused)} > 0
        CROSS JOIN ${communities} ${deleted} ON ${deleted.id} = ${bought.teamId} AND ${deleted.deletedAt} IS NOT NULL
        CROSS JOIN ${memberships} ON ${memberships.id} = ${bought.membershipId} CROSS JOIN ${people} ON ${people.id} = ${p.memberId}
        ORDER BY ${p.refusedAt}, ${p.id} LIMIT ${maxRefusedListed}`,
    ),
  )
  return {
    refused: rows.map(({ paymentId, amount, currency, teamId, teamName, membership, isShown, ...face }) => ({
      ...{ paymentId, amount, currency, name: membership },
      team: { id: teamId, name: teamName },
      person: isShown ? toFace(face) : null,
    })),
  }
}
