/** False in deployed builds, which do not contain the pages for developers and tests. */
declare const __DEVELOPMENT_PAGES__: boolean
/** The id of this build, to tell a new build from the running one. */
declare const __BUILD_ID__: string
/** The URL of the list of the files that each screen needs; null on the development server. */
declare const __SCREEN_FILES__: string | null
/** The URL of the map file of each state. scripts/atlas-files.ts creates these files. */
declare module 'virtual:state-atlas' {
  const urls: Record<import('../domain/us-states.ts').StateCode, string>
  export default urls
}
