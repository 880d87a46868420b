import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type AdminRole, can } from '../../domain/access/can.ts'
import type { Availability, DateHours } from '../../domain/availability/contract.ts'
import { maxSharing, type TeamHours } from '../../domain/team-hours/contract.ts'
import { countForDay, findToday, showCounts } from '../../domain/team-hours/day-counts.ts'
import { packHalfHours } from '../../domain/team-hours/free-half-hours.ts'
import { daysShown, listGridPeriods, makeGrid } from '../../domain/team-hours/make-grid.ts'
import { markHours, type SharedHours, showPeople } from '../../domain/team-hours/rules.ts'
import { type TeamRole, teamRoles } from '../../domain/teams/roles.ts'
import { canAny, requireRight, teamNotFound } from '../../domain/teams/rules.ts'
import { day, type Interval } from '../../domain/time/spans.ts'
import { localDayOf } from '../../domain/time/wall-clock.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { selectAdminRole } from '../admin/queries.ts'
import { sharedAvailability } from '../availability/shared.ts'
import { selectCityZone } from '../cities/queries.ts'
import { selectBusyTimes } from '../events/busy-times.ts'
import { runBatch } from '../platform/batch.ts'
import { selectAs } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asJson, asOneOf, orNull, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { playerProfiles } from '../profiles/shared.ts'
import { type CurrentGroup, selectCurrentGroups } from '../seasons/current-groups.ts'
import { isTeam } from '../teams/actor.ts'
import { mayDo } from '../teams/may-do.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { keepDayCounts, selectDayCounts } from './day-counts.ts'
import { teamHourCounts } from './schema.ts'
import { joinMembership, member, share, sharesHours } from './shares-hours.ts'

const viewing = alias(communityMembers, 'viewing')

/** Wide enough for the four weeks in every zone, because the zone is only known from the answer. */
const windowAround = (now: number): Interval => ({ start: now - 2 * day, end: now + (daysShown + 3) * day })

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** The hours of one date that are in the window. A person can have hundreds of dates. */
const selectDates = ({ start, end }: Interval): SQL =>
  sql`(SELECT json_group_array(json(value)) FROM json_each(${sharedAvailability.dates})
    WHERE value->>'date' BETWEEN ${dateOf(start - day)} AND ${dateOf(end + day)})`

const hoursShape = {
  timeZone: sharedAvailability.timeZone,
  weekly: sharedAvailability.weekly,
  dates: asJson<DateHours[]>(),
  busy: asJson<[start: number, end: number][]>(),
}

const hoursColumns = (person: SQL, window: Interval) => ({
  timeZone: sharedAvailability.timeZone,
  weekly: sharedAvailability.weekly,
  dates: selectDates(window),
  busy: selectBusyTimes(person, window),
})

function selectTeam(teamId: string, viewerId: string, now: number) {
  const window = windowAround(now)
  const hours = hoursColumns(sql`${viewerId}`, window)
  return select(
    {
      ...hoursShape,
      name: communities.name,
      cityName: orNull(communities.cityName),
      cityZone: orNull(sharedAvailability.timeZone),
      profileZone: orNull(playerProfiles.timeZone),
      role: orNull(communityMembers.role),
      rights: orNull(communityMembers.rights),
      adminRole: orNull(asOneOf<AdminRole>(['admin', 'moderator'])),
      isSharing: asBoolean,
      dayCounts: orNull(teamHourCounts.counts),
      groups: asJson<CurrentGroup[]>(),
      timeZone: orNull(sharedAvailability.timeZone),
      weekly: orNull(sharedAvailability.weekly),
    },
    selectAs(
      {
        ...hours,
        name: communities.name,
        cityName: communities.cityName,
        cityZone: selectCityZone(communities.cityId),
        profileZone: sql`(SELECT ${playerProfiles.timeZone} FROM ${playerProfiles} WHERE ${playerProfiles.userId} = ${viewerId})`,
        role: viewing.role,
        rights: viewing.rights,
        adminRole: selectAdminRole(viewerId),
        isSharing: sharesHours(teamId, viewerId),
        dayCounts: selectDayCounts(teamId, now),
        groups: selectGroups(teamId, now),
      },
      sql`FROM ${communities} LEFT JOIN ${sharedAvailability} ON ${sharedAvailability.userId} = ${viewerId}
        LEFT JOIN ${communityMembers} ${viewing} ON ${viewing.teamId} = ${communities.id} AND ${viewing.userId} = ${viewerId}
        WHERE ${isTeam(teamId)}`,
    ),
  )
}

/** The groups as one JSON value, because the first answer of a day already needs another statement. */
const selectGroups = (teamId: string, now: number): SQL =>
  sql`(SELECT json_group_array(json_object('id', id, 'name', name, 'userIds', json(userIds))) FROM (${selectCurrentGroups(teamId, now).query}))`

/**
 * The members who share and have entered hours. Nothing is read for people who may not see it. For those who see only counts, it is
 * read once a day.
 */
