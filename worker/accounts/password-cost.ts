/** Makes one hash take about a tenth of a second. Each hash stores its cost, so raising it does not break old hashes. */
export const passwordCost = { N: 16384, r: 8, p: 5 }
