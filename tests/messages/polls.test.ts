import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { Message, MessageDetails } from '../../domain/messages/contract.ts'
import { maxPollTime, type NewPoll } from '../../domain/messages/polls.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { selectOpenPolls } from '../../worker/messages/open-polls.ts'
import { messageData } from '../../worker/messages/person-data.ts'
import { deleteOldPolls } from '../../worker/messages/save-polls.ts'
import { readAll, runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { ask, readProblem } from '../setup/client.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { collectLog } from '../setup/log.ts'
import { listOf, makeFriends, makePerson, makeTeam, newText, objectOf, post, readPage, runSql, say, startDirect } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()
afterEach(() => void vi.useRealTimers())

const aPoll = (more: Partial<NewPoll> = {}): NewPoll => ({
  ...{ options: ['Saturday', 'Sunday', 'Never'], isMultiple: false, showsNames: true, closesAt: null },
  ...more,
})
const sendPoll = (viewer: Viewer, id: string, more: Partial<NewPoll> = {}) =>
  post(viewer, id, { ...newText('When do we play?'), poll: aPoll(more) })
const startPoll = async (viewer: Viewer, id: string, more: Partial<NewPoll> = {}): Promise<Message> => {
  const answer = await sendPoll(viewer, id, more)
  expect(answer.status).toBe(201)
  return answer.json()
}
const vote = (seq: number, ...choices: number[]) => ({ type: 'vote' as const, seq, choices })
const close = (viewer: Viewer, id: string, seq: number, json: object = { isClosed: true }) =>
  ask(`/api/conversations/${id}/messages/${seq}/poll`, { method: 'PUT', viewer, json })
const detailsOf = async (viewer: Viewer, id: string, seq: number): Promise<MessageDetails> =>
  (await ask(`/api/conversations/${id}/messages/${seq}`, { viewer })).json()
/** The counts of a poll, with a star at what the viewer has chosen. */
const read = (poll: Message['poll']) => poll?.options.map(({ count, isMine }) => `${count}${isMine ? '*' : ''}`).join(' ')
const readLast = async (viewer: Viewer, id: string) => read((await readPage(viewer, id)).messages.at(-1)?.poll)

async function makeClub() {
  const [owner, ben, cleo] = [await makePerson('Owner'), await makePerson('Ben'), await makePerson('Cleo')]
  const teamId = await makeTeam(owner, ben, cleo)
  return { owner, ben, cleo, teamId, id: `team_${teamId}` }
}

describe('A poll', () => {
  it('comes with its message: live, in the page, after a gap, and once', async () => {
    const { anna, ben, id } = await makeFriends()
    const chat = await openChat(ben, id)
    const frame = { type: 'send' as const, ...newText('When?'), poll: aPoll() }
    const mine = await openChat(anna, id)
    mine.send(frame)
    mine.send(frame)
    const [message] = (await chat.next('messages')).messages
    expect(message).toMatchObject({ text: 'When?', poll: { ...aPoll(), options: [{ text: 'Saturday', count: 0, isMine: false }, {}, {}] } })
    expect(message?.poll).toMatchObject({ isClosed: false, voters: 0 })
    expect((await readPage(anna, id)).messages).toEqual([message])
    expect((await post(anna, id, { ...frame, clientId: frame.clientId })).status).toBe(201)
    await evictDurableObject(objectOf(id))
    expect((await readPage(ben, id)).messages).toEqual([message])
  })

  it.each([
    ['one answer', { options: ['Yes'] }],
    ['eleven answers', { options: Array.from({ length: 11 }, (_, index) => `Answer ${index}`) }],
    ['an empty answer', { options: ['Yes', ' '] }],
    ['a long answer', { options: ['Yes', 'x'.repeat(81)] }],
    ['the same answer twice', { options: ['Yes', ' yes'] }],
    ['an end that is over', { closesAt: Date.now() - 1 }],
    ['an end in 31 days', { closesAt: Date.now() + maxPollTime + 60_000 }],
  ])('with %s is refused, and nothing is written', async (_, more) => {
    const { anna, id } = await makeFriends()
    expect((await sendPoll(anna, id, more)).status).toBe(400)
    expect((await readPage(anna, id)).messages).toEqual([])
  })

  it('counts each person once, whoever votes at the same moment, and takes a vote back', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const { seq } = await startPoll(owner, id)
    const chats = await Promise.all([owner, ben, cleo].map((viewer) => openChat(viewer, id)))
    const [ownerChat, benChat] = chats
    for (const [index, chat] of chats.entries()) chat.send(vote(seq, index % 2))
    for (const chat of chats) for (let heard = 0; heard < 3; heard += 1) await chat.next('changed')
    expect([await readLast(owner, id), await readLast(ben, id)]).toEqual(['2* 1 0', '2 1* 0'])
    benChat?.send(vote(seq, 0))
    expect(read((await ownerChat?.next('changed'))?.messages[0]?.poll)).toBe('3* 0 0')
    benChat?.send(vote(seq))
    expect((await ownerChat?.next('changed'))?.messages[0]?.poll).toMatchObject({ voters: 2 })
    await evictDurableObject(objectOf(id))
    expect([await readLast(owner, id), await readLast(ben, id)]).toEqual(['2* 0 0', '2 0 0'])
  })

  it('with several answers takes them together', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await startPoll(anna, id, { isMultiple: true })
    const chat = await openChat(ben, id)
    chat.send(vote(seq, 2, 0, 2))
    expect((await chat.next('changed')).messages[0]?.poll).toMatchObject({ voters: 1 })
    expect(await readLast(ben, id)).toBe('1* 0 1*')
  })

  it('refuses what does not fit, and the socket lives on', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await startPoll(anna, id)
    const chat = await openChat(ben, id)
    const refusal = async (frame: object) => {
      chat.socket.send(JSON.stringify(frame))
      return (await chat.next('refused')).code
    }
    expect(await refusal(vote(seq, 0, 1))).toBe('OneAnswerOnly')
    expect(await refusal(vote(seq, 3))).toBe('AnswerUnknown')
    expect(await refusal(vote(99, 0))).toBe('PollNotHere')
    expect(await refusal(vote((await say(anna, id, 'No poll')).seq, 0))).toBe('PollNotHere')
    expect(await refusal(vote(seq, -1))).toBeUndefined()
    expect(await refusal({ type: 'vote', seq, choices: 'all' })).toBeUndefined()
    chat.send(vote(seq, 1))
    expect(read((await chat.next('changed')).messages[0]?.poll)).toBe('0 1* 0')
  })

  it('takes no votes in a request, and each person votes only so fast', async () => {
    const [cleo, dora] = [await makePerson('Cleo'), await makePerson('Dora')]
    const { id: request }: { id: string } = await (await startDirect(cleo, dora.id)).json()
    const asked = await startPoll(cleo, request)
    const receiver = await openChat(dora, request)
    receiver.send(vote(asked.seq, 0))
    expect(await receiver.next('refused')).toMatchObject({ code: 'PollNotHere' })
    const { anna, ben, id } = await makeFriends()
    const { seq } = await startPoll(anna, id)
    const chat = await openChat(ben, id)
    for (let count = 0; count <= 20; count += 1) chat.send(vote(seq, count % 2))
    expect(await chat.next('refused')).toMatchObject({ code: 'SendingTooFast' })
  })

  it('is closed at its time', async () => {
    const { anna, ben, id } = await makeFriends()
    const now = freezeClock()
    const { seq } = await startPoll(anna, id, { closesAt: now + hour })
    const chat = await openChat(ben, id)
    chat.send(vote(seq, 0))
    await chat.next('changed')
    vi.setSystemTime(now + hour)
    chat.send(vote(seq, 1))
    expect(await chat.next('refused')).toMatchObject({ code: 'PollClosed' })
    expect(await readLast(ben, id)).toBe('1* 0 0')
  })

  it('is closed early by its author and by who keeps order, not by others', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const [first, second] = [await startPoll(ben, id), await startPoll(ben, id)]
    const chat = await openChat(cleo, id)
    expect((await readProblem(await close(cleo, id, first.seq))).code).toBe('NotAllowed')
    expect((await close(await makePerson('Dora'), id, first.seq)).status).toBe(404)
    expect((await close(owner, id, 99)).status).toBe(404)
    expect((await close(owner, id, first.seq, { isClosed: false })).status).toBe(400)
    expect((await close(owner, id, first.seq)).status).toBe(204)
    expect((await chat.next('changed')).messages).toMatchObject([{ seq: first.seq, poll: { isClosed: true } }])
    expect((await close(ben, id, second.seq)).status).toBe(204)
    expect((await close(ben, id, second.seq)).status).toBe(204)
    expect((await chat.next('changed')).messages).toMatchObject([{ seq: second.seq, poll: { isClosed: true } }])
    chat.send(vote(first.seq, 0))
    expect(await chat.next('refused')).toMatchObject({ code: 'PollClosed' })
    await runSql("UPDATE team_members SET role = 'organizer' WHERE user_id = ?", cleo.id)
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), ben.id, cleo.id)
    expect((await close(cleo, id, first.seq)).status).toBe(404)
  })

  it('does not count people with a block for each other, and names nobody if it shows only counts', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), ben.id, cleo.id)
    const named = await startPoll(owner, id)
    const [benChat, cleoChat, ownerChat] = [await openChat(ben, id), await openChat(cleo, id), await openChat(owner, id)]
    benChat.send(vote(named.seq, 0))
    expect((await cleoChat.next('changed')).messages[0]?.poll).toMatchObject({ voters: 0, options: [{ count: 0 }, {}, {}] })
    expect(read((await ownerChat.next('changed')).messages[0]?.poll)).toBe('1 0 0')
    cleoChat.send(vote(named.seq, 0))
    expect((await ownerChat.next('changed')).messages[0]?.poll).toMatchObject({ voters: 2, options: [{ count: 2 }, {}, {}] })
    expect(await readLast(ben, id)).toBe('1* 0 0')
    expect((await detailsOf(ben, id, named.seq)).votes).toMatchObject([{ text: 'Saturday', count: 1, people: [{ id: ben.id }] }, {}, {}])
    const theirs = await startPoll(cleo, id)
    benChat.send(vote(theirs.seq, 0))
    expect(await benChat.next('refused')).toMatchObject({ code: 'PollNotHere' })
    const counted = await startPoll(owner, id, { showsNames: false })
    ownerChat.send(vote(counted.seq, 1))
    await ownerChat.next('changed')
    for (const viewer of [owner, ben])
      expect((await detailsOf(viewer, id, counted.seq)).votes?.[1]).toEqual({ text: 'Sunday', count: 1, people: [] })
  })

  it('keeps its question once somebody has voted, and goes with its message', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const { seq } = await startPoll(ben, id)
    const [benChat, cleoChat] = [await openChat(ben, id), await openChat(cleo, id)]
    benChat.send({ type: 'edit', seq, text: 'When do we eat?' })
    expect((await cleoChat.next('changed')).messages).toMatchObject([{ text: 'When do we eat?', poll: { voters: 0 } }])
    cleoChat.send(vote(seq, 0))
    await cleoChat.next('changed')
    await benChat.next('changed')
    benChat.send({ type: 'edit', seq, text: 'Who pays?' })
    expect(await benChat.next('refused')).toMatchObject({ code: 'QuestionFixed' })
    const hide = (isHidden: boolean) =>
      ask(`/api/conversations/${id}/messages/${seq}/hidden`, { method: 'PUT', viewer: owner, json: { isHidden } })
    expect((await hide(true)).status).toBe(204)
    expect((await cleoChat.next('changed')).messages[0]).not.toHaveProperty('poll')
    cleoChat.send(vote(seq, 1))
    expect(await cleoChat.next('refused')).toMatchObject({ code: 'PollNotHere' })
    expect((await hide(false)).status).toBe(204)
    expect(await readLast(cleo, id)).toBe('1* 0 0')
    benChat.send({ type: 'delete', seq })
    await expect.poll(async () => (await readPage(cleo, id)).messages[0]).not.toHaveProperty('poll')
    expect(await objectOf(id).listVotesOf(cleo.id, 0, 10)).toEqual([])
  })

  it('is in the list as a poll', async () => {
    const { anna, ben, id } = await makeFriends()
    await startPoll(anna, id)
    await runDurableObjectAlarm(objectOf(id))
    expect((await listOf(ben)).find((one) => one.id === id)?.last?.text).toBe('Poll: When do we play?')
  })

  it('is reported with its answers', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await startPoll(anna, id)
    const json = { kind: 'message', subjectId: `${id}/${seq}`, reason: 'spam' }
    expect((await ask('/api/reports', { method: 'POST', viewer: ben, json })).status).toBeLessThan(300)
    const found = await env.DB.prepare('SELECT message_text FROM reports WHERE reporter_id = ?').bind(ben.id).first<string>('message_text')
    expect(found).toBe('When do we play?\nSaturday\nSunday\nNever')
  })

  it('is exported, and goes with the account of its author, as votes go with theirs', async () => {
    const { anna, ben, id } = await makeFriends()
    const [mine, theirs] = [await startPoll(anna, id), await startPoll(ben, id)]
    const [annaChat, benChat] = [await openChat(anna, id), await openChat(ben, id)]
    for (const chat of [annaChat, benChat]) for (const { seq } of [mine, theirs]) chat.send(vote(seq, 1))
    for (let heard = 0; heard < 4; heard += 1) await annaChat.next('changed')
    await runDurableObjectAlarm(objectOf(id))
    const exported = await messageData.export(openPrimary(env.DB), anna.id, env)
    expect(exported.find(({ name }) => name === 'polls')?.rows).toMatchObject([
      { conversation: id, question: 'When do we play?', answers: ['Saturday', 'Sunday', 'Never'] },
    ])
    expect(exported.find(({ name }) => name === 'poll-votes')?.rows).toMatchObject([
      { conversation: id, answers: ['Sunday'] },
      { conversation: id, answers: ['Sunday'] },
    ])
    await objectOf(id).eraseAuthor(anna.id)
    const { messages } = await readPage(ben, id)
    expect(messages[0]).not.toHaveProperty('poll')
    expect(read(messages[1]?.poll)).toBe('0 1* 0')
    expect(await objectOf(id).listVotesOf(anna.id, 0, 10)).toEqual([])
    expect(await objectOf(id).listPollsOf(anna.id, 0, 10)).toEqual([])
  })
})

