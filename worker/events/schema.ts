import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { activityIds } from '../../domain/activities.ts'
import type { Question, Repeat, Slot } from '../../domain/events/form-contract.ts'
import type { Pricing } from '../../domain/events/pricing-contract.ts'
import { eventStates, joinerStates, visibilities, waitlistModes } from '../../domain/events/states.ts'
import { users } from '../accounts/schema.ts'
import { places } from '../places/schema.ts'
import { teams } from '../teams/schema.ts'

/** The rule of a repeated event. Each date is a separate event with its own seats. */
export const eventSeries = sqliteTable(
  'event_series',
  {
    id: text('id').primaryKey(),
    creatorId: text('creator_id').references(() => users.id),
    /** `until` and the other dates of the rule are local dates. */
    rule: text('rule', { mode: 'json' }).$type<Repeat>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('event_series_by_creator').on(t.creatorId)],
)

/** A game. It has a copy of its place, so that a place that is changed or deleted later changes no past game. */
export const events = sqliteTable(
  'events',
  {
    id: text('id').primaryKey(),
    /** The person who created it; null once their account is deleted. */
    creatorId: text('creator_id').references(() => users.id),
    teamId: text('team_id').references(() => teams.id),
    seriesId: text('series_id').references(() => eventSeries.id),
    activity: text('activity', { enum: activityIds }).notNull(),
    title: text('title').notNull(),
    /** Simple Markdown, read by `domain/rich-text`. */
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
    /** From 1 to 5 in steps of 0.5; null means no limit. */
    levelMin: real('level_min'),
    levelMax: real('level_max'),
    /** All seats; with slots, the sum of their seats. */
    capacity: integer('capacity').notNull(),
    /** Groups of seats with a name; may be empty. */
    slots: text('slots', { mode: 'json' }).$type<Slot[]>().notNull(),
    /** How many guests one person may bring. */
    maxGuests: integer('max_guests').notNull(),
    visibility: text('visibility', { enum: visibilities }).notNull(),
    needsApproval: integer('needs_approval', { mode: 'boolean' }).notNull(),
    /** Questions that people answer when they join. */
    questions: text('questions', { mode: 'json' }).$type<Question[]>().notNull(),
    /** How many minutes before the start the deadline for leaving is. Players who leave after it leave late. */
    leaveMinutes: integer('leave_minutes').notNull(),
    waitlistMode: text('waitlist_mode', { enum: waitlistModes }).notNull(),
    state: text('state', { enum: eventStates }).notNull(),
    /** What a seat costs; null if the game is free. */
    pricing: text('pricing', { mode: 'json' }).$type<Pricing>(),
    /** A form of the community that players fill after they have joined, such as a waiver. It can be deleted with the community. */
    formId: text('form_id'),
    /** Joining opens at this time for everyone but hosts; null if it is open at once. */
    joinsAt: integer('joins_at'),
    /** Whether people with Member Plus can join some minutes before that. */
    plusJoinsEarly: integer('plus_joins_early', { mode: 'boolean' }).notNull().default(false),
    /** Whether its creator gets a seat when it is published. */
    hostPlays: integer('host_plays', { mode: 'boolean' }).notNull().default(false),
    /** A scheduled draft is published at this time. */
    publishAt: integer('publish_at'),
    cancelReason: text('cancel_reason').notNull(),
    /** For lists only. Every batch that changes rows of `joiners` counts them again; nothing is decided by the stored numbers. */
    taken: integer('taken').notNull(),
    waiting: integer('waiting').notNull(),
    /** Which reminders were sent, as bits. They are reset when the start time changes. */
    reminded: integer('reminded').notNull(),
    /** Increases with each change, so that a second tab notices a change, and calendars know the latest version. */
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
    index('events_by_form').on(t.formId, t.endsAt).where(sql`form_id IS NOT NULL`),
    index('events_with_waiting').on(t.startsAt).where(sql`waiting > 0`),
  ],
)

