/** About a tenth of a second. Stored with each hash, so that it can be raised without breaking old ones. */
export const passwordCost = { N: 16384, r: 8, p: 5 }
