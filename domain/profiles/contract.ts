import * as v from 'valibot'
import { Acceptance } from '../accounts/contract.ts'
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

/** An activity of a person, with the level they chose for themselves. When it is off it is kept, but not used in any search. */
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
/** The same for newcomers, whose field is only called "Name". */
export const NewcomerName = properName('Your name', 2, maxDisplayNameLength)

/** The form of the section "More Information". The browser and the server both validate it. */
export const ProfileForm = v.object({
  displayName: DisplayName,
  fullName: properName('A full name', 2, maxFullNameLength),
  cityId: v.pipe(v.number('Choose a city from the list.'), v.integer(), v.minValue(1)),
  gender: v.nullable(v.picklist(genders)),
  pronoun: v.picklist(pronouns),
  joinReason: v.nullable(v.picklist(joinReasons)),
  bio: plainText('A bio', maxBioLength),
})
export type ProfileForm = v.InferOutput<typeof ProfileForm>

/**
 * The version that the person edited; 0 before there is a profile. An outdated version is refused, so that tabs do not
 * overwrite each other.
 */
const Version = v.pipe(v.number(), v.integer(), v.minValue(0))

export const SaveProfile = v.object({ ...ProfileForm.entries, version: Version })
export type SaveProfile = v.InferOutput<typeof SaveProfile>

export const ActivityPath = v.object({ activity: v.picklist(activityIds, 'Choose an activity from the list.') })

/** The first form of a new user, with all parts at once. */
export const SetUpProfile = v.object({
  ...ProfileForm.entries,
  activities: v.pipe(PlayedActivities, v.minLength(1, 'Pick atleast one')),
  /**
   * Clients that do not know the newest switches do not send them. Switches start on in this form, but the preview of a link shows a
   * person to everybody, so it starts off.
   */
  privacy: v.object({
    ...PrivacySwitches.entries,
    publicHours: v.optional(v.boolean(), true),
    publicLinkPreview: v.optional(v.boolean(), false),
  }),
  /** Required together unless the person has accepted the terms at sign-up. */
  ...v.partial(Acceptance).entries,
})
export type SetUpProfile = v.InferOutput<typeof SetUpProfile>

/** A person's name and picture, without anything else. */
export const Face = v.object({ id: v.string(), name: v.string(), pictureUrl: v.nullable(v.string()) })
export type Face = v.InferOutput<typeof Face>

export const FaceList = v.object({ people: v.array(Face) })

/** The viewer's own profile, with the fields that only they see. Some fields are null before the profile is set up. */
export const OwnProfile = v.object({
  id: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  /** Shown until there is a display name: the part of the email before the `@`. */
  displayNameFallback: v.string(),
  displayName: v.nullable(v.string()),
  /** The name that Google told, for a person who has just signed in and has no display name. */
  suggestedName: v.optional(v.string()),
  pictureUrl: v.nullable(v.string()),
  /** False if the person still has to say that they are old enough and accept the terms, for example after signing in with Google. */
  hasAcceptedTerms: v.boolean(),
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

/** The URL of the smallest size of a new picture. */
export const SavedPicture = v.object({ pictureUrl: v.string() })
export type SavedPicture = v.InferOutput<typeof SavedPicture>
