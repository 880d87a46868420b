import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { NoticePage } from '../../domain/notifications/contract.ts'
import { maxBlocks } from '../../domain/privacy/contract.ts'
import { notificationData } from '../../worker/notifications/person-data.ts'
import { isNoticeVisible } from '../../worker/notifications/queries.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import {
  addPerson,
  addToList,
  block,
  db,
  deleteAccount,
  listBlocks,
  makeList,
  putOnList,
  readList,
  searchNames,
  unblock,
} from './people.ts'

collectLog()

const run = (statement: string, ...values: (string | number)[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()
const count = async (from: string, ...values: string[]) =>
  (
    await env.DB.prepare(`SELECT count(*) AS n FROM ${from}`)
      .bind(...values)
      .first<{ n: number }>()
  )?.n

async function follow(follower: Viewer, followed: Viewer) {
  await run('INSERT INTO follows VALUES (?, ?, 1)', follower.id, followed.id)
  await run('INSERT INTO follow_totals VALUES (?, 1) ON CONFLICT DO UPDATE SET followers = followers + 1', followed.id)
}

async function connect(one: Viewer, other: Viewer, states = ['connected', 'connected']) {
  await run('INSERT INTO connections (user_id, other_id, state, since) VALUES (?, ?, ?, 1)', one.id, other.id, states[0] ?? '')
  await run('INSERT INTO connections (user_id, other_id, state, since) VALUES (?, ?, ?, 1)', other.id, one.id, states[1] ?? '')
}

const addNotice = (person: Viewer, actor: Viewer) =>
  run(
    "INSERT INTO notices (user_id, key, topic, title, text, path, actor_id, created_at) VALUES (?, ?, 'connections', 'News', '', '/', ?, 1)",
    person.id,
    `from-${actor.id}`,
    actor.id,
  )

const readNotices = async (viewer: Viewer) => {
  const { notices } = await (await ask('/api/notifications', { viewer })).json<NoticePage>()
  const { unread } = await (await ask('/api/notifications/unread', { viewer })).json<{ unread: number }>()
  const parts = await notificationData.export(db, viewer.id, env)
  return { shown: notices.map(({ person }) => person?.id), unread, exported: parts.find(({ name }) => name === 'notices')?.rows.length }
}

const followers = async (person: Viewer) =>
  (await env.DB.prepare('SELECT followers FROM follow_totals WHERE user_id = ?').bind(person.id).first<{ followers: number }>())?.followers

describe('A block', () => {
  it('hides the two people from each other in the search, and affects nobody else', async () => {
    const [one, other, third] = [await addPerson('Ulla Blocks'), await addPerson('Uma Blocked'), await addPerson('Una Third')]
    const answer = await block(one, { userIds: [other.id] })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ blocked: 1 })
    expect(await searchNames(one, 'uma')).toEqual([])
    expect(await searchNames(other, 'ulla')).toEqual([])
    expect(await searchNames(third, 'uma')).toEqual(['Uma Blocked'])
    expect(await searchNames(third, 'ulla')).toEqual(['Ulla Blocks'])
    expect(await searchNames(one, 'una')).toEqual(['Una Third'])
  })

  it('is only on the blocker’s list, with name and picture', async () => {
    const [one, other] = [await addPerson('Blocks'), await addPerson('Is Blocked')]
    await block(one, { userIds: [other.id] })
    expect(await listBlocks(one)).toEqual([
      { id: expect.any(String), userId: other.id, email: null, name: 'Is Blocked', pictureUrl: null, blockedAt: expect.any(Number) },
    ])
    expect(await listBlocks(other)).toEqual([])
  })

  it('removes the follows, connections and notifications between the two, and nothing else', async () => {
    const [one, other, third] = [await addPerson('One'), await addPerson('Other'), await addPerson('Third')]
    await follow(one, other)
    await follow(other, one)
    await follow(third, one)
    await follow(third, other)
    await follow(one, third)
    await connect(one, other)
    await connect(one, third)
    await connect(other, third, ['sent', 'received'])
    await addNotice(one, other)
    await addNotice(one, third)
    await addNotice(other, one)
    await block(one, { userIds: [other.id] })
    expect(await count('follows WHERE ?1 IN (follower_id, followed_id) AND ?2 IN (follower_id, followed_id)', one.id, other.id)).toBe(0)
    expect([await followers(one), await followers(other), await followers(third)]).toEqual([1, 1, 1])
    expect(await count('connections WHERE ?1 IN (user_id, other_id) AND ?2 IN (user_id, other_id)', one.id, other.id)).toBe(0)
    expect(await count('connections WHERE ? IN (user_id, other_id)', third.id)).toBe(4)
    expect(await count('notices WHERE user_id = ?', one.id)).toBe(1)
    expect(await count('follows WHERE ? IN (follower_id, followed_id)', third.id)).toBe(3)
    await unblock(one, (await listBlocks(one))[0]?.id ?? '')
    expect([await followers(one), await followers(other)]).toEqual([1, 1])
  })

  it('notifies nobody', async () => {
    const [one, other] = [await addPerson('Quiet'), await addPerson('Unknowing')]
    await addNotice(other, one)
    const before = [await count('outbox'), await count('notices WHERE user_id = ?', other.id)]
    await block(one, { userIds: [other.id] })
    await unblock(one, (await listBlocks(one))[0]?.id ?? '')
    expect([await count('outbox'), await count('notices WHERE user_id = ?', other.id)]).toEqual(before)
  })

  it('hides old notifications like a deletion does, until it is removed', async () => {
    const [one, other, third] = [await addPerson('Blocks Later'), await addPerson('Was Told'), await addPerson('Third')]
    await addNotice(other, one)
    await addNotice(other, third)
    expect(await readNotices(other)).toEqual({ shown: [third.id, one.id], unread: 2, exported: 2 })
    await block(one, { userIds: [other.id] })
    expect(await readNotices(other)).toEqual({ shown: [third.id], unread: 1, exported: 1 })
    expect(await isNoticeVisible(db, { userId: other.id, key: `from-${one.id}` })).toBe(false)
    await unblock(one, (await listBlocks(one))[0]?.id ?? '')
    expect(await readNotices(other)).toEqual({ shown: [third.id, one.id], unread: 2, exported: 2 })
    expect(await isNoticeVisible(db, { userId: other.id, key: `from-${one.id}` })).toBe(true)
  })

  it('of the viewer themselves is refused, together with all others in the request', async () => {
    const [viewer, other] = [await addPerson('Self'), await addPerson('Other')]
    expect(await readProblem(await block(viewer, { userIds: [other.id, viewer.id] }))).toMatchObject({
      status: 403,
      title: 'You cannot block yourself.',
    })
    expect(await listBlocks(viewer)).toEqual([])
  })

  it('of several people counts only the new ones, and is refused when all are blocked already', async () => {
    const [viewer, a, b] = [await addPerson('Blocks'), await addPerson('A'), await addPerson('B')]
    await block(viewer, { userIds: [a.id] })
    expect(await (await block(viewer, { userIds: [a.id, b.id, b.id, 'nobody'] })).json()).toEqual({ blocked: 1 })
    expect(await readProblem(await block(viewer, { userIds: [a.id, b.id] }))).toMatchObject({
      status: 409,
      code: 'PersonAlreadyBlocked',
      title: 'User is already blocked.',
    })
    expect(await listBlocks(viewer)).toHaveLength(2)
  })

  it('of unknown people or of entries in another person’s list is refused', async () => {
    const [viewer, other, third] = [await addPerson('Blocks'), await addPerson('Has A List'), await addPerson('Third')]
    const item = await putOnList(other, await makeList(other), { userId: third.id })
    for (const json of [{ userIds: ['nobody'] }, { listItemIds: [item] }, { listItemIds: ['nothing'] }]) {
      expect(await readProblem(await block(viewer, json))).toMatchObject({ status: 404, title: 'User not found' })
    }
    for (const json of [{}, { userIds: [] }, { userIds: ['a b'] }, { userIds: Array.from({ length: 101 }, (_, n) => `p${n}`) }]) {
      expect((await block(viewer, json)).status).toBe(400)
    }
    expect(await searchNames(viewer, 'third')).not.toEqual([])
  })

  it('of a person who blocked the viewer looks the same as of a deleted account', async () => {
    const [viewer, gone, blocker] = [await addPerson('Viewer'), await addPerson('Gone'), await addPerson('Blocker')]
    await deleteAccount(gone.id)
    await block(blocker, { userIds: [viewer.id] })
    expect(await (await block(viewer, { userIds: [gone.id] })).json()).toEqual(
      await (await block(viewer, { userIds: [blocker.id] })).json(),
    )
    const [first, second] = (await listBlocks(viewer)).map(({ id: _, blockedAt: __, ...entry }) => entry)
    expect(first).toEqual(second)
    expect(first?.name).toBe('Unnamed Player')
  })

  it('reads few rows, even if there are many follows and connections', async () => {
    const [viewer, other] = [await addPerson('Viewer'), await addPerson('Other')]
    const crowd = JSON.stringify(Array.from({ length: 400 }, (_, n) => `crowd-${n}`))
    await env.DB.batch(
      [
        'INSERT INTO users (id, email, email_key, created_at, updated_at) SELECT value, value, value, 1, 1 FROM json_each(?)',
        'INSERT INTO follows SELECT value, value, 1 FROM json_each(?)',
        "INSERT INTO connections (user_id, other_id, state, since) SELECT value, value, 'connected', 1 FROM json_each(?)",
      ].map((statement) => env.DB.prepare(statement).bind(crowd)),
    )
    const answer = await block(viewer, { userIds: [other.id] })
    const [, rows, trips] = /rows read (\d+), round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '') ?? []
    expect(Number(rows)).toBeLessThanOrEqual(180)
    expect(Number(trips)).toBe(2)
  })

  it('counts once when it is requested twice at the same time', async () => {
    const [viewer, other] = [await addPerson('Twice'), await addPerson('Once')]
    const statuses = await Promise.all([block(viewer, { userIds: [other.id] }), block(viewer, { userIds: [other.id] })])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await listBlocks(viewer)).toHaveLength(1)
  })

  it('is refused as a whole when it exceeds the maximum', async () => {
    const [viewer, a, b] = [await addPerson('Blocks Many'), await addPerson('Ulf A'), await addPerson('Ulf B')]
    await env.DB.prepare(
      "INSERT INTO blocks (id, blocker_id, email, email_key, created_at) SELECT 'many-' || value, ?, 'x', 'many-' || value, 1 FROM json_each(?)",
    )
      .bind(viewer.id, JSON.stringify(Array.from({ length: maxBlocks - 1 }, (_, n) => n)))
      .run()
    expect(await readProblem(await block(viewer, { userIds: [a.id, b.id] }))).toMatchObject({ status: 409, title: /up to 1000/ })
    expect(await searchNames(viewer, 'ulf')).toHaveLength(2)
    expect((await block(viewer, { userIds: [a.id] })).status).toBe(200)
    expect(await readProblem(await block(viewer, { userIds: [a.id] }))).toMatchObject({ title: 'User is already blocked.' })
  })
})

