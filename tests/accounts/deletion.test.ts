import { createExecutionContext, createMessageBatch, getQueueResult, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionEnded } from '../../domain/presence/contract.ts'
import type { Job } from '../../worker/env.ts'
import worker from '../../worker/index.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/acting.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { ask, readProblem } from '../setup/client.ts'
import { Browser, mailsTo, makePerson } from './people.ts'

beforeEach(() => {
  vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test'))
  vi.spyOn(env.WORK_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test'))
})

const db = () => openPrimary(env.DB)
const clock = () => ({ now: Date.now(), newId: () => crypto.randomUUID() })

const remove = (browser: Browser, confirm = 'DELETE') => browser.ask('/api/accounts', { method: 'DELETE', json: { confirm } })

type Plan = { teams: { id: string; name: string; role: string; members: { id: string; name: string; pictureUrl: string | null }[] }[] }
const plan = async (browser: Browser) => (await (await browser.ask('/api/accounts/deletion')).json<Plan>()).teams

async function someone(name?: string) {
  const person = await makePerson()
  const id = (await person.browser.viewer())?.id ?? ''
  if (name) await env.DB.prepare('UPDATE users SET display_name = ?, photo_key = ? WHERE id = ?').bind(name, `photo-${name}`, id).run()
  return { ...person, id }
}

/** A team with its owner and members, in that order. */
async function makeTeam(name: string, owner: string, ...members: string[]): Promise<string> {
  const id = await createTeam(db(), clock(), owner, { name, description: '' })
  for (const member of members) await addMember(db(), clock(), asPerson(owner), id, member)
  return id
}

describe('Deleting an account', () => {
  it('ends every session, says goodbye by mail, and leaves a name nobody can find', async () => {
    const me = await someone('Maya')
    const phone = new Browser()
    await phone.signIn(me.email, me.password)
    const answer = await remove(me.browser)
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie().join()).toMatch(/session-token=;.*max-age=0/i)
    expect(me.browser.cookie('authjs.session-token')).toBeUndefined()
    expect([await me.browser.viewer(), await phone.viewer()]).toEqual([null, null])
    expect((await mailsTo(me.email)).map(({ name }) => name)).toEqual(['account-deleted'])
    expect((await mailsTo(me.email))[0]).toMatchObject({ data: { username: 'Maya' } })
    expect(await new Browser().signIn(me.email, me.password)).toBe('EmailNotFound')
    const queued = await env.DB.prepare("SELECT body FROM outbox WHERE queue = 'work' ORDER BY rowid").all<{ body: string }>()
    expect(queued.results.map(({ body }) => JSON.parse(body))).toEqual([
      { kind: 'erase-files', keys: ['avatars/photo-Maya/'] },
      { kind: 'forget-objects', userId: me.id },
    ])
  })

  it('makes the address free again', async () => {
    const me = await someone()
    await remove(me.browser)
    const again = await makePerson(me.email)
    const viewer = await again.browser.viewer()
    expect(viewer).toMatchObject({ emailVerified: true })
    expect(viewer?.id).not.toBe(me.id)
  })

  it.each(['delete', 'DELETE ', 'Delete', ''])('needs the very word, not "%s"', async (word) => {
    const me = await someone()
    expect((await remove(me.browser, word)).status).toBe(400)
    expect(await me.browser.viewer()).not.toBeNull()
  })

  it('is refused while the person is in a team, and then nothing at all was erased', async () => {
    const [me, other] = [await someone('Maya'), await someone('Omar')]
    const mine = await makeTeam('Court Crew', me.id, other.id)
    const theirs = await makeTeam('River Rats', other.id, me.id)
    await env.DB.prepare("INSERT INTO user_betas VALUES (?, 'x', 1)").bind(me.id).run()
    expect(await readProblem(await remove(me.browser))).toMatchObject({
      code: 'StillInTeams',
      title: expect.stringContaining('communities'),
    })
    expect(await me.browser.viewer()).toMatchObject({ name: 'Maya' })
    expect(await env.DB.prepare('SELECT count(*) AS n FROM user_betas WHERE user_id = ?').bind(me.id).first('n')).toBe(1)
    expect((await mailsTo(me.email)).map(({ name }) => name)).not.toContain('account-deleted')

    expect(await plan(me.browser)).toEqual([
      {
        id: mine,
        name: 'Court Crew',
        role: 'owner',
        members: [{ id: other.id, name: 'Omar', pictureUrl: '/files/avatars/photo-Omar/96' }],
      },
      { id: theirs, name: 'River Rats', role: 'member', members: [] },
    ])
    const hand = (to: string) => me.browser.ask(`/api/teams/${mine}/hand-over`, { method: 'POST', json: { to } })
    expect((await hand(other.id)).status).toBe(204)
    expect((await plan(me.browser)).map(({ id, role }) => [id, role])).toEqual([
      [mine, 'organizer'],
      [theirs, 'member'],
    ])
    for (const id of [mine, theirs]) expect((await me.browser.ask(`/api/teams/${id}/members/me`, { method: 'DELETE' })).status).toBe(204)
    expect(await plan(me.browser)).toEqual([])
    expect((await remove(me.browser)).status).toBe(204)
    expect(await env.DB.prepare('SELECT creator_id FROM teams WHERE id = ?').bind(mine).first('creator_id')).toBeNull()
  })

  it('offers nobody as the next owner with whom there is a block, and tells not why', async () => {
    const [me, foe, friend] = [await someone('Maya'), await someone('Foe'), await someone('Friend')]
    const team = await makeTeam('Court Crew', me.id, foe.id, friend.id)
    await env.DB.prepare('INSERT INTO blocks VALUES (?, ?, ?, NULL, NULL, 1)').bind(crypto.randomUUID(), foe.id, me.id).run()
    expect((await plan(me.browser))[0]?.members.map(({ name }) => name)).toEqual(['Friend'])
    const answer = await me.browser.ask(`/api/teams/${team}/hand-over`, { method: 'POST', json: { to: foe.id } })
    expect(await readProblem(answer)).toMatchObject({ code: 'PersonNotFound', title: 'User not found' })
  })

  it('asked for by two tabs at once is done once', async () => {
    const me = await someone()
    const statuses = (await Promise.all([1, 2, 3].map(() => remove(me.browser)))).map(({ status }) => status)
    expect(statuses).toContain(204)
    expect(statuses.every((status) => status === 204 || status === 401)).toBe(true)
    expect(await mailsTo(me.email)).toHaveLength(1)
    expect(await mailsTo(`deleted:${me.id}`)).toEqual([])
  })

  it('loses to a team joined at the same moment, or wins over it, but never both', async () => {
    for (let round = 0; round < 5; round++) {
      const [me, other] = [await someone(), await someone()]
      const team = await makeTeam('Court Crew', other.id)
      const [answer] = await Promise.all([
        remove(me.browser),
        addMember(db(), clock(), asPerson(other.id), team, me.id).catch(() => undefined),
      ])
      const isIn = (await env.DB.prepare('SELECT count(*) AS n FROM team_members WHERE user_id = ?').bind(me.id).first('n')) === 1
      expect([answer.status, isIn]).toEqual(isIn ? [409, true] : [204, false])
    }
  })

  it('forgets when the person was online', async () => {
    const me = await someone()
    const socket = await me.browser.ask('/api/presence/socket', { headers: { upgrade: 'websocket' } })
    const closed = new Promise((resolve) => socket.webSocket?.addEventListener('close', ({ reason }) => resolve(reason)))
    socket.webSocket?.accept()
    await remove(me.browser)
    expect(await closed).toBe('signed out')
    await vi.waitFor(async () => expect(await env.PRESENCE.getByName(me.id).status()).toMatchObject({ online: false }))
    // The browser's half of the closing comes later, and must not write anything down again.
    await runInDurableObject(env.PRESENCE.getByName(me.id), async (_, state) => {
      await vi.waitFor(() => expect(state.getWebSockets()).toHaveLength(0))
      expect(await state.storage.list()).toEqual(new Map())
    })
  })

  it('has their objects forgotten by a job too, should that fail at first, and once more does no harm', async () => {
    const me = await someone()
    const presence = env.PRESENCE.getByName(me.id)
    const open = await me.browser.ask('/api/presence/socket', { headers: { upgrade: 'websocket' } })
    const closed = new Promise((resolve) => open.webSocket?.addEventListener('close', ({ code }) => resolve(code)))
    open.webSocket?.accept()
    vi.spyOn(env.PRESENCE, 'getByName').mockReturnValueOnce({ forget: () => Promise.reject(new Error('away')) } as never)
    await remove(me.browser)
    expect(await runInDurableObject(presence, (_, state) => state.storage.get('since'))).toBeTypeOf('number')

    for (const id of ['forget-1', 'forget-2']) {
      const message = { id, timestamp: new Date(), attempts: 1, body: { id, body: { kind: 'forget-objects', userId: me.id } } }
      const batch = createMessageBatch<Job<unknown>>('gather-work', [message])
      await worker.queue(batch, env)
      expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual([id])
    }
    expect(await closed).toBe(sessionEnded)
    await runInDurableObject(presence, async (_, state) => {
      await vi.waitFor(() => expect(state.getWebSockets()).toHaveLength(0))
      expect(await state.storage.list()).toEqual(new Map())
    })
  })

  it('takes their name out of mails to others that could not be delivered', async () => {
    const [me, other] = [await someone('Maya'), await someone('Omar')]
    const mail = (actorId: string) =>
      JSON.stringify({
        to: other.email,
        notice: { userId: other.id, key: `follow:${actorId}`, actorId },
        template: { name: 'notice', data: {} },
      })
    const keep = (id: string, actorId: string) => [
      env.DB.prepare("INSERT INTO jobs VALUES (?, 'mail', 'dead', ?, 'down', 5, 1)").bind(id, mail(actorId)),
      env.DB.prepare("INSERT INTO outbox VALUES (?, 'mail', ?, 1)").bind(id, mail(actorId)),
    ]
    await env.DB.batch([...keep('of-maya', me.id), ...keep('of-somebody', 'somebody')])
    await remove(me.browser)
    const left = await env.DB.prepare("SELECT id FROM jobs WHERE id LIKE 'of-%' UNION ALL SELECT id FROM outbox WHERE id LIKE 'of-%'").all()
    expect(left.results).toEqual([{ id: 'of-somebody' }, { id: 'of-somebody' }])
  })

  it('is nothing for who is not signed in', async () => {
    expect((await ask('/api/accounts', { method: 'DELETE', json: { confirm: 'DELETE' } })).status).toBe(401)
    expect((await ask('/api/accounts/deletion')).status).toBe(401)
  })
})
