/**
 * Sets the constants that a build writes into the app. A test page has no build, so they are global variables, set before the app
 * loads.
 */
Object.assign(globalThis, { __DEVELOPMENT_PAGES__: true, __DEV_SERVER__: true, __BUILD_ID__: 'test' })
