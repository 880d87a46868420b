import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { games } from '../events/shared.ts'
import { asPerson, canAct } from '../teams/actor.ts'
import { mayDo } from '../teams/may-do.ts'
import { communityMembers } from '../teams/shared.ts'
import { orders } from './schema.ts'

const cm = alias(communityMembers, 'cm')
const paid = alias(orders, 'paid')
const mg = alias(games, 'mg')

type Sale = { payeeId: SQLWrapper; teamId: SQLWrapper }

/** The one rule about who sees and moves the money of a game: whoever is paid, and those who manage the money of its community. */
export const managesMoney = (userId: string, { payeeId, teamId }: Sale): SQL =>
  sql`(${payeeId} = ${userId} OR (${teamId} IS NOT NULL AND ${canAct(asPerson(userId), teamId, 'billing.manage')}))`

/** The same for an order, whose payee stays who it was. */
export const managesOrder = (userId: string, order: { eventId: SQLWrapper; payeeId: SQLWrapper }): SQL =>
  sql`EXISTS (SELECT 1 FROM ${games} ${mg} WHERE ${mg.id} = ${order.eventId} AND ${managesMoney(userId, { payeeId: order.payeeId, teamId: mg.teamId })})`

/** Everyone who manages the money of an order, as rows of `userId`. */
export const selectManagersOf = (
  orderId: SQLWrapper | string,
): SQL => sql`SELECT ${paid.payeeId} AS userId FROM ${orders} ${paid} WHERE ${paid.id} = ${orderId}
  UNION SELECT ${cm.userId} AS userId FROM ${orders} ${paid} CROSS JOIN ${games} ${mg} ON ${mg.id} = ${paid.eventId}
    CROSS JOIN ${communityMembers} ${cm} ON ${cm.teamId} = ${mg.teamId} AND ${mayDo(cm, 'billing.manage')}
    WHERE ${paid.id} = ${orderId}`