describe('The blocklist', () => {
  it('comes in pages, newest first, with each entry once', async () => {
    const viewer = await addPerson('Blocks Many')
    const names: string[] = []
    for (let n = 0; n < 35; n++) {
      const { id, name } = await addPerson(`Number ${n}`)
      names.unshift(name)
      await block(viewer, { userIds: [id] })
    }
    type Page = { blocklist: { name: string }[]; next: string | null }
    const first = await (await ask('/api/privacy/blocks', { viewer })).json<Page>()
    const second = await (await ask(`/api/privacy/blocks?cursor=${first.next}`, { viewer })).json<Page>()
    expect([first.blocklist.length, second.blocklist.length, second.next]).toEqual([30, 5, null])
    expect([...first.blocklist, ...second.blocklist].map(({ name }) => name)).toEqual(names)
    expect((await ask('/api/privacy/blocks?cursor=made-up', { viewer })).status).toBe(400)
  })

  it('can be changed only by its owner', async () => {
    const [one, other] = [await addPerson('Blocks'), await addPerson('Blocked')]
    await block(one, { userIds: [other.id] })
    const [entry] = await listBlocks(one)
    expect((await unblock(other, entry?.id ?? '')).status).toBe(404)
    expect((await unblock(one, entry?.id ?? '')).status).toBe(204)
    expect((await unblock(one, entry?.id ?? '')).status).toBe(404)
    expect(await searchNames(one, 'blocked')).toContain('Blocked')
  })
})

