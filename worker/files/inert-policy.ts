/** A file that is opened in a tab cannot run scripts, whatever it contains. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
