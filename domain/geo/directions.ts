/** A link that opens directions in any browser, for where we do not know the device. */
export const webDirectionsUrl = ({ lat, lng }: { lat: number; lng: number }): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`