function selectShared(teamId: string, viewerId: string, now: number) {
  const window = windowAround(now)
  const viewerCan = (action: 'hours.view' | 'hours.viewPeople') => sql`(EXISTS (SELECT 1 FROM ${communityMembers} ${viewing}
    WHERE ${viewing.teamId} = ${teamId} AND ${viewing.userId} = ${viewerId} AND ${mayDo(viewing, action)})
    ${can('admin', action) ? sql`OR ${selectAdminRole(viewerId)} = 'admin'` : sql``})`
  const isRead = sql`(${viewerCan('hours.viewPeople')} OR (${viewerCan('hours.view')} AND ${selectDayCounts(teamId, now)} IS NULL))`
  return select(
    {
      ...faceColumns,
      ...hoursShape,
      name: orNull(faceColumns.name),
      photoKey: orNull(faceColumns.photoKey),
      role: asOneOf<TeamRole>(teamRoles),
      sharedSince: share.sharedSince,
      weeklySince: sharedAvailability.weeklySince,
      earlierWeekly: orNull(sharedAvailability.earlierWeekly),
      isUnblocked: asBoolean,
    },
    selectAs(
      {
        ...faceColumns,
        ...hoursColumns(sql`${share.userId}`, window),
        role: member.role,
        sharedSince: share.sharedSince,
        weeklySince: sharedAvailability.weeklySince,
        earlierWeekly: sharedAvailability.earlierWeekly,
        isUnblocked: hasNoBlock(viewerId, share.userId),
      },
      sql`FROM ${joinMembership}
        CROSS JOIN ${people} ON ${people.id} = ${share.userId} AND ${people.deletedAt} IS NULL
        CROSS JOIN ${sharedAvailability} ON ${sharedAvailability.userId} = ${share.userId}
        WHERE ${share.teamId} = ${teamId} AND ${isRead}
        ORDER BY ${people.displayName}, ${people.id} LIMIT ${maxSharing}`,
    ),
  )
}

function openGrid(now: number, timeZone: string) {
  const firstDay = localDayOf(now, timeZone)
  const periods = listGridPeriods(timeZone, firstDay)
  return { firstDay, periods, grid: makeGrid(firstDay, periods) }
}

const toIntervals = (busy: readonly [start: number, end: number][]): Interval[] => busy.map(([start, end]) => ({ start, end }))

/**
 * When the members of a team can play, as far as the viewer may see it. Takes one round trip, and two for the first viewer of a day who
 * sees only counts.
 */
export async function findTeamHours(
  db: Database,
  viewerId: string,
  teamId: string,
  { now, zone }: { now: number; zone: string | undefined },
): Promise<TeamHours> {
  const { team, shared } = await runBatch(db, {
    team: selectTeam(teamId, viewerId, now),
    shared: selectShared(teamId, viewerId, now),
  })
  const [found] = team.rows
  if (!found) throw teamNotFound()
  const { name, role, rights, adminRole, cityName, cityZone, profileZone } = found
  const roles = [{ role, rights: rights ?? [] }, adminRole]
  requireRight(roles, 'hours.view')
  const timeZone = cityZone ?? zone ?? profileZone ?? 'UTC'
  const { firstDay, periods, grid } = openGrid(now, timeZone)
  const rows = shared.rows.map((row): SharedHours => {
    const { id, name: displayName, photoKey, weekly, dates, busy, isUnblocked, ...hours } = row
    return {
      ...hours,
      person: toFace({ id, name: displayName, photoKey }),
      availability: { timeZone: row.timeZone, weeklyAvailability: weekly, dateSpecificAvailability: dates },
      busy: toIntervals(busy),
      isBlocked: !isUnblocked,
    }
  })
  const own: Availability | null =
    found.timeZone === null || found.weekly === null
      ? null
      : { timeZone: found.timeZone, weeklyAvailability: found.weekly, dateSpecificAvailability: found.dates }
  /** Without a home city, the day is that of UTC, because each viewer can choose another zone. */
  const startDay = async () => {
    const today = findToday(openGrid(now, cityZone ?? 'UTC').grid)
    const counts = await keepDayCounts(db, teamId, countForDay(rows, today.start, now), { now, validUntil: today.end })
    if (!counts) throw teamNotFound()
    return counts
  }
  const summary = canAny(roles, 'hours.viewPeople')
    ? showPeople(rows, grid, now)
    : showCounts(found.dayCounts ?? (await startDay()), grid, now)
  const shownIds = new Set(summary.people?.map(({ id }) => id))
  return {
    team: { id: teamId, name },
    timeZone,
    hasOwnZone: cityZone !== null,
    cityName,
    now,
    firstDay,
    periods,
    ...summary,
    groups: found.groups
      .map(({ userIds, ...group }) => ({ ...group, people: userIds.filter((id) => shownIds.has(id)) }))
      .filter((group) => group.people.length > 0),
    mine: {
      isMember: role !== null,
      isSharing: found.isSharing,
      free: own && packHalfHours(markHours(grid, own, toIntervals(found.busy))),
    },
    mayHost: role !== null && canAny(roles, 'events.manage'),
  }
}
