import { beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { join, publishGame } from '../events/games.ts'
import { consume, holdQueues } from '../notifications/hold-queues.ts'
import { connectPushService } from '../push/devices.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makePerson, makeTeam, runSql, say } from './people.ts'
import { block, giveDevice, holdClock, put, readAlerts, ring, toPerson, turnOff, waitForAlert } from './ring.ts'

collectLog()
const queues = holdQueues()
holdClock()
beforeEach(() => void connectPushService())

const giveDevices = async ([one, two, three]: Viewer[]) =>
  [await giveDevice(one as Viewer), await giveDevice(two as Viewer), await giveDevice(three as Viewer)] as const

const startGroup = async (viewer: Viewer, ...people: Viewer[]): Promise<string> => {
  const json = { name: 'Carpool', userIds: people.map(({ id }) => id) }
  return (await (await ask('/api/conversations/groups', { method: 'POST', viewer, json })).json<{ id: string }>()).id
}

describe('A message in a community', () => {
  it('alerts its members with the name of the author and why, but not who wrote it, muted it or left', async () => {
    const people = await Promise.all(['Owner', 'Author', 'Muter', 'Stopper', 'Leaver'].map(makePerson))
    const [owner, author, muter, stopper, leaver] = people as [Viewer, Viewer, Viewer, Viewer, Viewer]
    const team = await makeTeam(owner, author, muter, stopper, leaver)
    const id = `team_${team}`
    const phones = await Promise.all(people.map(giveDevice))
    await put(muter, `/api/notifications/mutes/${team}`)
    await turnOff(stopper, 'teamMessage')
    await say(author, id, 'Who is in?')
    expect((await ask(`/api/teams/${team}/members/me`, { method: 'DELETE', viewer: leaver })).ok).toBe(true)
    await ring(queues, id)
    const alerts = await Promise.all(phones.map(readAlerts))
    expect(alerts.map(({ length }) => length)).toEqual([1, 0, 0, 0, 0])
    expect(alerts[0]).toMatchObject([{ title: 'Club', body: 'Author: Who is in?\nYou are a member of this community.', urgency: 'normal' }])
  })

  it('from somebody with a block alerts the others only, and theirs is not in the words', async () => {
    const people = await Promise.all(['Anna', 'Ben', 'Cleo'].map(makePerson))
    const [anna, ben, cleo] = people as [Viewer, Viewer, Viewer]
    const id = `team_${await makeTeam(anna, ben, cleo)}`
    const [, bens, cleos] = await giveDevices(people)
    await block(ben, anna)
    await say(anna, id, 'From Anna')
    await ring(queues, id)
    expect(await Promise.all([bens, cleos].map(async (phone) => (await readAlerts(phone)).length))).toEqual([0, 1])
    await say(cleo, id, 'From Cleo')
    await say(anna, id, 'From Anna again')
    await ring(queues, id)
    const alerts = await readAlerts(bens)
    expect(alerts).toMatchObject([{ title: 'Club', body: 'New message\nYou are a member of this community.' }])
    expect(JSON.stringify(alerts)).not.toContain('Anna')
  })

  it('about a topic respects the switches of this topic', async () => {
    const people = await Promise.all(['Owner', 'Ben', 'Cleo'].map(makePerson))
    const [owner, ben, cleo] = people as [Viewer, Viewer, Viewer]
    const team = await makeTeam(owner, ben, cleo)
    const made = await ask(`/api/teams/${team}/topics`, { method: 'POST', viewer: owner, json: { name: 'Carpools' } })
    const { id: topic } = await made.json<{ id: string }>()
    const [, bens, cleos] = await giveDevices(people)
    await turnOff(ben, topic)
    await say(owner, `topic_${topic}`, 'Two seats free')
    await ring(queues, `topic_${topic}`)
    expect(await readAlerts(bens)).toEqual([])
    expect(await readAlerts(cleos)).toMatchObject([
      { title: 'Carpools, Club', body: 'Owner: Two seats free\nYou are a member of Club and follow this topic.' },
    ])
  })

  it('is asked about in pages, and everyone is alerted once', async () => {
    const owner = await makePerson('Owner')
    const team = await makeTeam(owner)
    const crowd = JSON.stringify(Array.from({ length: 620 }, (_, index) => `${team}-${index}`))
    await runSql(
      `INSERT INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
       SELECT value, value || '@crowd.test', value || '@crowd.test', 'Crowd', 1, 1, 0, 0 FROM json_each(?)`,
      crowd,
    )
    await runSql("INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?, value, 'member', 1 FROM json_each(?)", team, crowd)
    await runSql(
      "INSERT INTO auth_sessions (id, user_id, user_agent, created_at, last_seen_at, expires_at) SELECT value, value, '', 1, 1, ? FROM json_each(?)",
      Number.MAX_SAFE_INTEGER,
      crowd,
    )
    await runSql(
      `INSERT INTO push_devices (id, user_id, session_id, endpoint, p256dh, auth, token_hash, user_agent, platform, hides_text, created_at, refreshed_at)
       SELECT 'd-' || value, value, value, 'https://push.sandbox.localhost/' || value, '', '', 'h-' || value, '', 'gth', 0, 1, 1 FROM json_each(?)`,
      crowd,
    )
    await say(owner, `team_${team}`, 'Hello all')
    await waitForAlert(`team_${team}`)
    await consume('work', queues.work.splice(0))
    const isAlert = ({ body }: (typeof queues.work)[number]) => body.kind === 'alert-conversation'
    expect(queues.work.filter(isAlert)).toHaveLength(1)
    await consume('work', queues.work.filter(isAlert))
    const pushed = queues.work.filter(({ body }) => body.kind === 'push').map(({ id }) => id)
    expect([pushed.length, new Set(pushed).size]).toEqual([620, 620])
    queues.work.length = 0
  })
})

describe('A message in a group', () => {
  it('alerts its people, and those whom a stranger has added once and quietly', async () => {
    const people = await Promise.all(['Anna', 'Ben', 'Newcomer'].map(makePerson))
    const [anna, ben, newcomer] = people as [Viewer, Viewer, Viewer]
    await makeTeam(anna, ben)
    const id = await startGroup(anna, ben)
    const [, bens, newcomers] = await giveDevices(people)
    await say(anna, id, 'Who drives?')
    await ring(queues, id)
    expect(await readAlerts(bens)).toMatchObject([{ title: 'Carpool', body: 'Anna: Who drives?\nYou are in this group.' }])

    expect((await ask(`/api/conversations/${id}/members/${newcomer.id}`, { method: 'PUT', viewer: anna })).ok).toBe(true)
    for (const text of ['Welcome', 'Are you there?']) {
      await say(anna, id, text)
      await ring(queues, id)
    }
    expect(await readAlerts(newcomers)).toMatchObject([{ body: 'Someone whom you do not know added you to this group.', isSilent: true }])
    expect(await readAlerts(bens)).toHaveLength(3)
  })
})

describe('A message in a game', () => {
  it('alerts who goes to it, and nobody who has left', async () => {
    const people = await Promise.all(['Host', 'Player', 'Leaver'].map(makePerson))
    const [host, player, leaver] = people as [Viewer, Viewer, Viewer]
    const game = await publishGame(toPerson(host), { title: 'Doubles' })
    for (const viewer of [player, leaver]) expect((await join(toPerson(viewer), game)).status).toBe(200)
    const [, players, leavers] = await giveDevices(people)
    expect((await ask(`/api/events/${game}/me`, { method: 'DELETE', viewer: leaver })).ok).toBe(true)
    await say(host, `event_${game}`, 'The gate code is 1234')
    await ring(queues, `event_${game}`)
    expect(await readAlerts(leavers)).toEqual([])
    expect(await readAlerts(players)).toMatchObject([
      {
        title: expect.stringMatching(/^Doubles, /),
        body: 'Host: The gate code is 1234\nYou are in this game.',
        path: `/messages/event_${game}`,
      },
    ])
  })
})
