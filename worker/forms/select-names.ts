import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Field, FieldKind } from '../../domain/forms/fields.ts'
import { faceColumnsOf } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { knownCities } from '../cities/shared.ts'
import { knownPlaces } from '../places/shared.ts'
import { submissions as s } from './schema.ts'

const [city, place, person] = [alias(knownCities, 'city'), alias(knownPlaces, 'place'), alias(people, 'chosen')]

/** The answers to these fields of a row of `submissions`, also in groups. */
const answersTo = (ids: readonly string[]): SQL => sql`SELECT tree.atom FROM json_tree(${s.answers}) tree
  WHERE tree.type = 'text' AND tree.key IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** The names of the cities, places and people in the answers of a row of `submissions`, as JSON by id. Only their ids are stored there. */
export function namesIn(fields: readonly Field[]): SQL {
  const all = fields.flatMap((field): Field[] => (field.kind === 'group' ? field.fields : [field]))
  const idsOf = (kind: FieldKind) => all.filter((field) => field.kind === kind).map(({ id }) => id)
  const [cities, places, persons] = [idsOf('city'), idsOf('place'), idsOf('person')]
  const parts = [
    ...(cities.length > 0
      ? [
          sql`SELECT CAST(${city.id} AS TEXT) AS id, ${city.name} || ', ' || ${city.state} AS name FROM ${knownCities} ${city}
            WHERE ${city.id} IN (SELECT CAST(atom AS INTEGER) FROM (${answersTo(cities)}))`,
        ]
      : []),
    ...(places.length > 0
      ? [sql`SELECT ${place.id} AS id, ${place.name} AS name FROM ${knownPlaces} ${place} WHERE ${place.id} IN (${answersTo(places)})`]
      : []),
    ...(persons.length > 0
      ? [
          sql`SELECT ${person.id} AS id, ${faceColumnsOf(person).name} AS name FROM ${people} ${person}
            WHERE ${person.deletedAt} IS NULL AND ${person.id} IN (${answersTo(persons)})`,
        ]
      : []),
  ]
  if (parts.length === 0) return sql`'{}'`
  return sql`(SELECT json_group_object(id, name) FROM (${sql.join(parts, sql` UNION ALL `)}) WHERE name IS NOT NULL)`
}
