import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import type { FoundMessages } from '../../domain/messages/search.ts'
import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { listOf, makeFriends, makePerson, makeTeam, objectOf, readPage, runSql, say } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

const hide = (viewer: Viewer, id: string, seq: number, isHidden = true) =>
  ask(`/api/conversations/${id}/messages/${seq}/hidden`, { method: 'PUT', viewer, json: { isHidden } })
const find = async (viewer: Viewer, id: string, q: string) =>
  ((await (await ask(`/api/conversations/${id}/search?q=${q}`, { viewer })).json()) as FoundMessages).messages.map(({ seq }) => seq)

async function makeClub() {
  const [owner, ben, cleo] = [await makePerson('Owner'), await makePerson('Ben'), await makePerson('Cleo')]
  const teamId = await makeTeam(owner, ben, cleo)
  return { owner, ben, cleo, teamId, id: `team_${teamId}` }
}

describe('A message that an organizer hides', () => {
  it('is gone for everyone in pages, live, in the search and in lists, until it is shown again', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const { seq } = await say(ben, id, 'Buy sneakers')
    expect(await find(cleo, id, 'sneakers')).toEqual([seq])
    const chat = await openChat(cleo, id)
    expect((await hide(owner, id, seq)).status).toBe(204)
    expect((await chat.next('changed')).messages).toMatchObject([{ seq, text: null, isHidden: true, authorId: ben.id }])
    for (const viewer of [owner, ben, cleo]) {
      expect((await readPage(viewer, id)).messages).toMatchObject([{ seq, text: null, isHidden: true }])
      expect(await find(viewer, id, 'sneakers')).toEqual([])
      expect((await ask(`/api/conversations/${id}/messages/${seq}`, { viewer })).status).toBe(404)
    }
    await runDurableObjectAlarm(objectOf(id))
    expect((await listOf(cleo)).find((one) => one.id === id)?.last).toMatchObject({ seq, text: null })
    expect((await hide(owner, id, seq, false)).status).toBe(204)
    expect((await chat.next('changed')).messages).toMatchObject([{ seq, text: 'Buy sneakers' }])
    expect(await find(cleo, id, 'sneakers')).toEqual([seq])
    await runDurableObjectAlarm(objectOf(id))
    expect((await listOf(cleo)).find((one) => one.id === id)?.last).toMatchObject({ text: 'Buy sneakers' })
  })

  it('does not enter the search before it is shown, and only its author can delete it', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const { seq } = await say(ben, id, 'Buy sneakers')
    expect((await hide(owner, id, seq)).status).toBe(204)
    expect(await find(cleo, id, 'sneakers')).toEqual([])
    const chat = await openChat(ben, id)
    chat.send({ type: 'edit', seq, text: 'Buy boots' })
    expect(await chat.next('refused')).toMatchObject({ code: 'MessageFixed' })
    chat.send({ type: 'react', seq, emoji: '👍', isOn: true })
    expect(await chat.next('refused')).toMatchObject({ code: 'ReactionRefused' })
    chat.send({ type: 'delete', seq })
    await chat.next('changed')
    expect((await readPage(cleo, id)).messages[0]).toMatchObject({ text: null })
    expect((await readPage(cleo, id)).messages[0]).not.toHaveProperty('isHidden')
    expect((await hide(owner, id, seq, false)).status).toBe(404)
  })

  it('stands in the trail of the community, once for each act', async () => {
    const { owner, ben, id, teamId } = await makeClub()
    const { seq } = await say(ben, id, 'Buy sneakers')
    for (const isHidden of [true, true, false]) expect((await hide(owner, id, seq, isHidden)).status).toBe(204)
    const answer = await ask(`/api/teams/${teamId}/changes`, { viewer: owner })
    const { changes } = (await answer.json()) as TeamChangePage
    expect(changes.map(({ kind, actor, person }) => [kind, actor?.id, person?.id]).toSorted()).toEqual([
      ['message-hidden', owner.id, ben.id],
      ['message-shown', owner.id, ben.id],
    ])
  })

  it('is not their own, and nobody else may hide one', async () => {
    const { owner, ben, cleo, id, teamId } = await makeClub()
    const [own, theirs] = [await say(owner, id, 'Mine'), await say(ben, id, 'Yours')]
    expect((await hide(owner, id, own.seq)).status).toBe(404)
    expect((await hide(owner, id, 99)).status).toBe(404)
    expect((await readProblem(await hide(cleo, id, theirs.seq))).code).toBe('NotAllowed')
    expect((await hide(await makePerson('Dora'), id, theirs.seq)).status).toBe(404)
    const opened = async (viewer: Viewer) => (await ask(`/api/conversations/${id}`, { viewer })).json<OpenConversation>()
    expect(await opened(owner)).toMatchObject({ mayModerate: true })
    expect(await opened(cleo)).toMatchObject({ mayModerate: false })
    await runSql("UPDATE team_members SET role = 'organizer' WHERE team_id = ? AND user_id = ?", teamId, cleo.id)
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), ben.id, cleo.id)
    expect((await hide(cleo, id, theirs.seq)).status).toBe(404)
    expect((await hide(cleo, id, own.seq)).status).toBe(204)
    const { anna, id: directId } = await makeFriends()
    expect((await hide(anna, directId, 1)).status).toBe(403)
  })
})
