import { sql } from 'drizzle-orm'
import type { GameYear } from '../../domain/my-games/contract.ts'
import { countYear, yearOf } from '../../domain/my-games/count-year.ts'
import { day } from '../../domain/time/spans.ts'
import { toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { selectFellowPlayers, selectPlayedGames } from '../events/played-year.ts'
import { readAll, readFirst, write } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { computed, orNull, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { gameYears } from './schema.ts'

type Asked = { userId: string; year: number; now: number }

const kept = {
  counted: gameYears.counted,
  people: gameYears.people,
  partnerGames: gameYears.partnerGames,
  id: computed(sql`${people.id}`, orNull(people.id)),
  name: computed(sql`${people.displayName}`, orNull(people.displayName)),
  photoKey: people.photoKey,
}

/** The counts of the day. A partner who is blocked, or whose account is deleted, has no name. */
const selectYear = ({ userId, year, now }: Asked) =>
  selectFields(
    kept,
    sql`FROM ${gameYears} LEFT JOIN ${people} ON ${people.id} = ${gameYears.partnerId} AND ${people.deletedAt} IS NULL
        AND ${hasNoBlock(userId, people.id)}
      WHERE ${gameYears.userId} = ${userId} AND ${gameYears.year} = ${year} AND ${gameYears.countedAt} > ${now - day}`,
  )

/** What a person played in a year. The games of a year are counted at most once a day; in between, one row is read. */
export async function findGameYear(db: Database, asked: Asked): Promise<GameYear> {
  const row = (await readFirst(db, selectYear(asked))) ?? (await countAgain(db, asked))
  if (!row) throw new Error('The year was counted and is not there')
  const { counted, id, name, photoKey, partnerGames } = row
  const partner = id !== null && name !== null && partnerGames > 0 ? { person: toFace({ id, name, photoKey }), games: partnerGames } : null
  return { year: asked.year, ...counted, people: row.people, partner }
}

async function countAgain(db: Database, asked: Asked) {
  const { userId, year, now } = asked
  // Somewhere the year begins a day before it begins in UTC.
  const around = { from: Date.UTC(year, 0, 1) - day, to: Date.UTC(year + 1, 0, 1) + day, now }
  const games = (await readAll(db, selectPlayedGames(userId, around))).filter((game) => yearOf(game) === year)
  const [first] =
    games.length === 0
      ? []
      : await readAll(
          db,
          selectFellowPlayers(
            userId,
            games.map(({ id }) => id),
          ),
        )
  const counts = {
    counted: countYear(games),
    people: first?.people ?? 0,
    partnerId: first?.id ?? null,
    partnerGames: first?.games ?? 0,
    countedAt: now,
  }
  await write(
    db,
    insertSelect(gameYears, { userId, year, ...counts }, sql`WHERE 1 ${onConflictUpdate(gameYears, ['userId', 'year'], counts)}`),
  )
  return readFirst(db, selectYear(asked))
}
