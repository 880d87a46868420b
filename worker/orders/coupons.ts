import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import {
  CouponCode,
  type CouponTerms,
  type CreateGameCoupon,
  type GameCoupon,
  type GameCoupons,
  maxCoupons,
} from '../../domain/orders/coupon-contract.ts'
import { hostsSeries } from '../events/acting.ts'
import { games } from '../events/shared.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asNumber, computed, select, selectFields } from '../platform/row-query.ts'
import { coupons, orderRefunds, orders } from './schema.ts'

export const c = alias(coupons, 'c')
const used = alias(orders, 'used')
const back = alias(orderRefunds, 'back')
const g = alias(games, 'g')
const other = alias(games, 'other')

/** Whether coupon `c` is for this date, or for its whole series. */
const isFor = (eventId: SQLWrapper, seriesId: SQLWrapper): SQL =>
  sql`((${c.eventId} = ${eventId} AND ${c.seriesId} IS NULL) OR ${c.seriesId} = ${seriesId})`
const seriesOf = (eventId: SQLWrapper): SQL => sql`(SELECT ${g.seriesId} FROM ${games} ${g} WHERE ${g.id} = ${eventId})`
const isForGame = (eventId: string): SQL => isFor(sql`${eventId}`, seriesOf(sql`${eventId}`))

/** How many payments use coupon `c`: those that are open, and those that were paid, unless the seats and the money went back. */
const usesOf = (
  except: SQL = sql`0`,
): SQL => sql`(SELECT count(*) FROM ${orders} ${used} WHERE ${used.couponId} = ${c.id} AND NOT (${except})
  AND (${used.state} = 'open' OR (${used.state} = 'paid' AND (${used.settledAt} IS NULL OR (${used.amount} > 0
    AND NOT EXISTS (SELECT 1 FROM ${orderRefunds} ${back} WHERE ${back.orderId} = ${used.id} AND ${back.id} = ${used.id} || ':seat'))))))`

/** Whether coupon `c` works now for this game. `except` are payments that are about to end. */
export const isUsable = (eventId: string, now: number, except?: SQL): SQL => sql`(${c.endedAt} IS NULL
  AND (${c.endsAt} IS NULL OR ${c.endsAt} > ${now}) AND ${usesOf(except)} < ${c.maxUses}
  AND (${c.percent} IS NOT NULL OR ${c.currency} = (SELECT ${g.pricing}->>'currency' FROM ${games} ${g} WHERE ${g.id} = ${eventId})))`

/** The coupon with this code, if it works for this person. The open payment of the person does not count, because a new one replaces it. */
export const selectUsable = (eventId: string, typed: string, payerId: string, now: number) => {
  const code = v.safeParse(CouponCode, typed)
  return selectFields(
    { id: c.id, code: c.code, percent: c.percent, amountOff: c.amountOff },
    sql`FROM ${coupons} ${c} WHERE ${isForGame(eventId)} AND ${c.code} = ${code.success ? code.output : null}
      AND ${isUsable(eventId, now, sql`${used.payerId} = ${payerId} AND ${used.state} = 'open' AND ${used.eventId} = ${eventId}`)}`,
  )
}

/** What a code takes off. Unknown codes and those that no longer work are not told apart. */
export async function checkCoupon(db: Database, now: number, payerId: string, eventId: string, typed: string): Promise<CouponTerms> {
  const found = await readFirst(db, selectUsable(eventId, typed, payerId, now))
  if (!found) throw new AppError('CouponNotValid')
  const { id: _, ...terms } = found
  return terms
}

/** A host, at a game. Call `requireHost` first. */
type Host = { hostId: string; eventId: string; now: number }

const isSeriesHost = ({ hostId, eventId, now }: Host): SQL => hostsSeries(hostId, seriesOf(sql`${eventId}`), now)
const selectIsSeriesHost = (host: Host) => select({ isSeriesHost: asBoolean }, sql`SELECT ${isSeriesHost(host)} AS isSeriesHost`)

/** All coupons that work in a game, the newest first. */
export async function listCoupons(db: Database, host: Host): Promise<GameCoupons> {
  const { listed, rights } = await runBatch(db, {
    listed: selectFields(
      {
        ...{ id: c.id, code: c.code, percent: c.percent, amountOff: c.amountOff, currency: c.currency },
        ...{ maxUses: c.maxUses, uses: computed(usesOf(), asNumber), endsAt: c.endsAt, endedAt: c.endedAt },
        isForSeries: computed(sql`${c.seriesId} IS NOT NULL`, asBoolean),
      },
      sql`FROM ${coupons} ${c} WHERE ${isForGame(host.eventId)} ORDER BY ${c.createdAt} DESC, ${c.id} LIMIT ${2 * maxCoupons}`,
    ),
    rights: selectIsSeriesHost(host),
  })
  return { coupons: listed.rows satisfies GameCoupon[], isSeriesHost: rights.rows[0]?.isSeriesHost ?? false }
}

