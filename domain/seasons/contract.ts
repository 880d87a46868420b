import * as v from 'valibot'
import { customRights } from '../access/custom-rights.ts'
import { activityIds } from '../activities.ts'
import { PlainDate } from '../availability/contract.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { Face, Level } from '../profiles/contract.ts'
import { teamRoles } from '../teams/roles.ts'
import { plainText, properName } from '../texts.ts'
import { criteria } from './standings.ts'

export const maxLabelLength = 60
export const maxSeasons = 200
export const seasonPageSize = 20
export const peoplePageSize = 100
const maxGroupNameLength = 40
export const maxSeasonGroups = 40
const maxGroupSize = 200

const seasonFields = { label: properName('A season label', 1, maxLabelLength), startDate: PlainDate, endDate: PlainDate }
const outOfOrder = 'The end must not be before the start.'

/** Dates are calendar days. The season includes both. */
export const CreateSeason = v.pipe(
  v.object({ ...seasonFields, idempotencyKey: v.optional(IdempotencyKey) }),
  v.forward(
    v.check(({ startDate, endDate }) => startDate <= endDate, outOfOrder),
    ['endDate'],
  ),
)
export type CreateSeason = v.InferOutput<typeof CreateSeason>

export const ChangeSeason = v.pipe(
  v.object({ ...seasonFields, version: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.forward(
    v.check(({ startDate, endDate }) => startDate <= endDate, outOfOrder),
    ['endDate'],
  ),
)
export type ChangeSeason = v.InferOutput<typeof ChangeSeason>

/** A period in which a team plays. Dates are YYYY-MM-DD. */
export const Season = v.object({ id: v.string(), label: v.string(), startDate: v.string(), endDate: v.string() })
export type Season = v.InferOutput<typeof Season>

/** `next` is the cursor of the page after this one, null on the last. */
export const SeasonPage = v.object({ seasons: v.array(Season), next: v.nullable(v.string()) })
export type SeasonPage = v.InferOutput<typeof SeasonPage>

/** What somebody has sent with a form to register for a season. Null if they did not use a form. */
const SeasonSubmission = v.nullable(v.object({ id: v.string(), formId: v.string() }))
export type SeasonSubmission = v.InferOutput<typeof SeasonSubmission>

/** A registration of a person or their child for a season. Its id is the id of the season. */
export const Registration = v.object({
  id: v.string(),
  team: v.object({ id: v.string(), name: v.string(), pictureUrl: v.nullable(v.string()) }),
  seasonLabel: v.string(),
  startDate: v.string(),
  endDate: v.string(),
  submission: SeasonSubmission,
  /** The child of the viewer who plays. Null for the viewer. */
  child: v.nullable(v.object({ id: v.string(), name: v.string() })),
  groupName: v.nullable(v.string()),
})
export type Registration = v.InferOutput<typeof Registration>

export const RegistrationPage = v.object({ registrations: v.array(Registration), next: v.nullable(v.string()) })
export type RegistrationPage = v.InferOutput<typeof RegistrationPage>

export const SeasonPath = v.object({ id: Id })
export const RegistrationPath = v.object({ id: Id, userId: Id })
export const GroupPath = v.object({ id: Id, groupId: Id })

/** How a person takes part. A free agent looks for a group; a substitute comes when somebody is missing. */
export const registrationKinds = ['player', 'captain', 'freeAgent', 'substitute'] as const
export type RegistrationKind = (typeof registrationKinds)[number]

const groupKinds: readonly RegistrationKind[] = ['player', 'captain']

/** The part of a person in a season. Players may have a group, a captain leads one. */
export const Register = v.pipe(
  v.object({
    kind: v.optional(v.picklist(registrationKinds, 'Choose how this person takes part.'), 'player'),
    groupId: v.optional(v.nullable(Id), null),
  }),
  v.forward(
    v.check(({ kind, groupId }) => kind !== 'captain' || groupId !== null, 'Choose the group of this captain.'),
    ['groupId'],
  ),
  v.forward(
    v.check(({ kind, groupId }) => groupId === null || groupKinds.includes(kind), 'Only players and captains are in a group.'),
    ['groupId'],
  ),
)
export type Register = v.InferOutput<typeof Register>

/** A side that plays in the season, such as "Red" or "Monday beginners". */
export const GroupForm = v.pipe(
  v.object({
    name: properName('A group name', 1, maxGroupNameLength),
    levelMin: v.optional(v.nullable(Level), null),
    levelMax: v.optional(v.nullable(Level), null),
    /** The number of people with a place in it. Null means no limit. */
    size: v.optional(
      v.nullable(
        v.pipe(
          v.number(),
          v.integer('Enter a whole number.'),
          v.minValue(1, 'A group needs at least one place.'),
          v.maxValue(maxGroupSize, `A group can have up to ${maxGroupSize} places.`),
        ),
      ),
      null,
    ),
  }),
  v.forward(
    v.check(
      ({ levelMin, levelMax }) => levelMin === null || levelMax === null || levelMin <= levelMax,
      'The highest level must not be below the lowest.',
    ),
    ['levelMax'],
  ),
)
export type GroupForm = v.InferOutput<typeof GroupForm>

export const SeasonGroup = v.object({
  id: v.string(),
  name: v.string(),
  levelMin: v.nullable(v.number()),
  levelMax: v.nullable(v.number()),
  size: v.nullable(v.number()),
  /** The number of people in it. */
  people: v.number(),
})
export type SeasonGroup = v.InferOutput<typeof SeasonGroup>

/** A person in a season, as the people of its team see them. */
const SeasonPerson = v.object({
  person: Face,
  kind: v.picklist(registrationKinds),
  groupId: v.nullable(v.string()),
})
export type SeasonPerson = v.InferOutput<typeof SeasonPerson>

export const maxCandidates = 20
const maxNameLength = 60
export const CandidateQuery = v.object({ q: v.optional(plainText('A name', maxNameLength), '') })

/** Members of the team who are not in the season, and its guests whom the viewer may see, the first ones by name. */
export const CandidateList = v.object({
  people: v.array(Face),
  guests: v.array(v.object({ id: v.string(), name: v.string(), isChild: v.boolean() })),
})
export type CandidateList = v.InferOutput<typeof CandidateList>

export const SeasonPeoplePage = v.object({ people: v.array(SeasonPerson), next: v.nullable(v.string()) })
export type SeasonPeoplePage = v.InferOutput<typeof SeasonPeoplePage>

/** A guest of the community who plays in a season: a child, or somebody without an account. */
const SeasonGuest = v.object({
  id: v.string(),
  name: v.string(),
  isChild: v.boolean(),
  isMyChild: v.boolean(),
  groupId: v.nullable(v.string()),
})
export type SeasonGuest = v.InferOutput<typeof SeasonGuest>

export const SeasonGuestPage = v.object({ guests: v.array(SeasonGuest), next: v.nullable(v.string()) })
export type SeasonGuestPage = v.InferOutput<typeof SeasonGuestPage>

export const SeasonGuestPath = v.object({ id: Id, guestId: Id })

/** Guests only play. Null: without a group. */
export const PlaceGuest = v.object({ groupId: v.nullable(Id) })
export type PlaceGuest = v.InferOutput<typeof PlaceGuest>

const Ahead = v.object({
  of: v.string(),
  by: v.picklist(criteria),
  mine: v.number(),
  theirs: v.number(),
  among: v.array(v.string()),
})

/** A row of the table. Its id is the id of a group. */
const SeasonTableRow = v.object({
  id: v.string(),
  place: v.number(),
  played: v.number(),
  won: v.number(),
  drawn: v.number(),
  lost: v.number(),
  forfeits: v.number(),
  scored: v.number(),
  conceded: v.number(),
  points: v.number(),
  ahead: v.nullable(Ahead),
  /** The matches with the side below, if they decided between these two. */
  meetings: v.array(
    v.object({ mine: v.number(), theirs: v.number(), forfeiting: v.nullable(v.string()), startsAt: v.number(), timeZone: v.string() }),
  ),
})

/** The table of a season. Sides have the names of their groups. */
export const SeasonTable = v.object({
  rows: v.array(v.object({ ...SeasonTableRow.entries, name: v.string() })),
  /** Whether every match has a result that counts. */
  isOver: v.boolean(),
})
export type SeasonTable = v.InferOutput<typeof SeasonTable>

/** A season with its groups in the order of their names. `me` is how the viewer takes part. */
export const SeasonDetail = v.object({
  ...Season.entries,
  version: v.number(),
  teamId: v.string(),
  team: v.object({
    name: v.string(),
    /** The zone of its home city; null without one. */
    timeZone: v.nullable(v.string()),
    activity: v.nullable(v.picklist(activityIds)),
  }),
  /** The role of the viewer in the team, and what their custom role adds. */
  role: v.picklist(teamRoles),
  rights: v.array(v.picklist(customRights)),
  groups: v.array(SeasonGroup),
  captains: v.array(v.object({ groupId: v.string(), person: Face })),
  /** The owner and some organizers, who can help with what the viewer may not do. */
  organizers: v.array(Face),
  me: v.nullable(v.object({ kind: v.picklist(registrationKinds), groupId: v.nullable(v.string()) })),
  /** The viewer's children in the community, and how they take part. */
  children: v.array(v.object({ id: v.string(), name: v.string(), isIn: v.boolean(), groupId: v.nullable(v.string()) })),
  /** Until when the viewer can undo the copy that made this season. Null for everyone else. */
  undoUntil: v.nullable(v.number()),
})
export type SeasonDetail = v.InferOutput<typeof SeasonDetail>

/** Where a player and their children take part in the seasons of one team, the season that ends last first. */
export const PlayerSeasons = v.object({
  person: Face,
  seasons: v.array(
    v.object({
      ...Season.entries,
      /** Who takes part, if it is not the player. Only for the parent, and for who runs people or games. */
      child: v.nullable(v.object({ id: v.string(), name: v.string() })),
      kind: v.picklist(registrationKinds),
      groupId: v.nullable(v.string()),
      groupName: v.nullable(v.string()),
      /** Only for the person and those who run the forms of the community. */
      submission: SeasonSubmission,
    }),
  ),
})
export type PlayerSeasons = v.InferOutput<typeof PlayerSeasons>
