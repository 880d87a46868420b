import { env, exports } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailTopicKeys } from '../../domain/mail/topics.ts'
import { type NoticePage, type NotificationSettings, noticeLifetime, type StoppedTopic } from '../../domain/notifications/contract.ts'
import { block, enter, markDeleted, type Person, putInTeams, rowsOf, rowsRead } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

let ana: Person
let bo: Person

beforeAll(async () => {
  ana = await enter('ana')
  bo = await enter('bo')
})

beforeEach(async () => {
  await env.DB.exec('DELETE FROM notices')
  await env.DB.exec('DELETE FROM blocks')
})

/** Adds notices for a person, oldest first. Each group of five has the same time. */
const addNotices = (userId: string, count: number, actorId: string | null = null) =>
  env.DB.prepare(
    `INSERT INTO notices (user_id, key, topic, title, text, path, actor_id, team_id, created_at, read_at) SELECT ?1, 'fact:' || key, 'news', 'News', '', '/', ?2, NULL, 1000 + key / 5, NULL
     FROM json_each(?3)`,
  )
    .bind(userId, actorId, JSON.stringify(Array(count).fill(0)))
    .run()

const page = async (person: Person, cursor?: string): Promise<NoticePage> =>
  (await person.ask(`/api/notifications${cursor ? `?cursor=${cursor}` : ''}`)).json()
const unread = async (person: Person) => (await (await person.ask('/api/notifications/unread')).json<{ unread: number }>()).unread
const read = (person: Person, upTo: number) => person.ask('/api/notifications/read', { method: 'POST', json: { upTo } })

describe('My notifications', () => {
  it('come in pages, newest first, and nobody else sees them', async () => {
    await addNotices('ana', 73)
    await addNotices('bo', 3)
    const seen: NoticePage['notices'] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const current: NoticePage = await page(ana, cursor)
      seen.push(...current.notices)
      cursor = current.next
    }
    expect(seen).toHaveLength(73)
    expect(new Set(seen.map(({ key }) => key)).size).toBe(73)
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(seen.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a))
    expect((await page(bo)).notices).toHaveLength(3)
  })

  it('show who caused them, unless that account was deleted', async () => {
    await enter('cy', { name: 'Cy Young' })
    await addNotices('ana', 1, 'cy')
    expect((await page(ana)).notices[0]).toMatchObject({ person: { id: 'cy', name: 'Cy Young', pictureUrl: null }, isRead: false })
    await markDeleted('cy')
    expect((await page(ana)).notices[0]?.person).toBeNull()
  })

  it('come in full pages, even if a block hides some of them', async () => {
    await enter('cy')
    await addNotices('ana', 100)
    await env.DB.exec("UPDATE notices SET actor_id = 'cy' WHERE created_at % 2 = 0")
    await block('cy', 'ana')
    const first = await page(ana)
    const second = await page(ana, first.next ?? '')
    expect([first.notices.length, second.notices.length, second.next, await unread(ana)]).toEqual([30, 20, null, 50])
  })

  it('are scanned a few hundred per request if a block hides many of them, and the next page continues there', async () => {
    await enter('cy')
    await addNotices('ana', 500, 'cy')
    await env.DB.exec("UPDATE notices SET actor_id = NULL WHERE key IN ('fact:0', 'fact:499')")
    await block('cy', 'ana')
    const answer = await ana.ask('/api/notifications')
    const first = await answer.json<NoticePage>()
    expect(rowsRead(answer)).toBeLessThan(1100)
    const second = await page(ana, first.next ?? '')
    expect([first, second].map(({ notices }) => notices.map(({ key }) => key))).toEqual([['fact:499'], ['fact:0']])
    expect(second.next).toBeNull()
    expect(rowsRead(await ana.ask('/api/notifications/unread'))).toBeLessThan(1100)
  })

  it('are counted as unread until I read them, up to a maximum', async () => {
    await addNotices('ana', 12)
    await addNotices('bo', 130)
    expect([await unread(ana), await unread(bo)]).toEqual([12, 100])
    expect((await read(ana, 1001)).status).toBe(204)
    expect([await unread(ana), await unread(bo)]).toEqual([2, 100])
    expect((await page(ana)).notices.map(({ isRead }) => isRead)).toEqual([false, false, ...Array(10).fill(true)])
    await read(ana, Date.now())
    expect(await unread(ana)).toBe(0)
    expect((await read(ana, -1)).status).toBe(400)
  })

  it('can be narrowed to the unread ones or to a group of topics, page by page, and only those are marked as read', async () => {
    await addNotices('ana', 35)
    await env.DB.exec("UPDATE notices SET area = 'games' WHERE key IN ('fact:3', 'fact:30')")
    const listed = async (query: string) => (await ana.ask(`/api/notifications?${query}`)).json<NoticePage>()
    const keysOf = ({ notices }: NoticePage) => notices.map(({ key }) => key)
    expect(keysOf(await listed('show=games'))).toEqual(['fact:30', 'fact:3'])
    expect(keysOf(await listed('show=people'))).toEqual([])
    await ana.ask('/api/notifications/read', { method: 'POST', json: { upTo: Date.now(), show: 'games' } })
    expect(await unread(ana)).toBe(33)
    const first = await listed('show=unread')
    const second = await listed(`show=unread&cursor=${first.next}`)
    const all = [...keysOf(first), ...keysOf(second)]
    expect([all.length, new Set(all).size, second.next]).toEqual([33, 33, null])
    expect(all).not.toContain('fact:30')
    expect((await ana.ask('/api/notifications?show=nothing')).status).toBe(400)
  })

  it('read only the rows of their filter', async () => {
    await addNotices('ana', 35)
    for (const [filter, index] of [
      ["area = 'games'", 'notices_by_area'],
      ['read_at IS NULL', 'notices_unread'],
    ]) {
      const plan = await rowsOf(
        `EXPLAIN QUERY PLAN SELECT key FROM notices WHERE user_id = 'ana' AND ${filter} ORDER BY created_at DESC, key DESC LIMIT 31`,
      )
      expect(JSON.stringify(plan)).toContain(index)
      expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE')
    }
  })

  it('stop a topic on each channel on which it was on', async () => {
    const dee = await enter('dee')
    const stop = async () => (await dee.ask('/api/notifications/settings/endorsement/stop', { method: 'POST' })).json<StoppedTopic>()
    await dee.ask('/api/notifications/settings', { method: 'PATCH', json: { topic: 'endorsement', channel: 'push', isOn: false } })
    expect(await stop()).toEqual({ stopped: ['email'] })
    expect(await stop()).toEqual({ stopped: [] })
    const settings = await (await dee.ask('/api/notifications/settings')).json<NotificationSettings>()
    expect(settings.notificationSettings.endorsement).toEqual({ email: false, push: false })
    expect(settings.notificationSettings.news.email).toBe(true)
  })

  it('are deleted after three months, at most five hundred per minute and the oldest first', async () => {
    await addNotices('ana', 600)
    await env.DB.exec("UPDATE notices SET key = 'new', created_at = 5000 WHERE key = 'fact:599'")
    const runCron = (scheduledTime: number) => exports.default.scheduled({ scheduledTime: new Date(scheduledTime), cron: '* * * * *' })
    await runCron(noticeLifetime + 2000)
    expect(await rowsOf('SELECT count(*) AS left, min(created_at) AS oldest FROM notices')).toEqual([{ left: 100, oldest: 1100 }])
    await runCron(noticeLifetime + 2000)
    expect(await rowsOf('SELECT key FROM notices')).toEqual([{ key: 'new' }])
  })
})

