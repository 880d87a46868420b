import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Bounds } from '../../domain/geo/contract.ts'
import type { MapTiles } from '../../domain/maps/contract.ts'
import { useConfig } from '../app-state.ts'
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
  /** Called once the map stands still after the user moved it. */
  onMove: (bounds: Bounds) => void
  renderCard: (ids: readonly string[]) => ReactNode
  className?: string
}

/** How many milliseconds the map must stand still before we report its area. */
const pauseAfterMove = 500

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
  onMove,
  renderCard,
  className,
  tiles,
  onRetry,
}: PointsMapDrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawnMap = useRef<DrawnPoints | null>(null)
  const reportedBounds = useRef(toText(bounds))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unreportedBounds = useRef<Bounds | null>(null)
  const [card] = useState(() => document.createElement('div'))
  const [pickedIds, setPickedIds] = useState<readonly string[]>([])
  const latest = useRef({ bounds, points, highlightedId })
  latest.current = { bounds, points, highlightedId }
  const reportMove = useEffectEvent((moved: Bounds) => {
    reportedBounds.current = toText(moved)
    onMove(moved)
  })
  const reportHighlight = useEffectEvent((id: string | null) => onHighlight(id))
  const flushMove = useEffectEvent(() => {
    clearTimeout(timer.current)
    if (unreportedBounds.current) reportMove(unreportedBounds.current)
    unreportedBounds.current = null
  })
  const state = useDrawnMap({
    box,
    drawn: drawnMap,
    load: () => import('./draw-points.ts'),
    draw: ({ drawPoints }, element) =>
      drawPoints(element, {
        tilesUrl: tiles?.url ?? null,
        bounds: latest.current.bounds,
        card,
        onMove: (moved) => {
          clearTimeout(timer.current)
          unreportedBounds.current = moved
          timer.current = setTimeout(() => flushMove(), pauseAfterMove)
        },
        onPick: setPickedIds,
        onHover: (id) => reportHighlight(id),
      }),
    show: (map) => {
      map.show(latest.current.points)
      map.highlight(latest.current.highlightedId)
    },
  })
  useEffect(() => {
    // We report a move before the user presses a link. Reported later, it would navigate away from the page they just opened.
    const flushBeforePress = ({ target }: Event) => {
      if (target instanceof Node && (!box.current?.contains(target) || card.contains(target))) flushMove()
    }
    document.addEventListener('pointerdown', flushBeforePress, { capture: true })
    document.addEventListener('click', flushBeforePress, { capture: true })
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('pointerdown', flushBeforePress, { capture: true })
      document.removeEventListener('click', flushBeforePress, { capture: true })
    }
  }, [card])

  const boundsText = toText(bounds)
  useEffect(() => {
    // The map itself reported this area, so it already shows it.
    if (boundsText === reportedBounds.current) return
    reportedBounds.current = boundsText
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
