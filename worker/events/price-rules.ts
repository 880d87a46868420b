import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { EventPart } from '../../domain/events/event-part-names.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { isBalanceTold } from '../orders/balance-left.ts'
import { isForSale } from '../orders/payee.ts'
import { isSoldInOtherCurrency, isTierSold } from '../orders/tickets.ts'
import { mustHold } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { isHostOf } from './acting.ts'
import type { PlannedDate } from './plan-change.ts'
import { events, joiners } from './schema.ts'
import { hasSeatIn } from './seat-states.ts'
import { e, j } from './tables.ts'

/** Somebody can be paid for each of these games that costs money. Put it after the statement that writes the price. */
export const requirePayee = (ids: readonly string[]): SQL =>
  mustHold(
    'can-be-paid',
    sql`NOT EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${inList(e.id, ids)} AND ${e.pricing} IS NOT NULL
      AND NOT ${isForSale(e)})`,
  )

/** Nobody but hosts and guests without an account has a seat in these games. Hosts do not pay, and nobody pays for such guests. */
const requireNoPlayers = (assertion: string, ids: readonly string[]): SQL =>
  mustHold(
    assertion,
    sql`NOT EXISTS (SELECT 1 FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId}
      WHERE ${inList(j.eventId, ids)} AND ${hasSeatIn(j)} AND ${j.userId} IS NOT NULL AND ${isHostOf(j.userId)} IS NOT 1)`,
  )

/** Nobody has taken seats with these kinds of tickets, or has paid for them. */
const requireUnsoldTiers = (ids: readonly string[], tierIds: readonly string[]): SQL =>
  mustHold(
    'no-ticket-sold',
    sql`NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${inList(j.eventId, ids)} AND ${hasSeatIn(j)} AND ${inList(j.tierId, tierIds)})
      AND NOT ${isTierSold(ids, tierIds)}`,
  )

type Change = { dates: readonly PlannedDate[]; pricing: EventForm['pricing']; idsWith: (part: EventPart) => readonly string[] }

/**
 * The conditions of a change of the price. A game in which players have seats does not change between free and paid, because they
 * have joined it as what it was, and it keeps its currency. It also keeps the currency in which somebody has paid and left, because sums of
 * a game are in one currency. The fee is not added to what people pay who were told a balance without it. A kind of ticket that was sold
 * stays; its price may change for others.
 */
export function requirePriceChange({ dates, pricing, idsWith }: Change): SQL[] {
  const changed = idsWith('pricing')
  const idsIf = (isSuch: (before: EventForm['pricing']) => boolean) =>
    dates.filter(({ row, before }) => changed.includes(row.id) && isSuch(before.form.pricing)).map(({ row }) => row.id)
  const switched = idsIf((before) => (before === null) !== (pricing === null))
  const newCurrency = idsIf((before) => before !== null && pricing !== null && before.currency !== pricing.currency)
  // A free game may have had a price before.
  const withOtherCurrency = idsIf((before) => before === null || before.currency !== pricing?.currency)
  const nowWithFee = idsIf((before) => before?.feeBy === 'host' && pricing?.feeBy === 'player')
  const kept = new Set((pricing?.tiers ?? []).map(({ id }) => id))
  const goneOf = (before: EventForm['pricing']) => (before?.tiers ?? []).map(({ id }) => id).filter((id) => !kept.has(id))
  const withoutTier = idsIf((before) => goneOf(before).length > 0)
  const gone = [...new Set(dates.flatMap(({ row, before }) => (changed.includes(row.id) ? goneOf(before.form.pricing) : [])))]
  const priced = pricing === null ? idsWith('audience') : [...new Set([...changed, ...idsWith('audience')])]
  return [
    ...(switched.length > 0 ? [requireNoPlayers('no-players-to-switch', switched)] : []),
    ...(newCurrency.length > 0 ? [requireNoPlayers('no-players-of-currency', newCurrency)] : []),
    ...(pricing !== null && withOtherCurrency.length > 0
      ? [mustHold('nothing-paid-in-other-currency', sql`NOT ${isSoldInOtherCurrency(withOtherCurrency, pricing.currency)}`)]
      : []),
    ...(nowWithFee.length > 0 ? [mustHold('no-balance-raised', sql`NOT ${isBalanceTold(nowWithFee)}`)] : []),
    ...(withoutTier.length > 0 ? [requireUnsoldTiers(withoutTier, gone)] : []),
    ...(priced.length > 0 ? [requirePayee(priced)] : []),
  ]
}

/** Why the price or the form was refused, for the name of one of these conditions. */
export function explainPriceRefusal(assertion: string): AppError | null {
  const details = { field: 'form.pricing' }
  switch (assertion) {
    case 'can-be-paid':
      return new AppError('NoActivePayouts', details)
    case 'no-players-to-switch':
      return new AppError('PriceAfterJoining', details)
    case 'no-players-of-currency':
      return new AppError('CurrencyAfterJoining', details)
    case 'nothing-paid-in-other-currency':
      return new AppError('CurrencyAfterPaying', details)
    case 'no-balance-raised':
      return new AppError('FeeAfterDeposit', { field: 'form.pricing.feeBy' })
    case 'no-ticket-sold':
      return new AppError('TicketSold', details)
    case 'form-of-community':
      return new AppError('GameFormUnknown', { field: 'form.formId' })
    default:
      return null
  }
}
