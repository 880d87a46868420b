/** A game has up to this many co-hosts besides its creator, with people who were asked and have not answered. */
export const maxCoHosts = 10
