import { sql } from 'drizzle-orm'
import { check, customType, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { type CustomRight, maskOf, rightsOf } from '../../domain/access/custom-rights.ts'
import { activityIds } from '../../domain/activities.ts'
import { rookiePlan } from '../../domain/payments/plans.ts'
import type { TeamTopic } from '../../domain/team-topics/contract.ts'
import { type ChangeDetails, type TeamField, teamChangeKinds } from '../../domain/teams/changes-contract.ts'
import { freePlan, joinModes, teamColors } from '../../domain/teams/contract.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { users } from '../accounts/schema.ts'
import { makeItemCells, makeItemCounts } from '../geo/schema.ts'

const isListed = sql`deleted_at IS NULL`

/** A deleted team keeps its row, because past games and seasons still show its name. */
export const teams = sqliteTable(
  'teams',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    photoKey: text('photo_key'),
    /** The person who created it, who may no longer be the owner. Null once that account is deleted. */
    creatorId: text('creator_id').references(() => users.id),
    /** The plan and its size, copied from its subscription (`worker/payments/sync-plan.ts`). */
    plan: text('plan').notNull().default(freePlan),
    maxMembers: integer('max_members').notNull().default(rookiePlan.maxMembers),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** When the data of a deleted team is deleted for good. Until then its owner can bring it back. Null once that is done. */
    purgeAt: integer('purge_at'),
    /** The home city, if there is one. We copy the name and location, because cities are loaded again with each data update. */
    cityId: integer('city_id'),
    cityName: text('city_name'),
    cityState: text('city_state'),
    /** The center of the city. */
    lat: real('lat'),
    lng: real('lng'),
    /** The number of members, for lists. It is counted again whenever members change. */
    members: integer('members').notNull().default(0),
    /** How many people follow it. Triggers count the rows of `team_follows`. */
    followers: integer('followers').notNull().default(0),
    /** A copy of its topics, so that lists of teams read no row for each of them. `storeTopics` writes it from `team_topics`. */
    topics: text('topics', { mode: 'json' }).$type<TeamTopic[]>().notNull().default([]),
    /** Null for a team that plays several. */
    activity: text('activity', { enum: activityIds }),
    joinMode: text('join_mode', { enum: joinModes }).notNull().default('invite'),
    mainColor: text('main_color', { enum: teamColors }),
    secondColor: text('second_color', { enum: teamColors }),
    /** Increases with each edit, so that a second tab notices a change. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('teams_by_creator').on(t.creatorId),
    index('teams_to_purge').on(t.purgeAt).where(sql`purge_at IS NOT NULL`),
    // One for each way to search the directory, so that a page reads no team that it does not show.
    index('teams_by_size').on(t.joinMode, t.members, t.id).where(isListed),
    index('teams_by_activity').on(t.activity, t.joinMode, t.members, t.id).where(isListed),
    index('teams_by_city').on(t.cityId, t.joinMode, t.members, t.id).where(isListed),
    index('teams_by_city_and_activity').on(t.cityId, t.activity, t.joinMode, t.members, t.id).where(isListed),
  ],
)

const rankOfRole = sql.raw(`CASE role ${teamRoles.map((role, rank) => `WHEN '${role}' THEN ${rank}`).join(' ')} END`)

/** The search index of teams by home city. */
export const teamCells = makeItemCells('team_cells')
/**
 * The cities in which teams are, to find the nearest ones. Its `activity` is a list of teams (`domain/teams/team-lists.ts`) in which
 * this city has at least one. A city without such a team costs one read and shows nothing.
 */
export const teamCityCells = makeItemCells('team_city_cells')
export const teamCounts = makeItemCounts('team_counts')

/** A list of rights in code, and a bit mask in the database, so that a statement checks one without a join. */
const rightsMask = customType<{ data: CustomRight[]; driverData: number }>({
  dataType: () => 'integer',
  toDriver: maskOf,
  fromDriver: rightsOf,
})

/** The roles that the owner of a team has made. A member can have one of them. */
export const teamCustomRoles = sqliteTable(
  'team_roles',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    name: text('name').notNull(),
    /** The name in lower case, because each name exists once in a team. */
    nameKey: text('name_key').notNull(),
    rights: rightsMask('rights').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('team_roles_one_name').on(t.teamId, t.nameKey)],
)

export const teamMembers = sqliteTable(
  'team_members',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role', { enum: teamRoles }).notNull(),
    joinedAt: integer('joined_at').notNull(),
    /** What the team calls this person, such as "Equipment". Null if they have no title. */
    title: text('title'),
    /** How many messages the conversation of the team had when they joined. They are not unread. */
    messagesBefore: integer('messages_before').notNull().default(0),
    customRoleId: text('custom_role_id').references(() => teamCustomRoles.id),
    /** A copy of the rights of the custom role, written in the batch of each change of the role, so that no check reads `team_roles`. */
    rights: rightsMask('rights').notNull().default(sql`0`),
    /** The rank of the role, 0 for the owner. SQLite computes it, so that no writer can forget it. */
    rank: integer('rank').generatedAlwaysAs(rankOfRole, { mode: 'virtual' }),
  },
  (t) => [
    primaryKey({ columns: [t.teamId, t.userId] }),
    uniqueIndex('team_members_one_owner').on(t.teamId).where(sql`role = 'owner'`),
    index('team_members_in_order').on(t.teamId, t.rank, t.joinedAt, t.userId),
    index('team_members_by_user').on(t.userId, t.joinedAt, t.teamId),
    index('team_members_with_custom_role').on(t.teamId, t.joinedAt, t.userId).where(sql`custom_role_id IS NOT NULL`),
    check('team_members_rights', sql`rights = 0 OR role = 'member'`),
  ],
)

