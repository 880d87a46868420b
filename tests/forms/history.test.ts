import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxNoteLength } from '../../domain/forms/limits.ts'
import { aboutWords } from '../../domain/forms/list-changes.ts'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import { formData } from '../../worker/forms/person-data.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { answersOf, idOf, makeTeam, publishForm, send } from './try-out.ts'

collectLog()
holdQueues()
let tests = 0
let owner: Person
let jo: Person
let form = ''
let ids: string[] = []

const at = (end: string) => `/api/forms/${form}/submissions${end}`
const change = async (what: object, chosen = ids) => {
  const answer = await owner.ask(at(''), { method: 'PATCH', json: { ids: chosen, change: what } })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json<{ ids: string[] }>()).ids.toSorted()
}
const read = async (person: Person, id = ids[0]): Promise<Submission> => (await person.ask(at(`/${id}`))).json()
const historyFor = async (person: Person) => (await read(person)).history.map(({ kind, changes }) => [kind, ...changes])

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`history-owner-${tests}`)
  jo = await enterAndSetUp(`history-jo-${tests}`)
  form = await publishForm(owner, await makeTeam(owner, 'Club'), undefined, { changesUntil: Date.now() + 10 ** 11 })
  ids = [await idOf(await send(jo, form, answersOf('Jo'))), await idOf(await send(jo, form, answersOf('Kim')))].toSorted()
})

describe('The history of a submission', () => {
  it('says which answers were changed, until the sender deletes their account', async () => {
    const before = (await read(jo)).answers
    const json = { answers: { ...before, f2: 'o2' }, revision: 1 }
    expect((await jo.ask(at(`/${ids[0]}`), { method: 'PUT', json })).status).toBe(200)
    const changed = { field: 'f2', row: null, before: 'Size 1', after: 'Size 2' }
    expect(await historyFor(owner)).toEqual([['changed', changed], ['sent']])
    // They know what they have changed.
    expect(await historyFor(jo)).toEqual([['changed'], ['sent']])
    const db = openPrimary(env.DB)
    expect(JSON.stringify(await formData.export(db, jo.id, env))).toContain('Size 2')
    await runBatch(db, { erased: formData.erase(jo.id, Date.now()) })
    await sendOutbox(env, db.outboxIds)
    expect(await rowsOf('SELECT kind, changes, user_id FROM submission_events WHERE submission_id = ?', ids[0])).toEqual([
      { kind: 'changed', changes: null, user_id: null },
    ])
  })

  it('keeps what was told to the sender, who reads the reason too, until they delete their account', async () => {
    const [id] = ids
    await change({ do: 'message', text: 'Bring shoes.', idempotencyKey: 'the-message-key' }, [id ?? ''])
    await change({ do: 'decline', reason: 'The camp is full.' }, [id ?? ''])
    const reason = ['declined', aboutWords('The camp is full.')]
    const byKind = async (person: Person) => (await historyFor(person)).toSorted(([a], [b]) => String(a).localeCompare(String(b)))
    expect(await byKind(owner)).toEqual([reason, ['messaged', aboutWords('Bring shoes.')], ['sent']])
    expect(await byKind(jo)).toEqual([reason, ['messaged'], ['sent']])
    const db = openPrimary(env.DB)
    expect(JSON.stringify(await formData.export(db, jo.id, env))).toContain('Bring shoes.')
    await runBatch(db, { erased: formData.erase(jo.id, Date.now()) })
    await sendOutbox(env, db.outboxIds)
    expect(await rowsOf('SELECT changes FROM submission_events WHERE submission_id = ? AND changes IS NOT NULL', id ?? '')).toEqual([])
  })

  it('has the tags that were added or removed for several, only for organizers', async () => {
    expect(await change({ do: 'addTag', tag: 'Late' })).toEqual(ids)
    expect(await change({ do: 'addTag', tag: 'Late' })).toEqual(ids)
    expect(await change({ do: 'removeTag', tag: 'Late' })).toEqual(ids)
    expect(await change({ do: 'removeTag', tag: 'Late' })).toEqual(ids)
    expect((await historyFor(owner)).toSorted()).toEqual([['sent'], ['tagged', aboutWords('Late')], ['untagged', aboutWords('Late')]])
    expect(await historyFor(jo)).toEqual([['sent']])
  })
})

describe('The note of a submission', () => {
  const write = async (note: string, before: string) =>
    (await owner.ask(at(`/${ids[0]}/marks`), { method: 'PUT', json: { note, before } })).status
  const stored = async () => (await read(owner)).organizer

  it('is not overwritten by somebody who has not seen it', async () => {
    expect(await write('Paid cash', '')).toBe(204)
    expect(await write('Called', '')).toBe(409)
    // A tag says nothing about the note, or about other tags.
    await change({ do: 'addTag', tag: 'Late' })
    await change({ do: 'addTag', tag: 'Called' })
    expect(await stored()).toEqual({ tags: ['Called', 'Late'], note: 'Paid cash' })
    expect(await write('Paid cash\nCalled', 'Paid cash')).toBe(204)
    expect((await stored())?.note).toBe('Paid cash\nCalled')
  })

  it('is stored once, also if the same request comes again', async () => {
    for (const _ of [1, 2]) expect(await write('Called', '')).toBe(204)
    expect((await historyFor(owner)).map(([kind]) => kind)).toEqual(['noted', 'sent'])
  })
})

describe('A note for several submissions', () => {
  const note = (text: string, idempotencyKey: string) => change({ do: 'addNote', text, idempotencyKey })

  it('goes to the end of each, once', async () => {
    await owner.ask(at(`/${ids[0]}/marks`), { method: 'PUT', json: { note: 'First', before: '' } })
    for (const _ of [1, 2]) expect(await note('Called their parents', 'the-note-key-1')).toEqual(ids)
    expect((await read(owner)).organizer?.note).toBe('First\nCalled their parents')
    expect((await read(owner, ids[1])).organizer?.note).toBe('Called their parents')
    expect((await historyFor(owner)).map(([kind]) => kind)).toEqual(['noted', 'noted', 'sent'])
    const answer = await jo.ask(at(''), {
      method: 'PATCH',
      json: { ids, change: { do: 'addNote', text: 'Mine', idempotencyKey: 'mine-key' } },
    })
    expect(answer.status).toBe(404)
  })

  it('leaves a note as it is that has no room', async () => {
    await owner.ask(at(`/${ids[0]}/marks`), { method: 'PUT', json: { note: 'x'.repeat(maxNoteLength), before: '' } })
    expect(await note('More', 'the-note-key-2')).toEqual([ids[1]])
    expect((await read(owner)).organizer?.note).toHaveLength(maxNoteLength)
  })
})
