import { type SQL, sql } from 'drizzle-orm'
import type { NoticeFact } from '../../domain/notifications/facts.ts'
import type { MoneyNews } from '../../domain/orders/money-news.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { notifyOf } from '../notifications/commands.ts'
import type { Statement } from '../platform/batch.ts'
import { selectManagersOf } from './manages-money.ts'
import { orders } from './schema.ts'

type News = { orderId: string; id: string; fact: NoticeFact; words: MoneyNews }

/** The platform on which an order was paid. */
export const platformOf = (orderId: string): SQL => sql`(SELECT ${orders.platform} FROM ${orders} WHERE ${orders.id} = ${orderId})`

/**
 * Tells those who manage the money of an order what is new, in the batch that stores it: in the app, on their devices and by an email that
 * has no topic, because nobody should miss it.
 */
export function tellMoneyManagers({ orderId, id, fact, words }: News, now: number, when: SQL): Statement[] {
  const platform = platformOf(orderId)
  return [
    notifyOf(fact, { id, now, platform }, when),
    mailPerson(
      sql`${people.id} IN (${selectManagersOf(orderId)}) AND ${people.emailVerifiedAt} IS NOT NULL`,
      { id: sql`${`mail:${id}:`} || ${people.id}`, template: { name: 'money-news', data: words }, platform },
      { now, when },
    ),
  ]
}