describe('In a user list', () => {
  it('people the owner blocked stay and are marked, and people who blocked the owner disappear like deleted accounts', async () => {
    const [viewer, blocked, blocker, gone] = [
      await addPerson('Lists'),
      await addPerson('Blocked'),
      await addPerson('Blocker'),
      await addPerson('Gone'),
    ]
    const list = await makeList(viewer)
    for (const { id } of [blocked, blocker, gone]) await putOnList(viewer, list, { userId: id })
    await block(viewer, { userIds: [blocked.id] })
    await block(blocker, { userIds: [viewer.id] })
    await deleteAccount(gone.id)
    const { userListItems } = await readList(viewer, list)
    expect(userListItems.map(({ displayName, isBlocked, pictureUrl }) => [displayName, isBlocked, pictureUrl])).toEqual([
      ['Blocked', true, null],
    ])
    // The entries of a deleted account are deleted, so a remaining entry, or its count, would reveal a block.
    const { lists } = await (await ask('/api/user-lists', { viewer })).json<{ lists: { uid: string; count: number }[] }>()
    expect(lists.find(({ uid }) => uid === list)?.count).toBe(1)
    // With a block, neither person can add the other to a list.
    for (const { id } of [blocked, blocker, gone]) {
      const refusal = await readProblem(await addToList(viewer, await makeList(viewer), { userId: id }))
      expect(refusal).toMatchObject({ status: 404, title: 'User not found' })
    }
  })

  it('several people can be blocked at once', async () => {
    const [viewer, a, b] = [await addPerson('Lists'), await addPerson('Xaver A'), await addPerson('Xaver B')]
    const list = await makeList(viewer)
    const items = [await putOnList(viewer, list, { userId: a.id }), await putOnList(viewer, list, { userId: b.id })]
    items.push(await putOnList(viewer, list, { email: 'xaver@example.com' }))
    expect(await (await block(viewer, { listItemIds: items })).json()).toEqual({ blocked: 3 })
    expect(await searchNames(viewer, 'xaver')).toEqual([])
    expect((await readList(viewer, list)).userListItems.every(({ isBlocked }) => isBlocked)).toBe(true)
    expect(await readProblem(await block(viewer, { listItemIds: items }))).toMatchObject({ title: 'User is already blocked.' })
  })
})
