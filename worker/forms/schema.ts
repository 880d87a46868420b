import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { FormContent } from '../../domain/forms/content.ts'
import { teams } from '../teams/schema.ts'

export const forms = sqliteTable(
  'forms',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** A copy of the title of the draft. */
    title: text('title').notNull(),
    /** What is being built. People fill a published version. */
    draft: text('draft', { mode: 'json' }).$type<FormContent>().notNull(),
    /** Increases with each change of the draft, so that a second tab notices it. */
    version: integer('version').notNull().default(1),
    /** The latest published version; null before the first. */
    publishedNumber: integer('published_number'),
    /** The version of the draft that was published last. */
    publishedVersion: integer('published_version'),
    isClosed: integer('is_closed', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('forms_in_order').on(t.teamId, t.updatedAt, t.id)],
)

/** What was published. A row never changes, because submissions belong to it. */
export const formVersions = sqliteTable(
  'form_versions',
  {
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    number: integer('number').notNull(),
    content: text('content', { mode: 'json' }).$type<FormContent>().notNull(),
    publishedAt: integer('published_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.formId, t.number] })],
)
