import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { ParsedQuestion } from '../../domain/ask/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { app } from '../../worker/app.ts'
import { enterAndSetUp } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addCities } from '../world/build-world.ts'

const log = collectLog()

beforeAll(() => addCities(env.DB, inject('cities')))

const askPath = (q: string, more = '') => `/api/ask?q=${encodeURIComponent(q)}${more}`

async function understand(q: string, more = ''): Promise<ParsedQuestion> {
  const answer = await ask(askPath(q, more))
  expect(answer.status).toBe(200)
  return answer.json()
}

const plainDate = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())

describe('GET /api/ask', () => {
  it('turns a question into filters, even for signed-out users', async () => {
    const { filters, chips, leftover } = await understand('pickleball for beginners near Austin on Saturday morning')
    expect(filters).toMatchObject({
      activities: ['pickleball'],
      level: { min: 1, max: 2 },
      city: { id: 4671654, name: 'Austin', state: 'TX' },
      timeOfDay: { from: 300, to: 720 },
    })
    expect(new Date(`${filters.from}T00:00Z`).getUTCDay()).toBe(6)
    expect(filters.to).toBe(filters.from)
    expect(chips.map(({ words }) => words)).toEqual(['pickleball', 'Austin', 'Saturday', 'morning', 'beginners'])
    expect(leftover).toEqual([])
  })

  it('offers other cities of the same name, the largest first', async () => {
    const { filters, cityChoices } = await understand('chess in Springfield')
    expect(filters.city).toMatchObject({ name: 'Springfield', state: 'MO' })
    expect(cityChoices.map(cityLabel).slice(0, 2)).toEqual(['Springfield, MA', 'Springfield, IL'])
    expect(cityChoices.length).toBeLessThanOrEqual(7)
  })

  it.each([
    ['tennis in portland, maine', 'Portland, ME'],
    ['St. Louis rugby', 'St. Louis, MO'],
    ['hiking near coeur d’alene', "Coeur d'Alene, ID"],
    ['yoga in canon city', 'Cañon City, CO'],
    ['running in NYC', 'New York City, NY'],
    ['golf in Ft. Worth', 'Fort Worth, TX'],
    ['soccer in Washington', 'Washington, D.C., DC'],
  ])('finds the city of "%s"', async (q, label) => {
    const { filters } = await understand(q)
    expect(filters.city && `${filters.city.name}, ${filters.city.state}`).toBe(label)
  })

  it('returns the words it did not understand, such as an unknown city', async () => {
    const { filters, leftover } = await understand('kayaking in Gotham')
    expect(filters).toMatchObject({ activities: [], city: null })
    expect(leftover).toEqual(['kayaking', 'Gotham'])
  })

  it('queries D1 once, and reads few rows more than the cities it finds', async () => {
    const readCost = async (q: string) => {
      const answer = await ask(askPath(q))
      return /rows read (\d+), round trips (\d+)/
        .exec(answer.headers.get('server-timing') ?? '')
        ?.slice(1)
        .map(Number)
    }
    expect(await readCost('tennis tomorrow')).toEqual([0, 0])
    const [rows, trips] = (await readCost('pickleball for beginners near Austin on Saturday morning')) ?? []
    expect(rows).toBeLessThanOrEqual(30)
    expect(trips).toBe(1)
    // There are twenty cities named Springfield, and these words are the start of many other names.
    const [mostRows] = (await readCost('near San or in Springfield or around Lake Columbus or in some big Fort called Park')) ?? []
    expect(mostRows).toBeLessThanOrEqual(400)
  })

  it('uses the city of a signed-in user', async () => {
    const person = await enterAndSetUp('asker-in-maine', { cityId: 4975802 })
    const answer = await person.ask(askPath('tennis near me'))
    expect(await answer.json()).toMatchObject({ filters: { city: { name: 'Portland', state: 'ME' } }, needsCity: false })
    expect(await (await person.ask(askPath('tennis in Portland'))).json()).toMatchObject({ filters: { city: { state: 'ME' } } })
    expect(await understand('tennis near me')).toMatchObject({ filters: { city: null }, needsCity: true, leftover: [] })
  })

  it('counts days from today in the named city, or in the zone of the browser', async () => {
    expect((await understand('today in Honolulu')).filters.from).toBe(plainDate('Pacific/Honolulu'))
    expect((await understand('today', '&zone=Pacific/Kiritimati')).filters.from).toBe(plainDate('Pacific/Kiritimati'))
  })

  it.each(['', '"', '"" AND OR NOT NEAR(', "'; DROP TABLE cities; --", '%', '*', '\u202E', '((((', '-'])(
    'sets no filter for %o',
    async (q) => {
      const { filters, chips } = await understand(q)
      expect(filters).toMatchObject({ activities: [], city: null, from: null })
      expect(chips).toEqual([])
    },
  )

  it('reads only the start of a long question, and refuses a URL that is too long', async () => {
    const long = await understand(`tennis ${'x '.repeat(1_000)}`)
    expect(long).toMatchObject({ wasCut: true, filters: { activities: ['tennis'] } })
    expect(await readProblem(await ask(askPath('x'.repeat(10_000))))).toMatchObject({ code: 'PathTooLong' })
  })

  it.each(['/api/ask', '/api/ask?q=tennis&zone=Middle/Earth'])('refuses %s', async (path) => {
    expect(await readProblem(await ask(path))).toMatchObject({ code: 'InvalidInput' })
  })
})

