import * as v from 'valibot'
import { Id, IdempotencyKey } from '../ids.ts'
import { Instant, wholeNumber } from '../numbers.ts'
import { Face } from '../profiles/contract.ts'
import { plainText, properName } from '../texts.ts'
import { EventDetail, Joiner, MyJoiner } from './contract.ts'
import { maxGuestsPerPlayer } from './form-contract.ts'
import { joinerStates } from './states.ts'

export const JoinerPath = v.object({ id: Id, joinerId: Id })

/** An entry on the hosts' list: the player, their seats and the names of their guests. It has everything that check-in needs. */
export const ManagedJoiner = v.object({
  ...Joiner.entries,
  ...MyJoiner.entries,
  state: v.picklist(joinerStates),
  joinedAt: v.number(),
  /** How many people of this entry are checked in. */
  arrived: v.number(),
  isNoShow: v.boolean(),
  /** They gave up their seat after the deadline for leaving. */
  leftLate: v.boolean(),
  /** They have not filled the form of the game, or what they signed has expired. Never for who has no account. */
  owesForm: v.boolean(),
  /** The people without an account who have not: their names, and which guest of this entry they are, from 1. 0 has the entry itself. */
  guestsOwing: v.array(v.object({ name: v.string(), number: v.number() })),
})
export type ManagedJoiner = v.InferOutput<typeof ManagedJoiner>

/** A message from the hosts to everyone in the game. */
export const EventUpdate = v.object({ id: v.string(), text: v.string(), author: v.nullable(Face), createdAt: v.number() })
export type EventUpdate = v.InferOutput<typeof EventUpdate>
export const EventUpdates = v.object({ updates: v.array(EventUpdate) })

export const ManagedEvent = v.object({
  event: EventDetail,
  joiners: v.array(ManagedJoiner),
  updates: v.array(EventUpdate),
  /** How many people are invited and have not answered. */
  unansweredInvites: v.number(),
  /** The game costs money, or did, and the viewer manages that money. */
  seesPayments: v.boolean(),
})
export type ManagedEvent = v.InferOutput<typeof ManagedEvent>

/** What a host can do with one entry. 'seat' gives a seat even if others wait longer, but never more seats than there are. */
export const hostActions = ['approve', 'refuse', 'remove', 'seat'] as const
export type HostAction = (typeof hostActions)[number]
export const ActOnJoiner = v.object({ action: v.picklist(hostActions) })
export const MoveJoiner = v.object({ slotId: v.nullable(v.string()) })

/** A guest without an account that a host adds to the list. */
export const AddUnregistered = v.object({
  name: properName('A name', 1, 60),
  slotId: v.optional(v.nullable(v.string()), null),
  idempotencyKey: IdempotencyKey,
})
export type AddUnregistered = v.InferOutput<typeof AddUnregistered>

/**
 * Check-ins, which may be hours old if the device had no network. For each entry the latest check-in counts, so sending the same
 * ones again changes nothing.
 */
export const CheckIns = v.object({
  checkIns: v.pipe(
    v.array(
      v.object({
        joinerId: Id,
        arrived: wholeNumber('Enter how many people have arrived.', 0, 1 + maxGuestsPerPlayer),
        at: Instant,
        isNoShow: v.optional(v.boolean(), false),
        /** The host confirmed that they check in before the check-in opens. */
        isEarly: v.optional(v.boolean(), false),
      }),
    ),
    v.minLength(1),
    v.maxLength(500),
  ),
})
export type CheckIns = v.InferOutput<typeof CheckIns>
/**
 * The ids of entries that are not on the list, and of those that came too early: nobody is a no-show before the start, or checked in
 * before the check-in opens unless the host confirmed it.
 */
export const CheckInsAnswer = v.object({ unknown: v.array(v.string()), tooEarly: v.array(v.string()) })
export type CheckInsAnswer = v.InferOutput<typeof CheckInsAnswer>

export const PostUpdate = v.object({
  text: v.pipe(plainText('A message', 1000), v.minLength(1, 'Write a message first.')),
  idempotencyKey: IdempotencyKey,
})
export type PostUpdate = v.InferOutput<typeof PostUpdate>
