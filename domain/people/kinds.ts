/** Plain values, apart from the contract. */
export const nearPlayersMost = 30
