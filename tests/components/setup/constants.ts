/** What a build writes into the app as constants. A test page has no build, so they stand in the global scope, before the app is loaded. */
Object.assign(globalThis, { __DEVELOPMENT_PAGES__: true, __DEV_SERVER__: true, __BUILD_ID__: 'test' })
