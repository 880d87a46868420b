import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { DayHours } from '../availability/contract.ts'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { degrees, degreesInText, wholeNumber } from '../numbers.ts'
import { Face } from '../profiles/contract.ts'
import { oneLineText, plainText, properName } from '../texts.ts'
import { weekdays } from '../time/clock.ts'
import { stateCodes } from '../us-states.ts'
import {
  amenityIds,
  editedFields,
  maxCourts,
  maxPlaceActivities,
  maxPlaceDescriptionLength,
  maxPlaceNameLength,
  maxPlayersNeeded,
  surfaceIds,
} from './kinds.ts'

const PlaceActivity = v.picklist(activityIds, 'Choose an activity from the list.')

const locationMessage = 'Choose a point on the map.'
const Location = v.object({ lat: degrees(90, locationMessage), lng: degrees(180, locationMessage) })

/** Opening hours of a normal week, in the place's time zone. */
export const PlaceHours = v.object(v.entriesFromList(weekdays, DayHours))
export type PlaceHours = v.InferOutput<typeof PlaceHours>

/** The whole form. The browser and the server both check it. Only the location, a name and one activity are required. */
export const PlaceForm = v.object({
  name: properName('A name', 2, maxPlaceNameLength),
  description: plainText('A description', maxPlaceDescriptionLength),
  ...Location.entries,
  address: oneLineText('An address', 200),
  /** The nearest city on the map. Empty if there is none nearby. */
  cityName: oneLineText('A city', 80),
  cityState: v.picklist(['', ...stateCodes]),
  activities: v.pipe(
    v.array(PlaceActivity),
    v.minLength(1, 'Pick at least one activity.'),
    v.maxLength(maxPlaceActivities, `Choose up to ${maxPlaceActivities} activities.`),
    v.check((list) => new Set(list).size === list.length, 'Choose each activity only once.'),
  ),
  courts: v.nullable(wholeNumber(`A place can have 1 to ${maxCourts} courts.`, 1, maxCourts)),
  surface: v.picklist(['', ...surfaceIds]),
  /** Null if nobody said it. The same holds for `courts`, `hasLights`, `fee` and `hours`. */
  isIndoor: v.nullable(v.boolean()),
  hasLights: v.nullable(v.boolean()),
  /** Free text such as "$6 a person" or "Free before 5". Empty means free. */
  fee: v.nullable(oneLineText('A fee', 120)),
  /** A place that never closes is open all day on each weekday. */
  hours: v.nullable(PlaceHours),
  amenities: v.pipe(
    v.array(v.picklist(amenityIds)),
    v.check((list) => new Set(list).size === list.length, 'Choose each amenity only once.'),
  ),
})
export type PlaceForm = v.InferOutput<typeof PlaceForm>

/** The default values of the form, for everything that is not required. */
export const defaultPlaceFields: Omit<PlaceForm, 'name' | 'lat' | 'lng' | 'cityName' | 'cityState' | 'activities'> = {
  description: '',
  address: '',
  courts: null,
  surface: '',
  isIndoor: null,
  hasLights: null,
  fee: null,
  hours: null,
  amenities: [],
}

export const CreatePlace = v.object({ ...PlaceForm.entries, idempotencyKey: IdempotencyKey })
export type CreatePlace = v.InferOutput<typeof CreatePlace>

/** `version` is the one the user edited. If someone else has saved since, the change is refused. */
export const ChangePlace = v.object({ ...PlaceForm.entries, version: v.pipe(v.number(), v.integer(), v.minValue(1)) })
export type ChangePlace = v.InferOutput<typeof ChangePlace>

