import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { LatLng } from '../../domain/geo/contract.ts'
import { nameCellAt } from '../../domain/geo/count-grid.ts'
import type { MapCluster } from '../../domain/geo/map-contract.ts'
import type { MapPoint } from '../maps/draw-points.ts'
import { Button } from '../ui/button.tsx'

/** What is on the map, in the singular and in the plural. */
export type MapNoun = readonly [one: string, many: string]

type MapAnswer = { clusters: readonly MapCluster[]; bits: number | null; uncounted?: readonly string[] }

type Options<Answer> = {
  noun: MapNoun
  listItems: (answer: Answer) => readonly MapPoint[]
  /** The rows of the list, to find the point of a row. */
  rows: readonly (LatLng & { id: string })[]
  /** The names of filters that the map may not count. */
  filterNames?: Readonly<Record<string, string>>
}

/** The points of a map that has asked for its own view, and the note over it. */
export function useMapPoints<Answer extends MapAnswer>(
  { data, error, refetch, isFetching }: UseQueryResult<Answer>,
  { noun, listItems, rows, filterNames = {} }: Options<Answer>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points change only with the answer.
  const points = useMemo(
    (): MapPoint[] => [
      ...(data ? listItems(data) : []),
      ...(data?.clusters ?? []).map(({ key, ...cluster }) => ({ id: key, ...cluster, isArea: true })),
    ],
    [data],
  )
  /** The point of the item with this row in the list. */
  const findPointId = (id: string | null): string | null => {
    const row = rows.find((one) => one.id === id)
    if (!data || !row) return id
    const { lat, lng } = row
    const items = points.filter(({ isArea }) => !isArea)
    const point = items.find((one) => one.id === id) ?? items.find((one) => one.lat === lat && one.lng === lng)
    return point?.id ?? (data.bits === null ? null : nameCellAt({ bits: data.bits }, { lat, lng }))
  }
  const count = points.reduce((sum, point) => sum + (point.count ?? 1), 0)
  const uncounted = data?.uncounted ?? []
  const note: ReactNode = error ? (
    <Note>
      The {noun[1]} could not be loaded.{' '}
      <Button variant="quiet" size="small" isPending={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Note>
  ) : data ? (
    <>
      {uncounted.length > 0 && (
        <Note>
          Zoom in to see only {noun[1]} that match: {uncounted.map((name) => filterNames[name] ?? name).join(', ')}
        </Note>
      )}
      {count === 0 ? (
        <Note>No {noun[1]} in this area</Note>
      ) : (
        <p className="sr-only">
          {count} {noun[count === 1 ? 0 : 1]} on the map
        </p>
      )}
    </>
  ) : null
  return { data, points, findPointId, note }
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="rounded-control border border-line bg-card px-3 py-1.5 shadow-card">{children}</p>
)

type CloseTogetherProps = { ids: readonly string[]; clusters: readonly MapCluster[] | undefined; noun: MapNoun }

/** The text of a card about a cluster that cannot be zoomed into. */
export function CloseTogether({ ids, clusters = [], noun }: CloseTogetherProps) {
  const count = clusters.reduce((sum, cluster) => sum + (ids.includes(cluster.key) ? cluster.count : 0), 0)
  if (count === 0) return null
  return (
    <p className="py-3 pr-11 pl-4">
      {count} {noun[1]} are close together here. Search this area to list them.
    </p>
  )
}
