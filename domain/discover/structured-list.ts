/** What a page lists, as schema.org wants it: each item has a page of its own. */
export const makeStructuredList = (urls: readonly string[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: urls.map((url, index) => ({ '@type': 'ListItem', position: index + 1, url })),
})
