import type { Fault } from './fault.ts'

/** Faults that `npm run check` finds without a test. */
export const faults: readonly Fault[] = [
  {
    name: 'An SQL statement joins a table of another feature',
    file: 'worker/feedback/commands.ts',
    find: 'FROM ${feedback} WHERE',
    replace: 'FROM ${feedback} JOIN users ON users.id = user_id WHERE',
    caughtBy: { part: 'check', tests: ['tables in SQL'] },
  },
  {
    name: 'A feature imports a table from the schema of another feature',
    file: 'worker/feedback/commands.ts',
    find: "import { feedback } from './schema.ts'",
    replace: "import { users } from '../accounts/schema.ts'\nimport { feedback } from './schema.ts'",
    caughtBy: { part: 'check', tests: ['imports'] },
  },
  {
    name: 'The web app imports code of the Worker',
    file: 'web/feedback/queries.ts',
    find: 'import type { FeedbackRoutes }',
    replace: 'import { FeedbackRoutes }',
    caughtBy: { part: 'check', tests: ['imports'] },
  },
  {
    name: 'Two files import each other',
    file: 'web/profiles/refresh-after-profile-change.ts',
    find: 'import { refreshGames }',
    replace: "import { ownProfile } from './queries.ts'\nimport { refreshGames }",
    caughtBy: { part: 'check', tests: ['imports'] },
  },
  {
    name: 'A migration drops a column and its data',
    file: 'migrations/0010_people_who_run_it.sql',
    find: 'CREATE TABLE `admins` (',
    replace: 'ALTER TABLE `feedback` DROP COLUMN `text`;\n--> statement-breakpoint\nCREATE TABLE `admins` (',
    caughtBy: { part: 'check', tests: ['migrations'] },
  },
  {
    name: 'A column is renamed without a migration',
    file: 'worker/feedback/schema.ts',
    find: "text('text')",
    replace: "text('words')",
    caughtBy: { part: 'check', tests: ['schema drift'] },
  },
  {
    name: 'A column property is renamed, but other code uses the old name',
    file: 'worker/feedback/schema.ts',
    find: "rating: integer('rating')",
    replace: "stars: integer('rating')",
    caughtBy: { part: 'check', tests: ['types'] },
  },
  {
    name: 'An export is not used anywhere',
    file: 'domain/time/spans.ts',
    find: 'export const day = 24 * hour',
    replace: 'export const day = 24 * hour\nexport const week = 7 * day',
    caughtBy: { part: 'check', tests: ['dead code'] },
  },
  {
    name: 'Code ignores a promise, so its error is lost',
    file: 'web/events/check-in/check-ins.ts',
    find: 'pending.size > 0) void queue.flush()',
    replace: 'pending.size > 0) queue.flush()',
    caughtBy: { part: 'check', tests: ['lint'] },
  },
]
