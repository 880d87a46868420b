import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { paymentDisputeStates } from '../../domain/payments/contract.ts'
import type { MyMembershipPayment } from '../../domain/payments/history-contract.ts'
import { disputeOfMembership } from '../payments/payment-disputes.ts'
import { type KeyPage, selectKeys } from '../payments/select-keys.ts'
import { inList } from '../platform/columns.ts'
import { asOneOf, asText, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { membershipSubscriptions as bought, memberships, membershipPayments as p } from './schema.ts'

const team = alias(communities, 'team')
const m = alias(memberships, 'm')

export const selectMyMembershipKeys = (userId: string, page: KeyPage) =>
  selectKeys('membership', { table: p, at: p.paidAt, id: p.id, which: sql`${p.memberId} = ${userId}` }, page)

export const selectMyMembershipPayments = (ids: readonly string[]) =>
  selectFields(
    {
      ...{ id: p.id, amount: p.amount, currency: p.currency, refunded: p.refunded, paidAt: p.paidAt },
      ...{ periodStart: p.periodStart, periodEnd: p.periodEnd, name: m.name, teamId: bought.teamId },
      team: computed(sql`${team.name}`, asText),
      dispute: computed(disputeOfMembership(p.subscriptionId, p.paymentId), orNull(asOneOf(paymentDisputeStates))),
    },
    sql`FROM ${p} JOIN ${bought} ON ${bought.id} = ${p.subscriptionId} JOIN ${memberships} ${m} ON ${m.id} = ${bought.membershipId}
      JOIN ${communities} ${team} ON ${team.id} = ${bought.teamId} WHERE ${inList(p.id, ids)}`,
  )

export const toMyMembershipPayment = ({
  teamId,
  team: name,
  ...payment
}: RowOf<ReturnType<typeof selectMyMembershipPayments>>): MyMembershipPayment => ({ ...payment, team: { id: teamId, name } })
