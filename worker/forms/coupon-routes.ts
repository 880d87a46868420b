import { Hono } from 'hono'
import { FormPath } from '../../domain/forms/contract.ts'
import { CheckFormCoupon } from '../../domain/forms/fill-contract.ts'
import { CouponPath, Coupons, CouponTerms, CreateCoupon } from '../../domain/orders/coupon-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { checkFormCoupon, createFormCoupon, endFormCoupon, listFormCoupons } from './coupons.ts'
import { findViewer, limitedAs } from './submission-routes.ts'
import { tryCode } from './try-code.ts'

const operation = describeOperations('Forms')
const forOrganizers = 'Only for those who run the forms of the community.'

/** Mounted under /forms. */
export const formCouponRoutes = new Hono<AppEnv>()
  .get('/:id/coupons', operation('The coupons of a form', 200, Coupons, forOrganizers), input('param', FormPath), async (c) => {
    const { id } = await requireComplete(c)
    return c.json({ coupons: await listFormCoupons(getPrimary(c), asPerson(id), c.req.valid('param').id) })
  })
  .post(
    '/:id/coupons',
    operation('Make a coupon for a form', 204, undefined, forOrganizers),
    input('param', FormPath),
    input('json', CreateCoupon),
    async (c) => {
      const { id } = await requireComplete(c)
      await createFormCoupon(getPrimary(c), getClock(c), asPerson(id), c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete(
    '/:id/coupons/:couponId',
    operation('End a coupon of a form', 204, undefined, forOrganizers),
    input('param', CouponPath),
    async (c) => {
      const { id } = await requireComplete(c)
      const path = c.req.valid('param')
      await endFormCoupon(getPrimary(c), getClock(c), asPerson(id), path.id, path.couponId)
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/coupons/check',
    operation('What a code takes off the price of a form', 200, CouponTerms, 'A code that is unknown, has ended or was used up gets 409.'),
    input('param', FormPath),
    input('json', CheckFormCoupon),
    async (c) => {
      const { code, accessCode, guest } = c.req.valid('json')
      const viewer = await findViewer(c, guest)
      await limitCostly(c, 'coupon-guess', limitedAs(c, viewer, guest))
      const typed = { now: c.var.now(), code, accessCode, guest }
      const check = () => checkFormCoupon(getPrimary(c), viewer, c.req.valid('param').id, typed)
      return c.json(await tryCode(c, viewer, accessCode, check))
    },
  )

export type FormCouponRoutes = typeof formCouponRoutes
