import { env } from 'cloudflare:workers'
import type { Viewer } from '../../domain/access/contract.ts'
import type { ConversationList, Message, MessagePage } from '../../domain/messages/contract.ts'
import { ask } from '../setup/client.ts'

let made = 0
let sent = 0

export const runSql = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run()

/** A new person who takes messages from everyone, so that no test depends on the messages of another one. */
export async function makePerson(name: string): Promise<Viewer> {
  const viewer: Viewer = { id: `${name.toLowerCase()}-${made++}`, name, emailVerified: true, profileComplete: true }
  await ask('/api/session', { viewer })
  await runSql(
    'INSERT INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at) VALUES (?, 1, 1, 1, 1, 0)',
    viewer.id,
  )
  return viewer
}

async function connectPeople(one: Viewer, other: Viewer): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    await runSql("INSERT INTO connections (user_id, other_id, state, since) VALUES (?, ?, 'connected', 0)", from.id, to.id)
  }
}

/** A team of these people. The first one owns it. */
export async function makeTeam(...members: Viewer[]): Promise<string> {
  const id = `chat-team-${made++}`
  await runSql("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES (?, 'Club', '', 'ROOKIE', 1, 1)", id)
  for (const [index, { id: userId }] of members.entries())
    await runSql(
      'INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, ?, 1)',
      id,
      userId,
      index === 0 ? 'owner' : 'member',
    )
  return id
}

export const startDirect = (viewer: Viewer, userId: string) => ask('/api/conversations', { method: 'POST', viewer, json: { userId } })

/** Two people who know each other, and their conversation. */
export async function makeFriends(): Promise<{ anna: Viewer; ben: Viewer; id: string }> {
  const [anna, ben] = [await makePerson('Anna'), await makePerson('Ben')]
  await connectPeople(anna, ben)
  const { id } = (await (await startDirect(anna, ben.id)).json()) as { id: string }
  return { anna, ben, id }
}

export const newText = (text: string) => ({ clientId: `client-${sent++}`, text, replyTo: null })
export const newFrame = (text: string) => ({ type: 'send' as const, ...newText(text) })

export const post = (viewer: Viewer, id: string, json: object) => ask(`/api/conversations/${id}/messages`, { method: 'POST', viewer, json })

/** Sends a message that must be accepted. */
export async function say(viewer: Viewer, id: string, text: string): Promise<Message> {
  const answer = await post(viewer, id, newText(text))
  if (answer.status !== 201) throw new Error(`Not sent: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

export const readPage = async (viewer: Viewer, id: string, query = ''): Promise<MessagePage> =>
  (await ask(`/api/conversations/${id}/messages${query}`, { viewer })).json()

export const listOf = async (viewer: Viewer, query = ''): Promise<ConversationList['conversations']> =>
  ((await (await ask(`/api/conversations${query}`, { viewer })).json()) as ConversationList).conversations

export const objectOf = (id: string) => env.CONVERSATION.getByName(id)

export const namesOf = async (viewer: Viewer, id: string, ids: string): Promise<unknown> =>
  (await ask(`/api/conversations/${id}/people?ids=${ids}`, { viewer })).json()
