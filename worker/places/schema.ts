import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PlaceForm, PlaceHours } from '../../domain/places/contract.ts'
import { surfaceIds } from '../../domain/places/kinds.ts'
import type { Changes } from '../../domain/places/rules.ts'
import { stateCodes } from '../../domain/us-states.ts'
import { users } from '../accounts/schema.ts'
import { spotCells } from '../geo/schema.ts'

/** Where people play: a park's courts, a hall, a field. Everyone may mend it; what it was stays in `place_edits`. */
export const places = sqliteTable(
  'places',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    timeZone: text('time_zone').notNull(),
    address: text('address').notNull(),
    cityName: text('city_name').notNull(),
    cityState: text('city_state', { enum: ['', ...stateCodes] }).notNull(),
    /** What is played there. */
    activities: text('activities', { mode: 'json' }).$type<PlaceForm['activities']>().notNull(),
    courts: integer('courts'),
    surface: text('surface', { enum: ['', ...surfaceIds] }).notNull(),
    isIndoor: integer('is_indoor', { mode: 'boolean' }).notNull(),
    hasLights: integer('has_lights', { mode: 'boolean' }).notNull(),
    /** Empty where nothing is to be paid. */
    fee: text('fee').notNull(),
    /** Opening hours of a usual week, or null where it is always open or nobody knows. */
    hours: text('hours', { mode: 'json' }).$type<PlaceHours>(),
    amenities: text('amenities', { mode: 'json' }).$type<PlaceForm['amenities']>().notNull(),
    /** Keys of its pictures, the first one stands for the place. */
    photos: text('photos', { mode: 'json' }).$type<string[]>().notNull(),
    /** None once that account is gone. */
    creatorId: text('creator_id').references(() => users.id),
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (t) => [index('places_by_creator').on(t.creatorId)],
)

/** Every change of a place: who made it, and what stood there before. */
export const placeEdits = sqliteTable(
  'place_edits',
  {
    placeId: text('place_id')
      .notNull()
      .references(() => places.id),
    /** The version the change made. */
    version: integer('version').notNull(),
    editorId: text('editor_id').references(() => users.id),
    /** { field: [before, after] } */
    changes: text('changes', { mode: 'json' }).$type<Changes>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.placeId, t.version] }), index('place_edits_by_editor').on(t.editorId)],
)

export const placeCells = spotCells('place_cells')

export const placeFollows = sqliteTable(
  'place_follows',
  {
    placeId: text('place_id')
      .notNull()
      .references(() => places.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.placeId, t.userId] }), index('place_follows_by_user').on(t.userId, t.createdAt)],
)

/** "I'm here", until it expires. One row a person and place: it also counts how often they came. */
export const placeVisits = sqliteTable(
  'place_visits',
  {
    placeId: text('place_id')
      .notNull()
      .references(() => places.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    visits: integer('visits').notNull(),
    lastAt: integer('last_at').notNull(),
    /** Past once they are gone. */
    hereUntil: integer('here_until').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.placeId, t.userId] }),
    index('place_visits_here').on(t.placeId, t.hereUntil),
    index('place_visits_regulars').on(t.placeId, t.visits),
    index('place_visits_by_user').on(t.userId, t.lastAt),
  ],
)

/** "Need 2 more": someone who is there calls those who follow the place. */
export const placePings = sqliteTable(
  'place_pings',
  {
    id: text('id').primaryKey(),
    placeId: text('place_id')
      .notNull()
      .references(() => places.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    activity: text('activity').notNull(),
    needed: integer('needed').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('place_pings_by_place').on(t.placeId, t.expiresAt), index('place_pings_by_user').on(t.userId, t.createdAt)],
)
