import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { unstable_readConfig as readConfig, unstable_startWorker as startWorker } from 'wrangler'
import { teamConversationId } from '../../domain/messages/rules.ts'
import type { ConversationSummary } from '../../domain/messages/summary.ts'
import { cacheDir, root } from '../../scripts/environment.ts'
import { saveSummary } from '../../worker/messages/save-summary.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'
import type { PastConversation } from './past-messages-worker.ts'
import { makePastTalk } from './past-talk.ts'

const teamId = 'sunset-smashers'
const messageCount = 2000

/**
 * Lets the members of a community write to each other in the past months. It runs before the product starts, because only one process can
 * use the objects of a state folder. The running product has its own clock, and lets nobody send so many messages at once.
 */
export async function addPastMessages(db: D1Database, state: string, now: number): Promise<void> {
  const members = await db.prepare('SELECT user_id FROM team_members WHERE team_id = ? ORDER BY user_id').bind(teamId).raw<[string]>()
  const messages = makePastTalk(members.flat(), messageCount, now)
  const days = Object.values(Object.groupBy(messages, ({ at }) => new Date(at).toISOString().slice(0, 10)))
  const conversation: PastConversation = { id: teamConversationId(teamId), days: days.flatMap((day) => (day ? [day] : [])) }
  const worker = await startWorker({
    config: writeConfig(),
    dev: { inspector: false, watch: false, logLevel: 'error', persist: state, server: { hostname: 'localhost', port: 0 } },
  })
  try {
    const answer = await worker.fetch('http://localhost/', { method: 'POST', body: JSON.stringify(conversation) })
    if (!answer.ok) throw new Error(`The past messages could not be written: ${await answer.text()}`)
    await saveSummary(wrapDatabase(db), (await answer.json()) as ConversationSummary)
  } finally {
    await worker.dispose()
  }
}

/** A Worker with the name of the product has the product’s objects of the same class. */
function writeConfig(): string {
  const { name, compatibility_date, compatibility_flags } = readConfig({ config: path.join(root, 'wrangler.toml') })
  const config = {
    ...{ name, compatibility_date, compatibility_flags },
    main: fileURLToPath(import.meta.resolve('./past-messages-worker.ts')),
    durable_objects: { bindings: [{ name: 'CONVERSATION', class_name: 'Conversation' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['Conversation'] }],
  }
  const file = path.join(cacheDir, 'past-messages.json')
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(file, JSON.stringify(config))
  return file
}
