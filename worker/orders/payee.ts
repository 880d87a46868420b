import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { game } from '../events/shared.ts'
import { communityMembers } from '../teams/shared.ts'
import { orders } from './schema.ts'

const sale = alias(orders, 'sale')
const owner = alias(communityMembers, 'owner')

/**
 * Who is paid for seats in this game. The first sale decides it for good, so a community that is handed over later changes nothing. Before
 * it, it is the owner of the community, or the person who created the game.
 */
export const payeeOf = (event: Pick<typeof game, 'id' | 'teamId' | 'creatorId'>): SQL => sql`coalesce(
  (SELECT ${sale.payeeId} FROM ${orders} ${sale} WHERE ${sale.eventId} = ${event.id} AND ${sale.state} = 'paid' ORDER BY ${sale.paidAt}, ${sale.id} LIMIT 1),
  iif(${event.teamId} IS NULL, ${event.creatorId},
    (SELECT ${owner.userId} FROM ${communityMembers} ${owner} WHERE ${owner.teamId} = ${event.teamId} AND ${owner.role} = 'owner')))`
