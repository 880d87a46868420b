import { mentionIndex } from './mentions.ts'

/** The tables of a conversation. Each step runs once in each object. To change the tables, add a step. */
const steps: readonly string[] = [
  `CREATE TABLE messages (
    seq INTEGER PRIMARY KEY,
    author_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    text TEXT,
    reply_to INTEGER,
    edited_at INTEGER,
    /* The number of the last edit or deletion of this message. */
    change INTEGER
  );
  CREATE UNIQUE INDEX messages_once ON messages (author_id, client_id);
  CREATE UNIQUE INDEX messages_by_change ON messages (change) WHERE change IS NOT NULL;
  CREATE TABLE earlier_texts (seq INTEGER NOT NULL, until INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (seq, until)) WITHOUT ROWID;
  CREATE TABLE marks (user_id TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE removals (user_id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  /* A list of ids in JSON for each person who does not see others. */
  CREATE TABLE hidden_people (user_id TEXT PRIMARY KEY, hidden_ids TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;`,
  'CREATE TABLE ended_sessions (session_id TEXT PRIMARY KEY) WITHOUT ROWID',
  'CREATE INDEX marks_by_seq ON marks (seq)',
  `CREATE TABLE reactions (seq INTEGER NOT NULL, emoji TEXT NOT NULL, user_id TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (seq, emoji, user_id)) WITHOUT ROWID;
  CREATE INDEX reactions_by_user ON reactions (user_id, seq, emoji);`,
  "CREATE VIRTUAL TABLE message_words USING fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')",
  `ALTER TABLE messages ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;
  /* When it was hidden or shown again last. */
  ALTER TABLE messages ADD COLUMN moderated_at INTEGER`,
  'CREATE TABLE pins (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL)',
  mentionIndex,
  `CREATE TABLE polls (
    seq INTEGER PRIMARY KEY,
    is_multiple INTEGER NOT NULL,
    shows_names INTEGER NOT NULL,
    closes_at INTEGER,
    /* Somebody closed it before its time. */
    is_closed INTEGER NOT NULL DEFAULT 0,
    /* How many changes the database does not know. */
    unsaved INTEGER NOT NULL DEFAULT 1
  );
  CREATE INDEX polls_unsaved ON polls (seq) WHERE unsaved > 0;
  CREATE TABLE poll_options (seq INTEGER NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (seq, place)) WITHOUT ROWID;
  /* The places of the answers that a person has chosen, as a list in JSON. */
  CREATE TABLE poll_votes (seq INTEGER NOT NULL, user_id TEXT NOT NULL, choices TEXT NOT NULL, at INTEGER NOT NULL,
    unsaved INTEGER NOT NULL, PRIMARY KEY (seq, user_id)) WITHOUT ROWID;
  CREATE INDEX poll_votes_by_user ON poll_votes (user_id, seq);
  CREATE INDEX poll_votes_unsaved ON poll_votes (seq, user_id) WHERE unsaved > 0;`,
  `CREATE TABLE files (
    id TEXT PRIMARY KEY,
    author_id TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    description TEXT,
    added_at INTEGER NOT NULL,
    /* Whether its content has arrived. */
    is_stored INTEGER NOT NULL DEFAULT 0,
    /* The message that has it, and its place there. */
    seq INTEGER,
    place INTEGER,
    /* When it is deleted. Null while a message has it. */
    expires_at INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX files_by_seq ON files (seq, place) WHERE seq IS NOT NULL;
  CREATE INDEX files_by_author ON files (author_id, added_at);
  CREATE INDEX files_by_expiry ON files (expires_at) WHERE expires_at IS NOT NULL`,
  'CREATE TABLE slow_sends (user_id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID',
  `CREATE TABLE link_previews (
    seq INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    /* Another one for each link that the message has had. */
    fetch_id TEXT NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    site_name TEXT,
    title TEXT,
    description TEXT
  );
  CREATE INDEX link_previews_due ON link_previews (seq) WHERE state = 'due'`,
]

/** Brings the tables of this object up to date. */
export function migrate(storage: DurableObjectStorage): void {
  const { sql } = storage
  storage.transactionSync(() => {
    sql.exec('CREATE TABLE IF NOT EXISTS done_steps (step INTEGER PRIMARY KEY)')
    const last = sql.exec<{ step: number | null }>('SELECT max(step) AS step FROM done_steps').one().step ?? -1
    for (const [step, statements] of steps.entries()) {
      if (step <= last) continue
      sql.exec(statements)
      sql.exec('INSERT INTO done_steps (step) VALUES (?)', step)
    }
  })
}
