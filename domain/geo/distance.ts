import type { Bounds, LatLng } from './contract.ts'

export const metersInMile = 1609.344
const milesInDegree = 69.1
export const milesInRadian = (milesInDegree * 180) / Math.PI

/** East and west of the date line are one world. */
export const wrapLng = (lng: number) => (lng >= -180 && lng < 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180)

const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/** Straight across the ground, by the haversine formula. */
export function milesBetween(a: LatLng, b: LatLng): number {
  const half = (from: number, to: number) => Math.sin(toRadians(to - from) / 2) ** 2
  const h = half(a.lat, b.lat) + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * half(a.lng, b.lng)
  return 2 * milesInRadian * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The corners around a circle. Across the date line they go on counting; around a pole they reach all around the world. */
export function boundsAround({ lat, lng }: LatLng, miles: number): Bounds {
  const up = miles / milesInDegree
  const [south, north] = [Math.max(-90, lat - up), Math.min(90, lat + up)]
  if (lat - up <= -90 || lat + up >= 90) return { south, north, west: -180, east: 180 }
  // Meridians come closer toward the pole, so a circle is widest a little on its side.
  const across = (Math.asin(Math.min(1, Math.sin(toRadians(up)) / Math.cos(toRadians(lat)))) * 180) / Math.PI
  return { south, north, west: lng - across, east: lng + across }
}

/** How far the nearest point of a box is, straight across the ground. */
export function milesToBox(point: LatLng, { south, north, west, east }: Bounds): number {
  const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
  const turns = Math.round((west + (east - west) / 2 - point.lng) / 360)
  const lng = point.lng + turns * 360
  if (lng >= west && lng <= east) return milesBetween({ lat: point.lat, lng }, { lat: between(point.lat, south, north), lng })
  // Else it lies on the side toward the point: at a corner, or where a great circle meets that side at a right angle.
  const candidates = [west, east].flatMap((side) => {
    const apart = toRadians(side - lng)
    const square = (Math.atan2(Math.sin(toRadians(point.lat)), Math.cos(toRadians(point.lat)) * Math.cos(apart)) * 180) / Math.PI
    return [south, north, between(square, south, north)].map((lat) => milesBetween({ lat: point.lat, lng }, { lat, lng: side }))
  })
  return Math.min(...candidates)
}