/** The co-hosts of an event. */
export const eventHosts = sqliteTable(
  'event_hosts',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** A copy of the event's start, for the index that finds the next games of a co-host. */
    startsAt: integer('starts_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.userId] }), index('event_hosts_by_user').on(t.userId, t.startsAt, t.eventId)],
)

/** Open invitations to be a co-host. A person is a co-host only after they accept. */
export const coHostInvites = sqliteTable(
  'co_host_invites',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.userId] }),
    index('co_host_invites_to').on(t.userId, t.eventId),
    index('co_host_invites_from').on(t.inviterId, t.userId),
    index('co_host_invites_expiring').on(t.expiresAt),
  ],
)

/** Links by which people become co-hosts. A host has at most one for each game, and a new one replaces it. */
export const coHostLinks = sqliteTable(
  'co_host_links',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => users.id),
    /** The hash of the secret in the link. */
    tokenHash: text('token_hash').notNull(),
    /** Whether it is for the later dates of the series too. */
    isForSeries: integer('is_for_series', { mode: 'boolean' }).notNull(),
    uses: integer('uses').notNull(),
    maxUses: integer('max_uses').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.inviterId] }),
    uniqueIndex('co_host_links_by_token').on(t.tokenHash),
    index('co_host_links_by_inviter').on(t.inviterId),
    index('co_host_links_expiring').on(t.expiresAt),
  ],
)

/**
 * The entry of a person in an event, with the guests they bring. They hold seats or wait together. There is one row for each
 * person and event. It stays when they leave, and is used again when they rejoin.
 */
export const joiners = sqliteTable(
  'joiners',
  {
    /** The id on the ticket. A person who rejoins gets a new id. */
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    /** Null for a guest that a host added, and for a person who deleted their account. */
    userId: text('user_id').references(() => users.id),
    /** The name of a guest without an account. */
    guestName: text('guest_name'),
    slotId: text('slot_id'),
    state: text('state', { enum: joinerStates }).notNull(),
    /** The person and their guests. */
    seats: integer('seats').notNull(),
    /** The names of the guests. */
    guests: text('guests', { mode: 'json' }).$type<string[]>().notNull(),
    /** The answers, by question id. */
    answers: text('answers', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** The waitlist is sorted by this number first, then by `joinedAt`. It is 0 unless the waitlist goes by turns or by lottery. */
    waitlistRank: integer('waitlist_rank').notNull(),
    /** When the person joined, or asked to join. Later changes do not affect their position on the waitlist. */
    joinedAt: integer('joined_at').notNull(),
    offerHash: text('offer_hash'),
    offerExpiresAt: integer('offer_expires_at'),
    /** How long the seats are held for a person who is paying. Null if nothing was to pay. */
    payUntil: integer('pay_until'),
    /** The kind of ticket of all its seats. Null if the game has no several, or none was chosen yet. */
    tierId: text('tier_id'),
    /** How many people of this entry are checked in. */
    arrived: integer('arrived').notNull(),
    checkedInAt: integer('checked_in_at'),
    isNoShow: integer('is_no_show', { mode: 'boolean' }).notNull(),
    /** They gave up a seat after the deadline for leaving. */
    leftLate: integer('left_late', { mode: 'boolean' }).notNull().default(false),
    /** A copy of the event's start, for the index that finds a person's next games. */
    startsAt: integer('starts_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** The short code on the ticket, which a host can type. Null for guests without an account, who have no ticket. */
    ticketCode: text('ticket_code'),
    /** Nobody must be told of this seat any more: its email with the entry for their calendar was sent, or the seat came with a season. */
    isConfirmed: integer('is_confirmed', { mode: 'boolean' }).notNull().default(false),
    /** The player who holds this seat for a friend, or with whom the friend came. Null for everybody else. */
    heldBy: text('held_by').references(() => users.id),
    /** When earlier holds of this person in this game ended without a payment. The last one may still be in `state` and `updatedAt`. */
    unpaidHolds: text('unpaid_holds', { mode: 'json' }).$type<number[]>().notNull().default([]),
  },
  (t) => [
    uniqueIndex('joiners_by_ticket').on(t.eventId, t.ticketCode).where(sql`ticket_code IS NOT NULL`),
    uniqueIndex('joiners_once').on(t.eventId, t.userId).where(sql`user_id IS NOT NULL`),
    index('joiners_in_order').on(t.eventId, t.state, t.waitlistRank, t.joinedAt, t.id),
    index('joiners_by_user').on(t.userId, t.startsAt, t.eventId),
    uniqueIndex('joiners_by_offer').on(t.offerHash).where(sql`offer_hash IS NOT NULL`),
    index('joiners_expiring').on(t.offerExpiresAt).where(sql`offer_expires_at IS NOT NULL`),
    index('joiners_by_holder').on(t.heldBy, t.eventId).where(sql`held_by IS NOT NULL`),
    /** Seats that wait for an answer or a payment of a person, who may be in many games. */
    index('joiners_to_answer').on(t.userId, t.startsAt, t.eventId).where(sql`state IN ('offered', 'paying')`),
    index('joiners_to_pay').on(t.payUntil).where(sql`state = 'paying'`),
    index('joiners_to_confirm').on(t.eventId).where(sql`is_confirmed <> (state = 'going')`),
  ],
)

/** A player's open offer of their own seat to one person. The player keeps the seat until that person accepts. */
export const seatTransfers = sqliteTable(
  'seat_transfers',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    /** The entry with the seat. A player who leaves and joins again has a new one, so an old offer never comes back. */
    joinerId: text('joiner_id').notNull(),
    fromId: text('from_id')
      .notNull()
      .references(() => users.id),
    toId: text('to_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('seat_transfers_by_joiner').on(t.joinerId),
    index('seat_transfers_from').on(t.fromId, t.eventId),
    index('seat_transfers_to').on(t.toId, t.eventId),
    index('seat_transfers_expiring').on(t.expiresAt),
    index('seat_transfers_by_event').on(t.eventId),
  ],
)

/** Messages from the hosts to everyone in the game. */
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

/** Invitations. A person is invited to an event only once. */
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

/** Games that a person wants to find again. Nobody else learns of it. */
export const savedGames = sqliteTable(
  'saved_games',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    savedAt: integer('saved_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.eventId] }), index('saved_games_by_event').on(t.eventId)],
)

/** Series of which a person wants to hear: new dates, and free seats of full dates. Nobody else learns of it. */
export const seriesFollows = sqliteTable(
  'series_follows',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    seriesId: text('series_id')
      .notNull()
      .references(() => eventSeries.id),
    /** All its dates could only be found by their link then, so this person also hears of such dates. */
    isByLink: integer('is_by_link', { mode: 'boolean' }).notNull(),
    followedAt: integer('followed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.seriesId] }), index('series_follows_by_series').on(t.seriesId, t.userId)],
)

/** Feedback of players on a game. The hosts can read it, but they never see who gave it. */
export const eventFeedback = sqliteTable(
  'event_feedback',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** From 1 to 5. */
    rating: integer('rating').notNull(),
    words: text('words').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.userId] }), index('event_feedback_by_user').on(t.userId, t.at)],
)

