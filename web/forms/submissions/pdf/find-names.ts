import type { QueryClient } from '@tanstack/react-query'
import { cityLabel } from '../../../../domain/cities/rules.ts'
import { listFields } from '../../../../domain/forms/index-content.ts'
import type { Submission } from '../../../../domain/forms/submission-contract.ts'
import { cityById } from '../../../cities/queries.ts'
import { placeById } from '../../../places/queries.ts'
import { publicProfile } from '../../../profiles/queries.ts'

const namedKinds = ['city', 'place', 'person']

/** The names of the cities, places and people in the answers, of which only the ids are stored. One that cannot be found is left out. */
export async function findNames(
  client: QueryClient,
  { content, answers }: Pick<Submission, 'content' | 'answers'>,
): Promise<Map<string, string>> {
  const wanted = content.pages
    .flatMap((page) => listFields(page))
    .filter(({ field }) => namedKinds.includes(field.kind))
    .flatMap(({ field, group }) => {
      const rows = group === null ? [answers] : (answers[group.id] ?? [])
      return (Array.isArray(rows) ? rows : []).flatMap((row: Record<string, unknown>) => {
        const id = row[field.id]
        return typeof id === 'string' ? [{ kind: field.kind, id }] : []
      })
    })
  const named = await Promise.all(wanted.map(async ({ kind, id }) => [id, await nameOf(client, kind, id).catch(() => undefined)] as const))
  return new Map(named.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])))
}

async function nameOf(client: QueryClient, kind: string, id: string): Promise<string | undefined> {
  if (kind === 'city') return cityLabel(await client.fetchQuery(cityById(Number(id))))
  if (kind === 'place') return (await client.fetchQuery(placeById(id))).name
  return (await client.fetchQuery(publicProfile(id))).displayName
}
