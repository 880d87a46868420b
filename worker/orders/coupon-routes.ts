import { Hono } from 'hono'
import { EventPath } from '../../domain/events/contract.ts'
import { CheckCoupon, CouponPath, CouponTerms, CreateGameCoupon, GameCoupons } from '../../domain/orders/coupon-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { hostOf } from '../events/from-request.ts'
import { readEventForJoiner } from '../events/read-event-for-joiner.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { checkCoupon, createCoupon, endCoupon, listCoupons } from './coupons.ts'

const operation = describeOperations('Orders')
const forSeries = 'A coupon for all dates of a series belongs to those who host all of them.'

/** The coupons of a game are addresses of the game. Only its hosts see and change them. */
export const couponRoutes = new Hono<AppEnv>()
  .get('/:id/coupons', operation('List the coupons of a game for its hosts', 200, GameCoupons), input('param', EventPath), async (c) => {
    const { id } = c.req.valid('param')
    const { db, hostId } = await hostOf(c, id)
    return c.json(await listCoupons(db, { hostId, eventId: id, now: c.var.now() }))
  })
  .post(
    '/:id/coupons',
    operation('Make a coupon', 204, undefined, forSeries),
    input('param', EventPath),
    input('json', CreateGameCoupon),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      const { now, newId } = getClock(c)
      await createCoupon(db, newId, { hostId, eventId: id, now }, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete('/:id/coupons/:couponId', operation('End a coupon', 204, undefined, forSeries), input('param', CouponPath), async (c) => {
    const { id, couponId } = c.req.valid('param')
    const { db, hostId } = await hostOf(c, id)
    await endCoupon(db, { hostId, eventId: id, now: c.var.now() }, couponId)
    return c.body(null, 204)
  })
  .post(
    '/:id/coupons/check',
    operation('What a code takes off the price', 200, CouponTerms, 'A code that is unknown, has ended or was used up gets 409.'),
    input('param', EventPath),
    input('json', CheckCoupon),
    async (c) => {
      const { id: personId } = await requireComplete(c)
      await limitCostly(c, 'coupon-guess', personId)
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      const now = c.var.now()
      await readEventForJoiner(db, id, personId, now)
      return c.json(await checkCoupon(db, now, personId, id, c.req.valid('json').code))
    },
  )

export type CouponRoutes = typeof couponRoutes
