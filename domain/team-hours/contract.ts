import * as v from 'valibot'
import { TimeZone } from '../availability/contract.ts'
import { Face } from '../profiles/contract.ts'
import { type TeamRole, teamRoles } from '../teams/roles.ts'
import { weekdays } from '../time/clock.ts'

/** How many members of one community can share their hours. */
export const maxSharing = 500

/** What a member who shares their hours agrees to. Who sees people is `hours.viewPeople` in the table of rights. */
export const whoSeesHours =
  'Members see how many can play. The owner, organizers, captains and coaches also see who, and so do members whom the owner lets see it.'

/** The zone of the map, for a community without a home city. A community with one always uses the zone of its city. */
export const TeamHoursQuery = v.object({ zone: v.optional(TimeZone) })

export const ShareHours = v.object({ isSharing: v.boolean() })
export type ShareHours = v.InferOutput<typeof ShareHours>

/** A member who shares their hours. Only people who may see who shares get these. */
const SharingMember = v.object({
  ...Face.entries,
  role: v.picklist(teamRoles),
  /** The half hours in which they are free, four in each hexadecimal digit. */
  free: v.string(),
})

const BestSlot = v.object({ weekday: v.picklist(weekdays), startTime: v.string(), date: v.string(), count: v.number() })

/**
 * When the members of a community can play in the next four weeks. Half hours are in order of time. For viewers who may not see who,
 * the numbers of others change only at midnight.
 */
export const TeamHours = v.object({
  team: v.object({ id: v.string(), name: v.string() }),
  timeZone: v.string(),
  /** False if the community has no home city. Then the viewer can choose a zone. */
  hasOwnZone: v.boolean(),
  cityName: v.nullable(v.string()),
  now: v.number(),
  /** The first day, counted from 1970, and the offsets of the zone's clocks from UTC. Together they say what each half hour is. */
  firstDay: v.number(),
  periods: v.array(v.object({ start: v.number(), end: v.number(), offset: v.number() })),
  /** How many members share their hours. Null if too few do, so that nobody can find out whose hours these are. */
  sharing: v.nullable(v.number()),
  /** How many of them are free, for each half hour. */
  counts: v.nullable(v.array(v.number())),
  best: v.array(BestSlot),
  /** Null for viewers who may only see how many. */
  people: v.nullable(v.array(SharingMember)),
  /** The groups of seasons that are not over, with those of `people` who are in them. */
  groups: v.array(v.object({ id: v.string(), name: v.string(), people: v.array(v.string()) })),
  /** The viewer's own hours. `free` is null if they have not entered any. */
  mine: v.object({ isMember: v.boolean(), isSharing: v.boolean(), free: v.nullable(v.string()) }),
  /** Whether the viewer may host games of this community. */
  mayHost: v.boolean(),
})
/** Whose hours are shown: people with one role, or of one group. */
export type HoursFilter = TeamRole | `group:${string}`

export type TeamHours = v.InferOutput<typeof TeamHours>
