import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { activityIds } from '../../domain/activities.ts'
import type { Question, Repeat, Slot } from '../../domain/events/form-contract.ts'
import { eventStates, joinerStates, visibilities, waitlistModes } from '../../domain/events/states.ts'
import { users } from '../accounts/schema.ts'
import { places } from '../places/schema.ts'
import { teams } from '../teams/schema.ts'

/** What a repeated event goes by. Each occurrence is an event of its own, with its own seats. */
export const eventSeries = sqliteTable(
  'event_series',
  {
    id: text('id').primaryKey(),
    creatorId: text('creator_id').references(() => users.id),
    /** { every, interval, weekdays, count, until } on local dates. */
    rule: text('rule', { mode: 'json' }).$type<Repeat>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('event_series_by_creator').on(t.creatorId)],
)

/** Something to come to. Its place is written into it: a place that is mended or gone later changes no past game. */
export const events = sqliteTable(
  'events',
  {
    id: text('id').primaryKey(),
    /** Who put it up. None once that account is gone. */
    creatorId: text('creator_id').references(() => users.id),
    teamId: text('team_id').references(() => teams.id),
    seriesId: text('series_id').references(() => eventSeries.id),
    activity: text('activity', { enum: activityIds }).notNull(),
    title: text('title').notNull(),
    /** Markdown of the small kind that `domain/rich-text` reads. */
    description: text('description').notNull(),
    pictureKey: text('picture_key'),
    placeId: text('place_id').references(() => places.id),
    placeName: text('place_name').notNull(),
    address: text('address').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    timeZone: text('time_zone').notNull(),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** One to five in halves; null is open on that side. */
    levelMin: real('level_min'),
    levelMax: real('level_max'),
    /** Seats in all; with slots, the sum of theirs. */
    capacity: integer('capacity').notNull(),
    /** Named seats, or none. */
    slots: text('slots', { mode: 'json' }).$type<Slot[]>().notNull(),
    /** How many guests one person may bring. */
    maxGuests: integer('guests_most').notNull(),
    visibility: text('visibility', { enum: visibilities }).notNull(),
    needsApproval: integer('needs_approval', { mode: 'boolean' }).notNull(),
    /** Asked of whoever joins. */
    questions: text('questions', { mode: 'json' }).$type<Question[]>().notNull(),
    /** Minutes before the start until which leaving is free of remark. */
    leaveMinutes: integer('leave_minutes').notNull(),
    waitlistMode: text('waitlist_mode', { enum: waitlistModes }).notNull(),
    state: text('state', { enum: eventStates }).notNull(),
    /** A draft that shows itself at this time. */
    publishAt: integer('publish_at'),
    cancelReason: text('cancel_reason').notNull(),
    /** Counted anew from the rows of `joiners` in every batch that touches them: for lists; nothing is decided by it. */
    taken: integer('taken').notNull(),
    waiting: integer('waiting').notNull(),
    /** Which reminders went out, as bits. Moving the event to another time forgets them. */
    reminded: integer('reminded').notNull(),
    /** Goes up with each change: a second tab notices the first, and calendars know which word is the last. */
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('events_by_creator').on(t.creatorId, t.startsAt, t.id),
    index('events_by_team').on(t.teamId, t.startsAt, t.id),
    index('events_by_place').on(t.placeId, t.startsAt, t.id),
    index('events_by_series').on(t.seriesId, t.startsAt, t.id),
    index('events_in_order').on(t.state, t.startsAt, t.id),
    index('events_to_publish').on(t.publishAt).where(sql`publish_at IS NOT NULL`),
    index('events_with_waiting').on(t.startsAt).where(sql`waiting > 0`),
  ],
)

/** Who runs an event beside the one who put it up. */
export const eventHosts = sqliteTable(
  'event_hosts',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The event's, so that what someone runs next is found by it. */
    startsAt: integer('starts_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.userId] }), index('event_hosts_by_user').on(t.userId, t.startsAt, t.eventId)],
)

/**
 * A person's part in an event, with the guests they bring: a party that holds its seats or waits together.
 * One row a person and event; it stays when they leave, and is theirs again when they come back.
 */
export const joiners = sqliteTable(
  'joiners',
  {
    /** Stands on the ticket. Who joins again gets another. */
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    /** None for a guest whom a host wrote down, and for who deleted their account. */
    userId: text('user_id').references(() => users.id),
    /** The name of a guest without an account. */
    guestName: text('guest_name'),
    slotId: text('slot_id'),
    state: text('state', { enum: joinerStates }).notNull(),
    /** The person and their guests. */
    seats: integer('seats').notNull(),
    /** The names of the guests. */
    guests: text('guests', { mode: 'json' }).$type<string[]>().notNull(),
    /** By the ids of the questions. */
    answers: text('answers', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** Before the time in the waitlist's order: 0 unless seats are taken in turns or drawn. */
    turn: integer('turn').notNull(),
    /** When they asked. The waitlist goes by it and by nothing that happens later. */
    joinedAt: integer('joined_at').notNull(),
    offerHash: text('offer_hash'),
    offerExpiresAt: integer('offer_expires_at'),
    /** How many of the party have come. */
    arrived: integer('arrived').notNull(),
    checkedInAt: integer('checked_in_at'),
    isNoShow: integer('is_no_show', { mode: 'boolean' }).notNull(),
    /** They gave up a seat after the time to leave by. */
    leftLate: integer('left_late', { mode: 'boolean' }).notNull().default(false),
    /** The event's, so that what someone goes to next is found by it. */
    startsAt: integer('starts_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('joiners_once').on(t.eventId, t.userId).where(sql`user_id IS NOT NULL`),
    index('joiners_in_order').on(t.eventId, t.state, t.turn, t.joinedAt, t.id),
    index('joiners_by_user').on(t.userId, t.startsAt, t.eventId),
    uniqueIndex('joiners_by_offer').on(t.offerHash).where(sql`offer_hash IS NOT NULL`),
    index('joiners_expiring').on(t.offerExpiresAt).where(sql`offer_expires_at IS NOT NULL`),
  ],
)

/** What the hosts had to say to all who come. */
export const eventUpdates = sqliteTable(
  'event_updates',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    authorId: text('author_id').references(() => users.id),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('event_updates_in_order').on(t.eventId, t.createdAt, t.id), index('event_updates_by_author').on(t.authorId)],
)

/** Whom someone asked to come, so that nobody is asked twice. */
export const eventInvites = sqliteTable(
  'event_invites',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    inviterId: text('inviter_id').references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.userId] }),
    index('event_invites_by_user').on(t.userId, t.createdAt),
    index('event_invites_by_inviter').on(t.inviterId, t.createdAt),
  ],
)

/** How it was for one who was there. The hosts are told what was said, never by whom. */
export const eventFeedback = sqliteTable(
  'event_feedback',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** One to five. */
    rating: integer('rating').notNull(),
    words: text('words').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.userId] }), index('event_feedback_by_user').on(t.userId, t.at)],
)

/** Where and when public events to come are, in the cells of `domain/geo`: for any activity ('') and for their own. WITHOUT ROWID. */
export const eventCells = sqliteTable(
  'event_cells',
  {
    cell: integer('cell').notNull(),
    activity: text('activity').notNull(),
    start: integer('start').notNull(),
    id: text('id').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
  },
  (t) => [primaryKey({ columns: [t.cell, t.activity, t.start, t.id] })],
)
