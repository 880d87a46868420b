import { isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxRequestsCounted } from '../../domain/team-joining/limits.ts'
import { faceColumnsOf } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { selectFields } from '../platform/row-query.ts'
import { isOpenInvitationTo, isOpenRequest } from './conditions.ts'
import { teamInvitations as i, teamRequests as r } from './schema.ts'

const u = alias(people, 'u')

/** Selects how many people ask to join, up to the maximum. */
export const selectRequestCount = (teamId: SQLWrapper): SQL =>
  sql`SELECT count(*) FROM (SELECT 1 FROM ${r} WHERE ${r.teamId} = ${teamId} AND ${isOpenRequest} LIMIT ${maxRequestsCounted})`

/** The face of whoever invited this person; no row without an open invitation. */
export const selectInviter = (userId: string, teamId: string, now: number) =>
  selectFields(
    faceColumnsOf(u),
    sql`FROM ${i} JOIN ${people} ${u} ON ${u.id} = ${i.inviterId} AND ${isNull(u.deletedAt)}
      WHERE ${i.teamId} = ${teamId} AND ${isOpenInvitationTo(userId, now)} LIMIT 1`,
  )
