import { divIcon, type Map as LeafletMap, layerGroup, marker, type Point } from 'leaflet'
import type { LatLng } from '../../domain/geo/contract.ts'
import type { KnownCity } from '../../domain/maps/rules.ts'
import { usStates } from '../../domain/us-states.ts'
import type { Ring, StateShape } from './atlas.ts'

type Label = { text: string; at: LatLng; look: string; isCentered: boolean }

const maxLabels = 40
const letterWide = 6.6
const lineHigh = 20
/** From this size on, in thousands, a city is drawn as a big one. */
const bigCity = 100
/** Below this a state is called by its two letters. */
const wholeNames = 5.2

/** Names on the ground. A name that would stand on an earlier one is left out, so the more important come first. */
export function drawLabels(map: LeafletMap, states: readonly StateShape[]) {
  const pane = 'labels'
  const element = map.createPane(pane)
  element.style.zIndex = '450'
  element.style.pointerEvents = 'none'
  element.setAttribute('aria-hidden', 'true')
  const group = layerGroup().addTo(map)

  const show = (labels: Iterable<Label>) => {
    group.clearLayers()
    const taken: { x: number; y: number; wide: number }[] = []
    const { x: width, y: height } = map.getSize()
    for (const { text, at, look, isCentered } of labels) {
      if (taken.length >= maxLabels) break
      const point: Point = map.latLngToContainerPoint([at.lat, at.lng])
      const wide = text.length * letterWide + 14
      const x = isCentered ? point.x - wide / 2 : point.x
      if (x < 0 || x + wide > width || point.y < 12 || point.y > height - 12) continue
      const isFree = taken.every((other) => Math.abs(other.y - point.y) > lineHigh || x > other.x + other.wide || other.x > x + wide)
      if (!isFree) continue
      taken.push({ x, y: point.y, wide })
      const words = document.createElement('span')
      words.textContent = text
      marker([at.lat, at.lng], {
        pane,
        interactive: false,
        keyboard: false,
        icon: divIcon({ className: `map-label ${look}`, html: words, iconSize: [0, 16], iconAnchor: [0, 8] }),
      }).addTo(group)
    }
  }

  const middles = states.map(({ code, parts }) => {
    const largest = parts.toSorted((a, b) => spread(b.box) - spread(a.box))[0]
    return { code, size: largest ? spread(largest.box) : 0, at: middleOf(largest?.rings[0] ?? []) }
  })
  middles.sort((a, b) => b.size - a.size)

  return {
    showStates: () => {
      const isWhole = map.getZoom() >= wholeNames
      show(middles.map(({ code, at }) => ({ text: isWhole ? usStates[code] : code, at, look: 'map-label-state', isCentered: true })))
    },
    showCities: (cities: readonly KnownCity[]) => {
      const bounds = map.getBounds()
      const inSight = cities.filter(({ lat, lng }) => bounds.contains([lat, lng])).sort((a, b) => b.thousands - a.thousands)
      show(
        inSight.map((city) => ({ text: city.name, at: city, look: city.thousands >= bigCity ? 'map-label-big' : '', isCentered: false })),
      )
    },
  }
}

type Box = { south: number; north: number; west: number; east: number }
const spread = ({ south, north, west, east }: Box) => (north - south) * (east - west)

/** Where a flat cut-out of it would balance. */
function middleOf(ring: Ring): LatLng {
  let [area, x, y] = [0, 0, 0]
  for (const [index, [lat, lng]] of ring.entries()) {
    const [nextLat, nextLng] = ring[(index + 1) % ring.length] ?? [lat, lng]
    const cross = lng * nextLat - nextLng * lat
    area += cross
    x += (lng + nextLng) * cross
    y += (lat + nextLat) * cross
  }
  return area === 0 ? { lat: 0, lng: 0 } : { lat: y / (3 * area), lng: x / (3 * area) }
}
