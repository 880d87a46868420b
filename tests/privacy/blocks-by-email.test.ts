import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { applyBlocksByEmail } from '../../worker/privacy/commands.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import {
  addPerson,
  addToList,
  block,
  db,
  deleteAccount,
  emailKeyOf,
  emailOf,
  listBlocks,
  makeList,
  putOnList,
  readList,
  searchNames,
  unblock,
} from './people.ts'

collectLog()

/** Blocks an email. This is only possible with an entry of a user list. */
async function blockAddress(viewer: Viewer, email: string): Promise<Response> {
  return block(viewer, { listItemIds: [await putOnList(viewer, await makeList(viewer), { email })] })
}

const signUp = async (name: string, id: string) => {
  const person = await addPerson(name, id)
  await runBatch(db, { claimed: applyBlocksByEmail(person.id, emailKeyOf(id), Date.now()) })
  return person
}

/** Changes the email of a person in the same way as the product does. */
async function changeEmail(id: string, email: string): Promise<void> {
  await env.DB.prepare("UPDATE users SET email = 'gone:' || id, email_key = 'gone:' || id WHERE email_key = ? AND id <> ?")
    .bind(email, id)
    .run()
  await env.DB.prepare('UPDATE users SET email = ?1, email_key = ?1 WHERE id = ?2').bind(email, id).run()
  await runBatch(db, { claimed: applyBlocksByEmail(id, email, Date.now()) })
}

/** A response without the values that differ between any two responses. */
async function readComparable(response: Response, secrets: string[]): Promise<unknown> {
  let text = await response.text()
  for (const secret of secrets) text = text.replaceAll(secret, '<address>')
  const body = text === '' ? null : JSON.parse(text, (key, value) => (['id', 'requestId', 'blockedAt'].includes(key) ? '*' : value))
  const headers = [...response.headers].filter(
    ([name]) => !['x-request-id', 'set-cookie', 'server-timing', 'content-length'].includes(name),
  )
  return { status: response.status, headers, body }
}

