export type LatLng = { lat: number; lng: number }

/** An area of the map, in degrees. If it crosses the date line, `west` is greater than `east`. */
export type Bounds = { south: number; north: number; west: number; east: number }

/** A circle around a point, and the cells that cover it. */
export type Ring = { miles: number; cells: number[] }

/** Anything that can be found by its location. A search without an activity also finds it. */
export type LocatedItem = LatLng & { id: string; activities: readonly string[] }
/** `day` is the day of the start on the calendar of the event's place, counted from 1970. */
export type LocatedEvent = LocatedItem & { start: number; day: number }

/** An activity subscription: its radius in miles, and its dates. A null date means no limit. */
export type LocatedSubscription = LocatedItem & { radius: number; startDate: number | null; endDate: number | null }
