/** A file of its own, so that the pages that need the number do not load the contract. */
export const maxNearPlayers = 30
