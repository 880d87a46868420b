import { LocateFixed } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { LatLng } from '../../domain/geo/contract.ts'
import type { MapTiles } from '../../domain/maps/contract.ts'
import { useConfig } from '../app-state.ts'
import { joinClasses } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { DrawnMap } from './draw-map.ts'
import { MapFrame } from './map-frame.tsx'
import { useDrawnMap } from './use-drawn-map.ts'

export type Around = LatLng & { miles?: number }

type MapViewProps = {
  /** Names the map for those who cannot see it. */
  label: string
  pin: LatLng | null
  /** Drawn as a circle around the pin. */
  miles?: number | null
  /** Where the map looks first while there is no pin. */
  around?: Around | null
  /** Lets the person put the pin: by pressing the map, by dragging it, or with the keyboard. */
  onPin?: (pin: LatLng) => void
  /** Says how high it is: its place is kept from the beginning. */
  className?: string
}

/** A map with one pin. Its code and files come only where it stands; until then, and without them, its place is kept. */
export function MapView(props: MapViewProps) {
  const { tiles } = useConfig().map
  const [attempt, setAttempt] = useState(0)
  const isSet = props.onPin !== undefined
  // Its own elements for each map that is drawn: Leaflet leaves its marks on the box.
  const drawing = `${tiles?.url ?? ''} ${isSet} ${attempt}`
  return <MapDrawing key={drawing} {...props} tiles={tiles} onRetry={() => setAttempt(attempt + 1)} />
}

type MapDrawingProps = MapViewProps & { tiles: MapTiles | null; onRetry: () => void }

function MapDrawing({ label, pin, miles = null, around = null, onPin, className, tiles, onRetry }: MapDrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnMap | null>(null)
  const shown = useRef({ pin, miles })
  shown.current = { pin, miles }
  const tell = useRef(onPin)
  tell.current = onPin
  const first = useRef(around)
  const isSet = onPin !== undefined
  const state = useDrawnMap({
    box,
    drawn,
    load: () => import('./draw-map.ts'),
    draw: ({ drawMap }, element) =>
      drawMap(element, {
        tilesUrl: tiles?.url ?? null,
        shown: shown.current,
        around: first.current,
        onPin: isSet ? (at) => tell.current?.(at) : null,
      }),
    show: (map) => map.show(shown.current),
  })

  const { lat, lng } = pin ?? {}
  useEffect(() => {
    drawn.current?.show({ pin: lat === undefined || lng === undefined ? null : { lat, lng }, miles })
  }, [lat, lng, miles])

  return (
    <MapFrame
      label={label}
      hint="Arrow keys move the map, plus and minus zoom."
      failure={isSet ? 'You can go on without it: search for a city.' : 'The rest of the page works without it.'}
      state={state}
      box={box}
      tiles={tiles}
      onZoom={(steps) => drawn.current?.zoomBy(steps)}
      onRetry={onRetry}
      className={joinClasses('rounded-card border', className)}
      tools={
        isSet && (
          <IconButton label="Put the pin in the middle" className="rounded-none" onClick={() => drawn.current?.dropPin()}>
            <LocateFixed size={18} aria-hidden="true" />
          </IconButton>
        )
      }
    >
      {isSet && <Crosshair />}
    </MapFrame>
  )
}

/** Where the pin would go, for whoever steers by keyboard. */
function Crosshair() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-1/2 hidden size-6 -translate-x-1/2 -translate-y-1/2 text-ink group-has-focus-visible:block"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M12 2v7M12 15v7M2 12h7M15 12h7" />
    </svg>
  )
}
