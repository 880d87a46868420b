import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { maxPins, type OpenConversation } from '../../domain/messages/contract.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, makeTeam, objectOf, runSql, say, startDirect } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

const pin = (viewer: Viewer, id: string, seq: number, isPinned: unknown = true) =>
  ask(`/api/conversations/${id}/messages/${seq}/pinned`, { method: 'PUT', viewer, json: { isPinned } })
const pinsOf = async (viewer: Viewer, id: string) => {
  const chat = await openChat(viewer, id)
  const { pins } = await chat.next('welcome')
  chat.socket.close(1000)
  return pins
}

describe('A pinned message', () => {
  it('is told to everyone here and to who comes later, the latest first', async () => {
    const { anna, ben, id } = await makeFriends()
    const [one, two] = [await say(anna, id, 'Gate code 12'), await say(ben, id, 'Bring water')]
    const chat = await openChat(ben, id)
    expect((await chat.next('welcome')).pins).toEqual([])
    expect((await pin(anna, id, one.seq)).status).toBe(204)
    expect((await chat.next('pins')).pins).toEqual([{ seq: one.seq, authorId: anna.id, text: 'Gate code 12' }])
    expect((await pin(ben, id, two.seq)).status).toBe(204)
    expect((await chat.next('pins')).pins.map(({ seq }) => seq)).toEqual([two.seq, one.seq])
    await evictDurableObject(objectOf(id))
    expect((await pinsOf(anna, id)).map(({ seq }) => seq)).toEqual([two.seq, one.seq])
    expect((await pin(ben, id, one.seq, false)).status).toBe(204)
    expect((await chat.next('pins')).pins.map(({ seq }) => seq)).toEqual([two.seq])
  })

  it('counts once, and there are at most ten', async () => {
    const { anna, ben, id } = await makeFriends()
    const seqs: number[] = []
    for (let count = 0; count <= maxPins; count += 1) seqs.push((await say(count < 6 ? anna : ben, id, `Message ${count}`)).seq)
    const [first = 0, last = 0] = [seqs[0], seqs.at(-1)]
    const chat = await openChat(anna, id)
    for (const seq of [first, ...seqs.slice(0, -1)]) expect((await pin(anna, id, seq)).status).toBe(204)
    expect((await readProblem(await pin(anna, id, last))).code).toBe('TooManyPins')
    expect(await pinsOf(ben, id)).toHaveLength(maxPins)
    expect(chat.frames.filter(({ type }) => type === 'pins')).toHaveLength(maxPins)
    expect((await pin(anna, id, first, false)).status).toBe(204)
    expect((await pin(anna, id, last)).status).toBe(204)
    expect((await pinsOf(ben, id))[0]?.seq).toBe(last)
  })

  it('follows an edit, and goes with its words', async () => {
    const { anna, ben, id } = await makeFriends()
    const [one, two] = [await say(anna, id, 'Gate code 12'), await say(ben, id, 'Bring water')]
    for (const { seq } of [one, two]) await pin(ben, id, seq)
    const chat = await openChat(anna, id)
    chat.send({ type: 'edit', seq: one.seq, text: 'Gate code 13' })
    expect((await chat.next('pins')).pins[1]).toMatchObject({ text: 'Gate code 13' })
    chat.send({ type: 'delete', seq: one.seq })
    expect((await chat.next('pins')).pins.map(({ seq }) => seq)).toEqual([two.seq])
    expect((await pin(ben, id, one.seq)).status).toBe(404)
    await objectOf(id).eraseAuthor(ben.id)
    expect((await chat.next('pins')).pins).toEqual([])
  })

  it('loses its pin when it is hidden from everyone', async () => {
    const [owner, ben] = [await makePerson('Owner'), await makePerson('Ben')]
    const id = `team_${await makeTeam(owner, ben)}`
    const { seq } = await say(ben, id, 'Buy sneakers')
    await pin(owner, id, seq)
    const chat = await openChat(ben, id)
    expect((await chat.next('welcome')).pins).toHaveLength(1)
    const hide = (isHidden: boolean) =>
      ask(`/api/conversations/${id}/messages/${seq}/hidden`, { method: 'PUT', viewer: owner, json: { isHidden } })
    expect((await hide(true)).status).toBe(204)
    expect((await chat.next('pins')).pins).toEqual([])
    expect((await pin(owner, id, seq)).status).toBe(404)
    expect((await hide(false)).status).toBe(204)
    expect(await pinsOf(ben, id)).toEqual([])
  })

  it('of somebody with a block is neither told, welcomed with, nor pinned', async () => {
    const [owner, ben, cleo] = [await makePerson('Owner'), await makePerson('Ben'), await makePerson('Cleo')]
    const id = `team_${await makeTeam(owner, ben, cleo)}`
    const { seq } = await say(ben, id, 'Hello')
    const own = await say(owner, id, 'Gate code 12')
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), ben.id, cleo.id)
    const chat = await openChat(cleo, id)
    for (const one of [seq, own.seq]) expect((await pin(owner, id, one)).status).toBe(204)
    expect((await chat.next('pins')).pins).toEqual([])
    expect((await chat.next('pins')).pins).toMatchObject([{ seq: own.seq }])
    expect(await pinsOf(cleo, id)).toMatchObject([{ seq: own.seq }])
    expect(await pinsOf(ben, id)).toHaveLength(2)
    await runSql("UPDATE team_members SET role = 'organizer' WHERE user_id = ?", cleo.id)
    expect((await pin(cleo, id, seq, false)).status).toBe(404)
  })

  it('is for who keeps order in a community and for both people of a direct conversation, not for a request', async () => {
    const [owner, ben] = [await makePerson('Owner'), await makePerson('Ben')]
    const id = `team_${await makeTeam(owner, ben)}`
    const { seq } = await say(ben, id, 'Hello')
    const mayPin = async (viewer: Viewer, conversationId: string) =>
      (await (await ask(`/api/conversations/${conversationId}`, { viewer })).json<OpenConversation>()).mayPin
    expect((await readProblem(await pin(ben, id, seq))).code).toBe('NotAllowed')
    expect((await pin(await makePerson('Dora'), id, seq)).status).toBe(404)
    expect((await pin(owner, id, 99)).status).toBe(404)
    expect((await pin(owner, id, seq, 'yes')).status).toBe(400)
    expect(await pinsOf(owner, id)).toEqual([])
    expect([await mayPin(owner, id), await mayPin(ben, id)]).toEqual([true, false])
    const stranger = await makePerson('Stranger')
    const { id: requestId } = (await (await startDirect(stranger, ben.id)).json()) as { id: string }
    const request = await say(stranger, requestId, 'Hi')
    for (const viewer of [stranger, ben]) {
      expect((await pin(viewer, requestId, request.seq)).status).toBe(403)
      expect(await mayPin(viewer, requestId)).toBe(false)
    }
    expect((await ask(`/api/conversations/${requestId}/accept`, { method: 'POST', viewer: ben })).status).toBe(204)
    for (const viewer of [stranger, ben]) expect((await pin(viewer, requestId, request.seq)).status).toBe(204)
  })
})
