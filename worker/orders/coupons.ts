import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import { type Coupon, CouponCode, type CouponTerms, type CreateCoupon, maxCoupons } from '../../domain/orders/coupon-contract.ts'
import { games } from '../events/shared.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asNumber, computed, selectFields } from '../platform/row-query.ts'
import { coupons, orderRefunds, orders } from './schema.ts'

export const c = alias(coupons, 'c')
const used = alias(orders, 'used')
const back = alias(orderRefunds, 'back')
const g = alias(games, 'g')

/** How many payments use coupon `c`: those that are open, and those that were paid, unless the seats and the money went back. */
const usesOf = (
  except: SQL = sql`0`,
): SQL => sql`(SELECT count(*) FROM ${orders} ${used} WHERE ${used.couponId} = ${c.id} AND NOT (${except})
  AND (${used.state} = 'open' OR (${used.state} = 'paid' AND (${used.settledAt} IS NULL OR (${used.amount} > 0
    AND NOT EXISTS (SELECT 1 FROM ${orderRefunds} ${back} WHERE ${back.orderId} = ${used.id} AND ${back.id} = ${used.id} || ':seat'))))))`

/** Whether coupon `c` works now. `except` are payments that are about to end. */
export const isUsable = (now: number, except?: SQL): SQL => sql`(${c.endedAt} IS NULL AND (${c.endsAt} IS NULL OR ${c.endsAt} > ${now})
  AND ${usesOf(except)} < ${c.maxUses}
  AND (${c.percent} IS NOT NULL OR ${c.currency} = (SELECT ${g.pricing}->>'currency' FROM ${games} ${g} WHERE ${g.id} = ${c.eventId})))`

/** The coupon with this code, if it works for this person. The open payment of the person does not count, because a new one replaces it. */
export const selectUsable = (eventId: string, typed: string, payerId: string, now: number) => {
  const code = v.safeParse(CouponCode, typed)
  return selectFields(
    { id: c.id, code: c.code, percent: c.percent, amountOff: c.amountOff },
    sql`FROM ${coupons} ${c} WHERE ${c.eventId} = ${eventId} AND ${c.code} = ${code.success ? code.output : null}
      AND ${isUsable(now, sql`${used.payerId} = ${payerId} AND ${used.state} = 'open'`)}`,
  )
}

/** What a code takes off. Unknown codes and those that no longer work are not told apart. */
export async function checkCoupon(db: Database, now: number, payerId: string, eventId: string, typed: string): Promise<CouponTerms> {
  const found = await readFirst(db, selectUsable(eventId, typed, payerId, now))
  if (!found) throw new AppError('CouponNotValid')
  const { id: _, ...terms } = found
  return terms
}

/** All coupons of a game, the newest first. Call `requireHost` first. */
export const listCoupons = (db: Database, eventId: string): Promise<Coupon[]> =>
  readAll(
    db,
    selectFields(
      {
        ...{ id: c.id, code: c.code, percent: c.percent, amountOff: c.amountOff, currency: c.currency },
        ...{ maxUses: c.maxUses, uses: computed(usesOf(), asNumber), endsAt: c.endsAt, endedAt: c.endedAt },
      },
      sql`FROM ${coupons} ${c} WHERE ${c.eventId} = ${eventId} ORDER BY ${desc(c.createdAt)}, ${c.id} LIMIT ${maxCoupons}`,
    ),
  )

/** Makes a coupon for a published game. A draft has none, because drafts can be deleted. Call `requireHost` first. */
export async function createCoupon(db: Database, { now, newId }: CommandContext, eventId: string, coupon: CreateCoupon): Promise<void> {
  const id = newId()
  const hasRoom = sql`(SELECT count(*) FROM ${coupons} ${c} WHERE ${c.eventId} = ${eventId}) < ${maxCoupons}`
  const { inserted, known, game } = await runBatch(db, {
    known: db
      .select({ id: coupons.id })
      .from(coupons)
      .where(and(eq(coupons.eventId, eventId), eq(coupons.code, coupon.code))),
    inserted: insertSelect(
      coupons,
      { id, eventId, ...coupon, currency: sql`${g.pricing}->>'currency'`, createdAt: now },
      sql`FROM ${games} ${g} WHERE ${g.id} = ${eventId} AND ${g.state} = 'published' AND ${g.pricing} IS NOT NULL AND ${hasRoom} ON CONFLICT DO NOTHING`,
    ),
    game: db.select({ state: games.state, pricing: games.pricing }).from(games).where(eq(games.id, eventId)),
  })
  if (inserted.changes > 0) return
  if (known.rows.length > 0) throw new AppError('CouponExists')
  const [found] = game.rows
  if (!found?.pricing || found.state !== 'published') throw new AppError('NothingForCoupons')
  throw new AppError('TooManyCoupons', { values: { max: maxCoupons } })
}

/** Nobody can use the coupon any more. Who has paid with it keeps the price. Call `requireHost` first. */
export async function endCoupon(db: Database, now: number, eventId: string, couponId: string): Promise<void> {
  const isThis = and(eq(coupons.id, couponId), eq(coupons.eventId, eventId))
  const { found } = await runBatch(db, {
    found: db.select({ id: coupons.id }).from(coupons).where(isThis),
    ended: db
      .update(coupons)
      .set({ endedAt: now })
      .where(and(isThis, isNull(coupons.endedAt))),
  })
  if (found.rows.length === 0) throw new AppError('CouponNotFound')
}

/** Whether event `e` has codes that were not ended. */
export const hasCoupons = (eventId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${coupons} ${c} WHERE ${c.eventId} = ${eventId} AND ${c.endedAt} IS NULL)`
