import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { type NamedAnswer, unknownNames } from '../../domain/forms/named-answers.ts'
import { knownCities } from '../cities/shared.ts'
import { knownPlaces } from '../places/shared.ts'
import { mustHold, readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, canAct } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'

const [city, place] = [alias(knownCities, 'named_city'), alias(knownPlaces, 'named_place')]

/** The name of the condition that fails if an answer names nothing. */
export const namesKnown = 'names-known'

/** `viewerId`: who has answered. Null without an account. */
type Naming = { teamId: string; viewerId: string | null; named: readonly NamedAnswer[] }

/**
 * The answers that name no city, no place, or nobody of the community, as rows with a `path`. Only members see who is in it, so nobody else
 * finds it out by an answer.
 */
function unknownOf({ teamId, viewerId, named }: Naming): SQL {
  const id = sql`named.value->>'id'`
  const isCity = sql`EXISTS (SELECT 1 FROM ${knownCities} ${city} WHERE ${city.id} = CAST(${id} AS INTEGER) AND CAST(${city.id} AS TEXT) = ${id})`
  const isPlace = sql`EXISTS (SELECT 1 FROM ${knownPlaces} ${place} WHERE ${place.id} = ${id})`
  return sql`SELECT named.value->>'path' AS path FROM json_each(${JSON.stringify(named)}) named WHERE NOT CASE named.value->>'kind'
    WHEN 'city' THEN ${isCity} WHEN 'place' THEN ${isPlace} ELSE ${isSeenMember(teamId, viewerId, id)} END`
}

const isSeenMember = (teamId: string, viewerId: string | null, id: SQLWrapper): SQL =>
  viewerId === null
    ? sql`0`
    : sql`(${isInTeam(teamId, viewerId)} AND ${isInTeam(teamId, id)}
        AND (${hasNoBlock(viewerId, id)} OR ${canAct(asPerson(viewerId), teamId, 'roster.manage')}))`

/** Undoes the batch if an answer names nothing. */
export const requireNames = (naming: Naming): SQL[] =>
  naming.named.length === 0 ? [] : [mustHold(namesKnown, sql`NOT EXISTS (${unknownOf(naming)})`)]

/** Says at which answers something else must be chosen. */
export async function explainNames(db: Database, naming: Naming): Promise<AppError> {
  const unknown = await readAll(db, select({ path: asText }, unknownOf(naming)))
  const isUnknown = ({ path }: NamedAnswer) => unknown.some((row) => row.path === path)
  const issues = naming.named.filter(isUnknown).map(({ kind, path }) => ({ path, message: unknownNames[kind] }))
  return new AppError('AnswersInvalid', { issues })
}
