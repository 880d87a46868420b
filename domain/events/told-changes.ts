import * as v from 'valibot'
import { findActivity } from '../activities.ts'
import { formatSpan } from '../faqs/rules.ts'
import { formatMoney } from '../format-money.ts'
import { Id } from '../ids.ts'
import { minute } from '../time/spans.ts'
import { formatLevels } from './format.ts'
import { formatWhen } from './format-when.ts'
import { Pricing } from './pricing-contract.ts'
import { type JoinerState, joinerStates } from './states.ts'

/** What matters to a person who goes to a game. If one of these changes, everyone in the game is told. */
export const ToldGame = v.object({
  /** Missing if the host entered none, and in facts that were written before a new name was told. */
  title: v.optional(v.string()),
  startsAt: v.number(),
  endsAt: v.number(),
  timeZone: v.string(),
  activity: v.string(),
  placeName: v.string(),
  address: v.string(),
  lat: v.number(),
  lng: v.number(),
  levelMin: v.nullable(v.number()),
  levelMax: v.nullable(v.number()),
  leaveMinutes: v.number(),
})
export type ToldGame = v.InferOutput<typeof ToldGame>

const MovedSlot = v.object({
  from: v.nullable(v.string()),
  fromName: v.nullable(v.string()),
  /** Null if the game has no slots any more. */
  toName: v.nullable(v.string()),
  isToWaitlist: v.boolean(),
})

/** A game was changed. Unlike other facts, this one has old values and names: they cannot be read later. */
export const ChangeFact = v.object({
  kind: v.literal('event-changed'),
  eventId: Id,
  version: v.number(),
  before: v.optional(ToldGame),
  /** The price before, which is told only to people who have not paid. */
  priceBefore: v.optional(Pricing),
  slotMoves: v.optional(v.array(MovedSlot)),
  /** The people whose slot was removed, with their state before. */
  moved: v.optional(v.array(v.object({ userId: Id, from: v.nullable(v.string()), state: v.picklist(joinerStates) }))),
})
export type ChangeFact = v.InferOutput<typeof ChangeFact>

const isSame = (before: ToldGame, after: ToldGame, ...names: (keyof ToldGame)[]) => names.every((name) => before[name] === after[name])

/** The changes as sentences with the new and the old value. */
export function describeChanges(before: ToldGame, after: ToldGame, now: number): string[] {
  const activityOf = ({ activity }: ToldGame) => findActivity(activity)?.label ?? activity
  const levelsOf = ({ activity, levelMin, levelMax }: ToldGame) => formatLevels(activity, levelMin, levelMax)
  const deadlineOf = ({ leaveMinutes }: ToldGame) =>
    leaveMinutes === 0 ? 'the start' : `${formatSpan(leaveMinutes * minute)} before the start`
  const sentences = [
    // Each message begins with the new name.
    before.title !== undefined && !isSame(before, after, 'title') && `It was called ${before.title} before.`,
    !isSame(before, after, 'startsAt', 'endsAt', 'timeZone') &&
      `The new time is ${formatWhen(after, now)}. It was ${formatWhen(before, now)}.`,
    describePlace(before, after),
    !isSame(before, after, 'activity') && `The new activity is ${activityOf(after)}. It was ${activityOf(before)}.`,
    !isSame(before, after, 'levelMin', 'levelMax') && `The new level: ${levelsOf(after)}. It was: ${levelsOf(before)}.`,
    !isSame(before, after, 'leaveMinutes') && `New deadline to leave: ${deadlineOf(after)}. It was ${deadlineOf(before)}.`,
  ]
  return sentences.filter((sentence) => sentence !== false)
}

function describePlace(before: ToldGame, after: ToldGame): string | false {
  if (isSame(before, after, 'placeName', 'address', 'lat', 'lng')) return false
  if (before.placeName !== after.placeName) return `The new place is ${after.placeName}. It was ${before.placeName}.`
  if (before.address !== after.address && after.address !== '') {
    return `New address: ${after.address}${before.address === '' ? '' : `. It was ${before.address}`}.`
  }
  return `The point on the map for ${after.placeName} has moved.`
}

/** Whether everyone in the game must be told. */
export const hasTellingChange = (before: ToldGame, after: ToldGame): boolean => describeChanges(before, after, 0).length > 0

/** The new price as a sentence. Null if a seat costs the same, or the game has become free or paid: then nobody has a seat. */
export function describePriceChange(before: Pricing | null | undefined, after: Pricing | null): string | null {
  if (!before || !after) return null
  const [old, next] = [before, after].map(writePrice)
  return old === next ? null : `New price: ${next}. It was ${old}.`
}

function writePrice(pricing: Pricing): string {
  const { amount, early, memberAmount, tiers = [] } = pricing
  const write = (minor: number) => formatMoney({ amount: minor, currency: pricing.currency })
  const parts =
    tiers.length > 0
      ? tiers.map(
          (tier) => `${tier.name} ${write(tier.amount)}${tier.memberAmount === null ? '' : ` (members ${write(tier.memberAmount)})`}`,
        )
      : [write(amount), early && `early ${write(early.amount)}`, memberAmount !== null && `members ${write(memberAmount)}`]
  return parts.filter(Boolean).join(', ')
}

/** What the removal of a slot means for one person who was in it. */
export function describeSlotMove(move: v.InferOutput<typeof MovedSlot>, state: JoinerState): string {
  const { fromName, toName, isToWaitlist } = move
  const start = fromName === null ? 'The game has slots now.' : `Your slot ${fromName} was removed.`
  if (toName === null) return `${start} ${state === 'waiting' ? 'You are still on the waitlist.' : 'Nothing else changes for you.'}`
  if (state === 'waiting') return `${start} You are on the waitlist for ${toName} now.`
  if (state === 'asked') return `${start} Your request is for ${toName} now.`
  return isToWaitlist ? `${start} You lost your seat and are on the waitlist for ${toName} now.` : `${start} You are in ${toName} now.`
}
