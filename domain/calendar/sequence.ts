const firstDay = Date.UTC(2020, 0, 1)
const second = 1000

/**
 * The SEQUENCE of an entry that changed at this moment: the seconds since 2020. A person may leave a game and join it again without a change of the game.
 * Each of these must count more than what was sent before, in a number that apps read with 32 bits.
 */
export const sequenceAt = (changedAt: number): number => Math.max(0, Math.floor((changedAt - firstDay) / second))
