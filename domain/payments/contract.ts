import * as v from 'valibot'
import { LastWords } from '../forms/last-words.ts'
import { Cursor, Id } from '../ids.ts'
import { membershipTypes } from '../memberships/contract.ts'
import { currencies } from '../money.ts'
import { Instant } from '../numbers.ts'
import { orderParts } from '../orders/contract.ts'
import { platformIds } from '../platforms.ts'
import { claims, stripeEnvironments } from './claims.ts'
import { countryCodes, defaultCountry } from './countries.ts'
import { planListNames } from './plans.ts'
import { subscriptionStatuses } from './subscription-states.ts'

const Money = v.object({ amount: v.number(), currency: v.picklist(currencies) })

/** What somebody buys. `CHANGE_TEAM_SUBSCRIPTION` changes the plan that a team has. */
export const itemTypes = ['TEAMS', 'USER', 'TOURNAMENTS', 'DROPIN_PICKUP', 'CHANGE_TEAM_SUBSCRIPTION'] as const

/** Whose plan it is. */
export const planOwnerKinds = ['team', 'user'] as const
export type PlanOwnerKind = (typeof planOwnerKinds)[number]

/** A plan as it is listed. `cost` is in minor units. */
export const PlanRow = v.object({
  uid: v.string(),
  item: v.string(),
  label: v.string(),
  /** Null means free. */
  priceId: v.nullable(v.string()),
  cost: v.number(),
  currency: v.picklist(currencies),
  every: v.picklist(['month', 'year']),
  /** How many members a team can have; null in plans of people. */
  maxMembers: v.nullable(v.number()),
  features: v.array(v.string()),
})
export type PlanRow = v.InferOutput<typeof PlanRow>
export const PlanListSearch = v.object({ list: v.picklist(planListNames) })
export const PlanListAnswer = v.object({ plans: v.array(PlanRow) })
export type PlanListAnswer = v.InferOutput<typeof PlanListAnswer>

/** The subscription of a plan. */
export const PlanSubscription = v.object({
  id: v.string(),
  ownerKind: v.picklist(planOwnerKinds),
  ownerId: v.string(),
  platform: v.picklist(platformIds),
  status: v.picklist(subscriptionStatuses),
  planUid: v.nullable(v.string()),
  periodStart: v.number(),
  periodEnd: v.number(),
  endsAtPeriodEnd: v.boolean(),
  trialEndsAt: v.nullable(v.number()),
  /** Until when a failed payment can be made good; null if none failed. */
  graceEndsAt: v.nullable(v.number()),
  /** Whether the viewer is the one who pays. */
  isPayer: v.boolean(),
  /** As the specification names it. */
  items: v.array(v.object({ plan: v.object({ product: v.string() }), product: v.object({ name: v.string() }) })),
})
export type PlanSubscription = v.InferOutput<typeof PlanSubscription>

/** A team whose plan the viewer may manage, with what it has. */
const TeamWithPlan = v.object({
  id: v.string(),
  name: v.string(),
  photo: v.nullable(v.string()),
  plan: v.string(),
  members: v.number(),
  maxMembers: v.number(),
  subscription: v.nullable(PlanSubscription),
  /** How many days the first paid plan can be tried; 0 once it was. */
  trialDays: v.number(),
})
export type TeamWithPlan = v.InferOutput<typeof TeamWithPlan>

/** The payout account of a host. */
export const PayoutAccount = v.object({
  stripeId: v.string(),
  stripeChargesEnabled: v.boolean(),
  stripeDetailsSubmitted: v.boolean(),
  /** Whether Stripe sends the money to the bank of the host. */
  stripePayoutsEnabled: v.boolean(),
  country: v.string(),
  currency: v.string(),
  requirements: v.object({ currently_due: v.array(v.string()) }),
  /** When Stripe restricts the account unless the requirements are met. */
  deadline: v.nullable(v.number()),
})
export type PayoutAccount = v.InferOutput<typeof PayoutAccount>

