import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { type MessageDetails, maxReactionKinds } from '../../domain/messages/contract.ts'
import { messageData } from '../../worker/messages/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, makeTeam, objectOf, readPage, runSql, say, startDirect } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

const detailsOf = async (viewer: Viewer, id: string, seq: number): Promise<MessageDetails> =>
  (await ask(`/api/conversations/${id}/messages/${seq}`, { viewer })).json()
const react = (seq: number, emoji: string, isOn = true) => ({ type: 'react' as const, seq, emoji, isOn })

describe('A reaction', () => {
  it('comes live, in the page, and after a gap; each of a person counts once', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, 'We won')
    const [mine, theirs] = [await openChat(anna, id), await openChat(ben, id)]
    theirs.send(react(seq, '🎉'))
    theirs.send(react(seq, '🎉'))
    expect((await mine.next('changed')).messages).toMatchObject([{ seq, reactions: [{ emoji: '🎉', count: 1, isMine: false }] }])
    expect((await theirs.next('changed')).messages).toMatchObject([{ reactions: [{ isMine: true }] }])
    mine.send(react(seq, '🎉'))
    expect((await theirs.next('changed')).messages).toMatchObject([{ reactions: [{ emoji: '🎉', count: 2, isMine: true }] }])
    await evictDurableObject(objectOf(id))
    expect((await readPage(anna, id)).messages).toMatchObject([{ editedAt: null, reactions: [{ emoji: '🎉', count: 2, isMine: true }] }])
    const back = await openChat(ben, id, '?after=1&changedAfter=1')
    expect(await back.next('welcome')).toMatchObject({ hasGap: false, changed: [{ seq, reactions: [{ count: 2 }] }] })
    back.send(react(seq, '🎉', false))
    expect((await mine.next('changed')).messages).toMatchObject([{ reactions: [{ count: 2 }] }])
    expect((await mine.next('changed')).messages).toMatchObject([{ reactions: [{ count: 1, isMine: true }] }])
  })

  it.each(['', 'ok', '👍👍', '1'])('is one emoji, not "%s"', async (emoji) => {
    const { anna, id } = await makeFriends()
    const { seq } = await say(anna, id, 'Hi')
    const chat = await openChat(anna, id)
    chat.send(react(seq, emoji))
    expect(await chat.next('refused')).toEqual({ type: 'refused', reason: 'This frame is invalid.' })
    expect((await readPage(anna, id)).messages).toMatchObject([{ reactions: [] }])
  })

  it('is refused for what is not there, for one kind too many, and in a request', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, 'Hi')
    const [mine, theirs] = [await openChat(anna, id), await openChat(ben, id)]
    mine.send(react(99, '👍'))
    expect(await mine.next('refused')).toMatchObject({ code: 'ReactionRefused' })
    const kinds = [...'🏀🏐🏈🎾🏓🏸🥊🎳⛳🎯🏒🥅🏏'].map((emoji) => react(seq, emoji))
    expect(kinds.length).toBe(maxReactionKinds + 1)
    for (const frame of kinds) theirs.send(frame)
    expect(await theirs.next('refused')).toMatchObject({ code: 'TooManyReactions' })
    mine.send({ type: 'delete', seq })
    mine.send(react(seq, '🏀'))
    expect(await mine.next('refused')).toMatchObject({ code: 'ReactionRefused' })
    expect((await readPage(anna, id)).messages).toMatchObject([{ text: null, reactions: [] }])

    const [cleo, dora] = [await makePerson('Cleo'), await makePerson('Dora')]
    const { id: request }: { id: string } = await (await startDirect(cleo, dora.id)).json()
    await say(cleo, request, 'Hello')
    const receiver = await openChat(dora, request)
    receiver.send(react(1, '👍'))
    expect(await receiver.next('refused')).toMatchObject({ code: 'ReactionRefused' })
  })

  it('of somebody with a block is left out on both sides, live and in the details', async () => {
    const [anna, ben, cleo] = [await makePerson('Anna'), await makePerson('Ben'), await makePerson('Cleo')]
    const id = `team_${await makeTeam(anna, ben, cleo)}`
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), anna.id, ben.id)
    const [fromCleo, fromAnna] = [await say(cleo, id, 'Who comes?'), await say(anna, id, 'Me')]
    const [annaChat, benChat, cleoChat] = [await openChat(anna, id), await openChat(ben, id), await openChat(cleo, id)]
    annaChat.send(react(fromCleo.seq, '👍'))
    expect((await cleoChat.next('changed')).messages).toMatchObject([{ reactions: [{ count: 1 }] }])
    expect((await benChat.next('changed')).messages).toMatchObject([{ reactions: [] }])
    benChat.send(react(fromCleo.seq, '👍'))
    expect((await benChat.next('changed')).messages).toMatchObject([{ reactions: [{ count: 1, isMine: true }] }])
    expect((await cleoChat.next('changed')).messages).toMatchObject([{ reactions: [{ count: 2 }] }])
    benChat.send(react(fromAnna.seq, '👍'))
    expect(await benChat.next('refused')).toMatchObject({ code: 'ReactionRefused' })
    expect((await readPage(ben, id)).messages).toMatchObject([{ reactions: [{ count: 1, isMine: true }] }])
    const details = await detailsOf(ben, id, fromCleo.seq)
    expect(details.reactions).toMatchObject([{ emoji: '👍', count: 1, people: [{ id: ben.id }] }])
    expect(details.readers.map((face) => face.id)).toEqual([ben.id])
    expect((await ask(`/api/conversations/${id}/messages/${fromAnna.seq}`, { viewer: ben })).status).toBe(404)
  })

  it('is exported, and goes with the account of its author and with their messages', async () => {
    const { anna, ben, id } = await makeFriends()
    const [mine, theirs] = [await say(anna, id, 'From Anna'), await say(ben, id, 'From Ben')]
    const [annaChat, benChat] = [await openChat(anna, id), await openChat(ben, id)]
    for (const chat of [annaChat, benChat]) for (const { seq } of [mine, theirs]) chat.send(react(seq, '👍'))
    await Promise.all([1, 2, 3, 4].map(() => annaChat.next('changed')))
    await runDurableObjectAlarm(objectOf(id))
    const exported = await messageData.export(openPrimary(env.DB), anna.id, env)
    expect(exported.find(({ name }) => name === 'message-reactions')?.rows).toMatchObject([
      { conversation: id, emoji: '👍' },
      { conversation: id, emoji: '👍' },
    ])
    await objectOf(id).eraseAuthor(anna.id)
    expect((await readPage(ben, id)).messages).toMatchObject([
      { text: null, reactions: [] },
      { text: 'From Ben', reactions: [{ count: 1, isMine: true }] },
    ])
    expect((await benChat.next('changed')).lastChange).toBeGreaterThan(0)
    expect(await objectOf(id).listReactionsOf(anna.id, { seq: 0, emoji: '' }, 10)).toEqual([])
  })
})

