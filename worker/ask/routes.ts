import { Hono } from 'hono'
import { Question, Understood } from '../../domain/ask/contract.ts'
import { mayGuess } from '../../domain/ask/guesses.ts'
import { listCityCandidates } from '../../domain/ask/list-city-candidates.ts'
import { parseQuestion } from '../../domain/ask/parse-question.ts'
import { findCitiesNamed } from '../cities/queries.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { clientAddress } from '../platform/limits.ts'
import { operationOf } from '../platform/operation.ts'
import { findOwnProfile } from '../profiles/queries.ts'
import { refineUnderstanding } from './refine.ts'

const asking = operationOf('Ask Beans')

/** Where nobody told a zone, most of the country is at most two hours away. */
const someZone = 'America/Chicago'

async function findHomeCity(c: AppContext) {
  const viewer = await c.var.viewer()
  return viewer?.profileComplete ? (await findOwnProfile(c.var.db, viewer.id)).defaultCity : null
}

export const askRoutes = new Hono<AppEnv>().get(
  '/',
  asking(
    'A question as filters',
    200,
    Understood,
    'Relative dates count from today at the named city, else at home. What was not understood is told.',
  ),
  input('query', Question),
  async (c) => {
    const { q, zone } = c.req.valid('query')
    const [cities, homeCity] = await Promise.all([findCitiesNamed(c.var.db, listCityCandidates(q)), findHomeCity(c)])
    const understood = parseQuestion(q, { now: c.var.now(), timeZone: zone ?? someZone, cities, homeCity })
    const { AI, ACCOUNT_LIMIT } = c.env
    // A model costs more than a row; whoever asks a lot gets what the rules read.
    const asker = async () => (await c.var.viewer())?.id ?? clientAddress(c)
    if (!AI || !mayGuess(understood) || !(await ACCOUNT_LIMIT.limit({ key: `ask ${await asker()}` })).success) {
      return c.json(understood)
    }
    return c.json(await refineUnderstanding(AI, understood))
  },
)

export type AskRoutes = typeof askRoutes
