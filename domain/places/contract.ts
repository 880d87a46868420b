import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { DayHours } from '../availability/contract.ts'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { degrees, degreesInText, wholeNumber } from '../numbers.ts'
import { Face } from '../profiles/contract.ts'
import { lineOfText, plainText, properName } from '../texts.ts'
import { weekdays } from '../time/clock.ts'
import { stateCodes } from '../us-states.ts'
import {
  amenityIds,
  editedFields,
  maxCourts,
  maxNeeded,
  maxPlaceActivities,
  maxPlaceDescriptionLength,
  maxPlaceNameLength,
  surfaceIds,
} from './kinds.ts'

const PlaceActivity = v.picklist(activityIds, 'Choose an activity from the list.')

const onMap = 'Choose a point on the map.'
const Spot = v.object({ lat: degrees(90, onMap), lng: degrees(180, onMap) })

/** Opening hours of a usual week, in the place's own zone. */
export const PlaceHours = v.object(v.entriesFromList(weekdays, DayHours))
export type PlaceHours = v.InferOutput<typeof PlaceHours>

/** The whole form, in the browser and again on the server. A spot, a name and an activity are all it takes. */
export const PlaceForm = v.object({
  name: properName('A name', 2, maxPlaceNameLength),
  description: plainText('A description', maxPlaceDescriptionLength),
  ...Spot.entries,
  address: lineOfText('An address', 200),
  /** The nearest city, as the map calls it; empty where there is none around. */
  cityName: lineOfText('A city', 80),
  cityState: v.picklist(['', ...stateCodes]),
  activities: v.pipe(
    v.array(PlaceActivity),
    v.minLength(1, 'Pick at least one activity.'),
    v.maxLength(maxPlaceActivities, `Choose up to ${maxPlaceActivities} activities.`),
    v.check((list) => new Set(list).size === list.length, 'Choose each activity only once.'),
  ),
  courts: v.nullable(wholeNumber(`A place can have 1 to ${maxCourts} courts.`, 1, maxCourts)),
  surface: v.picklist(['', ...surfaceIds]),
  isIndoor: v.boolean(),
  hasLights: v.boolean(),
  /** In words: "$6 a person", "Free before 5". Empty is free. */
  fee: lineOfText('A fee', 120),
  /** Null where it is always open, or nobody knows. */
  hours: v.nullable(PlaceHours),
  amenities: v.pipe(
    v.array(v.picklist(amenityIds)),
    v.check((list) => new Set(list).size === list.length, 'Choose each amenity only once.'),
  ),
})
export type PlaceForm = v.InferOutput<typeof PlaceForm>

/** What stands in the form of a place before anyone has said more than what and where it is. */
export const plainPlace: Omit<PlaceForm, 'name' | 'lat' | 'lng' | 'cityName' | 'cityState' | 'activities'> = {
  description: '',
  address: '',
  courts: null,
  surface: '',
  isIndoor: false,
  hasLights: false,
  fee: '',
  hours: null,
  amenities: [],
}

export const CreatePlace = v.object({ ...PlaceForm.entries, idempotencyKey: IdempotencyKey })
export type CreatePlace = v.InferOutput<typeof CreatePlace>

/** `version` is what the person saw: whoever changed it meanwhile is not overwritten. */
export const ChangePlace = v.object({ ...PlaceForm.entries, version: v.pipe(v.number(), v.integer(), v.minValue(1)) })
export type ChangePlace = v.InferOutput<typeof ChangePlace>

export const PlacePath = v.object({ id: Id })
export const PhotoPath = v.object({ id: Id, key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Choose a picture.')) })
/** The key is the client's, so that an upload sent again is one picture. */
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
  isIndoor: v.boolean(),
  hasLights: v.boolean(),
  fee: v.string(),
  photo: v.nullable(v.string()),
})
export type PlaceCard = v.InferOutput<typeof PlaceCard>