describe('The details of a message', () => {
  it('have the earlier texts until it is deleted, and who has read it', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, 'At 6')
    const [mine, theirs] = [await openChat(anna, id), await openChat(ben, id)]
    expect(await detailsOf(ben, id, seq)).toEqual({ earlierTexts: [], readers: [], reactions: [] })
    mine.send({ type: 'edit', seq, text: 'At 7' })
    await theirs.next('changed')
    theirs.send({ type: 'read', seq })
    await mine.next('read')
    expect(await detailsOf(ben, id, seq)).toMatchObject({ earlierTexts: [{ text: 'At 6' }], readers: [{ id: ben.id, name: 'Ben' }] })
    mine.send({ type: 'delete', seq })
    await theirs.next('changed')
    expect(await detailsOf(ben, id, seq)).toMatchObject({ earlierTexts: [] })
    expect((await ask(`/api/conversations/${id}/messages/9`, { viewer: ben })).status).toBe(404)
    expect((await ask(`/api/conversations/${id}/messages/x`, { viewer: ben })).status).toBe(400)
  })

  it('do not tell a stranger what was read', async () => {
    const [cleo, ben] = [await makePerson('Cleo'), await makePerson('Ben')]
    const { id }: { id: string } = await (await startDirect(cleo, ben.id)).json()
    const { seq } = await say(cleo, id, 'Hello')
    const receiver = await openChat(ben, id)
    receiver.send({ type: 'read', seq })
    receiver.socket.send('the end')
    await receiver.next('refused')
    expect((await detailsOf(cleo, id, seq)).readers).toEqual([])
  })
})
