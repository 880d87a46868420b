import { sql } from 'drizzle-orm'
import { topicNameKey } from '../../domain/team-topics/rules.ts'
import { day } from '../../domain/time/spans.ts'
import type { Database } from '../../worker/platform/database.ts'
import { storeTopics } from '../../worker/teams/store-topics.ts'
import { runStatements } from '../setup/run-statements.ts'

const teamId = 'sunset-smashers'

const topics = [
  { id: 'smashers-games', name: 'Games', description: 'New dates, changes and cancellations.' },
  { id: 'smashers-season', name: 'Season', description: 'Registration, schedule and standings.' },
  { id: 'smashers-carpools', name: 'Carpools', description: 'Who drives, and who needs a ride.' },
  { id: 'smashers-social', name: 'Social', description: 'What we do off the court.' },
]

/** `daysAgo` counts from the day on which the world is built. Every `readEvery`th member has read it. */
const announcements = [
  {
    ...{ id: 'smashers-news-lights', topicId: 'smashers-games', daysAgo: 0.2, readEvery: 3, isReadByPlayer: false },
    title: 'Court 3 has no light tonight',
    text: 'The city repairs the lamps until Friday. We play on **courts 1 and 2**, and start a quarter of an hour earlier.',
  },
  {
    ...{ id: 'smashers-news-cars', topicId: 'smashers-carpools', daysAgo: 1.1, readEvery: 2, isReadByPlayer: false },
    title: 'Two cars to Round Rock on Saturday',
    text: 'Dana and Lee drive, with four seats each.\n\n- Meet at 8:15 at the north gate\n- Bring water\n- Back by noon',
  },
  {
    ...{ id: 'smashers-news-season', topicId: 'smashers-season', daysAgo: 4.4, readEvery: 1, isReadByPlayer: true },
    title: 'Registration for the next season is open',
    text: 'Tell us by Sunday whether you play, and with whom. Captains, please check your groups.',
  },
  {
    ...{ id: 'smashers-news-dinner', topicId: 'smashers-social', daysAgo: 9.3, readEvery: 1, isReadByPlayer: true },
    title: '',
    text: 'Thank you all for the *best* autumn so far. Tacos are on us after the last game of the month.',
  },
]

/** Adds the topics of Sunset Smashers and announcements, some of them read. Nobody is notified of them. Needs the smashers. */
export async function addAnnouncements(db: Database, now: number): Promise<void> {
  const list = (rows: readonly unknown[]) => sql`json_each(${JSON.stringify(rows)})`
  const topicRows = topics.map((topic, position) => ({ ...topic, nameKey: topicNameKey(topic.name), position }))
  const rows = announcements.map(({ daysAgo, ...rest }) => ({ ...rest, createdAt: Math.round(now - daysAgo * day) }))
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO team_topics (id, team_id, name, name_key, description, position, created_at)
      SELECT value->>'id', ${teamId}, value->>'name', value->>'nameKey', value->>'description', value->>'position', 1 FROM ${list(topicRows)}`,
    storeTopics(teamId),
    sql`INSERT OR IGNORE INTO team_announcements (id, team_id, topic_id, author_id, title, text, created_at)
      SELECT value->>'id', ${teamId}, value->>'topicId', 'demo-host', value->>'title', value->>'text', value->>'createdAt' FROM ${list(rows)}`,
    sql`INSERT OR IGNORE INTO team_announcement_reads (announcement_id, user_id, read_at)
      SELECT value->>'id', member.user_id, value->>'createdAt' + member.place * 600000
      FROM (SELECT user_id, row_number() OVER (ORDER BY user_id) AS place FROM team_members
          WHERE team_id = ${teamId} AND user_id NOT IN ('demo-host', 'demo-player')) member, ${list(rows)}
      WHERE member.place % (value->>'readEvery') = 0`,
    sql`INSERT OR IGNORE INTO team_announcement_reads (announcement_id, user_id, read_at)
      SELECT value->>'id', 'demo-player', value->>'createdAt' + 900000 FROM ${list(rows)} WHERE value->>'isReadByPlayer'`,
  ])
}
