import { webDirectionsUrl } from '../../domain/geo/directions.ts'

/** A link that opens directions in the maps app of the device. */
export function directionsUrl({ lat, lng, name }: { lat: number; lng: number; name: string }): string {
  if (/android/i.test(navigator.userAgent)) return `geo:${lat},${lng}?q=${lat},${lng}(${encodeURIComponent(name)})`
  if (/iphone|ipad|macintosh/i.test(navigator.userAgent)) return `https://maps.apple.com/?daddr=${lat},${lng}`
  return webDirectionsUrl({ lat, lng })
}