export const PlacePage = v.object({ places: v.array(PlaceCard), next: v.nullable(v.string()) })
export type PlacePage = v.InferOutput<typeof PlacePage>

export const NearPlaces = v.object({ places: v.array(v.object({ ...PlaceCard.entries, miles: v.number() })) })
export type NearPlaces = v.InferOutput<typeof NearPlaces>

/** West may be greater than east: then the view lies across the date line. */
export const PlacesInBounds = v.object({
  south: degreesInText(90, onMap),
  north: degreesInText(90, onMap),
  west: degreesInText(180, onMap),
  east: degreesInText(180, onMap),
  /** Several have commas between them; any of them will do. */
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
  cursor: Cursor,
})
export type PlacesInBounds = v.InferOutput<typeof PlacesInBounds>

export const NearestPlaces = v.object({
  lat: degreesInText(90, onMap),
  lng: degreesInText(180, onMap),
  activity: v.optional(PlaceActivity),
})
export type NearestPlaces = v.InferOutput<typeof NearestPlaces>

/** Places by their words, wherever they are; nearest first where it is said from where. */
export const NamedPlaces = v.object({
  q: v.pipe(v.string(), v.maxLength(800)),
  lat: v.optional(degreesInText(90, onMap)),
  lng: v.optional(degreesInText(180, onMap)),
})
export type NamedPlaces = v.InferOutput<typeof NamedPlaces>

export const NamedPlacesFound = v.object({
  places: v.array(v.object({ ...PlaceCard.entries, miles: v.nullable(v.number()) })),
})
export type NamedPlacesFound = v.InferOutput<typeof NamedPlacesFound>

export const LikePlaces = v.object({
  lat: degreesInText(90, onMap),
  lng: degreesInText(180, onMap),
  name: v.optional(v.pipe(v.string(), v.maxLength(800)), ''),
})
export type LikePlaces = v.InferOutput<typeof LikePlaces>

const PlacePing = v.object({
  id: v.string(),
  person: Face,
  activity: v.string(),
  needed: v.number(),
  createdAt: v.number(),
  expiresAt: v.number(),
})

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
  /** A stranger learns how many, and nobody's face. */
  here: v.object({ count: v.number(), people: v.array(Face) }),
  /** How many there are, and who of them may be told of: it says where someone often is. */
  regulars: v.object({ count: v.number(), people: v.array(v.object({ person: Face, visits: v.number() })) }),
  ping: v.nullable(PlacePing),
  mine: v.nullable(
    v.object({
      isFollowing: v.boolean(),
      hereUntil: v.nullable(v.number()),
      /** Players are called once in a while only, at a place and by a person. */
      mayPingAt: v.number(),
      /** Those one may take away. */
      photos: v.array(v.string()),
    }),
  ),
})
export type PlaceDetail = v.InferOutput<typeof PlaceDetail>

export const FollowedPlace = v.object({ isFollowing: v.boolean() })
export const PlaceVisit = v.object({ hereUntil: v.nullable(v.number()) })

export const CallPlayers = v.object({
  activity: PlaceActivity,
  needed: wholeNumber(`Call for 1 to ${maxNeeded} players.`, 1, maxNeeded),
})
export type CallPlayers = v.InferOutput<typeof CallPlayers>

export const SavedPhotos = v.object({ photos: v.array(v.string()), version: v.number() })
export type SavedPhotos = v.InferOutput<typeof SavedPhotos>

export const PlaceEdit = v.object({
  version: v.number(),
  /** Null for whoever is gone, for strangers to the product, and across a block. */
  editor: v.nullable(Face),
  /** Empty for the first: it was added. */
  changes: v.array(v.object({ field: v.picklist(editedFields), before: v.unknown(), after: v.unknown() })),
  createdAt: v.number(),
})
export type PlaceEdit = v.InferOutput<typeof PlaceEdit>

export const PlaceEditPage = v.object({ edits: v.array(PlaceEdit), next: v.nullable(v.string()) })
export type PlaceEditPage = v.InferOutput<typeof PlaceEditPage>
