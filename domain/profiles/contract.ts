import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { City } from '../cities/contract.ts'
import { PrivacySwitches } from '../privacy/contract.ts'
import { plainText, properName } from '../texts.ts'

export const maxDisplayNameLength = 25
const maxFullNameLength = 300
export const maxBioLength = 600

export const genders = ['Female', 'Male', 'Non-binary', 'Prefer not to say'] as const
export const pronouns = ['None', 'He/Him', 'She/Her', 'They/Them', 'Unspecified'] as const
export const joinReasons = ['Organize', 'Find-people', 'Find-events', 'Substitute'] as const

/** One to five in halves: New, Beginner, Intermediate, Advanced, Expert. */
export const Level = v.pipe(v.number(), v.minValue(1), v.maxValue(5), v.multipleOf(0.5, 'Choose a whole or half level.'))

/** What someone plays, and how well by their own judgment. Switched off it stays, and finds nobody and nothing. */
export const PlayedActivity = v.object({
  activity: v.picklist(activityIds, 'Choose an activity from the list.'),
  level: v.nullable(Level),
  isOn: v.boolean(),
})
export type PlayedActivity = v.InferOutput<typeof PlayedActivity>

const PlayedActivities = v.pipe(
  v.array(PlayedActivity),
  v.maxLength(activityIds.length),
  v.check((list) => new Set(list.map(({ activity }) => activity)).size === list.length, 'Choose each activity only once.'),
)

export const DisplayName = properName('A display name', 2, maxDisplayNameLength)

/** The form of section "More Information", in the browser and again on the server. */
export const ProfileForm = v.object({
  displayName: DisplayName,
  fullName: properName('A full name', 2, maxFullNameLength),
  cityId: v.pipe(v.number('Pick a city from the list.'), v.integer(), v.minValue(1)),
  gender: v.nullable(v.picklist(genders)),
  pronoun: v.picklist(pronouns),
  joinReason: v.nullable(v.picklist(joinReasons)),
  bio: plainText('A bio', maxBioLength),
})
export type ProfileForm = v.InferOutput<typeof ProfileForm>

/** `version` is what the person saw; 0 before there is a profile. An older one is refused, so that no tab undoes another. */
const Version = v.pipe(v.number(), v.integer(), v.minValue(0))

export const SaveProfile = v.object({ ...ProfileForm.entries, version: Version })
export type SaveProfile = v.InferOutput<typeof SaveProfile>

export const ActivityPath = v.object({ activity: v.picklist(activityIds, 'Choose an activity from the list.') })

/** The first time everything is asked for at once. */
export const SetUpProfile = v.object({
  ...ProfileForm.entries,
  activities: v.pipe(PlayedActivities, v.minLength(1, 'Pick atleast one')),
  privacy: PrivacySwitches,
})
export type SetUpProfile = v.InferOutput<typeof SetUpProfile>

/** Of a person, no more than their name and face: what stands beside whatever they do. */
export const Face = v.object({ id: v.string(), name: v.string(), pictureUrl: v.nullable(v.string()) })
export type Face = v.InferOutput<typeof Face>

export const FaceList = v.object({ people: v.array(Face) })

/** My own, with what only I see. Null fields before the profile is set up. */
export const OwnProfile = v.object({
  id: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  /** Shown until there is a display name: the beginning of the email. */
  displayNameFallback: v.string(),
  displayName: v.nullable(v.string()),
  pictureUrl: v.nullable(v.string()),
  hasAdditionalInfo: v.boolean(),
  fullName: v.nullable(v.string()),
  bio: v.string(),
  defaultCity: v.nullable(City),
  gender: v.nullable(v.picklist(genders)),
  pronoun: v.picklist(pronouns),
  joinReason: v.nullable(v.picklist(joinReasons)),
  sportAvailability: v.array(PlayedActivity),
  version: v.number(),
  createdAt: v.number(),
})
export type OwnProfile = v.InferOutput<typeof OwnProfile>

export const PersonSearch = v.object({
  q: v.pipe(v.string(), v.trim(), v.minLength(2, 'Type at least two letters.'), v.maxLength(80)),
})

/** What a new picture is answered with: where its smallest size is. */
export const SavedPicture = v.object({ pictureUrl: v.string() })
export type SavedPicture = v.InferOutput<typeof SavedPicture>
