import { type SQL, sql } from 'drizzle-orm'
import type { MailData, MailTemplateName } from '../../domain/mail/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { people } from '../accounts/shared.ts'
import { shownNameOf } from '../accounts/shown-name.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'

/** Where the data of a template has the name of the person it is for. */
type NameKey = 'username' | 'firstName'

/** A template and its data, all but the name. */
type Nameless<Key extends NameKey> = {
  [Name in MailTemplateName]: Key extends keyof MailData<Name> ? { name: Name; data: Omit<MailData<Name>, Key> } : never
}[MailTemplateName]

type Mail<Key extends NameKey> = {
  id: string
  template: Nameless<Key>
  platform: PlatformId
  /** The account's own address unless given. */
  to?: string
  nameKey?: Key
  /** What the mail calls them: the name shown to themselves unless given. */
  name?: SQL
}

/**
 * Puts a mail to one person in the outbox, in the batch of what it is about. Their address and name are read there, as they are at
 * that point of the batch. `who` is a condition on `people`.
 */
export const mailPerson = <Key extends NameKey = 'username'>(
  who: SQL,
  { id, template, platform, to, nameKey, name = shownNameOf(people) }: Mail<Key>,
  { now, when = sql`1` }: { now: number; when?: SQL },
) =>
  putRowsInOutbox(
    'mail',
    sql`SELECT ${id} AS id, json_set(${JSON.stringify({ platform, template })},
        '$.to', ${to ?? people.email}, ${`$.template.data.${nameKey ?? 'username'}`}, ${name}) AS body
      FROM ${people} WHERE ${who} AND ${people.deletedAt} IS NULL AND ${when}`,
    { now },
  )
