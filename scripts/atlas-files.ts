import { createRequire } from 'node:module'
import { mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { type StateAtlas, stepsPerDegree } from '../domain/maps/contract.ts'
import { writeLine } from '../domain/maps/rules.ts'
import { type StateCode, stateCodes, usStates } from '../domain/us-states.ts'
import { readCities } from './read-cities.ts'

type Atlas = Topology<{ states: GeometryCollection<{ name: string }>; counties: GeometryCollection }>

const moduleName = 'virtual:state-atlas'
const resolvedId = `\0${moduleName}`
const devFolder = '/@atlas/'

/**
 * Creates the details that the map draws of a state when the user zooms in: one small file for each state, made from npm
 * packages, and a module with their addresses. They are files and not code, so that the app loads only the states in view.
 */
export function atlasFiles(): Plugin {
  let isBuild = false
  return {
    name: 'atlas-files',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === moduleName ? resolvedId : null),
    load(id) {
      if (id !== resolvedId) return null
      const urls = isBuild
        ? Object.entries(makeAllStates()).map(([code, atlas]) => {
            const file = this.emitFile({ type: 'asset', name: `atlas-${code.toLowerCase()}.json`, source: JSON.stringify(atlas) })
            return `${code}: import.meta.ROLLUP_FILE_URL_${file}`
          })
        : stateCodes.map((code) => `${code}: '${devFolder}${code}.json'`)
      return `export default { ${urls.join(', ')} }`
    },
    configureServer(server) {
      server.middlewares.use(devFolder, (request, response, next) => {
        const code = stateCodes.find((candidate) => request.url === `/${candidate}.json`)
        if (!code) return next()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(makeState(code)))
      })
    },
  }
}

/** Reads the data from which all states are made. It is read only once. */
const readSources = once(() => {
  const atlas = createRequire(import.meta.url)('us-atlas/counties-10m.json') as Atlas
  const codeOf = new Map(stateCodes.map((code) => [usStates[code] as string, code]))
  const ids = new Map(
    atlas.objects.states.geometries.flatMap(({ id, properties }) => {
      const code = properties && 'name' in properties ? codeOf.get(properties.name) : undefined
      return code ? [[code, String(id)] as const] : []
    }),
  )
  return { atlas, ids, cities: Map.groupBy(readCities(), ({ state }) => state) }
})

function once<Result>(make: () => Result): () => Result {
  let cached: { result: Result } | undefined
  return () => {
    cached ??= { result: make() }
    return cached.result
  }
}

function makeState(code: StateCode): StateAtlas {
  const { atlas, ids, cities } = readSources()
  const step = (degrees: number) => Math.round(degrees * stepsPerDegree)
  const counties = atlas.objects.counties.geometries.filter((county) => String(county.id).startsWith(ids.get(code) ?? 'none'))
  const { coordinates } = mesh(atlas, { type: 'GeometryCollection', geometries: counties }, (a, b) => a !== b)
  return {
    lines: coordinates.map((line) => writeLine(line.map(([lng = 0, lat = 0]) => ({ lat, lng })))),
    cities: (cities.get(code) ?? []).map(({ name, lat, lng, population }) => [name, step(lng), step(lat), Math.round(population / 1000)]),
  }
}

const makeAllStates = () => Object.fromEntries(stateCodes.map((code) => [code, makeState(code)]))
