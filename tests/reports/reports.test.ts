import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { ReportPage } from '../../domain/reports/contract.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { reportData } from '../../worker/reports/person-data.ts'
import { publishGame } from '../events/games.ts'
import { makeFriends, makePerson, makeTeam, say } from '../messages/people.ts'
import { openChat } from '../messages/sockets.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { addPlace } from '../places/places.ts'
import { addCrowd, block, crowd, enter, type Person, rowsOf } from '../profiles/people.ts'
import { asAdmin, ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
holdQueues()

let reporter: Person
let host: Person
beforeAll(async () => {
  ;[reporter, host] = await Promise.all([enter('reporter'), enter('reported-host')])
})

const report = (person: Person, json: object) => person.ask('/api/reports', { method: 'POST', json })
const openReports = async () => ((await (await ask('/api/admin/reports', { headers: asAdmin })).json()) as ReportPage).reports

describe('A report', () => {
  it('is open until an operator closes it, and is replaced when the person reports again', async () => {
    const id = await publishGame(host)
    expect((await report(reporter, { kind: 'event', subjectId: id, reason: 'spam', text: 'Sells shoes.' })).status).toBe(204)
    expect((await report(reporter, { kind: 'event', subjectId: id, reason: 'unsafe', text: 'The court is closed.' })).status).toBe(204)
    const found = (await openReports()).filter(({ subjectId }) => subjectId === id)
    expect(found).toEqual([
      expect.objectContaining({ kind: 'event', reason: 'unsafe', text: 'The court is closed.', reporterId: 'reporter' }),
    ])
    const close = () => ask(`/api/admin/reports/${found[0]?.id}`, { method: 'DELETE', headers: asAdmin })
    expect((await close()).status).toBe(204)
    expect((await close()).status).toBe(404)
    expect((await openReports()).filter(({ subjectId }) => subjectId === id)).toEqual([])
  })

  it('is possible only about what the person can see', async () => {
    const draft = await publishGame(host, {}, { publish: { when: 'never' } })
    await block('reported-host', 'reporter')
    const things = [
      { kind: 'event', subjectId: draft },
      { kind: 'event', subjectId: 'no-such-game' },
      { kind: 'place', subjectId: 'no-such-place' },
      { kind: 'person', subjectId: 'nobody' },
      { kind: 'person', subjectId: 'reported-host' },
    ]
    for (const thing of things) expect((await report(reporter, { ...thing, reason: 'spam' })).status).toBe(404)
    expect((await report(reporter, { kind: 'team', subjectId: 'x', reason: 'spam' })).status).toBe(400)
  })

  it.each(['place', 'person'] as const)('about a %s is read by moderators, and nobody who is reported learns of it', async (kind) => {
    const subjectId = kind === 'person' ? 'reported-host' : (await addPlace(host)).id
    const accuser = await enter(`accuser-of-a-${kind}`)
    expect((await report(accuser, { kind, subjectId, reason: 'unsafe', text: 'Knives.' })).status).toBe(204)
    const moderator = await enter('moderator')
    await env.DB.exec("INSERT OR IGNORE INTO admins VALUES ('moderator', 'moderator', 1)")
    const { reports } = await (await moderator.ask('/api/admin/reports')).json<ReportPage>()
    expect(reports.find((one) => one.subjectId === subjectId)).toMatchObject({ kind, reason: 'unsafe', reporterId: accuser.id })
    await deliverAll()
    for (const table of ['notices', 'outbox']) expect(await rowsOf(`SELECT * FROM ${table}`)).toEqual([])
    expect(JSON.stringify(await reportData.export(openPrimary(env.DB), 'reported-host', env))).not.toContain('Knives')
    for (const path of [`/api/${kind === 'person' ? 'profiles' : 'places'}/${subjectId}`, '/api/notifications']) {
      expect(await (await host.ask(path)).text()).not.toMatch(/accuser|Knives/)
    }
  })

  it('about a message keeps its words as they were, and goes with the account of its author', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, 'Sold: cheap knives')
    const subjectId = `${id}/${seq}`
    const send = (viewer: Viewer, text = '') =>
      ask('/api/reports', { method: 'POST', viewer, json: { kind: 'message', subjectId, reason: 'spam', text } })
    const own = async () => (await openReports()).filter((one) => one.subjectId === subjectId)
    expect((await send(ben, 'First')).status).toBe(204)
    const chat = await openChat(anna, id)
    chat.send({ type: 'edit', seq, text: 'Nothing bad' })
    await chat.next('changed')
    expect((await send(ben, 'Second')).status).toBe(204)
    const message = { authorId: anna.id, authorName: 'Anna', text: 'Sold: cheap knives' }
    expect(await own()).toEqual([expect.objectContaining({ kind: 'message', text: 'Second', reporterId: ben.id, message })])
    // After the report was closed, a new one is about what the message says now.
    await ask(`/api/admin/reports/${(await own())[0]?.id}`, { method: 'DELETE', headers: asAdmin })
    expect((await send(ben)).status).toBe(204)
    expect(await own()).toMatchObject([{ message: { text: 'Nothing bad' } }])
    const exported = JSON.stringify(await reportData.export(openPrimary(env.DB), anna.id, env))
    expect(exported).not.toContain('Nothing bad')
    await runBatch(openPrimary(env.DB), { erased: reportData.erase(anna.id, Date.now()) })
    expect(await own()).toEqual([])
  })

  it('about a message is only for who reads it, and not for its author', async () => {
    const [anna, ben, cleo] = [await makePerson('Anna'), await makePerson('Ben'), await makePerson('Cleo')]
    const id = `team_${await makeTeam(anna, ben, cleo)}`
    const { seq } = await say(anna, id, 'Hi')
    const statusFor = async (viewer: Viewer, subjectId = `${id}/${seq}`) =>
      (await ask('/api/reports', { method: 'POST', viewer, json: { kind: 'message', subjectId, reason: 'spam' } })).status
    expect(await statusFor(anna)).toBe(404)
    expect(await statusFor(await makePerson('Dora'))).toBe(404)
    expect(await statusFor(ben, `${id}/99`)).toBe(404)
    for (const wrong of [id, `${id}/0`, `${id}/x`, 'plain-id', `${id}/1/2`]) expect(await statusFor(ben, wrong)).toBe(400)
    await block(anna.id, cleo.id)
    expect(await statusFor(cleo)).toBe(404)
    const chat = await openChat(anna, id)
    chat.send({ type: 'delete', seq })
    await chat.next('changed')
    expect(await statusFor(ben)).toBe(404)
    expect((await openReports()).filter(({ subjectId }) => subjectId.startsWith(id))).toEqual([])
  })

  it('is refused after twenty reports in a day', async () => {
    const angry = await enter('angry')
    const people = crowd('annoying', 21)
    await addCrowd(people)
    for (const subjectId of people.slice(0, 20)) {
      expect((await report(angry, { kind: 'person', subjectId, reason: 'other' })).status).toBe(204)
    }
    expect((await readProblem(await report(angry, { kind: 'person', subjectId: people[20], reason: 'other' }))).code).toBe('TooManyReports')
  })
})
