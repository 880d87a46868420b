import * as v from 'valibot'
import { MapClusters, MapView } from '../geo/map-contract.ts'
import { TeamCard } from './contract.ts'

export const TeamsMapSearch = MapView
export type TeamsMapSearch = v.InferOutput<typeof TeamsMapSearch>

/** A community on a map, at the center of its city. */
export const MapTeam = v.object({ ...v.pick(TeamCard, ['id', 'name', 'members']).entries, lat: v.number(), lng: v.number() })
export type MapTeam = v.InferOutput<typeof MapTeam>

/** Either single communities, or clusters with their true counts. */
export const TeamsMap = v.object({ teams: v.array(MapTeam), ...MapClusters.entries })
export type TeamsMap = v.InferOutput<typeof TeamsMap>
