// `startBackground` loads this into its child processes with `node --import`. A child ends when its parent ends for any reason.
process.on('disconnect', () => process.exit(0))
