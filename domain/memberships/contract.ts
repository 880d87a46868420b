import * as v from 'valibot'
import { Amount, withAmount } from '../amounts.ts'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { currencies } from '../money.ts'
import { Dispute } from '../orders/disputes.ts'
import { claims } from '../payments/claims.ts'
import { subscriptionStatuses } from '../payments/subscription-states.ts'
import { Face } from '../profiles/contract.ts'
import { plainText, properName } from '../texts.ts'

/** What a membership gives. The names are those of the specification. */
export const membershipTypes = ['DROPIN_PICKUP', 'TOURNAMENTS'] as const
export type MembershipType = (typeof membershipTypes)[number]

export const membershipPeriods = ['month', 'year'] as const

/**
 * 'open': the person may be paying on the page at Stripe. 'ended': nobody paid there, and nobody can pay any more. The others are the
 * states of a subscription at Stripe.
 */
export const membershipStates = ['open', 'ended', ...subscriptionStatuses] as const

/** In these states, the person has nothing and can start anew. */
export const endedStates = ['ended', 'canceled', 'incomplete_expired'] as const satisfies readonly (typeof membershipStates)[number][]

/** Why we end a membership at Stripe before its time. */
export const endReasons = [
  /** The community was deleted. */
  'community',
  /** The host has unlinked the account on which they were paid. */
  'host',
  /** The person has deleted their account. */
  'person',
  /** Nobody has paid in time. */
  'unpaid',
] as const
export type EndReason = (typeof endReasons)[number]

/** How many memberships a community can sell at a time. */
export const maxMembershipsOnSale = 10
/** How many of those that are no longer sold are shown. */
export const maxEndedMemberships = 50
export const membershipPageSize = 20

const maxNameLength = 60
const maxDescriptionLength = 300

const price = { amount: Amount, currency: v.picklist(currencies, 'Choose a currency.'), every: v.picklist(membershipPeriods) }

export const membershipTexts = {
  name: properName('A name', 2, maxNameLength),
  description: v.optional(plainText('A description', maxDescriptionLength), ''),
}

/** What a community sells. The currency must be that of the account on which its owner is paid. */
export const OfferMembership = withAmount(
  v.object({ type: v.picklist(membershipTypes), ...membershipTexts, ...price, idempotencyKey: v.optional(IdempotencyKey) }),
)
export type OfferMembership = v.InferOutput<typeof OfferMembership>

/** What it gives, and how often it is paid, stay as they are. Whoever has it keeps the old price. */
export const ChangeMembership = withAmount(v.object({ ...membershipTexts, amount: Amount, currency: price.currency }))
export type ChangeMembership = v.InferOutput<typeof ChangeMembership>

export const MembershipPath = v.object({ id: Id, membershipId: Id })
export const MembershipPaymentPath = v.object({ id: Id, paymentId: Id })

const Membership = v.object({
  id: v.string(),
  type: v.picklist(membershipTypes),
  name: v.string(),
  description: v.string(),
  ...price,
})
const Team = v.object({ id: v.string(), name: v.string() })

/** A membership that somebody can buy. */
const OfferedMembership = v.object({
  ...Membership.entries,
  /** The viewer has one of this community that gives the same. */
  isMine: v.boolean(),
})
export type OfferedMembership = v.InferOutput<typeof OfferedMembership>

export const MembershipSearch = v.object({ host: Id })
/** What the communities of a host sell. */
export const HostMemberships = v.object({
  host: Face,
  communities: v.array(v.object({ ...Team.entries, photo: v.nullable(v.string()), memberships: v.array(OfferedMembership) })),
})
export type HostMemberships = v.InferOutput<typeof HostMemberships>

/** The price that the person has seen. If it is no longer the price, nothing is paid. */
export const JoinMembership = v.object({ amount: Amount, currency: price.currency, ...claims })
export type JoinMembership = v.InferOutput<typeof JoinMembership>

/** A membership that the viewer pays for, or has paid for. */
export const MyMembership = v.object({
  /** The id of what was bought, not of what is sold. */
  id: v.string(),
  membership: Membership,
  team: Team,
  status: v.picklist(subscriptionStatuses),
  periodEnd: v.number(),
  endsAtPeriodEnd: v.boolean(),
  /** Until when a failed payment can be made good; null if none failed. */
  graceEndsAt: v.nullable(v.number()),
  /** Whether the viewer has now what it promises. */
  isEntitled: v.boolean(),
  endedAt: v.nullable(v.number()),
})
export type MyMembership = v.InferOutput<typeof MyMembership>
export const MyMembershipSearch = v.object({ cursor: Cursor })
export const MyMembershipPage = v.object({ memberships: v.array(MyMembership), next: v.nullable(v.string()) })
export type MyMembershipPage = v.InferOutput<typeof MyMembershipPage>

/** Why a community cannot sell memberships now. */
const saleObstacles = ['plan', 'account'] as const

/** For those who manage the money of a community. */
const SoldMembership = v.object({
  ...Membership.entries,
  createdAt: v.number(),
  /** When it was taken off sale; null while it is sold. */
  endedAt: v.nullable(v.number()),
  /** How many people pay for it. */
  holders: v.number(),
})
export type SoldMembership = v.InferOutput<typeof SoldMembership>
export const TeamMemberships = v.object({
  /** The owner, on whose page they are sold. */
  hostId: v.string(),
  obstacle: v.nullable(v.picklist(saleObstacles)),
  /** The currency of the account on which the owner is paid; null without one. */
  currency: v.nullable(price.currency),
  /** What we keep of each payment. */
  feeBasisPoints: v.number(),
  memberships: v.array(SoldMembership),
})
export type TeamMemberships = v.InferOutput<typeof TeamMemberships>

/** A payment of which a bank did not take what went back: the person still waits for it. */
const RefusedPayment = v.object({ paymentId: v.string(), amount: v.number(), currency: price.currency })

const MembershipHolder = v.object({
  id: v.string(),
  /** Null for people with a block between them and the viewer. */
  person: v.nullable(Face),
  name: v.string(),
  ...price,
  status: v.picklist(subscriptionStatuses),
  since: v.number(),
  periodEnd: v.number(),
  endsAtPeriodEnd: v.boolean(),
  /** The last dispute about one of its payments. */
  dispute: v.nullable(Dispute),
  refused: v.array(RefusedPayment),
})
export type MembershipHolder = v.InferOutput<typeof MembershipHolder>
export const MembershipHolderPage = v.object({ holders: v.array(MembershipHolder), next: v.nullable(v.string()) })
export type MembershipHolderPage = v.InferOutput<typeof MembershipHolderPage>

/** How many of them one answer has, the oldest first. */
export const maxRefusedListed = 50
/** What the viewer owes members of communities that were deleted. */
export const RefusedMemberships = v.object({
  refused: v.array(
    v.object({
      ...RefusedPayment.entries,
      team: Team,
      /** How the membership is called. */
      name: v.string(),
      /** Null for people with a block between them and the viewer. */
      person: v.nullable(Face),
    }),
  ),
})
export type RefusedMemberships = v.InferOutput<typeof RefusedMemberships>
