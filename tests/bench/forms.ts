import { addField, addRule } from '../../domain/forms/edit-content.ts'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import { makeField } from '../../domain/forms/make-field.ts'
import type { SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { submissionPageSize } from '../../domain/forms/submission-list-contract.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { openLocalDatabase } from '../../scripts/local-database.ts'
import { applyMigrations, readMigrations } from '../../scripts/migrations.ts'
import type { Env } from '../../worker/env.ts'
import { makeFormExport } from '../../worker/forms/make-export.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { readAs, sendAs } from './setup/read-as.ts'
import { atEnd, once } from './setup/shared.ts'

import { makeWorkFolder } from './setup/work-folder.ts'

const owner = { id: 'bench-owner', name: 'An owner', emailVerified: true, profileComplete: true }
const player = { ...owner, id: 'bench-player', name: 'A player' }
const renewer = { ...owner, id: 'bench-renewer', name: 'A player of last season' }
const submissions = 100_000
/** One was sent each minute from here on. */
const firstSentAt = Date.UTC(2026, 0, 1)

/** A form of 200 fields and 60 rules, of which one has options with places. */
function writeForm() {
  const start = fromTemplate('blank')
  const page = start.pages[0]?.id ?? ''
  let content = start
  for (let index = 0; index < 199; index += 1)
    content = addField(content, makeField('shortText', { id: `ft${index}`, label: `Question ${index}` }), { page, group: null, index })
  const options = ['S', 'M', 'L'].map((label, index) => ({ id: `o${index}`, label, limit: 40_000, hasWaitlist: true }))
  content = addField(content, makeField('choice', { id: 'fsize', label: 'Size', options }), { page, group: null, index: 0 })
  for (let index = 0; index < 60; index += 1)
    content = addRule(content, {
      when: { all: [{ field: `ft${index}`, compare: 'isFilled' }] },
      actions: [{ do: 'show', field: `ft${index + 100}` }],
    })
  return content
}

/** The player has sent the form of last season. */
async function addLastSeason(db: D1Database): Promise<void> {
  const statements = [
    `INSERT INTO forms (id, team_id, title, draft, published_number, published_version, created_at, updated_at)
     SELECT 'big-last', team_id, title, draft, 1, 1, 1, 1 FROM forms WHERE id = 'big-form'`,
    "INSERT INTO form_versions (form_id, number, content, published_at) SELECT 'big-last', 1, content, 1 FROM form_versions",
    `INSERT INTO submissions (id, form_id, version, user_id, state, label, label_key, answers, ending, sent_at, changed_at)
     VALUES ('mine', 'big-last', 1, '${renewer.id}', 'accepted', 'Player', 'player', '{"ft0":"Jo"}', 'e1', 1, 1)`,
    "UPDATE forms SET copied_from = 'big-last' WHERE id = 'big-form'",
  ]
  await db.batch(statements.map((statement) => db.prepare(statement)))
}

/** A community with one form, and 100,000 submissions of it: a third for each size, every tenth waits for a decision, one in 97 owes money, and one in 89 has paid it and has no place. */
async function addForm(db: D1Database): Promise<void> {
  const run = (statement: string, ...values: unknown[]) => db.prepare(statement).bind(...values)
  const content = JSON.stringify(writeForm())
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${submissions - 1})`
  await db.batch([
    run(
      `INSERT INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
       SELECT value, value || '@example.com', value || '@example.com', 'Player', 1, 1, 0, 0 FROM json_each(?)`,
      JSON.stringify([owner.id, player.id, renewer.id]),
    ),
    run("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES ('big', 'Big Team', '', 'ROOKIE', 1, 1)"),
    run("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('big', ?, 'owner', 1)", owner.id),
    run(
      "INSERT INTO forms (id, team_id, title, draft, published_number, published_version, created_at, updated_at) VALUES ('big-form', 'big', 'F', ?, 1, 1, 1, 1)",
      content,
    ),
    run("INSERT INTO form_versions (form_id, number, content, published_at) VALUES ('big-form', 1, ?, 1)", content),
  ])
  await db
    .prepare(
      `${numbers} INSERT INTO submissions (id, form_id, version, state, label, label_key, last_word_key, answers, ending, sent_at, changed_at)
       SELECT 's-' || i, 'big-form', 1, iif(i % 10, 'accepted', 'asked'), 'Player ' || i, 'player ' || i, iif(i % 100, i, 'lopez'),
         json_object('fsize', 'o1', 'fsure', json(iif(i % 3, 'true', 'false')), 'fage', i % 90), 'e1', ${firstSentAt} + i * 60000, i FROM n`,
    )
    .run()
  await db
    .prepare(
      `INSERT INTO submission_options (submission_id, field_id, option_id, form_id, quantity, state, sent_at)
       SELECT id, 'fsize', 'o' || (changed_at % 3), form_id, 1, 'taken', sent_at FROM submissions`,
    )
    .run()
  await db
    .prepare('INSERT INTO submission_parts (submission_id, number, amount) SELECT id, 0, 500 FROM submissions WHERE changed_at % 97 = 0')
    .run()
  await db.prepare("UPDATE submissions SET state = 'declined', held = 500 WHERE changed_at % 89 = 1 AND state = 'accepted'").run()
}

const measureForm = once(async () => {
  const { url, stop } = await serveOverhead({
    environment: 'local',
    fill: async (db) => {
      await addForm(db)
      await addLastSeason(db)
    },
  })
  const opened = await readAs(url, player, '/api/forms/big-form')
  const renewed = await readAs(url, renewer, '/api/forms/big-form')
  if (!(renewed.answer as OpenForm).viewer.hasKnownAnswers) throw new Error('The form does not know the answers of last season.')
  if ((opened.answer as OpenForm).left.length !== 3) throw new Error('The form does not say how many places are left.')
  const searches = [
    '',
    'state=asked',
    'field=fsize&option=o2',
    'field=fsize&option=o2&state=asked',
    'q=player%209&state=asked',
    'q=lopez',
    'owes=1',
    'owes=1&field=fsize&option=o2',
    'holds=1',
    'holds=1&field=fsize&option=o2',
    'field=fsure&answer=yes',
    'field=fage&min=18&max=60&sort=stateUp',
    'sentFrom=2026-01-10&sentUntil=2026-01-11',
    'sentFrom=2026-01-10&sentUntil=2026-01-11&field=fsize&option=o2&sort=oldest',
    'sentFrom=2026-01-10&sentUntil=2026-01-11&sort=aToZ',
    'sort=stateUp',
    'sort=stateDown&field=fsize&option=o2',
  ]
  const lists: { search: string; rowsRead: number; shown: number }[] = []
  for (const search of searches) {
    const { answer, rowsRead } = await readAs(url, owner, `/api/forms/big-form/submissions?${search}`)
    lists.push({ search, rowsRead, shown: (answer as SubmissionPage).submissions.length })
  }
  if (lists[0]?.shown !== submissionPageSize) throw new Error('The list is not full.')
  const answers = { fsize: 'o1', ...Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`ft${index}`, `Answer ${index}`])) }
  const kept = await sendAs(url, player, 'PUT', '/api/forms/big-form/answers', { answers, savedAt: null })
  const sent = await sendAs(url, player, 'POST', '/api/forms/big-form/submissions', {
    ...{ version: 1, answers, total: null, idempotencyKey: 'bench-submission' },
  })
  await stop()
  return { opened, renewed, lists, kept, sent }
})

/** Makes a file with the tenth of the submissions that waits for a decision. */
async function measureExport() {
  const { db, files, close } = await openLocalDatabase(makeWorkFolder('form-export'))
  atEnd(close)
  await applyMigrations(db, readMigrations())
  await addForm(db)
  const now = Date.now()
  await db
    .prepare(
      `INSERT INTO form_exports (id, form_id, user_id, format, state, part, created_at)
       VALUES ('big-export', 'big-form', ?1, 'csv', 'waiting', '{"search":{"state":"asked"},"columns":null,"rowsOf":null}', ?2)`,
    )
    .bind(owner.id, now)
    .run()
  let roundTrips = 0
  const counting = {
    prepare: (query: string) => db.prepare(query),
    batch: (statements: D1PreparedStatement[]) => {
      roundTrips += 1
      return db.batch(statements)
    },
  } as D1Database
  const start = performance.now()
  await makeFormExport({ exportId: 'big-export' }, { db: wrapDatabase(counting), env: { FILES: files } as Env, now })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const made = await db.prepare("SELECT state, count, size FROM form_exports WHERE id = 'big-export'").first()
  if (made?.state !== 'made' || made.count !== submissions / 10) throw new Error(`The file is not complete: ${JSON.stringify(made)}`)
  return { value: roundTrips, notes: [`${made.count} submissions with 200 columns, ${made.size} bytes, in ${seconds} s`] }
}

export const figures: Figure[] = [
  {
    name: 'submissions-export-round-trips',
    unit: 'round trips',
    goal: { atMost: 12 },
    gating: true,
    measure: measureExport,
  },
  {
    name: 'form-open-rows-read',
    unit: 'rows read',
    goal: { atMost: 12 },
    gating: true,
    measure: async () => {
      const { opened, renewed } = await measureForm()
      return { value: Math.max(opened.rowsRead, renewed.rowsRead), notes: [`${opened.rowsRead}, for whom it knows ${renewed.rowsRead}`] }
    },
  },
  {
    name: 'form-open-round-trips',
    unit: 'round trips',
    goal: { atMost: 2 },
    gating: true,
    measure: async () => {
      const { opened, renewed } = await measureForm()
      return Math.max(opened.roundTrips, renewed.roundTrips)
    },
  },
  {
    name: 'form-submit-round-trips',
    unit: 'round trips',
    goal: { atMost: 4 },
    gating: true,
    measure: async () => {
      const { sent, kept } = await measureForm()
      return { value: sent.roundTrips, notes: [`${sent.rowsRead} rows read; keeping what was begun: ${kept.roundTrips} round trips`] }
    },
  },
  {
    name: 'form-submit-rows-written',
    unit: 'rows written',
    goal: { atMost: 12 },
    gating: true,
    measure: async () => (await measureForm()).sent.rowsWritten,
  },
  {
    name: 'submissions-rows-read',
    unit: 'rows read',
    goal: { atMost: 220 },
    gating: true,
    measure: async () => {
      const { lists } = await measureForm()
      return {
        value: Math.max(...lists.map(({ rowsRead }) => rowsRead)),
        notes: lists.map(({ search, rowsRead, shown }) => `${search || 'all'}: ${rowsRead} for ${shown}`),
      }
    },
  },
]