/** Makes a coupon for a published game, or for all dates of its series. A draft has none, because drafts can be deleted. */
export async function createCoupon(
  db: Database,
  newId: Clock['newId'],
  host: Host,
  { isForSeries, ...coupon }: CreateGameCoupon,
): Promise<void> {
  const { eventId, now } = host
  const seriesId = isForSeries ? seriesOf(sql`${eventId}`) : sql`NULL`
  const isOfOtherDate = sql`${c.eventId} IN (SELECT ${other.id} FROM ${games} ${other} WHERE ${other.seriesId} = ${seriesId})`
  const isSameKind = isForSeries ? sql`${c.seriesId} = ${seriesId}` : sql`${c.eventId} = ${eventId} AND ${c.seriesId} IS NULL`
  const isKnown = sql`EXISTS (SELECT 1 FROM ${coupons} ${c} WHERE ${c.code} = ${coupon.code} AND (${isForGame(eventId)} OR ${isOfOtherDate}))`
  const hasRoom = sql`(SELECT count(*) FROM ${coupons} ${c} WHERE ${isSameKind}) < ${maxCoupons}`
  const { inserted, known, game, rights } = await runBatch(db, {
    known: select({ isKnown: asBoolean }, sql`SELECT ${isKnown} AS isKnown`),
    rights: selectIsSeriesHost(host),
    inserted: insertSelect(
      coupons,
      { id: newId(), eventId, seriesId, ...coupon, currency: sql`${games.pricing}->>'currency'`, createdAt: now },
      sql`FROM ${games} WHERE ${games.id} = ${eventId} AND ${games.state} = 'published' AND ${games.pricing} IS NOT NULL
        AND NOT ${isKnown} AND ${hasRoom} ${isForSeries ? sql`AND ${isSeriesHost(host)}` : sql``}`,
    ),
    game: db.select({ state: games.state, pricing: games.pricing }).from(games).where(eq(games.id, eventId)),
  })
  if (inserted.changes > 0) return
  if (isForSeries && !rights.rows[0]?.isSeriesHost) throw new AppError('SeriesHostsOnly')
  if (known.rows[0]?.isKnown) throw new AppError('CouponExists')
  const [found] = game.rows
  if (!found?.pricing || found.state !== 'published') throw new AppError('NothingForCoupons')
  throw new AppError('TooManyCoupons', { values: { max: maxCoupons } })
}

/** Nobody can use the coupon any more. Who has paid with it keeps the price. */
export async function endCoupon(db: Database, host: Host, couponId: string): Promise<void> {
  const { found } = await runBatch(db, {
    found: selectFields(
      { mayEnd: computed(sql`${c.seriesId} IS NULL OR ${isSeriesHost(host)}`, asBoolean) },
      sql`FROM ${coupons} ${c} WHERE ${c.id} = ${couponId} AND ${isForGame(host.eventId)}`,
    ),
    ended: db
      .update(coupons)
      .set({ endedAt: host.now })
      .where(
        and(
          eq(coupons.id, couponId),
          isNull(coupons.endedAt),
          sql`EXISTS (SELECT 1 FROM ${coupons} ${c} WHERE ${c.id} = ${couponId} AND ${isForGame(host.eventId)}
            AND (${c.seriesId} IS NULL OR ${isSeriesHost(host)}))`,
        ),
      ),
  })
  const [coupon] = found.rows
  if (!coupon) throw new AppError('CouponNotFound')
  if (!coupon.mayEnd) throw new AppError('SeriesHostsOnly')
}

/** Whether somebody made a code for this game, also one that was ended. */
export const hasHadCoupons = (eventId: SQLWrapper): SQL => sql`EXISTS (SELECT 1 FROM ${coupons} ${c} WHERE ${c.eventId} = ${eventId})`

/** Whether this event has codes that were not ended. */
export const hasCoupons = (event: { id: SQLWrapper; seriesId: SQLWrapper }): SQL =>
  sql`EXISTS (SELECT 1 FROM ${coupons} ${c} WHERE ${isFor(event.id, event.seriesId)} AND ${c.endedAt} IS NULL)`
