import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Bounds } from '../../domain/geo/contract.ts'
import type { MapTiles } from '../../domain/maps/contract.ts'
import { useConfig } from '../app-state.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { DrawnMany, Spot } from './draw-many.ts'
import { MapFrame } from './map-frame.tsx'
import { useDrawnMap } from './use-drawn-map.ts'

type MapOfManyProps = {
  label: string
  /** What is looked at until the person moves the map, and again when it changes. */
  bounds: Bounds
  spots: readonly Spot[]
  /** The one that is pointed at in the list. */
  lit: string | null
  onLight: (id: string | null) => void
  /** Told once the map stands still after the person moved it. */
  onMove: (bounds: Bounds) => void
  renderCard: (ids: readonly string[]) => ReactNode
  className?: string
}

/** How long the map stands still before it is told where. */
const pauseAfterMove = 500

/** A map with many things on it. A list beside it has them all: this is the picture of that list. */
export function MapOfMany(props: MapOfManyProps) {
  const { tiles } = useConfig().map
  const [attempt, setAttempt] = useState(0)
  return <ManyDrawing key={`${tiles?.url ?? ''} ${attempt}`} {...props} tiles={tiles} onRetry={() => setAttempt(attempt + 1)} />
}

const textOf = (bounds: Bounds) => Object.values(bounds).join(' ')

type ManyDrawingProps = MapOfManyProps & { tiles: MapTiles | null; onRetry: () => void }

function ManyDrawing({ label, bounds, spots, lit, onLight, onMove, renderCard, className, tiles, onRetry }: ManyDrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnMany | null>(null)
  const told = useRef(textOf(bounds))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const untold = useRef<Bounds | null>(null)
  const [card] = useState(() => document.createElement('div'))
  const [picked, setPicked] = useState<readonly string[]>([])
  const latest = useRef({ bounds, spots, lit })
  latest.current = { bounds, spots, lit }
  const tellMove = useEffectEvent((moved: Bounds) => {
    told.current = textOf(moved)
    onMove(moved)
  })
  const tellLight = useEffectEvent((id: string | null) => onLight(id))
  const tell = useEffectEvent(() => {
    clearTimeout(timer.current)
    if (untold.current) tellMove(untold.current)
    untold.current = null
  })
  const state = useDrawnMap({
    box,
    drawn,
    load: () => import('./draw-many.ts'),
    draw: ({ drawMany }, element) =>
      drawMany(element, {
        tilesUrl: tiles?.url ?? null,
        bounds: latest.current.bounds,
        card,
        onMove: (moved) => {
          clearTimeout(timer.current)
          untold.current = moved
          timer.current = setTimeout(() => tell(), pauseAfterMove)
        },
        onPick: setPicked,
        onPoint: (id) => tellLight(id),
      }),
    show: (map) => {
      map.show(latest.current.spots)
      map.light(latest.current.lit)
    },
  })
  useEffect(() => {
    // Told only after someone has pressed a link, it would call them back from where they go.
    const tellFirst = ({ target }: Event) => {
      if (target instanceof Node && (!box.current?.contains(target) || card.contains(target))) tell()
    }
    document.addEventListener('pointerdown', tellFirst, { capture: true })
    document.addEventListener('click', tellFirst, { capture: true })
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('pointerdown', tellFirst, { capture: true })
      document.removeEventListener('click', tellFirst, { capture: true })
    }
  }, [card])

  const where = textOf(bounds)
  useEffect(() => {
    // What the map itself has told is where it is already.
    if (where === told.current) return
    told.current = where
    drawn.current?.look(latest.current.bounds)
  }, [where])
  useEffect(() => drawn.current?.show(spots), [spots])
  useEffect(() => drawn.current?.light(lit), [lit])

  return (
    <MapFrame
      label={label}
      hint="Use the arrow keys to move the map, and plus and minus to zoom. Everything on the map is also in the list, which is easier to use with a keyboard."
      failure="Everything on the map is also in the list."
      state={state}
      box={box}
      tiles={tiles}
      onZoom={(steps) => drawn.current?.zoomBy(steps)}
      onRetry={onRetry}
      className={className}
    >
      {picked.length > 0 &&
        createPortal(
          <div className="relative max-h-64 overflow-y-auto overscroll-contain rounded-card border border-line bg-card shadow-card">
            <IconButton label="Close" className="absolute! top-0.5 right-0.5 z-10 text-soft" onClick={() => drawn.current?.closeCard()}>
              <X size={17} aria-hidden="true" />
            </IconButton>
            {renderCard(picked)}
          </div>,
          card,
        )}
    </MapFrame>
  )
}
