import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { City } from '../cities/contract.ts'
import { Id } from '../ids.ts'
import { maxTopics, TopicForm } from '../team-topics/contract.ts'
import { CreateTeam, joinModes, maxTeamNameLength, teamColors } from '../teams/contract.ts'
import { oneLineText } from '../texts.ts'

/** The pages of `teams/create`. The index of each is in its URL. */
export const draftSteps = ['activity', 'name', 'where', 'look', 'access', 'topics', 'review', 'game', 'invite'] as const
export type DraftStep = (typeof draftSteps)[number]

/** The last page of a draft. On the pages after it, the team exists. */
export const reviewStep = 6

/** Who leaves before this page never gets the reminder. */
export const firstRemindedStep = 2

const step = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(reviewStep))

/**
 * What a person has typed so far. A name may still be too short here, and everything may be missing: it is checked when the team is
 * created.
 */
const fields = {
  /** The page where the person is. */
  step,
  activity: v.nullable(v.picklist(activityIds)),
  name: oneLineText('A community name', maxTeamNameLength),
  description: CreateTeam.entries.description,
  mainColor: v.picklist(teamColors),
  secondColor: v.picklist(teamColors),
  joinMode: v.picklist(joinModes),
  topics: v.pipe(v.array(TopicForm), v.maxLength(maxTopics)),
}

export const SaveTeamDraft = v.object({
  /** Null for the first save. */
  id: v.nullable(Id),
  /** The version that the person changed; 0 for the first save. */
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  ...fields,
  cityId: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Where the first game will be. */
  placeId: v.nullable(Id),
})
export type SaveTeamDraft = v.InferOutput<typeof SaveTeamDraft>

const DraftPlace = v.object({ id: v.string(), name: v.string(), cityName: v.string(), cityState: v.string() })
export type DraftPlace = v.InferOutput<typeof DraftPlace>

export const TeamDraft = v.object({
  id: v.string(),
  version: v.number(),
  /** The last page that the person has reached. */
  furthestStep: v.number(),
  ...v.object({ ...fields, name: v.string(), description: v.string(), topics: v.array(TopicForm) }).entries,
  city: v.nullable(City),
  place: v.nullable(DraftPlace),
  photoUrl: v.nullable(v.string()),
})
export type TeamDraft = v.InferOutput<typeof TeamDraft>

export const MyTeamDraft = v.object({
  draft: v.nullable(TeamDraft),
  /** Whether the person already owns as many communities as one person can own. */
  isAtLimit: v.boolean(),
})
export type MyTeamDraft = v.InferOutput<typeof MyTeamDraft>

export const DraftPath = v.object({ id: Id })
export const CreatedTeam = v.object({ id: v.string() })
export const DraftPhoto = v.object({ photoUrl: v.string() })
export type DraftPhoto = v.InferOutput<typeof DraftPhoto>
