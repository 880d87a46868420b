import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { listOf, makePerson, makeTeam, namesOf, newFrame, objectOf, post, readPage, runSql, say } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

const block = (one: string, other: string) =>
  runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), one, other)

describe('The conversation of a community', () => {
  it('is open to its members before anybody has written, and to nobody else', async () => {
    const [owner, member, outsider] = [await makePerson('Owner'), await makePerson('Member'), await makePerson('Outsider')]
    const team = await makeTeam(owner, member)
    const id = `team_${team}`
    expect(await (await ask(`/api/conversations/${id}`, { viewer: member })).json()).toMatchObject({
      id,
      kind: 'team',
      name: 'Club',
      team: { id: team, name: 'Club' },
      last: null,
      unread: 0,
      mayWrite: true,
    })
    expect((await ask(`/api/conversations/${id}`, { viewer: outsider })).status).toBe(404)
    expect((await ask(`/api/conversations/${id}/messages`, { viewer: outsider })).status).toBe(404)
    await say(owner, id, 'Welcome')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(member)).toMatchObject([{ id, unread: 1, last: { authorId: owner.id, text: 'Welcome' } }])
  })

  it('keeps no words of a person whose account was deleted before the database knew that they wrote', async () => {
    const [owner, member] = [await makePerson('Owner'), await makePerson('Member')]
    const id = `team_${await makeTeam(owner, member)}`
    await say(member, id, 'A secret')
    await say(owner, id, 'Welcome')
    await runSql('UPDATE users SET deleted_at = 1 WHERE id = ?', member.id)
    await runDurableObjectAlarm(objectOf(id))
    expect((await readPage(owner, id)).messages.map(({ text }) => text)).toEqual([null, 'Welcome'])
    expect(await objectOf(id).listOf(member.id, 0, 10)).toEqual([])
  })

  it('counts nothing from before they joined as unread for a new member, who may read it', async () => {
    const [owner, newcomer] = [await makePerson('Owner'), await makePerson('Newcomer')]
    const team = await makeTeam(owner)
    const id = `team_${team}`
    await say(owner, id, 'Old news')
    await runDurableObjectAlarm(objectOf(id))
    await runSql("UPDATE teams SET join_mode = 'open' WHERE id = ?", team)
    const joined = await ask(`/api/teams/${team}/join`, { method: 'POST', viewer: newcomer, json: {} })
    expect(joined.status, await joined.clone().text()).toBeLessThan(300)
    expect(await listOf(newcomer)).toMatchObject([{ id, unread: 0 }])
    expect((await readPage(newcomer, id)).messages).toMatchObject([{ text: 'Old news' }])
    await say(owner, id, 'Fresh news')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(newcomer)).toMatchObject([{ id, unread: 1 }])
  })
})

describe('Two people with a block between them', () => {
  it('see nothing of each other in the conversation of their community', async () => {
    const [anna, ben, cleo] = [await makePerson('Anna'), await makePerson('Ben'), await makePerson('Cleo')]
    const id = `team_${await makeTeam(anna, ben, cleo)}`
    await block(anna.id, ben.id)
    const hers = await say(anna, id, 'From Anna')
    await say(cleo, id, 'From Cleo')
    await say(anna, id, 'Anna again')
    const [annaChat, benChat, cleoChat] = [await openChat(anna, id), await openChat(ben, id), await openChat(cleo, id)]
    expect((await benChat.next('welcome')).messages.map(({ text }) => text)).toEqual(['From Cleo'])
    expect((await readPage(ben, id)).messages.map(({ text }) => text)).toEqual(['From Cleo'])
    const missed = await (await openChat(ben, id, '?after=0&changedAfter=0')).next('welcome')
    expect(missed.messages.map(({ text }) => text)).toEqual(['From Cleo'])

    annaChat.send({ type: 'typing' })
    annaChat.send({ type: 'edit', seq: hers.seq, text: 'Edited by Anna' })
    annaChat.send({ type: 'read', seq: 2 })
    annaChat.send(newFrame('Live from Anna'))
    expect((await cleoChat.next('messages')).messages).toMatchObject([{ text: 'Live from Anna' }])
    cleoChat.send(newFrame('Live from Cleo'))
    expect((await benChat.next('messages')).messages).toMatchObject([{ text: 'Live from Cleo' }])
    expect(JSON.stringify(benChat.frames)).not.toContain(anna.id)
    expect(JSON.stringify(benChat.frames)).not.toContain('Anna')
    expect(await (await openChat(ben, id, '?after=5&changedAfter=0')).next('welcome')).toMatchObject({ changed: [], messages: [] })

    benChat.send({ ...newFrame('Answer'), replyTo: hers.seq })
    expect(await benChat.next('refused')).toMatchObject({ code: 'ReplyToNothing' })
    expect((await post(ben, id, { clientId: 'an-answer-to-anna', text: 'Answer', replyTo: hers.seq })).status).toBe(404)
    expect(await namesOf(ben, id, `${anna.id},${cleo.id}`)).toMatchObject({ people: [{ id: cleo.id }] })
  })

  it('count none of the messages of each other as unread, and do not see them in the list', async () => {
    const [anna, ben, cleo] = [await makePerson('Anna'), await makePerson('Ben'), await makePerson('Cleo')]
    const id = `team_${await makeTeam(anna, ben, cleo)}`
    await say(cleo, id, 'From Cleo')
    await say(anna, id, 'One')
    await runDurableObjectAlarm(objectOf(id))
    await say(anna, id, 'Two')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(ben)).toMatchObject([{ id, unread: 3, last: { authorId: anna.id, text: 'Two' } }])
    await block(ben.id, anna.id)
    expect(await listOf(ben)).toMatchObject([{ id, unread: 1, last: { authorId: '', text: null } }])
    expect(await listOf(cleo)).toMatchObject([{ id, unread: 2, last: { authorId: anna.id, text: 'Two' } }])
    await runSql('UPDATE conversation_members SET read_seq = 1 WHERE user_id = ?', ben.id)
    await runSql('INSERT OR IGNORE INTO conversation_members (conversation_id, user_id, read_seq) VALUES (?, ?, 1)', id, ben.id)
    expect(await listOf(ben)).toMatchObject([{ id, unread: 0 }])
    expect(await (await ask('/api/conversations/unread', { viewer: ben })).json()).toEqual({ unread: 0, requests: 0 })
  })
})
