import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import { describeChange } from '../../domain/teams/describe-change.ts'

/** Returns a function that says which sentences an act adds to the trail of a team, as its owner reads them. */
export function watchTrail(readPage: () => Promise<TeamChangePage>) {
  return async (act: () => Promise<unknown>): Promise<string[]> => {
    const known = new Set((await readPage()).changes.map(({ id }) => id))
    await act()
    return (await readPage()).changes.filter(({ id }) => !known.has(id)).map((change) => describeChange(change))
  }
}
