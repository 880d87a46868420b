import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, enter, markDeleted, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { join, publishGame } from './games.ts'

collectLog()
holdQueues()

let host: Person
beforeAll(async () => {
  host = await enter('inviter', { name: 'Dana Alvarez' })
})

const invite = (person: Person, id: string, people: object) => person.ask(`/api/events/${id}/invites`, { method: 'POST', json: people })
const countInvited = async (answer: Response) => ((await answer.json()) as { invited: number }).invited
const listInvited = async (id: string) =>
  (await rowsOf('SELECT user_id FROM event_invites WHERE event_id = ? ORDER BY user_id', id)).map((row) => row.user_id)

describe('An invitation', () => {
  it('can be sent by hosts and players, reaches each person once, and links to the game', async () => {
    const id = await publishGame(host, { title: 'Open play' })
    const [invitee, player, stranger] = await Promise.all([
      enter('inv-invitee'),
      enter('inv-player', { name: 'Jo Tan' }),
      enter('inv-stranger'),
    ])
    await join(player, id)
    expect(await countInvited(await invite(host, id, { userIds: ['inv-invitee'] }))).toBe(1)
    await deliverAll()
    const { notices } = (await (await invitee.ask('/api/notifications')).json()) as { notices: { title: string; path: string }[] }
    expect(notices).toEqual([expect.objectContaining({ title: 'Dana Alvarez invited you to Open play', path: `/evt/${id}` })])
    // Players can invite too, but nobody is invited twice.
    expect(await countInvited(await invite(player, id, { userIds: ['inv-invitee'] }))).toBe(0)
    expect((await invite(stranger, id, { userIds: ['inv-invitee'] })).status).toBe(403)
    await deliverAll()
  })

  it('silently leaves out people that it must not reach', async () => {
    const id = await publishGame(host)
    await addCrowd(['inv-blocked', 'inv-blocks', 'inv-deleted', 'inv-ok'])
    const player = await enter('inv-player-2')
    const otherPlayer = await enter('inv-other-player')
    await Promise.all([join(player, id), join(otherPlayer, id)])
    await block('inv-player-2', 'inv-blocked')
    await block('inv-blocks', 'inviter')
    await markDeleted('inv-deleted')
    const userIds = ['inv-blocked', 'inv-blocks', 'inv-deleted', 'inv-ok', 'inv-other-player', 'inviter', 'inv-player-2', 'nobody']
    expect(await countInvited(await invite(player, id, { userIds }))).toBe(1)
    expect(await listInvited(id)).toEqual(['inv-ok'])
    await deliverAll()
  })

  it('can go to the inviter’s own lists and communities, but not to those of others', async () => {
    const id = await publishGame(host)
    await addCrowd(['inv-listed', 'inv-mate', 'inv-foreign'])
    const made = await host.ask('/api/user-lists', { method: 'POST', json: { name: 'Tuesdays' } })
    const { uid } = (await made.json()) as { uid: string }
    await host.ask(`/api/user-lists/${uid}/items`, { method: 'POST', json: { userId: 'inv-listed' } })
    await host.ask(`/api/user-lists/${uid}/items`, { method: 'POST', json: { email: 'inv-foreign@crowd.test' } })
    await putInTeams(['inv-team'], ['inviter', 'inv-mate'])
    await putInTeams(['inv-other-team'], ['inv-foreign'])
    expect(await countInvited(await invite(host, id, { listId: uid, teamId: 'inv-team' }))).toBe(2)
    expect(await listInvited(id)).toEqual(['inv-listed', 'inv-mate'])
    expect(await countInvited(await invite(host, id, { teamId: 'inv-other-team' }))).toBe(0)
    const player = await enter('inv-player-3')
    await join(player, id)
    expect(await countInvited(await invite(player, id, { listId: uid }))).toBe(0)
    await deliverAll()
  })

  it('to a game of a community reaches its members only', async () => {
    await addCrowd(['inv-in', 'inv-out'])
    await putInTeams(['inv-closed'], ['inviter', 'inv-in'])
    await env.DB.prepare("UPDATE team_members SET role = 'organizer' WHERE team_id = 'inv-closed' AND user_id = 'inviter'").run()
    const id = await publishGame(host, { visibility: 'team', teamId: 'inv-closed' })
    expect(await countInvited(await invite(host, id, { userIds: ['inv-in', 'inv-out'] }))).toBe(1)
    expect(await listInvited(id)).toEqual(['inv-in'])
    await deliverAll()
  })

  it('is limited to two hundred people a day, and refused for a cancelled game', async () => {
    const eager = await enter('inv-eager')
    const [first, second, third] = await Promise.all([publishGame(eager), publishGame(eager), publishGame(eager)])
    const many = crowd('inv-many', 230)
    await addCrowd(many)
    expect(await countInvited(await invite(eager, first as string, { userIds: many.slice(0, 100) }))).toBe(100)
    expect(await countInvited(await invite(eager, second as string, { userIds: many.slice(0, 90) }))).toBe(90)
    // Only ten invitations are left for this day.
    expect(await countInvited(await invite(eager, third as string, { userIds: many.slice(100, 130) }))).toBe(10)
    expect((await readProblem(await invite(eager, third as string, { userIds: many.slice(130) }))).code).toBe('TooMuchOutreach')
    const cancelled = await publishGame(host)
    await host.ask(`/api/events/${cancelled}/cancel`, { method: 'POST', json: { reason: '' } })
    expect((await invite(host, cancelled, { userIds: ['inv-ok'] })).status).toBe(409)
    await vi.waitFor(async () => expect(await env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')).toBe(0))
  })

  it('still counts for the limit of the day if its scheduled game is deleted', async () => {
    const spammer = await enter('inv-spammer')
    const many = crowd('inv-again', 120)
    await addCrowd(many)
    const scheduleGame = () => publishGame(spammer, {}, { publish: { when: 'later', at: Date.now() + 3_600_000 } })
    const deleted = await scheduleGame()
    expect(await countInvited(await invite(spammer, deleted, { userIds: many.slice(0, 100) }))).toBe(100)
    await deliverAll()
    expect(await rowsOf('SELECT DISTINCT key FROM notices WHERE user_id IN (?, ?)', many[0], many[99])).toEqual([
      { key: `event-invited:${deleted}` },
    ])
    expect((await spammer.ask(`/api/events/${deleted}`, { method: 'DELETE' })).status).toBe(204)
    const next = await scheduleGame()
    expect(await countInvited(await invite(spammer, next, { userIds: many.slice(0, 90) }))).toBe(90)
    expect(await countInvited(await invite(spammer, next, { userIds: many.slice(90) }))).toBe(10)
    await deliverAll()
    expect((await readProblem(await invite(spammer, next, { userIds: many.slice(110) }))).code).toBe('TooMuchOutreach')
  })
})