/** Everything the Payments page shows at first. */
export const PaymentsOverview = v.object({
  /** Null if payments are not set up on this site. */
  publishableKey: v.nullable(v.string()),
  environment: v.picklist(stripeEnvironments),
  account: v.nullable(PayoutAccount),
  teams: v.array(TeamWithPlan),
  /** Communities for which the viewer still pays, although they no longer manage the money. */
  paidFor: v.array(v.object({ id: v.string(), name: v.string(), subscription: PlanSubscription })),
  memberPlus: v.nullable(PlanSubscription),
  userSubscription: v.string(),
})
export type PaymentsOverview = v.InferOutput<typeof PaymentsOverview>

/** What the client names is a plan and whose it is. All the rest is ours, and is refused if it differs. */
const SubscriptionItem = v.object({
  /** The uid of a plan. */
  id: Id,
  /** The team, for plans of teams. */
  teamId: v.optional(v.nullable(Id), null),
  name: v.optional(v.pipe(v.string(), v.maxLength(100))),
  quantity: v.optional(v.literal(1), 1),
  type: v.picklist(itemTypes),
  ...claims,
  /** The moment of the preview, so that a change costs what the preview said. */
  prorationDate: v.optional(Instant),
})
export type SubscriptionItem = v.InferOutput<typeof SubscriptionItem>
export const CreateSubscription = v.object({
  items: v.pipe(v.array(SubscriptionItem), v.length(1, 'Choose one plan.')),
  ...claims,
})
export type CreateSubscription = v.InferOutput<typeof CreateSubscription>
/** Where the person pays, or null if nothing has to be paid there. */
export const CreateSubscriptionAnswer = v.object({ url: v.nullable(v.string()) })
export type CreateSubscriptionAnswer = v.InferOutput<typeof CreateSubscriptionAnswer>

export const PreviewChange = v.object({ id: Id, teamId: Id, ...claims })
export type PreviewChange = v.InferOutput<typeof PreviewChange>
/** What a change of plan costs now, to the cent, and what each period costs after. */
export const ChangePreview = v.object({
  /** Negative if something is given back as credit. */
  dueNow: Money,
  lines: v.array(v.object({ text: v.string(), amount: v.number() })),
  afterwards: v.object({ ...Money.entries, every: v.picklist(['month', 'year']) }),
  renewsAt: v.number(),
  /** Send it with the change. */
  prorationDate: v.number(),
})
export type ChangePreview = v.InferOutput<typeof ChangePreview>

export const PlanOwner = v.object({
  type: v.picklist(planOwnerKinds),
  /** The id of the team or of the person. */
  id: Id,
  ...claims,
})
export type PlanOwner = v.InferOutput<typeof PlanOwner>

export const LinkAccount = v.object({
  type: v.picklist(['NEW', 'LINK']),
  country: v.optional(v.picklist(countryCodes), defaultCountry),
  ...claims,
})
export type LinkAccount = v.InferOutput<typeof LinkAccount>
export const RedirectAnswer = v.object({ url: v.string() })
export type RedirectAnswer = v.InferOutput<typeof RedirectAnswer>

/** What Stripe's page adds to the address when the person comes back. */
export const LinkCode = v.object({
  code: v.pipe(v.string(), v.minLength(1, 'Use the code from Stripe.'), v.maxLength(200)),
  state: v.optional(v.pipe(v.string(), v.maxLength(500))),
  ...claims,
})
export type LinkCode = v.InferOutput<typeof LinkCode>
export const PayoutAccountPath = v.object({ id: Id })
export const UnlinkAccount = v.object({
  /** Unlinks it although people pay through it. */
  force: v.optional(v.picklist(['true', 'false']), 'false'),
})
export const LinkedAccount = v.object({ stripeId: v.string(), stripeChargesEnabled: v.boolean(), stripeDetailsSubmitted: v.boolean() })

