import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Payees } from '../../domain/events/payees-contract.ts'
import { currencies } from '../../domain/money.ts'
import { feeOf } from '../payments/fee-of.ts'
import { currencyOf, ownerOf } from '../payments/payee.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, orNull, select } from '../platform/row-query.ts'
import { mayDo } from '../teams/may-do.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { isHostOf } from './acting.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

const maxCommunities = 100

/** Lists who would get the money for a game of this host: for each community whose games they manage, and without a community. */
export async function listPayees(db: Database, viewerId: string, eventId: string | undefined): Promise<Payees> {
  const ofGame = (column: SQLWrapper): SQL =>
    sql`(SELECT ${column} FROM ${events} ${e} WHERE ${e.id} = ${eventId ?? null} AND ${isHostOf(viewerId)})`
  const managed = sql`SELECT ${communityMembers.teamId} FROM ${communityMembers} WHERE ${communityMembers.userId} = ${viewerId}
    AND ${mayDo(communityMembers, 'events.manage')}`
  const sellers = sql`SELECT NULL AS team, coalesce(${ofGame(e.creatorId)}, ${viewerId}) AS payee, ${feeOf(sql`NULL`)} AS fee
    UNION ALL SELECT * FROM (SELECT ${communities.id}, ${ownerOf(communities.id)}, ${feeOf(communities.id)} FROM ${communities}
      WHERE ${communities.deletedAt} IS NULL AND (${communities.id} IN (${managed}) OR ${communities.id} = ${ofGame(e.teamId)}) LIMIT ${maxCommunities})`
  const rows = await readAll(
    db,
    select(
      { teamId: orNull(asText), isViewer: asBoolean, currency: orNull(asOneOf(currencies)), feeBasisPoints: asNumber },
      sql`SELECT team AS teamId, payee = ${viewerId} AS isViewer, ${currencyOf(sql`payee`)} AS currency, fee AS feeBasisPoints FROM (${sellers})`,
    ),
  )
  const payees = rows.map(({ teamId, ...payee }) => ({ teamId, payee }))
  const person = payees.find(({ teamId }) => teamId === null)
  if (!person) throw new Error('The query returns no row for the host')
  return {
    person: person.payee,
    communities: payees.flatMap(({ teamId, payee }) => (teamId === null ? [] : [{ id: teamId, ...payee }])),
  }
}
