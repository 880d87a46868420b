import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { Conversation, MessageDetails } from '../../domain/messages/contract.ts'
import { mentionOf } from '../../domain/messages/mentions.ts'
import type { FoundMessages } from '../../domain/messages/search.ts'
import type { ReportPage } from '../../domain/reports/contract.ts'
import { messageData } from '../../worker/messages/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { listOf, makeFriends, makePerson, makeTeam, newText, objectOf, post, runSql, say } from './people.ts'
import { type Chat, openChat } from './sockets.ts'

collectLog()

const save = (id: string) => runDurableObjectAlarm(objectOf(id))
const mentionedIn = async (viewer: Viewer, id: string): Promise<number | null | undefined> =>
  (await listOf(viewer)).find((conversation) => conversation.id === id)?.mentionedSeq
/** The object may be saving already when a test saves. Then the list is right a moment later. */
const expectMention = (viewer: Viewer, id: string, seq: number | null) =>
  expect.poll(() => mentionedIn(viewer, id), { timeout: 5000 }).toBe(seq)
const lastTextFor = async (viewer: Viewer, id: string) =>
  (await (await ask(`/api/conversations/${id}`, { viewer })).json<Conversation>()).last?.text
const block = (one: Viewer, other: Viewer) =>
  runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), one.id, other.id)

async function makeClub() {
  const [owner, ben, cleo] = [await makePerson('Owner'), await makePerson('Ben'), await makePerson('Cleo')]
  const id = `team_${await makeTeam(owner, ben, cleo)}`
  return { owner, ben, cleo, id }
}

async function markAsRead(viewer: Viewer, id: string, seq: number): Promise<void> {
  const chat = await enter(viewer, id)
  chat.send({ type: 'read', seq })
  await sync(chat)
  chat.socket.close(1000)
  await save(id)
}

/** Opens a socket and takes its first frame, so that `sync` waits for the answer to its own question. */
async function enter(viewer: Viewer, id: string): Promise<Chat> {
  const chat = await openChat(viewer, id)
  await chat.next('welcome')
  return chat
}

/** Everything that was sent on this socket before is done. */
async function sync(chat: Chat): Promise<void> {
  chat.send({ type: 'sync', after: 0, changedAfter: 0 })
  await chat.next('welcome')
}

