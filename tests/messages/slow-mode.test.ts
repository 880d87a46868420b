import { evictDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { readmitCode } from '../../domain/messages/frames.ts'
import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { join, publishGame } from '../events/games.ts'
import type { Person } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, makeTeam, newFrame, newText, objectOf, post, readPage, runSql, say } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()
afterEach(() => void vi.useRealTimers())

const actAs = (viewer: Viewer): Person => ({ ...viewer, ask: (path, options = {}) => ask(path, { viewer, ...options }) })
const setSlow = (viewer: Viewer, id: string, pause: unknown) =>
  ask(`/api/conversations/${id}/slow-mode`, { method: 'PUT', viewer, json: { pause } })

async function makeClub() {
  const [owner, ben, cleo] = [await makePerson('Owner'), await makePerson('Ben'), await makePerson('Cleo')]
  const teamId = await makeTeam(owner, ben, cleo)
  return { owner, ben, cleo, teamId, id: `team_${teamId}` }
}

/** A socket of an organizer is closed with the loss of the role, and they are slowed when they are back. */
async function expectToSlowAfterDemotion({ owner, cleo, teamId }: Awaited<ReturnType<typeof makeClub>>, id: string): Promise<void> {
  await runSql("UPDATE team_members SET role = 'organizer' WHERE team_id = ? AND user_id = ?", teamId, cleo.id)
  expect((await setSlow(owner, id, minute)).status).toBe(204)
  const chat = await openChat(cleo, id)
  const path = `/api/teams/${teamId}/members/${cleo.id}/role`
  expect((await ask(path, { method: 'PUT', viewer: owner, json: { role: 'member' } })).status).toBeLessThan(300)
  expect(await chat.closed).toBe(readmitCode)
  const back = await openChat(cleo, id)
  for (const text of ['One', 'Two']) back.send(newFrame(text))
  expect(await back.next('refused')).toMatchObject({ code: 'SlowMode' })
}

describe('Slow mode', () => {
  it('lets each person who does not keep order write once in its time, in every way, also after a restart', async () => {
    const now = freezeClock()
    const { owner, ben, cleo, id } = await makeClub()
    await say(ben, id, 'Before')
    expect((await setSlow(owner, id, minute)).status).toBe(204)
    const first = newText('First')
    expect((await post(ben, id, first)).status).toBe(201)
    vi.setSystemTime(now + 20_000)
    await evictDurableObject(objectOf(id))
    const refused = await readProblem(await post(ben, id, newText('Second')))
    expect(refused).toMatchObject({ code: 'SlowMode', status: 429, title: 'Slow mode is on. You can write again in 40 seconds.' })
    // A second delivery of what was sent is no second message.
    expect((await post(ben, id, first)).status).toBe(201)
    const chat = await openChat(ben, id)
    expect((await chat.next('welcome')).slow).toEqual({ pause: minute, waitMs: 40_000 })
    const frame = newFrame('Second')
    chat.send(frame)
    expect(await chat.next('refused')).toMatchObject({ code: 'SlowMode', clientId: frame.clientId, reason: refused.title })
    chat.send({ type: 'edit', seq: 2, text: 'First!' })
    expect((await chat.next('changed')).messages).toMatchObject([{ text: 'First!' }])
    await say(cleo, id, 'Somebody else')
    for (const text of ['One', 'Two']) await say(owner, id, text)
    vi.setSystemTime(now + minute)
    await say(ben, id, 'Second')
    expect((await readPage(ben, id)).messages.map(({ text }) => text)).not.toContain(null)
  })

  it('lets through one of many messages that come at the same moment', async () => {
    const { owner, ben, id } = await makeClub()
    expect((await setSlow(owner, id, 10_000)).status).toBe(204)
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => post(ben, id, newText(`Message ${index}`))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429, 429])
  })

  it('is told to everyone who is here, and ends', async () => {
    const { owner, ben, id } = await makeClub()
    const chat = await openChat(ben, id)
    expect(await chat.next('welcome')).not.toHaveProperty('slow')
    expect((await setSlow(owner, id, 5 * minute)).status).toBe(204)
    expect((await chat.next('slow')).slow).toEqual({ pause: 5 * minute, waitMs: 0 })
    await say(ben, id, 'First')
    expect((await post(ben, id, newText('Second'))).status).toBe(429)
    expect((await setSlow(owner, id, null)).status).toBe(204)
    expect((await chat.next('slow')).slow).toEqual({ pause: null, waitMs: 0 })
    await say(ben, id, 'Second')
  })

  it('holds at once for who no longer keeps order, also on an open socket', async () => {
    const club = await makeClub()
    await expectToSlowAfterDemotion(club, club.id)
  })

  it('holds at once in the conversation of a game, for an organizer who plays and loses the role', async () => {
    const club = await makeClub()
    const { owner, cleo, teamId } = club
    const game = await publishGame(actAs(owner), { teamId, visibility: 'team' })
    expect((await join(actAs(cleo), game)).status).toBeLessThan(300)
    await expectToSlowAfterDemotion(club, `event_${game}`)
  })

  it('does not hold for who takes over a group, also on a socket that was open before', async () => {
    const { owner, ben, cleo } = await makeClub()
    const made = await ask('/api/conversations/groups', {
      method: 'POST',
      viewer: owner,
      json: { name: 'Trip', userIds: [ben.id, cleo.id] },
    })
    const { id } = (await made.json()) as { id: string }
    expect((await setSlow(owner, id, minute)).status).toBe(204)
    const [chat, other] = [await openChat(ben, id), await openChat(cleo, id)]
    expect((await ask(`/api/conversations/${id}/members/${owner.id}`, { method: 'DELETE', viewer: owner })).status).toBe(204)
    expect(await Promise.race([chat.closed, other.closed])).toBe(readmitCode)
    for (const text of ['One', 'Two']) expect((await post(ben, id, newText(text))).status).toBe(201)
    const back = await openChat(ben, id)
    for (const text of ['Three', 'Four']) back.send(newFrame(text))
    for (const text of ['Three', 'Four']) expect((await back.next('messages')).messages).toMatchObject([{ text }])
  })

  it('is set by who keeps order, and stands in the trail of the community once for each act', async () => {
    const { owner, ben, cleo, id, teamId } = await makeClub()
    expect((await readProblem(await setSlow(ben, id, minute))).code).toBe('NotAllowed')
    expect((await setSlow(await makePerson('Dora'), id, minute)).status).toBe(404)
    for (const pause of [1, 0, 'often']) expect((await setSlow(owner, id, pause)).status).toBe(400)
    await runSql("UPDATE team_members SET role = 'organizer' WHERE team_id = ? AND user_id = ?", teamId, cleo.id)
    for (const pause of [minute, minute, null]) expect((await setSlow(cleo, id, pause)).status).toBe(204)
    const { changes } = (await (await ask(`/api/teams/${teamId}/changes`, { viewer: owner })).json()) as TeamChangePage
    expect(changes.map(({ kind, actor, person }) => [kind, actor?.id, person]).toSorted()).toEqual([
      ['slow-mode-off', cleo.id, null],
      ['slow-mode-on', cleo.id, null],
    ])
    const { anna, id: directId } = await makeFriends()
    expect((await setSlow(anna, directId, minute)).status).toBe(403)
  })
})
