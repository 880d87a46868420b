import { sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { ImportAnswer, ImportResult, ImportRow } from '../../domain/roster/contract.ts'
import { maxGuests } from '../../domain/teams/contract.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asText, select } from '../platform/row-query.ts'
import { asPerson, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { detailsOf, recordChange } from '../teams/record-change.ts'
import { communities, communityGuests } from '../teams/shared.ts'
import { memberDetails } from './schema.ts'

type Prepared = ImportRow & { id: string; detailsId: string; emailKey: string | null }

/** The first row with an address counts. */
function dropDoubles(rows: readonly Prepared[]): Prepared[] {
  const seen = new Set<string>()
  return rows.filter(({ id, emailKey }) => {
    const keys = [id, ...(emailKey === null ? [] : [`@${emailKey}`])]
    if (keys.some((key) => seen.has(key))) return false
    for (const key of keys) seen.add(key)
    return true
  })
}

/**
 * Adds rows of a file as guests, in one round trip. The id of a guest comes from the import and the number of the row, so rows that are
 * sent again are not added again. Everyone becomes a guest: an account with the same address is only offered the place
 * (`guest-offers.ts`), so the answer never depends on whether an address has an account.
 */
export async function importRows(
  db: Database,
  clock: Clock,
  actorId: string,
  { teamId, importId }: { teamId: string; importId: string },
  rows: readonly ImportRow[],
): Promise<ImportAnswer> {
  const { now } = clock
  const actor = asPerson(actorId)
  const prepared = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      id: await deriveId('roster-import', teamId, importId, String(row.row)),
      detailsId: await deriveId('roster-import-details', teamId, importId, String(row.row)),
      emailKey: row.email === null ? null : canonicalAddress(row.email),
    })),
  )
  const list = JSON.stringify(dropDoubles(prepared))
  const g = communityGuests
  const mayImport = canAct(actor, teamId, 'roster.manage')
  // CROSS JOIN keeps this order. Otherwise SQLite reads the whole list again for each guest of the team.
  const selectSent = select(
    { id: asText },
    sql`SELECT ${g.id} AS id FROM json_each(${list}) sent CROSS JOIN ${g} ON ${g.id} = sent.value->>'id' WHERE ${g.teamId} = ${teamId}`,
  )
  const { facts, taken, after } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    taken: select(
      { emailKey: asText },
      sql`SELECT ${g.emailKey} AS emailKey FROM json_each(${list}) sent CROSS JOIN ${g} ON ${g.emailKey} = sent.value->>'emailKey' AND ${g.teamId} = ${teamId}
        WHERE ${g.id} <> sent.value->>'id' AND ${mayImport}`,
    ),
    added: sql`INSERT INTO ${g} (${columnNames(g.id, g.teamId, g.name, g.email, g.emailKey, g.createdBy, g.createdAt)})
      SELECT sent.value->>'id', ${communities.id}, sent.value->>'name', sent.value->>'email', sent.value->>'emailKey', ${actorId}, ${now}
      FROM ${communities} CROSS JOIN json_each(${list}) sent
      WHERE ${isTeam(teamId)} AND ${mayImport}
        AND NOT EXISTS (SELECT 1 FROM ${g} WHERE ${g.id} = sent.value->>'id')
        AND NOT EXISTS (SELECT 1 FROM ${g} WHERE ${g.emailKey} = sent.value->>'emailKey' AND ${g.teamId} = ${teamId})
      ORDER BY sent.value->>'row'
      LIMIT max(0, ${maxGuests} - (SELECT count(*) FROM ${g} WHERE ${g.teamId} = ${teamId}))
      ON CONFLICT DO NOTHING`,
    recorded: recordChange(clock, actor, teamId, { kind: 'guests-imported', details: detailsOf({ people: sql`changes()` }) }),
    details: sql`INSERT INTO ${memberDetails} (${columnNames(
      memberDetails.id,
      memberDetails.teamId,
      memberDetails.guestId,
      memberDetails.jersey,
      memberDetails.position,
      memberDetails.fieldValues,
      memberDetails.version,
      memberDetails.updatedAt,
    )})
      SELECT sent.value->>'detailsId', ${teamId}, ${g.id}, sent.value->>'jersey', sent.value->>'position', '{}', 1, ${now}
      FROM json_each(${list}) sent CROSS JOIN ${g} ON ${g.id} = sent.value->>'id' AND ${g.teamId} = ${teamId}
      WHERE ${mayImport} AND (sent.value->>'jersey' <> '' OR sent.value->>'position' <> '')
      ON CONFLICT DO NOTHING`,
    after: selectSent,
  })
  requireRight(readFacts(actor, facts).actorRoles, 'roster.manage')
  const present = new Set(after.rows.map(({ id }) => id))
  const takenKeys = new Set(taken.rows.map(({ emailKey }) => emailKey))
  const sentKeys = new Set<string>()
  return {
    results: prepared.map(({ row, id, emailKey }) => {
      const isDouble = emailKey !== null && (takenKeys.has(emailKey) || sentKeys.has(emailKey))
      if (emailKey !== null) sentKeys.add(emailKey)
      const result: ImportResult = isDouble ? 'exists' : present.has(id) ? 'added' : 'full'
      return { row, result }
    }),
  }
}