describe('A mention', () => {
  it('stands in the list until the person has read it, and reads as their name', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const { seq } = await say(owner, id, `Can ${mentionOf(ben.id)} bring the net, and ${mentionOf('nobody')} the balls?`)
    await say(owner, id, `Thanks, ${mentionOf(ben.id)}`)
    await say(owner, id, 'See you')
    await save(id)
    expect([await mentionedIn(ben, id), await mentionedIn(cleo, id), await mentionedIn(owner, id)]).toEqual([seq + 1, null, null])
    await markAsRead(ben, id, seq)
    await expectMention(ben, id, seq + 1)
    await markAsRead(ben, id, seq + 1)
    expect(await listOf(ben)).toMatchObject([{ id, mentionedSeq: null, unread: 1 }])
    await say(cleo, id, `${mentionOf(ben.id)} and ${mentionOf('nobody')}`)
    await save(id)
    await runSql("UPDATE users SET display_name = 'Benjamin' WHERE id = ?", ben.id)
    expect(await lastTextFor(owner, id)).toBe('@Benjamin and @someone')
    expect((await listOf(owner))[0]?.last?.text).toBe('@Benjamin and @someone')
  })

  it('is for people in the conversation only, and not for oneself', async () => {
    const { anna, ben, id } = await makeFriends()
    const cleo = await makePerson('Cleo')
    await say(anna, id, `${mentionOf(anna.id)} ${mentionOf(cleo.id)} ${mentionOf(ben.id)}`)
    await save(id)
    await expectMention(ben, id, 1)
    expect(await mentionedIn(anna, id)).toBeNull()
    expect(await lastTextFor(ben, id)).toBe('@Anna @someone @Ben')
    const club = await makeClub()
    await say(club.owner, club.id, `${mentionOf(cleo.id)} ${mentionOf(club.ben.id)}`)
    await save(club.id)
    expect(await lastTextFor(club.ben, club.id)).toBe('@someone @Ben')
    const { results } = await env.DB.prepare('SELECT user_id FROM conversation_members WHERE user_id = ?').bind(cleo.id).all()
    expect(results).toEqual([])
  })

  it('of or by somebody with a block does nothing and shows nothing', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    await say(cleo, id, `Hello ${mentionOf(ben.id)}`)
    await save(id)
    await expectMention(ben, id, 1)
    // The one that stands there already is gone too.
    await block(ben, cleo)
    expect(await mentionedIn(ben, id)).toBeNull()
    await say(cleo, id, `Answer me, ${mentionOf(ben.id)}`)
    await say(ben, id, `Hello ${mentionOf(cleo.id)}`)
    await say(owner, id, `${mentionOf(ben.id)} ${mentionOf(cleo.id)}`)
    await save(id)
    expect([await mentionedIn(ben, id), await mentionedIn(cleo, id)]).toEqual([4, 4])
    expect(await lastTextFor(ben, id)).toBe('@Ben @someone')
    expect(await lastTextFor(cleo, id)).toBe('@someone @Cleo')
    // Nobody learns the id of the other one, and authors keep what they wrote.
    const [forBen, forCleo] = [await openChat(ben, id), await openChat(cleo, id)]
    const textsOf = async (chat: Chat) => (await chat.next('welcome')).messages.map(({ text }) => text)
    expect(await textsOf(forBen)).toEqual([`Hello ${mentionOf(cleo.id)}`, `${mentionOf(ben.id)} @someone`])
    expect((await textsOf(forCleo)).at(-1)).toBe(`@someone ${mentionOf(cleo.id)}`)
    const fresh = await say(owner, id, `Again: ${mentionOf(ben.id)}, ${mentionOf(cleo.id)}`)
    expect((await forBen.next('messages')).messages).toMatchObject([{ text: `Again: ${mentionOf(ben.id)}, @someone` }])
    expect((await forCleo.next('messages')).messages).toMatchObject([{ text: `Again: @someone, ${mentionOf(cleo.id)}` }])
    await ask(`/api/conversations/${id}/messages/${fresh.seq}/pinned`, { method: 'PUT', viewer: owner, json: { isPinned: true } })
    expect((await forBen.next('pins')).pins).toMatchObject([{ text: `Again: ${mentionOf(ben.id)}, @someone` }])
    const found = await (await ask(`/api/conversations/${id}/search?q=again`, { viewer: ben })).json<FoundMessages>()
    expect(found.messages).toMatchObject([{ text: `Again: ${mentionOf(ben.id)}, @someone` }])
    await markAsRead(ben, id, fresh.seq)
    await say(cleo, id, `Still there, ${mentionOf(ben.id)}?`)
    await save(id)
    expect(await mentionedIn(ben, id)).toBeNull()
  })

  it('follows edits, deletions and hidden messages', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const first = await say(cleo, id, `First ${mentionOf(ben.id)}`)
    const second = await say(cleo, id, `Second ${mentionOf(ben.id)}`)
    const third = await say(cleo, id, 'Third')
    const chat = await enter(cleo, id)
    const expectNow = async (seq: number | null) => {
      await sync(chat)
      await save(id)
      await expectMention(ben, id, seq)
    }
    await expectNow(second.seq)
    chat.send({ type: 'edit', seq: third.seq, text: `Third, for ${mentionOf(ben.id)}` })
    await expectNow(third.seq)
    chat.send({ type: 'delete', seq: third.seq })
    await expectNow(second.seq)
    const hide = (isHidden: boolean) =>
      ask(`/api/conversations/${id}/messages/${second.seq}/hidden`, { method: 'PUT', viewer: owner, json: { isHidden } })
    expect((await hide(true)).status).toBe(204)
    await expectNow(first.seq)
    expect((await hide(false)).status).toBe(204)
    await expectNow(second.seq)
    await objectOf(id).eraseAuthor(cleo.id)
    await save(id)
    await expectMention(ben, id, null)
  })

  it('is stored also if the object stops before it could', async () => {
    const { owner, ben, id } = await makeClub()
    await say(owner, id, `Hello ${mentionOf(ben.id)}`)
    await evictDurableObject(objectOf(id))
    await save(id)
    await expectMention(ben, id, 1)
  })

  it('costs the database nothing if nobody is mentioned, and one row for each person who is', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const countRows = async (text: string) => {
      await say(owner, id, text)
      const { results } = await env.DB.prepare('SELECT user_id FROM conversation_members WHERE conversation_id = ?').bind(id).all()
      await save(id)
      const after = await env.DB.prepare('SELECT user_id FROM conversation_members WHERE conversation_id = ?').bind(id).all()
      return after.results.length - results.length
    }
    expect(await countRows('Hello')).toBe(1)
    expect(await countRows('Hello again')).toBe(0)
    expect(await countRows(`${mentionOf(ben.id)} ${mentionOf(cleo.id)} ${mentionOf('nobody')}`)).toBe(2)
  })

  it('comes through a mute in the list, and rings nothing', async () => {
    const { owner, ben, id } = await makeClub()
    const muted = await ask(`/api/conversations/${id}/mute`, { method: 'PUT', viewer: ben, json: { until: Date.now() + 3_600_000 } })
    expect(muted.status).toBe(204)
    await say(owner, id, `Hello ${mentionOf(ben.id)}`)
    await save(id)
    await expectMention(ben, id, 1)
    expect(await (await ask('/api/conversations/unread', { viewer: ben })).json()).toEqual({ unread: 0, requests: 0 })
  })

  it('is of at most 20 people in one message', async () => {
    const { anna, id } = await makeFriends()
    const mention = (count: number) => Array.from({ length: count }, (_, index) => mentionOf(`p-${index}`)).join(' ')
    expect((await post(anna, id, newText(mention(20)))).status).toBe(201)
    expect((await post(anna, id, newText(mention(21)))).status).toBe(400)
    const chat = await openChat(anna, id)
    chat.send({ type: 'edit', seq: 1, text: mention(21) })
    expect(await chat.next('refused')).toMatchObject({ reason: 'This frame is invalid.' })
  })
})

