import * as v from 'valibot'
import { Id, IdempotencyKey } from '../ids.ts'
import { Instant, wholeNumber } from '../numbers.ts'
import { Face } from '../profiles/contract.ts'
import { plainText, properName } from '../texts.ts'
import { EventDetail, Joiner, MyPart } from './contract.ts'
import { guestsMostEver } from './form-contract.ts'
import { joinerStates } from './states.ts'

export const JoinerPath = v.object({ id: Id, joinerId: Id })

/** A row of the hosts' list: who it is, and all of their part, with the names of their guests. It is all that is needed at the gate. */
export const ManagedJoiner = v.object({
  ...Joiner.entries,
  ...MyPart.entries,
  state: v.picklist(joinerStates),
  joinedAt: v.number(),
  arrived: v.number(),
  isNoShow: v.boolean(),
  /** They gave up their seat after the time to leave by. */
  leftLate: v.boolean(),
})
export type ManagedJoiner = v.InferOutput<typeof ManagedJoiner>

/** A word of the hosts to all who come. */
export const EventUpdate = v.object({ id: v.string(), text: v.string(), author: v.nullable(Face), createdAt: v.number() })
export type EventUpdate = v.InferOutput<typeof EventUpdate>
export const EventUpdates = v.object({ updates: v.array(EventUpdate) })

export const ManagedEvent = v.object({
  event: EventDetail,
  joiners: v.array(ManagedJoiner),
  updates: v.array(EventUpdate),
})
export type ManagedEvent = v.InferOutput<typeof ManagedEvent>

/** What a host does with one entry. To seat someone is the host's own word: it may pass others by, never the capacity. */
export const hostActions = ['approve', 'refuse', 'remove', 'seat'] as const
export type HostAction = (typeof hostActions)[number]
export const ActOnJoiner = v.object({ action: v.picklist(hostActions) })
export const MoveJoiner = v.object({ slotId: v.nullable(v.string()) })

/** Someone without an account whom a host writes down. */
export const AddUnregistered = v.object({
  name: properName('A name', 1, 60),
  slotId: v.optional(v.nullable(v.string()), null),
  idempotencyKey: IdempotencyKey,
})
export type AddUnregistered = v.InferOutput<typeof AddUnregistered>

/** What was seen at the gate, also hours ago and without a network. Sent again it changes nothing; the latest word on an entry counts. */
export const CheckIns = v.object({
  checkIns: v.pipe(
    v.array(
      v.object({
        joinerId: Id,
        arrived: wholeNumber('Enter how many people came.', 0, 1 + guestsMostEver),
        at: Instant,
        isNoShow: v.optional(v.boolean(), false),
      }),
    ),
    v.minLength(1),
    v.maxLength(500),
  ),
})
export type CheckIns = v.InferOutput<typeof CheckIns>
export const CheckInsAnswer = v.object({ unknown: v.array(v.string()) })

export const PostUpdate = v.object({
  text: v.pipe(plainText('A message', 1000), v.minLength(1, 'Write a message first.')),
  idempotencyKey: IdempotencyKey,
})
export type PostUpdate = v.InferOutput<typeof PostUpdate>
