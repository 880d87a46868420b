import { DomEvent, divIcon, type LatLngTuple, type Map as LeafletMap, layerGroup, type Marker, marker } from 'leaflet'
import Supercluster, { type ClusterFeature, type PointFeature } from 'supercluster'
import type { Bounds, LatLng } from '../../domain/geo/contract.ts'
import { type Ground, openMap } from './open-map.ts'

export type Spot = LatLng & { id: string }

export type DrawnMany = {
  show: (spots: readonly Spot[]) => void
  /** Marks the pin, or the circle, that this one is in. */
  light: (id: string | null) => void
  look: (bounds: Bounds) => void
  zoomBy: (steps: number) => void
  closeCard: () => void
  remove: () => void
}

type Drawing = Ground & {
  bounds: Bounds
  /** Where the words about what was pressed are put. */
  card: HTMLElement
  /** Told where the map is once the person has moved it. */
  onMove: (bounds: Bounds) => void
  /** Told what was pressed: one thing, or all that are at one spot; empty when it is closed again. */
  onPick: (ids: string[]) => void
  onPoint: (id: string | null) => void
}

type Facts = { id: string }
type Drawn = { pin: Marker; ids: readonly string[] }

const sizeOf = (count: number) => (count === 1 ? 26 : count < 10 ? 36 : count < 50 ? 46 : 54)
/** What a finger needs. */
const touched = 44
const cardRoom = { paddingTopLeft: [150, 240] as [number, number], paddingBottomRight: [150, 40] as [number, number] }

/** A map of many things: those near each other are one circle with their number. */
export async function drawMany(box: HTMLElement, { tilesUrl, bounds, card, onMove, onPick, onPoint }: Drawing): Promise<DrawnMany> {
  let [wanted, hasMoved, isOurs] = [bounds, false, false]
  /** What is not the person's doing is not told. */
  const quietly = (act: () => void) => {
    isOurs = true
    act()
    isOurs = false
  }
  const lookAt = (map: LeafletMap) => quietly(() => map.fitBounds(cornersOf(wanted), { animate: false }))
  const { map, isStill, close } = await openMap(
    box,
    { tilesUrl },
    {
      scrollWheelZoom: true,
      look: lookAt,
      onResize: (resized) => {
        quietly(() => resized.invalidateSize({ pan: false, animate: false }))
        if (!hasMoved) lookAt(resized)
      },
    },
  )
  map.on('moveend', () => {
    draw()
    if (isOurs) return
    hasMoved = true
    onMove(boundsOf(map))
  })

  const pins = layerGroup().addTo(map)
  let drawn: Drawn[] = []
  let lit: string | null = null
  let index = new Supercluster<Facts, Facts>()
  const popup = marker([0, 0], {
    icon: divIcon({ className: 'map-card', html: card, iconSize: [0, 0] }),
    interactive: false,
    keyboard: false,
    zIndexOffset: 10_000,
  })
  DomEvent.disableClickPropagation(card)
  DomEvent.disableScrollPropagation(card)

  const closeCard = () => {
    if (!map.hasLayer(popup)) return
    popup.remove()
    onPick([])
  }
  const openCard = (at: LatLngTuple, ids: string[]) => {
    popup.setLatLng(at).addTo(map)
    onPick(ids)
    quietly(() => map.panInside(at, { ...cardRoom, animate: false }))
  }
  const press = (feature: ClusterFeature<Facts> | PointFeature<Facts>, at: LatLngTuple, ids: string[]) => {
    const zoom = 'cluster' in feature.properties ? index.getClusterExpansionZoom(feature.properties.cluster_id) : Number.POSITIVE_INFINITY
    if (zoom > map.getMaxZoom()) openCard(at, ids)
    else map.setView(at, zoom, { animate: !isStill })
  }

  function draw(): void {
    pins.clearLayers()
    drawn = index.getClusters([-180, -90, 180, 90], Math.round(map.getZoom())).map((feature) => {
      const ids = leavesOf(index, feature)
      const [lng = 0, lat = 0] = feature.geometry.coordinates
      // The world goes around: what lies across the date line is drawn on the side that is looked at.
      const at: LatLngTuple = [lat, lng + 360 * Math.round((map.getCenter().lng - lng) / 360)]
      const pin = marker(at, {
        keyboard: false,
        icon: divIcon({ className: 'map-spot', html: drawSpot(ids.length), iconSize: [touched, touched] }),
      })
      pin.on('click', () => press(feature, at, ids))
      if (ids.length === 1) pin.on('mouseover', () => onPoint(ids[0] ?? null)).on('mouseout', () => onPoint(null))
      pin.addTo(pins)
      return { pin, ids }
    })
    showLight()
  }
  function showLight(): void {
    for (const { pin, ids } of drawn) {
      const isLit = lit !== null && ids.includes(lit)
      pin.getElement()?.classList.toggle('is-lit', isLit)
      pin.setZIndexOffset(isLit ? 5_000 : 0)
    }
  }

  map.on('click', closeCard)
  box.addEventListener('keydown', (event) => event.key === 'Escape' && closeCard())
  return {
    show: (spots) => {
      index = new Supercluster<Facts, Facts>({ radius: 46, maxZoom: map.getMaxZoom() }).load(
        spots.map(({ id, lat, lng }) => ({ type: 'Feature', properties: { id }, geometry: { type: 'Point', coordinates: [lng, lat] } })),
      )
      draw()
    },
    light: (id) => {
      lit = id
      showLight()
    },
    look: (next) => {
      wanted = next
      hasMoved = false
      closeCard()
      lookAt(map)
    },
    zoomBy: (steps) => map.setZoom(map.getZoom() + steps, { animate: !isStill }),
    closeCard,
    remove: close,
  }
}

const leavesOf = (index: Supercluster<Facts, Facts>, { properties }: ClusterFeature<Facts> | PointFeature<Facts>): string[] =>
  'cluster' in properties
    ? index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.id)
    : [properties.id]

function drawSpot(count: number): HTMLElement {
  const dot = document.createElement('span')
  dot.textContent = count === 1 ? '' : String(count)
  dot.style.width = `${sizeOf(count)}px`
  return dot
}

/** A little less than what was seen: or else rounding would step back at every look. */
const slack = 0.015

function cornersOf({ south, north, west, east }: Bounds): [LatLngTuple, LatLngTuple] {
  const far = east < west ? east + 360 : east
  const [up, across] = [(north - south) * slack, (far - west) * slack]
  return [
    [south + up, west + across],
    [north - up, far - across],
  ]
}

/** About ten meters, as addresses keep it. */
const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4
const wrap = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

function boundsOf(map: LeafletMap): Bounds {
  const seen = map.getBounds()
  const isWorld = seen.getEast() - seen.getWest() >= 360
  return {
    south: round(Math.max(-90, seen.getSouth())),
    north: round(Math.min(90, seen.getNorth())),
    west: isWorld ? -180 : round(wrap(seen.getWest())),
    east: isWorld ? 180 : round(wrap(seen.getEast())),
  }
}
