/** False in what is deployed: pages for builders and tests are left out. */
declare const __DEVELOPMENT_PAGES__: boolean
/** Names this build, so that a new one is told from the one that runs. */
declare const __BUILD_ID__: string
/** Where the map's own files of each state are; scripts/atlas-files.ts makes them. */
declare module 'virtual:state-atlas' {
  const urls: Record<import('../domain/us-states.ts').StateCode, string>
  export default urls
}
