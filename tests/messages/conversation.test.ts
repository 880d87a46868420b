import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { Message, OpenConversation } from '../../domain/messages/contract.ts'
import { maxSockets, tooManySocketsCode } from '../../domain/presence/contract.ts'
import { ask, readProblem } from '../setup/client.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { collectLog } from '../setup/log.ts'
import {
  listOf,
  makeFriends,
  makePerson,
  makeTeam,
  namesOf,
  newFrame,
  newText,
  objectOf,
  post,
  readPage,
  runSql,
  say,
  startDirect,
} from './people.ts'
import { openChat } from './sockets.ts'

collectLog()
afterEach(() => void vi.useRealTimers())

const mute = (viewer: Viewer, id: string, until: unknown) =>
  ask(`/api/conversations/${id}/mute`, { method: 'PUT', viewer, json: { until } })
const countUnread = async (viewer: Viewer) => (await ask('/api/conversations/unread', { viewer })).json()

describe('A muted conversation', () => {
  it('stays in the list but does not count as unread, for who muted it and until that time', async () => {
    const { anna, ben, id } = await makeFriends()
    const until = Date.now() + 3_600_000
    expect((await mute(ben, id, until)).status).toBe(204)
    await say(anna, id, 'Are you there?')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(ben)).toMatchObject([{ id, unread: 1, mutedUntil: until }])
    expect(await listOf(anna)).toMatchObject([{ id, mutedUntil: null }])
    expect(await countUnread(ben)).toEqual({ unread: 0, requests: 0 })
    for (const next of [Date.now() - 1, null]) {
      expect((await mute(ben, id, next)).status).toBe(204)
      expect(await countUnread(ben)).toEqual({ unread: 1, requests: 0 })
    }
  })

  it('can be one in which nobody has written', async () => {
    const anna = await makePerson('Anna')
    const id = `team_${await makeTeam(anna)}`
    expect((await mute(anna, id, 8_640_000_000_000_000)).status).toBe(204)
    const open = await (await ask(`/api/conversations/${id}`, { viewer: anna })).json()
    expect(open).toMatchObject({ id, mutedUntil: 8_640_000_000_000_000, last: null })
    expect(await listOf(anna)).toEqual([])
  })

  it('is muted by nobody outside, and not until a time that is none', async () => {
    const { anna, id } = await makeFriends()
    const cleo = await makePerson('Cleo')
    expect((await mute(cleo, id, 1)).status).toBe(404)
    for (const until of [0, 1.5, 8_640_000_000_000_001, 'later', undefined]) expect((await mute(anna, id, until)).status).toBe(400)
  })
})

describe('Who is in a conversation', () => {
  const participantsOf = async (viewer: Viewer, id: string) => {
    const { participants } = (await (await ask(`/api/conversations/${id}`, { viewer })).json()) as OpenConversation
    return [participants[0], participants.slice(1).toSorted()]
  }

  it('is listed by id, the viewer first, without people who have a block with the viewer', async () => {
    const { anna, ben, id } = await makeFriends()
    expect(await participantsOf(anna, id)).toEqual([anna.id, [ben.id]])
    const cleo = await makePerson('Cleo')
    const made = await ask('/api/conversations/groups', {
      method: 'POST',
      viewer: anna,
      json: { name: 'Trip', userIds: [ben.id, cleo.id] },
    })
    const { id: club } = (await made.json()) as { id: string }
    expect(await participantsOf(ben, club)).toEqual([ben.id, [anna.id, cleo.id].toSorted()])
    await ask('/api/privacy/blocks', { method: 'POST', viewer: cleo, json: { userIds: [ben.id] } })
    expect(await participantsOf(ben, club)).toEqual([ben.id, [anna.id]])
    expect(await participantsOf(cleo, club)).toEqual([cleo.id, [anna.id]])
    await runSql('UPDATE users SET deleted_at = 1 WHERE id = ?', cleo.id)
    expect(await participantsOf(anna, club)).toEqual([anna.id, [ben.id]])
  })

  it('is only the viewer in the conversation of a community, whose members have a list of their own', async () => {
    const [anna, ben] = [await makePerson('Anna'), await makePerson('Ben')]
    expect(await participantsOf(ben, `team_${await makeTeam(anna, ben)}`)).toEqual([ben.id, []])
  })
})

