import type { LatLng } from '../../domain/geo/contract.ts'
import { makeCoarse } from '../../domain/places/rules.ts'

/** Asks the browser where the person is, rounded to about a hundred meters. Null if the person or the browser does not say. */
export const findPosition = (): Promise<LatLng | null> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(makeCoarse({ lat: coords.latitude, lng: coords.longitude })),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    )
  })
