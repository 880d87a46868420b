import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EventPrice } from '../../domain/events/pricing-contract.ts'
import type { MembershipType } from '../../domain/memberships/contract.ts'
import { hasMembership } from '../memberships/shared.ts'
import { hasCoupons } from '../orders/coupons.ts'
import { creditForGame } from '../orders/credits.ts'
import { hasUserPlan } from '../payments/entitled.ts'
import { feeOf } from '../payments/fee-of.ts'
import { asBoolean, asJson, asNumber, computed, orNull, type RowOfShape } from '../platform/row-query.ts'
import { isSeasonGame } from '../seasons/shared.ts'
import { communityMembers } from '../teams/shared.ts'
import { joiners } from './schema.ts'
import { isHoldingIn } from './seat-states.ts'
import { e } from './tables.ts'

const buyer = alias(communityMembers, 'buyer')
const holder = alias(joiners, 'holder')

const takenByTier = sql`CASE WHEN json_array_length(${e.pricing}, '$.tiers') > 0 THEN (SELECT json_group_object(tier, seats)
  FROM (SELECT ${holder.tierId} AS tier, sum(${holder.seats}) AS seats FROM ${joiners} ${holder}
    WHERE ${holder.eventId} = ${e.id} AND ${isHoldingIn(holder)} AND ${holder.tierId} IS NOT NULL GROUP BY ${holder.tierId})) END`

/** Which memberships count in this game. */
const typeFor = (eventId: SQLWrapper): SQL =>
  sql`iif(${isSeasonGame(eventId)}, ${'TOURNAMENTS' satisfies MembershipType}, ${'DROPIN_PICKUP' satisfies MembershipType})`

/** Nothing more is read for a free game. */
const ifPaid = (value: SQL): SQL => sql`CASE WHEN ${e.pricing} IS NOT NULL THEN ${value} END`

/** Whether the person pays the price for members in event `e`. */
export const paysAsMember = (person: SQLWrapper | string, now: number): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${communityMembers} ${buyer} WHERE ${buyer.teamId} = ${e.teamId} AND ${buyer.userId} = ${person})
    OR ${hasMembership(person, { teamId: e.teamId, type: typeFor(e.id), now })})`

/** The price of event `e` for one person, or for somebody who is not signed in. */
export const priceFields = (person: string | null, now: number) => ({
  pricing: e.pricing,
  isMember: computed(ifPaid(person === null ? sql`0` : paysAsMember(person, now)), asBoolean),
  hasCoupons: computed(ifPaid(hasCoupons(e)), asBoolean),
  credit: computed(person === null ? sql`NULL` : ifPaid(creditForGame(e, person)), orNull(asNumber)),
  takenByTier: computed(takenByTier, orNull(asJson<Record<string, number>>())),
  feeBasisPoints: computed(ifPaid(feeOf(e.teamId)), orNull(asNumber)),
  paysBookingFee: computed(ifPaid(person === null ? sql`1` : sql`NOT ${hasUserPlan('Member Plus', person, now)}`), asBoolean),
})

export const toPrice = ({
  pricing,
  isMember,
  feeBasisPoints,
  paysBookingFee,
  takenByTier,
  hasCoupons,
  credit,
}: RowOfShape<ReturnType<typeof priceFields>>): EventPrice | null =>
  pricing === null || feeBasisPoints === null
    ? null
    : {
        ...{ ...pricing, isMember, feeBasisPoints, paysBookingFee },
        ...(hasCoupons && { hasCoupons }),
        ...(credit !== null && credit > 0 && { credit }),
        ...(takenByTier && { takenByTier }),
      }
