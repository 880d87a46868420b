import type { SeasonTable } from '../../domain/seasons/contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'

type Row = SeasonTable['rows'][number]
type Meeting = Row['meetings'][number]

const shortDate = { month: 'short', day: 'numeric' } as const

/** "lost to them 9 to 11 on Nov 8", from the view of the side that is behind. */
function formatMeeting({ mine, theirs, forfeiting, startsAt, timeZone }: Meeting, behindId: string, now: number): string {
  const day = writeDate(startsAt, { timeZone, now }, shortDate)
  if (forfeiting === behindId) return `did not show up on ${day}`
  if (forfeiting !== null) return `won because they did not show up on ${day}`
  if (mine === theirs) return `drew ${theirs} to ${mine} on ${day}`
  return theirs < mine ? `lost to them ${theirs} to ${mine} on ${day}` : `beat them ${theirs} to ${mine} on ${day}`
}

const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0')
const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`

const joinNames = (names: readonly string[]) => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')

/**
 * Says why a side is behind the side above it although both have the same points: "Behind Net Gains: lost to them 9 to 11 on Nov 8".
 * Null if the points say it, or if nothing separates the two.
 */
export function formatBehind(rows: readonly Row[], index: number, now: number): string | null {
  const [above, row] = [rows[index - 1], rows[index]]
  if (!above?.ahead || !row || above.ahead.by === 'points') return null
  return `Behind ${above.name}: ${formatReason(rows, above, above.ahead, row, now)}`
}

function formatReason(
  rows: readonly Row[],
  above: Row,
  { by, mine, theirs, among }: NonNullable<Row['ahead']>,
  row: Row,
  now: number,
): string {
  const names = joinNames(rows.filter(({ id }) => among.includes(id)).map(({ name }) => name))
  switch (by) {
    case 'headToHead':
      if (above.meetings.length > 0) return above.meetings.map((meeting) => formatMeeting(meeting, row.id, now)).join(', ')
      return `${count(theirs, 'point', 'points')} against ${mine} in the matches between ${names}`
    case 'headToHeadDifference':
      return `${signed(theirs)} against ${signed(mine)} in the matches between ${names}`
    case 'difference':
      return `${signed(theirs)} against ${signed(mine)} in all matches`
    case 'scored':
      return `scored ${theirs} against ${mine}`
    case 'forfeits':
      return `did not show up ${count(theirs, 'time', 'times')}, they ${mine === 0 ? 'never' : count(mine, 'time', 'times')}`
    case 'lot':
      return 'everything else is equal, so a lot decided'
    case 'points':
      return `${theirs} against ${mine} points`
  }
}
