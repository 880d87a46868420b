import type { Bounds, LatLng } from './contract.ts'

export const metersInMile = 1609.344
const milesInDegree = 69.1
export const milesInRadian = (milesInDegree * 180) / Math.PI

/** Brings a longitude into the range from -180 to 180. */
export const wrapLng = (lng: number) => (lng >= -180 && lng < 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180)

const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/** The distance along the ground, by the haversine formula. */
export function milesBetween(a: LatLng, b: LatLng): number {
  const squaredHalfSine = (from: number, to: number) => Math.sin(toRadians(to - from) / 2) ** 2
  const h = squaredHalfSine(a.lat, b.lat) + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * squaredHalfSine(a.lng, b.lng)
  return 2 * milesInRadian * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The bounds of a circle. Across the date line, longitudes go beyond 180. Around a pole, they cover all longitudes. */
export function boundsAround({ lat, lng }: LatLng, miles: number): Bounds {
  const latDegrees = miles / milesInDegree
  const [south, north] = [Math.max(-90, lat - latDegrees), Math.min(90, lat + latDegrees)]
  if (lat - latDegrees <= -90 || lat + latDegrees >= 90) return { south, north, west: -180, east: 180 }
  // Meridians get closer toward the pole, so a circle is widest a little poleward of its center.
  const lngDegrees = (Math.asin(Math.min(1, Math.sin(toRadians(latDegrees)) / Math.cos(toRadians(lat)))) * 180) / Math.PI
  return { south, north, west: lng - lngDegrees, east: lng + lngDegrees }
}

export const centerOf = ({ south, north, west, east }: Bounds): LatLng => ({
  lat: (south + north) / 2,
  lng: wrapLng((west + (east < west ? east + 360 : east)) / 2),
})

/** At least the distance to the farthest point of a box. */
export function milesToFarthest(point: LatLng, { south, north, west, east }: Bounds): number {
  const width = east < west ? east - west + 360 : east - west
  // In a box that is wider than half of the world, the farthest point may be anywhere.
  if (width >= 180) return milesInRadian * Math.PI
  const corners = [south, north, (south + north) / 2].flatMap((lat) => [west, west + width, west + width / 2].map((lng) => ({ lat, lng })))
  return Math.max(...corners.map((corner) => milesBetween(point, corner))) * farthestMargin + 1
}

/** A side of a box is a little farther away between its corners than at them. */
const farthestMargin = 1.1

/** The distance along the ground to the nearest point of a box. */
export function milesToBox(point: LatLng, { south, north, west, east }: Bounds): number {
  const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
  const turns = Math.round((west + (east - west) / 2 - point.lng) / 360)
  const lng = point.lng + turns * 360
  if (lng >= west && lng <= east) return milesBetween({ lat: point.lat, lng }, { lat: clamp(point.lat, south, north), lng })
  // The nearest point is on the west or east side: at a corner, or where a great circle meets that side at a right angle.
  const candidates = [west, east].flatMap((side) => {
    const lngDifference = toRadians(side - lng)
    const perpendicularLat =
      (Math.atan2(Math.sin(toRadians(point.lat)), Math.cos(toRadians(point.lat)) * Math.cos(lngDifference)) * 180) / Math.PI
    return [south, north, clamp(perpendicularLat, south, north)].map((lat) => milesBetween({ lat: point.lat, lng }, { lat, lng: side }))
  })
  return Math.min(...candidates)
}
