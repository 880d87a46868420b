import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import type { UncountedFilter } from '../../domain/discover/map-contract.ts'
import { writeDiscoverState } from '../../domain/discover/state.ts'
import type { Bounds } from '../../domain/geo/contract.ts'
import { discoveredMap } from './queries.ts'
import type { DiscoverControls } from './use-discover-state.ts'
import { type MapNoun, useMapPoints } from './use-map-points.tsx'

const filterNames: Record<UncountedFilter, string> = { timeOfDay: 'time of day', level: 'level', price: 'price', seatsLeft: 'seats left' }

export const gamesNoun: MapNoun = ['game', 'games']

/** The games in the visible area of the map, which is not the area of the list once the user has moved the map. */
export function useGamesMap({ state, isReady }: Pick<DiscoverControls, 'state' | 'isReady'>, events: readonly DiscoverEvent[]) {
  const [view, setView] = useState<Bounds | null>(null)
  const filters = { ...state.filters, cityId: null, center: null, radius: null }
  const query = useQuery({
    ...discoveredMap(writeDiscoverState({ ...state, filters, view, order: 'best' })),
    enabled: isReady && view !== null,
  })
  const map = useMapPoints(query, {
    noun: gamesNoun,
    listItems: ({ games }) => games.map(({ id, where: { lat, lng }, count }) => ({ id, lat, lng, count })),
    rows: events.map(({ id, where: { lat, lng } }) => ({ id, lat, lng })),
    filterNames,
  })
  return { ...map, setView }
}
