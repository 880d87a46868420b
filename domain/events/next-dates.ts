/** How many more dates of a series its row and its pin name. */
export const maxNextDates = 3
