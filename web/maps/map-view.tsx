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
  /** The name of the map for screen readers. */
  label: string
  pin: LatLng | null
  /** The radius of the circle around the pin. */
  miles?: number | null
  /** The area the map shows first while there is no pin. */
  around?: Around | null
  /** Lets the user set the pin: by pressing the map, by dragging the pin, or with the keyboard. */
  onPin?: (pin: LatLng) => void
  /** Must set the height, so that the map keeps its place while it loads. */
  className?: string
}

/** A map with one pin. Its code and files load only when it is shown. It keeps its place until then, and also if they fail to load. */
export function MapView(props: MapViewProps) {
  const { tiles } = useConfig().map
  const [attempt, setAttempt] = useState(0)
  const isEditable = props.onPin !== undefined
  // Each drawing needs new elements, because Leaflet leaves its own attributes on the old ones.
  const mapKey = `${tiles?.url ?? ''} ${isEditable} ${attempt}`
  return <MapDrawing key={mapKey} {...props} tiles={tiles} onRetry={() => setAttempt(attempt + 1)} />
}

type MapDrawingProps = MapViewProps & { tiles: MapTiles | null; onRetry: () => void }

function MapDrawing({ label, pin, miles = null, around = null, onPin, className, tiles, onRetry }: MapDrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawnMap = useRef<DrawnMap | null>(null)
  const latestPin = useRef({ pin, miles })
  latestPin.current = { pin, miles }
  const latestOnPin = useRef(onPin)
  latestOnPin.current = onPin
  const initialAround = useRef(around)
  const isEditable = onPin !== undefined
  const state = useDrawnMap({
    box,
    drawn: drawnMap,
    load: () => import('./draw-map.ts'),
    draw: ({ drawMap }, element) =>
      drawMap(element, {
        tilesUrl: tiles?.url ?? null,
        shown: latestPin.current,
        around: initialAround.current,
        onPin: isEditable ? (at) => latestOnPin.current?.(at) : null,
      }),
    show: (map) => map.show(latestPin.current),
  })

  const { lat, lng } = pin ?? {}
  useEffect(() => {
    drawnMap.current?.show({ pin: lat === undefined || lng === undefined ? null : { lat, lng }, miles })
  }, [lat, lng, miles])

  return (
    <MapFrame
      label={label}
      hint="Use the arrow keys to move the map, and plus and minus to zoom."
      failure={isEditable ? 'You can still search for a city.' : 'The rest of the page works without it.'}
      state={state}
      box={box}
      tiles={tiles}
      onZoom={(steps) => drawnMap.current?.zoomBy(steps)}
      onRetry={onRetry}
      className={joinClasses('rounded-card border', className)}
      tools={
        isEditable && (
          <IconButton label="Move the pin to the center" className="rounded-none" onClick={() => drawnMap.current?.dropPin()}>
            <LocateFixed size={18} aria-hidden="true" />
          </IconButton>
        )
      }
    >
      {isEditable && <Crosshair />}
    </MapFrame>
  )
}

/** Marks the center of the map for keyboard users: the pin goes there. */
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
