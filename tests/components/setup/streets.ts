/** A deployment with map tiles: here they are one transparent pixel each. */
export const withStreets = {
  map: {
    tiles: { url: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', credit: 'Test streets', creditUrl: null },
    geocoder: false,
  },
}
