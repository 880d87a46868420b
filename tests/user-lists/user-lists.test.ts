import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { maxListItems, maxLists } from '../../domain/user-lists/contract.ts'
import { addPerson, addToList, makeList, putOnList, readList } from '../privacy/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

type Summary = { uid: string; name: string; count: number }

const lists = async (viewer: Viewer) => (await (await ask('/api/user-lists', { viewer })).json<{ lists: Summary[] }>()).lists

const changeList = (viewer: Viewer, method: 'PATCH' | 'DELETE', path: string, json?: unknown) =>
  ask(`/api/user-lists/${path}`, { viewer, method, ...(json === undefined ? {} : { json }) })

describe('User lists', () => {
  it('can be created, renamed, filled, shortened and deleted', async () => {
    const [viewer, friend] = [await addPerson('Owner'), await addPerson('Friend')]
    const created = await ask('/api/user-lists', { viewer, method: 'POST', json: { name: '  Tuesday   doubles ' } })
    expect(created.status).toBe(201)
    const { uid } = await created.json<Summary>()
    expect(await lists(viewer)).toEqual([{ uid, name: 'Tuesday doubles', count: 0 }])

    const person = await addToList(viewer, uid, { userId: friend.id })
    expect(person.status).toBe(201)
    const byName = { uid: friend.id, email: null, displayName: 'Friend', pictureUrl: null, isBlocked: false, id: expect.any(String) }
    expect(await person.json()).toEqual(byName)
    const byEmail = {
      uid: null,
      email: 'Sam@Example.com',
      displayName: 'Sam@Example.com',
      pictureUrl: null,
      isBlocked: false,
      id: expect.any(String),
    }
    expect(await (await addToList(viewer, uid, { email: ' Sam@Example.com ' })).json()).toEqual(byEmail)
    expect(await readList(viewer, uid)).toEqual({ uid, name: 'Tuesday doubles', userListItems: [byName, byEmail] })
    expect(await lists(viewer)).toEqual([{ uid, name: 'Tuesday doubles', count: 2 }])

    expect((await changeList(viewer, 'PATCH', uid, { name: 'Wednesdays' })).status).toBe(204)
    const [first] = (await readList(viewer, uid)).userListItems
    expect((await changeList(viewer, 'DELETE', `${uid}/items/${first?.id}`)).status).toBe(204)
    expect((await changeList(viewer, 'DELETE', `${uid}/items/${first?.id}`)).status).toBe(404)
    expect(await lists(viewer)).toEqual([{ uid, name: 'Wednesdays', count: 1 }])

    expect((await changeList(viewer, 'DELETE', uid)).status).toBe(204)
    expect(await lists(viewer)).toEqual([])
    expect((await changeList(viewer, 'DELETE', uid)).status).toBe(404)
  })

  it('contain each person and each email once, and return the existing entry', async () => {
    const [viewer, friend] = [await addPerson('Owner'), await addPerson('Friend')]
    const list = await makeList(viewer)
    const first = [await putOnList(viewer, list, { userId: friend.id }), await putOnList(viewer, list, { email: 'sam@example.com' })]
    const repeated = [await putOnList(viewer, list, { userId: friend.id }), await putOnList(viewer, list, { email: 'SAM@example.com' })]
    expect(repeated).toEqual(first)
    expect((await readList(viewer, list)).userListItems).toHaveLength(2)
  })

  it('are created once when the request is repeated', async () => {
    const viewer = await addPerson('Owner')
    const send = async () =>
      (
        await (
          await ask('/api/user-lists', { viewer, method: 'POST', json: { name: 'Once', idempotencyKey: 'key-12345678' } })
        ).json<Summary>()
      ).uid
    expect(await send()).toBe(await send())
    expect(await lists(viewer)).toHaveLength(1)
  })

  it('of other people do not exist for any request', async () => {
    const [owner, other] = [await addPerson('Owner'), await addPerson('Other')]
    const list = await makeList(owner)
    const item = await putOnList(owner, list, { email: 'sam@example.com' })
    const answers = await Promise.all([
      ask(`/api/user-lists/${list}`, { viewer: other }),
      changeList(other, 'PATCH', list, { name: 'Mine' }),
      changeList(other, 'DELETE', list),
      addToList(other, list, { email: 'eve@example.com' }),
      addToList(other, list, { userId: owner.id }),
      changeList(other, 'DELETE', `${list}/items/${item}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect(await lists(other)).toEqual([])
    expect(await readList(owner, list)).toMatchObject({ name: 'Tuesdays', userListItems: [{ id: item }] })
    // An entry can be deleted only through its own list.
    const ownOther = await makeList(owner)
    expect((await changeList(owner, 'DELETE', `${ownOther}/items/${item}`)).status).toBe(404)
  })

  it.each([{ name: '' }, { name: '   ' }, { name: 'x'.repeat(61) }, { name: '\u200B' }, { name: 7 }, {}])(
    'refuse the name in %j',
    async (json) => {
      const viewer = await addPerson('Owner')
      expect(await readProblem(await ask('/api/user-lists', { viewer, method: 'POST', json }))).toMatchObject({ status: 400 })
    },
  )

  it.each([
    {},
    { email: 'not an address' },
    { userId: 'nobody' },
    { userId: 'a', email: 'b@example.com' },
    { email: `${'x'.repeat(100)}@example.com` },
  ])('refuse the entry %j', async (json) => {
    const viewer = await addPerson('Owner')
    const answer = await addToList(viewer, await makeList(viewer), json as { email: string })
    expect([400, 404]).toContain(answer.status)
  })

  it('refuse their owner, by id and by email', async () => {
    const viewer = await addPerson('Owner')
    const list = await makeList(viewer)
    expect((await addToList(viewer, list, { userId: viewer.id })).status).toBe(404)
    expect(await readProblem(await addToList(viewer, list, { email: `${viewer.id}@local.test` }))).toMatchObject({
      title: 'This is your own email.',
    })
  })

  it('have a maximum number, and each has a maximum length', async () => {
    const viewer = await addPerson('Owner')
    const list = await makeList(viewer)
    await env.DB.prepare(
      "INSERT INTO user_list_items (id, list_id, email, email_key, created_at) SELECT 'full-' || value, ?, 'x', 'full-' || value, 1 FROM json_each(?)",
    )
      .bind(list, JSON.stringify(Array.from({ length: maxListItems - 1 }, (_, n) => n)))
      .run()
    expect((await addToList(viewer, list, { email: 'last@example.com' })).status).toBe(201)
    expect(await readProblem(await addToList(viewer, list, { email: 'one-more@example.com' }))).toMatchObject({ status: 409 })
    expect((await addToList(viewer, list, { email: 'last@example.com' })).status).toBe(201)
    await Promise.all(Array.from({ length: maxLists }, () => makeList(viewer)))
    expect(await lists(viewer)).toHaveLength(maxLists)
    const full = await ask('/api/user-lists', { viewer, method: 'POST', json: { name: 'One more' } })
    expect(await readProblem(full)).toMatchObject({ status: 409, title: `You can have up to ${maxLists} lists.` })
  })
})
