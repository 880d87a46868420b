import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cityLabel } from '../../domain/cities/rules.ts'
import type { NamedKind } from '../../domain/forms/named-answers.ts'
import type { Named, Names } from '../../domain/forms/quote-answers.ts'
import { useViewer } from '../app-state.ts'
import { cityById } from '../cities/queries.ts'
import { placeById } from '../places/queries.ts'
import { publicProfile } from '../profiles/queries.ts'

/** The names of what answers quote. Only people with an account see who somebody is. */
export function useNames(named: readonly Named[]): Names {
  const viewer = useViewer()
  const idsOf = (kind: NamedKind) => [...new Set(named.filter((one) => one.kind === kind).map(({ id }) => id))]
  const [cityIds, placeIds, personIds] = [idsOf('city'), idsOf('place'), idsOf('person')]
  const cities = useQueries({ queries: cityIds.map((id) => ({ ...cityById(Number(id)), retry: false })) })
  const places = useQueries({ queries: placeIds.map((id) => ({ ...placeById(id), retry: false })) })
  const people = useQueries({
    queries: personIds.map((id) => ({ ...publicProfile(id), enabled: viewer?.profileComplete === true, retry: false })),
  })
  const text = JSON.stringify([
    ...cities.flatMap(({ data }, at) => (data ? [[cityIds[at], cityLabel(data)]] : [])),
    ...places.flatMap(({ data }, at) => (data ? [[placeIds[at], data.name]] : [])),
    ...people.flatMap(({ data }, at) => (data ? [[personIds[at], data.displayName]] : [])),
  ])
  return useMemo(() => new Map(JSON.parse(text) as [string, string][]), [text])
}