/** What a bank does with a payment that is disputed: it has it until it decides, or has given it back for good. */
export const paymentDisputeStates = ['open', 'lost'] as const
/** The states of an invoice, as Stripe names them. */
export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
export const Invoice = v.object({
  id: v.string(),
  /** The community that it is for; null for a plan of the person. */
  team: v.nullable(v.object({ id: v.string(), name: v.string() })),
  number: v.nullable(v.string()),
  text: v.string(),
  status: v.picklist(invoiceStatuses),
  ...Money.entries,
  /** What went back of it. */
  refunded: v.number(),
  dispute: v.nullable(v.picklist(paymentDisputeStates)),
  pageUrl: v.nullable(v.string()),
  pdfUrl: v.nullable(v.string()),
  createdAt: v.number(),
  paidAt: v.nullable(v.number()),
})
export type Invoice = v.InferOutput<typeof Invoice>
export const InvoicePage = v.object({ invoices: v.array(Invoice), next: v.nullable(v.string()) })
export type InvoicePage = v.InferOutput<typeof InvoicePage>
export const invoicePageSize = 20
export const InvoiceSearch = v.object({ cursor: Cursor })

/** What Stripe adds to the address when the person comes back from a page on which they paid. */
export const PaymentReturn = v.union([
  v.object({ sessionId: v.pipe(v.string(), v.regex(/^cs_[\w]{1,200}$/, 'This is not the id of a payment.')), ...claims }),
  v.object({
    paymentIntent: v.pipe(v.string(), v.regex(/^pi_[\w]{1,200}$/, 'This is not the id of a payment.')),
    clientSecret: v.pipe(v.string(), v.maxLength(300)),
    ...claims,
  }),
])
export type PaymentReturn = v.InferOutput<typeof PaymentReturn>
const PaidGame = v.object({ id: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string() })
/**
 * What became of a card that somebody has added for a plan. 'paid': it has paid what was due. 'declined': it is used from now on, and could
 * not pay that. 'unused': the person may no longer add one, or there is a newer one.
 */
export const cardOutcomes = ['saved', 'paid', 'declined', 'unused'] as const
export type CardOutcome = (typeof cardOutcomes)[number]

export const PaymentResult = v.object({
  /** `open` if Stripe still waits for the money. */
  state: v.picklist(['paid', 'open', 'failed']),
  /** What was bought; null if it is not of this product. */
  bought: v.nullable(
    v.variant('kind', [
      v.object({
        kind: v.literal('plan'),
        plan: v.string(),
        team: v.nullable(v.object({ id: v.string(), name: v.string() })),
        /** There was a plan already, so this one has ended, and the money comes back. */
        goesBack: v.boolean(),
      }),
      v.object({
        kind: v.literal('card'),
        /** What is paid with it from now on. */
        plan: v.string(),
        outcome: v.picklist(cardOutcomes),
      }),
      v.object({
        kind: v.literal('membership'),
        name: v.string(),
        type: v.picklist(membershipTypes),
        team: v.object({ id: v.string(), name: v.string() }),
        /** The community is deleted, or its host is no longer paid, so it ends at once, and the money comes back. */
        goesBack: v.boolean(),
      }),
      v.object({
        kind: v.literal('dues'),
        title: v.string(),
        team: v.object({ id: v.string(), name: v.string() }),
        /** It was settled by other means, so the money comes back. */
        goesBack: v.boolean(),
      }),
      v.object({
        kind: v.literal('form'),
        title: v.string(),
        formId: v.string(),
        submissionId: v.string(),
        team: v.object({ id: v.string(), name: v.string() }),
        /** It pays what gives the place, not a later part. */
        givesPlace: v.boolean(),
        /** There was no place any longer, so the money comes back. */
        goesBack: v.boolean(),
        /** Null unless it has given the place. */
        lastWords: v.nullable(LastWords),
      }),
      v.object({
        kind: v.literal('seat'),
        event: PaidGame,
        seats: v.number(),
        part: v.nullable(v.picklist(orderParts)),
        /** The seats are lost, so the money comes back as far as the rules of the game say. */
        goesBack: v.boolean(),
      }),
    ]),
  ),
  paid: v.nullable(Money),
})
export type PaymentResult = v.InferOutput<typeof PaymentResult>

export const CustomerSessionRequest = v.object({ ...claims, email: v.pipe(v.string(), v.maxLength(100)), uid: Id })
export const CustomerSession = v.object({ customer: v.string(), clientSecret: v.string(), expiresAt: v.number() })
