import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { teams } from '../teams/schema.ts'

/** The topics of a team, such as "Games" or "Carpools". They belong to the team and say nothing about a person. */
export const teamTopics = sqliteTable(
  'team_topics',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    name: text('name').notNull(),
    /** The name in lower case, because each name exists once in a team. */
    nameKey: text('name_key').notNull(),
    description: text('description').notNull(),
    /** The place in the list, from 0. After a deletion there may be gaps. */
    position: integer('position').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('team_topics_one_name').on(t.teamId, t.nameKey), index('team_topics_in_order').on(t.teamId, t.position, t.id)],
)
