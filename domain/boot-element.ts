/** The element of the page with the data that the app starts with. The data itself is in boot.ts, which needs valibot. */
export const bootElementId = 'boot'
