import { env } from 'cloudflare:workers'
import { personColumnsOf, readSchema, type Table } from './database.ts'

export const me = { id: '0190aaaa-0000-7000-8000-000000000001', email: 'Gone.Girl@example.com', key: 'gone.girl@example.com' }

/** Stands in every text of a row that speaks of the person. */
export const secret = 'Zerelda Quartzbottom'

let made = 0
const other = () => {
  made += 1
  return `other-${made}`
}
const addressOf = (id: string) => `${id}@example.com`

const addPerson = (id: string, email: string, words: string | null) =>
  env.DB.prepare(
    `INSERT INTO users (id, email, email_key, email_verified_at, password_hash, display_name, photo_key, completed_at, created_at, updated_at)
     VALUES (?1, ?2, lower(?2), 1, ?3, ?3, ?4, 1, 1, 1)`,
  )
    .bind(id, email, words, `photo-of-${made}`)
    .run()

/** Kept as a list in one text. */
const lists = ['activities', 'slots', 'guests', 'questions']

type Filling = { table: Table; mine: readonly string[]; parents: Record<string, string> }

/** One row; `mine` names its columns that lead to the person. All other people in it are new ones. */
async function addRow({ table, mine, parents }: Filling): Promise<Record<string, unknown>> {
  made += 1
  const row: Record<string, unknown> = {}
  const someone = other()
  for (const { name, type } of table.columns) {
    const key = table.keys.find(({ from }) => from === name)
    const isMine = mine.includes(name)
    if (key?.table === 'users') {
      row[name] = isMine ? me.id : other()
      if (!isMine) await addPerson(String(row[name]), addressOf(String(row[name])), `Name of ${row[name]}`)
    } else if (key) row[name] = parents[key.table]
    else if (name === 'email_key' || name === 'email' || name === 'new_email')
      row[name] = isMine ? (name === 'email_key' || table.name === 'mail_optouts' ? me.key : me.email) : addressOf(someone)
    else if (/INT/i.test(type)) row[name] = made
    else if (/REAL/i.test(type)) row[name] = made + 0.5
    else if (lists.includes(name)) row[name] = JSON.stringify([{ activity: mine.length > 0 ? `${secret} ${made}` : `${name}-${made}` }])
    else if (mine.length > 0 && !/(^|_)id$/.test(name) && name !== 'state' && name !== 'purpose') row[name] = `${secret} ${made}`
    else row[name] = `${table.name}-${name}-${made}`
  }
  const names = Object.keys(row)
  await env.DB.prepare(`INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .bind(...Object.values(row))
    .run()
  return row
}

/** Tables filled by other means: nobody in a team can go, and words on their way have a shape. */
const apart = ['users', 'team_members', 'outbox', 'jobs']

/** Says who it is, but leads to nobody by itself. */
const nameOnly = ['full_name', 'display_name']

/** A column, or an address in both its spellings. */
function groupsOf(table: Table): string[][] {
  const columns = personColumnsOf(table).filter((name) => !nameOnly.includes(name))
  const address = columns.filter((name) => /email/.test(name))
  return [...columns.filter((name) => !address.includes(name)).map((name) => [name]), ...(address.length > 0 ? [address] : [])]
}

/** Puts the person into every table, in every part they can play there, and others beside them. */
export async function fillEveryTable(): Promise<void> {
  await addPerson(me.id, me.email, secret)
  const parents: Record<string, string> = {}
  for (const table of await readSchema()) {
    if (apart.includes(table.name)) continue
    const without = await addRow({ table, mine: [], parents })
    if (table.columns.some(({ name }) => name === 'id')) parents[table.name] = String(without.id)
    for (const mine of groupsOf(table)) await addRow({ table, mine, parents })
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
