import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../../domain/reports/contract.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { reportData } from '../../worker/reports/person-data.ts'
import { publishGame } from '../events/games.ts'
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