export const PlacePath = v.object({ id: Id })
export const ProposalPath = v.object({ id: Id, proposalId: Id })
export const PlaceVersionPath = v.object({
  id: Id,
  version: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'Choose a version.'), v.transform(Number)),
})
export const PhotoPath = v.object({ id: Id, key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Choose a picture.')) })
/** The client makes the key, so that a repeated upload is stored only once. */
export const PhotoUpload = v.object({ place: Id, idempotencyKey: IdempotencyKey })

/** A place in a list or on a map. */
export const PlaceCard = v.object({
  id: v.string(),
  name: v.string(),
  lat: v.number(),
  lng: v.number(),
  address: v.string(),
  cityName: v.string(),
  cityState: v.string(),
  activities: v.array(v.string()),
  courts: v.nullable(v.number()),
  surface: v.string(),
  isIndoor: v.nullable(v.boolean()),
  hasLights: v.nullable(v.boolean()),
  /** Empty if it is free, null if nobody said it. */
  fee: v.nullable(v.string()),
  photo: v.nullable(v.string()),
})
export type PlaceCard = v.InferOutput<typeof PlaceCard>

export const PlacePage = v.object({ places: v.array(PlaceCard), next: v.nullable(v.string()) })
export type PlacePage = v.InferOutput<typeof PlacePage>

export const PlacesWithDistance = v.object({ places: v.array(v.object({ ...PlaceCard.entries, miles: v.number() })) })
export type PlacesWithDistance = v.InferOutput<typeof PlacesWithDistance>

/** `west` is greater than `east` if the view crosses the date line. */
export const PlacesInBoundsSearch = v.object({
  south: degreesInText(90, locationMessage),
  north: degreesInText(90, locationMessage),
  west: degreesInText(180, locationMessage),
  east: degreesInText(180, locationMessage),
  /** One or more activities, separated by commas. A place matches if it has any of them. */
  activity: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',', activityIds.length + 1)),
      v.array(PlaceActivity),
      v.maxLength(activityIds.length),
    ),
  ),
  lights: v.optional(v.literal('1')),
  indoor: v.optional(v.literal('1')),
  free: v.optional(v.literal('1')),
  /** The nearest places to this point come first. Without it, those nearest to the middle of the view. */
  lat: v.optional(degreesInText(90, locationMessage)),
  lng: v.optional(degreesInText(180, locationMessage)),
  cursor: Cursor,
})
export type PlacesInBoundsSearch = v.InferOutput<typeof PlacesInBoundsSearch>

export const NearestPlacesSearch = v.object({
  lat: degreesInText(90, locationMessage),
  lng: degreesInText(180, locationMessage),
  activity: v.optional(PlaceActivity),
})
export type NearestPlacesSearch = v.InferOutput<typeof NearestPlacesSearch>

/** Searches places by name, without a limit of distance. With a point, the nearest come first. */
export const PlaceNameSearch = v.object({
  q: v.pipe(v.string(), v.maxLength(800)),
  lat: v.optional(degreesInText(90, locationMessage)),
  lng: v.optional(degreesInText(180, locationMessage)),
})
export type PlaceNameSearch = v.InferOutput<typeof PlaceNameSearch>

export const PlaceNameResults = v.object({
  places: v.array(v.object({ ...PlaceCard.entries, miles: v.nullable(v.number()) })),
})
export type PlaceNameResults = v.InferOutput<typeof PlaceNameResults>

export const SimilarPlacesSearch = v.object({
  lat: degreesInText(90, locationMessage),
  lng: degreesInText(180, locationMessage),
  name: v.optional(v.pipe(v.string(), v.maxLength(800)), ''),
})
export type SimilarPlacesSearch = v.InferOutput<typeof SimilarPlacesSearch>

const PlayerCall = v.object({
  id: v.string(),
  /** Null if the viewer may not see who called. */
  person: v.nullable(Face),
  activity: v.string(),
  needed: v.number(),
  createdAt: v.number(),
  expiresAt: v.number(),
})

const FieldChange = v.object({ field: v.picklist(editedFields), before: v.unknown(), after: v.unknown() })