describe('A block by email', () => {
  it('blocks the account with that email, and shows only the email', async () => {
    const [viewer, other] = [await addPerson('Viewer'), await addPerson('Yolanda Known')]
    expect(await (await blockAddress(viewer, emailOf(other.id).toUpperCase())).json()).toEqual({ blocked: 1 })
    expect(await searchNames(viewer, 'yolanda')).toEqual([])
    expect(await searchNames(other, 'viewer')).not.toContain('Viewer')
    const email = emailOf(other.id).toUpperCase()
    expect(await listBlocks(viewer)).toEqual([
      { id: expect.any(String), userId: null, email, name: email, pictureUrl: null, blockedAt: expect.any(Number) },
    ])
  })

  it('does not reveal on a profile whose email it is', async () => {
    const [viewer, other] = [await addPerson('Viewer'), await addPerson('Yvonne Hidden')]
    await blockAddress(viewer, emailOf(other.id))
    expect(await readProblem(await ask(`/api/profiles/${other.id}`, { viewer }))).toMatchObject({
      code: 'PersonNotFound',
      title: 'User not found',
    })
    // After a block by name too, the viewer knows that they blocked this person.
    await block(viewer, { userIds: [other.id] })
    const entry = (await listBlocks(viewer)).find(({ userId }) => userId === other.id)
    expect(await (await ask(`/api/profiles/${other.id}`, { viewer })).json()).toMatchObject({ isBlockedByMe: true, blockId: entry?.id })
  })

  it('applies to an account that signs up later, from the start', async () => {
    const viewer = await addPerson('Waits')
    await blockAddress(viewer, emailOf('later-on'))
    await signUp('Zacharias Later', 'later-on')
    expect(await searchNames(viewer, 'zacharias')).toEqual([])
    expect((await listBlocks(viewer))[0]).toMatchObject({ userId: null, name: emailOf('later-on') })
    await unblock(viewer, (await listBlocks(viewer))[0]?.id ?? '')
    expect(await searchNames(viewer, 'zacharias')).toEqual(['Zacharias Later'])
  })

  it('applies to a person who changes to that email later, and removes their follows', async () => {
    const [viewer, mover] = [await addPerson('Waits Too'), await addPerson('Zora Moves')]
    await blockAddress(viewer, 'new-home@example.com')
    await env.DB.batch([
      env.DB.prepare('INSERT INTO follows VALUES (?1, ?2, 1), (?2, ?1, 1)').bind(viewer.id, mover.id),
      env.DB.prepare('INSERT INTO follow_totals VALUES (?1, 1), (?2, 1)').bind(viewer.id, mover.id),
    ])
    await changeEmail(mover.id, 'new-home@example.com')
    expect(await searchNames(viewer, 'zora')).toEqual([])
    const { results } = await env.DB.prepare('SELECT followers FROM follow_totals WHERE user_id IN (?, ?)').bind(viewer.id, mover.id).all()
    expect(results).toEqual([{ followers: 0 }, { followers: 0 }])
    expect(await env.DB.prepare('SELECT 1 FROM follows WHERE ? IN (follower_id, followed_id)').bind(mover.id).first()).toBeNull()
  })

  it('applies to the next account with that email after the first one was deleted', async () => {
    const [viewer, first] = [await addPerson('Waits'), await addPerson('First Owner')]
    const key = emailKeyOf(first.id)
    await blockAddress(viewer, emailOf(first.id))
    await deleteAccount(first.id)
    const next = await addPerson('Xenia Next')
    await changeEmail(next.id, key)
    expect(await searchNames(viewer, 'xenia')).toEqual([])
  })

  it('and a block by name of the same person are two entries, and each of them is enough', async () => {
    const [viewer, other] = [await addPerson('Both Ways'), await addPerson('Wanda Twice')]
    const list = await makeList(viewer)
    const byName = await putOnList(viewer, list, { userId: other.id })
    const byEmail = await putOnList(viewer, list, { email: emailOf(other.id) })
    const marks = async () => (await readList(viewer, list)).userListItems.map(({ isBlocked }) => isBlocked)
    expect(await (await block(viewer, { listItemIds: [byEmail] })).json()).toEqual({ blocked: 1 })
    expect(await marks()).toEqual([false, true])
    expect(await (await block(viewer, { listItemIds: [byName] })).json()).toEqual({ blocked: 1 })
    expect(await marks()).toEqual([true, true])
    for (const last of [1, 0]) {
      expect(await searchNames(viewer, 'wanda')).toEqual([])
      const entry = (await listBlocks(viewer)).find(({ email }) => (email === null) === (last === 1))
      expect((await unblock(viewer, entry?.id ?? '')).status).toBe(204)
    }
    expect(await searchNames(viewer, 'wanda')).toEqual(['Wanda Twice'])
    expect(await (await block(viewer, { listItemIds: [byEmail, byName] })).json()).toEqual({ blocked: 2 })
    expect(await searchNames(viewer, 'wanda')).toEqual([])
  })

  it('is refused for the viewer’s own email', async () => {
    const viewer = await addPerson('Own')
    const list = await makeList(viewer)
    expect(await readProblem(await addToList(viewer, list, { email: emailOf(viewer.id).toUpperCase() }))).toMatchObject({ status: 403 })
    // This entry was added before the viewer changed to that email.
    const item = await putOnList(viewer, list, { email: 'mine-later@example.com' })
    await changeEmail(viewer.id, 'mine-later@example.com')
    expect((await block(viewer, { listItemIds: [item] })).status).toBe(404)
    expect(await searchNames(await addPerson('Passer By'), 'own')).toContain('Own')
  })

  it('gets the same response at every step for emails with and without an account', async () => {
    const known = emailOf((await addPerson('Has An Account')).id)
    const unknown = 'nobody-at-all@local.test'
    const walk = async (email: string, viewer: Viewer) => {
      const secrets = [email]
      const steps: unknown[] = []
      const note = async (response: Response) => {
        const copy = response.clone()
        steps.push(await readComparable(response, secrets))
        return copy
      }
      const list = await makeList(viewer)
      secrets.push(list)
      const item = (await (await note(await addToList(viewer, list, { email }))).json<{ id: string }>()).id
      await note(await addToList(viewer, list, { email }))
      await note(await ask(`/api/user-lists/${list}`, { viewer }))
      await note(await block(viewer, { listItemIds: [item] }))
      await note(await block(viewer, { listItemIds: [item] }))
      await note(await ask(`/api/user-lists/${list}`, { viewer }))
      await note(await ask('/api/privacy/blocks', { viewer }))
      const [entry] = await listBlocks(viewer)
      await note(await unblock(viewer, entry?.id ?? ''))
      await note(await block(viewer, { listItemIds: [item] }))
      await note(await ask('/api/privacy/blocks', { viewer }))
      return steps
    }
    expect(await walk(known, await addPerson('Asks'))).toEqual(await walk(unknown, await addPerson('Asks')))
  })

  it('takes the same number of database round trips for emails with and without an account', async () => {
    const known = emailOf((await addPerson('Has An Account')).id)
    const tripsFor = async (email: string) => {
      const viewer = await addPerson('Asks')
      const list = await makeList(viewer)
      const added = await addToList(viewer, list, { email })
      const { id } = await added.clone().json<{ id: string }>()
      const blocked = await block(viewer, { listItemIds: [id] })
      return [added, blocked].map((answer) => /round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])
    }
    const trips = await tripsFor(known)
    expect(trips).toEqual([expect.any(String), expect.any(String)])
    expect(await tripsFor('nobody-here@local.test')).toEqual(trips)
  })
})
