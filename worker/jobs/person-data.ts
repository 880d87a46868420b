import { type SQL, sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { columnNames } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { jobs, outbox } from './schema.ts'

type Table = typeof outbox | typeof jobs

/** The message is an email to this person, or a notification about something they did. */
const isTo = ({ body }: Table, userId: string): SQL =>
  sql`(lower(${body}->>'$.to') = ${emailKeyOf(userId)} OR ${body}->>'$.actorId' = ${userId})`

/** The message contains the person's id as a value, so it is about them. */
const hasId = ({ body }: Table, userId: string): SQL => sql`instr(${body}, ${JSON.stringify(userId)}) > 0`

/** Jobs that are done have no body, so we read only the few others, by the index over states. */
const isWaiting = (table: Table): SQL =>
  table === outbox ? sql`true` : sql`${jobs.state} IN ('failing', 'dead') AND ${jobs.body} IS NOT NULL`

/** Removes the person from the list of recipients of a message. The others still get it. */
const removeFromList = (table: Table, userId: string): SQL => {
  const place = sql`SELECT fullkey FROM json_tree(${table.body}) WHERE atom = ${userId} AND typeof(key) = 'integer'`
  return sql`UPDATE ${table} SET ${columnNames(table.body)} = json_remove(${table.body}, (${place} LIMIT 1))
    WHERE ${isWaiting(table)} AND ${hasId(table, userId)} AND EXISTS (${place})`
}

const remove = (table: Table, userId: string): SQL =>
  sql`DELETE FROM ${table} WHERE ${isWaiting(table)} AND (${isTo(table, userId)} OR ${hasId(table, userId)})`

export const jobData: PersonData = {
  feature: 'jobs',
  tables: { outbox: ['body'], jobs: ['body'] },
  keptColumns: {
    'jobs.id': 'The id of a finished job is kept for a week, so that a second delivery is recognized. It contains no address and no text.',
    'outbox.body':
      'The email that confirms the deletion, and the message that clears the Durable Objects, for the seconds until both are sent.',
  },
  erase: (userId) => [outbox, jobs].flatMap((table) => [removeFromList(table, userId), remove(table, userId)]),
  export: (db, userId) =>
    readParts(db, {
      'emails-in-queue': sql`SELECT ${outbox.body}->>'$.template.name' AS mail, ${outbox.createdAt} AS writtenAt FROM ${outbox} WHERE ${isTo(outbox, userId)}`,
      'emails-not-delivered': sql`SELECT ${jobs.body}->>'$.template.name' AS mail, ${jobs.updatedAt} AS triedAt FROM ${jobs}
        WHERE ${isWaiting(jobs)} AND ${isTo(jobs, userId)}`,
    }),
}
