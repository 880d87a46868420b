import { circle, divIcon, type LatLng as LeafletLatLng, type Map as LeafletMap, marker, svg } from 'leaflet'
import type { LatLng } from '../../domain/geo/contract.ts'
import { metersInMile } from '../../domain/geo/distance.ts'

export type Shown = { pin: LatLng | null; miles: number | null }

const size = 44
const drawing = `<svg viewBox="0 0 44 44" width="${size}" height="${size}" aria-hidden="true">
  <path fill="currentColor" stroke="var(--card)" stroke-width="2" d="M22 42C15 32 9 26.5 9 18.5a13 13 0 0 1 26 0C35 26.500 29 32 22 42Z"/>
  <circle cx="22" cy="18.500" r="5" fill="var(--card)"/></svg>`

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
const step = 8
const longStep = 40
/** Arrow keys come in a row; what they lead to is told once. */
const pauseAfterKeys = 350

/** The pin and the circle around it. It is dragged, moved with the arrow keys, or put where the map is pressed. */
export function drawPin(map: LeafletMap, onPin: ((pin: LatLng) => void) | null) {
  const pin = marker([0, 0], {
    icon: divIcon({ className: 'map-pin', html: drawing, iconSize: [size, size], iconAnchor: [size / 2, size - 2] }),
    draggable: onPin !== null,
    keyboard: onPin !== null,
    interactive: onPin !== null,
    autoPan: true,
  })
  const around = circle([0, 0], { radius: 1, className: 'map-radius', interactive: false, renderer: svg({ padding: 0.6 }) })
  let told: ReturnType<typeof setTimeout> | undefined

  const move = (to: LeafletLatLng) => {
    pin.setLatLng(to)
    around.setLatLng(to)
    if (!map.hasLayer(pin)) pin.addTo(map)
  }
  const tell = () => {
    clearTimeout(told)
    told = undefined
    const { lat, lng } = pin.getLatLng()
    onPin?.({ lat, lng })
  }
  const put = (to: LeafletLatLng) => {
    move(to)
    tell()
  }
  const pressKey = (event: KeyboardEvent) => {
    const direction = steps[event.key]
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // The map behind would pan.
    event.stopPropagation()
    const far = event.shiftKey ? longStep : step
    const at = map.latLngToContainerPoint(pin.getLatLng())
    move(map.containerPointToLatLng([at.x + direction[0] * far, at.y + direction[1] * far]))
    map.panInside(pin.getLatLng(), { padding: [48, 48], animate: false })
    clearTimeout(told)
    told = setTimeout(tell, pauseAfterKeys)
  }
  if (onPin) {
    map.on('click', ({ latlng }) => put(latlng))
    pin.on('drag', () => around.setLatLng(pin.getLatLng()))
    pin.on('dragend', tell)
    pin.on('add', () => {
      const element = pin.getElement()
      element?.setAttribute('aria-label', 'Pin')
      element?.setAttribute('aria-description', 'Arrow keys move it, with Shift farther.')
      element?.addEventListener('keydown', pressKey)
    })
    // Words that were about to be said are said before the map goes.
    map.on('unload', () => clearTimeout(told))
  }

  return {
    put,
    show({ pin: at, miles }: Shown) {
      if (!at) {
        pin.remove()
        around.remove()
        return
      }
      // Keys are still moving it: where it was before they began is not where it belongs.
      if (told === undefined) move({ ...at } as LeafletLatLng)
      around.setRadius((miles ?? 0) * metersInMile)
      if (miles === null) around.remove()
      else if (!map.hasLayer(around)) around.addTo(map)
    },
  }
}