/**
 * The index of public events by place and time, in the cells of `domain/geo`. Each event has rows for its own activity and for any
 * activity (''). Past events have a negative start. The table is WITHOUT ROWID.
 */
export const eventCells = sqliteTable(
  'event_cells',
  {
    cell: integer('cell').notNull(),
    activity: text('activity').notNull(),
    start: integer('start').notNull(),
    id: text('id').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    /** The day of the start on the calendar of the game's place, counted from 1970. */
    day: integer('day').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.cell, t.activity, t.start, t.id] })],
)

/**
 * How many games each cell of the map has, for any activity ('') and for each, by day. Day 0
 * is the sum of all days, and days -1 to -7 are the sums of Mondays to Sundays. Triggers on
 * `event_cells` keep it exact. The sums of coordinates, in steps of 1e-5 degrees, give the middle of the games of a cell. The grids
 * are in `domain/geo/count-grid.ts`. WITHOUT ROWID.
 */
export const eventCounts = sqliteTable(
  'event_counts',
  {
    activity: text('activity').notNull(),
    isPast: integer('is_past', { mode: 'boolean' }).notNull(),
    day: integer('day').notNull(),
    cell: integer('cell').notNull(),
    count: integer('count').notNull(),
    latSum: integer('lat_sum').notNull(),
    lngSum: integer('lng_sum').notNull(),
  },
  (t) => [primaryKey({ columns: [t.activity, t.isPast, t.day, t.cell] })],
)
