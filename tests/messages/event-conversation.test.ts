import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { acceptAsCoHosts, actOn, answerCoHostInvite, answerSeat, change, join, leave, offerSeat, publishGame } from '../events/games.ts'
import { befriend, type Person } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { listOf, makePerson, makeTeam, newFrame, objectOf, say } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

const asPerson = (viewer: Viewer): Person & { viewer: Viewer } => ({
  ...viewer,
  viewer,
  ask: (path, options = {}) => ask(path, { viewer, ...options }),
})

const makePlayer = async (name: string) => asPerson(await makePerson(name))
const statusOf = async ({ viewer }: { viewer: Viewer }, id: string) => (await ask(`/api/conversations/${id}`, { viewer })).status

/** A game of a host with one player in it, and an open chat of the player. */
async function makeGame(form: Parameters<typeof publishGame>[1] = {}) {
  const [host, player] = [await makePlayer('Host'), await makePlayer('Player')]
  const game = await publishGame(host, form)
  expect((await join(player, game)).status).toBeLessThan(300)
  const id = `event_${game}`
  return { host, player, game, id, chat: await openChat(player.viewer, id) }
}

describe('The conversation of a game', () => {
  it('is kept in order by its hosts, also of a game without a community', async () => {
    const { host, player, id, chat } = await makeGame()
    const { seq } = await say(player.viewer, id, 'Buy sneakers')
    const hide = (viewer: Viewer) =>
      ask(`/api/conversations/${id}/messages/${seq}/hidden`, { method: 'PUT', viewer, json: { isHidden: true } })
    expect((await hide(player.viewer)).status).toBe(403)
    expect((await hide(host.viewer)).status).toBe(204)
    expect((await chat.next('changed')).messages).toMatchObject([{ seq, text: null, isHidden: true }])
  })

  it('is open to its hosts and to who goes, with its title and start', async () => {
    const { host, player, game, id } = await makeGame({ title: 'Doubles' })
    const outsider = await makePlayer('Outsider')
    expect(await statusOf(host, id)).toBe(200)
    expect(await statusOf(outsider, id)).toBe(404)
    expect(await listOf(player.viewer)).toEqual([])
    await say(host.viewer, id, 'The gate is open')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(player.viewer)).toMatchObject([
      {
        id,
        kind: 'event',
        name: 'Doubles',
        unread: 1,
        event: { id: game, startsAt: expect.any(Number) },
        last: { text: 'The gate is open' },
      },
    ])
    expect(await (await ask('/api/conversations/unread', { viewer: player.viewer })).json()).toEqual({ unread: 1, requests: 0 })
    expect(await listOf(outsider.viewer)).toEqual([])
  })

  it('has nothing unread for who joins later, and is closed to who only asked for a seat', async () => {
    const [host, waiting] = [await makePlayer('Host'), await makePlayer('Waiting')]
    const game = await publishGame(host, { needsApproval: true })
    const id = `event_${game}`
    await say(host.viewer, id, 'Old news')
    await runDurableObjectAlarm(objectOf(id))
    await join(waiting, game)
    expect(await statusOf(waiting, id)).toBe(404)
    expect((await actOn(host, game, waiting.id, 'approve')).status).toBeLessThan(300)
    expect(await listOf(waiting.viewer)).toMatchObject([{ id, unread: 0 }])
    await say(host.viewer, id, 'Fresh news')
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(waiting.viewer)).toMatchObject([{ id, unread: 1 }])
  })

  it('shows two people with a block between them nothing of each other', async () => {
    const { host, player, game, id, chat } = await makeGame()
    const other = await makePlayer('Other')
    await join(other, game)
    const blocked = await ask('/api/privacy/blocks', { method: 'POST', viewer: player.viewer, json: { userIds: [other.id] } })
    expect(blocked.status, await blocked.clone().text()).toBeLessThan(300)
    expect(await chat.closed).toBe(4409)
    const [mine, theirs] = [await openChat(player.viewer, id), await openChat(other.viewer, id)]
    await say(player.viewer, id, 'From the player')
    await say(other.viewer, id, 'From the other one')
    await say(host.viewer, id, 'From the host')
    const waitForHost = async ({ next, frames }: typeof mine) => {
      while (!JSON.stringify(frames).includes('From the host')) await next('messages')
      return JSON.stringify(frames)
    }
    expect(await waitForHost(mine)).not.toContain('From the other one')
    expect(await waitForHost(theirs)).not.toContain('From the player')
  })
})