describe('Somebody who sends a lot', () => {
  const post11InEach = async (viewer: Viewer, ids: readonly string[]) => {
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1)
      for (const id of ids) statuses.push((await post(viewer, id, newText(`Message ${count}`))).status)
    return statuses
  }

  it('is told to wait after 20 in ten seconds in two conversations together, and nobody else on their address is', async () => {
    const now = freezeClock()
    const [anna, ben] = [await makePerson('Anna'), await makePerson('Ben')]
    const [one, other] = [`team_${await makeTeam(anna, ben)}`, `team_${await makeTeam(anna, ben)}`]
    expect(await post11InEach(anna, [one, other])).toEqual([...Array.from({ length: 20 }, () => 201), 429, 429])
    expect(await readProblem(await post(anna, other, newText('Now?')))).toMatchObject({ code: 'SendingTooFast', status: 429 })
    await say(ben, one, 'Calm down')
    await say(ben, other, 'Please')
    vi.setSystemTime(now + 11_000)
    await say(anna, one, 'Sorry')
    expect((await readPage(ben, one)).lastSeq + (await readPage(ben, other)).lastSeq).toBe(23)
  })

  it('is told so too if they send at once what they have, first here and then there, by a socket', async () => {
    freezeClock()
    const [anna, ben] = [await makePerson('Anna'), await makePerson('Ben')]
    const ids = [`team_${await makeTeam(anna, ben)}`, `team_${await makeTeam(anna, ben)}`]
    const sent: string[] = []
    for (const id of ids) {
      const chat = await openChat(anna, id)
      for (let count = 0; count < 11; count += 1) chat.send(newFrame(`Message ${count}`))
      await vi.waitFor(() => {
        const answers = chat.frames.flatMap<unknown>((frame) =>
          frame.type === 'messages' ? frame.messages : frame.type === 'refused' ? [frame] : [],
        )
        expect(answers).toHaveLength(11)
      })
      sent.push(...(await readPage(ben, id)).messages.map(({ text }) => text ?? ''))
    }
    const inOrder = Array.from({ length: 11 }, (_, count) => `Message ${count}`)
    expect(sent).toEqual([...inOrder, ...inOrder.slice(0, 9)])
  })
})

