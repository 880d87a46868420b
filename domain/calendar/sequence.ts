const firstDay = Date.UTC(2020, 0, 1)
const second = 1000

/**
 * The SEQUENCE of an entry that changed at this moment, with the version of its game. A person may leave a game and join it again without a change of the
 * game, and a game may change twice in a second. Each of these must count more than what was sent before, in a number of 32 bits.
 */
export const sequenceAt = (changedAt: number, version: number): number => Math.max(0, Math.floor((changedAt - firstDay) / second)) + version
