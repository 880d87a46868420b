import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PlaceForm, PlaceHours } from '../../domain/places/contract.ts'
import { surfaceIds } from '../../domain/places/kinds.ts'
import type { Changes } from '../../domain/places/rules.ts'
import { stateCodes } from '../../domain/us-states.ts'
import { users } from '../accounts/schema.ts'
import { makeItemCells, makeItemCounts } from '../geo/schema.ts'

/**
 * Where people play: courts in a park, a hall, a field. Everyone may edit it, but some changes wait in `place_proposals`.
 * `place_edits` keeps the history.
 */
export const places = sqliteTable(
  'places',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    /** Where the place was confirmed, if others have moved it a little since. Null if it is still there. */
    confirmedLat: real('confirmed_lat'),
    confirmedLng: real('confirmed_lng'),
    timeZone: text('time_zone').notNull(),
    address: text('address').notNull(),
    cityName: text('city_name').notNull(),
    cityState: text('city_state', { enum: ['', ...stateCodes] }).notNull(),
    /** What people play there. */
    activities: text('activities', { mode: 'json' }).$type<PlaceForm['activities']>().notNull(),
    courts: integer('courts'),
    surface: text('surface', { enum: ['', ...surfaceIds] }).notNull(),
    /** Null if nobody said it. The same holds for `hasLights`, `fee` and `hours`. */
    isIndoor: integer('is_indoor', { mode: 'boolean' }),
    hasLights: integer('has_lights', { mode: 'boolean' }),
    /** Empty if it is free. */
    fee: text('fee'),
    /** Opening hours of a normal week. */
    hours: text('hours', { mode: 'json' }).$type<PlaceHours>(),
    amenities: text('amenities', { mode: 'json' }).$type<PlaceForm['amenities']>().notNull(),
    /** Keys of its photos. The first one is shown on cards. */
    photos: text('photos', { mode: 'json' }).$type<string[]>().notNull(),
    /** Null after that account was deleted. */
    creatorId: text('creator_id').references(() => users.id),
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (t) => [index('places_by_creator').on(t.creatorId)],
)

/** Every change of a place, who made it, and the old values. */
export const placeEdits = sqliteTable(
  'place_edits',
  {
    placeId: text('place_id')
      .notNull()
      .references(() => places.id),
    /** The version of the place after the change. */
    version: integer('version').notNull(),
    editorId: text('editor_id').references(() => users.id),
    /** Who confirmed the change, if it had to wait. */
    confirmerId: text('confirmer_id').references(() => users.id),
    /** { field: [before, after] } */
    changes: text('changes', { mode: 'json' }).$type<Changes>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.placeId, t.version] }),
    index('place_edits_by_editor').on(t.editorId, t.createdAt),
    index('place_edits_by_confirmer').on(t.confirmerId, t.createdAt),
  ],
)

/**
 * Changes of a place that wait for a second person: at most one per person and place. Decided ones stay until they expire, because
 * they count toward the limits.
 */
export const placeProposals = sqliteTable(
  'place_proposals',
  {
    placeId: text('place_id')
      .notNull()
      .references(() => places.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** New with each proposal, so that nobody confirms one that was replaced meanwhile. */
    id: text('id').notNull(),
    /** { field: [before, after] } */
    changes: text('changes', { mode: 'json' }).$type<Changes>().notNull(),
    state: text('state', { enum: ['open', 'confirmed', 'declined', 'withdrawn'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.placeId, t.userId] }),
    index('place_proposals_open').on(t.placeId, t.state, t.expiresAt),
    index('place_proposals_by_user').on(t.userId, t.createdAt),
    index('place_proposals_by_expiry').on(t.expiresAt),
  ],
)

export const placeCells = makeItemCells('place_cells')
export const placeCounts = makeItemCounts('place_counts')

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

/** Check-ins, which expire. There is one row per person and place, which also counts the visits. */
export const placeCheckIns = sqliteTable(
  'place_check_ins',
  {
    placeId: text('place_id')
      .notNull()
      .references(() => places.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    visits: integer('visits').notNull(),
    lastAt: integer('last_at').notNull(),
    /** When the check-in ends. In the past after check-out. */
    hereUntil: integer('here_until').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.placeId, t.userId] }),
    index('place_check_ins_now').on(t.placeId, t.hereUntil),
    index('place_check_ins_regulars').on(t.placeId, t.visits),
    index('place_check_ins_by_user').on(t.userId, t.lastAt),
  ],
)

/** "Need 2 more": a person at a place calls its followers. */
export const playerCalls = sqliteTable(
  'player_calls',
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
  (t) => [index('player_calls_by_place').on(t.placeId, t.expiresAt), index('player_calls_by_user').on(t.userId, t.createdAt)],
)