describe('The AI model', () => {
  const run = vi.fn<(model: string, input: unknown) => Promise<unknown>>()
  const limit = vi.fn(async () => ({ success: true }))

  beforeEach(() => {
    run.mockReset()
    limit.mockReset().mockResolvedValue({ success: true })
  })

  async function understandWithModel(q: string): Promise<ParsedQuestion> {
    const context = createExecutionContext()
    const request = new Request(`http://localhost:5173${askPath(q)}`, { headers: { 'cf-connecting-ip': '10.9.9.9' } })
    const response = await app.fetch(request, { ...env, AI: { run }, ACCOUNT_LIMIT: { limit } }, context)
    await waitOnExecutionContext(context)
    expect(response.status).toBe(200)
    return response.json()
  }

  const mockGuesses = (guesses: unknown) => run.mockResolvedValue({ response: JSON.stringify({ guesses }) })

  it('gets only the words that were not understood', async () => {
    mockGuesses([{ filter: 'activities', value: 'badminton', words: 'birdies' }])
    const { filters, chips, leftover } = await understandWithModel('birdies in Austin tomorrow')
    const sent = JSON.stringify(run.mock.calls[0]?.[1])
    expect(sent).toContain('birdies')
    expect(sent).not.toMatch(/Austin|tomorrow/)
    expect(filters).toMatchObject({ activities: ['badminton'], city: { name: 'Austin' } })
    expect(chips.map(({ label, isGuess }) => [label, isGuess])).toEqual([
      ['Badminton', true],
      ['Austin, TX', false],
      ['Tomorrow, '.concat(chips[2]?.label.slice(10) ?? ''), false],
    ])
    expect(leftover).toEqual([])
  })

  it('is not called if everything was understood', async () => {
    await understandWithModel('tennis tomorrow')
    expect(run).not.toHaveBeenCalled()
  })

  it.each([
    ['contradicts the question', [{ filter: 'activities', value: 'golf', words: 'birdies' }]],
    ['refers to words that are not in the question', [{ filter: 'timeOfDay', value: 'morning', words: 'sunrise' }]],
    ['returns a value that does not exist', [{ filter: 'activities', value: 'quidditch', words: 'birdies' }]],
    ['returns a filter that does not exist', [{ filter: 'price', value: 'free', words: 'birdies' }]],
    ['returns another format', 'golf'],
    ['returns too many guesses', Array(50).fill({ filter: 'kind', value: 'teams', words: 'birdies' })],
  ])('changes nothing if it %s', async (_, guesses) => {
    mockGuesses(guesses)
    const { filters, leftover } = await understandWithModel('tennis birdies')
    expect(filters).toMatchObject({ activities: ['tennis'], timeOfDay: null, kind: null, price: null })
    expect(leftover).toEqual(['birdies'])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['fails', () => Promise.reject(new Error('no'))],
    ['returns no JSON', () => Promise.resolve({ response: 'Sure! Here you go' })],
    ['returns nothing', () => Promise.resolve(null)],
    ['does not answer in time', () => new Promise(() => undefined)],
  ])('keeps the result of the rules if it %s', async (_, answer) => {
    run.mockImplementation(answer)
    expect(await understandWithModel('kayaking tomorrow')).toMatchObject({ leftover: ['kayaking'] })
    expect(log.map(({ event }) => event)).toContain('ask-unrefined')
  })

  it('is not called for a user who has reached the limit', async () => {
    limit.mockResolvedValue({ success: false })
    expect(await understandWithModel('kayaking tomorrow')).toMatchObject({ leftover: ['kayaking'] })
    expect(run).not.toHaveBeenCalled()
  })
})
