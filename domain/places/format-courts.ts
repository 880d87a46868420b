import type { ActivityId } from '../activities.ts'

type CountWords = readonly [one: string, many: string]

const fields: CountWords = ['field', 'fields']
const holes: CountWords = ['hole', 'holes']
const lanes: CountWords = ['lane', 'lanes']
const rinks: CountWords = ['rink', 'rinks']
const tables: CountWords = ['table', 'tables']
const courts: CountWords = ['court', 'courts']

/** What the number of courts counts for activities that have no courts. */
const wordsByActivity: Partial<Record<string, CountWords>> = {
  baseball: fields,
  'board-games': tables,
  bowling: lanes,
  chess: tables,
  cornhole: lanes,
  cricket: fields,
  'disc-golf': holes,
  'field-hockey': fields,
  'flag-football': fields,
  football: fields,
  golf: holes,
  'ice-hockey': rinks,
  kickball: fields,
  lacrosse: fields,
  'roller-derby': rinks,
  rugby: fields,
  soccer: fields,
  softball: fields,
  swimming: lanes,
  'table-tennis': tables,
  'tabletop-rpg': tables,
  'ultimate-frisbee': fields,
} satisfies Partial<Record<ActivityId, CountWords>>

const findWords = (activities: readonly string[]) => wordsByActivity[activities[0] ?? ''] ?? courts

/** "Courts", or "Holes" for disc golf: the first activity of a place decides. */
export function nameCourts(activities: readonly string[]): string {
  const [, many] = findWords(activities)
  return many.charAt(0).toUpperCase() + many.slice(1)
}

/** "4 courts", or "18 holes" for disc golf. */
export function formatCourts(count: number, activities: readonly string[]): string {
  const [one, many] = findWords(activities)
  return `${count} ${count === 1 ? one : many}`
}
