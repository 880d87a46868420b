import { type SQL, sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/name-of.ts'
import { columnNames } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { jobs, outbox } from './schema.ts'

type Table = typeof outbox | typeof jobs

/** A mail on its way to this person, or what they did that others are told of. */
const isTo = ({ body }: Table, userId: string): SQL =>
  sql`(lower(${body}->>'$.to') = ${emailKeyOf(userId)} OR ${body}->>'$.actorId' = ${userId})`

/** The message carries the person's id as a value: it is about them. */
const hasId = ({ body }: Table, userId: string): SQL => sql`instr(${body}, ${JSON.stringify(userId)}) > 0`

/** Of jobs that are done no body is kept; the index leads to the few others. */
const waits = (table: Table): SQL => (table === outbox ? sql`true` : sql`${jobs.state} IN ('failing', 'dead') AND ${jobs.body} IS NOT NULL`)

/** Takes the person out of a list of people that a message is for: it goes on to the others. */
const leaveOut = (table: Table, userId: string): SQL => {
  const place = sql`SELECT fullkey FROM json_tree(${table.body}) WHERE atom = ${userId} AND typeof(key) = 'integer'`
  return sql`UPDATE ${table} SET ${columnNames(table.body)} = json_remove(${table.body}, (${place} LIMIT 1))
    WHERE ${waits(table)} AND ${hasId(table, userId)} AND EXISTS (${place})`
}

const remove = (table: Table, userId: string): SQL =>
  sql`DELETE FROM ${table} WHERE ${waits(table)} AND (${isTo(table, userId)} OR ${hasId(table, userId)})`

export const jobData: PersonData = {
  feature: 'jobs',
  tables: { outbox: ['body'], jobs: ['body'] },
  kept: {
    'jobs.id':
      'The id of a job that is done is kept for a week, so that a second delivery is recognized. It carries no address and no words.',
    'outbox.body': 'The receipt of the deletion itself, and which objects are to forget whom, for the seconds until both are sent.',
  },
  erase: (userId) => [outbox, jobs].flatMap((table) => [leaveOut(table, userId), remove(table, userId)]),
  export: (db, userId) =>
    readParts(db, {
      'on-their-way': sql`SELECT ${outbox.body}->>'$.template.name' AS mail, ${outbox.createdAt} AS writtenAt FROM ${outbox} WHERE ${isTo(outbox, userId)}`,
      'not-delivered': sql`SELECT ${jobs.body}->>'$.template.name' AS mail, ${jobs.updatedAt} AS triedAt FROM ${jobs}
        WHERE ${waits(jobs)} AND ${isTo(jobs, userId)}`,
    }),
}
