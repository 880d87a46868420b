// `startBackground` loads this into its child processes with `node --import`. A child ends when its parent ends for any reason.
process.on('disconnect', () => process.exit(0))
// The channel to the parent must not keep a child alive that has nothing left to do, for example because its port was taken.
process.channel?.unref()
