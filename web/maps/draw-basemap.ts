import { type Map as LeafletMap, layerGroup, polygon, polyline, svg } from 'leaflet'
import type { StateCode } from '../../domain/us-states.ts'
import { loadState, loadStates, type StateDetail, statesWithin } from './atlas.ts'
import { drawLabels } from './draw-labels.ts'

/** From here on counties and cities are drawn. */
const closeUp = 6.5

/** States at once; the counties and cities of those in sight once one looks closer. All in our own colors, in both themes. */
export async function drawBasemap(map: LeafletMap): Promise<void> {
  const states = await loadStates()
  const pane = 'land'
  map.createPane(pane).style.zIndex = '210'
  const renderer = svg({ padding: 0.6, pane })
  const shape = { renderer, pane, interactive: false }
  const counties = layerGroup()
  const details = new Map<StateCode, StateDetail>()
  const labels = drawLabels(map, states)
  let isGone = false
  map.on('unload', () => {
    isGone = true
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
  const look = () => {
    // Whoever left the page meanwhile took the map along, which may still have a move to tell of.
    if (isGone) return
    const isClose = map.getZoom() >= closeUp
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
          if (!isGone) addDetail(code, detail)
          look()
        },
        // The states are map enough; the next move of the map asks again.
        () => undefined,
      )
    }
  }
  map.on('moveend', look)
  look()
}