describe('A conversation of two people', () => {
  it('is the same for both, and opens for nobody else', async () => {
    const { anna, ben, id } = await makeFriends()
    const cleo = await makePerson('Cleo')
    expect(await (await startDirect(ben, anna.id)).json()).toEqual({ id })
    expect((await ask(`/api/conversations/${id}/messages`, { viewer: cleo })).status).toBe(404)
    expect((await ask(`/api/conversations/${id}`, { viewer: cleo })).status).toBe(404)
    expect((await ask(`/api/conversations/${id}/people?ids=${anna.id}`, { viewer: cleo })).status).toBe(404)
    expect((await post(cleo, id, newText('Hi'))).status).toBe(404)
  })

  it('delivers a message to both at once, and answers the sender with it', async () => {
    const { anna, ben, id } = await makeFriends()
    const [mine, theirs] = [await openChat(anna, id), await openChat(ben, id)]
    const frame = newFrame('Are you in on Friday?')
    mine.send(frame)
    const [echo, arrived] = [await mine.next('messages'), await theirs.next('messages')]
    expect(echo).toEqual(arrived)
    expect(arrived.messages).toMatchObject([{ clientId: frame.clientId, authorId: anna.id, text: frame.text, editedAt: null }])
  })

  it('stores a message once, however often it is sent', async () => {
    const { anna, id } = await makeFriends()
    const chat = await openChat(anna, id)
    const { type, ...message } = newFrame('Once')
    chat.send({ type, ...message })
    chat.send({ type, ...message })
    const again: Message = await (await post(anna, id, message)).json()
    expect(again.seq).toBe(1)
    expect((await readPage(anna, id)).lastSeq).toBe(1)
  })

  it('takes no message that somebody else wrote on the device before', async () => {
    const { anna, ben, id } = await makeFriends()
    const refused = await post(anna, id, { ...newText('From the phone of Ben'), userId: ben.id })
    expect([refused.status, (await readProblem(refused)).code]).toEqual([401, 'SignInRequired'])
    expect((await post(anna, id, { ...newText('From me'), userId: anna.id })).status).toBe(201)
    expect((await readPage(ben, id)).messages.map(({ text }) => text)).toEqual(['From me'])
  })

  it('brings what a client missed when it connects again, also after the object was evicted', async () => {
    const { anna, ben, id } = await makeFriends()
    const before = await openChat(ben, id)
    const welcome = await before.next('welcome')
    before.socket.close(1000)
    const first = await say(anna, id, 'First')
    await evictDurableObject(objectOf(id))
    await say(anna, id, 'Second')
    const sender = await openChat(anna, id)
    sender.send({ type: 'edit', seq: first.seq, text: 'First, edited' })
    await sender.next('changed')
    const back = await openChat(ben, id, `?after=${welcome.lastSeq}&changedAfter=${welcome.lastChange}`)
    const { messages, changed, hasGap } = await back.next('welcome')
    expect(hasGap).toBe(false)
    expect(messages.map(({ text }) => text)).toEqual(['First, edited', 'Second'])
    expect(changed).toMatchObject([{ seq: first.seq, text: 'First, edited', editedAt: expect.any(Number) }])
  })

  it('gives a client the newest page that is ahead of it, because it was restored from a backup', async () => {
    const { anna, ben, id } = await makeFriends()
    await say(anna, id, 'First')
    const ahead = await (await openChat(ben, id, '?after=9&changedAfter=0')).next('welcome')
    expect(ahead).toMatchObject({ hasGap: true, lastSeq: 1, messages: [{ text: 'First' }] })
    const changed = await (await openChat(ben, id, '?after=1&changedAfter=7')).next('welcome')
    expect(changed).toMatchObject({ hasGap: true, lastChange: 0 })
  })

  it('lets only its author change or delete a message', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, 'Mine')
    const [mine, theirs] = [await openChat(anna, id), await openChat(ben, id)]
    theirs.send({ type: 'edit', seq, text: 'Yours' })
    expect(await theirs.next('refused')).toMatchObject({ code: 'MessageFixed' })
    mine.send({ type: 'delete', seq })
    expect((await theirs.next('changed')).messages).toMatchObject([{ seq, text: null }])
    mine.send({ type: 'edit', seq, text: 'Back again' })
    expect(await mine.next('refused')).toMatchObject({ code: 'MessageFixed' })
  })

  it('shows its last message and the unread ones in both lists', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, 'See you there')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(ben)).toMatchObject([
      { id, kind: 'direct', person: { id: anna.id }, last: { seq, text: 'See you there' }, unread: 1, isRequest: false },
    ])
    expect(await listOf(anna)).toMatchObject([{ id, unread: 0 }])
    expect(await (await ask('/api/conversations/unread', { viewer: ben })).json()).toEqual({ unread: 1, requests: 0 })
    const [reader, writer] = [await openChat(ben, id), await openChat(anna, id)]
    reader.send({ type: 'read', seq: seq + 50 })
    expect(await reader.next('refused')).toMatchObject({ code: 'ReadTooFar' })
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(ben), 'nothing was written').toMatchObject([{ id, unread: 1 }])
    reader.send({ type: 'read', seq })
    expect(await writer.next('read')).toMatchObject({ userId: ben.id, seq })
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(ben)).toMatchObject([{ id, unread: 0 }])
    expect(await (await ask('/api/conversations/unread', { viewer: ben })).json()).toEqual({ unread: 0, requests: 0 })
  })

  it('opens before anybody has written, with the names of both', async () => {
    const { anna, ben, id } = await makeFriends()
    expect(await (await ask(`/api/conversations/${id}`, { viewer: anna })).json()).toMatchObject({
      id,
      person: { id: ben.id },
      last: null,
      unread: 0,
      mayWrite: true,
    })
    const stranger = await makePerson('Stranger')
    expect(await namesOf(anna, id, `${ben.id},${stranger.id}`)).toMatchObject({ people: [{ id: ben.id, name: 'Ben' }] })
  })

  it('is silent and hidden for who removed it, until they bring it back', async () => {
    const { anna, ben, id } = await makeFriends()
    await say(anna, id, 'Hello')
    await runDurableObjectAlarm(objectOf(id))
    const change = (userId: string, blocked: boolean) =>
      ask(`/api/conversations/${id}`, { method: 'PUT', viewer: ben, json: { userId, blocked } })
    expect((await change(anna.id, true)).status).toBe(404)
    expect((await change(ben.id, true)).status).toBe(204)
    expect(await listOf(ben)).toEqual([])
    expect(await (await ask('/api/conversations/unread', { viewer: ben })).json()).toEqual({ unread: 0, requests: 0 })
    expect(await listOf(ben, '?blocked=true')).toMatchObject([{ id, blocked: true, unread: 0 }])
    expect(await listOf(anna)).toMatchObject([{ id, blocked: false }])
    expect((await change(ben.id, false)).status).toBe(204)
    expect(await listOf(ben)).toMatchObject([{ id, blocked: false, unread: 1 }])
  })
})

