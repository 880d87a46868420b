/** False in what is deployed: pages for builders and tests are left out. */
declare const __DEVELOPMENT_PAGES__: boolean
/** Names this build, so that a new one is told from the one that runs. */
declare const __BUILD_ID__: string
