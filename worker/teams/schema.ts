import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { freePlan, teamRoles } from '../../domain/teams/contract.ts'
import { users } from '../accounts/schema.ts'
import { spotCells } from '../geo/schema.ts'

/** A deleted team keeps its row: what others did in it still has a name to show. */
export const teams = sqliteTable(
  'teams',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    photoKey: text('photo_key'),
    /** Who made it, which says nothing about who owns it. None once that account is gone. */
    creatorId: text('creator_id').references(() => users.id),
    plan: text('plan').notNull().default(freePlan),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** Where it is at home, if anywhere. As the city was then: cities are loaded anew with each edition, and rows go by what they were written with. */
    cityId: integer('city_id'),
    cityName: text('city_name'),
    cityState: text('city_state'),
    /** The middle of the city. */
    lat: real('lat'),
    lng: real('lng'),
    /** How many are in it, for lists; counted anew when it changes. */
    members: integer('members').notNull().default(0),
  },
  (t) => [index('teams_by_creator').on(t.creatorId)],
)

/** Where teams are at home. */
export const teamCells = spotCells('team_cells')

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
  },
  (t) => [
    primaryKey({ columns: [t.teamId, t.userId] }),
    uniqueIndex('team_members_one_owner').on(t.teamId).where(sql`role = 'owner'`),
    index('team_members_in_order').on(t.teamId, t.role, t.joinedAt, t.userId),
    index('team_members_by_user').on(t.userId, t.joinedAt, t.teamId),
  ],
)

/** People a team knows that have no account: children, and who was never asked to sign up. */
export const guests = sqliteTable(
  'guests',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    name: text('name').notNull(),
    email: text('email'),
    /** The address in the one form that two spellings share. */
    emailKey: text('email_key'),
    /** None once that account is gone, or when an operator did it. */
    createdBy: text('created_by').references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('guests_one_email').on(t.emailKey, t.teamId).where(sql`email_key IS NOT NULL`),
    index('guests_in_order').on(t.teamId, t.createdAt, t.id),
    index('guests_by_creator').on(t.createdBy),
  ],
)
