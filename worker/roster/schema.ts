import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { fieldAudiences, fieldKinds } from '../../domain/roster/contract.ts'
import { users } from '../accounts/schema.ts'
import { guests, teams } from '../teams/schema.ts'

/** Fields that a team has added to its list of people, such as the size of a shirt. */
export const teamFields = sqliteTable(
  'team_fields',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    name: text('name').notNull(),
    kind: text('kind', { enum: fieldKinds }).notNull(),
    /** The choices of a field of the kind `choice`. */
    choices: text('choices', { mode: 'json' }).$type<string[]>().notNull(),
    seenBy: text('audience', { enum: fieldAudiences }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('team_fields_in_order').on(t.teamId, t.createdAt, t.id)],
)

/** What a team writes down about a member or a guest. A member's row is deleted when they leave the team. */
export const memberDetails = sqliteTable(
  'member_details',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** A row is about a member or about a guest. */
    userId: text('user_id').references(() => users.id),
    guestId: text('guest_id').references(() => guests.id),
    jersey: text('jersey').notNull().default(''),
    position: text('position').notNull().default(''),
    /** Only owners and organizers see it in the product. The export of the person contains it, because it is about them. */
    notes: text('notes').notNull().default(''),
    /** The values of the team's own fields, by field id. */
    fieldValues: text('field_values', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** Increases with each change, so that a second tab notices it. */
    version: integer('version').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('member_details_of_member').on(t.userId, t.teamId).where(sql`user_id IS NOT NULL`),
    uniqueIndex('member_details_of_guest').on(t.guestId).where(sql`guest_id IS NOT NULL`),
    index('member_details_by_team').on(t.teamId),
  ],
)
