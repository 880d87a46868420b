import type { LatLng } from './contract.ts'

/** Two numbers, as map apps copy them: `30.2672, -97.7431`, `(30.2672 -97.7431)` or `30.2672° N, 97.7431° W`. */
const coordinates = /^\(?\s*(-?\d{1,2}(?:\.\d+)?)\s*°?\s*([NS])?\s*[\s,;]\s*(-?\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])?\s*\)?$/i

/** The pattern above is slow for a long text of spaces. */
const maxLength = 60

const readNumber = (digits: string | undefined, side: string | undefined, negativeSide: string) =>
  Number(digits) * (side?.toUpperCase() === negativeSide ? -1 : 1)

/** Reads a latitude and a longitude. Null if the text is anything else. */
export function readCoordinates(text: string): LatLng | null {
  if (text.length > maxLength) return null
  const [, latDigits, latSide, lngDigits, lngSide] = coordinates.exec(text.trim()) ?? []
  if (latDigits === undefined) return null
  const lat = readNumber(latDigits, latSide, 'S')
  const lng = readNumber(lngDigits, lngSide, 'W')
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}