describe('A message from a stranger', () => {
  const makeRequest = async () => {
    const [cleo, ben] = [await makePerson('Cleo'), await makePerson('Ben')]
    const { id }: { id: string } = await (await startDirect(cleo, ben.id)).json()
    return { cleo, ben, id }
  }

  it('is a request: three messages at most, and nothing of what is read or typed, until it is accepted', async () => {
    const { cleo, ben, id } = await makeRequest()
    const [stranger, receiver] = [await openChat(cleo, id), await openChat(ben, id)]
    const third = newFrame('Three')
    for (const frame of [newFrame('One'), newFrame('Two'), third, newFrame('Four')]) stranger.send(frame)
    expect(await stranger.next('refused')).toMatchObject({ code: 'RequestNotAccepted', clientId: expect.any(String) })
    // A retry of a message that arrived is no new message.
    expect((await post(cleo, id, { clientId: third.clientId, text: third.text })).status).toBe(201)
    receiver.send({ type: 'read', seq: 3 })
    receiver.send({ type: 'typing' })
    receiver.socket.send('the end')
    await receiver.next('refused')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(ben)).toMatchObject([{ id, isRequest: true }])
    expect(stranger.frames.filter(({ type }) => type === 'read' || type === 'typing')).toEqual([])
    expect(await (await openChat(cleo, id)).next('welcome')).toMatchObject({ marks: [] })
    expect((await ask(`/api/conversations/${id}/accept`, { method: 'POST', viewer: ben })).status).toBe(204)
    await say(cleo, id, 'Four again')
    expect((await readPage(ben, id)).lastSeq).toBe(4)
    expect(await listOf(ben)).toMatchObject([{ id, isRequest: false }])
  })

  it('counts as a request, not as unread', async () => {
    const { cleo, ben, id } = await makeRequest()
    await say(cleo, id, 'Hello')
    await runDurableObjectAlarm(objectOf(id))
    expect(await (await ask('/api/conversations/unread', { viewer: ben })).json()).toEqual({ unread: 0, requests: 1 })
  })

  it('is accepted by an answer, also before the database knows it', async () => {
    const { cleo, ben, id } = await makeRequest()
    await say(cleo, id, 'Hello')
    await say(ben, id, 'Hi')
    for (const text of ['One', 'Two', 'Three', 'Four']) await say(cleo, id, text)
    expect((await readPage(ben, id)).lastSeq).toBe(6)
  })

  it('reaches nobody who takes messages only from people they know', async () => {
    const [cleo, ben] = [await makePerson('Cleo'), await makePerson('Ben')]
    await runSql('UPDATE privacy_settings SET messages_from_anyone = 0 WHERE user_id = ?', ben.id)
    const refused = await startDirect(cleo, ben.id)
    expect(refused.status).toBe(404)
    expect((await readProblem(refused)).code).toBe('PersonNotFound')
  })
})

