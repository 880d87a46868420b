import { sql } from 'drizzle-orm'
import type { CountedDay } from '../../domain/discover/list-days.ts'
import { includesDay } from '../../domain/discover/list-days.ts'
import { addTo, type CellSums } from '../../domain/geo/cell-sums.ts'
import { type CountGrid, countedSteps, nameCellAt } from '../../domain/geo/count-grid.ts'
import { localDayOf } from '../../domain/time/wall-clock.ts'
import { selectGamesOfPeople } from '../events/games-of-people.ts'
import { game, gameCounts, games } from '../events/shared.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { selectPeopleWithBlock } from '../privacy/reach.ts'
import type { EventSearch } from './select-candidates.ts'

type CountSearch = { filters: Pick<EventSearch['filters'], 'activities' | 'withoutActivities'>; isPast: boolean }

/** The activities whose counts are summed. '' is any activity. */
const listSigns = ({ activities, withoutActivities }: CountSearch['filters']): [activity: string, sign: 1 | -1][] =>
  activities.length > 0
    ? activities.filter((activity) => !withoutActivities.includes(activity)).map((activity) => [activity, 1])
    : [['', 1], ...withoutActivities.map((activity): [string, -1] => [activity, -1])]

/** Selects the sums of each stored cell of the grid. It reads one row for each cell, day and activity that has games. */
export const selectCounts = ({ filters, isPast }: CountSearch, { ranges }: CountGrid, days: readonly CountedDay[]) => {
  const sign = sql`(activity.value->>1) * (day.value->>'sign')`
  return select(
    { cell: gameCounts.cell, count: asNumber, latSum: asNumber, lngSum: asNumber },
    sql`SELECT ${gameCounts.cell} AS cell, sum(${gameCounts.count} * ${sign}) AS count,
        sum(${gameCounts.latSum} * ${sign}) AS latSum, sum(${gameCounts.lngSum} * ${sign}) AS lngSum
      FROM json_each(${JSON.stringify(listSigns(filters))}) activity CROSS JOIN json_each(${JSON.stringify(days)}) day
        CROSS JOIN json_each(${JSON.stringify(ranges)}) range
        CROSS JOIN ${gameCounts} ON ${gameCounts.activity} = activity.value->>0 AND ${gameCounts.isPast} = ${isPast ? 1 : 0}
          AND ${gameCounts.day} = day.value->>'day' AND ${gameCounts.cell} BETWEEN range.value->>'first' AND range.value->>'last'
      GROUP BY ${gameCounts.cell} HAVING count > 0`,
  )
}

/** Selects the public games of people with a block between them and the viewer, which the counts include. */
export const selectBlockedGames = (viewerId: string, { isPast, now }: EventSearch) =>
  select(
    { startsAt: games.startsAt, timeZone: games.timeZone, activity: games.activity, lat: games.lat, lng: games.lng },
    sql`SELECT ${game.startsAt} AS startsAt, ${game.timeZone} AS timeZone, ${game.activity} AS activity, ${game.lat} AS lat, ${game.lng} AS lng
      FROM (${selectGamesOfPeople(selectPeopleWithBlock(viewerId))}) hidden CROSS JOIN ${games} ${game} ON ${game.id} = hidden.id
      WHERE ${game.state} = 'published' AND ${game.visibility} = 'public' AND ${game.startsAt} ${isPast ? sql`<=` : sql`>`} ${now}`,
  )

type BlockedGame = { startsAt: number; timeZone: string; activity: string; lat: number; lng: number }

/** Subtracts games that the viewer may not find, so that the counts are those of the list. */
export function subtractGames(
  sums: CellSums,
  hidden: readonly BlockedGame[],
  { grid, days, filters }: { grid: CountGrid; days: readonly CountedDay[]; filters: EventSearch['filters'] },
): void {
  const signs = listSigns(filters)
  for (const { startsAt, timeZone, activity, lat, lng } of hidden) {
    const day = localDayOf(startsAt, timeZone)
    const daySign = sumSigns(days, (counted) => (includesDay(counted.day, day) ? counted.sign : 0))
    const sign = daySign * sumSigns(signs, ([counted, one]) => (counted === '' || counted === activity ? one : 0))
    const key = nameCellAt(grid, { lat, lng })
    if (sign === 0 || !sums.has(key)) continue
    addTo(sums, key, { count: -1, latSum: -Math.round(lat * countedSteps), lngSum: -Math.round(lng * countedSteps) })
    if ((sums.get(key)?.count ?? 0) <= 0) sums.delete(key)
  }
}

const sumSigns = <Item>(items: readonly Item[], signOf: (item: Item) => number) => items.reduce((sum, item) => sum + signOf(item), 0)