describe('The open polls of a person', () => {
  const readPolls = (viewer: Viewer, now = Date.now()) => readAll(openPrimary(env.DB), selectOpenPolls(viewer.id, { now, limit: 20 }))
  const list = async (viewer: Viewer, now = Date.now()) => (await readPolls(viewer, now)).map(({ id, pollSeq }) => `${id} ${pollSeq}`)
  const save = (id: string) => runDurableObjectAlarm(objectOf(id))

  it('are those of others in all conversations, until they are answered', async () => {
    const { owner, ben, id, teamId } = await makeClub()
    const closesAt = Date.now() + hour
    const { seq } = await startPoll(owner, id, { closesAt })
    await save(id)
    expect(await readPolls(ben)).toMatchObject([{ kind: 'team', id: `team_${teamId}`, name: 'Club', pollSeq: seq, closesAt }])
    expect(await list(owner)).toEqual([])
    expect(await list(ben, closesAt)).toEqual([])
    const chat = await openChat(ben, id)
    chat.send(vote(seq, 0))
    await chat.next('changed')
    // The object stops before it has told the database.
    await evictDurableObject(objectOf(id))
    await save(id)
    expect(await list(ben)).toEqual([])
    const back = await openChat(ben, id)
    back.send(vote(seq))
    await back.next('changed')
    await save(id)
    expect(await list(ben)).toEqual([`${id} ${seq}`])
  })

  it('end when the poll is closed, hidden or deleted, and return when it is shown again', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const [closed, hidden, deleted] = [await startPoll(ben, id), await startPoll(ben, id), await startPoll(ben, id)]
    const chat = await openChat(ben, id)
    const other = await openChat(owner, id)
    other.send(vote(hidden.seq, 0))
    await other.next('changed')
    await save(id)
    expect(await list(cleo)).toHaveLength(3)
    const hide = (isHidden: boolean) =>
      ask(`/api/conversations/${id}/messages/${hidden.seq}/hidden`, { method: 'PUT', viewer: owner, json: { isHidden } })
    expect((await close(ben, id, closed.seq)).status).toBe(204)
    expect((await hide(true)).status).toBe(204)
    chat.send({ type: 'delete', seq: deleted.seq })
    for (let heard = 0; heard < 3; heard += 1) await other.next('changed')
    await save(id)
    expect(await list(cleo)).toEqual([])
    expect((await hide(false)).status).toBe(204)
    await save(id)
    expect([await list(cleo), await list(owner)]).toEqual([[`${id} ${hidden.seq}`], []])
  })

  it('leave out those of people with a block, of strangers, and of conversations that are muted, removed or left', async () => {
    const { owner, ben, cleo, teamId, id } = await makeClub()
    const { seq } = await startPoll(ben, id)
    await save(id)
    const row = `${id} ${seq}`
    expect([await list(owner), await list(cleo)]).toEqual([[row], [row]])
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), ben.id, cleo.id)
    expect(await list(cleo)).toEqual([])
    const put = (path: string, json: object) => ask(`/api/conversations/${id}${path}`, { method: 'PUT', viewer: owner, json })
    expect((await put('/mute', { until: Date.now() + hour })).status).toBe(204)
    expect(await list(owner)).toEqual([])
    expect((await put('/mute', { until: null })).status).toBe(204)
    expect((await put('', { userId: owner.id, blocked: true })).status).toBe(204)
    expect(await list(owner)).toEqual([])
    expect((await put('', { userId: owner.id, blocked: false })).status).toBe(204)
    expect(await list(owner)).toEqual([row])
    await runSql('DELETE FROM team_members WHERE team_id = ? AND user_id = ?', teamId, owner.id)
    expect(await list(owner)).toEqual([])
    const stranger = await makePerson('Stranger')
    const { id: request }: { id: string } = await (await startDirect(stranger, cleo.id)).json()
    await startPoll(stranger, request)
    await save(request)
    expect(await list(cleo)).toEqual([])
  })

  it('are at most the latest twenty of a conversation, for thirty days', async () => {
    const { owner, ben, id } = await makeClub()
    const seqs: number[] = []
    for (let count = 0; count < 21; count += 1) seqs.push((await startPoll([owner, ben][count % 2] ?? owner, id)).seq)
    await save(id)
    const { results } = await env.DB.prepare('SELECT seq FROM open_polls WHERE conversation_id = ?').bind(id).all<{ seq: number }>()
    expect(results.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(seqs.slice(1))
    await deleteOldPolls(openPrimary(env.DB), Date.now() + 30 * day - hour)
    expect(await list(ben)).toHaveLength(10)
    await deleteOldPolls(openPrimary(env.DB), Date.now() + 30 * day + hour)
    expect(await env.DB.prepare('SELECT 1 FROM open_polls WHERE conversation_id = ?').bind(id).first()).toBeNull()
  })

  it('go with the account of their author, and answers with theirs', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const [first, second] = [await startPoll(ben, id), await startPoll(owner, id)]
    const chat = await openChat(cleo, id)
    for (const { seq } of [first, second]) chat.send(vote(seq, 0))
    for (let heard = 0; heard < 2; heard += 1) await chat.next('changed')
    await save(id)
    const rows = async () =>
      (await env.DB.prepare('SELECT seq FROM poll_answers WHERE conversation_id = ?').bind(id).all<{ seq: number }>()).results
    expect(await rows()).toHaveLength(2)
    const erase = async (viewer: Viewer) => {
      const db = openPrimary(env.DB)
      await runBatch(db, { erased: [...messageData.erase(viewer.id, Date.now())] })
    }
    await erase(ben)
    expect(await rows()).toEqual([{ seq: second.seq }])
    await erase(cleo)
    expect(await rows()).toEqual([])
    expect(await list(ben)).toEqual([`${id} ${second.seq}`])
  })
})