/**
 * The members of deleted teams, until the team is brought back or its data is deleted. They are in a table of their own, so that nothing
 * that reads `team_members` has to ask whether the team is deleted.
 */
export const deletedTeamMembers = sqliteTable(
  'deleted_team_members',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role', { enum: teamRoles }).notNull(),
    joinedAt: integer('joined_at').notNull(),
    title: text('title'),
    messagesBefore: integer('messages_before').notNull().default(0),
    customRoleId: text('custom_role_id').references(() => teamCustomRoles.id),
    rights: rightsMask('rights').notNull().default(sql`0`),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] }), index('deleted_team_members_by_user').on(t.userId, t.role)],
)

/** Who changed what in a team. `result_changes` has what members see of the results. */
export const teamChanges = sqliteTable(
  'team_changes',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** Null if an operator made the change, or once that account is deleted. */
    actorId: text('actor_id').references(() => users.id),
    kind: text('kind', { enum: teamChangeKinds }).notNull(),
    /** The person whom the change is about. Null if there is none, or once that account is deleted. */
    personId: text('person_id').references(() => users.id),
    /** For changed roles. */
    oldRole: text('old_role', { enum: teamRoles }),
    newRole: text('new_role', { enum: teamRoles }),
    /** The fields that were edited. */
    fields: text('fields', { mode: 'json' }).$type<TeamField[]>(),
    /** The guest whom the change is about, without their name, so that the trail forgets a guest who is removed. Null for children. */
    guestId: text('guest_id'),
    details: text('details', { mode: 'json' }).$type<ChangeDetails>(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('team_changes_in_order').on(t.teamId, t.createdAt, t.id),
    index('team_changes_by_actor').on(t.actorId),
    index('team_changes_by_person').on(t.personId),
    index('team_changes_by_guest').on(t.guestId).where(sql`guest_id IS NOT NULL`),
    index('team_changes_by_age').on(t.createdAt),
  ],
)

/** The open offer of an owner to hand the team over to a member. The owner stays the owner until that person accepts. */
export const teamHandOvers = sqliteTable(
  'team_hand_overs',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
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
    uniqueIndex('team_hand_overs_by_team').on(t.teamId, t.fromId),
    index('team_hand_overs_from').on(t.fromId, t.toId),
    index('team_hand_overs_to').on(t.toId),
    index('team_hand_overs_expiring').on(t.expiresAt),
  ],
)

/** People without an account who belong to a team, such as children. */
export const guests = sqliteTable(
  'guests',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    name: text('name').notNull(),
    email: text('email'),
    /** The address in the same form for all spellings. */
    emailKey: text('email_key'),
    /** Null once that account is deleted, or if an operator added the guest. */
    createdBy: text('created_by').references(() => users.id),
    createdAt: integer('created_at').notNull(),
    /** The parent of a child. The parent is a member, and the child leaves the team with them. A child has no address. */
    guardianId: text('guardian_id').references(() => users.id),
    /** When the person with this address said that they do not want to take the guest's place. They are not asked again. */
    declinedAt: integer('declined_at'),
  },
  (t) => [
    index('guests_by_guardian').on(t.guardianId, t.teamId).where(sql`guardian_id IS NOT NULL`),
    uniqueIndex('guests_one_email').on(t.emailKey, t.teamId).where(sql`email_key IS NOT NULL`),
    index('guests_in_order').on(t.teamId, t.createdAt, t.id),
    index('guests_by_creator').on(t.createdBy),
  ],
)
