import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { MailData } from '../../domain/mail/contract.ts'
import { explainMessages, isNothingLeft } from '../../domain/messages/alerts.ts'
import type { Conversation } from '../../domain/messages/contract.ts'
import { writeTitle } from '../../domain/messages/write-title.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { conversationMembers } from './schema.ts'
import { selectOne, selectRows, toConversation } from './select-conversations.ts'
import { judgeRecipient, recipient, selectRecipients } from './select-recipients.ts'

/** An email names so many authors of a conversation. */
const maxNames = 3

const author = alias(conversationMembers, 'author')

type NewMessages = MailData<'new-messages'>

/**
 * Writes into an email what its person has not read at this moment. Conversations that they have read, muted or left since are left out. Null
 * if nothing is left.
 */
export async function fillNewMessages(
  db: Database,
  { userId, conversations, ...data }: NewMessages,
  now: number,
): Promise<NewMessages | null> {
  const { found, settings } = await runBatch(db, {
    found: conversations.map(({ id }) => selectRows(userId, selectOne(userId, id))),
    settings: conversations.map(({ id }) => selectRecipients(id, sql`${recipient.id} = ${userId}`, 1)),
  })
  // The person may have read some of it since then, or joined later.
  const { authors } = await runBatch(db, {
    authors: conversations.map(({ id, since }, index) =>
      selectAuthors(userId, id, Math.max(since, settings[index]?.rows[0]?.readSeq ?? 0)),
    ),
  })
  const unread = conversations.flatMap(({ id, since }, index) => {
    const [row, person] = [found[index]?.rows[0], settings[index]?.rows[0]]
    const conversation = row && toConversation(row)
    const count = Math.min(conversation?.unread ?? 0, (conversation?.last?.seq ?? 0) - since)
    if (!conversation || isNothingLeft(conversation) || count <= 0 || !person || !judgeRecipient(person, now).email) return []
    const names = (authors[index]?.rows ?? []).map(({ name }) => name)
    return [{ id, since, words: writeWords(conversation, { count, names, now }) }]
  })
  return unread.length === 0 ? null : { ...data, userId, conversations: unread }
}

/** Who wrote after a message, without people with a block between them and the reader. */
const selectAuthors = (userId: string, conversationId: string, since: number) =>
  select(
    { name: asText },
    sql`SELECT ${people.displayName} AS name FROM ${conversationMembers} ${author} CROSS JOIN ${people} ON ${people.id} = ${author.userId}
      WHERE ${author.conversationId} = ${conversationId} AND ${author.userId} <> ${userId} AND ${people.deletedAt} IS NULL
        AND ${people.displayName} IS NOT NULL AND ${hasNoBlock(userId, people.id)}
        AND EXISTS (SELECT 1 FROM json_each(${author.recentSeqs}) recent WHERE recent.value > ${since})
      ORDER BY name, ${people.id} LIMIT ${maxNames + 1}`,
  )

type Unread = { count: number; names: string[]; now: number }

function writeWords(conversation: Conversation, { count, names, now }: Unread): NonNullable<NewMessages['conversations'][number]['words']> {
  const { kind, isRequest, team } = conversation
  const title = writeTitle(conversation, now)
  const reason = explainMessages({ kind, isRequest, community: team?.name ?? '' })
  const messages = count === 1 ? '1 new message' : `${count} new messages`
  if (isRequest) return { title: kind === 'group' ? `You were added to ${title}` : `${title} wants to write to you`, text: '', reason }
  if (kind === 'direct') return { title: `${messages} from ${title}`, text: '', reason }
  const shown = names.length > maxNames ? [...names.slice(0, maxNames), 'others'] : names
  return { title: `${messages} in ${title}`, text: shown.length === 0 ? '' : `From ${new Intl.ListFormat('en-US').format(shown)}.`, reason }
}
