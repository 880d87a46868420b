import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Bounds } from '../../domain/geo/contract.ts'
import type { MapTiles } from '../../domain/maps/contract.ts'
import { useConfig } from '../app-state.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { DrawnMany, Spot } from './draw-many.ts'
import { MapFrame, type MapState } from './map-frame.tsx'

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
  const [card] = useState(() => document.createElement('div'))
  const [picked, setPicked] = useState<readonly string[]>([])
  const [state, setState] = useState<MapState>('loading')
  const tilesUrl = tiles?.url ?? null
  const latest = useRef({ bounds, spots, lit })
  latest.current = { bounds, spots, lit }
  const tellMove = useEffectEvent((moved: Bounds) => {
    told.current = textOf(moved)
    onMove(moved)
  })
  const tellLight = useEffectEvent((id: string | null) => onLight(id))

  useEffect(() => {
    const element = box.current
    if (!element) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let untold: Bounds | null = null
    const tell = () => {
      clearTimeout(timer)
      if (untold) tellMove(untold)
      untold = null
    }
    // Told only after someone has pressed a link, it would call them back from where they go.
    const tellFirst = ({ target }: Event) => {
      if (target instanceof Node && (!element.contains(target) || card.contains(target))) tell()
    }
    document.addEventListener('pointerdown', tellFirst, { capture: true })
    document.addEventListener('click', tellFirst, { capture: true })
    const draw = async () => {
      try {
        const { drawMany } = await import('./draw-many.ts')
        // React may have taken the box away meanwhile.
        if (isGone) return
        const map = await drawMany(element, {
          tilesUrl,
          bounds: latest.current.bounds,
          card,
          onMove: (moved) => {
            clearTimeout(timer)
            untold = moved
            timer = setTimeout(tell, pauseAfterMove)
          },
          onPick: (ids) => setPicked(ids),
          onPoint: (id) => tellLight(id),
        })
        if (isGone) return map.remove()
        drawn.current = map
        map.show(latest.current.spots)
        map.light(latest.current.lit)
        setState('ready')
      } catch {
        if (!isGone) setState('failed')
      }
    }
    void draw()
    return () => {
      isGone = true
      clearTimeout(timer)
      document.removeEventListener('pointerdown', tellFirst, { capture: true })
      document.removeEventListener('click', tellFirst, { capture: true })
      drawn.current?.remove()
      drawn.current = null
    }
  }, [tilesUrl, card])

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
      hint="Arrow keys move the map, plus and minus zoom. Everything on it is in the list as well, which is the easier way by keyboard."
      failure="Everything on it is in the list as well."
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
