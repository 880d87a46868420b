import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DateHours } from '../../domain/availability/contract.ts'
import {
  type LevelRange,
  maxAsksPerDay,
  mayAskNow,
  nextWaveAt,
  pickSubstitutes,
  type SubstituteCandidate,
  type SubstituteGame,
} from '../../domain/seasons/substitute-rules.ts'
import { maxAsked } from '../../domain/seasons/substitutes-contract.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { sharedAvailability } from '../availability/shared.ts'
import { isVisibleTo } from '../events/acting.ts'
import { selectBusyTimes } from '../events/busy-times.ts'
import { game, games } from '../events/shared.ts'
import { openSubstituteSeats, wasInGame } from '../events/take-substitute-seat.ts'
import { notifyOf } from '../notifications/commands.ts'
import { hasMutedTeam } from '../notifications/shared.ts'
import { AssertionFailed, mustHold, readAll, runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asJson, asNumber, computed, orNull, type RowOf, select, selectFields } from '../platform/row-query.ts'
import { playerProfiles } from '../profiles/shared.ts'
import { isInTeam } from '../teams/members.ts'
import { communityMembers } from '../teams/shared.ts'
import { playsForOwnSide } from './own-side.ts'
import { seasonGroups, seasonRegistrations, seasons, substituteAsks, substituteCalls, teamSessions } from './schema.ts'

const maxCallsPerMinute = 20
/** So many of the nearest candidates are looked at for each game. */
const maxLookedAt = 200
const nightCheck = 15 * minute

type Context = { now: number; newId: () => string }

/** Runs every minute: asks the next people for each seat that was lost late and is still open. */
export async function askSubstitutes(db: Database, { now, newId }: Context): Promise<void> {
  for (const call of await readAll(db, selectDueCalls(now))) {
    const at = planWave(call, now)
    if (at.isOver) await write(db, setNextWave(db, call, null))
    else if (at.isLater) await write(db, setNextWave(db, call, now + nightCheck))
    else await askNext(db, { now, newId }, call)
  }
}

const planWave = ({ openSeats, isPublished, startsAt, timeZone, asked }: DueCall, now: number) => ({
  isOver: openSeats === 0 || !isPublished || startsAt <= now || asked >= maxAsked,
  isLater: !mayAskNow(now, timeZone),
})

const countAsked = sql`(SELECT count(*) FROM ${substituteAsks} WHERE ${substituteAsks.eventId} = ${game.id})`

const selectDueCalls = (now: number) =>
  selectFields(
    {
      ...{ eventId: game.id, activity: game.activity, startsAt: game.startsAt, endsAt: game.endsAt, timeZone: game.timeZone },
      ...{ lat: game.lat, lng: game.lng, teamId: seasons.teamId, seasonId: seasons.id, waves: substituteCalls.waves },
      isPublished: computed(sql`${game.state} = 'published'`, { decode: (value) => value === 1 }),
      openSeats: computed(openSubstituteSeats(substituteCalls.seats), asNumber),
      asked: computed(countAsked, asNumber),
      // The limits of the game, or else those of its sides.
      levels: computed(
        sql`iif(${game.levelMin} IS NOT NULL OR ${game.levelMax} IS NOT NULL,
          json_array(json_object('levelMin', ${game.levelMin}, 'levelMax', ${game.levelMax})),
          (SELECT json_group_array(json_object('levelMin', ${seasonGroups.levelMin}, 'levelMax', ${seasonGroups.levelMax}))
            FROM ${seasonGroups} WHERE ${seasonGroups.id} IN (${teamSessions.homeGroupId}, ${teamSessions.awayGroupId})))`,
        asJson<LevelRange[]>(),
      ),
    },
    sql`FROM ${substituteCalls} CROSS JOIN ${teamSessions} ON ${teamSessions.eventId} = ${substituteCalls.eventId}
      CROSS JOIN ${seasons} ON ${seasons.id} = ${teamSessions.seasonId} CROSS JOIN ${games} ${game} ON ${game.id} = ${substituteCalls.eventId}
      WHERE ${substituteCalls.nextWaveAt} <= ${now} ORDER BY ${substituteCalls.nextWaveAt} LIMIT ${maxCallsPerMinute}`,
  )

type DueCall = RowOf<ReturnType<typeof selectDueCalls>>

/** The call, if nobody has asked people for it since it was read. */
const isCall = ({ eventId, waves }: DueCall) => and(eq(substituteCalls.eventId, eventId), eq(substituteCalls.waves, waves))

const setNextWave = (db: Database, call: DueCall, at: number | null) =>
  db.update(substituteCalls).set({ nextWaveAt: at }).where(isCall(call))

/** In a statement: whether the person was asked less often today than the limit. */
export const mayBeAskedToday = (person: SQL, now: number): SQL =>
  sql`(SELECT count(*) FROM ${substituteAsks} WHERE ${substituteAsks.userId} = ${person} AND ${substituteAsks.askedAt} > ${now - day}) < ${maxAsksPerDay}`

