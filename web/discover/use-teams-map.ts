import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toViewQuery } from '../../domain/discover/state.ts'
import type { Bounds } from '../../domain/geo/contract.ts'
import type { TeamCard } from '../../domain/teams/contract.ts'
import { discoveredTeamsMap } from './queries.ts'
import type { DiscoverControls } from './use-discover-state.ts'
import { type MapNoun, useMapPoints } from './use-map-points.tsx'

export const teamsNoun: MapNoun = ['community', 'communities']

/** The communities in the visible area of the map, which is not the area of the list once the user has moved the map. */
export function useTeamsMap({ state, isReady }: Pick<DiscoverControls, 'state' | 'isReady'>, teams: readonly TeamCard[]) {
  const [view, setView] = useState<Bounds | null>(null)
  const query = useQuery({ ...discoveredTeamsMap(toViewQuery({ ...state, view })), enabled: isReady && view !== null })
  const map = useMapPoints(query, {
    noun: teamsNoun,
    listItems: (answer) => answer.teams.map(({ id, lat, lng }) => ({ id, lat, lng })),
    rows: teams.flatMap(({ id, city }) => (city ? [{ id, lat: city.lat, lng: city.lng }] : [])),
  })
  return { ...map, setView }
}
