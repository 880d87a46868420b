import { type Map as LeafletMap, type MapOptions, map as makeMap, tileLayer } from 'leaflet'
import { drawBasemap } from './draw-basemap.ts'
import './map.css'

/** Our own map has no streets, so zooming in further would show nothing new. */
const maxZoom = 13
const maxTilesZoom = 18

export type Basemap = {
  /** The URL of the map tiles, which show streets. Null draws our own map. */
  tilesUrl: string | null
}

export type OpenMap = { map: LeafletMap; isMotionReduced: boolean; close: () => void }

/** Opens a map with only the basemap. `setView` sets the first view; `onResize` is called when the size of the box changes. */
export async function openMap(
  box: HTMLElement,
  { tilesUrl }: Basemap,
  { setView, onResize, ...options }: Partial<MapOptions> & { setView: (map: LeafletMap) => void; onResize: (map: LeafletMap) => void },
): Promise<OpenMap> {
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = makeMap(box, {
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    zoomAnimation: !isMotionReduced,
    markerZoomAnimation: !isMotionReduced,
    fadeAnimation: false,
    inertia: !isMotionReduced,
    zoomSnap: tilesUrl ? 1 : 0.25,
    minZoom: 2,
    maxZoom: tilesUrl ? maxTilesZoom : maxZoom,
    ...options,
  })
  setView(map)
  try {
    if (tilesUrl) tileLayer(tilesUrl, { maxZoom: maxTilesZoom, detectRetina: false }).addTo(map)
    else await drawBasemap(map)
  } catch (error) {
    map.remove()
    throw error
  }
  const observer = new ResizeObserver(() => onResize(map))
  observer.observe(box)
  return {
    map,
    isMotionReduced,
    close: () => {
      observer.disconnect()
      map.remove()
    },
  }
}
