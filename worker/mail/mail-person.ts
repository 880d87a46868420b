import { type SQL, sql } from 'drizzle-orm'
import type { MailData, MailTemplateName } from '../../domain/mail/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'

/** The field of the template data that holds the name of the recipient. */
type NameKey = 'username' | 'firstName'

/** A template and its data without the name, which is read from the database. */
type TemplateWithoutName<Key extends NameKey> = {
  [Name in MailTemplateName]: Key extends keyof MailData<Name> ? { name: Name; data: Omit<MailData<Name>, Key> } : never
}[MailTemplateName]

type Mail<Key extends NameKey> = {
  /** SQL about `people` if there are several recipients. */
  id: string | SQL
  template: TemplateWithoutName<Key>
  /** SQL if only the database knows it. */
  platform: PlatformId | SQL
  /** The default is the address of the account. */
  to?: string
  nameKey?: Key
  /** The name in the email. The default is the name that the person sees in the app. */
  name?: SQL
}

/**
 * Puts an email to one person in the outbox, in the same batch as the change it is about. Their address and name are read at this
 * point of the batch. `isRecipient` is a condition on `people`.
 */
export const mailPerson = <Key extends NameKey = 'username'>(
  isRecipient: SQL,
  { id, template, platform, to, nameKey, name = nameToShowSql(people) }: Mail<Key>,
  { now, when = sql`1` }: { now: number; when?: SQL },
) =>
  putRowsInOutbox(
    'mail',
    sql`SELECT ${id} AS id, json_set(${JSON.stringify({ template })},
        '$.platform', ${platform}, '$.to', ${to ?? people.email}, ${`$.template.data.${nameKey ?? 'username'}`}, ${name}) AS body
      FROM ${people} WHERE ${isRecipient} AND ${people.deletedAt} IS NULL AND ${when}`,
    { now },
  )
