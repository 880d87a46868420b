/** Who looks and reads here. */
export const viewer = { id: 'viewer', name: 'Viewer', emailVerified: true, profileComplete: true }
export const toPerson = (id: string) => ({ id, name: 'Player', emailVerified: true, profileComplete: true })

export const members = Array.from({ length: 1000 }, (_, index) => `member-${index}`)
/** Who wrote the 100,000 messages of the big community. */
export const authors = members.slice(0, 10)
/** How many conversations the viewer has of each kind. */
const listed = { direct: 40, team: 20 }
export const listedCount = listed.direct + listed.team
export const messagesOfBig = 100_000

const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => index))

/** A community of 1,000 people with a long conversation, and a viewer with 60 conversations. */
export async function addConversations(db: D1Database): Promise<void> {
  const run = (statement: string, ...values: unknown[]) => db.prepare(statement).bind(...values)
  await db.batch([
    run(
      `INSERT INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
       SELECT value, value || '@example.com', value || '@example.com', 'Player', 1, 1, 0, 0 FROM json_each(?)`,
      JSON.stringify([viewer.id, ...members]),
    ),
    run(
      `INSERT INTO teams (id, name, description, plan, created_at, updated_at)
       SELECT 'team-' || value, 'Club ' || value, '', 'ROOKIE', 1, 1 FROM json_each(?)`,
      numbers(listed.team),
    ),
    run(
      "INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES ('big', 'Big Club', '', 'ROOKIE', 1, 1), ('live', 'Live Club', '', 'ROOKIE', 1, 1)",
    ),
    // The viewer is in the small communities, and another person is in the two big ones too.
    run("INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT id, 'viewer', 'member', 1 FROM teams WHERE id LIKE 'team-%'"),
    run(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT t.id, value, 'member', 1 FROM json_each(?) CROSS JOIN teams t WHERE t.id IN ('big', 'live')",
      JSON.stringify(members),
    ),
    run(
      `INSERT INTO conversations (id, kind, last_seq, last_at, last_author_id, last_text)
       SELECT 'direct_' || value, 'direct', 9, 1000 + value * 3, 'member-' || value, 'See you there' FROM json_each(?)`,
      numbers(listed.direct),
    ),
    run(
      `INSERT INTO conversations (id, kind, last_seq, last_at, last_author_id, last_text)
       SELECT 'team_team-' || value, 'team', 90, 1001 + value * 5, 'member-' || value, 'Who is in?' FROM json_each(?)`,
      numbers(listed.team),
    ),
    run(
      `INSERT INTO conversation_members (conversation_id, user_id, other_id, read_seq)
       SELECT id, 'viewer', last_author_id, 5 FROM conversations WHERE kind = 'direct'
       UNION ALL SELECT id, last_author_id, 'viewer', 9 FROM conversations WHERE kind = 'direct'
       UNION ALL SELECT id, 'viewer', NULL, 80 FROM conversations WHERE kind = 'team'
       UNION ALL SELECT id, last_author_id, NULL, 90 FROM conversations WHERE kind = 'team'`,
    ),
    run(
      `INSERT INTO conversations (id, kind, last_seq, last_at, last_author_id, last_text) VALUES ('team_big', 'team', ${messagesOfBig}, 1, 'member-1', 'Yes')`,
    ),
    run(
      "INSERT INTO conversation_members (conversation_id, user_id, read_seq) SELECT 'team_big', value, 50 FROM json_each(?)",
      JSON.stringify(members),
    ),
  ])
}
