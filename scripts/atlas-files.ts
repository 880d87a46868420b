import { createRequire } from 'node:module'
import { mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { atlasSteps, type StateAtlas } from '../domain/maps/contract.ts'
import { writeLine } from '../domain/maps/rules.ts'
import { type StateCode, stateCodes, usStates } from '../domain/us-states.ts'
import { readCities } from './read-cities.ts'

type Atlas = Topology<{ states: GeometryCollection<{ name: string }>; counties: GeometryCollection }>

const moduleName = 'virtual:state-atlas'
const loaded = `\0${moduleName}`
const devFolder = '/@atlas/'

/**
 * What the map draws of a state once one looks closer: a small file for each, made from the packages that know, and a module
 * that says where they are. They are files and not code, so that only those of states that were looked at are ever loaded.
 */
export function atlasFiles(): Plugin {
  let isBuild = false
  return {
    name: 'atlas-files',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === moduleName ? loaded : null),
    load(id) {
      if (id !== loaded) return null
      const urls = isBuild
        ? Object.entries(allStates()).map(([code, atlas]) => {
            const file = this.emitFile({ type: 'asset', name: `atlas-${code.toLowerCase()}.json`, source: JSON.stringify(atlas) })
            return `${code}: import.meta.ROLLUP_FILE_URL_${file}`
          })
        : stateCodes.map((code) => `${code}: '${devFolder}${code}.json'`)
      return `export default { ${urls.join(', ')} }`
    },
    configureServer(server) {
      server.middlewares.use(devFolder, (request, response, next) => {
        const code = stateCodes.find((known) => request.url === `/${known}.json`)
        if (!code) return next()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(makeState(code)))
      })
    },
  }
}

/** What all states are made from, read once. */
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
  let made: { result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}

function makeState(code: StateCode): StateAtlas {
  const { atlas, ids, cities } = readSources()
  const step = (degrees: number) => Math.round(degrees * atlasSteps)
  const counties = atlas.objects.counties.geometries.filter((county) => String(county.id).startsWith(ids.get(code) ?? 'none'))
  const { coordinates } = mesh(atlas, { type: 'GeometryCollection', geometries: counties }, (a, b) => a !== b)
  return {
    lines: coordinates.map((line) => writeLine(line.map(([lng = 0, lat = 0]) => ({ lat, lng })))),
    cities: (cities.get(code) ?? []).map(({ name, lat, lng, population }) => [name, step(lng), step(lat), Math.round(population / 1000)]),
  }
}

const allStates = () => Object.fromEntries(stateCodes.map((code) => [code, makeState(code)]))
