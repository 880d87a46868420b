import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { GroupMembers } from '../../domain/messages/groups.ts'
import { outreachLimits } from '../../domain/outreach/limits.ts'
import { emptyConversation } from '../../worker/messages/empty.ts'
import { messageData } from '../../worker/messages/person-data.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { listOf, makePerson, makeTeam, objectOf, readPage, runSql, say } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

const start = (viewer: Viewer, people: Viewer[], name = 'Carpool') =>
  ask('/api/conversations/groups', { method: 'POST', viewer, json: { name, userIds: people.map(({ id }) => id) } })
const change = (method: 'PUT' | 'DELETE', viewer: Viewer, id: string, { id: userId }: Viewer) =>
  ask(`/api/conversations/${id}/members/${userId}`, { method, viewer })
const rename = (viewer: Viewer, id: string, name: string) =>
  ask(`/api/conversations/${id}/group`, { method: 'PATCH', viewer, json: { name } })
const statusOf = async (viewer: Viewer, id: string) => (await ask(`/api/conversations/${id}`, { viewer })).status
async function membersOf(viewer: Viewer, id: string): Promise<[string, string][]> {
  const { members } = (await (await ask(`/api/conversations/${id}/members`, { viewer })).json()) as GroupMembers
  return members.map(({ name, role }) => [name, role])
}

/** A group of three people who are in the same community. */
async function makeGroup(): Promise<{ anna: Viewer; ben: Viewer; cleo: Viewer; id: string }> {
  const [anna, ben, cleo] = [await makePerson('Anna'), await makePerson('Ben'), await makePerson('Cleo')]
  await makeTeam(anna, ben, cleo)
  const { id } = (await (await start(anna, [ben, cleo])).json()) as { id: string }
  // Otherwise nobody knows who has been in it longest.
  await runSql('UPDATE conversation_members SET joined_at = joined_at + 1 WHERE conversation_id = ? AND user_id = ?', id, cleo.id)
  return { anna, ben, cleo, id }
}

describe('A group', () => {
  it('is listed for its people, counts what they have not read, and does not exist for others', async () => {
    const { anna, ben, id } = await makeGroup()
    const outsider = await makePerson('Outsider')
    expect(await listOf(ben)).toMatchObject([expect.objectContaining({ id, kind: 'group', name: 'Carpool', isRequest: false, unread: 0 })])
    await say(anna, id, 'Who drives?')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(ben)).toMatchObject([{ id, unread: 1, last: { text: 'Who drives?' } }])
    expect(await membersOf(ben, id)).toEqual([
      ['Anna', 'owner'],
      ['Ben', 'member'],
      ['Cleo', 'member'],
    ])
    expect(await statusOf(outsider, id)).toBe(404)
    expect((await ask(`/api/conversations/${id}/members`, { viewer: outsider })).status).toBe(404)
    expect((await rename(outsider, id, 'Mine')).status).toBe(404)
    expect((await change('DELETE', outsider, id, ben)).status).toBe(404)
  })

  it('is renamed, grows and shrinks only by its owner', async () => {
    const { anna, ben, cleo, id } = await makeGroup()
    const dora = await makePerson('Dora')
    expect((await rename(ben, id, 'Bens')).status).toBe(403)
    expect((await change('PUT', ben, id, dora)).status).toBe(403)
    expect((await change('DELETE', ben, id, cleo)).status).toBe(403)
    expect((await rename(anna, id, ' ')).status).toBe(400)
    expect((await rename(anna, id, 'Sunday drive')).status).toBe(204)
    expect(await listOf(ben)).toMatchObject([{ name: 'Sunday drive' }])
    expect((await change('PUT', anna, id, dora)).status).toBe(204)
    expect((await change('PUT', anna, id, dora)).status).toBe(204)
    expect(await listOf(dora)).toMatchObject([{ id, isRequest: true }])
    const chat = await openChat(cleo, id)
    expect((await change('DELETE', anna, id, cleo)).status).toBe(204)
    expect(await chat.closed).toBe(4403)
    expect(await statusOf(cleo, id)).toBe(404)
    expect((await change('DELETE', anna, id, cleo)).status).toBe(404)
  })

  it('passes to the person who is in it longest, and ends with the last one', async () => {
    const { anna, ben, cleo, id } = await makeGroup()
    await say(anna, id, 'Bye')
    await runDurableObjectAlarm(objectOf(id))
    expect((await change('DELETE', anna, id, anna)).status).toBe(204)
    expect(await membersOf(ben, id)).toEqual([
      ['Ben', 'owner'],
      ['Cleo', 'member'],
    ])
    expect((await change('DELETE', ben, id, ben)).status).toBe(204)
    expect((await change('DELETE', cleo, id, cleo)).status).toBe(204)
    expect((await change('DELETE', cleo, id, cleo)).status).toBe(404)
    await emptyConversation({ kind: 'empty-conversation', conversationId: id }, { env })
    expect(await rowsOf('SELECT id FROM conversations WHERE id = ?', id)).toEqual([])
    expect(await objectOf(id).listOf(anna.id, 0, 10)).toEqual([])
  })

  it('refuses people who do not accept strangers, are blocked, missing or oneself, and writes nothing then', async () => {
    const [anna, shy, foe] = [await makePerson('Anna'), await makePerson('Shy'), await makePerson('Foe')]
    await runSql('UPDATE privacy_settings SET messages_from_anyone = 0 WHERE user_id = ?', shy.id)
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', `${foe.id}-block`, foe.id, anna.id)
    for (const people of [[shy], [foe], [anna], [{ ...anna, id: 'nobody-there' }]]) expect((await start(anna, people)).status).toBe(404)
    expect((await start(anna, [])).status).toBe(400)
    expect(await listOf(anna)).toEqual([])
  })

  it('hides two members with a block from each other', async () => {
    const { anna, ben, cleo, id } = await makeGroup()
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', `${ben.id}-block`, ben.id, cleo.id)
    await say(cleo, id, 'From Cleo')
    await runDurableObjectAlarm(objectOf(id))
    expect((await readPage(ben, id)).messages).toEqual([])
    expect((await readPage(anna, id)).messages).toHaveLength(1)
    expect(await listOf(ben)).toMatchObject([{ id, unread: 0 }])
    expect(await membersOf(cleo, id)).toEqual([
      ['Anna', 'owner'],
      ['Cleo', 'member'],
    ])
  })

  it('takes no more strangers than the limit of a day, and writes nothing then', async () => {
    const anna = await makePerson('Anna')
    const crowd: Viewer[] = []
    for (let index = 0; index <= outreachLimits.groupAdd.maxPerDay; index += 1) crowd.push(await makePerson('Crowd'))
    const refused = await start(anna, crowd)
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'TooMuchOutreach'])
    expect(await listOf(anna)).toEqual([])
  })

  it('loses a person whose account is deleted, and passes on what they owned', async () => {
    const { anna, ben, cleo, id } = await makeGroup()
    const [mine] = await messageData.export(openPrimary(env.DB), anna.id, env)
    expect(mine?.rows).toMatchObject([{ kind: 'group', group: 'Carpool', role: 'owner' }])
    await runBatch(openPrimary(env.DB), { erased: messageData.erase(anna.id, Date.now()) })
    expect(await membersOf(ben, id)).toEqual([
      ['Ben', 'owner'],
      ['Cleo', 'member'],
    ])
    expect(await statusOf(anna, id)).toBe(404)
    expect(await statusOf(cleo, id)).toBe(200)
  })
})
