import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { emptyConversation } from '../../worker/messages/empty.ts'
import { rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { listOf, makePerson, makeTeam, objectOf, runSql, say } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

/** A community of these people with one topic. The first one owns it. */
async function makeTopic(...members: Viewer[]): Promise<{ team: string; topic: string; id: string }> {
  const team = await makeTeam(...members)
  const answer = await ask(`/api/teams/${team}/topics`, { method: 'POST', viewer: members[0] as Viewer, json: { name: 'Carpools' } })
  const { id: topic } = (await answer.json()) as { id: string }
  return { team, topic, id: `topic_${topic}` }
}

const turn = (viewer: Viewer, topic: string, channel: 'email' | 'push', isOn: boolean) =>
  ask('/api/notifications/settings', { method: 'PATCH', viewer, json: { topic, channel, isOn } })

const statusOf = async (viewer: Viewer, id: string) => (await ask(`/api/conversations/${id}`, { viewer })).status

describe('The conversation of a topic', () => {
  it('is open to the members of the community, with its name and that of the community', async () => {
    const [owner, member, outsider] = [await makePerson('Owner'), await makePerson('Member'), await makePerson('Outsider')]
    const { team, id } = await makeTopic(owner, member)
    expect(await (await ask(`/api/conversations/${id}`, { viewer: member })).json()).toMatchObject({
      id,
      kind: 'topic',
      name: 'Carpools',
      team: { id: team, name: 'Club' },
      last: null,
      mayWrite: true,
    })
    expect(await statusOf(outsider, id)).toBe(404)
    expect(await listOf(member)).toEqual([])
    await say(owner, id, 'I have two free seats')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(member)).toMatchObject([{ id, unread: 1, last: { text: 'I have two free seats' } }])
    expect(await (await ask('/api/conversations/unread', { viewer: member })).json()).toEqual({ unread: 1, requests: 0 })
    expect(await listOf(outsider)).toEqual([])
  })

  it('has nothing unread for a new member', async () => {
    const [owner, newcomer] = [await makePerson('Owner'), await makePerson('Newcomer')]
    const { team, id } = await makeTopic(owner)
    await say(owner, id, 'Old news')
    await runDurableObjectAlarm(objectOf(id))
    await runSql("UPDATE teams SET join_mode = 'open' WHERE id = ?", team)
    expect((await ask(`/api/teams/${team}/join`, { method: 'POST', viewer: newcomer, json: {} })).status).toBeLessThan(300)
    expect(await listOf(newcomer)).toMatchObject([{ id, unread: 0 }])
    await say(owner, id, 'Fresh news')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(newcomer)).toMatchObject([{ id, unread: 1 }])
  })

  it('closes for who turns the topic off on the last channel, and opens again without unread messages', async () => {
    const [owner, member] = [await makePerson('Owner'), await makePerson('Member')]
    const { topic, id } = await makeTopic(owner, member)
    const chat = await openChat(member, id)
    expect((await turn(member, topic, 'email', false)).status).toBeLessThan(300)
    expect(await statusOf(member, id)).toBe(200)
    expect((await turn(member, topic, 'push', false)).status).toBeLessThan(300)
    expect(await chat.closed).toBe(4403)
    expect(await statusOf(member, id)).toBe(404)
    await say(owner, id, 'Missed')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(member)).toEqual([])
    expect((await turn(member, topic, 'push', true)).status).toBeLessThan(300)
    expect(await listOf(member)).toMatchObject([{ id, unread: 0 }])
  })

  it('closes when the topic is deleted, and a job deletes its words', async () => {
    const [owner, member] = [await makePerson('Owner'), await makePerson('Member')]
    const { team, topic, id } = await makeTopic(owner, member)
    await say(owner, id, 'Soon gone')
    await runDurableObjectAlarm(objectOf(id))
    const chat = await openChat(member, id)
    expect((await ask(`/api/teams/${team}/topics/${topic}`, { method: 'DELETE', viewer: owner })).status).toBe(204)
    expect(await chat.closed).toBe(4403)
    expect(await statusOf(member, id)).toBe(404)
    await emptyConversation({ kind: 'empty-conversation', conversationId: id }, { env })
    expect(await objectOf(id).listOf(owner.id, 0, 10)).toEqual([])
    expect(await rowsOf('SELECT id FROM conversations WHERE id = ?', id)).toEqual([])
    expect(await rowsOf('SELECT user_id FROM conversation_members WHERE conversation_id = ?', id)).toEqual([])
  })

  it('closes for who leaves the community, and for everybody when it is deleted', async () => {
    const [owner, member] = [await makePerson('Owner'), await makePerson('Member')]
    const { team, id } = await makeTopic(owner, member)
    const [mine, theirs] = [await openChat(owner, id), await openChat(member, id)]
    expect((await ask(`/api/teams/${team}/members/${member.id}`, { method: 'DELETE', viewer: owner })).status).toBeLessThan(300)
    expect(await theirs.closed).toBe(4403)
    expect(await statusOf(member, id)).toBe(404)
    expect((await ask(`/api/teams/${team}?name=Club`, { method: 'DELETE', viewer: owner })).status).toBeLessThan(300)
    expect(await mine.closed).toBe(4403)
    expect(await statusOf(owner, id)).toBe(404)
  })
})
