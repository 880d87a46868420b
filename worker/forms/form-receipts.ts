import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DueReceipt } from '../../domain/dues/receipt.ts'
import { AppError } from '../../domain/errors.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { type MessageInsert, readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, computed, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { submissionPayments as p, submissions as s } from './schema.ts'
import { type MailLink, storeLinks } from './submission-links.ts'
import { isSender, type SubmissionViewer } from './submissions.ts'

const [payer, team] = [alias(people, 'payer'), alias(communities, 'team')]

const fromPayments = sql`FROM ${p} JOIN ${communities} ${team} ON ${team.id} = ${p.teamId} LEFT JOIN ${s} ON ${s.id} = ${p.submissionId}
  LEFT JOIN ${people} ${payer} ON ${payer.id} = ${p.userId} AND ${payer.deletedAt} IS NULL`

/** Without an account it is the name that was entered, or else the address. */
const payerName: SQL = sql`iif(${payer.id} IS NULL, coalesce(nullif(${s.label}, ''), ${s.emailKey}, 'The sender'), ${nameToShowSql(payer)})`
const address: SQL = sql`coalesce(${payer.email}, ${s.emailKey})`

/** Money was paid, whatever happened to it later. */
export const isFormMoneyPaid = sql`${p.state} IN ('paid', 'refunded', 'late')`

/** Mails the receipt of what was paid by card in this batch, once. Without an account, its `link` opens what was sent. */
export function mailFormReceipt(id: string, link: MailLink, now: number): (Statement | MessageInsert)[] {
  const isPaidNow = sql`${p.id} = ${id} AND ${p.state} = 'paid' AND ${p.paidAt} = ${now}`
  const path = sql`'/form/' || ${p.formId} || '/' || ${p.submissionId} || iif(${p.userId} IS NULL, ${`?key=${link.key}`}, '')`
  const data = sql`json_object('username', ${payerName}, 'number', ${p.id}, 'title', ${p.title}, 'team', ${team.name},
    'amount', ${p.amount}, 'currency', ${p.currency}, 'paidAt', ${p.paidAt}, 'path', ${path})`
  return [
    putRowsInOutbox(
      'mail',
      sql`SELECT 'form-receipt:' || ${p.id} AS id, json_object('platform', ${p.platform}, 'to', ${address}, 'template',
          json_object('name', 'form-receipt', 'data', ${data})) AS body
        ${fromPayments} WHERE ${isPaidNow} AND ${address} IS NOT NULL`,
      { now },
    ),
    storeLinks([link], sql`EXISTS (SELECT 1 FROM ${p} WHERE ${isPaidNow} AND ${p.userId} IS NULL)`, now),
  ]
}

/** The receipt of a payment, for whoever has sent the form. */
export async function readFormReceipt(db: Database, viewer: SubmissionViewer, submissionId: string, id: string): Promise<DueReceipt> {
  const isMine = sql`(coalesce(${p.userId} = ${viewer.actor.id}, 0) OR ${await isSender(viewer)})`
  const receipt = await readFirst(
    db,
    selectFields(
      {
        ...{ number: p.id, title: p.title, amount: p.amount, currency: p.currency, method: p.method },
        ...{ paidAt: computed(sql`${p.paidAt}`, asNumber), payer: computed(payerName, asText), team: computed(sql`${team.name}`, asText) },
      },
      sql`${fromPayments} WHERE ${p.id} = ${id} AND ${p.submissionId} = ${submissionId} AND ${isMine} AND ${isFormMoneyPaid}`,
    ),
  )
  if (!receipt) throw new AppError('FormPaymentNotFound')
  return receipt
}
