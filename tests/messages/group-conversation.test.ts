import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { MessageDetails } from '../../domain/messages/contract.ts'
import { readmitCode } from '../../domain/messages/frames.ts'
import type { GroupMembers } from '../../domain/messages/groups.ts'
import { muteForever } from '../../domain/messages/mute-forever.ts'
import type { FoundMessages } from '../../domain/messages/search.ts'
import { outreachLimits } from '../../domain/outreach/limits.ts'
import { emptyConversation } from '../../worker/messages/empty.ts'
import { messageData } from '../../worker/messages/person-data.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { listOf, makePerson, makeTeam, namesOf, newFrame, newText, objectOf, post, readPage, runSql, say } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

const start = (viewer: Viewer, people: Viewer[], more: object = {}) =>
  ask('/api/conversations/groups', { method: 'POST', viewer, json: { name: 'Carpool', userIds: people.map(({ id }) => id), ...more } })
const change = (method: 'PUT' | 'DELETE', viewer: Viewer, id: string, { id: userId }: Viewer) =>
  ask(`/api/conversations/${id}/members/${userId}`, { method, viewer })
const rename = (viewer: Viewer, id: string, name: string) =>
  ask(`/api/conversations/${id}/group`, { method: 'PATCH', viewer, json: { name } })
const statusOf = async (viewer: Viewer, id: string) => (await ask(`/api/conversations/${id}`, { viewer })).status
const readDetails = async (viewer: Viewer, id: string, seq: number): Promise<MessageDetails> =>
  (await ask(`/api/conversations/${id}/messages/${seq}`, { viewer })).json()
