import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/name-of.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'

/** A message on its way to this person, by whichever way it goes. */
const isTo = (userId: string) => sql`(lower(body->>'$.to') = ${emailKeyOf(userId)} OR body->>'$.actorId' = ${userId})`

/** Or one that tells somebody else of this person: a mail that says their name, a job that is about them. */
const isOf = (userId: string) => sql`(${isTo(userId)} OR body->>'$.notice.actorId' = ${userId} OR body->>'$.userId' = ${userId})`

/** Someone told of many is one name in a list of ids. */
const leaveOut = (table: 'outbox' | 'jobs', userId: string) => {
  const name = sql.raw(table)
  return sql`UPDATE ${name} SET body = json_set(body, '$.to',
      json((SELECT json_group_array(value) FROM json_each(body, '$.to') WHERE value <> ${userId})))
    WHERE ${waits(table)} AND json_type(body, '$.to') = 'array' AND instr(body, ${userId}) > 0`
}

/** Of what is done no body is kept; the index leads to the few others. */
const waits = (table: 'outbox' | 'jobs') => (table === 'outbox' ? sql`true` : sql`state IN ('failing', 'dead') AND body IS NOT NULL`)

export const jobData: PersonData = {
  feature: 'jobs',
  tables: { outbox: ['body'], jobs: ['body'] },
  kept: {
    'jobs.id':
      'The id of a job that is done is kept for a week, so that a second delivery is recognized. It carries no address and no words.',
    'outbox.body': 'The receipt of the deletion itself, and which objects are to forget whom, for the seconds until both are sent.',
  },
  erase: (userId) => [
    sql`DELETE FROM outbox WHERE ${isOf(userId)}`,
    sql`DELETE FROM jobs WHERE ${waits('jobs')} AND ${isOf(userId)}`,
    leaveOut('outbox', userId),
    leaveOut('jobs', userId),
  ],
  export: (db, userId) =>
    readParts(db, {
      'on-their-way': sql`SELECT body->>'$.template.name' AS mail, created_at AS writtenAt FROM outbox WHERE ${isTo(userId)}`,
      'not-delivered': sql`SELECT body->>'$.template.name' AS mail, updated_at AS triedAt FROM jobs WHERE ${waits('jobs')} AND ${isTo(userId)}`,
    }),
}
