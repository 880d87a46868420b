import type { Map as LeafletMap } from 'leaflet'
import type { LatLng } from '../../domain/geo/contract.ts'
import { boundsAround } from '../../domain/geo/distance.ts'
import { drawPin, type Shown } from './draw-pin.ts'
import { type Ground, openMap } from './open-map.ts'

export type DrawnMap = {
  show: (shown: Shown) => void
  zoomBy: (steps: number) => void
  /** Puts the pin where the middle of the map is. */
  dropPin: () => void
  remove: () => void
}

type Drawing = Ground & {
  shown: Shown
  /** Where to look while there is no pin. */
  around: (LatLng & { miles?: number }) | null
  /** Told when the person put the pin somewhere. */
  onPin: ((pin: LatLng) => void) | null
}

const lowerStates: [[number, number], [number, number]] = [
  [24.4, -124.9],
  [49.5, -66.8],
]

/** Draws a map into a box. What it needs is loaded before it answers; it throws when that cannot be had. */
export async function drawMap(box: HTMLElement, { tilesUrl, shown, around, onPin }: Drawing): Promise<DrawnMap> {
  const isTouched = matchMedia('(pointer: coarse)').matches
  const { map, isStill, close } = await openMap(
    box,
    { tilesUrl },
    {
      // One finger scrolls the page; two move and zoom the map.
      dragging: !isTouched,
      look: (opened) => lookAt(opened, shown.pin || !around ? shown : { pin: around, miles: around.miles ?? null }, false),
      onResize: (resized) => resized.invalidateSize({ pan: false }),
    },
  )
  const pin = drawPin(map, onPin)
  pin.show(shown)
  return {
    show: (next) => {
      pin.show(next)
      if (!isWellSeen(map, next)) lookAt(map, next, !isStill)
    },
    zoomBy: (steps) => map.setZoom(map.getZoom() + steps, { animate: !isStill }),
    dropPin: () => onPin && pin.put(map.getCenter()),
    remove: close,
  }
}

function boundsOf({ pin, miles }: Shown): [[number, number], [number, number]] | null {
  if (!pin) return null
  const { south, north, west, east } = boundsAround(pin, miles ?? 5)
  return [
    [south, west],
    [north, east],
  ]
}

function lookAt(map: LeafletMap, shown: Shown, animate: boolean): void {
  map.fitBounds(boundsOf(shown) ?? lowerStates, { padding: shown.pin ? [28, 28] : [0, 0], animate })
}

/** The circle is in sight and not a dot: then the map stays where the person has it. */
function isWellSeen(map: LeafletMap, shown: Shown): boolean {
  const bounds = boundsOf(shown)
  if (!bounds) return true
  if (!map.getBounds().contains(bounds)) return false
  const [corner, other] = bounds.map((point) => map.latLngToContainerPoint(point))
  const { x, y } = map.getSize()
  return Math.abs((other?.x ?? 0) - (corner?.x ?? 0)) > Math.min(x, y) * 0.3
}
