import { circle, divIcon, type LatLng as LeafletLatLng, type Map as LeafletMap, marker, svg } from 'leaflet'
import type { LatLng } from '../../domain/geo/contract.ts'
import { metersInMile } from '../../domain/geo/distance.ts'

export type PinAndRadius = { pin: LatLng | null; miles: number | null }

const size = 44
const pinSvg = `<svg viewBox="0 0 44 44" width="${size}" height="${size}" aria-hidden="true">
  <path fill="currentColor" stroke="var(--card)" stroke-width="2" d="M22 42C15 32 9 26.5 9 18.5a13 13 0 0 1 26 0C35 26.500 29 32 22 42Z"/>
  <circle cx="22" cy="18.500" r="5" fill="var(--card)"/></svg>`

const arrowDirections: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
const step = 8
const longStep = 40
/** How many milliseconds we wait after an arrow key, so that several key presses in a row are reported once. */
const reportDelay = 350

/** Draws the pin and the circle around it. The user can drag the pin, move it with the arrow keys, or press the map. */
export function drawPin(map: LeafletMap, onPin: ((pin: LatLng) => void) | null) {
  const pin = marker([0, 0], {
    icon: divIcon({ className: 'map-pin', html: pinSvg, iconSize: [size, size], iconAnchor: [size / 2, size - 2] }),
    draggable: onPin !== null,
    keyboard: onPin !== null,
    interactive: onPin !== null,
    autoPan: true,
  })
  const radiusCircle = circle([0, 0], { radius: 1, className: 'map-radius', interactive: false, renderer: svg({ padding: 0.6 }) })
  let reportTimer: ReturnType<typeof setTimeout> | undefined

  const move = (to: LeafletLatLng) => {
    pin.setLatLng(to)
    radiusCircle.setLatLng(to)
    if (!map.hasLayer(pin)) pin.addTo(map)
  }
  const reportPin = () => {
    clearTimeout(reportTimer)
    reportTimer = undefined
    const { lat, lng } = pin.getLatLng()
    onPin?.({ lat, lng })
  }
  const setPin = (to: LeafletLatLng) => {
    move(to)
    reportPin()
  }
  const pressKey = (event: KeyboardEvent) => {
    const direction = arrowDirections[event.key]
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // Otherwise the map would pan as well.
    event.stopPropagation()
    const distance = event.shiftKey ? longStep : step
    const at = map.latLngToContainerPoint(pin.getLatLng())
    move(map.containerPointToLatLng([at.x + direction[0] * distance, at.y + direction[1] * distance]))
    map.panInside(pin.getLatLng(), { padding: [48, 48], animate: false })
    clearTimeout(reportTimer)
    reportTimer = setTimeout(reportPin, reportDelay)
  }
  if (onPin) {
    map.on('click', ({ latlng }) => setPin(latlng))
    pin.on('drag', () => radiusCircle.setLatLng(pin.getLatLng()))
    pin.on('dragend', reportPin)
    pin.on('add', () => {
      const element = pin.getElement()
      element?.setAttribute('aria-label', 'Pin')
      element?.setAttribute('aria-description', 'Use the arrow keys to move it. Hold Shift to move it farther.')
      element?.addEventListener('keydown', pressKey)
    })
    // We do not report a pin after the map was removed.
    map.on('unload', () => clearTimeout(reportTimer))
  }

  return {
    setPin,
    show({ pin: at, miles }: PinAndRadius) {
      if (!at) {
        pin.remove()
        radiusCircle.remove()
        return
      }
      // While the user moves the pin with keys, the given position is outdated.
      if (reportTimer === undefined) move({ ...at } as LeafletLatLng)
      radiusCircle.setRadius((miles ?? 0) * metersInMile)
      if (miles === null) radiusCircle.remove()
      else if (!map.hasLayer(radiusCircle)) radiusCircle.addTo(map)
    },
  }
}
