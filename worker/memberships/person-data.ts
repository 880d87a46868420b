import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { queueEndsOfMember } from './queue-ends.ts'
import { membershipSubscriptions as bought, memberships, membershipPayments as p } from './schema.ts'

const m = alias(memberships, 'm')
const team = alias(communities, 'team')
const lawful = 'The law asks us to keep what was sold for years. The row refers to the account, which has no name any longer.'

export const membershipData: PersonData = {
  feature: 'memberships',
  tables: { membership_subscriptions: ['member_id'], membership_payments: ['member_id'] },
  keptColumns: { 'membership_subscriptions.member_id': lawful, 'membership_payments.member_id': lawful },
  erase: (userId, now) => [queueEndsOfMember(userId, now)],
  export: (db, userId) =>
    readParts(db, {
      memberships: selectAs(
        {
          community: team.name,
          name: m.name,
          gives: bought.type,
          amount: m.amount,
          currency: m.currency,
          every: m.every,
          platform: bought.platform,
          status: bought.status,
          periodEndsAt: bought.periodEnd,
          endsAtPeriodEnd: bought.endsAtPeriodEnd,
          unpaidSinceAt: bought.pastDueSince,
          createdAt: bought.createdAt,
          endedAt: bought.endedAt,
        },
        sql`FROM ${bought} JOIN ${memberships} ${m} ON ${m.id} = ${bought.membershipId} JOIN ${communities} ${team} ON ${team.id} = ${bought.teamId}
          WHERE ${bought.memberId} = ${userId} ORDER BY ${bought.createdAt}`,
      ),
      'membership-payments': selectAs(
        {
          community: team.name,
          name: m.name,
          amount: p.amount,
          refunded: p.refunded,
          refused: p.refused,
          currency: p.currency,
          periodStartsAt: p.periodStart,
          periodEndsAt: p.periodEnd,
          paidAt: p.paidAt,
        },
        sql`FROM ${p} JOIN ${bought} ON ${bought.id} = ${p.subscriptionId} JOIN ${memberships} ${m} ON ${m.id} = ${bought.membershipId}
          JOIN ${communities} ${team} ON ${team.id} = ${bought.teamId} WHERE ${p.memberId} = ${userId} ORDER BY ${p.paidAt}`,
      ),
    }),
}
