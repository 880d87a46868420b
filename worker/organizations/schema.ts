import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'
import { teams } from '../teams/schema.ts'

/** Holds teams that agreed to belong to it, such as a club or a league. */
export const organizations = sqliteTable(
  'organizations',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Increases with each edit, so that a second tab notices a change. */
    version: integer('version').notNull().default(1),
  },
  (t) => [index('organizations_by_owner').on(t.ownerId, t.createdAt, t.id)],
)

/** A team belongs to the organization once both sides have agreed. Either side can delete the row. */
export const organizationTeams = sqliteTable(
  'organization_teams',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** When the organization agreed. Null while it has only been asked. */
    organizationAgreedAt: integer('organization_agreed_at'),
    /** When the team agreed. Null while it has only been asked. */
    teamAgreedAt: integer('team_agreed_at'),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.teamId] }), index('organization_teams_by_team').on(t.teamId)],
)
