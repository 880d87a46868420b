import { Hono } from 'hono'
import { ParsedQuestion, Question } from '../../domain/ask/contract.ts'
import { mayGuess } from '../../domain/ask/guesses.ts'
import { listCityCandidates } from '../../domain/ask/list-city-candidates.ts'
import { parseQuestion } from '../../domain/ask/parse-question.ts'
import { findCitiesNamed } from '../cities/queries.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { getClientAddress } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { findOwnProfile } from '../profiles/queries.ts'
import { refineUnderstanding } from './refine.ts'

const operation = describeOperations('Ask Beans')

/** Used if we do not know the user's zone. Central time is at most two hours off in most of the country. */
const fallbackZone = 'America/Chicago'

async function findHomeCity(c: AppContext) {
  const viewer = await c.var.viewer()
  return viewer?.profileComplete ? (await findOwnProfile(c.var.db, viewer.id)).defaultCity : null
}

export const askRoutes = new Hono<AppEnv>().get(
  '/',
  operation(
    'Turn a question into search filters',
    200,
    ParsedQuestion,
    'Relative dates count from today in the named city, or in the user’s own city. Words that were not understood are in `leftover`.',
  ),
  input('query', Question),
  async (c) => {
    const { q, zone } = c.req.valid('query')
    const [cities, homeCity] = await Promise.all([findCitiesNamed(c.var.db, listCityCandidates(q)), findHomeCity(c)])
    const question = parseQuestion(q, { now: c.var.now(), timeZone: zone ?? fallbackZone, cities, homeCity })
    const { AI, ACCOUNT_LIMIT } = c.env
    // A model call costs much more than a database row, so after many questions a user gets only what the rules understood.
    const getAskerKey = async () => (await c.var.viewer())?.id ?? getClientAddress(c)
    if (!AI || !mayGuess(question) || !(await ACCOUNT_LIMIT.limit({ key: `ask ${await getAskerKey()}` })).success) {
      return c.json(question)
    }
    return c.json(await refineUnderstanding(AI, question))
  },
)

export type AskRoutes = typeof askRoutes
