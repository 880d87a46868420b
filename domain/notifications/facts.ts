import * as v from 'valibot'
import { endorsementKinds } from '../endorsements/contract.ts'
import { decisions, joinOutcomes, reminderKinds } from '../events/states.ts'
import { ChangeFact } from '../events/told-changes.ts'
import { feedFailures } from '../external-teams/failures.ts'
import { submissionNews } from '../forms/submission-news.ts'
import { Id } from '../ids.ts'
import { currencies } from '../money.ts'
import { Instant } from '../numbers.ts'
import { balanceNews } from '../orders/balance-news.ts'
import { refundWaits } from '../orders/contract.ts'
import { creditNews } from '../orders/credit-notice.ts'
import { disputeNews } from '../orders/money-news.ts'
import { refundedKinds } from '../orders/refund-waits.ts'
import { payoutNews } from '../payments/payout-news.ts'
import { platformIds } from '../platforms.ts'

/**
 * What a notification is about: one line per kind, with ids only. The renderer of the kind (`worker/notifications/renderers.ts`)
 * writes the text at delivery, so that it is never out of date.
 */
export const NoticeFact = v.variant('kind', [
  v.object({ kind: v.literal('followed'), actorId: Id, personId: Id }),
  v.object({ kind: v.literal('connection-requested'), actorId: Id, personId: Id }),
  v.object({ kind: v.literal('connected'), actorId: Id, personId: Id }),
  v.object({ kind: v.literal('newcomer'), personId: Id }),
  v.object({ kind: v.literal('endorsed'), actorId: Id, personId: Id, endorsement: v.picklist(endorsementKinds) }),
  ChangeFact,
  v.object({ kind: v.literal('event-cancelled'), eventId: Id, version: v.number() }),
  v.object({ kind: v.literal('event-update'), eventId: Id, updateId: Id }),
  /** One fact for many games. `startsAt` is the start the reminder is for. */
  v.object({
    kind: v.literal('event-reminder'),
    what: v.picklist(reminderKinds),
    events: v.array(v.object({ eventId: Id, startsAt: v.number() })),
  }),
  /** A game and the later dates of its series, which alerts may match from now on. */
  v.object({ kind: v.literal('event-nearby'), eventId: Id, version: v.number() }),
  /** The first of the dates of a series that were published now. `dates`: how many these are. */
  v.object({ kind: v.literal('series-dates-added'), eventId: Id, dates: v.number() }),
  /** A date of a series was full, and is no longer. */
  v.object({ kind: v.literal('series-seat-free'), eventId: Id, at: Instant }),
  v.object({ kind: v.literal('place-call'), pingId: Id }),
  v.object({ kind: v.literal('place-proposal'), placeId: Id, proposalId: Id }),
  /** `moreDates`: in how many later dates of the series they did the same. */
  v.object({ kind: v.literal('event-joined'), joinerId: Id, as: v.picklist(joinOutcomes), moreDates: v.optional(v.number()) }),
  /** A player asks for the same game a week later. */
  v.object({ kind: v.literal('rematch-asked'), eventId: Id, actorId: Id }),
  v.object({ kind: v.literal('seat-transfer-offered'), transferId: Id }),
  /** `actorId` had the seat before; the entry now belongs to the person who accepted it. */
  v.object({ kind: v.literal('seat-transferred'), actorId: Id, joinerId: Id }),
  /** An offer that was declined or not answered. `personId` is the player who still has the seat. */
  v.object({ kind: v.literal('seat-transfer-over'), transferId: Id, eventId: Id, personId: Id }),
  v.object({ kind: v.literal('seat-offered'), joinerId: Id }),
  /** A player holds a seat for this friend. */
  v.object({ kind: v.literal('seat-held'), joinerId: Id }),
  v.object({ kind: v.literal('seat-offer-expired'), joinerId: Id }),
  v.object({ kind: v.literal('joiner-decided'), joinerId: Id, decision: v.picklist(decisions) }),
  // The recipients are all people whom the actor invited at that moment.
  v.object({ kind: v.literal('event-invited'), eventId: Id, actorId: Id, at: Instant }),
  // Games of a season. The recipients are all people whom the actor gave a seat in the first game at that moment.
  v.object({ kind: v.literal('season-seats-given'), eventId: Id, actorId: Id, at: Instant }),
  v.object({ kind: v.literal('hand-over-offered'), handOverId: Id }),
  v.object({ kind: v.literal('hand-over-accepted'), handOverId: Id, teamId: Id, actorId: Id, personId: Id }),
  v.object({ kind: v.literal('team-announced'), announcementId: Id }),
  /** `acceptedBy` is the organizer who accepted the request of the person, and so knows it. */
  v.object({ kind: v.literal('team-joined'), teamId: Id, actorId: Id, at: Instant, acceptedBy: v.optional(Id) }),
  v.object({ kind: v.literal('team-join-asked'), teamId: Id, actorId: Id, at: Instant }),
  v.object({ kind: v.literal('team-request-accepted'), teamId: Id, personId: Id, at: Instant }),
  // The recipients are all people whom the actor invited at that moment.
  v.object({ kind: v.literal('team-invited'), teamId: Id, actorId: Id, at: Instant }),
  /** An offer that was declined or not answered. `personId` is the owner. */
  v.object({ kind: v.literal('hand-over-ended'), handOverId: Id, teamId: Id, personId: Id }),
  /** `changeId` is the row of the trail, which says who and which team. */
  v.object({ kind: v.literal('team-role-changed'), changeId: Id }),
  v.object({ kind: v.literal('team-member-removed'), changeId: Id }),
  // For a series there is one fact, about its first date. `at` is when the person was asked.
  v.object({ kind: v.literal('co-host-asked'), eventId: Id, actorId: Id, personId: Id, at: Instant }),
  v.object({ kind: v.literal('co-host-accepted'), eventId: Id, actorId: Id, personId: Id }),
  /** An invitation that was declined or not answered. `personId` is the host who sent it. */
  v.object({ kind: v.literal('co-host-invite-over'), eventId: Id, personId: Id, at: Instant }),
  /** A change of the result of a match that its captains should look at. */
  v.object({ kind: v.literal('result-changed'), eventId: Id, changeId: Id }),
  /** One side agreed: the other side is asked, or both have agreed now. */
  v.object({ kind: v.literal('organization-agreed'), organizationId: Id, teamId: Id, actorId: Id, at: Instant }),
  // The recipients are all people who were asked for this game at that moment, by hand if there is an actor.
  v.object({ kind: v.literal('substitute-asked'), eventId: Id, actorId: v.nullable(Id), at: Instant }),
  /** `failedSince` is the first failure after the last success. */
  v.object({ kind: v.literal('external-team-failing'), externalTeamId: Id, failure: v.picklist(feedFailures), failedSince: Instant }),
  v.object({ kind: v.literal('external-team-stopped'), externalTeamId: Id, failedSince: Instant }),
  v.object({ kind: v.literal('seat-unpaid'), joinerId: Id }),
  v.object({ kind: v.literal('balance-unpaid'), orderId: v.string(), news: v.picklist(balanceNews) }),
  v.object({ kind: v.literal('order-refunded'), refundId: v.string() }),
  /** The bank of the person did not take it. */
  v.object({ kind: v.literal('refund-failed'), of: v.optional(v.picklist(refundedKinds), 'game'), refundId: v.string() }),
  /** It cannot go back now, or waits. */
  v.object({ kind: v.literal('refund-waits'), of: v.picklist(refundedKinds), refundId: v.string(), why: v.picklist(refundWaits) }),
  v.object({ kind: v.literal('credit-given'), creditId: v.string() }),
  /** A bank has the payment that it was given for, or has decided. */
  v.object({ kind: v.literal('credit-disputed'), disputeId: v.string(), news: v.picklist(creditNews) }),
  v.object({ kind: v.literal('dues-asked'), dueId: Id }),
  /** The recipients are those who owe it when it is delivered. */
  v.object({ kind: v.literal('dues-reminder'), dueId: Id, at: Instant }),
  v.object({ kind: v.literal('due-refunded'), refundId: v.string() }),
  // The recipients are all who run the forms of the community.
  v.object({
    kind: v.literal('form-sent'),
    submissionId: Id,
    /** The sender gets an email too, with the secret of their link if they have no account. It opens nothing once their data is erased. */
    mail: v.optional(v.object({ key: v.nullable(v.string()) })),
  }),
  /** `at` is when what was accepted was changed. */
  v.object({ kind: v.literal('form-changed'), submissionId: Id, at: Instant }),
  v.object({ kind: v.literal('form-withdrawn'), submissionId: Id }),
  v.object({ kind: v.literal('form-filled'), submissionId: Id }),
  /** `at` is when it was decided. */
  v.object({ kind: v.literal('submission-decided'), submissionId: Id, news: v.picklist(submissionNews), reason: v.string(), at: Instant }),
  /** `part` is its number. It is sent again on the day after it was due. */
  v.object({ kind: v.literal('form-part-due'), submissionId: Id, part: v.number(), at: Instant }),
  /** An organizer asks for what is open. `at` is when. */
  v.object({ kind: v.literal('form-reminder'), submissionId: Id, at: Instant }),
  v.object({ kind: v.literal('form-message'), submissionId: Id, text: v.string(), at: Instant }),
  v.object({ kind: v.literal('form-refunded'), refundId: v.string() }),
  /** The recipient is who has asked for it. */
  v.object({ kind: v.literal('form-exported'), exportId: Id }),
  v.object({ kind: v.literal('payment-disputed'), disputeId: v.string(), news: v.picklist(disputeNews) }),
  /** `at` is the deadline, or when it happened. */
  v.object({
    kind: v.literal('payout-account'),
    news: v.picklist(payoutNews),
    ...{ personId: Id, stripeId: Id, at: Instant },
    payout: v.optional(v.object({ id: Id, amount: v.number(), currency: v.picklist(currencies) })),
  }),
])
export type NoticeFact = v.InferOutput<typeof NoticeFact>
export type NoticeKind = NoticeFact['kind']

/** A fact in the queue. */
export const NoticeJob = v.object({
  fact: NoticeFact,
  /** The platform on which it happened. Its emails carry the name of this platform. */
  platform: v.nullish(v.picklist(platformIds)),
  /** Where the previous job stopped, if there were more recipients than one job can notify. */
  after: v.optional(v.string()),
})
export type NoticeJob = v.InferOutput<typeof NoticeJob>
