import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FeedbackPage, feedbackADay, maxFeedbackLength } from '../../domain/feedback/contract.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { asAdmin, ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

beforeEach(async () => {
  await env.DB.exec('DELETE FROM feedback')
})

const give = (person: Person, json: object) => person.ask('/api/feedback', { method: 'POST', json })
const readAll = async (query = ''): Promise<FeedbackPage> => (await ask(`/api/admin/feedback${query}`, { headers: asAdmin })).json()

describe('Feedback', () => {
  it('reaches an operator, newest first and without a name', async () => {
    const ana = await enter('ana')
    await give(ana, { rating: 2, text: 'Slow.' })
    await env.DB.exec('UPDATE feedback SET created_at = created_at - 5')
    expect((await give(ana, { rating: 5, text: '  Better.\n' })).status).toBe(204)
    const { feedback, next } = await readAll()
    expect(feedback).toEqual([
      { id: expect.any(String), rating: 5, text: 'Better.', createdAt: expect.any(Number) },
      { id: expect.any(String), rating: 2, text: 'Slow.', createdAt: expect.any(Number) },
    ])
    expect(next).toBeNull()
  })

  it('is plenty after ten a day, sent at once too, and for that person only', async () => {
    const [ana, bo] = await Promise.all([enter('ana'), enter('bo')])
    const answers = await Promise.all(Array.from({ length: feedbackADay + 5 }, () => give(ana, { rating: 1, text: '' })))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(feedbackADay)
    expect(await readProblem(await give(ana, { rating: 1, text: '' }))).toMatchObject({ code: 'EnoughFeedback' })
    expect((await give(bo, { rating: 4, text: '' })).status).toBe(204)
    await env.DB.exec(`UPDATE feedback SET created_at = created_at - ${24 * 60 * 60 * 1000}`)
    expect((await give(ana, { rating: 3, text: '' })).status).toBe(204)
  })

  it.each([
    { rating: 0, text: '' },
    { rating: 6, text: '' },
    { rating: 2.5, text: '' },
    { text: 'No rating.' },
    { rating: 3, text: 'x'.repeat(maxFeedbackLength + 1) },
  ])('refuses %j', async (json) => {
    expect((await give(await enter('ana'), json)).status).toBe(400)
    expect(await rowsOf('SELECT * FROM feedback')).toEqual([])
  })

  it('comes in pages, each once', async () => {
    await env.DB.prepare("INSERT INTO feedback SELECT 'id-' || key, NULL, 3, '', key / 20 FROM json_each(?)")
      .bind(JSON.stringify(Array(120).fill(0)))
      .run()
    const ids: string[] = []
    for (let query: string | null = ''; query !== null; ) {
      const page: FeedbackPage = await readAll(query)
      ids.push(...page.feedback.map(({ id }) => id))
      query = page.next === null ? null : `?cursor=${page.next}`
    }
    expect(ids).toHaveLength(120)
    expect(new Set(ids).size).toBe(120)
  })
})
