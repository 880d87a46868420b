import * as v from 'valibot'
import { endorsementKinds } from '../endorsements/contract.ts'
import { decisions, joinedAs, reminderKinds } from '../events/states.ts'
import { Id } from '../ids.ts'
import { Instant } from '../numbers.ts'
import { platformIds } from '../platforms.ts'

/**
 * What people may be told of: a kind and ids, a line each. What it says is worked out when it is delivered, by the renderer of its
 * kind (`worker/notifications/renderers.ts`).
 */
export const NoticeFact = v.variant('kind', [
  v.object({ kind: v.literal('followed'), actorId: Id, personId: Id }),
  v.object({ kind: v.literal('connection-requested'), actorId: Id, personId: Id }),
  v.object({ kind: v.literal('connected'), actorId: Id, personId: Id }),
  v.object({ kind: v.literal('endorsed'), actorId: Id, personId: Id, endorsement: v.picklist(endorsementKinds) }),
  v.object({ kind: v.literal('event-changed'), eventId: Id, version: v.number() }),
  v.object({ kind: v.literal('event-cancelled'), eventId: Id, version: v.number() }),
  v.object({ kind: v.literal('event-update'), eventId: Id, updateId: Id }),
  /** One fact for many games. `startsAt` is the start the reminder is for. */
  v.object({
    kind: v.literal('event-reminder'),
    what: v.picklist(reminderKinds),
    events: v.array(v.object({ eventId: Id, startsAt: v.number() })),
  }),
  /** A game, with the later dates of its series, that saved searches may find from now on. */
  v.object({ kind: v.literal('event-nearby'), eventId: Id, version: v.number() }),
  v.object({ kind: v.literal('place-call'), pingId: Id }),
  v.object({ kind: v.literal('event-joined'), joinerId: Id, as: v.picklist(joinedAs) }),
  v.object({ kind: v.literal('seat-transferred'), actorId: Id, joinerId: Id }),
  v.object({ kind: v.literal('seat-offered'), joinerId: Id }),
  v.object({ kind: v.literal('seat-offer-expired'), joinerId: Id }),
  v.object({ kind: v.literal('joiner-decided'), joinerId: Id, decision: v.picklist(decisions) }),
  // To whom it goes: everyone that person invited at that moment.
  v.object({ kind: v.literal('event-invited'), eventId: Id, actorId: Id, at: Instant }),
  v.object({ kind: v.literal('co-host-added'), eventId: Id, actorId: Id, personId: Id }),
])
export type NoticeFact = v.InferOutput<typeof NoticeFact>
export type NoticeKind = NoticeFact['kind']

/** A fact on its way to the people it concerns. */
export const NoticeJob = v.object({
  fact: NoticeFact,
  /** Whose name its mails carry: the platform it happened on. */
  platform: v.nullish(v.picklist(platformIds)),
  /** Where this job goes on, when a job before it has told as many people as one can. */
  after: v.optional(v.string()),
})
export type NoticeJob = v.InferOutput<typeof NoticeJob>
