import { day, hour, minute } from '../time/spans.ts'

/** Plain values in a file of their own, so that a page that only shows a place does not load the form rules. */
export const maxPlaceNameLength = 80
export const maxPlaceDescriptionLength = 1000
export const maxPlaceActivities = 12
export const maxCourts = 200
export const maxPlacePhotos = 6
export const placePageSize = 40
/** How many similar places the form shows before a new place is added. Few, so that people read them. */
export const maxSimilarPlaces = 8
export const placeEditPageSize = 20
export const maxRegulars = 10
export const maxCheckInsShown = 50
/** Counting stops here and the page shows "99+", so that counting costs the same for every place. */
export const maxCounted = 100
export const maxPlaceFollows = 500
export const maxPlayersNeeded = 20

/** A person can check in at most this far from a place. Parks are wide, and positions are often wrong by a hundred meters. */
export const maxCheckInMeters = 500

/** A check-in ends after this time, unless the person checks in again. */
export const checkInDuration = 120 * minute
/** How long a call for players is shown: as long as somebody could still come. */
export const playerCallDuration = hour
export const playerCallPause = 30 * minute

export const surfaces = {
  hard: 'Hard court',
  asphalt: 'Asphalt',
  concrete: 'Concrete',
  clay: 'Clay',
  grass: 'Grass',
  turf: 'Turf',
  sand: 'Sand',
  wood: 'Wood',
  rubber: 'Rubber',
  mats: 'Mats',
  ice: 'Ice',
  water: 'Water',
  dirt: 'Dirt',
} as const
export type Surface = keyof typeof surfaces
export const surfaceIds = Object.keys(surfaces) as [Surface, ...Surface[]]

export const amenities = {
  water: 'Drinking water',
  parking: 'Parking',
  restrooms: 'Restrooms',
  seating: 'Seating',
  shade: 'Shade',
  showers: 'Showers',
  lockers: 'Lockers',
  rental: 'Gear to rent',
  food: 'Food and drinks',
  accessible: 'Step-free access',
  transit: 'Near transit',
  bikes: 'Bike racks',
  playground: 'Playground',
} as const
export type Amenity = keyof typeof amenities
export const amenityIds = Object.keys(amenities) as [Amenity, ...Amenity[]]

/** From this distance on, a place has moved. Below it, somebody has only put the pin on the right spot. */
export const minMoveMeters = 200
export const proposalLifetime = 30 * day
/** Until a second person may confirm a proposal. Meanwhile the person who added the place can decline it. */
export const confirmPause = 12 * hour
/** How long a person must wait at a place where their proposal was declined. */
export const declinePause = 7 * day
export const maxProposalsPerPlace = 5
/** An account must be this old to confirm or decline proposals for places of other people. */
export const minConfirmerAge = day
export const maxConfirmationsPerDay = 20
/** Accounts younger than this are new: most advertisers use an account for a day or two. */
export const newAccountAge = 7 * day
/** How many changes and proposals a person can make per day at places that other people added. */
export const maxEditsPerDay = { new: 5, known: 50 }
export const maxProposalsPerDay = { new: 2, known: 10 }
/** How many followers are notified of a proposal: those who were there most often. */
export const maxProposalRecipients = 20
export const maxProposalNoticesPerDay = 5

/** The fields that the edit history records. */
export const editedFields = [
  'name',
  'description',
  'lat',
  'lng',
  'timeZone',
  'address',
  'cityName',
  'cityState',
  'activities',
  'courts',
  'surface',
  'isIndoor',
  'hasLights',
  'fee',
  'hours',
  'amenities',
  'photos',
  'isDeleted',
] as const
export type EditedField = (typeof editedFields)[number]
