// Loaded with `node --import` into what `startBackground` starts: when the parent is gone, however it went, so is this.
process.on('disconnect', () => process.exit(0))