describe('The words around a mention', () => {
  it('never stop inside it, in the list and in a pin', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, `${'x'.repeat(195)} ${mentionOf(ben.id)}${'y'.repeat(200)}`)
    const long = await say(anna, id, `${'x'.repeat(295)} ${mentionOf(ben.id)}`)
    await ask(`/api/conversations/${id}/messages/${seq}/pinned`, { method: 'PUT', viewer: anna, json: { isPinned: true } })
    await ask(`/api/conversations/${id}/messages/${long.seq}/pinned`, { method: 'PUT', viewer: anna, json: { isPinned: true } })
    const { pins } = await (await openChat(ben, id)).next('welcome')
    expect(pins.map(({ text }) => text)).toEqual([`${'x'.repeat(295)} `, expect.stringContaining(mentionOf(ben.id))])
    await save(id)
    expect(await lastTextFor(anna, id)).toBe('x'.repeat(200))
    await say(anna, id, `${'x'.repeat(195)} ${mentionOf(ben.id)}`)
    await save(id)
    expect(await lastTextFor(anna, id)).toBe(`${'x'.repeat(195)} `)
  })

  it('are found, with its name and without its id', async () => {
    const { anna, ben, id } = await makeFriends()
    await say(anna, id, `Oranges for ${mentionOf(ben.id)}`)
    const search = async (q: string) => await (await ask(`/api/conversations/${id}/search?q=${q}`, { viewer: anna })).json<FoundMessages>()
    expect(await search('oranges')).toMatchObject({
      messages: [{ seq: 1 }],
      people: expect.arrayContaining([expect.objectContaining({ id: ben.id })]),
    })
    const [part = ''] = ben.id.split('-')
    expect((await search(part)).messages).toEqual([])
    const chat = await enter(anna, id)
    chat.send({ type: 'edit', seq: 1, text: `Lemons for ${mentionOf(ben.id)}` })
    await sync(chat)
    expect((await search(part)).messages).toEqual([])
    expect((await search('lemons')).messages).toHaveLength(1)
  })

  it('have the name in earlier texts, in a report and in the export', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, `Hi ${mentionOf(ben.id)}`)
    await save(id)
    const exported = await messageData.export(openPrimary(env.DB), anna.id, env)
    expect(exported.find(({ name }) => name === 'messages')?.rows).toMatchObject([{ text: 'Hi @Ben' }])
    const subjectId = `${id}/${seq}`
    await ask('/api/reports', { method: 'POST', viewer: ben, json: { kind: 'message', subjectId, reason: 'spam', text: '' } })
    const reported = async () => {
      const { reports } = await (await ask('/api/admin/reports', { headers: asAdmin })).json<ReportPage>()
      return reports.find((one) => one.subjectId === subjectId)?.message?.text
    }
    expect(await reported()).toBe('Hi @Ben')
    const chat = await enter(anna, id)
    chat.send({ type: 'edit', seq, text: 'Hi' })
    await sync(chat)
    const details = await (await ask(`/api/conversations/${id}/messages/${seq}`, { viewer: ben })).json<MessageDetails>()
    expect(details.earlierTexts).toMatchObject([{ text: 'Hi @Ben' }])
    // The words of others do not keep the name of a deleted account.
    await runSql('UPDATE users SET deleted_at = 1 WHERE id = ?', ben.id)
    expect(await reported()).toBe('Hi @someone')
  })
})

