import { findBestSlots, slotLength } from '../../domain/team-hours/best-slots.ts'
import type { HoursFilter, TeamHours } from '../../domain/team-hours/contract.ts'
import { countFree, type FreeHalfHours, markFreeStarts, unpackHalfHours } from '../../domain/team-hours/free-half-hours.ts'
import { describeCell, type Grid, makeGrid } from '../../domain/team-hours/make-grid.ts'

type Person = NonNullable<TeamHours['people']>[number]
export type ReadPerson = Omit<Person, 'free'> & { free: FreeHalfHours }

/** The hours of a community as the page shows them: those of everyone, or only of the people with one role or in one group. */
export type ReadHours = {
  grid: Grid
  now: number
  sharing: number
  counts: readonly number[]
  best: TeamHours['best']
  /** Null if the viewer may only see how many. */
  people: readonly ReadPerson[] | null
  own: FreeHalfHours | null
}

/** Null if the viewer may not see any numbers, because too few people share. */
export function readHours(
  { firstDay, periods, now, sharing, counts, best, people, groups, mine }: TeamHours,
  filter: HoursFilter | null,
): ReadHours | null {
  if (sharing === null || counts === null) return null
  const grid = makeGrid(firstDay, periods)
  const own = mine.free === null ? null : unpackHalfHours(mine.free, grid)
  if (people === null) return { grid, now, sharing, counts, best, people, own }
  const group = groups.find(({ id }) => filter === `group:${id}`)
  const shown = people.filter(({ id, role }) => filter === null || role === filter || group?.people.includes(id) === true)
  const read = shown.map((person) => ({ ...person, free: unpackHalfHours(person.free, grid) }))
  const marks = read.map(({ free }) => free)
  return { grid, now, sharing: read.length, counts: countFree(grid, marks), best: findBestSlots(grid, marks, now), people: read, own }
}

/** The cell of a date and a local time; null if it is not on the map or the clocks skip it. */
export function findCell(grid: Grid, date: string, time: string): number | null {
  const cell = grid.cells.findIndex((index, one) => {
    if (index === null) return false
    const shown = describeCell(grid, one)
    return shown.date === date && shown.time === time
  })
  return cell === -1 ? null : cell
}

/** Who can play from the start of this cell on, for the time that a game usually takes. */
export function listFreePeople({ grid, people }: ReadHours, cell: number, length = slotLength): ReadPerson[] {
  const index = grid.cells[cell]
  if (people === null || typeof index !== 'number') return []
  return people.filter(({ free }) => markFreeStarts(free, length)[index] === 1)
}

/** Whether a game could still start in this cell. */
export function isOpen({ grid, now }: Pick<ReadHours, 'grid' | 'now'>, cell: number): boolean {
  const index = grid.cells[cell]
  return typeof index === 'number' && (grid.halfHours[index]?.start ?? 0) >= now
}
