/** Plain values, apart from the contract. */
export const maxNearPlayers = 30
