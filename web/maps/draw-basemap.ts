import { type Map as LeafletMap, layerGroup, polygon, polyline, svg } from 'leaflet'
import type { StateCode } from '../../domain/us-states.ts'
import { loadState, loadStates, type StateDetail, statesWithin } from './atlas.ts'
import { drawLabels } from './draw-labels.ts'

/** The lowest zoom at which counties and cities are drawn. */
const minDetailZoom = 6.5

/** Draws the states at once. After zooming in, it also draws the counties and cities of the visible states. */
export async function drawBasemap(map: LeafletMap): Promise<void> {
  const states = await loadStates()
  const pane = 'land'
  map.createPane(pane).style.zIndex = '210'
  const renderer = svg({ padding: 0.6, pane })
  const shape = { renderer, pane, interactive: false }
  const counties = layerGroup()
  const details = new Map<StateCode, StateDetail>()
  const labels = drawLabels(map, states)
  let isRemoved = false
  map.on('unload', () => {
    isRemoved = true
  })
  for (const { parts } of states) {
    polygon(
      parts.map(({ rings }) => rings),
      { ...shape, className: 'map-land', smoothFactor: 0.8 },
    ).addTo(map)
  }
  counties.addTo(map)

  const addDetail = (code: StateCode, detail: StateDetail) => {
    if (details.has(code)) return
    details.set(code, detail)
    polyline(detail.lines, { ...shape, className: 'map-county', smoothFactor: 0.8 }).addTo(counties)
  }
  const update = () => {
    // Leaflet may still report a move after the map was removed with its page.
    if (isRemoved) return
    const isClose = map.getZoom() >= minDetailZoom
    if (isClose !== map.hasLayer(counties)) {
      if (isClose) counties.addTo(map)
      else counties.remove()
    }
    if (!isClose) return labels.showStates()
    const bounds = map.getBounds()
    const view = { south: bounds.getSouth(), north: bounds.getNorth(), west: bounds.getWest(), east: bounds.getEast() }
    const near = statesWithin(states, view)
    const showCities = () => labels.showCities(near.flatMap(({ code }) => details.get(code)?.cities ?? []))
    showCities()
    for (const { code } of near.filter((state) => !details.has(state.code))) {
      void loadState(code).then(
        (detail) => {
          if (!isRemoved) addDetail(code, detail)
          update()
        },
        // Without the details, the states are still a usable map. The next move of the map tries again.
        () => undefined,
      )
    }
  }
  map.on('moveend', update)
  update()
}