const findWords = async (viewer: Viewer, id: string, q: string): Promise<FoundMessages['messages']> =>
  ((await (await ask(`/api/conversations/${id}/search?q=${q}`, { viewer })).json()) as FoundMessages).messages
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

  it('is neither muted nor removed for somebody who comes back', async () => {
    const { anna, ben, id } = await makeGroup()
    await ask(`/api/conversations/${id}`, { method: 'PUT', viewer: ben, json: { userId: ben.id, blocked: true } })
    await ask(`/api/conversations/${id}/mute`, { method: 'PUT', viewer: ben, json: { until: muteForever } })
    expect(await listOf(ben)).toEqual([])
    expect((await change('DELETE', ben, id, ben)).status).toBe(204)
    expect((await change('PUT', anna, id, ben)).status).toBe(204)
    expect(await listOf(ben)).toMatchObject([{ id, blocked: false, mutedUntil: null, isRequest: false }])
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

  it('is made once, also if the request is repeated, and brings nobody back who has left', async () => {
    const [anna, ben] = [await makePerson('Anna'), await makePerson('Ben')]
    await makeTeam(anna, ben)
    const repeat = async (): Promise<{ id: string }> => (await start(anna, [ben], { idempotencyKey: 'one-carpool' })).json()
    const [{ id }, again] = await Promise.all([repeat(), repeat()])
    expect(again.id).toBe(id)
    expect((await change('DELETE', ben, id, ben)).status).toBe(204)
    expect(await repeat()).toEqual({ id })
    expect(await listOf(anna)).toHaveLength(1)
    expect(await membersOf(anna, id)).toEqual([['Anna', 'owner']])
  })

  it('lets a person whom a stranger added only read, without a trace, until they accept', async () => {
    const { anna, ben, id } = await makeGroup()
    const dora = await makePerson('Dora')
    expect((await change('PUT', anna, id, dora)).status).toBe(204)
    await say(anna, id, 'Who drives?')
    const [annas, bens, doras] = [await openChat(anna, id), await openChat(ben, id), await openChat(dora, id)]
    expect((await doras.next('welcome')).messages).toMatchObject([{ text: 'Who drives?' }])
    doras.send({ type: 'typing' })
    doras.send({ type: 'read', seq: 1 })
    doras.send({ type: 'react', seq: 1, emoji: '👍', isOn: true })
    doras.send(newFrame('Me'))
    expect(await doras.next('refused')).toMatchObject({ code: 'ReactionRefused' })
    expect(await doras.next('refused')).toMatchObject({ code: 'AcceptFirst', clientId: expect.any(String) })
    expect((await post(dora, id, newText('Me'))).status).toBe(403)
    expect(await (await ask(`/api/conversations/${id}`, { viewer: dora })).json()).toMatchObject({ isRequest: true, mayWrite: false })
    bens.send({ type: 'read', seq: 1 })
    expect(await annas.next('read')).toMatchObject({ userId: ben.id })
    expect(annas.frames.filter(({ type }) => type === 'typing')).toEqual([])
    expect((await readDetails(anna, id, 1)).readers).toMatchObject([{ id: ben.id }])

    expect((await ask(`/api/conversations/${id}/accept`, { method: 'POST', viewer: dora })).status).toBe(204)
    expect(await doras.closed).toBe(readmitCode)
    expect(await (await ask(`/api/conversations/${id}`, { viewer: dora })).json()).toMatchObject({ isRequest: false, mayWrite: true })
    const accepted = await openChat(dora, id)
    accepted.send({ type: 'read', seq: 1 })
    expect(await annas.next('read')).toMatchObject({ userId: dora.id })
    accepted.send(newFrame('I do'))
    expect((await annas.next('messages')).messages).toMatchObject([{ text: 'I do', authorId: dora.id }])
  })

  it('hides two members with a block from each other, whatever they do', async () => {
    const { anna, ben, cleo, id } = await makeGroup()
    await say(anna, id, 'Who drives?')
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', `${ben.id}-block`, ben.id, cleo.id)
    const [annas, bens, cleos] = [await openChat(anna, id), await openChat(ben, id), await openChat(cleo, id)]
    cleos.send({ type: 'typing' })
    cleos.send({ type: 'read', seq: 1 })
    cleos.send({ type: 'react', seq: 1, emoji: '👍', isOn: true })
    cleos.send(newFrame('From Cleo'))
    await annas.next('messages')
    cleos.send({ type: 'edit', seq: 2, text: 'From Cleo, corrected' })
    await vi.waitFor(() => expect(annas.frames.filter(({ type }) => type === 'changed')).toHaveLength(2))
    const types = annas.frames.map(({ type }) => type).filter((type) => type !== 'here')
    expect(types).toEqual(['welcome', 'typing', 'read', 'changed', 'messages', 'changed'])
    // What Anna writes arrives after everything that Ben must not see.
    annas.send(newFrame('From Anna'))
    await bens.next('messages')
    expect(JSON.stringify(bens.frames)).not.toContain(cleo.id)
    expect(JSON.stringify(bens.frames)).not.toContain('👍')
    expect(await readDetails(ben, id, 1)).toMatchObject({ readers: [], reactions: [] })
    expect((await readDetails(anna, id, 1)).readers).toMatchObject([{ id: cleo.id }])
    expect(await namesOf(ben, id, cleo.id)).toEqual({ people: [] })
    await runDurableObjectAlarm(objectOf(id))
    expect(await findWords(anna, id, 'corrected')).toHaveLength(1)
    expect(await findWords(ben, id, 'corrected')).toEqual([])
    expect(await membersOf(cleo, id)).toEqual([
      ['Anna', 'owner'],
      ['Cleo', 'member'],
    ])
  })

  it('shows a member neither in its list nor in its count what somebody with a block wrote', async () => {
    const { anna, ben, cleo, id } = await makeGroup()
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', `${ben.id}-block`, ben.id, cleo.id)
    await say(cleo, id, 'From Cleo')
    await runDurableObjectAlarm(objectOf(id))
    expect((await readPage(ben, id)).messages).toEqual([])
    expect((await readPage(anna, id)).messages).toHaveLength(1)
    expect(await listOf(ben)).toMatchObject([{ id, unread: 0 }])
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
