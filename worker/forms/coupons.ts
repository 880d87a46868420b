import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { judgeForm } from '../../domain/forms/rules.ts'
import { type Coupon, type CouponTerms, type CreateCoupon, maxCoupons } from '../../domain/orders/coupon-contract.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asNumber, computed, selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { c, couponIn, uses } from './find-coupon.ts'
import { type FormViewer, findForm } from './find-form.ts'
import { requireTeamOf } from './queries.ts'
import { formCoupons, forms, formVersions } from './schema.ts'

type Typed = { now: number; code: string; accessCode: string | undefined; guest: string | undefined }

/** What a code takes off. Unknown codes and those that no longer work are not told apart. */
export async function checkFormCoupon(
  db: Database,
  viewer: FormViewer,
  formId: string,
  { now, code, accessCode, guest }: Typed,
): Promise<CouponTerms> {
  const found = await findForm(db, viewer, formId, { now, code: accessCode, coupon: code, guest })
  const coupon = couponIn(found.coupon, found.latest.content.payment)
  if (!coupon) throw new AppError('CouponNotValid')
  return { code: coupon.code, percent: coupon.percent, amountOff: coupon.amountOff }
}

function requireOrganizer(actor: Actor, facts: Parameters<typeof readFacts>[1]) {
  const refusal = judgeForm(facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : [])
  if (refusal) throw refusal
}

/** All coupons of a form, the newest first, for those who build it. */
export async function listFormCoupons(db: Database, actor: Actor, formId: string): Promise<Coupon[]> {
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, await requireTeamOf(db, formId)),
    found: selectFields(
      {
        ...{ id: c.id, code: c.code, percent: c.percent, amountOff: c.amountOff, currency: c.currency },
        ...{ maxUses: c.maxUses, uses: computed(uses, asNumber), endsAt: c.endsAt, endedAt: c.endedAt },
      },
      sql`FROM ${formCoupons} ${c} WHERE ${c.formId} = ${formId} ORDER BY ${desc(c.createdAt)}, ${c.id} LIMIT ${maxCoupons}`,
    ),
  })
  requireOrganizer(actor, facts)
  return found.rows
}

const currencyOfForm = sql`${formVersions.content}->'payment'->>'currency'`

/** Makes a coupon for a published form that takes money. */
export async function createFormCoupon(
  db: Database,
  { now, newId }: Clock,
  actor: Actor,
  formId: string,
  coupon: CreateCoupon,
): Promise<void> {
  const teamId = await requireTeamOf(db, formId)
  const hasRoom = sql`(SELECT count(*) FROM ${formCoupons} ${c} WHERE ${c.formId} = ${formId}) < ${maxCoupons}`
  const { facts, inserted, known, payment } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    known: db
      .select({ id: formCoupons.id })
      .from(formCoupons)
      .where(and(eq(formCoupons.formId, formId), eq(formCoupons.code, coupon.code))),
    payment: selectFields(
      { number: formVersions.number },
      sql`FROM ${formVersions} JOIN ${forms} ON ${forms.id} = ${formVersions.formId} AND ${forms.publishedNumber} = ${formVersions.number}
        WHERE ${forms.id} = ${formId} AND ${currencyOfForm} IS NOT NULL`,
    ),
    inserted: insertSelect(
      formCoupons,
      { id: newId(), formId: forms.id, ...coupon, currency: currencyOfForm, createdAt: now },
      sql`FROM ${forms} JOIN ${formVersions} ON ${formVersions.formId} = ${forms.id} AND ${formVersions.number} = ${forms.publishedNumber}
        WHERE ${forms.id} = ${formId} AND ${currencyOfForm} IS NOT NULL AND ${hasRoom} AND ${canAct(actor, teamId, 'forms.manage')} ON CONFLICT DO NOTHING`,
    ),
  })
  if (inserted.changes > 0) return
  requireOrganizer(actor, facts)
  if (known.rows.length > 0) throw new AppError('CouponExists')
  if (payment.rows.length === 0) throw new AppError('NothingForFormCoupons')
  throw new AppError('TooManyCoupons', { values: { max: maxCoupons } })
}

/** Nobody can use the coupon any more. Who has used it keeps the price. Doing it again changes nothing. */
export async function endFormCoupon(db: Database, { now }: Clock, actor: Actor, formId: string, couponId: string): Promise<void> {
  const teamId = await requireTeamOf(db, formId)
  const isThis = and(eq(formCoupons.id, couponId), eq(formCoupons.formId, formId))
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db.select({ id: formCoupons.id }).from(formCoupons).where(isThis),
    ended: db
      .update(formCoupons)
      .set({ endedAt: now })
      .where(and(isThis, isNull(formCoupons.endedAt), canAct(actor, teamId, 'forms.manage'))),
  })
  requireOrganizer(actor, facts)
  if (found.rows.length === 0) throw new AppError('CouponNotFound')
}
