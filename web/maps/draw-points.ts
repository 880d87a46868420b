import { DomEvent, divIcon, type LatLngTuple, type Map as LeafletMap, layerGroup, type Marker, marker } from 'leaflet'
import Supercluster, { type ClusterFeature, type PointFeature } from 'supercluster'
import type { Bounds, LatLng } from '../../domain/geo/contract.ts'
import { type Basemap, openMap } from './open-map.ts'

export type MapPoint = LatLng & {
  id: string
  /** How many things this point stands for. One if not given. */
  count?: number
  /** The things are not at one location, but in the area around it. Pressing the point zooms in. */
  isArea?: boolean
}

export type DrawnPoints = {
  show: (points: readonly MapPoint[]) => void
  /** Highlights the pin of this point, or the cluster that contains it. */
  highlight: (id: string | null) => void
  showBounds: (bounds: Bounds) => void
  zoomBy: (steps: number) => void
  closeCard: () => void
  remove: () => void
}

type Drawing = Basemap & {
  bounds: Bounds
  /** The element of the card about the pressed pin. */
  card: HTMLElement
  /** Called with the visible area at first and after each move. */
  onView: (bounds: Bounds, isMovedByUser: boolean) => void
  /** Called with the pressed point, or with all points at the same location. Called with an empty list when the card closes. */
  onPick: (ids: string[]) => void
  onHover: (id: string | null) => void
}

type PointProperties = { id: string; count: number; isArea: boolean }
type Feature = ClusterFeature<PointProperties> | PointFeature<PointProperties>
type DrawnPin = { pin: Marker; ids: readonly string[] }

const sizeOf = (count: number) => (count === 1 ? 26 : count < 10 ? 36 : count < 50 ? 46 : count < 1000 ? 54 : 64)
/** The size of a pin in pixels, large enough for a finger. */
const touchSize = 44
/** How many steps a press on an area zooms in. */
const zoomIntoArea = 2
const cardPadding = { paddingTopLeft: [150, 240] as [number, number], paddingBottomRight: [150, 40] as [number, number] }

/** Draws a map with many points. Points close to each other become one circle with their number (a cluster). */
export async function drawPoints(box: HTMLElement, { tilesUrl, bounds, card, onView, onPick, onHover }: Drawing): Promise<DrawnPoints> {
  let [wantedBounds, wasMovedByUser, isOurMove] = [bounds, false, false]
  /** Moves the map without reporting it as a move by the user. */
  const moveSilently = (move: () => void) => {
    isOurMove = true
    move()
    isOurMove = false
  }
  const fitWantedBounds = (map: LeafletMap) => moveSilently(() => map.fitBounds(toCorners(wantedBounds), { animate: false }))
  const { map, isMotionReduced, close } = await openMap(
    box,
    { tilesUrl },
    {
      scrollWheelZoom: true,
      setView: fitWantedBounds,
      onResize: (resized) => {
        moveSilently(() => resized.invalidateSize({ pan: false, animate: false }))
        if (!wasMovedByUser) fitWantedBounds(resized)
      },
    },
  )
  map.on('moveend', () => {
    draw()
    if (!isOurMove) wasMovedByUser = true
    onView(getBounds(map), !isOurMove)
  })

  const pins = layerGroup().addTo(map)
  let drawnPins: DrawnPin[] = []
  let highlightedId: string | null = null
  let index = new Supercluster<PointProperties, PointProperties>()
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
    moveSilently(() => map.panInside(at, { ...cardPadding, animate: false }))
  }
  const pressPin = ({ properties }: Feature, at: LatLngTuple, ids: string[]) => {
    const maxZoom = map.getMaxZoom()
    const getAreaZoom = () => (properties.isArea && map.getZoom() < maxZoom ? Math.min(maxZoom, map.getZoom() + zoomIntoArea) : maxZoom + 1)
    const zoom = 'cluster' in properties ? index.getClusterExpansionZoom(properties.cluster_id) : getAreaZoom()
    if (zoom > maxZoom) openCard(at, ids)
    else map.setView(at, zoom, { animate: !isMotionReduced })
  }

  function draw(): void {
    pins.clearLayers()
    drawnPins = index.getClusters([-180, -90, 180, 90], Math.round(map.getZoom())).map((feature) => {
      const ids = listIds(index, feature)
      const [lng = 0, lat = 0] = feature.geometry.coordinates
      // The map repeats every 360 degrees: we draw points beyond the date line on the side that is visible.
      const at: LatLngTuple = [lat, lng + 360 * Math.round((map.getCenter().lng - lng) / 360)]
      const pin = marker(at, {
        keyboard: false,
        icon: divIcon({ className: 'map-spot', html: makeDot(feature.properties.count), iconSize: [touchSize, touchSize] }),
      })
      pin.on('click', () => pressPin(feature, at, ids))
      if (ids.length === 1) pin.on('mouseover', () => onHover(ids[0] ?? null)).on('mouseout', () => onHover(null))
      pin.addTo(pins)
      return { pin, ids }
    })
    showHighlight()
  }
  function showHighlight(): void {
    for (const { pin, ids } of drawnPins) {
      const isHighlighted = highlightedId !== null && ids.includes(highlightedId)
      pin.getElement()?.classList.toggle('is-lit', isHighlighted)
      pin.setZIndexOffset(isHighlighted ? 5_000 : 0)
    }
  }

  onView(getBounds(map), false)
  map.on('click', closeCard)
  box.addEventListener('keydown', (event) => event.key === 'Escape' && closeCard())
  return {
    show: (points) => {
      index = new Supercluster<PointProperties, PointProperties>({
        radius: 56,
        maxZoom: map.getMaxZoom(),
        reduce: (sum, { count }) => {
          sum.count += count
        },
      }).load(
        points.map(({ id, lat, lng, count = 1, isArea = false }) => ({
          type: 'Feature',
          properties: { id, count, isArea },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        })),
      )
      draw()
    },
    highlight: (id) => {
      highlightedId = id
      showHighlight()
    },
    showBounds: (next) => {
      wantedBounds = next
      wasMovedByUser = false
      closeCard()
      fitWantedBounds(map)
    },
    zoomBy: (steps) => map.setZoom(map.getZoom() + steps, { animate: !isMotionReduced }),
    closeCard,
    remove: close,
  }
}

const listIds = (index: Supercluster<PointProperties, PointProperties>, { properties }: Feature): string[] =>
  'cluster' in properties
    ? index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.id)
    : [properties.id]

function makeDot(count: number): HTMLElement {
  const dot = document.createElement('span')
  dot.textContent = count === 1 ? '' : count.toLocaleString('en-US')
  dot.style.width = `${sizeOf(count)}px`
  return dot
}

/** We fit a slightly smaller area: with the full area, rounding would zoom out one step each time. */
const shrinkShare = 0.015

function toCorners({ south, north, west, east }: Bounds): [LatLngTuple, LatLngTuple] {
  const farEast = east < west ? east + 360 : east
  const [up, across] = [(north - south) * shrinkShare, (farEast - west) * shrinkShare]
  return [
    [south + up, west + across],
    [north - up, farEast - across],
  ]
}

/** Rounds to about ten meters, like the bounds in URLs. */
const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4
const wrap = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

function getBounds(map: LeafletMap): Bounds {
  const visible = map.getBounds()
  const isWorld = visible.getEast() - visible.getWest() >= 360
  return {
    south: round(Math.max(-90, visible.getSouth())),
    north: round(Math.min(90, visible.getNorth())),
    west: isWorld ? -180 : round(wrap(visible.getWest())),
    east: isWorld ? 180 : round(wrap(visible.getEast())),
  }
}
