import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { openSettling } from '../payments/settling.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { isInTeam } from '../teams/members.ts'
import { duePayments, dueRefunds, dues } from './schema.ts'

/** The payments that `queueSettling` is about. */
export const p = alias(duePayments, 'p')
const r = alias(dueRefunds, 'r')
const d = alias(dues, 'd')

const settling = openSettling({
  kind: 'settle-due-payment',
  payments: [duePayments, p],
  refunds: [dueRefunds, r],
  ofPayment: r.duePaymentId,
})
const { closePages } = settling

export const queueSettling = settling.queue
export const closePagesOnAccount = settling.closePagesOnAccount
export const sweepDues = settling.sweep
export const sendDuesAgain = settling.sendAgain
export const owesDues = settling.owes
export const selectStuckDues = settling.selectStuck

export const closePagesOfDue = (dueId: string, now: number, when: SQL = sql`1`): MessageInsert =>
  closePages(sql`${p.dueId} = ${dueId} AND ${when}`, now)

export const closePageOf = (dueId: string, userId: string, now: number, when: SQL): MessageInsert =>
  closePages(sql`${p.dueId} = ${dueId} AND ${p.userId} = ${userId} AND ${when}`, now)

const isOfTeam = (teamId: string): SQL => sql`${p.dueId} IN (SELECT ${d.id} FROM ${dues} ${d} WHERE ${d.teamId} = ${teamId})`

/** For the batch that deletes a community. */
export const closePagesOfTeam = (teamId: string, now: number, when: SQL): MessageInsert =>
  closePages(sql`${isOfTeam(teamId)} AND ${when}`, now)

/** For the batch in which somebody leaves a community. */
export const closePagesOfLeaver = (teamId: string, userId: string, now: number): MessageInsert =>
  closePages(sql`${p.userId} = ${userId} AND ${isOfTeam(teamId)} AND NOT ${isInTeam(teamId, userId)}`, now)

/** For the batch that deletes a person. */
export const closePagesOfPerson = (userId: string, now: number): MessageInsert => closePages(sql`${p.userId} = ${userId}`, now)
