import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FollowAnswer, type FollowPage, maxFollows } from '../../domain/connections/contract.ts'
import { follow } from '../../worker/connections/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, enter, markDeleted, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const queues = holdQueues()

let people: Person[]
let ana: Person

beforeAll(async () => {
  people = await Promise.all(['ana', 'bo', 'cy', 'di', 'ed'].map((id) => enter(id)))
  ana = people[0] as Person
})

beforeEach(async () => {
  await env.DB.batch(
    ['follows', 'follow_totals', 'notices', 'jobs', 'blocks', 'outreach'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  )
})

const followPerson = (from: Person, id: string) => from.ask(`/api/follows/${id}`, { method: 'PUT' })
const unfollowPerson = (from: Person, id: string) => from.ask(`/api/follows/${id}`, { method: 'DELETE' })
const readFollow = async (response: Response): Promise<FollowAnswer> => response.json()

describe('Following', () => {
  it('returns the number of followers, and doing it twice changes nothing', async () => {
    const [, bo, cy] = people as [Person, Person, Person]
    expect(await readFollow(await followPerson(ana, 'ed'))).toEqual({ isFollowing: true, followers: 1 })
    expect(await readFollow(await followPerson(ana, 'ed'))).toEqual({ isFollowing: true, followers: 1 })
    expect(await readFollow(await followPerson(bo, 'ed'))).toEqual({ isFollowing: true, followers: 2 })
    expect(await readFollow(await unfollowPerson(cy, 'ed'))).toEqual({ isFollowing: false, followers: 2 })
    expect(await readFollow(await unfollowPerson(ana, 'ed'))).toEqual({ isFollowing: false, followers: 1 })
    expect(await readFollow(await unfollowPerson(ana, 'ed'))).toEqual({ isFollowing: false, followers: 1 })
  })

  it('by many people at once keeps the number correct', async () => {
    const steps = Array.from({ length: 50 }, (_, i) => {
      const from = people[i % 5] as Person
      const to = people[(i * 3 + 1) % 5] as Person
      return from.id === to.id ? null : (i * 11) % 3 === 0 ? unfollowPerson(from, to.id) : followPerson(from, to.id)
    })
    await Promise.all(steps)
    // The requests above can end in any order, so these follow afterwards to give a known result.
    await Promise.all(people.slice(1).map((person) => followPerson(person, 'ana')))
    const expectedTotals = await rowsOf('SELECT followed_id AS user_id, count(*) AS followers FROM follows GROUP BY 1 ORDER BY 1')
    expect(expectedTotals.length).toBeGreaterThan(2)
    expect(await rowsOf('SELECT user_id, followers FROM follow_totals WHERE followers <> 0 ORDER BY 1')).toEqual(expectedTotals)
    const { followers } = await (await ana.ask('/api/profiles/ana')).json<{ followers: number }>()
    expect(followers).toBe(4)
  })

  it('sends one notification and one email, even if a person follows again many times', async () => {
    for (let i = 0; i < 3; i++) {
      await followPerson(ana, 'bo')
      await deliverAll()
      await unfollowPerson(ana, 'bo')
    }
    expect(await rowsOf('SELECT user_id, title FROM notices')).toEqual([{ user_id: 'bo', title: 'Name of ana follows you' }])
    expect(queues.sent).toHaveLength(1)
  })

  it('has a maximum number of people', async () => {
    const fill = crowd('fill', maxFollows)
    await addCrowd(fill)
    await env.DB.prepare("INSERT INTO follows SELECT 'ana', value, key FROM json_each(?)").bind(JSON.stringify(fill)).run()
    expect(await readProblem(await followPerson(ana, 'bo'))).toMatchObject({
      code: 'FollowsFull',
      title: 'You have reached the maximum number of people you can follow.',
    })
    expect(await rowsOf("SELECT * FROM follow_totals WHERE user_id = 'bo'")).toEqual([])
    expect((await followPerson(ana, 'fill-7')).status).toBe(200)
  })
})

describe('A person who cannot be followed', () => {
  it('looks like a person who does not exist, also in the number of followers', async () => {
    await addCrowd(['leaver', 'fan'])
    await followPerson(people[2] as Person, 'bo')
    await block('bo', 'ana')
    await markDeleted('leaver')
    await env.DB.exec("INSERT OR REPLACE INTO follow_totals VALUES ('leaver', 3)")
    for (const id of ['ana', 'bo', 'leaver', 'nobody-at-all']) {
      expect(await readProblem(await followPerson(ana, id)), id).toMatchObject({ code: 'PersonNotFound', title: 'User not found' })
      expect(await readFollow(await unfollowPerson(ana, id)), id).toEqual({ isFollowing: false, followers: 0 })
    }
    expect(await rowsOf("SELECT * FROM follows WHERE follower_id = 'ana'")).toEqual([])
  })

  it('because they blocked the viewer just before the write, is not followed', async () => {
    await block('bo', 'ana')
    await expect(follow(openPrimary(env.DB), { now: 1, newId: () => crypto.randomUUID() }, 'ana', 'bo')).rejects.toMatchObject({
      code: 'PersonNotFound',
    })
    expect(await rowsOf('SELECT * FROM outbox')).toEqual([])
    expect(await rowsOf('SELECT * FROM follow_totals')).toEqual([])
  })
})

describe('The list of people I follow', () => {
  it('comes in pages, newest first, with each person once', async () => {
    const all = crowd('many', 65)
    await addCrowd(all)
    await env.DB.prepare("INSERT INTO follows SELECT 'ana', value, key / 20 FROM json_each(?)").bind(JSON.stringify(all)).run()
    const seen: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: FollowPage = await (await ana.ask(`/api/follows${next === '' ? '' : `?cursor=${next}`}`)).json()
      seen.push(...page.people.map(({ id }) => id))
      next = page.next
    }
    expect(seen).toHaveLength(65)
    expect(new Set(seen)).toEqual(new Set(all))
    expect(seen[0]).toBe('many-64')
  })
})
