export type LatLng = { lat: number; lng: number }

/** A view of the map in degrees. West of it lies east of its east when it crosses the date line. */
export type Bounds = { south: number; north: number; west: number; east: number }

/** Everything within so many miles, as the cells that hold it. */
export type Ring = { miles: number; cells: number[] }

/** Whatever can be found by where it is. `activities` are its own: each thing is also found when none is asked for. */
export type Located = LatLng & { id: string; activities: readonly string[] }
export type LocatedEvent = Located & { start: number }

/** A standing search: its circle in miles, and the time it holds in; null is open on that side. */
export type LocatedSearch = Located & { radius: number; startDate: number | null; endDate: number | null }
