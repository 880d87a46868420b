import { day, minute } from '../time/spans.ts'
import type { LatLng } from './contract.ts'

const degrees = Math.PI / 180
const sin = (angle: number) => Math.sin(angle * degrees)
const cos = (angle: number) => Math.cos(angle * degrees)

/** Noon of January 1, 2000, from which astronomers count days. */
const epoch = Date.UTC(2000, 0, 1, 12)
/** Clocks count a few more seconds than the earth has turned since then. */
const leapDays = 0.0008
/** The sun is a disc and the air bends its light, so the sun is gone when its center is this far below the horizon. */
const sunsetAngle = -0.833
const axisTilt = 23.44

/**
 * When the sun sets at a point on the day of an instant, to about two minutes. Null where it does not set on that day.
 * https://en.wikipedia.org/wiki/Sunrise_equation
 */
export function findSunset({ lat, lng }: LatLng, at: number): number | null {
  // Days are those of the sun at the point: its noon is the middle of the day.
  const cycle = Math.round((at - epoch) / day + lng / 360)
  const noon = cycle + leapDays - lng / 360
  const anomaly = (357.5291 + 0.98560028 * noon) % 360
  const center = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
  const longitude = (anomaly + center + 180 + 102.9372) % 360
  const transit = noon + 0.0053 * sin(anomaly) - 0.0069 * sin(2 * longitude)
  const sinDeclination = sin(longitude) * sin(axisTilt)
  const cosDeclination = Math.sqrt(1 - sinDeclination ** 2)
  const cosHour = (sin(sunsetAngle) - sin(lat) * sinDeclination) / (cos(lat) * cosDeclination)
  if (cosHour < -1 || cosHour > 1) return null
  const sunset = epoch + (transit + Math.acos(cosHour) / degrees / 360) * day
  return Math.round(sunset / minute) * minute
}