describe('A player who becomes a co-host', () => {
  it('keeps order at once, also on a socket that was open before, and nobody else connects again', async () => {
    const { host, player, game, id, chat } = await makeGame()
    await befriend(host.id, player.id)
    expect((await change(host, game, { coHosts: [player.id] })).status).toBeLessThan(300)
    const other = await makePlayer('Other')
    await join(other, game)
    const stays = await openChat(other.viewer, id)
    expect((await ask(`/api/conversations/${id}/slow-mode`, { method: 'PUT', viewer: host.viewer, json: { pause: 60_000 } })).status).toBe(
      204,
    )
    expect((await answerCoHostInvite(player, game, 'accept')).status).toBeLessThan(300)
    expect(await chat.closed).toBe(4409)
    const back = await openChat(player.viewer, id)
    // Slow mode does not hold for who keeps order.
    for (const text of ['One', 'Two']) back.send(newFrame(text))
    for (const text of ['One', 'Two']) expect((await back.next('messages')).messages).toMatchObject([{ text }])
    expect(stays.socket.readyState).toBe(WebSocket.OPEN)
    expect((await answerCoHostInvite(player, game, 'accept')).status).toBeLessThan(300)
    expect(back.socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('Who is no longer in a game is out of its conversation at once', () => {
  it('after leaving', async () => {
    const { player, game, id, chat } = await makeGame()
    expect((await leave(player, game)).status).toBeLessThan(300)
    expect(await chat.closed).toBe(4403)
    expect(await statusOf(player, id)).toBe(404)
    expect(await listOf(player.viewer)).toEqual([])
  })

  it('after a host removed them', async () => {
    const { host, player, game, id, chat } = await makeGame()
    expect((await actOn(host, game, player.id, 'remove')).status).toBeLessThan(300)
    expect(await chat.closed).toBe(4403)
    expect(await statusOf(player, id)).toBe(404)
  })

  it('after they gave their seat to somebody else, who is in', async () => {
    const { player, game, id, chat } = await makeGame()
    const friend = await makePlayer('Friend')
    await befriend(player.id, friend.id)
    expect((await offerSeat(player, game, friend.id)).status).toBeLessThan(300)
    expect((await answerSeat(friend, game, 'accept')).status).toBeLessThan(300)
    expect(await chat.closed).toBe(4403)
    expect(await statusOf(player, id)).toBe(404)
    expect(await statusOf(friend, id)).toBe(200)
  })

  it('after they left the community of a game for members only', async () => {
    const [owner, member] = [await makePlayer('Owner'), await makePlayer('Member')]
    const teamId = await makeTeam(owner.viewer, member.viewer)
    const game = await publishGame(owner, { teamId, visibility: 'team' })
    await join(member, game)
    const id = `event_${game}`
    const chat = await openChat(member.viewer, id)
    expect((await owner.ask(`/api/teams/${teamId}/members/${member.id}`, { method: 'DELETE' })).status).toBeLessThan(300)
    expect(await chat.closed).toBe(4403)
    expect(await statusOf(member, id)).toBe(404)
  })

  it('after they are no longer a co-host, unless they go', async () => {
    const [host, coHost, both] = [await makePlayer('Host'), await makePlayer('Cohost'), await makePlayer('Both')]
    const coHosts = [coHost.id, both.id]
    for (const id of coHosts) await befriend(host.id, id)
    const game = await publishGame(host, { coHosts })
    await acceptAsCoHosts(game, coHosts)
    await join(both, game)
    const id = `event_${game}`
    const [chat, stays] = [await openChat(coHost.viewer, id), await openChat(both.viewer, id)]
    expect((await change(host, game, { coHosts: [] })).status).toBeLessThan(300)
    expect(await chat.closed).toBe(4403)
    expect(await statusOf(coHost, id)).toBe(404)
    // Who plays connects again, and no longer keeps order.
    expect(await stays.closed).toBe(4409)
    expect(await (await both.ask(`/api/conversations/${id}`)).json()).toMatchObject({ mayModerate: false })
  })
})
