import type { Env } from '../env.ts'

const maxPerCall = 500
const maxExported = 10_000

/** All rows of one kind that belong to a person in one conversation. */
async function listAll<Row extends { seq: number }>(listPage: (after: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  while (rows.length < maxExported) {
    const page = await listPage(rows.at(-1)?.seq ?? 0)
    rows.push(...page)
    if (page.length < maxPerCall) break
  }
  return rows
}

/** The polls that a person has made in a conversation, and what they voted for. */
export async function exportPolls(env: Env, conversationId: string, userId: string) {
  const conversation = env.CONVERSATION.getByName(conversationId)
  const polls = await listAll(async (after) => conversation.listPollsOf(userId, after, maxPerCall))
  const votes = await listAll(async (after) => conversation.listVotesOf(userId, after, maxPerCall))
  return {
    polls: polls.map(({ question, options }) => ({ conversation: conversationId, question, answers: options })),
    votes: votes.map(({ at, answers }) => ({ conversation: conversationId, answers, at: new Date(at).toISOString() })),
  }
}
