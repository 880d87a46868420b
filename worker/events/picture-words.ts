import { sql } from 'drizzle-orm'
import { cardPriceOf } from '../../domain/events/seat-price.ts'
import type { PictureWords } from '../../domain/pictures/contract.ts'
import { describeGamePicture } from '../../domain/pictures/game-words.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from './acting.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

const {
  activity,
  title,
  placeName,
  timeZone,
  startsAt,
  endsAt,
  levelMin,
  levelMax,
  state,
  publishAt,
  joinsAt,
  taken,
  waiting,
  capacity,
  pricing,
} = e
const columns = {
  activity,
  title,
  placeName,
  timeZone,
  startsAt,
  endsAt,
  levelMin,
  levelMax,
  state,
  publishAt,
  joinsAt,
  taken,
  waiting,
  hasSlots: computed(sql`${e.slots} <> '[]'`, asBoolean),
  capacity,
  pricing,
}

/** What the picture of a game says; null if a stranger with the link cannot open the page. */
export async function findGamePicture(db: Database, id: string, now: number): Promise<PictureWords | null> {
  const row = await readFirst(db, selectFields(columns, sql`FROM ${events} ${e} WHERE ${e.id} = ${id} AND ${isVisibleTo(null)}`))
  if (!row) return null
  const { pricing: stored, ...game } = row
  return describeGamePicture({ ...game, price: stored && cardPriceOf(stored, row.startsAt, now) }, now)
}
