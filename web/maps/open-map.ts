import { type Map as LeafletMap, type MapOptions, map as makeMap, tileLayer } from 'leaflet'
import { drawBasemap } from './draw-basemap.ts'
import './map.css'

/** Our own map knows no streets, so there is nothing to see closer than this. */
const closest = 13
const closestTiles = 18

export type Ground = {
  /** Where streets come from; without it, our own map. */
  tilesUrl: string | null
}

export type OpenMap = { map: LeafletMap; isStill: boolean; close: () => void }

/** A map with its ground drawn, and nothing on it. `look` says where it opens; `onResize` is told when its box has another size. */
export async function openMap(
  box: HTMLElement,
  { tilesUrl }: Ground,
  { look, onResize, ...options }: Partial<MapOptions> & { look: (map: LeafletMap) => void; onResize: (map: LeafletMap) => void },
): Promise<OpenMap> {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = makeMap(box, {
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    zoomAnimation: !isStill,
    markerZoomAnimation: !isStill,
    fadeAnimation: false,
    inertia: !isStill,
    zoomSnap: tilesUrl ? 1 : 0.25,
    minZoom: 2,
    maxZoom: tilesUrl ? closestTiles : closest,
    ...options,
  })
  look(map)
  try {
    if (tilesUrl) tileLayer(tilesUrl, { maxZoom: closestTiles, detectRetina: false }).addTo(map)
    else await drawBasemap(map)
  } catch (error) {
    map.remove()
    throw error
  }
  const resizing = new ResizeObserver(() => onResize(map))
  resizing.observe(box)
  return {
    map,
    isStill,
    close: () => {
      resizing.disconnect()
      map.remove()
    },
  }
}
