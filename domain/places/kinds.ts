import { hour, minute } from '../time/spans.ts'

/** Plain values, apart from the contract: a page that shows a place loads these and no rules of forms. */
export const maxPlaceNameLength = 80
export const maxPlaceDescriptionLength = 1000
export const maxPlaceActivities = 12
export const maxCourts = 200
export const maxPlacePhotos = 6
export const placePageSize = 40
/** What is worth looking at before one adds a place: few, or nobody reads them. */
export const maxLikePlaces = 8
export const placeEditPageSize = 20
export const maxRegulars = 10
export const hereShown = 50
/** A place that more people follow says "99+", so that asking costs the same everywhere. */
export const maxCounted = 100
export const maxPlaceFollows = 500
export const maxNeeded = 20

/** "I'm here" says so for this long, and again when it is said again. */
export const hereFor = 120 * minute
/** A call for players stands as long as someone could still come. */
export const pingFor = hour
export const pingPause = 30 * minute

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

/** What an edit may have changed. */
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
] as const
export type EditedField = (typeof editedFields)[number]
