import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { activityIds } from '../../domain/activities.ts'
import { platformIds } from '../../domain/platforms.ts'
import type { TopicForm } from '../../domain/team-topics/contract.ts'
import { joinModes, teamColors } from '../../domain/teams/contract.ts'
import { users } from '../accounts/schema.ts'
import { places } from '../places/schema.ts'

/** A community that a person is setting up on the pages of `teams/create`. A person has one, until it is created or thrown away. */
export const teamDrafts = sqliteTable(
  'team_drafts',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .unique()
      .references(() => users.id),
    /** Increases with each change, so that a second tab notices it. */
    /** The platform on which the person was last. The reminder carries its name. Null for drafts of older releases. */
    platform: text('platform', { enum: platformIds }),
    version: integer('version').notNull(),
    /** The page where the person is, from 0. */
    step: integer('step').notNull(),
    /** The last page that they have reached. */
    furthestStep: integer('furthest_step').notNull(),
    activity: text('activity', { enum: activityIds }),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** The name is copied, because cities are loaded again with each data update. */
    cityId: integer('city_id'),
    cityName: text('city_name'),
    cityState: text('city_state'),
    /** Where its first game is, if they have chosen a place. */
    placeId: text('place_id').references(() => places.id),
    photoKey: text('photo_key'),
    mainColor: text('main_color', { enum: teamColors }).notNull(),
    secondColor: text('second_color', { enum: teamColors }).notNull(),
    joinMode: text('join_mode', { enum: joinModes }).notNull(),
    topics: text('topics', { mode: 'json' }).$type<TopicForm[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the person last opened or changed a page of it. */
    activeAt: integer('active_at').notNull(),
    /** When we sent the reminder. It is sent once. */
    remindedAt: integer('reminded_at'),
  },
  (t) => [index('team_drafts_to_remind').on(t.activeAt).where(sql`reminded_at IS NULL AND furthest_step >= 2`)],
)