describe('The people to mention', () => {
  const find = async (viewer: Viewer, id: string, q: string): Promise<string[]> => {
    const answer = await ask(`/api/conversations/${id}/mentionable?q=${encodeURIComponent(q)}`, { viewer })
    return (await answer.json<{ people: { name: string }[] }>()).people.map(({ name }) => name)
  }

  it('are found by the start of each part of their name, also who removed the conversation, without people with a block', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    await ask(`/api/conversations/${id}`, { method: 'PUT', viewer: ben, json: { userId: ben.id, blocked: true } })
    await runSql("UPDATE users SET display_name = 'Ben O_Hara' WHERE id = ?", ben.id)
    expect(await find(owner, id, '')).toEqual(['Ben O_Hara', 'Cleo'])
    expect(await find(owner, id, 'o_h')).toEqual(['Ben O_Hara'])
    expect(await find(owner, id, 'ben o')).toEqual(['Ben O_Hara'])
    expect(await find(owner, id, 'en')).toEqual([])
    expect(await find(owner, id, '_')).toEqual([])
    await block(cleo, ben)
    expect(await find(cleo, id, 'ben')).toEqual([])
    await runSql('UPDATE users SET deleted_at = 1 WHERE id = ?', ben.id)
    expect(await find(owner, id, 'ben')).toEqual([])
  })

  it('are those of the conversation', async () => {
    const { anna, ben, id } = await makeFriends()
    await makePerson('Benno')
    expect(await find(anna, id, 'be')).toEqual(['Ben'])
    expect(await find(ben, id, '')).toEqual(['Anna'])
    // As many bytes as D1 takes in no pattern of LIKE.
    await runSql('UPDATE users SET display_name = ? WHERE id = ?', 'Александр Константинопольский', ben.id)
    expect(await find(anna, id, 'Константинопольский')).toEqual(['Александр Константинопольский'])
    expect((await ask(`/api/conversations/${id}/mentionable?q=${'x'.repeat(41)}`, { viewer: anna })).status).toBe(400)
  })
})
