import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Bounds } from '../../domain/geo/contract.ts'
import type { MapTiles } from '../../domain/maps/contract.ts'
import { useConfig } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { DrawnPoints, MapPoint } from './draw-points.ts'
import { MapFrame } from './map-frame.tsx'
import { useDrawnMap } from './use-drawn-map.ts'

type PointsMapProps = {
  label: string
  /** The area to show first. When it changes, the map moves there. */
  bounds: Bounds
  points: readonly MapPoint[]
  /** The point whose row in the list the user points at. */
  highlightedId: string | null
  onHighlight: (id: string | null) => void
  /** Called with the visible area at first, and each time the map stands still. */
  onView?: (bounds: Bounds) => void
  /** Called when the user wants to search the area to which they moved the map. */
  onSearch: (bounds: Bounds) => void
  /** Texts over the map, such as what it cannot show. */
  note?: ReactNode
  renderCard: (ids: readonly string[]) => ReactNode
  className?: string
}

/** How many milliseconds the map must stand still before we report its area. */
const pauseAfterMove = 300

/** A map with many points. Everything on it is also in the list next to it. */
export function PointsMap(props: PointsMapProps) {
  const { tiles } = useConfig().map
  const [attempt, setAttempt] = useState(0)
  return <PointsMapDrawing key={`${tiles?.url ?? ''} ${attempt}`} {...props} tiles={tiles} onRetry={() => setAttempt(attempt + 1)} />
}

const toText = (bounds: Bounds) => Object.values(bounds).join(' ')

type PointsMapDrawingProps = PointsMapProps & { tiles: MapTiles | null; onRetry: () => void }

function PointsMapDrawing({
  label,
  bounds,
  points,
  highlightedId,
  onHighlight,
  onView,
  onSearch,
  note,
  renderCard,
  className,
  tiles,
  onRetry,
}: PointsMapDrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawnMap = useRef<DrawnPoints | null>(null)
  const reportedBounds = useRef(toText(bounds))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [card] = useState(() => document.createElement('div'))
  const [movedBounds, setMovedBounds] = useState<Bounds | null>(null)
  const [pickedIds, setPickedIds] = useState<readonly string[]>([])
  const latest = useRef({ bounds, points, highlightedId })
  latest.current = { bounds, points, highlightedId }
  const reportView = useEffectEvent((view: Bounds) => onView?.(view))
  const reportHighlight = useEffectEvent((id: string | null) => onHighlight(id))
  const state = useDrawnMap({
    box,
    drawn: drawnMap,
    load: () => import('./draw-points.ts'),
    draw: ({ drawPoints }, element) =>
      drawPoints(element, {
        tilesUrl: tiles?.url ?? null,
        bounds: latest.current.bounds,
        card,
        onView: (view, isMovedByUser) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => reportView(view), isMovedByUser ? pauseAfterMove : 0)
          if (isMovedByUser) setMovedBounds(view)
        },
        onPick: setPickedIds,
        onHover: (id) => reportHighlight(id),
      }),
    show: (map) => {
      map.show(latest.current.points)
      map.highlight(latest.current.highlightedId)
    },
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const boundsText = toText(bounds)
  useEffect(() => {
    // The map itself reported this area, so it already shows it.
    if (boundsText === reportedBounds.current) return
    reportedBounds.current = boundsText
    setMovedBounds(null)
    drawnMap.current?.showBounds(latest.current.bounds)
  }, [boundsText])
  useEffect(() => drawnMap.current?.show(points), [points])
  useEffect(() => drawnMap.current?.highlight(highlightedId), [highlightedId])

  return (
    <MapFrame
      label={label}
      hint="Use the arrow keys to move the map, and plus and minus to zoom. Everything on the map is also in the list, which is easier to use with a keyboard."
      failure="Everything on the map is also in the list."
      state={state}
      box={box}
      tiles={tiles}
      onZoom={(steps) => drawnMap.current?.zoomBy(steps)}
      onRetry={onRetry}
      className={className}
    >
      <div
        role="status"
        className="pointer-events-none absolute inset-x-16 top-3 grid justify-items-center gap-2 text-center text-small *:pointer-events-auto"
      >
        {movedBounds && (
          <Button
            size="small"
            className="rounded-full shadow-card"
            onClick={() => {
              reportedBounds.current = toText(movedBounds)
              setMovedBounds(null)
              // The button is gone now, so the map gets the focus.
              box.current?.focus({ preventScroll: true })
              onSearch(movedBounds)
            }}
          >
            Search this area
          </Button>
        )}
        {note}
      </div>
      {pickedIds.length > 0 &&
        createPortal(
          <div className="relative max-h-64 overflow-y-auto overscroll-contain rounded-card border border-line bg-card shadow-card">
            <IconButton label="Close" className="absolute! top-0.5 right-0.5 z-10 text-soft" onClick={() => drawnMap.current?.closeCard()}>
              <X size={17} aria-hidden="true" />
            </IconButton>
            {renderCard(pickedIds)}
          </div>,
          card,
        )}
    </MapFrame>
  )
}
