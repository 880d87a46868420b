import { divIcon, type Map as LeafletMap, layerGroup, marker, type Point } from 'leaflet'
import type { LatLng } from '../../domain/geo/contract.ts'
import type { MapCity } from '../../domain/maps/rules.ts'
import { usStates } from '../../domain/us-states.ts'
import type { Ring, StateShape } from './atlas.ts'

type Label = { text: string; at: LatLng; className: string; isCentered: boolean }

const maxLabels = 40
const letterWidth = 6.6
const lineHeight = 20
/** From this population on, in thousands, a city gets a large label. */
const minBigCity = 100
/** Below this zoom, states are labeled with their two letters. */
const minFullNameZoom = 5.2

/** Draws the names of states and cities. Labels are passed by importance, because a label that overlaps an earlier one is left out. */
export function drawLabels(map: LeafletMap, states: readonly StateShape[]) {
  const pane = 'labels'
  const element = map.createPane(pane)
  element.style.zIndex = '450'
  element.style.pointerEvents = 'none'
  element.setAttribute('aria-hidden', 'true')
  const group = layerGroup().addTo(map)

  const show = (labels: Iterable<Label>) => {
    group.clearLayers()
    const drawnLabels: { x: number; y: number; labelWidth: number }[] = []
    const { x: width, y: height } = map.getSize()
    for (const { text, at, className, isCentered } of labels) {
      if (drawnLabels.length >= maxLabels) break
      const point: Point = map.latLngToContainerPoint([at.lat, at.lng])
      const labelWidth = text.length * letterWidth + 14
      const x = isCentered ? point.x - labelWidth / 2 : point.x
      if (x < 0 || x + labelWidth > width || point.y < 12 || point.y > height - 12) continue
      const isFree = drawnLabels.every(
        (other) => Math.abs(other.y - point.y) > lineHeight || x > other.x + other.labelWidth || other.x > x + labelWidth,
      )
      if (!isFree) continue
      drawnLabels.push({ x, y: point.y, labelWidth })
      const labelElement = document.createElement('span')
      labelElement.textContent = text
      marker([at.lat, at.lng], {
        pane,
        interactive: false,
        keyboard: false,
        icon: divIcon({ className: `map-label ${className}`, html: labelElement, iconSize: [0, 16], iconAnchor: [0, 8] }),
      }).addTo(group)
    }
  }

  const stateCenters = states.map(({ code, parts }) => {
    const largest = parts.toSorted((a, b) => areaOf(b.box) - areaOf(a.box))[0]
    return { code, size: largest ? areaOf(largest.box) : 0, at: centroidOf(largest?.rings[0] ?? []) }
  })
  stateCenters.sort((a, b) => b.size - a.size)

  return {
    showStates: () => {
      const hasFullNames = map.getZoom() >= minFullNameZoom
      show(
        stateCenters.map(({ code, at }) => ({
          text: hasFullNames ? usStates[code] : code,
          at,
          className: 'map-label-state',
          isCentered: true,
        })),
      )
    },
    showCities: (cities: readonly MapCity[]) => {
      const bounds = map.getBounds()
      const visibleCities = cities.filter(({ lat, lng }) => bounds.contains([lat, lng])).sort((a, b) => b.thousands - a.thousands)
      show(
        visibleCities.map((city) => ({
          text: city.name,
          at: city,
          className: city.thousands >= minBigCity ? 'map-label-big' : '',
          isCentered: false,
        })),
      )
    },
  }
}

type Box = { south: number; north: number; west: number; east: number }
const areaOf = ({ south, north, west, east }: Box) => (north - south) * (east - west)

/** The center of mass of the area inside the ring. */
function centroidOf(ring: Ring): LatLng {
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
