import { createExecutionContext, createMessageBatch, getQueueResult, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionEndedCode } from '../../domain/presence/contract.ts'
import type { Job } from '../../worker/env.ts'
import worker from '../../worker/index.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
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

const deleteAccount = (browser: Browser, confirm = 'DELETE') => browser.ask('/api/accounts', { method: 'DELETE', json: { confirm } })

type Plan = { teams: { id: string; name: string; role: string; members: { id: string; name: string; pictureUrl: string | null }[] }[] }
const readPlan = async (browser: Browser) => (await (await browser.ask('/api/accounts/deletion')).json<Plan>()).teams

async function makeNamedPerson(name?: string) {
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
  it('ends every session, sends a confirmation email, and makes the account impossible to sign in to', async () => {
    const me = await makeNamedPerson('Maya')
    const phone = new Browser()
    await phone.signIn(me.email, me.password)
    const answer = await deleteAccount(me.browser)
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie().join()).toMatch(/session-token=;.*max-age=0/i)
    expect(me.browser.cookie('authjs.session-token')).toBeUndefined()
    expect([await me.browser.viewer(), await phone.viewer()]).toEqual([null, null])
    expect((await mailsTo(me.email)).map(({ name }) => name)).toEqual(['account-deleted'])
    expect((await mailsTo(me.email))[0]).toMatchObject({ data: { username: 'Maya' } })
    expect(await new Browser().signIn(me.email, me.password)).toBe('EmailNotFound')
    const queued = await env.DB.prepare("SELECT body FROM outbox WHERE queue = 'work' ORDER BY body").all<{ body: string }>()
    expect(queued.results.map(({ body }) => JSON.parse(body))).toEqual([
      { kind: 'erase-files', keys: ['avatars/photo-Maya/'] },
      { kind: 'forget-objects', userId: me.id },
    ])
  })

  it('frees the email for a new account', async () => {
    const me = await makeNamedPerson()
    await deleteAccount(me.browser)
    const nextPerson = await makePerson(me.email)
    const viewer = await nextPerson.browser.viewer()
    expect(viewer).toMatchObject({ emailVerified: true })
    expect(viewer?.id).not.toBe(me.id)
  })

  it.each(['delete', 'DELETE ', 'Delete', ''])('needs exactly the word DELETE, not "%s"', async (word) => {
    const me = await makeNamedPerson()
    expect((await deleteAccount(me.browser, word)).status).toBe(400)
    expect(await me.browser.viewer()).not.toBeNull()
  })

  it('is refused while the person is in a team, and then erases nothing', async () => {
    const [me, other] = [await makeNamedPerson('Maya'), await makeNamedPerson('Omar')]
    const ownTeam = await makeTeam('Court Crew', me.id, other.id)
    const otherTeam = await makeTeam('River Rats', other.id, me.id)
    await env.DB.prepare("INSERT INTO user_betas VALUES (?, 'x', 1)").bind(me.id).run()
    expect(await readProblem(await deleteAccount(me.browser))).toMatchObject({
      code: 'StillInTeams',
      title: expect.stringContaining('communities'),
    })
    expect(await me.browser.viewer()).toMatchObject({ name: 'Maya' })
    expect(await env.DB.prepare('SELECT count(*) AS n FROM user_betas WHERE user_id = ?').bind(me.id).first('n')).toBe(1)
    expect((await mailsTo(me.email)).map(({ name }) => name)).not.toContain('account-deleted')

    expect(await readPlan(me.browser)).toEqual([
      {
        id: ownTeam,
        name: 'Court Crew',
        role: 'owner',
        members: [{ id: other.id, name: 'Omar', pictureUrl: '/files/avatars/photo-Omar/96' }],
        handOver: null,
      },
      { id: otherTeam, name: 'River Rats', role: 'member', members: [], handOver: null },
    ])
    const handOver = (to: string) => me.browser.ask(`/api/teams/${ownTeam}/hand-over`, { method: 'POST', json: { to } })
    expect((await handOver(other.id)).status).toBe(204)
    expect((await readPlan(me.browser))[0]).toMatchObject({ role: 'owner', handOver: { person: { id: other.id, name: 'Omar' } } })
    expect((await deleteAccount(me.browser)).status).toBe(409)
    expect((await other.browser.ask(`/api/teams/${ownTeam}/hand-over/accept`, { method: 'POST' })).status).toBe(204)
    expect((await readPlan(me.browser)).map(({ id, role }) => [id, role])).toEqual([
      [ownTeam, 'organizer'],
      [otherTeam, 'member'],
    ])
    for (const id of [ownTeam, otherTeam])
      expect((await me.browser.ask(`/api/teams/${id}/members/me`, { method: 'DELETE' })).status).toBe(204)
    expect(await readPlan(me.browser)).toEqual([])
    expect((await deleteAccount(me.browser)).status).toBe(204)
    expect(await env.DB.prepare('SELECT creator_id FROM teams WHERE id = ?').bind(ownTeam).first('creator_id')).toBeNull()
  })

  it('does not offer people with a block between them as the next owner, and does not reveal the block', async () => {
    const [me, foe, friend] = [await makeNamedPerson('Maya'), await makeNamedPerson('Foe'), await makeNamedPerson('Friend')]
    const team = await makeTeam('Court Crew', me.id, foe.id, friend.id)
    await env.DB.prepare('INSERT INTO blocks VALUES (?, ?, ?, NULL, NULL, 1)').bind(crypto.randomUUID(), foe.id, me.id).run()
    expect((await readPlan(me.browser))[0]?.members.map(({ name }) => name)).toEqual(['Friend'])
    const answer = await me.browser.ask(`/api/teams/${team}/hand-over`, { method: 'POST', json: { to: foe.id } })
    expect(await readProblem(answer)).toMatchObject({ code: 'PersonNotFound', title: 'User not found' })
  })

  it('runs once when several tabs request it at the same time', async () => {
    const me = await makeNamedPerson()
    const statuses = (await Promise.all([1, 2, 3].map(() => deleteAccount(me.browser)))).map(({ status }) => status)
    expect(statuses).toContain(204)
    expect(statuses.every((status) => status === 204 || status === 401)).toBe(true)
    expect(await mailsTo(me.email)).toHaveLength(1)
    expect(await mailsTo(`deleted:${me.id}`)).toEqual([])
  })

  it('either is refused or happens when the person joins a team at the same moment, but never leaves a deleted member', async () => {
    for (let round = 0; round < 5; round++) {
      const [me, other] = [await makeNamedPerson(), await makeNamedPerson()]
      const team = await makeTeam('Court Crew', other.id)
      const [answer] = await Promise.all([
        deleteAccount(me.browser),
        addMember(db(), clock(), asPerson(other.id), team, me.id).catch(() => undefined),
      ])
      const isIn = (await env.DB.prepare('SELECT count(*) AS n FROM team_members WHERE user_id = ?').bind(me.id).first('n')) === 1
      expect([answer.status, isIn]).toEqual(isIn ? [409, true] : [204, false])
    }
  })

  it('deletes the presence of the person', async () => {
    const me = await makeNamedPerson()
    const socket = await me.browser.ask('/api/presence/socket', { headers: { upgrade: 'websocket' } })
    const closed = new Promise((resolve) => socket.webSocket?.addEventListener('close', ({ reason }) => resolve(reason)))
    socket.webSocket?.accept()
    await deleteAccount(me.browser)
    expect(await closed).toBe('signed out')
    await vi.waitFor(async () => expect(await env.PRESENCE.getByName(me.id).status()).toMatchObject({ online: false }))
    // The browser confirms the close later. That must not store anything again.
    await runInDurableObject(env.PRESENCE.getByName(me.id), async (_, state) => {
      await vi.waitFor(() => expect(state.getWebSockets()).toHaveLength(0))
      expect(await state.storage.list()).toEqual(new Map())
    })
  })

  it('also erases the Durable Object by a job if the first attempt fails, and the job may run twice', async () => {
    const me = await makeNamedPerson()
    const presence = env.PRESENCE.getByName(me.id)
    const open = await me.browser.ask('/api/presence/socket', { headers: { upgrade: 'websocket' } })
    const closed = new Promise((resolve) => open.webSocket?.addEventListener('close', ({ code }) => resolve(code)))
    open.webSocket?.accept()
    vi.spyOn(env.PRESENCE, 'getByName').mockReturnValueOnce({ forget: () => Promise.reject(new Error('away')) } as never)
    await deleteAccount(me.browser)
    expect(await runInDurableObject(presence, (_, state) => state.storage.get('since'))).toBeTypeOf('number')

    for (const id of ['forget-1', 'forget-2']) {
      const message = { id, timestamp: new Date(), attempts: 1, body: { id, body: { kind: 'forget-objects', userId: me.id } } }
      const batch = createMessageBatch<Job<unknown>>('gather-work', [message])
      await worker.queue(batch, env)
      expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual([id])
    }
    expect(await closed).toBe(sessionEndedCode)
    await runInDurableObject(presence, async (_, state) => {
      await vi.waitFor(() => expect(state.getWebSockets()).toHaveLength(0))
      expect(await state.storage.list()).toEqual(new Map())
    })
  })

  it('deletes undelivered emails to others that contain the name of the person', async () => {
    const [me, other] = [await makeNamedPerson('Maya'), await makeNamedPerson('Omar')]
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
    await deleteAccount(me.browser)
    const remaining = await env.DB.prepare(
      "SELECT id FROM jobs WHERE id LIKE 'of-%' UNION ALL SELECT id FROM outbox WHERE id LIKE 'of-%'",
    ).all()
    expect(remaining.results).toEqual([{ id: 'of-somebody' }, { id: 'of-somebody' }])
  })

  it('is refused for people who are not signed in', async () => {
    expect((await ask('/api/accounts', { method: 'DELETE', json: { confirm: 'DELETE' } })).status).toBe(401)
    expect((await ask('/api/accounts/deletion')).status).toBe(401)
  })
})
