import { env } from 'cloudflare:workers'
import { listPersonColumns, readSchema, type Table } from './database.ts'

export const me = { id: '0190aaaa-0000-7000-8000-000000000001', email: 'Gone.Girl@example.com', key: 'gone.girl@example.com' }

/** This name is in every text of the rows that are about the person. */
export const secret = 'Zerelda Quartzbottom'

let rowCount = 0
const makeOtherId = () => {
  rowCount += 1
  return `other-${rowCount}`
}
const addressOf = (id: string) => `${id}@example.com`

const addPerson = (id: string, email: string, name: string | null) =>
  env.DB.prepare(
    `INSERT INTO users (id, email, email_key, email_verified_at, password_hash, display_name, photo_key, completed_at, terms_version, terms_accepted_at, created_at, updated_at)
     VALUES (?1, ?2, lower(?2), 1, ?3, ?3, ?4, 1, '2026-01-01', 1, 1, 1)`,
  )
    .bind(id, email, name, `photo-of-${rowCount}`)
    .run()

/** Columns that store a list as JSON. */
const lists = ['activities', 'slots', 'guests', 'questions', 'fields', 'topics', 'details']

/** Columns whose texts never come from a person. */
const fromUs = ['state', 'purpose', 'currency', 'month']

/** With the same number in all other columns, the entries of the ledger then sum to zero. */
const negative = ['net']

/** Rows of these tables are about a member or about a guest. Rows about a member leave this column empty. */
const emptyForMembers: Record<string, string> = { member_details: 'guest_id' }

type NewRow = { table: Table; mine: readonly string[]; parents: Record<string, string> }

/** Adds one row. `mine` lists the columns that refer to the person. All other people in the row are new. */
async function addRow({ table, mine, parents }: NewRow): Promise<Record<string, unknown>> {
  rowCount += 1
  const row: Record<string, unknown> = {}
  const someone = makeOtherId()
  for (const { name, type } of table.columns) {
    const key = table.keys.find(({ from }) => from === name)
    const isMine = mine.includes(name)
    if (key?.table === 'users') {
      row[name] = isMine ? me.id : makeOtherId()
      if (!isMine) await addPerson(String(row[name]), addressOf(String(row[name])), `Name of ${row[name]}`)
    } else if (key) row[name] = mine.length > 0 && emptyForMembers[table.name] === name ? null : parents[key.table]
    else if (isMine && name.endsWith('_id')) row[name] = me.id
    else if (name === 'email_key' || name === 'email' || name === 'new_email')
      row[name] = isMine ? (name === 'email_key' || table.name === 'mail_optouts' ? me.key : me.email) : addressOf(someone)
    else if (/INT/i.test(type)) row[name] = negative.includes(name) ? -rowCount : rowCount
    else if (/REAL/i.test(type)) row[name] = rowCount + 0.5
    else if (lists.includes(name))
      row[name] = JSON.stringify([{ activity: mine.length > 0 ? `${secret} ${rowCount}` : `${name}-${rowCount}` }])
    else if (mine.length > 0 && !/(^|_)id$/.test(name) && !fromUs.includes(name)) row[name] = `${secret} ${rowCount}`
    else row[name] = `${table.name}-${name}-${rowCount}`
  }
  const names = Object.keys(row)
  await env.DB.prepare(`INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .bind(...Object.values(row))
    .run()
  return row
}

/** Tables that this file fills differently: a person in a team cannot be deleted, and queued messages need a valid body. */
const filledSeparately = ['users', 'team_members', 'outbox', 'jobs']

/** Columns with a name, which alone do not identify a person. */
const nameOnly = ['full_name', 'display_name']

/** Groups of columns to fill together: single columns, and the email with its key. */
function listColumnGroups(table: Table): string[][] {
  const columns = listPersonColumns(table).filter((name) => !nameOnly.includes(name))
  const address = columns.filter((name) => /email/.test(name))
  return [...columns.filter((name) => !address.includes(name)).map((name) => [name]), ...(address.length > 0 ? [address] : [])]
}

/** Adds the person to every table in every role, and other people too. */
export async function fillEveryTable(): Promise<void> {
  await addPerson(me.id, me.email, secret)
  const parents: Record<string, string> = {}
  for (const table of await readSchema()) {
    if (filledSeparately.includes(table.name)) continue
    const without = await addRow({ table, mine: [], parents })
    const [key, ...more] = table.columns.filter(({ pk }) => pk > 0)
    if (key && more.length === 0) parents[table.name] = String(without[key.name])
    for (const mine of listColumnGroups(table)) await addRow({ table, mine, parents })
  }
  await addMessages()
}

async function addMessages() {
  const mail = (to: string, username: string) => ({ to, template: { name: 'welcome', data: { username } } })
  const news = (actorId: string, to: string[], title: string) => ({ key: 'x', topic: 'news', actorId, title, to })
  const bodies = {
    'to-me': mail(me.email.toUpperCase(), secret),
    'to-another': mail('another@example.com', 'Another'),
    'of-me': news(me.id, ['other-1', 'other-2'], secret),
    'to-many': news('other-3', ['other-1', me.id, 'other-2'], 'Rain'),
    'fact-of-me': { fact: { kind: 'connected', actorId: me.id, personId: 'other-1' }, platform: 'gth' },
    'fact-to-me': { fact: { kind: 'connected', actorId: 'other-1', personId: me.id }, platform: 'gth' },
    'fact-of-others': { fact: { kind: 'connected', actorId: 'other-1', personId: 'other-2' }, platform: 'gth' },
    'fact-to-many': { fact: { kind: 'event-invited', eventId: 'event-1', personIds: ['other-1', me.id] }, platform: 'gth' },
    'work-of-me': { kind: 'newcomer', userId: me.id },
  }
  for (const [id, body] of Object.entries(bodies)) {
    const text = JSON.stringify(body)
    await env.DB.batch([
      env.DB.prepare("INSERT INTO outbox VALUES (?, 'mail', ?, 1)").bind(`outbox-${id}`, text),
      env.DB.prepare("INSERT INTO jobs VALUES (?, 'mail', 'failing', ?, 'why', 1, 1)").bind(`failing-${id}`, text),
      env.DB.prepare("INSERT INTO jobs VALUES (?, 'mail', 'dead', ?, 'why', 12, 1)").bind(`dead-${id}`, text),
      env.DB.prepare("INSERT INTO jobs VALUES (?, 'mail', 'done', NULL, NULL, 1, 1)").bind(`done-${id}`),
    ])
  }
}