export const isAsked = (person: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${substituteAsks} WHERE ${substituteAsks.eventId} = ${game.id} AND ${substituteAsks.userId} = ${person})`

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/**
 * Free agents and substitutes of the season, and members who came to be a substitute, nearest first. Only people with an account, so
 * nobody asks a child.
 */
function selectCandidates({ eventId, teamId, seasonId, startsAt, endsAt, lat, lng }: DueCall, now: number) {
  const id = sql`${people.id}`
  // Near enough for an order: a degree of longitude is shorter away from the equator.
  const away = sql`(${playerProfiles.lat} - ${lat}) * (${playerProfiles.lat} - ${lat})
    + (${playerProfiles.lng} - ${lng}) * (${playerProfiles.lng} - ${lng}) * ${Math.cos((lat * Math.PI) / 180) ** 2}`
  return select(
    {
      id: people.id,
      lat: orNull(playerProfiles.lat),
      lng: orNull(playerProfiles.lng),
      activities: orNull(playerProfiles.activities),
      timeZone: orNull(sharedAvailability.timeZone),
      weekly: orNull(sharedAvailability.weekly),
      dates: asJson<DateHours[]>(),
      busy: asJson<[start: number, end: number][]>(),
    },
    sql`SELECT ${people.id} AS id, ${playerProfiles.lat} AS lat, ${playerProfiles.lng} AS lng, ${playerProfiles.activities} AS activities,
        ${sharedAvailability.timeZone} AS timeZone, ${sharedAvailability.weekly} AS weekly,
        (SELECT json_group_array(json(value)) FROM json_each(${sharedAvailability.dates})
          WHERE value->>'date' BETWEEN ${dateOf(startsAt - 2 * day)} AND ${dateOf(endsAt + 2 * day)}) AS dates,
        ${selectBusyTimes(id, { start: startsAt, end: endsAt })} AS busy
      FROM (SELECT ${seasonRegistrations.userId} AS id FROM ${seasonRegistrations}
          WHERE ${seasonRegistrations.seasonId} = ${seasonId} AND ${seasonRegistrations.kind} IN ('freeAgent', 'substitute')
        UNION SELECT ${communityMembers.userId} AS id FROM ${communityMembers} CROSS JOIN ${playerProfiles} ON ${playerProfiles.userId} = ${communityMembers.userId}
          WHERE ${communityMembers.teamId} = ${teamId} AND ${playerProfiles.joinReason} = 'Substitute') found
        CROSS JOIN ${people} ON ${people.id} = found.id CROSS JOIN ${games} ${game} ON ${game.id} = ${eventId}
        LEFT JOIN ${playerProfiles} ON ${playerProfiles.userId} = ${people.id}
        LEFT JOIN ${sharedAvailability} ON ${sharedAvailability.userId} = ${people.id}
      WHERE ${people.deletedAt} IS NULL AND ${isInTeam(teamId, people.id)} AND ${isVisibleTo(people.id)} AND NOT ${wasInGame(people.id)}
        AND NOT ${playsForOwnSide(people.id, seasonId)}
        AND NOT ${isAsked(id)} AND ${mayBeAskedToday(id, now)} AND NOT ${hasMutedTeam(people.id, teamId)}
      ORDER BY coalesce(${away}, 1e9), ${people.id} LIMIT ${maxLookedAt}`,
  )
}

type CandidateRow = RowOf<ReturnType<typeof selectCandidates>>

const toCandidate = ({ id, lat, lng, activities, timeZone, weekly, dates, busy }: CandidateRow): SubstituteCandidate => ({
  id,
  location: lat === null || lng === null ? null : { lat, lng },
  activities: activities ?? [],
  availability: timeZone === null || weekly === null ? null : { timeZone, weeklyAvailability: weekly, dateSpecificAvailability: dates },
  busy: busy.map(([start, end]) => ({ start, end })),
})

async function askNext(db: Database, { now, newId }: Context, call: DueCall): Promise<void> {
  const { eventId, lat, lng, activity, levels, startsAt, endsAt, openSeats, asked, waves } = call
  const found = await readAll(db, selectCandidates(call, now))
  const wanted: SubstituteGame = { start: startsAt, end: endsAt, lat, lng, activity, levels }
  const chosen = pickSubstitutes(wanted, found.map(toCandidate), openSeats).slice(0, maxAsked - asked)
  const person = sql`chosen.value`
  const isNew = sql`EXISTS (SELECT 1 FROM ${substituteAsks} WHERE ${substituteAsks.eventId} = ${eventId} AND ${substituteAsks.askedAt} = ${now})`
  await runBatch(db, {
    // Two jobs may ask for the same game at the same time. The second one changes nothing.
    isFirst: mustHold('wave-is-new', sql`EXISTS (SELECT 1 FROM ${substituteCalls} WHERE ${isCall(call)})`),
    counted: db
      .update(substituteCalls)
      .set({ waves: waves + 1, nextWaveAt: nextWaveAt(now, startsAt) })
      .where(isCall(call)),
    // Meanwhile the person may have been asked for other games.
    asked: insertSelect(
      substituteAsks,
      { eventId, userId: person, askedAt: now },
      sql`FROM json_each(${JSON.stringify(chosen)}) chosen WHERE ${mayBeAskedToday(person, now)} ON CONFLICT DO NOTHING`,
    ),
    notified: notifyOf({ kind: 'substitute-asked', eventId, actorId: null, at: now }, { id: newId(), now }, isNew),
  }).catch((error: unknown) => {
    if (!(error instanceof AssertionFailed)) throw error
  })
}
