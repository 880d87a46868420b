import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../../domain/reports/contract.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, enter, type Person } from '../profiles/people.ts'
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
