import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FeedbackPage, maxFeedbackLength, maxFeedbackPerDay } from '../../domain/feedback/contract.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { asAdmin, ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

beforeEach(async () => {
  await env.DB.exec('DELETE FROM feedback')
})

const giveFeedback = (person: Person, json: object) => person.ask('/api/feedback', { method: 'POST', json })
const readFeedbackPage = async (query = ''): Promise<FeedbackPage> =>
  (await ask(`/api/admin/feedback${query}`, { headers: asAdmin })).json()

describe('Feedback', () => {
  it('is listed for an operator, newest first and without names', async () => {
    const ana = await enter('ana')
    await giveFeedback(ana, { rating: 2, text: 'Slow.' })
    await env.DB.exec('UPDATE feedback SET created_at = created_at - 5')
    expect((await giveFeedback(ana, { rating: 5, text: '  Better.\n' })).status).toBe(204)
    const { feedback, next } = await readFeedbackPage()
    expect(feedback).toEqual([
      { id: expect.any(String), rating: 5, text: 'Better.', createdAt: expect.any(Number) },
      { id: expect.any(String), rating: 2, text: 'Slow.', createdAt: expect.any(Number) },
    ])
    expect(next).toBeNull()
  })

  it('is limited to ten per person and day, even when sent at the same time', async () => {
    const [ana, bo] = await Promise.all([enter('ana'), enter('bo')])
    const answers = await Promise.all(Array.from({ length: maxFeedbackPerDay + 5 }, () => giveFeedback(ana, { rating: 1, text: '' })))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(maxFeedbackPerDay)
    expect(await readProblem(await giveFeedback(ana, { rating: 1, text: '' }))).toMatchObject({ code: 'TooMuchFeedback' })
    expect((await giveFeedback(bo, { rating: 4, text: '' })).status).toBe(204)
    await env.DB.exec(`UPDATE feedback SET created_at = created_at - ${24 * 60 * 60 * 1000}`)
    expect((await giveFeedback(ana, { rating: 3, text: '' })).status).toBe(204)
  })

  it.each([
    { rating: 0, text: '' },
    { rating: 6, text: '' },
    { rating: 2.5, text: '' },
    { text: 'No rating.' },
    { rating: 3, text: 'x'.repeat(maxFeedbackLength + 1) },
  ])('refuses %j', async (json) => {
    expect((await giveFeedback(await enter('ana'), json)).status).toBe(400)
    expect(await rowsOf('SELECT * FROM feedback')).toEqual([])
  })

  it('comes in pages, with each entry once', async () => {
    await env.DB.prepare("INSERT INTO feedback SELECT 'id-' || key, NULL, 3, '', key / 20 FROM json_each(?)")
      .bind(JSON.stringify(Array(120).fill(0)))
      .run()
    const ids: string[] = []
    for (let query: string | null = ''; query !== null; ) {
      const page: FeedbackPage = await readFeedbackPage(query)
      ids.push(...page.feedback.map(({ id }) => id))
      query = page.next === null ? null : `?cursor=${page.next}`
    }
    expect(ids).toHaveLength(120)
    expect(new Set(ids).size).toBe(120)
  })
})
