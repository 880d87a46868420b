import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FollowAnswer, type FollowPage, maxFollows } from '../../domain/connections/contract.ts'
import { follow } from '../../worker/connections/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/post-office.ts'
import { addCrowd, block, crowd, enter, type Person, putAccountAway, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const office = holdQueues()

let people: Person[]
let ana: Person

beforeAll(async () => {
  people = await Promise.all(['ana', 'bo', 'cy', 'di', 'ed'].map((id) => enter(id)))
  ana = people[0] as Person
})

beforeEach(async () => {
  await env.DB.batch(['follows', 'follow_totals', 'notices', 'jobs', 'blocks'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})

const put = (from: Person, id: string) => from.ask(`/api/follows/${id}`, { method: 'PUT' })
const remove = (from: Person, id: string) => from.ask(`/api/follows/${id}`, { method: 'DELETE' })
const answerOf = async (response: Response): Promise<FollowAnswer> => response.json()

describe('Following', () => {
  it('answers how many follow them now, and doing it twice changes nothing', async () => {
    const [, bo, cy] = people as [Person, Person, Person]
    expect(await answerOf(await put(ana, 'ed'))).toEqual({ isFollowing: true, followers: 1 })
    expect(await answerOf(await put(ana, 'ed'))).toEqual({ isFollowing: true, followers: 1 })
    expect(await answerOf(await put(bo, 'ed'))).toEqual({ isFollowing: true, followers: 2 })
    expect(await answerOf(await remove(cy, 'ed'))).toEqual({ isFollowing: false, followers: 2 })
    expect(await answerOf(await remove(ana, 'ed'))).toEqual({ isFollowing: false, followers: 1 })
    expect(await answerOf(await remove(ana, 'ed'))).toEqual({ isFollowing: false, followers: 1 })
  })

  it('by many at once keeps the number right', async () => {
    const steps = Array.from({ length: 50 }, (_, i) => {
      const from = people[i % 5] as Person
      const to = people[(i * 3 + 1) % 5] as Person
      return from.id === to.id ? null : (i * 11) % 3 === 0 ? remove(from, to.id) : put(from, to.id)
    })
    await Promise.all(steps)
    // Which of two that come at once is the last is nobody's to say: these come after.
    await Promise.all(people.slice(1).map((person) => put(person, 'ana')))
    const counted = await rowsOf('SELECT followed_id AS user_id, count(*) AS followers FROM follows GROUP BY 1 ORDER BY 1')
    expect(counted.length).toBeGreaterThan(2)
    expect(await rowsOf('SELECT user_id, followers FROM follow_totals WHERE followers <> 0 ORDER BY 1')).toEqual(counted)
    const { followers } = await (await ana.ask('/api/profiles/ana')).json<{ followers: number }>()
    expect(followers).toBe(4)
  })

  it('is told of once, by a notice and a mail, however often it is taken back', async () => {
    for (let i = 0; i < 3; i++) {
      await put(ana, 'bo')
      await deliverAll()
      await remove(ana, 'bo')
    }
    expect(await rowsOf('SELECT user_id, title FROM notices')).toEqual([{ user_id: 'bo', title: 'Name of ana follows you' }])
    expect(office.sent).toHaveLength(1)
  })

  it('has an end', async () => {
    const fill = crowd('fill', maxFollows)
    await addCrowd(fill)
    await env.DB.prepare("INSERT INTO follows SELECT 'ana', value, key FROM json_each(?)").bind(JSON.stringify(fill)).run()
    expect(await readProblem(await put(ana, 'bo'))).toMatchObject({
      code: 'FollowsFull',
      title: 'You have reached the limit of people you can follow.',
    })
    expect(await rowsOf("SELECT * FROM follow_totals WHERE user_id = 'bo'")).toEqual([])
    expect((await put(ana, 'fill-7')).status).toBe(200)
  })
})

describe('Who cannot be followed', () => {
  it('is answered like nobody, and no number tells them apart', async () => {
    await addCrowd(['leaver', 'fan'])
    await put(people[2] as Person, 'bo')
    await block('bo', 'ana')
    await putAccountAway('leaver')
    await env.DB.exec("INSERT OR REPLACE INTO follow_totals VALUES ('leaver', 3)")
    for (const id of ['ana', 'bo', 'leaver', 'nobody-at-all']) {
      expect(await readProblem(await put(ana, id)), id).toMatchObject({ code: 'PersonNotFound', title: 'User not found' })
      expect(await answerOf(await remove(ana, id)), id).toEqual({ isFollowing: false, followers: 0 })
    }
    expect(await rowsOf("SELECT * FROM follows WHERE follower_id = 'ana'")).toEqual([])
  })

  it('who blocked me the moment before it was written', async () => {
    await block('bo', 'ana')
    await expect(follow(openPrimary(env.DB), { now: 1, newId: () => crypto.randomUUID() }, 'ana', 'bo')).rejects.toMatchObject({
      code: 'PersonNotFound',
    })
    expect(await rowsOf('SELECT * FROM outbox')).toEqual([])
    expect(await rowsOf('SELECT * FROM follow_totals')).toEqual([])
  })
})

describe('Whom I follow', () => {
  it('comes in pages, newest first, each once', async () => {
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