describe('The socket of a conversation', () => {
  it.each<[what: string, frame: string | Uint8Array]>([
    ['text that is no JSON', 'hello'],
    ['a frame of an unknown type', '{"type":"takeover"}'],
    ['a list', '[]'],
    ['an empty message', JSON.stringify(newFrame(''))],
    ['a message of 4,001 characters', JSON.stringify(newFrame('x'.repeat(4001)))],
    ['a frame of more than 16 kB', 'x'.repeat(16_001)],
    ['a binary frame', new TextEncoder().encode(JSON.stringify(newFrame('Binary')))],
  ])('refuses %s, stores nothing and stays open', async (_, frame) => {
    const { anna, id } = await makeFriends()
    const chat = await openChat(anna, id)
    chat.socket.send(frame)
    expect(await chat.next('refused')).toMatchObject({ reason: expect.stringMatching(/\.$/) })
    expect((await readPage(anna, id)).messages).toEqual([])
    await say(anna, id, 'Still here')
    expect((await chat.next('messages')).messages).toMatchObject([{ text: 'Still here' }])
  })

  it('tells a person to wait who sends more than 20 messages in 10 seconds, from all devices together', async () => {
    const { anna, id } = await makeFriends()
    const chats = [await openChat(anna, id), await openChat(anna, id)]
    for (let n = 0; n < 21; n += 1) chats[n % 2]?.send(newFrame(`Message ${n}`))
    await vi.waitFor(() =>
      expect(chats.flatMap(({ frames }) => frames)).toContainEqual(expect.objectContaining({ code: 'SendingTooFast' })),
    )
    expect((await readPage(anna, id)).lastSeq).toBe(20)
  })

  it('opens for the newest tab of a person, and closes their oldest one', async () => {
    const { anna, id } = await makeFriends()
    const first = await openChat(anna, id)
    for (let n = 1; n < maxSockets; n += 1) await openChat(anna, id)
    const newest = await openChat(anna, id)
    await newest.next('welcome')
    expect(await first.closed).toBe(tooManySocketsCode)
    await say(anna, id, 'To all tabs')
    expect((await newest.next('messages')).messages).toMatchObject([{ text: 'To all tabs' }])
  })

  it('brings what a client missed on an open socket when it asks for it', async () => {
    const { anna, id } = await makeFriends()
    const [first, second] = [await say(anna, id, 'First'), await say(anna, id, 'Second')]
    const chat = await openChat(anna, id)
    await chat.next('welcome')
    chat.send({ type: 'edit', seq: second.seq, text: 'Second, edited' })
    expect(await chat.next('changed')).toMatchObject({ after: 0, lastChange: 1 })
    chat.send({ type: 'sync', after: first.seq, changedAfter: 0 })
    expect(await chat.next('welcome')).toMatchObject({ hasGap: false, messages: [{ seq: 2 }], changed: [{ text: 'Second, edited' }] })
  })

  it('closes for a person who is removed, and refuses a permission from before', async () => {
    const { anna, id } = await makeFriends()
    const chat = await openChat(anna, id)
    const checkedAt = Date.now()
    await objectOf(id).closeSockets([anna.id])
    expect(await chat.closed).toBe(4403)
    const admission = {
      conversationId: id,
      userId: anna.id,
      sessionId: 'session',
      checkedAt,
      mayWrite: true,
      mayModerate: false,
      isInvited: false,
      sharesOnline: false,
      requesterId: null,
      hiddenIds: [],
    }
    expect(await objectOf(id).send(admission, newText('Still here'))).toEqual({ refused: 'NobodyReadsThis' })
    expect(await objectOf(id).pageBefore(admission)).toBeNull()
  })
})
