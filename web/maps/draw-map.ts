import type { Map as LeafletMap } from 'leaflet'
import type { LatLng } from '../../domain/geo/contract.ts'
import { boundsAround } from '../../domain/geo/distance.ts'
import { drawPin, type PinAndRadius } from './draw-pin.ts'
import { type Basemap, openMap } from './open-map.ts'

export type DrawnMap = {
  show: (shown: PinAndRadius) => void
  zoomBy: (steps: number) => void
  /** Moves the pin to the center of the map. */
  dropPin: () => void
  remove: () => void
}

type Drawing = Basemap & {
  shown: PinAndRadius
  /** The area to show while there is no pin. */
  around: (LatLng & { miles?: number }) | null
  /** Called when the user sets the pin. Null means the pin cannot be moved. */
  onPin: ((pin: LatLng) => void) | null
}

const mainlandBounds: [[number, number], [number, number]] = [
  [24.4, -124.9],
  [49.5, -66.8],
]

/** Draws a map into a box. It resolves once all files of the map have loaded, and throws if they cannot be loaded. */
export async function drawMap(box: HTMLElement, { tilesUrl, shown, around, onPin }: Drawing): Promise<DrawnMap> {
  const isTouchScreen = matchMedia('(pointer: coarse)').matches
  const { map, isMotionReduced, close } = await openMap(
    box,
    { tilesUrl },
    {
      // One finger scrolls the page; two move and zoom the map.
      dragging: !isTouchScreen,
      setView: (opened) => fitView(opened, shown.pin || !around ? shown : { pin: around, miles: around.miles ?? null }, false),
      onResize: (resized) => resized.invalidateSize({ pan: false }),
    },
  )
  const pin = drawPin(map, onPin)
  pin.show(shown)
  return {
    show: (next) => {
      pin.show(next)
      if (!isWellVisible(map, next)) fitView(map, next, !isMotionReduced)
    },
    zoomBy: (steps) => map.setZoom(map.getZoom() + steps, { animate: !isMotionReduced }),
    dropPin: () => onPin && pin.setPin(map.getCenter()),
    remove: close,
  }
}

function boundsOf({ pin, miles }: PinAndRadius): [[number, number], [number, number]] | null {
  if (!pin) return null
  const { south, north, west, east } = boundsAround(pin, miles ?? 5)
  return [
    [south, west],
    [north, east],
  ]
}

function fitView(map: LeafletMap, shown: PinAndRadius, animate: boolean): void {
  map.fitBounds(boundsOf(shown) ?? mainlandBounds, { padding: shown.pin ? [28, 28] : [0, 0], animate })
}

/** Whether the circle is fully visible and large enough. Then the map keeps the view that the user chose. */
function isWellVisible(map: LeafletMap, shown: PinAndRadius): boolean {
  const bounds = boundsOf(shown)
  if (!bounds) return true
  if (!map.getBounds().contains(bounds)) return false
  const [corner, oppositeCorner] = bounds.map((point) => map.latLngToContainerPoint(point))
  const { x, y } = map.getSize()
  return Math.abs((oppositeCorner?.x ?? 0) - (corner?.x ?? 0)) > Math.min(x, y) * 0.3
}
