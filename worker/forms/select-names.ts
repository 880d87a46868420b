import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { StoredAnswers } from '../../domain/forms/decide.ts'
import type { Field, FieldKind } from '../../domain/forms/fields.ts'
import { hasNamedAnswers, listNamedAnswers } from '../../domain/forms/named-answers.ts'
import type { AnswerNames } from '../../domain/forms/write-answer.ts'
import { faceColumnsOf } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { knownCities } from '../cities/shared.ts'
import { knownPlaces } from '../places/shared.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { forms, formVersions, submissions as s } from './schema.ts'

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

/** Those of these fields of the latest version whose answers have names. Without any, no version is read. */
export async function findNamedFields(db: Database, formId: string, ids: readonly string[]): Promise<Field[]> {
  if (ids.length === 0) return []
  const isLatest = and(eq(formVersions.formId, forms.id), eq(formVersions.number, sql`${forms.publishedNumber}`))
  const latest = await readFirst(
    db,
    db.select({ content: formVersions.content }).from(forms).innerJoin(formVersions, isLatest).where(eq(forms.id, formId)),
  )
  return latest?.content.pages.flatMap(({ fields }) => fields.filter((field) => ids.includes(field.id) && hasNamedAnswers(field))) ?? []
}

/** Of the names, those in the answers that somebody sees. */
export function keepNames(names: AnswerNames, fields: readonly Field[], answers: StoredAnswers): AnswerNames {
  const shown = new Set(listNamedAnswers({ pages: [{ id: 'p1', title: '', fields: [...fields] }] }, answers).map(({ id }) => id))
  return Object.fromEntries(Object.entries(names).filter(([id]) => shown.has(id)))
}
