import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type OrganizationField, organizationChangeKinds } from '../../domain/organizations/changes-contract.ts'
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

/** The words of the names of organizations, for the search by name. */
export const organizationWords = sqliteTable(
  'organization_words',
  {
    word: text('word').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
  },
  (t) => [primaryKey({ columns: [t.word, t.organizationId] }), index('organization_words_by_organization').on(t.organizationId)],
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

/** Who changed what in an organization. */
export const organizationChanges = sqliteTable(
  'organization_changes',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Null once that account is deleted. */
    actorId: text('actor_id').references(() => users.id),
    kind: text('kind', { enum: organizationChangeKinds }).notNull(),
    /** The team that the change is about. Null if there is none. */
    teamId: text('team_id').references(() => teams.id),
    /** The fields that were edited. */
    fields: text('fields', { mode: 'json' }).$type<OrganizationField[]>(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('organization_changes_in_order').on(t.organizationId, t.createdAt, t.id),
    index('organization_changes_by_actor').on(t.actorId),
    index('organization_changes_by_team').on(t.teamId),
    index('organization_changes_by_age').on(t.createdAt),
  ],
)
