/** A run may have this many unsteady tests, over all its parts. */
const maxUnsteady = 2

/**
 * An unsteady test failed and passed when it was tried again. Returns the unsteady tests that fail the run: all of them if there are
 * too many, otherwise those that were unsteady in an earlier run (`known`).
 */
export const refuseUnsteady = (names: readonly string[], known: readonly string[]): string[] =>
  names.length > maxUnsteady ? [...names] : names.filter((name) => known.includes(name))
