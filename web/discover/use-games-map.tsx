import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import type { UncountedFilter } from '../../domain/discover/map-contract.ts'
import { writeDiscoverState } from '../../domain/discover/state.ts'
import type { Bounds } from '../../domain/geo/contract.ts'
import { nameCellAt } from '../../domain/geo/count-grid.ts'
import type { MapPoint } from '../maps/draw-points.ts'
import { Button } from '../ui/button.tsx'
import { discoveredMap } from './queries.ts'
import type { DiscoverControls } from './use-discover-state.ts'

const filterNames: Record<UncountedFilter, string> = { timeOfDay: 'time of day', level: 'level', seatsLeft: 'seats left' }

/** The games in the visible area of the map, which is not the area of the list once the user has moved the map. */
export function useGamesMap({ state, isReady }: Pick<DiscoverControls, 'state' | 'isReady'>, events: readonly DiscoverEvent[]) {
  const [view, setView] = useState<Bounds | null>(null)
  const filters = { ...state.filters, cityId: null, center: null, radius: null }
  const { data, error, refetch, isFetching } = useQuery({
    ...discoveredMap(writeDiscoverState({ ...state, filters, view, order: 'best' })),
    enabled: isReady && view !== null,
  })
  const points = useMemo(
    (): MapPoint[] => [
      ...(data?.games ?? []).map(({ id, where: { lat, lng }, count }) => ({ id, lat, lng, count })),
      ...(data?.clusters ?? []).map(({ key, ...cluster }) => ({ id: key, ...cluster, isArea: true })),
    ],
    [data],
  )
  /** The point of the game with this row in the list. */
  const findPointId = (id: string | null): string | null => {
    const row = events.find((event) => event.id === id)
    if (!data || !row) return id
    const { lat, lng } = row.where
    const game = data.games.find((one) => one.id === id) ?? data.games.find(({ where }) => where.lat === lat && where.lng === lng)
    return game?.id ?? (data.bits === null ? null : nameCellAt({ bits: data.bits }, { lat, lng }))
  }
  const count = points.reduce((sum, point) => sum + (point.count ?? 1), 0)
  const note = error ? (
    <Note>
      The games could not be loaded.{' '}
      <Button variant="quiet" size="small" isPending={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Note>
  ) : data ? (
    <>
      {data.uncounted.length > 0 && (
        <Note>Zoom in to see only games that match: {data.uncounted.map((name) => filterNames[name]).join(', ')}</Note>
      )}
      {count === 0 ? <Note>No games in this area</Note> : <p className="sr-only">{count === 1 ? '1 game' : `${count} games`} on the map</p>}
    </>
  ) : null
  return { data, points, findPointId, setView, note }
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className="rounded-control border border-line bg-card px-3 py-1.5 shadow-card">{children}</p>
)