/** A change of a place that waits until a second person or the person who added the place confirms it. */
export const PlaceProposal = v.object({
  id: v.string(),
  /** Null if the viewer may not see who suggested it. */
  person: v.nullable(Face),
  changes: v.array(FieldChange),
  createdAt: v.number(),
  expiresAt: v.number(),
  isMine: v.boolean(),
  canConfirm: v.boolean(),
  canDecline: v.boolean(),
  /** When the viewer may confirm it. Null if they may now, or never. */
  confirmableAt: v.nullable(v.number()),
})
export type PlaceProposal = v.InferOutput<typeof PlaceProposal>

export const PlaceDetail = v.object({
  ...v.omit(PlaceCard, ['photo']).entries,
  description: v.string(),
  timeZone: v.string(),
  hours: v.nullable(PlaceHours),
  amenities: v.array(v.string()),
  photos: v.array(v.string()),
  version: v.number(),
  createdAt: v.number(),
  updatedAt: v.number(),
  followers: v.number(),
  /** Who is checked in now. Signed-out viewers see only the number. */
  here: v.object({ count: v.number(), people: v.array(Face) }),
  /** Who comes here often. `people` has only those who let the viewer see it, because it reveals where a person often is. */
  regulars: v.object({ count: v.number(), people: v.array(v.object({ person: Face, visits: v.number() })) }),
  ping: v.nullable(PlayerCall),
  /** Changes that wait for a second person. Signed-out viewers see none. */
  proposals: v.array(PlaceProposal),
  mine: v.nullable(
    v.object({
      /** Whether the viewer added this place. Their changes never wait. */
      isCreator: v.boolean(),
      isFollowing: v.boolean(),
      hereUntil: v.nullable(v.number()),
      /** When the viewer may call players again. Each place and each person must wait between calls. */
      mayPingAt: v.number(),
      /** The photos that the viewer may delete. */
      photos: v.array(v.string()),
    }),
  ),
})
export type PlaceDetail = v.InferOutput<typeof PlaceDetail>

export const PlaceFollow = v.object({ isFollowing: v.boolean() })
/** Where the browser says that the person is, rounded to about a hundred meters; null if it does not say. */
export const CheckInToPlace = v.object({ position: v.optional(v.nullable(Location), null) })
export type CheckInToPlace = v.InferOutput<typeof CheckInToPlace>
export const PlaceCheckIn = v.object({ hereUntil: v.nullable(v.number()) })

export const CallPlayers = v.object({
  activity: PlaceActivity,
  needed: wholeNumber(`Call for 1 to ${maxPlayersNeeded} players.`, 1, maxPlayersNeeded),
})
export type CallPlayers = v.InferOutput<typeof CallPlayers>

export const SavedPhotos = v.object({ photos: v.array(v.string()), version: v.number() })
export type SavedPhotos = v.InferOutput<typeof SavedPhotos>

export const PlaceEdit = v.object({
  version: v.number(),
  /** Null if the account was deleted, if the viewer is signed out, or if one of the two blocked the other. */
  editor: v.nullable(Face),
  /** Who confirmed the change. Null if it did not have to wait, or for the same reasons as the editor. */
  confirmer: v.nullable(Face),
  /** Empty for the first entry, when the place was added. */
  changes: v.array(FieldChange),
  createdAt: v.number(),
})
export type PlaceEdit = v.InferOutput<typeof PlaceEdit>

export const PlaceEditPage = v.object({ edits: v.array(PlaceEdit), next: v.nullable(v.string()) })
export type PlaceEditPage = v.InferOutput<typeof PlaceEditPage>

/** The outcome of a change that may have to wait. */
export const PlaceChangeOutcome = v.object({ isDone: v.boolean() })
export type PlaceChangeOutcome = v.InferOutput<typeof PlaceChangeOutcome>

/** A place that was removed, for people who may bring it back. */
export const RemovedPlace = v.object({
  place: v.nullable(v.object({ name: v.string(), removedAt: v.number(), isCreator: v.boolean(), proposals: v.array(PlaceProposal) })),
})
export type RemovedPlace = v.InferOutput<typeof RemovedPlace>
