import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { Cursor } from '../ids.ts'
import { type JoinMode, joinModes, TeamCard, teamColors } from './contract.ts'
import { teamRoles } from './roles.ts'

export const teamListPageSize = 20
export const maxTeamListPageSize = 40
const maxTextLength = 100

/** Teams this far from the city are near it. */
export const maxNearMiles = 100

/** Only invited people can join the other teams, so nobody searches for them. */
export const searchedJoinModes = ['open', 'ask'] as const satisfies readonly JoinMode[]

const pageSizeMessage = `Enter a number from 1 to ${maxTeamListPageSize}.`

/** All fields are optional, and all that are given must match. */
export const TeamListSearch = v.object({
  /** With a city, only teams near it, nearest first. Otherwise the teams with the most members come first. */
  cityId: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/, 'This is not a valid city.'), v.transform(Number))),
  activity: v.optional(v.picklist(activityIds)),
  joinMode: v.optional(v.picklist(searchedJoinModes)),
  /** Words of the name, the activity or the city. The last one may be incomplete. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maxTextLength)), ''),
  /** Without it, a search by words has longer pages than the other lists, because each of its pages searches again. */
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/, pageSizeMessage),
      v.transform(Number),
      v.minValue(1, pageSizeMessage),
      v.maxValue(maxTeamListPageSize, pageSizeMessage),
    ),
  ),
  /** Only the first page has a number, because teams come and go between two requests. */
  page: v.optional(v.literal('0', 'Send the cursor of the last page instead of a page number.')),
  cursor: Cursor,
})
export type TeamListSearch = v.InferOutput<typeof TeamListSearch>

/** A team in the directory. */
export const ListedTeam = v.object({
  ...v.omit(TeamCard, ['upcoming']).entries,
  activity: v.nullable(v.picklist(activityIds)),
  joinMode: v.picklist(joinModes),
  mainColor: v.nullable(v.picklist(teamColors)),
  /** From the center of one city to the center of the other. Null if the search has no city. */
  miles: v.nullable(v.number()),
  /** The viewer's role. Null if they are not a member. */
  role: v.nullable(v.picklist(teamRoles)),
  /** The next game that the viewer can find. */
  next: v.nullable(v.object({ id: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string() })),
})
export type ListedTeam = v.InferOutput<typeof ListedTeam>

/** `next` is the cursor of the page after this one, null on the last. */
export const TeamList = v.object({ teams: v.array(ListedTeam), next: v.nullable(v.string()) })
export type TeamList = v.InferOutput<typeof TeamList>
