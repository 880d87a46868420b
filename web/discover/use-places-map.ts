import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PlaceFlag, toPlacesMapQuery } from '../../domain/discover/state.ts'
import type { Bounds } from '../../domain/geo/contract.ts'
import type { PlaceCard } from '../../domain/places/contract.ts'
import { discoveredPlacesMap } from './queries.ts'
import type { DiscoverControls } from './use-discover-state.ts'
import { type MapNoun, useMapPoints } from './use-map-points.tsx'

export const placesNoun: MapNoun = ['place', 'places']

const filterNames = { indoor: 'indoors' }

/** The places in the visible area of the map, which is not the area of the list once the user has moved the map. */
export function usePlacesMap(
  { state, isReady }: Pick<DiscoverControls, 'state' | 'isReady'>,
  flags: readonly PlaceFlag[],
  places: readonly PlaceCard[],
) {
  const [view, setView] = useState<Bounds | null>(null)
  const query = useQuery({ ...discoveredPlacesMap(toPlacesMapQuery({ ...state, view }, flags)), enabled: isReady && view !== null })
  const map = useMapPoints(query, {
    noun: placesNoun,
    listItems: (answer) => answer.places.map(({ id, lat, lng }) => ({ id, lat, lng })),
    rows: places,
    filterNames,
  })
  return { ...map, setView }
}
