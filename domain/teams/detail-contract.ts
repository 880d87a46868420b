import * as v from 'valibot'
import { customRights } from '../access/custom-rights.ts'
import { activityIds } from '../activities.ts'
import { Face } from '../profiles/contract.ts'
import { HandOverOffer, joinModes, PublicTeamFacts, TeamCard, teamColors } from './contract.ts'
import { teamRoles } from './roles.ts'

/** How many members the page shows with their picture. */
export const maxFacesShown = 5

const OrganizationLink = v.object({ id: v.string(), name: v.string() })

/** What the page of a community shows, as far as the viewer may see it. The names of some fields come from the specification. */
export const TeamDetail = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  ...PublicTeamFacts.entries,
  createdAt: v.number(),
  /** Null for a community that plays several. */
  activity: v.nullable(v.picklist(activityIds)),
  city: TeamCard.entries.city,
  joinMode: v.picklist(joinModes),
  mainColor: v.nullable(v.picklist(teamColors)),
  secondColor: v.nullable(v.picklist(teamColors)),
  /** The number of members. */
  members: v.number(),
  /** The number of people who follow it without being members. */
  followers: v.number(),
  isFollowing: v.boolean(),
  /** Some members whom the viewer may see, the highest roles first. Visitors see none. */
  faces: v.array(v.object({ ...Face.entries, role: v.picklist(teamRoles) })),
  /** Who sells its memberships: its owner. Null if it sells none. */
  sellerId: v.nullable(v.string()),
  /** The viewer's role; null if they are not a member. */
  role: v.nullable(v.picklist(teamRoles)),
  /** What the viewer's custom role adds. */
  rights: v.array(v.picklist(customRights)),
  /** The name of the viewer's custom role. */
  customRole: v.nullable(v.string()),
  /** The roles that the community has made, so that a member reads who may do something. Empty for others. */
  customRoles: v.array(v.object({ name: v.string(), rights: v.array(v.picklist(customRights)) })),
  /** Announcements that the viewer has not read, up to `maxUnreadAnnouncements`. Null for others than members. */
  unreadAnnouncements: v.nullable(v.number()),
  /** The viewer asked to join and has no answer. */
  hasAsked: v.boolean(),
  /** Who invited the viewer. Null without an open invitation. */
  invitedBy: v.nullable(Face),
  /** How many people ask to join, up to `maxRequestsCounted`. Null for viewers who do not answer them. */
  requests: v.nullable(v.number()),
  /** An open offer to hand the team over, for the two people whom it is about. */
  handOver: v.nullable(HandOverOffer),
  /** The organizations to which it belongs. */
  organizations: v.array(OrganizationLink),
  /** The organizations that ask it to be part of them. Empty for viewers who do not decide. */
  askedBy: v.array(OrganizationLink),
})
export type TeamDetail = v.InferOutput<typeof TeamDetail>
