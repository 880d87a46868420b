import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { deliverAll, holdQueues } from '../notifications/post-office.ts'
import { addCrowd, block, crowd, enter, type Person, putAccountAway, putInTeams, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { join, putUp } from './games.ts'

collectLog()
holdQueues()

let host: Person
beforeAll(async () => {
  host = await enter('inviter', { name: 'Dana Alvarez' })
})

const invite = (person: Person, id: string, people: object) => person.ask(`/api/events/${id}/invites`, { method: 'POST', json: people })
const count = async (answer: Response) => ((await answer.json()) as { invited: number }).invited
const invitedTo = async (id: string) =>
  (await rowsOf('SELECT user_id FROM event_invites WHERE event_id = ? ORDER BY user_id', id)).map((row) => row.user_id)

describe('An invitation', () => {
  it('is told once, by who comes or hosts, and leads to the game', async () => {
    const id = await putUp(host, { title: 'Open play' })
    const [asked, player, stranger] = await Promise.all([
      enter('inv-asked'),
      enter('inv-player', { name: 'Jo Tan' }),
      enter('inv-stranger'),
    ])
    await join(player, id)
    expect(await count(await invite(host, id, { userIds: ['inv-asked'] }))).toBe(1)
    await deliverAll()
    const { notices } = (await (await asked.ask('/api/notifications')).json()) as { notices: { title: string; path: string }[] }
    expect(notices).toEqual([expect.objectContaining({ title: 'Dana Alvarez invites you to Open play', path: `/evt/${id}` })])
    // Whoever comes may ask too; nobody is asked twice.
    expect(await count(await invite(player, id, { userIds: ['inv-asked'] }))).toBe(0)
    expect((await invite(stranger, id, { userIds: ['inv-asked'] })).status).toBe(403)
    await deliverAll()
  })

  it('leaves out without a word whom it must not reach', async () => {
    const id = await putUp(host)
    await addCrowd(['inv-blocked', 'inv-blocks', 'inv-gone', 'inv-ok'])
    const player = await enter('inv-player-2')
    const coming = await enter('inv-coming')
    await Promise.all([join(player, id), join(coming, id)])
    await block('inv-player-2', 'inv-blocked')
    await block('inv-blocks', 'inviter')
    await putAccountAway('inv-gone')
    const userIds = ['inv-blocked', 'inv-blocks', 'inv-gone', 'inv-ok', 'inv-coming', 'inviter', 'inv-player-2', 'nobody']
    expect(await count(await invite(player, id, { userIds }))).toBe(1)
    expect(await invitedTo(id)).toEqual(['inv-ok'])
    await deliverAll()
  })

  it('goes to a list of one’s own and a community one is in, and to no others', async () => {
    const id = await putUp(host)
    await addCrowd(['inv-listed', 'inv-mate', 'inv-foreign'])
    const made = await host.ask('/api/user-lists', { method: 'POST', json: { name: 'Tuesdays' } })
    const { uid } = (await made.json()) as { uid: string }
    await host.ask(`/api/user-lists/${uid}/items`, { method: 'POST', json: { userId: 'inv-listed' } })
    await host.ask(`/api/user-lists/${uid}/items`, { method: 'POST', json: { email: 'inv-foreign@crowd.test' } })
    await putInTeams(['inv-team'], ['inviter', 'inv-mate'])
    await putInTeams(['inv-other-team'], ['inv-foreign'])
    expect(await count(await invite(host, id, { listId: uid, teamId: 'inv-team' }))).toBe(2)
    expect(await invitedTo(id)).toEqual(['inv-listed', 'inv-mate'])
    expect(await count(await invite(host, id, { teamId: 'inv-other-team' }))).toBe(0)
    const player = await enter('inv-player-3')
    await join(player, id)
    expect(await count(await invite(player, id, { listId: uid }))).toBe(0)
    await deliverAll()
  })

  it('to a game of a community reaches its people only', async () => {
    await addCrowd(['inv-in', 'inv-out'])
    await putInTeams(['inv-closed'], ['inviter', 'inv-in'])
    await env.DB.prepare("UPDATE team_members SET role = 'organizer' WHERE team_id = 'inv-closed' AND user_id = 'inviter'").run()
    const id = await putUp(host, { visibility: 'team', teamId: 'inv-closed' })
    expect(await count(await invite(host, id, { userIds: ['inv-in', 'inv-out'] }))).toBe(1)
    expect(await invitedTo(id)).toEqual(['inv-in'])
    await deliverAll()
  })

  it('comes to an end: two hundred a day, and none to a game that is off', async () => {
    const eager = await enter('inv-eager')
    const [first, second, third] = await Promise.all([putUp(eager), putUp(eager), putUp(eager)])
    const many = crowd('inv-many', 230)
    await addCrowd(many)
    expect(await count(await invite(eager, first as string, { userIds: many.slice(0, 100) }))).toBe(100)
    expect(await count(await invite(eager, second as string, { userIds: many.slice(0, 90) }))).toBe(90)
    // What is left of the day.
    expect(await count(await invite(eager, third as string, { userIds: many.slice(100, 130) }))).toBe(10)
    expect((await readProblem(await invite(eager, third as string, { userIds: many.slice(130) }))).code).toBe('InvitesUsedUp')
    const off = await putUp(host)
    await host.ask(`/api/events/${off}/cancel`, { method: 'POST', json: { reason: '' } })
    expect((await invite(host, off, { userIds: ['inv-ok'] })).status).toBe(409)
    await vi.waitFor(async () => expect(await env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')).toBe(0))
  })

  it('counts on that day also where its game was thrown away before it was up', async () => {
    const spammer = await enter('inv-spammer')
    const many = crowd('inv-again', 120)
    await addCrowd(many)
    const later = () => putUp(spammer, {}, { publish: { when: 'later', at: Date.now() + 3_600_000 } })
    const gone = await later()
    expect(await count(await invite(spammer, gone, { userIds: many.slice(0, 100) }))).toBe(100)
    await deliverAll()
    expect(await rowsOf('SELECT DISTINCT key FROM notices WHERE user_id IN (?, ?)', many[0], many[99])).toEqual([
      { key: `event-invited:${gone}` },
    ])
    expect((await spammer.ask(`/api/events/${gone}`, { method: 'DELETE' })).status).toBe(204)
    const next = await later()
    expect(await count(await invite(spammer, next, { userIds: many.slice(0, 90) }))).toBe(90)
    expect(await count(await invite(spammer, next, { userIds: many.slice(90) }))).toBe(10)
    await deliverAll()
    expect((await readProblem(await invite(spammer, next, { userIds: many.slice(110) }))).code).toBe('InvitesUsedUp')
  })
})
