import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
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
        response.end(JSON.stringify(allStates()[code]))
      })
    },
  }
}

let made: Record<StateCode, StateAtlas> | undefined

function allStates(): Record<StateCode, StateAtlas> {
  made ??= makeStates()
  return made
}

function makeStates(): Record<StateCode, StateAtlas> {
  const atlas = createRequire(import.meta.url)('us-atlas/counties-10m.json') as Atlas
  const codeOf = new Map(stateCodes.map((code) => [usStates[code] as string, code]))
  const cities = readCities()
  const step = (degrees: number) => Math.round(degrees * atlasSteps)
  return Object.fromEntries(
    feature(atlas, atlas.objects.states).features.flatMap(({ id, properties }) => {
      const code = codeOf.get(properties.name)
      if (!code) return []
      const counties = atlas.objects.counties.geometries.filter((county) => String(county.id).startsWith(String(id)))
      const { coordinates } = mesh(atlas, { type: 'GeometryCollection', geometries: counties }, (a, b) => a !== b)
      const own: StateAtlas = {
        lines: coordinates.map((line) => writeLine(line.map(([lng = 0, lat = 0]) => ({ lat, lng })))),
        cities: cities
          .filter(({ state }) => state === code)
          .map(({ name, lat, lng, population }) => [name, step(lng), step(lat), Math.round(population / 1000)]),
      }
      return [[code, own]]
    }),
  ) as Record<StateCode, StateAtlas>
}
