import { defaultCurrency, type Money } from '../money.ts'
import { freePlan } from '../teams/contract.ts'

/** What a team or a person can have. A team has one plan, and so has a person, from one of the platforms. */
export const teamPlanItems = [freePlan, 'VARSITY', 'PRO'] as const
export type TeamPlanItem = (typeof teamPlanItems)[number]
export const freeUserPlan = 'Free'
export const userPlanItems = [freeUserPlan, 'Member Plus'] as const
export type UserPlanItem = (typeof userPlanItems)[number]
export type PlanItem = TeamPlanItem | UserPlanItem

type TeamEntitlements = {
  /** Null for as many as they like. */
  maxSeasons: number | null
  /** What we keep of each payment to the team. */
  feeBasisPoints: number
  takesDues: boolean
  hasOwnDomain: boolean
  hasCustomRoles: boolean
  exportsLedger: boolean
}

/** What each plan of a team allows, besides its members, which depend on its size. Over a limit a team keeps what it has and adds no more. */
export const teamEntitlements: Readonly<Record<TeamPlanItem, TeamEntitlements>> = {
  ROOKIE: { maxSeasons: 1, feeBasisPoints: 500, takesDues: false, hasOwnDomain: false, hasCustomRoles: false, exportsLedger: false },
  VARSITY: { maxSeasons: null, feeBasisPoints: 300, takesDues: true, hasOwnDomain: false, hasCustomRoles: false, exportsLedger: false },
  PRO: { maxSeasons: null, feeBasisPoints: 150, takesDues: true, hasOwnDomain: true, hasCustomRoles: true, exportsLedger: true },
}

type UserEntitlements = {
  paysBookingFee: boolean
  /** Alerts are called saved searches in the texts of plans. Null for as many as they like. */
  maxAlerts: number | null
  joinsEarlyMinutes: number
}

export const userEntitlements = {
  Free: { paysBookingFee: true, maxAlerts: 10, joinsEarlyMinutes: 0 },
  'Member Plus': { paysBookingFee: false, maxAlerts: null, joinsEarlyMinutes: 30 },
} as const satisfies Readonly<Record<UserPlanItem, UserEntitlements>>

/** Teams of both platforms share one list. */
export const planListNames = ['teams', 'gth-users', 'meh-users'] as const
export type PlanListName = (typeof planListNames)[number]

type PlanOf<Item extends PlanItem> = {
  uid: string
  item: Item
  label: string
  /** Null if the plan is free. */
  price: (Money & { every: 'month' | 'year' }) | null
  /** How many members a team can have; null in plans of people. */
  maxMembers: number | null
  features: readonly string[]
}
export type TeamPlan = PlanOf<TeamPlanItem>
export type UserPlan = PlanOf<UserPlanItem>
export type Plan = TeamPlan | UserPlan

const feeOf = (item: TeamPlanItem) => `Our fee is ${teamEntitlements[item].feeBasisPoints / 100}% of each payment`

// A plan promises only what the product can do today.
const featuresOfRookie = (maxMembers: number) => [
  `Up to ${maxMembers} members`,
  'One season at a time',
  'Games, messages and announcements',
  feeOf('ROOKIE'),
]
const featuresOfVarsity = (maxMembers: number) => [
  `Up to ${maxMembers.toLocaleString('en-US')} members`,
  'As many seasons as you like',
  'Collect dues',
  'Sell memberships',
  feeOf('VARSITY'),
]
const featuresOfPro = (maxMembers: number) => [
  `Up to ${maxMembers.toLocaleString('en-US')} members`,
  'Everything in Varsity',
  'Your own domain',
  'Roles of your own',
  'Your books as CSV files',
  feeOf('PRO'),
]

const dollars = (amount: number, every: 'month' | 'year') => ({ amount: amount * 100, currency: defaultCurrency, every })

const makeTeamPlans = (
  item: TeamPlanItem,
  label: string,
  features: (maxMembers: number) => string[],
  sizes: [members: number, cost: number][],
) =>
  sizes.map(
    ([maxMembers, cost]): TeamPlan => ({
      uid: `${item.toLowerCase()}-${maxMembers}`,
      item,
      label,
      price: dollars(cost, 'month'),
      maxMembers,
      features: features(maxMembers),
    }),
  )

const rookieMembers = 30

export const rookiePlan = {
  uid: 'rookie',
  item: 'ROOKIE',
  label: 'Rookie',
  price: null,
  maxMembers: rookieMembers,
  features: featuresOfRookie(rookieMembers),
} as const satisfies TeamPlan

const makeUserPlans = (list: 'gth-users' | 'meh-users', cost: number): UserPlan[] => [
  {
    uid: `${list}-free`,
    item: freeUserPlan,
    label: 'Free',
    price: null,
    maxMembers: null,
    features: ['Find and join games', 'Join and start communities', `Up to ${userEntitlements[freeUserPlan].maxAlerts} saved searches`],
  },
  {
    uid: `${list}-member-plus`,
    item: 'Member Plus',
    label: 'Member Plus',
    price: dollars(cost, 'year'),
    maxMembers: null,
    features: [
      'Everything in Free',
      'No booking fee',
      'Unlimited saved searches',
      `Joins ${userEntitlements['Member Plus'].joinsEarlyMinutes} minutes earlier where the host allows`,
    ],
  },
]

const teamPlans: readonly TeamPlan[] = [
  rookiePlan,
  ...makeTeamPlans('VARSITY', 'Varsity', featuresOfVarsity, [
    [50, 15],
    [200, 29],
    [1000, 59],
  ]),
  ...makeTeamPlans('PRO', 'Pro', featuresOfPro, [
    [50, 39],
    [200, 69],
    [1000, 129],
  ]),
]
const userPlans = { 'gth-users': makeUserPlans('gth-users', 48), 'meh-users': makeUserPlans('meh-users', 36) }

/** Every plan that we sell. A price that is changed here is for new subscriptions; who has the plan keeps the old one. */
export const planLists: Readonly<Record<PlanListName, readonly Plan[]>> = { teams: teamPlans, ...userPlans }

const plansByUid = new Map<string, Plan>(Object.values(planLists).flatMap((list) => list.map((plan) => [plan.uid, plan])))
export const findPlan = (uid: string): Plan | null => plansByUid.get(uid) ?? null

/** What a text calls a plan. An earlier release may have sold one that this release does not know. */
export const labelOf = (uid: string | null): string => (uid === null ? null : findPlan(uid)?.label) ?? 'Your plan'
export const isTeamPlan = (plan: Plan): plan is TeamPlan => plan.maxMembers !== null

/** The sizes between which the dropdown of levels chooses. */
export const teamSizes = [50, 200, 1000] as const

export type PaidPlan = Plan & { price: NonNullable<Plan['price']> }
export const isPaid = (plan: Plan): plan is PaidPlan => plan.price !== null

/** The id of the price, which is its lookup key at Stripe: `varsity-50:usd:1500:month`. A new amount is a new price. */
export const priceIdOf = ({ uid, price: { currency, amount, every } }: PaidPlan): string => [uid, currency, amount, every].join(':')

/** The plan that a price is for, also if it is an earlier price; null if it is none of ours. */
export const findPlanOfPrice = (priceId: string | null): Plan | null => findPlan(priceId?.split(':')[0] ?? '')

/** The name on invoices. */
export const nameOfPlan = ({ label, maxMembers }: Plan): string =>
  maxMembers === null ? label : `${label}, up to ${maxMembers.toLocaleString('en-US')} members`
