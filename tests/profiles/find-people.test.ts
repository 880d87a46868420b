import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { runBatch } from '../../worker/platform/batch.ts'
import { openDatabase } from '../../worker/platform/database.ts'
import { searchPeople } from '../../worker/profiles/find-people.ts'
import { indexName } from '../../worker/profiles/index-name.ts'
import { addPerson, db, deleteAccount, searchNames } from '../privacy/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

describe('The search for people', () => {
  it('finds a person by the beginning of any word of their name, in any case and without accents', async () => {
    const viewer = await addPerson('Looks Around')
    await addPerson('Zoë Fernández')
    for (const q of ['zoe', 'ZOË', 'fer', 'Fernandez', 'fern zo', '  zo   fern ']) {
      expect(await searchNames(viewer, q), q).toEqual(['Zoë Fernández'])
    }
    for (const q of ['oe', 'ernandez', 'zoe smith', '!!', '%%', '_oe']) expect(await searchNames(viewer, q), q).toEqual([])
  })

  it('returns only the name and the picture', async () => {
    const viewer = await addPerson('Looks Around')
    const { id } = await addPerson('Quentin Face')
    const answer = await ask('/api/people?q=quentin', { viewer })
    expect(await answer.json()).toEqual({ people: [{ id, name: 'Quentin Face', pictureUrl: null }] })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('returns exact matches first, and at most ten people', async () => {
    const viewer = await addPerson('Looks Around')
    for (let n = 0; n < 12; n++) await addPerson(`Brianna ${n}`)
    await addPerson('Brian Last')
    const names = await searchNames(viewer, 'brian')
    expect(names).toHaveLength(10)
    expect(names[0]).toBe('Brian Last')
  })

  it('returns each person once, and leaves out the viewer', async () => {
    const viewer = await addPerson('Ottokar Self')
    await addPerson('Otto Ottoson Ottman')
    expect(await searchNames(viewer, 'otto')).toEqual(['Otto Ottoson Ottman'])
  })

  it('does not find old names and deleted accounts', async () => {
    const viewer = await addPerson('Looks Around')
    const person = await addPerson('Wilhelmina Old')
    await runBatch(db, { indexed: indexName(person.id, 'Wilma Old') })
    expect(await searchNames(viewer, 'wilhel')).toEqual([])
    expect(await searchNames(viewer, 'wilma')).toHaveLength(1)
    await deleteAccount(person.id)
    expect(await searchNames(viewer, 'wilma')).toEqual([])
  })

  it('needs two to eighty letters and a signed-in viewer', async () => {
    const viewer = await addPerson('Looks Around')
    expect(await readProblem(await ask('/api/people?q=z', { viewer }))).toMatchObject({ status: 400 })
    expect(await readProblem(await ask(`/api/people?q=${'z'.repeat(81)}`, { viewer }))).toMatchObject({ status: 400 })
    expect(await readProblem(await ask('/api/people?q=zoe'))).toMatchObject({ status: 401 })
  })

  it('reads a limited number of rows, even if many people share a name', async () => {
    const viewer = await addPerson('Looks Around')
    const many = Array.from({ length: 1500 }, (_, n) => ({ id: `crowd-${n}`, word: `sam${n}` }))
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO users (id, email, email_key, display_name, created_at, updated_at) SELECT value->>'id', value->>'id', value->>'id', 'Sam Crowd', 1, 1 FROM json_each(?)",
      ).bind(JSON.stringify(many)),
      env.DB.prepare(
        "INSERT INTO profile_words (word, user_id) SELECT value->>'word', value->>'id' FROM json_each(?1) UNION ALL SELECT 'crowd', value->>'id' FROM json_each(?1)",
      ).bind(JSON.stringify(many)),
    ])
    await addPerson('Samuel Rarely')
    const rowsFor = async (q: string) => {
      const { db: counted, count } = openDatabase(env.DB, { write: false }, { counting: true, outboxIds: [] })
      const found = await searchPeople(counted, viewer.id, q)
      return { found: found.length, rows: count.rowsRead, trips: count.roundTrips }
    }
    const one = await rowsFor('sam')
    const common = await rowsFor('crowd nobody')
    const rare = await rowsFor('sam rarely')
    expect(one).toMatchObject({ found: 10, trips: 1 })
    expect(one.rows).toBeLessThanOrEqual(100)
    expect(common).toMatchObject({ found: 0, trips: 1 })
    expect(common.rows).toBeLessThanOrEqual(1100)
    // The rare word finds a person whom a search for only the common word would miss.
    expect(rare).toMatchObject({ found: 1 })
  })
})