describe('My notification settings', () => {
  const settings = async (person: Person): Promise<NotificationSettings> => (await person.ask('/api/notifications/settings')).json()
  const change = (person: Person, json: object) => person.ask('/api/notifications/settings', { method: 'PATCH', json })

  it('have everything on at first, and say that I have not chosen yet', async () => {
    const first = await settings(ana)
    expect(first.isChosen).toBe(false)
    expect(first.notificationSettings).toEqual(Object.fromEntries(mailTopicKeys.map((topic) => [topic, { email: true, push: true }])))
  })

  it('are changed one by one, so that the changes of two tabs are both kept', async () => {
    const steps = mailTopicKeys.flatMap((topic) => [
      { topic, channel: 'email', isOn: false },
      { topic, channel: 'push', isOn: false },
    ])
    const answers = await Promise.all(steps.map((json) => change(ana, json)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    await change(ana, { topic: 'news', channel: 'push', isOn: true })
    const { notificationSettings, isChosen } = await settings(ana)
    expect(isChosen).toBe(true)
    const off = { email: false, push: false }
    expect(notificationSettings).toEqual({
      ...Object.fromEntries(mailTopicKeys.map((topic) => [topic, off])),
      news: { email: false, push: true },
    })
    expect((await settings(bo)).notificationSettings.news).toEqual({ email: true, push: true })
  })

  it('count as chosen if I save them unchanged', async () => {
    expect((await bo.ask('/api/notifications/settings', { method: 'PUT' })).status).toBe(204)
    expect(await settings(bo)).toMatchObject({ isChosen: true, notificationSettings: { news: { email: true, push: true } } })
  })

  it.each([
    { topic: 'no topic!', channel: 'email', isOn: false },
    { topic: 'news', channel: 'fax', isOn: false },
    { topic: 'news', channel: 'push' },
  ])('refuse %j', async (json) => expect((await change(bo, json)).status).toBe(400))

  it('have no other topics', async () => {
    expect((await change(ana, { topic: 'receipts', channel: 'email', isOn: false })).status).toBe(404)
    expect(Object.keys((await settings(ana)).notificationSettings).sort()).toEqual([...mailTopicKeys].sort())
  })

  it('list my communities, which I can mute and unmute', async () => {
    await putInTeams(['crew'], ['bo'])
    const mute = (id: string, method = 'PUT') => bo.ask(`/api/notifications/mutes/${id}`, { method })
    const teams = async () => (await settings(bo)).teams
    expect(await teams()).toEqual([{ id: 'crew', name: 'A team', isMuted: false, topics: [] }])
    expect((await mute('crew')).status).toBe(204)
    expect((await mute('crew')).status).toBe(204)
    expect(await teams()).toEqual([{ id: 'crew', name: 'A team', isMuted: true, topics: [] }])
    expect((await mute('crew', 'DELETE')).status).toBe(204)
    expect(await teams()).toEqual([{ id: 'crew', name: 'A team', isMuted: false, topics: [] }])
    await putInTeams(['not-mine'], ['ana'])
    for (const id of ['not-mine', 'no-team']) expect(await readProblem(await mute(id))).toMatchObject({ title: 'Team not found' })
  })
})
